//! More private copies of holdings: one path, made once for each level, and audited for what they
//! are.

use crate::fixture::drafts::mean_of;
use crate::fixture::drafts::{ends, own_numbers};
use poundwise_market::ListingDraft;
use poundwise_market::VectorSpec;
use std::path::PathBuf;

use crate::fixture::{Town, buy, histogram, list, mean_income, parsed, values};
use poundwise_documents::copy::{CopyFile, VerifiedCopy};
use poundwise_market::{Home, Roles, audit_files, error::ErrorPlace, view::ListingView};

struct Made {
    file: PathBuf,
    copy: VerifiedCopy,
    again: bool,
}

impl Made {
    fn values(&self) -> Vec<i64> {
        self.copy.rows.iter().map(|row| row.value).collect()
    }
}

fn copy(town: &Town, holder: &Home, listing: &ListingView, level: &str, name: &str) -> Made {
    let file = town.path(name);
    let view = holder
        .buyer()
        .tighten(&parsed(&listing.id), parsed(level), &file)
        .unwrap();
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(view.bytes, bytes.len() as u64);
    let copy = CopyFile::from_bytes(&bytes).unwrap().verify().unwrap();
    assert_eq!(view.id, copy.copy.id());
    Made {
        file,
        copy,
        again: view.again,
    }
}

#[test]
fn a_copy_is_made_once_for_each_level() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "2");
    let first = copy(&town, &ann, &listing, "0.1", "first.copy");
    let second = copy(&town, &ann, &listing, "0.1", "second.copy");
    assert_eq!((first.again, second.again), (false, true));
    let bytes = |made: &Made| std::fs::read(&made.file).unwrap();
    assert_eq!(bytes(&first), bytes(&second));
    assert_ne!(first.values(), values(&ann, &listing));
    // Nor does closing the home, or a top-up in between, draw it anew.
    drop(ann);
    let ann = town.reopen("ann");
    buy(&owner, &ann, &listing, "4");
    let third = copy(&town, &ann, &listing, "0.1", "third.copy");
    assert_eq!((third.again, bytes(&third)), (true, bytes(&first)));
    // What cannot be written is kept for the next time.
    let nowhere = town.path("no/such/folder/x.copy");
    ann.buyer()
        .tighten(&parsed(&listing.id), parsed("0.2"), &nowhere)
        .unwrap_err();
    let kept = copy(&town, &ann, &listing, "0.2", "kept.copy");
    assert!(kept.again);
}

#[test]
fn a_copy_is_audited_for_what_it_is() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &mean_income());
    let receipt = buy(&owner, &ann, &listing, "2");
    let made = copy(&town, &ann, &listing, "0.5", "it.copy");
    let report = audit_files(std::slice::from_ref(&made.file)).unwrap();
    assert_eq!(report.findings(), []);
    assert!(
        report.headline().contains("the owner did not sign"),
        "{}",
        report.headline()
    );
    assert_eq!(
        (
            report.copies().len(),
            report.copies()[0].maker_name.as_str()
        ),
        (1, "ann")
    );
    let (bundle, ledger) = (town.path("its.bundle"), town.path("owner.ledger"));
    ann.buyer()
        .export_bundle(&parsed(&receipt.id), &bundle)
        .unwrap();
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[made.file, bundle, ledger]).unwrap();
    assert_eq!(report.findings(), []);
    assert_eq!(
        report.copies()[0].release_file.as_deref(),
        Some("its.bundle")
    );
}

#[test]
fn a_copy_at_a_level_held_has_its_values() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "0.5");
    let before = values(&ann, &listing);
    buy(&owner, &ann, &listing, "2");
    let made = copy(&town, &ann, &listing, "0.5", "half.copy");
    assert_eq!(made.values(), before);
    // It names the release above, which is the one that it is more private than.
    let bundle = town.path("its.bundle");
    let held = crate::fixture::holding(&ann, &listing);
    ann.buyer()
        .export_bundle(&parsed(&held.responses[1].receipt.id), &bundle)
        .unwrap();
    let report = audit_files(&[made.file, bundle]).unwrap();
    assert_eq!(report.findings(), []);
    assert!(report.copies()[0].release_file.is_some());
}

#[test]
fn only_what_is_held_can_be_made_more_private() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let file = town.path("x.copy");
    let code = |level: &str| {
        ann.buyer()
            .tighten(&parsed(&listing.id), parsed(level), &file)
            .unwrap_err()
    };
    assert_eq!(code("0.5").code().as_str(), "no-such-id");
    buy(&owner, &ann, &listing, "1");
    for level in ["1", "1.5", "100"] {
        let error = code(level);
        assert_eq!(error.code().as_str(), "not-tighter");
        assert_eq!(
            error.place().cloned(),
            Some(ErrorPlace::Level {
                level: level.parse().unwrap(),
                limit: "1".parse().unwrap()
            })
        );
        assert!(error.message().contains("You hold ε 1"), "{error}");
        assert!(!error.hints().is_empty());
    }
    assert!(!file.exists());
    let mean = list(&owner, &mean_income());
    buy(&owner, &ann, &mean, "1");
    // 2^50 lattice steps of noise and more: there is no law so wide.
    let mut wide = mean_of(mean_income(), |mean| {
        mean.bounds = ends("0..100000000000");
        mean.step = Some(parsed("0.1"));
    });
    wide.grain = Some(parsed("1"));
    let wide = list(&owner, &wide);
    buy(&owner, &ann, &wide, "1");
    let error = ann
        .buyer()
        .tighten(&parsed(&wide.id), parsed("0.000001"), &file)
        .unwrap_err();
    assert_eq!(error.code().as_str(), "mechanism");
    assert!(!file.exists());
}

