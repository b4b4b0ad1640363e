//! Sentences about the bundles of a question.

use poundwise_words::messages;

use super::check::Counted;
use super::list::Receipts;
use crate::report::MissingBundles;

messages! {
    /// The bundles of a question that were given, and those that are missing.
    pub(crate) enum BundleMessage {
        All { title: String, count: u64 } => {
            en: {
                count;
                1 => "“{title}”: the one bundle of the ledger was given.",
                _ => "“{title}”: all {count} bundles of the ledger were given.",
            },
            de: {
                count;
                1 => "„{title}“: Das eine Bündel des Hauptbuchs liegt vor.",
                _ => "„{title}“: Alle {count} Bündel des Hauptbuchs liegen vor.",
            },
        }
        Unknown { title: String, given: Counted } => {
            en: "“{title}”: {given}; without the whole ledger it is not known which are missing.",
            de: "„{title}“: {given}; ohne das ganze Hauptbuch ist nicht bekannt, welche fehlen.",
        }
        Missing { title: String, given: Counted, missing: u64, receipts: Receipts } => {
            en: {
                missing;
                1 => "“{title}”: {given}; {missing} missing, of receipt {receipts}.",
                _ => "“{title}”: {given}; {missing} missing, of receipts {receipts}.",
            },
            de: {
                missing;
                1 => "„{title}“: {given}; {missing} fehlt, zu Quittung Nr. {receipts}.",
                _ => "„{title}“: {given}; {missing} fehlen, zu den Quittungen Nr. {receipts}.",
            },
        }
        More { count: u64 } => {
            en: " and {count} more",
            de: " und {count} weiteren",
        }
    }
}

impl BundleMessage {
    /// Returns the sentence about a question.
    pub(crate) fn of(set: &MissingBundles) -> Self {
        let title = set.title.clone();
        let given = Counted::Bundles { count: set.given };
        match set.missing {
            Some(0) => Self::All {
                title,
                count: set.given,
            },
            None => Self::Unknown { title, given },
            Some(missing) => Self::Missing {
                title,
                given,
                missing,
                receipts: Receipts::in_a_sentence(set),
            },
        }
    }
}
