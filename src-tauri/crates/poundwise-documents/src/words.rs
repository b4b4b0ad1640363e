//! Words for types of documents inside messages.

use std::fmt;

use poundwise_words::{Language, Localize, catalogue::MessageSample, words_of};

use crate::kinds::{AttributeKind, ColumnType};
use crate::units::{Decimal, LatticeStep};

words_of! {
    AttributeKind {
        Count => "count", "Anzahl";
        Sum => "sum", "Summe";
        Mean => "mean", "Mittelwert";
        Histogram => "histogram", "Histogramm";
        CrossTabulation => "cross-tabulation", "Kreuztabelle";
        Value => "value", "Wert";
        Vector => "vector", "Vektor";
    }
}

words_of! {
    ColumnType {
        Number => "number", "Zahl";
        Text => "text", "Text";
        Date => "date", "Datum";
    }
}

impl Localize for Decimal {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&language.grouped(&self.to_string()))
    }
}

impl MessageSample for Decimal {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::from_integer(12_345), Self::from_integer(7)]
    }
}

impl Localize for LatticeStep {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().localize(language, f)
    }
}

impl MessageSample for LatticeStep {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::ONE]
    }
}
