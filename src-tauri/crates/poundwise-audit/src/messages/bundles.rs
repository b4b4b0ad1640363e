//! Sentences about the bundles of a question.

use std::fmt;

use poundwise_words::{Language, Localize, messages};

use super::check::Counted;
use super::list::{Receipts, write_list};
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

/// The sentences about questions of which bundles are missing, or may be.
#[derive(Clone)]
pub(crate) struct BundleSentences(pub(crate) Vec<MissingBundles>);

impl BundleSentences {
    /// Returns the sentences about the sets that lack a bundle, or may lack one.
    pub(crate) fn lacking(sets: &[MissingBundles]) -> Self {
        let lacking = sets.iter().filter(|set| set.missing != Some(0));
        Self(lacking.cloned().collect())
    }
}

impl Localize for BundleSentences {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(self.0.iter().map(BundleMessage::of), " ", language, f)
    }
}

#[cfg(test)]
mod tests {
    use poundwise_documents::units::{Digest, Kid};
    use poundwise_words::catalogue::MessageSample;

    use super::*;

    impl MessageSample for BundleSentences {
        fn samples(_: &str) -> Vec<Self> {
            let owner: Kid = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                .parse()
                .unwrap();
            let question: Digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                .parse()
                .unwrap();
            vec![Self(vec![MissingBundles {
                owner,
                question,
                title: "Mean age".to_owned(),
                given: 2,
                missing: Some(1),
                first: vec![7],
            }])]
        }
    }
}