/// Vectors of zeros in a town: a listing of that many coordinates, sensitivity 1, up to ε 4.
fn zeros(town: &Town, owner: &Home, count: usize) -> ListingView {
    crate::fixture::population(owner, "farms");
    let file = town.path("zeros.txt");
    std::fs::write(&file, "0\n".repeat(count)).unwrap();
    let draft = poundwise_market::view::ListingDraft {
        title: Some("A listing".into()),
        price: "4:40".into(),
        ..ListingDraft::new(
            own_numbers("farms"),
            VectorSpec {
                file: file.clone(),
                bounds: ends("-10..10"),
                step: parsed("1"),
                distance: parsed("1"),
                unit: String::new(),
            }
            .into(),
        )
    };
    list(owner, &draft)
}

/// Whatever is made in whatever order, what two responses differ by has the law of the step between
/// their levels, and steps that do not overlap do not hang together: the copies and releases of a
/// holder are one path.
#[test]
fn all_copies_and_releases_are_one_path() {
    const COUNT: usize = 20_000;
    let town = Town::new();
    let owner = town.home("owner");
    let ann = town.home("ann");
    let listing = zeros(&town, &owner, COUNT);
    buy(&owner, &ann, &listing, "1");
    let held_1 = values(&ann, &listing);
    let made_05 = copy(&town, &ann, &listing, "0.5", "a.copy").values();
    buy(&owner, &ann, &listing, "4");
    let held_4 = values(&ann, &listing);
    let made_2 = copy(&town, &ann, &listing, "2", "b.copy").values();
    let made_07 = copy(&town, &ann, &listing, "0.7", "c.copy").values();
    let made_025 = copy(&town, &ann, &listing, "0.25", "d.copy").values();
    let path: [(f64, &[i64]); 6] = [
        (0.25, &made_025),
        (0.5, &made_05),
        (0.7, &made_07),
        (1.0, &held_1),
        (2.0, &made_2),
        (4.0, &held_4),
    ];
    let variance = |epsilon: f64| {
        let a = (-epsilon).exp();
        2.0 * a / (1.0 - a).powi(2)
    };
    // The standard deviation of the square, by the moments of the law.
    let deviation_of_square = |epsilon: f64| {
        let a = (-epsilon).exp();
        let term = |k: u32| 2.0 * f64::from(k).powi(4) * (1.0 - a) / (1.0 + a) * a.powf(k.into());
        let fourth: f64 = (1..2_000).map(term).sum();
        (fourth - variance(epsilon).powi(2)).sqrt()
    };
    // The share of coordinates that do not change from a level to the next (`spec::theory`,
    // the bridge).
    let same = |low: f64, high: f64| {
        let (a1, a2) = ((-low).exp(), (-high).exp());
        let p = a2 / a1 * ((1.0 - a1) / (1.0 - a2)).powi(2);
        p + (1.0 - p) * (1.0 - a1) / (1.0 + a1)
    };
    let n = COUNT as f64;
    for (level, response) in path {
        let measured = response.iter().map(|y| (*y as f64).powi(2)).sum::<f64>() / n;
        let off = (measured - variance(level)).abs() / (deviation_of_square(level) / n.sqrt());
        assert!(off < 8.0, "ε {level}: {off} standard deviations");
    }
    let steps: Vec<Vec<i64>> = path
        .windows(2)
        .map(|pair| {
            let ((low, y1), (high, y2)) = (pair[0], pair[1]);
            let step: Vec<i64> = y1.iter().zip(y2).map(|(a, b)| a - b).collect();
            let expected = same(low, high);
            let unchanged = step.iter().filter(|d| **d == 0).count() as f64 / n;
            let deviation = (expected * (1.0 - expected) / n).sqrt();
            assert!(
                (unchanged - expected).abs() < 8.0 * deviation,
                "from ε {high} to ε {low}: {unchanged} unchanged, expected {expected}"
            );
            step
        })
        .collect();
    for (i, one) in steps.iter().enumerate() {
        for other in &steps[..i] {
            let squares = |v: &[i64]| v.iter().map(|d| (*d as f64).powi(2)).sum::<f64>();
            let product: f64 = one.iter().zip(other).map(|(a, b)| (a * b) as f64).sum();
            let correlation = product / (squares(one) * squares(other)).sqrt();
            assert!(correlation.abs() < 8.0 / n.sqrt(), "{correlation}");
        }
    }
}
