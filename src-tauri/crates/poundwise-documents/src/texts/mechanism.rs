//! The errors of mechanisms, in both languages.

use std::fmt;

use gradual_release::Error;
use poundwise_words::{Language, Localize, catalogue::MessageSample, messages};

use super::Quoted;
use crate::kinds::MAX_SENSITIVITY;
use crate::units::MicroEpsilon;

/// An error of a mechanism, with its text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct MechanismError(#[from] Error);

messages! {
    /// Texts of the errors of mechanisms.
    pub(crate) enum MechanismProblem {
        ZeroEpsilon => {
            en: "epsilon is 0; the smallest supported epsilon is 0.000001",
            de: "Epsilon ist 0; das kleinste unterstützte Epsilon ist 0,000001",
        }
        EpsilonText { text: QuotedText } => {
            en: "{text} is not a level: write epsilon as a decimal with at most six places, such \
                 as 1.5",
            de: "{text} ist keine Stufe: Schreiben Sie Epsilon als Dezimalzahl mit höchstens sechs \
                 Nachkommastellen, etwa 1.5",
        }
        EpsilonTooLarge { micro: u64, most: u64 } => {
            en: "epsilon of {micro} millionths is over the supported {most} millionths",
            de: "Epsilon von {micro} Millionsteln liegt über den unterstützten {most} Millionsteln",
        }
        ZeroSensitivity => {
            en: "sensitivity is 0; it must be at least one lattice step",
            de: "Die Sensitivität ist 0; sie muss mindestens eine Schrittweite sein",
        }
        SensitivityTooLarge { steps: u64, most: u64 } => {
            en: "sensitivity of {steps} lattice steps is over the supported {most} steps; choose \
                 a coarser lattice step",
            de: "Die Sensitivität von {steps} Schrittweiten liegt über den unterstützten {most}; \
                 wählen Sie eine gröbere Schrittweite",
        }
        ScaleTooLarge { steps: u64, level: MicroEpsilon } => {
            en: "sensitivity of {steps} lattice steps at epsilon {level} gives a noise scale of \
                 2^50 steps or more; choose a coarser lattice step or a larger epsilon",
            de: "Die Sensitivität von {steps} Schrittweiten ergibt bei Epsilon {level} ein \
                 Rauschen der Größe 2^50 oder mehr; wählen Sie eine gröbere Schrittweite oder ein \
                 höheres Epsilon",
        }
        AboveTop { level: MicroEpsilon, top: MicroEpsilon } => {
            en: "epsilon {level} lies above the path's top level {top}; ask for at most {top}",
            de: "Epsilon {level} liegt über dem Ende des Rauschpfads, {top}; verlangen Sie \
                 höchstens {top}",
        }
        NoTop => {
            en: "the path has no top level, so nothing of it can be erased; make it with a top \
                 level",
            de: "Der Rauschpfad hat kein Ende, darum lässt sich nichts von ihm löschen",
        }
        LevelsNotAscending { low: MicroEpsilon, high: MicroEpsilon } => {
            en: "the lower level {low} is not below the higher level {high}",
            de: "Die untere Stufe {low} liegt nicht unter der oberen Stufe {high}",
        }
        Tail { numerator: u64, denominator: u64 } => {
            en: "tail probability {numerator}/{denominator} is not strictly between 0 and 1",
            de: "Die Wahrscheinlichkeit {numerator}/{denominator} liegt nicht zwischen 0 und 1",
        }
        DeltaText { text: QuotedText } => {
            en: "{text} is not a delta between 0 and 1: write it as 1e-6 or as 0.000001",
            de: "{text} ist kein Delta zwischen 0 und 1: Schreiben Sie es als 1e-6 oder als \
                 0.000001",
        }
        SeedLength { length: usize } => {
            en: "a seed has 32 bytes, not {length}",
            de: "Ein Startwert hat 32 Bytes, nicht {length}",
        }
        SameSeed => {
            en: "the top seed and the jump seed are the same; draw two seeds",
            de: "Die beiden Startwerte sind gleich; ein Rauschpfad braucht zwei verschiedene",
        }
        CoordinateTooLarge { coordinate: u64 } => {
            en: "coordinate {coordinate} is beyond the supported 2^63 - 1",
            de: "Koordinate {coordinate} liegt über der höchsten unterstützten, 2^63 - 1",
        }
        TooMany { count: u64 } => {
            en: "no memory for {count} coordinates; read the vector in parts",
            de: "Der Speicher reicht nicht für {count} Koordinaten; lesen Sie den Vektor in Teilen",
        }
        Cancelled => {
            en: "stopped before the end; nothing was changed",
            de: "Vor dem Ende angehalten; nichts wurde geändert",
        }
        Overflow => {
            en: "the noise leaves the range of a 64-bit integer",
            de: "Das Rauschen passt nicht in eine ganze Zahl von 64 Bit",
        }
        ResponseOverflow { coordinate: u64 } => {
            en: "data plus noise of coordinate {coordinate} leaves the range of a 64-bit integer; \
                 choose a coarser lattice step",
            de: "Die Summe aus Daten und Rauschen von Koordinate {coordinate} passt nicht in eine \
                 ganze Zahl von 64 Bit; wählen Sie eine gröbere Schrittweite",
        }
        StreamExhausted => {
            en: "the random stream reserved for one draw is used up",
            de: "Der Zufallsstrom einer Ziehung ist aufgebraucht",
        }
    }
}

