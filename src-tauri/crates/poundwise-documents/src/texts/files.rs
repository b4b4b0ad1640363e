use std::fmt;
use std::io;

use poundwise_words::{Language, Localize, catalogue::MessageSample, texts_of};

use crate::ledger::{LedgerError, LedgerSourceError};
use crate::log::{Hash, HashError};
use crate::reader::ReaderError;
use crate::tiles::{GrowthError, TileId, TileIdError, TilesError};
use crate::values::{MAX_VALUES_FILE, ValuesError};

/// Declares an enum of faults, each with its clause in both languages.
macro_rules! faults {
    (
        $(#[$doc:meta])*
        $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident => { en: $en:literal, de: $de:literal $(,)? })+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        texts_of! {
            $name { $($variant => { en: $en, de: $de })+ }
        }
    };
}

faults! {
    /// Fault in the form of a checkpoint.
    NoteFault {
        /// The text is not followed by an empty line.
        NoEmptyLine => {
            en: "an empty line must follow its text",
            de: "Auf seinen Text muss eine leere Zeile folgen",
        }
        /// The text is not three lines.
        NotThreeLines => {
            en: "its text must be three lines: origin, size, root",
            de: "Sein Text muss drei Zeilen haben: Herkunft, Größe, Wurzel",
        }
        /// The first line does not name the owner.
        Origin => {
            en: "its first line must be poundwise/ and the owner's key id",
            de: "Seine erste Zeile muss poundwise/ und die Kennung des Schlüssels des Eigentümers \
                 sein",
        }
        /// The second line is not a size.
        Size => {
            en: "its second line must be the log's size",
            de: "Seine zweite Zeile muss die Größe des Protokolls sein",
        }
        /// The third line is not a root hash.
        Root => {
            en: "its third line must be the log's root",
            de: "Seine dritte Zeile muss die Wurzel des Protokolls sein",
        }
        /// The last line is not ended.
        LastLine => {
            en: "its last line must be ended by a newline",
            de: "Seine letzte Zeile muss mit einem Zeilenumbruch enden",
        }
        /// A line after the text is not a signature.
        SignatureLine => {
            en: "a line after the text is not a signature",
            de: "Eine Zeile nach dem Text ist keine Signatur",
        }
        /// The log is larger than 2^53 - 1.
        TooManyEntries => {
            en: "the log has too many entries",
            de: "Das Protokoll hat zu viele Einträge",
        }
    }
}

faults! {
    /// Fault of an entry of a bundle or a copy.
    EntryFault {
        /// The inclusion proof cannot be encoded.
        Unwritable => {
            en: "it cannot be written",
            de: "Die Datei lässt sich nicht schreiben",
        }
        /// Not UTF-8.
        NotText => {
            en: "it is not text",
            de: "Die Datei ist kein Text",
        }
        /// Not the JSON of an inclusion proof.
        NotAProof => {
            en: "it is not an index, a size and hashes",
            de: "Die Datei besteht nicht aus Nummer, Größe und Hashwerten",
        }
        /// The JSON is not in its canonical form.
        NotCanonical => {
            en: "it is not in its canonical form",
            de: "Die Datei hat nicht ihre vorgeschriebene Form",
        }
    }
}

faults! {
    /// Fault in the objects of a mail file.
    MailFault {
        /// A name that no object of such a file has.
        OtherName => {
            en: "it contains an object that no file of its kind has",
            de: "Sie enthält ein Objekt, das keine Datei ihrer Art hat",
        }
        /// The objects are not in their order, or one is there twice.
        Order => {
            en: "its objects are not in their order",
            de: "Ihre Objekte stehen nicht in der vorgeschriebenen Reihenfolge",
        }
        /// More objects than any file has.
        TooMany => {
            en: "it has too many objects",
            de: "Sie hat zu viele Objekte",
        }
        /// An object is missing, or there is one too many.
        Count => {
            en: "it does not contain exactly one listing, order or delivery and what belongs to it",
            de: "Sie enthält nicht genau ein Angebot, eine Bestellung oder eine Lieferung und was \
                 dazu gehört",
        }
    }
}

