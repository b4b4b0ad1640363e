//! Data plus noise: the sum, its overflow, sealing, and what levels cost.

use crate::support::{epsilon, seed, steps};
use gradual_release::{Epsilon, Error, Path, SealedPath, Seed, Sensitivity};

fn path() -> Path {
    Path::with_top(steps(40), epsilon(2_000_000), seed(1), seed(2)).unwrap()
}

#[test]
fn a_response_is_data_plus_the_noise_of_its_coordinate() {
    let data: Vec<i64> = (-5_000..5_000).map(|i| i * 1_000_003).collect();
    let level = epsilon(700_000);
    let noise = path().read(0..10_000, level).unwrap();
    let response = path().release(&data, level).unwrap();
    assert_eq!(response.len(), data.len());
    for ((sum, value), noise) in response.iter().zip(&data).zip(&noise) {
        assert_eq!(*sum, value + noise);
    }
    assert_eq!(path().release(&[], level), Ok(vec![]));
}

#[test]
fn a_sum_out_of_range_is_refused_and_its_coordinate_named() {
    let level = epsilon(100_000);
    let noise = path().read(0..100, level).unwrap();
    let place = noise.iter().position(|noise| *noise > 0).unwrap();
    let mut data = vec![0; 100];
    data[place] = i64::MAX - noise[place];
    assert_eq!(path().release(&data, level).unwrap()[place], i64::MAX);
    data[place] += 1;
    let coordinate = place as u64;
    assert_eq!(
        path().release(&data, level),
        Err(Error::ResponseOverflow { coordinate })
    );
    // The other end, and a sealed path.
    let place = noise.iter().position(|noise| *noise < 0).unwrap();
    let mut data = vec![0; 100];
    data[place] = i64::MIN;
    let coordinate = place as u64;
    let refused = Err(Error::ResponseOverflow { coordinate });
    assert_eq!(path().release(&data, level), refused);
    let sealed = path().seal().unwrap();
    let jumps = sealed.jumps(0..100, level).unwrap();
    let place = jumps.iter().position(|jump| *jump < 0).unwrap();
    let mut top = vec![0; 100];
    top[place] = i64::MIN;
    let coordinate = place as u64;
    let refused = Err(Error::ResponseOverflow { coordinate });
    assert_eq!(sealed.release(&top, level), refused);
}

#[test]
fn a_sealed_path_releases_what_the_whole_path_does() {
    let data = [3, -1, 4, 1, -5, 9, 2, 6];
    let top = path().release(&data, epsilon(2_000_000)).unwrap();
    let again = SealedPath::new(steps(40), epsilon(2_000_000), Seed::from_bytes([2; 32])).unwrap();
    for sealed in [path().seal().unwrap(), again] {
        for level in [1, 300_000, 1_999_999, 2_000_000].map(epsilon) {
            let expected = path().release(&data, level);
            assert_eq!(sealed.release(&top, level), expected);
        }
        assert!(matches!(
            sealed.release(&top, epsilon(2_000_001)),
            Err(Error::AboveTop { .. })
        ));
    }
}

#[test]
fn a_path_without_a_top_is_not_sealed() {
    let path = Path::without_top(steps(1), Seed::from_bytes([1; 32]));
    assert_eq!(path.top(), None);
    assert_eq!(path.seal().err(), Some(Error::NoTop));
}

#[test]
fn levels_together_cost_the_highest_of_them_in_proportion_to_the_distance() {
    let path = path();
    let levels = [100_000, 1_500_001, 700_000].map(epsilon);
    let loss = |distance, levels: &[Epsilon]| path.privacy_map(steps(distance), levels);
    assert_eq!(loss(40, &levels), Ok(Some(epsilon(1_500_001))));
    assert_eq!(loss(80, &levels), Ok(Some(epsilon(3_000_002))));
    // Rounded up: 1 500 001 / 40 = 37 500.025.
    assert_eq!(loss(1, &levels), Ok(Some(epsilon(37_501))));
    assert_eq!(loss(1, &levels[..1]), Ok(Some(epsilon(2_500))));
    assert_eq!(loss(1, &[]), Ok(None));
    // A level that the path does not have costs nothing, and is no answer.
    assert!(matches!(
        loss(1, &[epsilon(2_000_001)]),
        Err(Error::AboveTop { .. })
    ));
    assert!(matches!(
        loss(1 << 40, &levels),
        Err(Error::EpsilonTooLarge { .. })
    ));
    let widest = Path::without_top(steps(1), Seed::from_bytes([1; 32]));
    assert!(matches!(
        widest.privacy_map(Sensitivity::MAX, &[Epsilon::MAX]),
        Err(Error::EpsilonTooLarge { .. })
    ));
}