/// A text from outside that a message owns, in quotation marks.
#[derive(Clone)]
pub(crate) struct QuotedText(String);

impl Localize for QuotedText {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Quoted(&self.0).localize(language, f)
    }
}

fn level(micro: u64) -> MicroEpsilon {
    MicroEpsilon::new(micro).unwrap_or(MicroEpsilon::MAX)
}

impl MechanismError {
    fn problem(&self) -> MechanismProblem {
        match &self.0 {
            Error::ZeroEpsilon => MechanismProblem::ZeroEpsilon,
            Error::EpsilonText { text } => MechanismProblem::EpsilonText {
                text: QuotedText(text.clone()),
            },
            Error::EpsilonTooLarge { micro } => MechanismProblem::EpsilonTooLarge {
                micro: *micro,
                most: MicroEpsilon::MAX.get(),
            },
            Error::ZeroSensitivity => MechanismProblem::ZeroSensitivity,
            Error::SensitivityTooLarge { steps } => MechanismProblem::SensitivityTooLarge {
                steps: *steps,
                most: MAX_SENSITIVITY,
            },
            Error::ScaleTooLarge {
                sensitivity,
                epsilon,
            } => MechanismProblem::ScaleTooLarge {
                steps: sensitivity.get(),
                level: level(epsilon.micro()),
            },
            Error::AboveTop { epsilon, top } => MechanismProblem::AboveTop {
                level: level(epsilon.micro()),
                top: level(top.micro()),
            },
            Error::NoTop => MechanismProblem::NoTop,
            Error::LevelsNotAscending { low, high } => MechanismProblem::LevelsNotAscending {
                low: level(low.micro()),
                high: level(high.micro()),
            },
            Error::Tail {
                numerator,
                denominator,
            } => MechanismProblem::Tail {
                numerator: *numerator,
                denominator: *denominator,
            },
            Error::DeltaText { text } => MechanismProblem::DeltaText {
                text: QuotedText(text.clone()),
            },
            Error::SeedLength { length } => MechanismProblem::SeedLength { length: *length },
            Error::SameSeed => MechanismProblem::SameSeed,
            Error::CoordinateTooLarge { coordinate } => MechanismProblem::CoordinateTooLarge {
                coordinate: *coordinate,
            },
            Error::TooMany { count } => MechanismProblem::TooMany { count: *count },
            Error::Cancelled => MechanismProblem::Cancelled,
            Error::Overflow => MechanismProblem::Overflow,
            Error::ResponseOverflow { coordinate } => MechanismProblem::ResponseOverflow {
                coordinate: *coordinate,
            },
            Error::StreamExhausted => MechanismProblem::StreamExhausted,
        }
    }
}

impl Localize for MechanismError {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem().localize(language, f)
    }
}

poundwise_words::in_english!(MechanismError);

impl MessageSample for MechanismError {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self(Error::ZeroSensitivity)]
    }
}

#[cfg(test)]
mod tests {
    use gradual_release::{Epsilon, Sensitivity};

    use super::*;

    impl MessageSample for QuotedText {
        fn samples(_: &str) -> Vec<Self> {
            vec![Self("1,5".to_owned())]
        }
    }

    #[test]
    fn the_english_texts_are_those_of_the_mechanism() {
        let [low, high] = [1_500_000, 2_000_000].map(|micro| Epsilon::from_micro(micro).unwrap());
        let sensitivity = Sensitivity::new(3).unwrap();
        for error in [
            Error::ZeroEpsilon,
            Error::EpsilonText {
                text: "a \"b\"".to_owned(),
            },
            Error::EpsilonTooLarge { micro: 7 },
            Error::SensitivityTooLarge { steps: 7 },
            Error::ScaleTooLarge {
                sensitivity,
                epsilon: low,
            },
            Error::AboveTop {
                epsilon: high,
                top: low,
            },
            Error::LevelsNotAscending { low, high },
            Error::Tail {
                numerator: 3,
                denominator: 2,
            },
            Error::SeedLength { length: 31 },
            Error::Cancelled,
            Error::ResponseOverflow { coordinate: 12 },
        ] {
            let english = error.to_string();
            let shown = MechanismError::from(error).to_string();
            assert_eq!(shown.replace('\u{202f}', ""), english);
        }
    }
}
