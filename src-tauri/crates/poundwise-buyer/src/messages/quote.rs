use std::fmt;

use poundwise_documents::{
    tariff::TariffError,
    units::{Decimal, MicroEpsilon},
};
use poundwise_words::{Language, Localize, catalogue::MessageSample, messages};

use crate::view::HalfWidth;

messages! {
    /// Messages about quotes.
    pub(crate) enum QuoteMessage {
        NotAHalfWidth { text: String } => {
            en: "'{text}' is not a half-width.",
            de: "„{text}“ ist keine halbe Breite.",
        }
        NoPrice { why: TariffError } => {
            en: "The tariff has no price for this level: {why}.",
            de: "Der Tarif hat für diese Stufe keinen Preis: {why}.",
        }
        AccurateAlready { held: MicroEpsilon, width: Width } => {
            en: "Your answer at ε {held} is accurate to {width} already.",
            de: "Ihre Antwort bei ε {held} ist schon auf {width} genau.",
        }
        TooAccurate { best: MicroEpsilon, width: Width, wanted: Decimal } => {
            en: "The highest level sold, ε {best}, gives {width}, so ± {wanted} is not reached.",
            de: "Die höchste verkaufte Stufe, ε {best}, ergibt {width}. Damit wird ± {wanted} nicht \
                 erreicht.",
        }
        SeveralQuantities { quantities: String } => {
            en: "This listing has several quantities: {quantities}.",
            de: "Dieses Angebot hat mehrere Größen: {quantities}.",
        }
        NoSuchQuantity { quantity: &'static str } => {
            en: "An answer to this listing has no quantity '{quantity}'.",
            de: "Eine Antwort dieses Angebots hat keine Größe „{quantity}“.",
        }
    }
}

messages! {
    /// Hints about quotes.
    pub(crate) enum QuoteHint {
        WriteHalfWidth => {
            en: "Write a decimal above 0, with a point, such as 0.5, in the listing's unit.",
            de: "Schreiben Sie eine Dezimalzahl über 0 in der Maßeinheit des Angebots, etwa 0,5.",
        }
        AskForSmaller => {
            en: "Ask for a smaller half-width.",
            de: "Verlangen Sie eine kleinere halbe Breite.",
        }
        AskForLarger => {
            en: "Ask for a larger half-width.",
            de: "Verlangen Sie eine größere halbe Breite.",
        }
        NameQuantity => {
            en: "Name the quantity that should be this accurate.",
            de: "Nennen Sie die Größe, die so genau sein soll.",
        }
        Quantities { quantities: String } => {
            en: "Its quantities are: {quantities}.",
            de: "Ihre Größen sind: {quantities}.",
        }
    }
}

/// A half-width with its unit, such as `± 0.5 kg`.
#[derive(Clone)]
pub(crate) struct Width {
    text: String,
    unit: String,
}

impl Width {
    pub(crate) fn of(width: &HalfWidth) -> Self {
        Self {
            text: width.text.clone(),
            unit: width.unit.clone(),
        }
    }
}

impl Localize for Width {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "± {}", language.grouped(&self.text))?;
        match self.unit.as_str() {
            "" => Ok(()),
            unit => write!(f, " {unit}"),
        }
    }
}

impl MessageSample for Width {
    fn samples(_: &str) -> Vec<Self> {
        let width = |unit: &str| Self {
            text: "0.5".to_owned(),
            unit: unit.to_owned(),
        };
        vec![width("kg"), width("")]
    }
}
