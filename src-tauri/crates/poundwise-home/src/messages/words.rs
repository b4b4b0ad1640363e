use std::fmt;

use poundwise_documents::kinds::TextFault;
use poundwise_words::{Language, Localize, catalogue::MessageSample, words_of};

use crate::holder::Holder;
use crate::store::SecretName;
use crate::vault::{LONGEST_HEADER, MOST_STANZAS};

/// A text as a person typed it. Control characters and invisible ones are escaped.
#[derive(Clone)]
pub(crate) struct Typed(String);

impl Typed {
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Localize for Typed {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = format!("{:?}", self.0);
        let text = quoted
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        f.write_str(text.unwrap_or(&quoted))
    }
}

impl MessageSample for Typed {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::of("abc")]
    }
}

/// What an id identifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identified {
    /// A document of any kind.
    Document,
    /// A listing on the market.
    Listing,
    /// A listing of this home.
    OwnListing,
    /// A listing of which this home holds an answer.
    HeldListing,
    /// An order.
    Order,
    /// A receipt.
    Receipt,
    /// A receipt that this home holds.
    HeldReceipt,
}

words_of! {
    Identified {
        Document => "document", "kein Dokument";
        Listing => "listing", "kein Angebot";
        OwnListing => "listing of yours", "kein eigenes Angebot";
        HeldListing => "listing in your holdings", "kein Angebot in Ihrem Bestand";
        Order => "order", "keine Bestellung";
        Receipt => "receipt", "keine Quittung";
        HeldReceipt => "receipt in your holdings", "keine Quittung in Ihrem Bestand";
    }
}

/// A thing with a name of its owner's choice.
#[derive(Clone, Copy)]
pub(crate) enum NamedThing {
    Dataset,
    Population,
    Unit,
    Codebook,
}

words_of! {
    NamedThing {
        Dataset => "a dataset", "einen Datensatz";
        Population => "a population", "eine Population";
        Unit => "a privacy unit", "eine Schutzeinheit";
        Codebook => "a codebook", "ein Codebuch";
    }
}

/// A thing to which a row of the database refers, before its id.
#[derive(Clone, Copy)]
pub(crate) enum StoredThing {
    Dataset,
    Document,
    Entry,
    Listing,
    ListingOfOrder,
    OutboxObject,
    Population,
    Question,
    Receipt,
    Rule,
}

words_of! {
    StoredThing {
        Dataset => "dataset", "Der Datensatz";
        Document => "document", "Das Dokument";
        Entry => "ledger entry", "Der Hauptbucheintrag";
        Listing => "listing", "Das Angebot";
        ListingOfOrder => "the listing of order", "Das Angebot zur Bestellung";
        OutboxObject => "outbox object", "Das ausgehende Objekt";
        Population => "population", "Die Population";
        Question => "question", "Die Frage";
        Receipt => "receipt", "Die Quittung";
        Rule => "rule", "Die Regel";
    }
}

/// Secrets have the same names in each language.
impl Localize for SecretName {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl MessageSample for SecretName {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::Identity]
    }
}

/// A ciphertext, by what is encrypted.
#[derive(Clone)]
pub enum Encrypted {
    /// A secret of this home.
    Secret(SecretName),
    /// An order from the market, or its cancellation.
    Order,
    /// A delivery from the market.
    Delivery,
    /// A bundle that this home stored.
    StoredBundle,
    /// A holder's copy that this home stored.
    StoredCopy,
    /// A file or an object, by its name.
    Named(String),
}

