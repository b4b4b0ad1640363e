//! Receipts of a ledger that have no bundle among the inputs.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use poundwise_documents::units::{Digest, DocumentId, Kid};

use super::Audit;
use super::ledger::{LedgerAudit, longest};
use crate::report::MissingBundles;

impl Audit {
    /// Returns given and missing bundles of every question with at least one bundle.
    pub(super) fn missing_bundles(&self, ledgers: &[LedgerAudit]) -> Vec<MissingBundles> {
        let mut sets: BTreeMap<(Kid, Digest), MissingBundles> = BTreeMap::new();
        let mut owners: BTreeSet<Kid> = BTreeSet::new();
        // The same purchase in two bundles is one purchase.
        let mut purchases: HashSet<DocumentId> = HashSet::new();
        for bundle in &self.bundles {
            let set = sets
                .entry((bundle.owner, bundle.question))
                .or_insert_with(|| MissingBundles {
                    owner: bundle.owner,
                    question: bundle.question,
                    title: bundle.title.clone(),
                    given: 0,
                    missing: None,
                    first: Vec::new(),
                });
            set.given += u64::from(purchases.insert(bundle.receipt_id));
            owners.insert(bundle.owner);
        }
        for owner in owners {
            let Some(ledger) = longest(ledgers, owner).filter(|ledger| ledger.is_whole()) else {
                continue;
            };
            for (title, question, missing) in ledger.missing() {
                if let Some(set) = sets.get_mut(&(owner, question)) {
                    title.clone_into(&mut set.title);
                    set.missing = Some(missing.count);
                    set.first.clone_from(&missing.first);
                }
            }
        }
        sets.into_values().collect()
    }
}
