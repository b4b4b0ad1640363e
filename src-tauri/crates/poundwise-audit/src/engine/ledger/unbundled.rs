//! Receipts of a question that have no bundle, as a ledger is read.

use crate::report::MAX_MISSING;

/// The receipts of one question that have no bundle.
#[derive(Default)]
pub(in super::super) struct MissingReceipts {
    pub(in super::super) count: u64,
    pub(in super::super) first: Vec<u64>,
}

impl MissingReceipts {
    pub(super) fn note(&mut self, sequence: u64, bundled: bool) {
        if bundled {
            return;
        }
        self.count += 1;
        if self.first.len() < MAX_MISSING {
            self.first.push(sequence);
        }
    }
}
