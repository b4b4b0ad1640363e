//! Findings of a replay, and the reasons why it was not made.

use poundwise_documents::finding::SideValue;
use poundwise_documents::units::MicroEpsilon;
use poundwise_words::{messages, texts_of};

use crate::{ReplayError, Stopped};

messages! {
    /// Findings of a replay.
    pub(crate) enum ReplayProblem {
        Signer => {
            en: "the opening is not signed by the listing's owner",
            de: "Die Öffnung ist nicht vom Eigentümer des Angebots signiert",
        }
        Seeds => {
            en: "the seeds are not those that the listing committed to",
            de: "Die Startwerte sind nicht die, auf die sich das Angebot festlegt",
        }
        Data => {
            en: "the data are not those that the listing committed to",
            de: "Die Daten sind nicht die, auf die sich das Angebot festlegt",
        }
        Length { values: SideValue, data: u64 } => {
            en: "the release has {values}, the data {data}",
            de: "Die Freigabe hat {values}, die Daten haben {data}",
        }
        Values { wrong: u64, values: u64, level: MicroEpsilon, first: u64 } => {
            en: {
                wrong;
                1 => "{wrong} of {values} values is not the sum of the data and the path's noise \
                      at ε {level}: value {first}",
                _ => "{wrong} of {values} values are not the sum of the data and the path's noise \
                      at ε {level}, value {first} first",
            },
            de: {
                wrong;
                1 => "{wrong} von {values} Werten ist nicht die Summe aus den Daten und dem \
                      Rauschen des Pfads bei ε {level}: Wert {first}",
                _ => "{wrong} von {values} Werten sind nicht die Summe aus den Daten und dem \
                      Rauschen des Pfads bei ε {level}, zuerst Wert {first}",
            },
        }
    }
}

texts_of! {
    ReplayError {
        UnknownListing(listing) => {
            en: "it opens listing {listing}, which none of these files shows",
            de: "Sie öffnet das Angebot {listing}, das keine dieser Dateien zeigt",
        }
        Layout { made, known } => {
            en: "the noise path of the listing has the layout '{made}', but this program knows \
                 only '{known}'",
            de: "Der Rauschpfad des Angebots hat den Aufbau „{made}“; dieses Programm kennt nur \
                 „{known}“",
        }
        Mechanism(why) => {
            en: "the path cannot be read: {why}",
            de: "Der Rauschpfad lässt sich nicht lesen: {why}",
        }
        Stopped(stopped) => {
            en: "{stopped}",
            de: "{stopped}",
        }
    }
}

texts_of! {
    Stopped => {
        en: "the audit was stopped before its end",
        de: "Die Prüfung wurde vor ihrem Ende angehalten",
    }
}
