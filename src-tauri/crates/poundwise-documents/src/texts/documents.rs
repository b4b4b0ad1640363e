use std::fmt;

use poundwise_words::{Language, Localize, catalogue::MessageSample, messages, texts_of};

use crate::bundle::BundleError;
use crate::checkpoint::CheckpointError;
use crate::copy::CopyError;
use crate::finding::Code;
use crate::jws::{JwsError, NewerDocument};
use crate::keys::KeyError;
use crate::mail::MailError;
use crate::texts::Quoted;
use crate::units::{DocumentId, Kid};

texts_of! {
    JwsError {
        TooLong(most) => {
            en: "the document is longer than the {most} bytes allowed",
            de: "Das Dokument ist länger als die erlaubten {most} Bytes",
        }
        NotCompact => {
            en: "not a JWS compact string: three parts of base64url, without padding, joined by \
                 two points",
            de: "Das ist keine JWS in kompakter Form: drei Teile in base64url ohne Füllzeichen, mit zwei \
                 Punkten verbunden",
        }
        Header(why) => {
            en: "the header is not exactly alg, kid and typ: {why}",
            de: "Der Kopf ist nicht genau alg, kid und typ: {why}",
        }
        Algorithm(found) [found = Quoted(found)] => {
            en: "the algorithm is {found}; only \"EdDSA\" is accepted",
            de: "Das Verfahren ist {found}; nur „EdDSA“ wird angenommen",
        }
        Kind { expected, found } [expected = Quoted(expected), found = Quoted(found)] => {
            en: "the document is a {found}, not a {expected}",
            de: "Die Art des Dokuments ist {found}, nicht {expected}",
        }
        UnknownKind(found) [found = Quoted(found)] => {
            en: "{found} is not a kind of document",
            de: "{found} ist keine Art von Dokument",
        }
        NewerVersion(newer) [newer = newer.as_ref()] => {
            en: "{newer}",
            de: "{newer}",
        }
        Payload { kind, problem } => {
            en: "the payload does not have the form of kind {kind}: {problem}",
            de: "Die Nutzlast hat nicht die Form der Art {kind}: {problem}",
        }
        Invalid { kind, error } => {
            en: "the {kind} is not valid: {error}",
            de: "Das Dokument der Art {kind} ist ungültig: {error}",
        }
        Key(why) => {
            en: "the signer's key is refused: {why}",
            de: "Der Schlüssel des Unterzeichners wird nicht angenommen: {why}",
        }
        KeyMismatch => {
            en: "the key named in the header is not the key in the payload",
            de: "Der Kopf nennt einen anderen Schlüssel als der Inhalt",
        }
        Signature => {
            en: "the signature does not fit the document",
            de: "Die Signatur passt nicht zum Dokument",
        }
    }
}

impl Localize for NewerDocument {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, word, .. } = self;
        let word = Quoted(word);
        let word = language.write(&word);
        match language {
            Language::English => write!(
                f,
                "the document was made by a newer version of Poundwise: this version does not know \
                 the {field} {word}"
            ),
            Language::German => write!(
                f,
                "Das Dokument stammt von einer neueren Version von Poundwise: {field} {word} ist \
                 dieser Version unbekannt"
            ),
        }
    }
}

poundwise_words::in_english!(NewerDocument);

impl MessageSample for NewerDocument {
    fn samples(field: &str) -> Vec<Self> {
        let ids = DocumentId::samples(field)
            .into_iter()
            .zip(Kid::samples(field));
        ids.map(|(id, signer)| Self {
            id,
            signer,
            typ: "poundwise-listing;v=2".to_owned(),
            field: "typ",
            word: "poundwise-listing;v=2".to_owned(),
            place: None,
        })
        .collect()
    }
}

impl MessageSample for Box<NewerDocument> {
    fn samples(field: &str) -> Vec<Self> {
        NewerDocument::samples(field)
            .into_iter()
            .map(Self::new)
            .collect()
    }
}

#[cfg(test)]
impl NewerDocument {
    pub(crate) fn texts() -> Vec<(&'static str, poundwise_words::Text)> {
        let samples = Self::samples("").into_iter();
        samples
            .map(|one| ("NewerDocument", poundwise_words::Text::of(one)))
            .collect()
    }
}

messages! {
    /// Faults of the JSON of a document, apart from those that the reader of JSON reports.
    pub(crate) enum HeaderProblem {
        TooLong { most: usize } => {
            en: "longer than {most} characters",
            de: "Er ist länger als {most} Zeichen",
        }
        NotAnObject => {
            en: "not a JSON object",
            de: "Er ist kein Objekt in JSON",
        }
        OtherFields => {
            en: "its fields are not the prescribed ones",
            de: "Seine Felder sind nicht die vorgeschriebenen",
        }
    }
}

