//! Long readings: parallel or not, told about, stopped, and refused.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::support::{epsilon, seed};
use gradual_release::{Change, Error, Path, Progress, SealedPath, Sensitivity};

const COUNT: u64 = 100_000;

fn path() -> Path {
    let d = Sensitivity::new(50).unwrap();
    Path::with_top(d, epsilon(4_000_000), seed(1), seed(2)).unwrap()
}

#[test]
fn threads_and_parts_do_not_matter() {
    let (path, level) = (path(), epsilon(500_000));
    let whole = path.read(3..3 + COUNT, level).unwrap();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let again = pool.install(|| path.read(3..3 + COUNT, level).unwrap());
        assert!(again == whole, "{threads} threads");
    }
    for (place, coordinate) in (3..).enumerate().step_by(9_973).take(10) {
        assert_eq!(path.at(coordinate, level), Ok(whole[place]));
    }
    let parts = [
        path.read(3..40_003, level).unwrap(),
        path.read(40_003..100_003, level).unwrap(),
    ];
    assert!(parts.concat() == whole);
}

#[test]
fn progress_rises_to_the_end() {
    let heard = Mutex::new(Vec::new());
    let report = |done, total| heard.lock().unwrap().push((done, total));
    let progress = Progress::new(&report);
    let (path, level) = (path(), epsilon(500_000));
    path.read_with(0..COUNT, level, &progress).unwrap();
    let calls = std::mem::take(&mut *heard.lock().unwrap());
    assert!(calls.len() > 10);
    assert!(calls.is_sorted_by(|a, b| a.0 < b.0));
    assert_eq!(calls.last(), Some(&(COUNT, COUNT)));
    path.changes_with(0..COUNT, level, epsilon(600_000), &progress)
        .unwrap();
    assert_eq!(heard.lock().unwrap().last(), Some(&(COUNT, COUNT)));
}

#[test]
fn a_reading_stops_when_told_to() {
    let stop = AtomicBool::new(false);
    let parts = AtomicU64::new(0);
    let report = |_, _| {
        parts.fetch_add(1, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let progress = Progress::new(&report).cancelled_by(&stop);
    let (path, level) = (path(), epsilon(500_000));
    let cancelled = Err(Error::Cancelled);
    assert_eq!(
        path.read_with(0..COUNT, level, &progress).map(|_| ()),
        cancelled
    );
    // Those already under way may finish.
    assert!(parts.load(Ordering::Relaxed) < 12);
    assert_eq!(
        path.read_with(0..1, level, &progress).map(|_| ()),
        cancelled
    );
    let high = epsilon(600_000);
    assert_eq!(
        path.changes_with(0..COUNT, level, high, &progress)
            .map(|_| ()),
        cancelled
    );
    let sealed =
        SealedPath::new(Sensitivity::new(50).unwrap(), epsilon(4_000_000), seed(2)).unwrap();
    assert_eq!(
        sealed.jumps_with(0..COUNT, level, &progress).map(|_| ()),
        cancelled
    );
    assert!(path.read(0..COUNT, level).is_ok(), "nothing is left behind");
}

#[test]
fn changes_are_what_a_holder_needs_and_nothing_else() {
    let path = path();
    let (from, to) = (epsilon(900_000), epsilon(1_000_000));
    let mut held = path.read(7..7 + COUNT, from).unwrap();
    let better = path.read(7..7 + COUNT, to).unwrap();
    let changes = path.changes(7..7 + COUNT, from, to).unwrap();
    // At most 1 - 0.81 of the coordinates have a jump in between.
    assert!(
        (15_000..19_500).contains(&changes.len()),
        "{}",
        changes.len()
    );
    for Change { coordinate, noise } in changes {
        let place = usize::try_from(coordinate - 7).unwrap();
        assert_ne!(held[place], noise);
        held[place] = noise;
    }
    assert!(held == better);
    assert_eq!(path.changes(0..COUNT, to, to), Ok(vec![]));
    assert_eq!(path.changes(0..0, from, to), Ok(vec![]));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let path = path();
    let (top, above, low) = (epsilon(4_000_000), epsilon(4_000_001), epsilon(1));
    let refused = Error::AboveTop {
        epsilon: above,
        top,
    };
    assert_eq!(path.changes(0..1, top, above), Err(refused.clone()));
    assert_eq!(path.changes(0..1, above, top), Err(refused.clone()));
    let too_far = Error::CoordinateTooLarge {
        coordinate: 1 << 63,
    };
    assert_eq!(
        path.changes((1 << 63) - 1..(1 << 63) - 1 + 2, low, top),
        Err(too_far.clone())
    );
    let sealed = SealedPath::new(Sensitivity::new(50).unwrap(), top, seed(2)).unwrap();
    assert_eq!(sealed.jumps(0..1, above), Err(refused));
    assert_eq!(
        sealed.jumps((1 << 63) - 1..(1 << 63) + 1, low),
        Err(too_far.clone())
    );
    assert_eq!(
        sealed.changes((1 << 63)..(1 << 63) + 1, low, top),
        Err(too_far)
    );
    assert!(matches!(
        SealedPath::new(Sensitivity::MAX, low, seed(2)),
        Err(Error::ScaleTooLarge { .. })
    ));
    let count = u64::MAX / 4;
    assert_eq!(path.read(0..count, top), Err(Error::TooMany { count }));
}
