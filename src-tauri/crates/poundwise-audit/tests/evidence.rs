//! Files beside a published log, and releases that are computed again.

use std::ops::ControlFlow;

use crate::fixture::shop::{Shop, Tricks, market};
use crate::fixture::{ALICE, BOB, OWNER, eps, identity, listing, opening};
use poundwise_audit::evidence::Source;
use poundwise_audit::report::{Limit, LimitCode};
use poundwise_audit::{AuditReport, Evidence, PublishedLog};
use poundwise_documents::finding::Code;
use poundwise_documents::kinds::Order;
use poundwise_documents::log::Hash;
use poundwise_documents::tiles::{self, TileId, TileSource};
use poundwise_documents::{Checkpoint, Signed};
use poundwise_words::Text;

/// The tiles of a shop's log.
struct Published(Shop);

impl TileSource for Published {
    type Error = Text;

    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>, Text> {
        let hashes = tiles::hash_tile(&self.0.log, tile).unwrap();
        Ok(Some(
            hashes.unwrap_or_else(|| tiles::entry_bundle(&self.0.entries)),
        ))
    }
}

fn source(name: &str, bytes: impl Into<Vec<u8>>) -> Source<'static> {
    let bytes: Vec<u8> = bytes.into();
    let length = bytes.len() as u64;
    Source::new(name, length, move || {
        Ok(std::io::Cursor::new(bytes.clone()))
    })
}

fn codes(report: &AuditReport) -> Vec<Code> {
    let findings = report.findings().iter();
    findings.map(|finding| finding.code).collect()
}

/// What the owner did not sign says nothing of the owner, also beside a log.
#[test]
fn a_forged_checkpoint_is_not_held_against_a_published_log() {
    let shop = market();
    let genuine = shop.checkpoint();
    let forged = |from: &str, to: &str| {
        assert!(genuine.note().contains(from));
        genuine.note().replacen(from, to, 1)
    };
    let other_root = Hash::leaf(b"x");
    let signed = Checkpoint::sign(&identity(OWNER), genuine.size(), other_root).unwrap();
    for (note, expected) in [
        (genuine.note().to_owned(), &[][..]),
        (forged("\n8\n", "\n99\n"), &[Code::CheckpointRefused]),
        (
            forged(&genuine.root().to_string(), &other_root.to_string()),
            &[Code::CheckpointRefused],
        ),
        // The owner's own other history is one, by both comparisons.
        (signed.note().to_owned(), &[Code::Fork, Code::Fork]),
    ] {
        let log = PublishedLog {
            name: "a log".to_owned(),
            owner: identity(OWNER).kid(),
            note: Ok(genuine.note().to_owned()),
            listing: Some(shop.sales[0].listing.clone()),
            tiles: Box::new(Published(market())),
        };
        let evidence = Evidence::new(vec![source("a checkpoint", note)], vec![log]);
        let report = evidence.audit(&|_| ControlFlow::Continue(())).unwrap();
        assert_eq!(codes(&report), expected);
    }
}

#[test]
fn a_release_whose_sale_is_refused_was_not_computed_again() {
    let mut shop = Shop::default();
    let offer = shop.list(listing(1));
    shop.sell(BOB, &offer, "0.5", 10);
    let above = |order: &mut Order| order.to = eps("2.1");
    let tricks = Tricks {
        order: Some(&above),
        ..Tricks::default()
    };
    shop.sell_with(ALICE, &offer, "2", 11, tricks);
    let opening = Signed::sign(&identity(OWNER), opening(offer.id())).unwrap();
    for (bundles, is_left) in [(&[0][..], false), (&[1], true), (&[0, 1], true)] {
        let mut files = vec![source("a ledger", shop.ledger())];
        let bundles = bundles.iter().map(|sale| shop.bundle_file(*sale));
        files.extend(bundles.map(|bundle| source("a bundle", bundle)));
        let report = Evidence::new(files, Vec::new())
            .replay("an opening", &opening, &|_| ControlFlow::Continue(()))
            .unwrap();
        assert!(codes(&report).contains(&Code::OverCeiling));
        let mut limits = report.limits().iter();
        let unreplayed = |limit: &Limit| limit.code == LimitCode::Unreplayed;
        assert_eq!(limits.any(unreplayed), is_left);
    }
}