impl From<&str> for Encrypted {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

impl From<&String> for Encrypted {
    fn from(name: &String) -> Self {
        name.as_str().into()
    }
}

/// The name of a ciphertext in a message.
#[derive(Clone)]
pub(crate) struct EncryptedName {
    pub(crate) of: Encrypted,
    /// Whether the name begins the message.
    pub(crate) first: bool,
}

impl Localize for EncryptedName {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(self.of, Encrypted::Named(_)) {
            // Names keep their letters.
        } else if language == Language::English {
            f.write_str(if self.first { "The " } else { "the " })?;
        }
        match (&self.of, language) {
            (Encrypted::Named(name), _) => f.write_str(name),
            (Encrypted::Secret(name), Language::English) => write!(f, "secret '{name}'"),
            (Encrypted::Secret(name), Language::German) => write!(f, "Das Geheimnis „{name}“"),
            (Encrypted::Order, Language::English) => f.write_str("order"),
            (Encrypted::Order, Language::German) => f.write_str("Die Bestellung"),
            (Encrypted::Delivery, Language::English) => f.write_str("delivery"),
            (Encrypted::Delivery, Language::German) => f.write_str("Die Lieferung"),
            (Encrypted::StoredBundle, Language::English) => f.write_str("stored bundle"),
            (Encrypted::StoredBundle, Language::German) => f.write_str("Das gespeicherte Bündel"),
            (Encrypted::StoredCopy, Language::English) => f.write_str("stored copy"),
            (Encrypted::StoredCopy, Language::German) => f.write_str("Die gespeicherte Kopie"),
        }
    }
}

impl MessageSample for EncryptedName {
    fn samples(_: &str) -> Vec<Self> {
        [
            Encrypted::Secret(SecretName::Identity),
            Encrypted::Order,
            Encrypted::Delivery,
            Encrypted::StoredBundle,
            Encrypted::StoredCopy,
            Encrypted::Named("opening.age".to_owned()),
        ]
        .map(|of| Self { of, first: true })
        .into()
    }
}

/// Why a file has no header of an encrypted file that is read. It follows a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderFault {
    NotEncrypted,
    Long,
}

impl Localize for HeaderFault {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bytes, recipients) = (
            language.write(&LONGEST_HEADER),
            language.write(&MOST_STANZAS),
        );
        match (self, language) {
            (Self::NotEncrypted, Language::English) => f.write_str("it is not an encrypted file"),
            (Self::NotEncrypted, Language::German) => {
                f.write_str("Das ist keine verschlüsselte Datei")
            }
            (Self::Long, Language::English) => write!(
                f,
                "it is not an encrypted file of this program: its header does not end within \
                 {bytes} bytes and {recipients} recipients"
            ),
            (Self::Long, Language::German) => write!(
                f,
                "Das ist keine verschlüsselte Datei dieses Programms: Der Kopf endet nicht \
                 innerhalb von {bytes} Bytes und {recipients} Empfängern"
            ),
        }
    }
}

impl MessageSample for HeaderFault {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::NotEncrypted, Self::Long]
    }
}

/// The program in which a home is open, if it is known.
#[derive(Clone)]
pub(crate) struct OpenIn(pub(crate) Option<Holder>);

impl Localize for OpenIn {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let german = language == Language::German;
        let Some(holder) = &self.0 else {
            return f.write_str(if german {
                "einem anderen Programm"
            } else {
                "another program"
            });
        };
        let program = match holder.program.as_str() {
            "the app" if german => "der App",
            "the command line" if german => "der Kommandozeile",
            "another program" if german => "einem anderen Programm",
            name => name,
        };
        let process = if german { "Prozess" } else { "process" };
        write!(f, "{program} ({process} {})", holder.process)
    }
}

impl MessageSample for OpenIn {
    fn samples(_: &str) -> Vec<Self> {
        let by = |program: &str| {
            Self(Some(Holder {
                process: 4321,
                program: program.to_owned(),
            }))
        };
        vec![by("the app"), by("the command line"), Self(None)]
    }
}

/// A field of a document with a text that people write, at the start of a sentence: in English as
/// its subject, and in German as its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextField(pub(crate) &'static str);

