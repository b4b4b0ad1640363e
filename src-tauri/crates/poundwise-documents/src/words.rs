//! Words for types of documents inside messages.

use std::fmt;

use poundwise_words::{Language, Localize, catalogue::MessageSample, words_of};

use crate::kinds::{Adjacency, AttributeKind, ColumnType, Settlement};
use crate::tariff::PointFault;
use crate::units::{
    Currency, Decimal, Digest, DocumentId, Kid, LatticeStep, MicroEpsilon, Money, NanoRho, Salt,
    Timestamp,
};

words_of! {
    AttributeKind {
        Count => "count", "Anzahl";
        Sum => "sum", "Summe";
        Mean => "mean", "Mittelwert";
        Histogram => "histogram", "Histogramm";
        CrossTabulation => "cross-tabulation", "Kreuztabelle";
        Moments => "moments", "Momente";
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

/// Ids, codes and times are the same in each language.
macro_rules! same_in_each_language {
    ($($type:ty, $sample:literal;)+) => {$(
        impl Localize for $type {
            fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl MessageSample for $type {
            fn samples(_: &str) -> Vec<Self> {
                $sample.parse().into_iter().collect()
            }
        }
    )+};
}

same_in_each_language! {
    Currency, "EUR";
    DocumentId, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    Kid, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    Timestamp, "2026-11-28T12:00:00Z";
}

/// Decimals without a unit.
macro_rules! decimals {
    ($($type:ty),+) => {$(
        impl Localize for $type {
            fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&language.grouped(&self.to_string()))
            }
        }

        impl MessageSample for $type {
            fn samples(_: &str) -> Vec<Self> {
                "1.5".parse().into_iter().collect()
            }
        }
    )+};
}

decimals!(MicroEpsilon, NanoRho);

/// With the currency: `EUR 12.50`, and in German `12,50 EUR`.
impl Localize for Money {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amount = language.grouped(&self.major());
        match language {
            Language::English => write!(f, "{} {amount}", self.currency),
            Language::German => write!(f, "{amount}\u{a0}{}", self.currency),
        }
    }
}

impl MessageSample for Money {
    fn samples(_: &str) -> Vec<Self> {
        let money = |currency: Currency| Self {
            minor: 1250,
            currency,
            exponent: 2,
        };
        Currency::samples("").into_iter().map(money).collect()
    }
}

words_of! {
    PointFault {
        NoLevel => "its level is missing or cannot be read", "Die Stufe fehlt oder ist nicht lesbar";
        LevelNotRising => "its level is not above the one before it", "Die Stufe liegt nicht über der vorigen";
        NoPrice => "its price is missing or cannot be read", "Der Betrag fehlt oder ist nicht lesbar";
        TooManyDecimals => "its price has more decimals than the currency", "Der Betrag hat mehr Nachkommastellen als die Währung";
        Thousands => "its price has marks between thousands", "Der Betrag hat Zeichen zwischen den Tausendern";
        PriceFalls => "its price is below the one before it", "Der Betrag liegt unter dem vorigen";
    }
}

words_of! {
    Adjacency {
        AddRemove => "add-remove", "Hinzufügen oder Entfernen";
        Replace => "replace", "Ersetzen";
    }
}

same_in_each_language! {
    Digest, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    Salt, "AAAAAAAAAAAAAAAAAAAAAA";
}

words_of! {
    Settlement {
        Paid => "paid", "bezahlt";
        Credit => "on credit", "auf Rechnung";
        Free => "free", "kostenlos";
    }
}
