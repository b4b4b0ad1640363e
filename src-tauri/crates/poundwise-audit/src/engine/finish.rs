//! The end of an audit: its report.

use std::collections::BTreeMap;

use poundwise_documents::checkpoint::verifier_key;
use poundwise_documents::units::Kid;

use super::Audit;
use super::ledger::{LedgerAudit, longest};
use crate::report::{Books, Known, Limit, LimitCode, MissingBundles, ReportBuilder, Subject};

impl Audit {
    pub(super) fn into_builder(mut self, ledgers: Vec<LedgerAudit>) -> ReportBuilder {
        let recorder = std::mem::take(&mut self.recorder);
        let subjects = self.subjects();
        let missing_bundles = self.missing_bundles(&ledgers);
        let limits = self.limits(&ledgers, &missing_bundles);
        let books = self.books(ledgers);
        let copies = std::mem::take(&mut self.copies)
            .into_iter()
            .map(|copy| copy.shown)
            .collect();
        ReportBuilder::new(
            recorder,
            Known {
                files: self.files,
                subjects,
                books,
                copies,
                missing_bundles,
                limits,
            },
        )
    }

    fn subjects(&self) -> Vec<Subject> {
        let mut files: BTreeMap<Kid, Vec<String>> = BTreeMap::new();
        for file in &self.files {
            if let Some(owner) = file.owner {
                files.entry(owner).or_default().push(file.name.clone());
            }
        }
        let subject = |(kid, files): (Kid, Vec<String>)| Subject {
            kid,
            name: self.names.get(&kid).cloned().unwrap_or_default(),
            verifier_key: self.keys.get(&kid).map(verifier_key),
            files,
        };
        files.into_iter().map(subject).collect()
    }

    fn books(&mut self, ledgers: Vec<LedgerAudit>) -> Vec<Books> {
        let mut books = BTreeMap::new();
        for (owner, mut book) in std::mem::take(&mut self.bundle_books) {
            for (_, _, population, question) in self.grants.iter().filter(|(by, ..)| *by == owner) {
                book.grant(*population, *question);
            }
            books.insert(owner, (book, false));
        }
        let mut lengths: BTreeMap<Kid, u64> = BTreeMap::new();
        for ledger in ledgers {
            let owner = ledger.owner();
            let longest = lengths.entry(owner).or_default();
            if ledger.has_documents() && ledger.length() >= *longest {
                *longest = ledger.length();
                let whole = ledger.is_whole();
                books.insert(owner, (ledger.into_book(), whole));
            }
        }
        let name = |owner| self.names.get(&owner).cloned().unwrap_or_default();
        books
            .into_iter()
            .map(|(owner, (book, complete))| book.into_books(owner, name(owner), complete))
            .collect()
    }

    fn limits(&self, ledgers: &[LedgerAudit], missing: &[MissingBundles]) -> Vec<Limit> {
        let mut limits = Vec::new();
        let mut add = |code, text: &str| limits.push(Limit::new(code, text));
        add(
            LimitCode::Keys,
            "Whose the keys are: compare the key ids with what owner and buyers say of them \
             elsewhere.",
        );
        add(
            LimitCode::Truth,
            "Whether the data are true, and whether money really changed hands.",
        );
        add(
            LimitCode::Unreceipted,
            "Whether there were sales without a receipt.",
        );
        if self.bundles.is_empty() {
            add(
                LimitCode::Undelivered,
                "What was delivered: no bundle was given, so no values file of a sale was looked \
                 at.",
            );
        } else {
            add(
                LimitCode::Unreplayed,
                "Whether the values are the noise path's: that takes an opening granted by the \
                 owner, and a replay.",
            );
        }
        if !self.copies.is_empty() {
            add(
                LimitCode::Copy,
                "Whether a holder's copy is what its maker says, the release it names with noise \
                 added: the owner did not sign its values. A copy with its release at hand could \
                 still have been made with other noise.",
            );
            add(
                LimitCode::CopyMaker,
                "What else the makers of copies hold, or gave to others: copies made by several \
                 holders together can tell up to what those holders hold.",
            );
        }
        let owners: Vec<Kid> = self
            .checkpoints
            .iter()
            .map(|seen| seen.note.owner())
            .collect();
        if owners
            .iter()
            .any(|owner| longest(ledgers, *owner).is_none())
        {
            add(
                LimitCode::NoLedger,
                "Whether losses and totals are right, and whether the log is one history: that \
                 takes the ledger.",
            );
        }
        if !ledgers.is_empty() {
            add(
                LimitCode::CutOff,
                "Whether entries were cut off at the end, or others are shown another ledger: a \
                 later ledger, or a checkpoint kept by somebody else, would show it.",
            );
            add(
                LimitCode::LeftOut,
                "Whether a withdrawal was left out, or a listing of which nothing was sold: the \
                 log counts receipts, grants and caps only.",
            );
        }
        if self
            .checkpoints
            .iter()
            .any(|seen| !self.keys.contains_key(&seen.note.owner()))
        {
            add(
                LimitCode::UnknownOwner,
                "Who signed a checkpoint that came without any document of its owner.",
            );
        }
        add(
            LimitCode::Times,
            "When it was: an order's time is by the buyer's clock and a receipt's by the owner's. \
             Only the order of the entries is fixed.",
        );
        let mut set = MissingBundles::words(missing.iter());
        if !set.is_empty() {
            set.insert_str(
                0,
                "Whether the bundles were chosen by their values: the law-of-noise check keeps its \
                 false-alarm rate only for bundles that were not. ",
            );
            limits.push(Limit::new(LimitCode::Chosen, set));
        }
        limits
    }
}