impl Localize for TextField {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (english, german) = match self.0 {
            "bins" => ("A bin", "In einer Klasse"),
            "column" => ("The name of the column", "Im Namen der Spalte"),
            "columns" => (
                "A column of the cross-tabulation or one of its bins",
                "In einer Spalte der Kreuztabelle oder einer ihrer Klassen",
            ),
            "description" => ("The description", "In der Beschreibung"),
            "filters" => ("A condition", "In einer Bedingung"),
            "labels" => ("A label", "In einer Beschriftung"),
            "payment_reference" => ("The payment reference", "In der Zahlungsreferenz"),
            "populations" => ("The name of a population", "Im Namen einer Population"),
            "reason" => ("The reason", "Im Grund"),
            "seller_name" | "buyer_name" | "maker_name" => {
                ("The name of the home", "Im Namen der Mappe")
            }
            "terms" => ("The terms", "In den Nutzungsbedingungen"),
            "title" => ("The title", "Im Titel"),
            "unit" => ("The unit", "In der Maßeinheit"),
            "unit_column" => (
                "The name of the person column",
                "Im Namen der Spalte, die die Schutzeinheit nennt,",
            ),
            "unit_name" => ("The name of the privacy unit", "Im Namen der Schutzeinheit"),
            other => {
                return match language {
                    Language::English => write!(f, "The field {other}"),
                    Language::German => write!(f, "Im Feld {other}"),
                };
            }
        };
        f.write_str(match language {
            Language::English => english,
            Language::German => german,
        })
    }
}

impl MessageSample for TextField {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self("title"), Self("terms"), Self("unit_column")]
    }
}

/// A character that must not be in a text.
#[derive(Clone, Copy)]
pub(crate) struct HiddenSign(pub(crate) char);

impl HiddenSign {
    /// Returns whether the character ends a line.
    pub(crate) fn breaks_a_line(self) -> bool {
        matches!(
            self.0,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    }
}

impl Localize for HiddenSign {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u32::from(self.0);
        match (self.0, language) {
            ('\t', Language::English) => f.write_str("a tab"),
            ('\t', Language::German) => f.write_str("ein Tabulator"),
            (_, Language::English) if self.breaks_a_line() => f.write_str("a line break"),
            (_, Language::German) if self.breaks_a_line() => f.write_str("ein Zeilenumbruch"),
            (sign, Language::English) if sign.is_control() => {
                write!(f, "the control character U+{number:04X}")
            }
            (sign, Language::German) if sign.is_control() => {
                write!(f, "das Steuerzeichen U+{number:04X}")
            }
            (_, Language::English) => write!(f, "the invisible character U+{number:04X}"),
            (_, Language::German) => write!(f, "das unsichtbare Zeichen U+{number:04X}"),
        }
    }
}

impl MessageSample for HiddenSign {
    fn samples(_: &str) -> Vec<Self> {
        ['\t', '\n', '\u{7}', '\u{200b}'].map(Self).into()
    }
}

/// Why a name is refused. It follows a colon.
#[derive(Clone, Copy)]
pub(crate) struct NameProblem(pub(crate) TextFault);

impl Localize for NameProblem {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, language) {
            (TextFault::Empty, Language::English) => f.write_str("it is empty"),
            (TextFault::Empty, Language::German) => f.write_str("Der Text ist leer"),
            (TextFault::TooLong { most }, Language::English) => {
                write!(f, "it has more than {} characters", language.write(&most))
            }
            (TextFault::TooLong { most }, Language::German) => {
                write!(f, "Der Text hat mehr als {} Zeichen", language.write(&most))
            }
            (TextFault::Hidden { sign }, Language::English) => {
                write!(f, "it has {}", language.write(&HiddenSign(sign)))
            }
            (TextFault::Hidden { sign }, Language::German) => {
                write!(f, "Darin steht {}", language.write(&HiddenSign(sign)))
            }
        }
    }
}

impl MessageSample for NameProblem {
    fn samples(_: &str) -> Vec<Self> {
        let sign = '\u{200b}';
        [
            TextFault::Empty,
            TextFault::TooLong { most: 100 },
            TextFault::Hidden { sign },
        ]
        .map(Self)
        .into()
    }
}