faults! {
    /// Fault of a line of a ledger file.
    LedgerLineFault {
        /// The line is empty.
        Empty => {
            en: "it is empty",
            de: "Sie ist leer",
        }
        /// The line has a carriage return.
        CarriageReturn => {
            en: "it has a carriage return; a ledger's lines end with a newline alone",
            de: "Sie enthält einen Wagenrücklauf; die Zeilen eines Hauptbuchs enden nur mit einem \
                 Zeilenvorschub",
        }
        /// Not UTF-8.
        NotUtf8 => {
            en: "it is not UTF-8",
            de: "Sie ist kein UTF-8",
        }
    }
}

texts_of! {
    LedgerError {
        LineTooLong(line) => {
            en: "line {line} is longer than any document",
            de: "Zeile {line} ist länger als jedes Dokument",
        }
        Line(line, why) => {
            en: "line {line} is not a line of a ledger: {why}",
            de: "Zeile {line} ist keine Zeile eines Hauptbuchs: {why}",
        }
        CutOff(line) => {
            en: "the file ends in the middle of line {line}: it has been cut off",
            de: "Die Datei endet mitten in Zeile {line}: Sie ist abgeschnitten",
        }
        Checkpoint(why) => {
            en: "the ledger does not begin with a signed checkpoint: {why}",
            de: "Das Hauptbuch beginnt nicht mit einem signierten Prüfpunkt: {why}",
        }
    }
}

impl Localize for LedgerSourceError {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.io_error();
        match language {
            Language::English => write!(f, "the ledger cannot be read: {why}"),
            Language::German => write!(f, "das Hauptbuch lässt sich nicht lesen ({why})"),
        }
    }
}

poundwise_words::in_english!(LedgerSourceError);

impl MessageSample for LedgerSourceError {
    fn samples(_: &str) -> Vec<Self> {
        vec![io::Error::other("the disk failed").into()]
    }
}

impl<R: Localize, S: Localize> Localize for ReaderError<R, S> {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => why.localize(language, f),
            Self::Source(why) => why.localize(language, f),
        }
    }
}

faults! {
    /// Fault in the layout of a values file.
    LayoutFault {
        /// The footer's number of rows is wrong.
        Rows => {
            en: "the number of rows differs from the declared one",
            de: "Es sind nicht so viele Zeilen wie angegeben",
        }
        /// An index is below 0.
        NegativeIndex => {
            en: "an index is negative",
            de: "Eine Nummer ist negativ",
        }
        /// The footer is longer than what is read.
        LongFooter => {
            en: "its footer is too long",
            de: "Die Fußzeile ist zu lang",
        }
        /// The footer's length is wrong.
        FooterLength => {
            en: "its footer has another length than declared",
            de: "Die Fußzeile ist nicht so lang wie angegeben",
        }
        /// A field of the metadata that no values file has.
        UnknownField => {
            en: "its metadata has a field that it must not have",
            de: "Die Metadaten haben ein Feld, das sie nicht haben dürfen",
        }
        /// A column is not that of the schema.
        OtherColumn => {
            en: "a column is not the one that the schema declares",
            de: "Eine Spalte ist nicht die, die das Schema angibt",
        }
        /// A compressed column.
        Compressed => {
            en: "it must be uncompressed",
            de: "Die Datei muss unkomprimiert sein",
        }
        /// A column begins or ends outside the file.
        ColumnOutside => {
            en: "a column lies outside the file",
            de: "Eine Spalte liegt außerhalb der Datei",
        }
        /// The header of a page is longer than what is read.
        LongPageHeader => {
            en: "the header of a page is too long",
            de: "Der Kopf einer Seite ist zu lang",
        }
        /// Pages in another encoding.
        NotPlain => {
            en: "its pages must be plain",
            de: "Die Seiten müssen einfach kodiert sein",
        }
        /// A page ends after its column.
        LongPage => {
            en: "a page is longer than its column",
            de: "Eine Seite ist länger als ihre Spalte",
        }
        /// More values than rows.
        MoreValues => {
            en: "a column has more values than rows",
            de: "Eine Spalte hat mehr Werte als Zeilen",
        }
        /// Fewer values than rows.
        FewerValues => {
            en: "a column has fewer values than rows",
            de: "Eine Spalte hat weniger Werte als Zeilen",
        }
        /// A page whose length is not that of its values.
        PageLength => {
            en: "a page has another length than its values",
            de: "Eine Seite hat eine andere Länge als ihre Werte",
        }
        /// A page ends inside a label.
        CutLabel => {
            en: "a page ends inside a label",
            de: "Eine Seite endet innerhalb einer Bezeichnung",
        }
        /// A label is not UTF-8.
        LabelNotUtf8 => {
            en: "a label is not UTF-8",
            de: "Eine Bezeichnung ist kein UTF-8",
        }
    }
}

