use std::fmt;

use poundwise_words::{Language, Localize, Text, catalogue::MessageSample, messages, words_of};

messages! {
    /// Hints that several areas share.
    pub(crate) enum SharedHint {
        NothingChanged => {
            en: "Nothing was changed.",
            de: "Es wurde nichts geändert.",
        }
        SeeListings => {
            en: "See your listings.",
            de: "Sehen Sie sich Ihre Angebote an.",
        }
    }
}

messages! {
    /// Names of things in front of a message about them, or in a list.
    pub(crate) enum ThingName {
        Cap => {
            en: "The cap",
            de: "Die Grenze",
        }
        CarriedLoss => {
            en: "The carried loss",
            de: "Der mitgebrachte Verlust",
        }
        Ceiling => {
            en: "The ceiling",
            de: "Die Obergrenze",
        }
        Quoted { name: String } => {
            en: "'{name}'",
            de: "„{name}“",
        }
        Titled { title: String } => {
            en: "“{title}”",
            de: "„{title}“",
        }
    }
}

messages! {
    /// Faults in the program itself.
    pub(crate) enum FaultMessage {
        Json { what: StoredJson, why: String } => {
            en: "{what} cannot be stored or read: {why}.",
            de: "{what} lässt sich nicht speichern oder lesen ({why}).",
        }
        LinkFile { why: String } => {
            en: "The file of a link cannot be read: {why}.",
            de: "Die Datei einer Verknüpfung lässt sich nicht lesen ({why}).",
        }
        NoListing { question: String } => {
            en: "question {question} has no listing",
            de: "Die Frage {question} hat kein Angebot",
        }
        NoProof { why: String } => {
            en: "The inclusion proof cannot be computed: {why}.",
            de: "Der Prüfpfad lässt sich nicht berechnen ({why}).",
        }
        NoJournal { why: Text } => {
            en: "The ledger cannot be written as a journal: {why}.",
            de: "Das Hauptbuch lässt sich nicht als Journal schreiben: {why}.",
        }
        NoTable => {
            en: "The table was not written.",
            de: "Die Tabelle wurde nicht geschrieben.",
        }
    }
}

/// A part of the home that is stored as JSON.
#[derive(Clone, Copy)]
pub(crate) enum StoredJson {
    Codebook,
    Setting,
}

words_of! {
    StoredJson {
        Codebook => "The codebook", "Das Codebuch";
        Setting => "A setting of the home", "Eine Einstellung der Mappe";
    }
}

/// Texts with commas between them, of which some may be left out.
#[derive(Clone)]
pub(crate) struct TextList {
    texts: Vec<Text>,
    /// The number of further ones.
    more: usize,
}

impl TextList {
    /// Returns a list of at most `limit` texts.
    pub(crate) fn of(texts: impl IntoIterator<Item = impl Into<Text>>, limit: usize) -> Self {
        let mut texts = texts.into_iter().map(Into::into);
        Self {
            texts: texts.by_ref().take(limit).collect(),
            more: texts.count(),
        }
    }

    /// Returns a list of all values, which are the same in each language.
    pub(crate) fn verbatim(values: impl IntoIterator<Item = impl fmt::Display>) -> Self {
        Self::of(values.into_iter().map(Text::verbatim), usize::MAX)
    }

    /// Returns a list of all names, in quotation marks.
    pub(crate) fn quoted(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let quoted = names
            .into_iter()
            .map(|name| ThingName::Quoted { name: name.into() });
        Self::of(quoted, usize::MAX)
    }
}

impl Localize for TextList {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, text) in self.texts.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            text.localize(language, f)?;
        }
        match (self.more, language) {
            (0, _) => Ok(()),
            (more, Language::English) => write!(f, " and {} more", language.write(&more)),
            (more, Language::German) => write!(f, " und {} weitere", language.write(&more)),
        }
    }
}

impl MessageSample for TextList {
    fn samples(_: &str) -> Vec<Self> {
        let texts = || ["one", "two", "three"].map(Text::verbatim);
        vec![Self::of(texts(), 1), Self::of(texts(), 2)]
    }
}
