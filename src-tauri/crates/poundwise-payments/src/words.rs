//! The errors of this crate in words, in English and German.

use std::fmt;

use poundwise_documents::units::Currency;
use poundwise_words::{
    Language, Localize, Text, catalogue::MessageSample, messages, plain_texts, words_of,
};

use crate::{
    ArchiveFault, HEADER_WITHIN, InvoiceError, MAX_STATEMENT, StatementError, XmlBound,
    text::ForeignFormat,
};

plain_texts! {
    /// The reason why a file is not a whole XML document.
    pub(crate) enum XmlFlaw {
        UnboundPrefix => "a prefix has no namespace", "ein Präfix hat keinen Namensraum";
        SecondDocument => "a second document begins", "ein zweites Dokument beginnt";
        TextOutside =>
            "text stands outside of all elements",
            "Text steht außerhalb aller Elemente";
        CutShort => "it ends before its elements do", "es endet vor seinen Elementen";
        EmptyElement => "an empty element was not expanded", "ein leeres Element blieb ungeöffnet";
    }
}

messages! {
    /// Messages about files that are not read as bank statements.
    pub(crate) enum StatementMessage {
        TooLarge { mebibytes: usize } => {
            en: "The file is larger than {mebibytes} MiB, the limit for a bank statement.",
            de: "Die Datei ist größer als {mebibytes} MiB. Das ist die Grenze für Kontoauszüge.",
        }
        TooManyBookings { most: usize } => {
            en: "The file has more than {most} bookings.",
            de: "Die Datei hat mehr als {most} Buchungen.",
        }
        Binary => {
            en: "The file is not a text file.",
            de: "Die Datei ist keine Textdatei.",
        }
        Encoding { encoding: String, line: u64 } => {
            en: "The file is not text in the encoding {encoding}, from line {line} on.",
            de: "Die Datei ist ab Zeile {line} kein Text in der Zeichenkodierung {encoding}.",
        }
        Foreign { format: ForeignFormat } => {
            en: "The file has the format {format}, which is not supported.",
            de: "Die Datei hat das Format {format}. Poundwise liest dieses Format nicht.",
        }
        Archive { fault: ArchiveFault } => {
            en: "The ZIP archive {fault}.",
            de: "Das ZIP-Archiv {fault}.",
        }
        InArchive { name: String, why: Text } => {
            en: "In the archive, {name}: {why}",
            de: "Im Archiv, {name}: {why}",
        }
        Xml { byte: u64, why: Text } => {
            en: "The file is not a whole XML document: at byte {byte}, {why}.",
            de: "Die Datei ist kein vollständiges XML-Dokument. Der Fehler ist bei Byte {byte} \
                 ({why}).",
        }
        Doctype => {
            en: "The file has a document type definition, which no bank statement has.",
            de: "Die Datei hat eine Dokumenttypdefinition, die kein Kontoauszug hat.",
        }
        Entity { entity: String } => {
            en: "The file refers to an entity “{entity}”, which no bank statement has.",
            de: "Die Datei nennt eine Entität „{entity}“, die kein Kontoauszug hat.",
        }
        Nesting { most: usize } => {
            en: "The file has elements nested deeper than {most}, which no bank statement has.",
            de: "Die Elemente der Datei sind mehr als {most} Ebenen tief. So tief ist kein \
                 Kontoauszug.",
        }
        LongTag { most: usize } => {
            en: "The file has a tag of more than {most} bytes, which no bank statement has.",
            de: "Die Datei hat ein Tag von mehr als {most} Byte, das kein Kontoauszug hat.",
        }
        LargeEntry { most: usize } => {
            en: "The file has an entry of more than {most} elements, which no bank statement has.",
            de: "Die Datei hat einen Eintrag von mehr als {most} Elementen, den kein Kontoauszug \
                 hat.",
        }
        NotCamt { namespace: String } => {
            en: "The file is XML, but not a CAMT.052, CAMT.053 or CAMT.054 statement: its \
                 namespace is {namespace}.",
            de: "Die Datei ist XML, aber kein Kontoauszug in CAMT.052, CAMT.053 oder CAMT.054: \
                 Ihr Namensraum ist {namespace}.",
        }
        NoColumns => {
            en: "The file is not a CAMT statement. For CSV, the columns must be chosen first.",
            de: "Die Datei ist kein CAMT-Auszug. Bei CSV müssen die Spalten zuerst gewählt \
                 werden.",
        }
        MissingColumn { column: String, within: usize } => {
            en: "The first {within} lines of the file do not contain all the chosen columns. \
                 “{column}” is missing.",
            de: "In den ersten {within} Zeilen der Datei stehen nicht alle gewählten Spalten: \
                 „{column}“ fehlt.",
        }
        Direction { column: String } => {
            en: "The amounts have no sign. Column “{column}” seems to state whether money came in \
                 or went out, but it was not chosen.",
            de: "Die Beträge haben kein Vorzeichen. Ob Geld ein- oder ausging, scheint in Spalte \
                 „{column}“ zu stehen, aber diese Spalte ist nicht gewählt.",
        }
        NoTable => {
            en: "The file has no columns: CSV has the same separator between the fields of each \
                 line.",
            de: "Die Datei hat keine Spalten: In CSV steht in jeder Zeile dasselbe Trennzeichen \
                 zwischen den Feldern.",
        }
        NoHeader { line: u64, within: usize } => {
            en: "Line {line} of the file does not name two columns, or is not one of its first \
                 {within} lines.",
            de: "Zeile {line} der Datei nennt keine zwei Spalten, oder sie gehört nicht zu den \
                 ersten {within} Zeilen.",
        }
    }
}

