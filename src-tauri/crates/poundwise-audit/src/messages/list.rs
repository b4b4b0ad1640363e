//! Lists inside sentences.

use std::fmt;

use poundwise_documents::finding::SideValue;
use poundwise_documents::log::entry_number;
use poundwise_documents::units::MicroEpsilon;
use poundwise_words::{Language, Localize, messages, words_of};

use crate::report::{FileKind, MissingBundles, Needed, NoiseVerdict, UnreplayedSale};

words_of! {
    Needed {
        Ledger => "a ledger", "ein Hauptbuch";
        Bundles => "bundles", "Bündel";
        Checkpoint =>
            "a checkpoint that somebody else kept", "ein Prüfpunkt, den jemand anderes aufbewahrt hat";
        Opening => "an opening", "eine Öffnung";
    }
}

words_of! {
    FileKind {
        Ledger => "ledger", "Hauptbuch";
        Bundle => "bundle", "Bündel";
        Copy => "holder's copy", "Kopie eines Käufers";
        Checkpoint => "checkpoint", "Prüfpunkt";
        Document => "document", "Dokument";
        Unknown => "not readable", "nicht lesbar";
        LeftOut => "not part of the books: left out", "kein Teil der Bücher: ausgelassen";
    }
}

words_of! {
    NoiseVerdict {
        TooFew => "too few values to tell", "zu wenige Werte für ein Urteil";
        Consistent => "consistent with honest noise", "mit ehrlichem Rauschen vereinbar";
        NotConsistent => "not consistent with honest noise", "mit ehrlichem Rauschen nicht vereinbar";
    }
}

/// Writes items with a text between them.
pub(super) fn write_list<T: Localize>(
    items: impl IntoIterator<Item = T>,
    between: &str,
    language: Language,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (place, item) in items.into_iter().enumerate() {
        f.write_str(if place == 0 { "" } else { between })?;
        item.localize(language, f)?;
    }
    Ok(())
}

messages! {
    /// Parts of lists.
    pub(crate) enum ListPart {
        And => {
            en: " and ",
            de: " und ",
        }
        MoreReceipts { count: u64 } => {
            en: " and {count} more",
            de: " und {count} weiteren",
        }
        Sale { receipt: u64, level: MicroEpsilon } => {
            en: "receipt {receipt} at ε {level}",
            de: "Quittung {receipt} bei ε {level}",
        }
        MoreSales { count: u64 } => {
            en: ", and {count} more",
            de: " und {count} weitere",
        }
        Line { line: u64 } => {
            en: ", line {line}",
            de: ", Zeile {line}",
        }
        Entry { entry: u64 } => {
            en: ", entry {entry}",
            de: ", Eintrag Nr. {entry}",
        }
        Level { level: MicroEpsilon } => {
            en: "ε {level}",
            de: "ε {level}",
        }
    }
}

/// A file's name, with line and entry if they are known.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: Option<u64>,
    pub(crate) entry: Option<u64>,
}

impl Localize for Place<'_> {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SideValue::file(self.file).localize(language, f)?;
        if let Some(line) = self.line {
            ListPart::Line { line }.localize(language, f)?;
        }
        if let Some(entry) = self.entry.map(entry_number) {
            ListPart::Entry { entry }.localize(language, f)?;
        }
        Ok(())
    }
}

/// Kinds of file that a check lacks.
#[derive(Clone)]
pub(crate) struct NeededFiles(pub(crate) Vec<Needed>);

impl Localize for NeededFiles {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let and = language.write(&ListPart::And).to_string();
        write_list(&self.0, &and, language, f)
    }
}

/// Levels.
#[derive(Clone)]
pub(crate) struct Levels(pub(crate) Vec<MicroEpsilon>);

impl Localize for Levels {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.0.iter().map(|level| ListPart::Level { level: *level });
        write_list(levels, ", ", language, f)
    }
}

/// The first of several sales, and the number of all.
#[derive(Clone)]
pub(crate) struct Sales {
    pub(crate) first: Vec<UnreplayedSale>,
    pub(crate) all: u64,
}

impl Localize for Sales {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sale = |one: &UnreplayedSale| ListPart::Sale {
            receipt: entry_number(one.sequence),
            level: one.level,
        };
        write_list(self.first.iter().map(sale), ", ", language, f)?;
        match self.all.saturating_sub(self.first.len() as u64) {
            0 => Ok(()),
            count => ListPart::MoreSales { count }.localize(language, f),
        }
    }
}

/// Most receipts that stand in a sentence.
const IN_A_SENTENCE: usize = 20;

/// Receipts, by their sequence numbers from 0: the first of them, and the number of all.
#[derive(Clone)]
pub(crate) struct Receipts {
    first: Vec<u64>,
    all: u64,
}

impl Receipts {
    /// Returns the receipts of a set as a sentence has them.
    pub(crate) fn in_a_sentence(set: &MissingBundles) -> Self {
        Self {
            first: set.first.iter().copied().take(IN_A_SENTENCE).collect(),
            all: set.missing.unwrap_or_default(),
        }
    }

    /// Returns the receipts of a set as a table has them.
    pub(crate) fn of(set: &MissingBundles) -> Self {
        Self {
            first: set.first.clone(),
            all: set.missing.unwrap_or_default(),
        }
    }
}

impl Localize for Receipts {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.first.iter().map(|index| entry_number(*index));
        write_list(numbers, ", ", language, f)?;
        match self.all.saturating_sub(self.first.len() as u64) {
            0 => Ok(()),
            count => ListPart::MoreReceipts { count }.localize(language, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use poundwise_words::catalogue::MessageSample;

    use super::*;

    impl MessageSample for NeededFiles {
        fn samples(_: &str) -> Vec<Self> {
            vec![Self(vec![Needed::Ledger, Needed::Opening])]
        }
    }

    fn level(text: &str) -> MicroEpsilon {
        text.parse().unwrap()
    }

    impl MessageSample for Levels {
        fn samples(_: &str) -> Vec<Self> {
            vec![Self(vec![level("0.5"), level("1")])]
        }
    }

    impl MessageSample for Sales {
        fn samples(_: &str) -> Vec<Self> {
            let sale = UnreplayedSale {
                sequence: 0,
                level: level("0.5"),
            };
            let first = vec![sale];
            vec![
                Self {
                    first: first.clone(),
                    all: 1,
                },
                Self { first, all: 12 },
            ]
        }
    }

    impl MessageSample for Receipts {
        fn samples(_: &str) -> Vec<Self> {
            let first = vec![7];
            vec![
                Self {
                    first: first.clone(),
                    all: 1,
                },
                Self { first, all: 12 },
            ]
        }
    }
}
