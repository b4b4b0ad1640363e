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
        let mut add = |code| limits.push(Limit::new(code));
        add(LimitCode::Keys);
        add(LimitCode::Truth);
        add(LimitCode::Unreceipted);
        if self.bundles.is_empty() {
            add(LimitCode::Undelivered);
        } else {
            add(LimitCode::Unreplayed);
        }
        if !self.copies.is_empty() {
            add(LimitCode::Copy);
            add(LimitCode::CopyMaker);
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
            add(LimitCode::NoLedger);
        }
        if !ledgers.is_empty() {
            add(LimitCode::CutOff);
            add(LimitCode::LeftOut);
        }
        if self
            .checkpoints
            .iter()
            .any(|seen| !self.keys.contains_key(&seen.note.owner()))
        {
            add(LimitCode::UnknownOwner);
        }
        add(LimitCode::Times);
        if missing.iter().any(|set| set.missing != Some(0)) {
            limits.push(Limit::chosen(missing));
        }
        limits
    }
}