messages! {
    /// Messages about invoices that cannot be made.
    pub(crate) enum InvoiceMessage {
        CurrencyDecimals { currency: Currency } => {
            en: "An invoice has amounts of at most two decimals, and {currency} has more.",
            de: "Beträge auf einer Rechnung haben höchstens zwei Nachkommastellen, und {currency} \
                 hat mehr.",
        }
        Rate => {
            en: "A rate of VAT is a percentage above 0 and below 100 with at most two decimals.",
            de: "Ein Umsatzsteuersatz liegt über 0 und unter 100 Prozent und hat höchstens zwei \
                 Nachkommastellen.",
        }
        Total => {
            en: "An invoice needs at least one line, and its total must not be too large.",
            de: "Eine Rechnung braucht mindestens eine Zeile, und ihre Summe darf nicht zu groß \
                 sein.",
        }
        Overpaid => {
            en: "The payment is higher than the price.",
            de: "Die Zahlung ist höher als der Preis.",
        }
        Day => {
            en: "A date of the invoice is not valid.",
            de: "Ein Datum der Rechnung ist ungültig.",
        }
    }
}

words_of! {
    ArchiveFault {
        Damaged => "is damaged", "ist beschädigt";
        Empty => "contains no statement", "enthält keinen Kontoauszug";
        TooManyFiles => "has more than 1000 files", "hat mehr als 1000 Dateien";
        Password => "is protected by a password", "ist mit einem Passwort geschützt";
        Compression => "uses an uncommon compression", "ist auf ungewöhnliche Weise komprimiert";
        Nested => "contains another archive", "enthält ein weiteres Archiv";
        Kinds => "contains statements of different kinds", "enthält Kontoauszüge verschiedener Arten";
    }
}

/// Its name is the same in each language.
impl Localize for ForeignFormat {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl MessageSample for ForeignFormat {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::Mt940]
    }
}

impl StatementError {
    fn message(&self) -> StatementMessage {
        match self {
            Self::TooLarge => StatementMessage::TooLarge {
                mebibytes: MAX_STATEMENT >> 20,
            },
            Self::TooMany(most) => StatementMessage::TooManyBookings { most: *most },
            Self::Binary => StatementMessage::Binary,
            Self::Encoding { encoding, line } => StatementMessage::Encoding {
                encoding: encoding.clone(),
                line: *line,
            },
            Self::Foreign(format) => StatementMessage::Foreign { format: *format },
            Self::Archive(fault) => StatementMessage::Archive { fault: *fault },
            Self::InArchive { name, why } => StatementMessage::InArchive {
                name: name.clone(),
                why: why.message().into(),
            },
            Self::Xml { at, why } => StatementMessage::Xml {
                byte: *at,
                why: why.clone(),
            },
            Self::Doctype => StatementMessage::Doctype,
            Self::Entity(entity) => StatementMessage::Entity {
                entity: entity.clone(),
            },
            Self::Bounds(bound) => bound.message(),
            Self::NotCamt(namespace) => StatementMessage::NotCamt {
                namespace: namespace.clone(),
            },
            Self::NoColumns => StatementMessage::NoColumns,
            Self::MissingColumn(column) => StatementMessage::MissingColumn {
                column: column.clone(),
                within: HEADER_WITHIN,
            },
            Self::Direction(column) => StatementMessage::Direction {
                column: column.clone(),
            },
            Self::NoTable => StatementMessage::NoTable,
            Self::NoHeader(line) => StatementMessage::NoHeader {
                line: *line,
                within: HEADER_WITHIN,
            },
        }
    }
}

impl XmlBound {
    fn message(self) -> StatementMessage {
        let most = self.most();
        match self {
            Self::Depth => StatementMessage::Nesting { most },
            Self::Tag => StatementMessage::LongTag { most },
            Self::Entry => StatementMessage::LargeEntry { most },
        }
    }
}

impl Localize for StatementError {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().localize(language, f)
    }
}

impl Localize for InvoiceError {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = match self {
            Self::Currency(currency) => InvoiceMessage::CurrencyDecimals {
                currency: *currency,
            },
            Self::Rate => InvoiceMessage::Rate,
            Self::Total => InvoiceMessage::Total,
            Self::Paid => InvoiceMessage::Overpaid,
            Self::Day => InvoiceMessage::Day,
        };
        message.localize(language, f)
    }
}

impl From<&StatementError> for Text {
    fn from(why: &StatementError) -> Self {
        why.message().into()
    }
}

impl From<InvoiceError> for Text {
    fn from(why: InvoiceError) -> Self {
        Self::of(why)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            StatementMessage::samples(),
            InvoiceMessage::samples(),
            XmlFlaw::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "payments", &samples.concat());
    }
}