texts_of! {
    ValuesError {
        TooLong [most = MAX_VALUES_FILE] => {
            en: "the values file is longer than {most} bytes",
            de: "Die Wertedatei ist länger als {most} Bytes",
        }
        Rows => {
            en: "a values file has from 1 to 2^24 rows",
            de: "Eine Wertedatei hat 1 bis 2^24 Zeilen",
        }
        Lengths => {
            en: "there must be one label and, with a base, one base value for each value",
            de: "Zu jedem Wert muss es eine Bezeichnung geben und, wenn es eine frühere Freigabe \
                 gibt, einen Wert von ihr",
        }
        Index(row) => {
            en: "row {row} is not numbered {row}",
            de: "Zeile {row} hat nicht die Nummer {row}",
        }
        Columns => {
            en: "the columns are not index, label, value and changed, each required",
            de: "Die Spalten sind nicht index, label, value und changed, jede ohne fehlende Werte",
        }
        Layout(why) => {
            en: "the values file is not laid out as one: {why}",
            de: "Die Wertedatei ist nicht wie vorgeschrieben aufgebaut: {why}",
        }
        Parquet => {
            en: "the values file is not readable Parquet",
            de: "Die Wertedatei ist kein lesbares Parquet",
        }
    }
}

texts_of! {
    HashError => {
        en: "not a hash: 32 bytes in padded base64, 44 characters",
        de: "Das ist kein Hashwert: 32 Bytes in base64 mit Füllzeichen, 44 Zeichen",
    }
}

texts_of! {
    TileIdError => {
        en: "not the name of a tile: tile/<level 0 to 6, or entries>/<number in groups of three \
             digits>, and .p/<1 to 255> for a part of one",
        de: "Das ist kein Name einer Kachel: tile/<Ebene 0 bis 6 oder entries>/<Nummer in Gruppen aus drei \
             Ziffern>, und .p/<1 bis 255> für den Teil einer Kachel",
    }
}

texts_of! {
    TilesError {
        Missing(tile) => {
            en: "{tile} is missing",
            de: "{tile} fehlt",
        }
        Malformed(tile) => {
            en: "{tile} is not a tile of the width in its name",
            de: "{tile} ist keine Kachel der Breite in ihrem Namen",
        }
        Disagrees(tile) => {
            en: "{tile} does not agree with the tiles below it",
            de: "{tile} stimmt nicht mit den Kacheln darunter überein",
        }
        Root { size, signed, found } => {
            en: "the tiles give the root {found} for {size} entries, the checkpoint has {signed}",
            de: "Die Kacheln ergeben für {size} Einträge die Wurzel {found}, der Prüfpunkt hat \
                 {signed}",
        }
    }
}

texts_of! {
    GrowthError {
        Owners { before, after } => {
            en: "the checkpoints are of two owners, {before} and {after}",
            de: "Die Prüfpunkte sind von zwei Eigentümern, {before} und {after}",
        }
        RolledBack { before, after } => {
            en: "the log had {before} entries before and has {after} now: it has been rolled back",
            de: "Das Protokoll hatte zuvor {before} Einträge und hat jetzt {after}: Einträge \
                 wurden entfernt",
        }
        Fork { size, signed, found } => {
            en: "the first {size} entries of the log have the root {found} now and had {signed} \
                 before: the owner signed two histories",
            de: "Die ersten {size} Einträge des Protokolls haben jetzt die Wurzel {found} und \
                 hatten zuvor {signed}: Der Eigentümer hat zwei Historien signiert",
        }
        Tiles(why) => {
            en: "{why}",
            de: "{why}",
        }
    }
}

/// The name of a tile is the same in each language.
impl Localize for TileId {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl MessageSample for TileId {
    fn samples(_: &str) -> Vec<Self> {
        "tile/0/000".parse().into_iter().collect()
    }
}

/// A hash is the same in each language.
impl Localize for Hash {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl MessageSample for Hash {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::empty_root()]
    }
}