texts_of! {
    KeyError {
        NotEd25519 => {
            en: "the key is not an Ed25519 key: kty must be OKP and crv Ed25519",
            de: "Der Schlüssel ist keiner für Ed25519: kty muss OKP sein und crv Ed25519",
        }
        Encoding => {
            en: "the key's x is not 32 bytes of base64url",
            de: "Das x des Schlüssels ist nicht 32 Bytes in base64url",
        }
        NotAPoint => {
            en: "the key is not a point on the curve in its canonical form",
            de: "Der Schlüssel ist kein Punkt der Kurve in seiner kanonischen Form",
        }
        Weak => {
            en: "the key is weak: any signature would verify with it",
            de: "Der Schlüssel ist schwach: Mit ihm würde jede Signatur stimmen",
        }
    }
}

texts_of! {
    CheckpointError {
        TooLong => {
            en: "the checkpoint is too long",
            de: "Der Prüfpunkt ist zu lang",
        }
        Malformed(why) => {
            en: "not a checkpoint: {why}",
            de: "Das ist kein Prüfpunkt: {why}",
        }
        Origin { expected, found } => {
            en: "the checkpoint is of the log of {found}, not of {expected}",
            de: "Der Prüfpunkt gehört zum Protokoll von {found}, nicht von {expected}",
        }
        Unsigned => {
            en: "the checkpoint has no signature by the owner's key",
            de: "Der Prüfpunkt hat keine Signatur mit dem Schlüssel des Eigentümers",
        }
        Signature => {
            en: "the owner's signature does not fit the checkpoint",
            de: "Die Signatur des Eigentümers passt nicht zum Prüfpunkt",
        }
    }
}

texts_of! {
    BundleError {
        NotABundle => {
            en: "not a bundle",
            de: "Das ist kein Bündel",
        }
        TooLong(entry) => {
            en: "the bundle's {entry} is longer than it may be",
            de: "{entry} im Bündel ist länger als erlaubt",
        }
        Layout(byte) => {
            en: "the bundle is damaged, or was packed by another program: byte {byte} is not as \
                 prescribed",
            de: "Das Bündel ist beschädigt oder wurde mit einem anderen Programm gepackt: \
                 Byte {byte} ist nicht wie vorgeschrieben",
        }
        Entry(entry, why) => {
            en: "the bundle's {entry} is not readable: {why}",
            de: "{entry} im Bündel ist nicht lesbar: {why}",
        }
        Refused { code, message } => {
            en: "{message} ({code})",
            de: "{message} ({code})",
        }
    }
}

texts_of! {
    CopyError {
        NotACopy => {
            en: "not a copy",
            de: "Das ist keine Kopie",
        }
        TooLong(entry) => {
            en: "the copy's {entry} is longer than it may be",
            de: "{entry} in der Kopie ist länger als erlaubt",
        }
        Layout(byte) => {
            en: "the copy is damaged, or was packed by another program: byte {byte} is not as \
                 prescribed",
            de: "Die Kopie ist beschädigt oder wurde mit einem anderen Programm gepackt: \
                 Byte {byte} ist nicht wie vorgeschrieben",
        }
        Entry(entry, why) => {
            en: "the copy's {entry} is not readable: {why}",
            de: "{entry} in der Kopie ist nicht lesbar: {why}",
        }
        Refused { code, message } => {
            en: "{message} ({code})",
            de: "{message} ({code})",
        }
    }
}

texts_of! {
    MailError {
        NotMail => {
            en: "it is not a file that Poundwise saved for sending by mail",
            de: "Poundwise hat diese Datei nicht zum Versenden gespeichert",
        }
        Cut => {
            en: "it ends early: it was cut on its way",
            de: "Sie endet zu früh: Sie wurde unterwegs abgeschnitten",
        }
        Layout(byte) => {
            en: "it is damaged, or was packed by another program: byte {byte} is not as prescribed",
            de: "Sie ist beschädigt oder wurde mit einem anderen Programm gepackt: Byte {byte} ist \
                 nicht wie vorgeschrieben",
        }
        Newer => {
            en: "a newer version of Poundwise saved it",
            de: "Eine neuere Version von Poundwise hat sie gespeichert",
        }
        TooLong(object) => {
            en: "its object {object} is longer than it may be",
            de: "Ihr Objekt {object} ist länger als erlaubt",
        }
        Objects(why) => {
            en: "{why}",
            de: "{why}",
        }
    }
}

/// The code is the same in each language.
impl Localize for Code {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl MessageSample for Code {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::WrongPrice]
    }
}
