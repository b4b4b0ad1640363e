//! One error type for every shell: a code for callers to act on, a message, and hints.

mod code;
mod fault;
mod place;

use std::{
    fmt, io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use poundwise_words::{Language, Localize, Text};
use serde::Serialize;

use crate::hint::Hint;
use crate::messages::{MachineHint, MachineMessage};

pub use crate::messages::Doing;

pub use code::ErrorCode;
pub use fault::{
    BankChoice, CodebookFault, InvoiceSide, InvoiceTermsFault, KindFault, NumberFault, NumberOf,
    RuleSubject, StatementFault, VatFault, VatIdFault,
};
pub use place::{AmountFault, DayFault, ErrorPlace, NewFileFault};
pub use poundwise_query::QueryErrorCode;

/// Whether views have the German words.
static GERMAN_IN_VIEWS: AtomicBool = AtomicBool::new(true);

/// Leaves the German words out of all views of this process. The JSON of the command line is in
/// English.
pub fn leave_out_german() {
    GERMAN_IN_VIEWS.store(false, Ordering::Relaxed);
}

/// Returns whether views have the German words.
pub fn german_in_views() -> bool {
    GERMAN_IN_VIEWS.load(Ordering::Relaxed)
}

/// Result of every call of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Party that can fix the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is malformed and must be changed. Exit code 2.
    Usage,
    /// A rule of the market refuses the request. Exit code 1.
    Refused,
    /// The data read do not verify or are damaged. Exit code 1.
    Unverified,
    /// An I/O error, a held lock or a missing permission. It says nothing about the data that were
    /// to be read or written. Exit code 1.
    Failed,
}

/// The error of a call, for a person and for a script.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    code: ErrorCode,
    said: Box<Said>,
    hints: Vec<Hint>,
    place: Option<Box<ErrorPlace>>,
    of: Option<Box<str>>,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// Errors of other fields of the same request.
    also: Vec<Error>,
}

/// Returns the values of two fields of a request, so that a form shows the errors of both at once.
///
/// # Errors
/// That of the first field, with that of the other one in it ([`Error::and`]).
pub fn both<A, B>(one: Result<A>, other: Result<B>) -> Result<(A, B)> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
        (Err(one), Err(other)) => Err(one.and(other)),
    }
}

/// The message of an error.
#[derive(Clone, Debug)]
struct Said {
    text: Text,
    /// The text in English.
    english: String,
}

impl Said {
    fn new(text: Text) -> Box<Self> {
        let english = one_stop(text.to_string());
        Box::new(Self { text, english })
    }
}

/// The form in which an [`Error`] is passed to the window and printed by `--json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorView {
    /// Stable code of the error.
    pub code: ErrorCode,
    /// Failure and the thing that it happened to.
    pub message: String,
    /// Ways out, one hint a line.
    pub hints: Vec<String>,
    /// The part of the request that is wrong, where that is known more closely than by the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<Box<ErrorPlace>>,
    /// Name of the one of several things that the error is about. The message names it at its
    /// beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub of: Option<String>,
    /// Message and hints in German, for the window. `None` in what `--json` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub german: Option<Box<GermanWords>>,
    /// Errors of other fields of the same request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub also: Option<Vec<ErrorView>>,
}

/// Message and hints of an error in German.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct GermanWords {
    /// Failure and the thing that it happened to.
    pub message: String,
    /// Ways out, one hint a line.
    pub hints: Vec<String>,
}

impl Error {
    /// Returns the error of a malformed request.
    pub fn usage(code: impl Into<ErrorCode>, message: impl Into<Text>) -> Self {
        Self::new(ErrorKind::Usage, code, message)
    }

    /// Returns a refusal.
    pub fn refused(code: impl Into<ErrorCode>, message: impl Into<Text>) -> Self {
        Self::new(ErrorKind::Refused, code, message)
    }

    /// Returns the error of data that do not verify or are damaged.
    pub fn unverified(code: impl Into<ErrorCode>, message: impl Into<Text>) -> Self {
        Self::new(ErrorKind::Unverified, code, message)
    }

    /// Returns the error of a failed operation of the machine.
    pub fn failed(code: impl Into<ErrorCode>, message: impl Into<Text>) -> Self {
        Self::new(ErrorKind::Failed, code, message)
    }

    /// Returns the error of a fault in the program itself, which no input brings about.
    pub fn fault(message: impl Into<Text>) -> Self {
        Self::failed(ErrorCode::Internal, message).hint(MachineHint::ReportFault)
    }

    fn new(kind: ErrorKind, code: impl Into<ErrorCode>, message: impl Into<Text>) -> Self {
        let (code, said) = (code.into(), Said::new(message.into()));
        let message = &said.english;
        debug_assert!(message.ends_with(['.', '?', '!']), "no sentence: {message}");
        #[cfg(debug_assertions)]
        note(code);
        Self {
            kind,
            code,
            said,
            hints: Vec::new(),
            place: None,
            of: None,
            source: None,
            also: Vec::new(),
        }
    }

    /// Keeps the error that caused this one.
    #[must_use]
    pub fn because_of(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Names the part of the request that the error is about.
    #[must_use]
    pub fn at(mut self, place: ErrorPlace) -> Self {
        self.place = Some(Box::new(place));
        self
    }

    /// Puts the thing that the error is about in front of the message.
    #[must_use]
    pub fn about(mut self, what: impl Into<Text>) -> Self {
        self.said = Said::new(self.said.text.about(what));
        self
    }

    /// Names the one of several things that the error is about, which the message names too.
    #[must_use]
    pub fn of(mut self, name: impl Into<String>) -> Self {
        self.of = Some(name.into().into_boxed_str());
        self
    }

    /// Adds the error of another field of the same request, and the errors in it.
    #[must_use]
    pub fn and(mut self, mut other: Self) -> Self {
        let others = std::mem::take(&mut other.also);
        self.also.push(other);
        self.also.extend(others);
        self
    }

    /// Changes each hint.
    #[must_use]
    pub fn map_hints(mut self, change: impl FnMut(Hint) -> Hint) -> Self {
        self.hints = self.hints.into_iter().map(change).collect();
        self
    }

    /// Returns the party that can fix the failure.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the code.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.said.english
    }

    /// Returns the hints.
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// Returns the errors of other fields of the same request.
    pub fn also(&self) -> impl Iterator<Item = &Self> {
        self.also.iter()
    }

    /// Returns the part of the request that the error is about, if it is known.
    pub fn place(&self) -> Option<&ErrorPlace> {
        self.place.as_deref()
    }

    /// Returns the command line's exit code: 2 for wrong usage, 1 for everything else.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            ErrorKind::Usage => 2,
            ErrorKind::Refused | ErrorKind::Unverified | ErrorKind::Failed => 1,
        }
    }

    /// Returns the form that is passed to the window, in plain words.
    pub fn view(&self) -> ErrorView {
        let view = ErrorView {
            german: german_in_views().then(|| self.german()),
            also: self.views_of_others(Self::view),
            ..self.view_in(|hint| one_stop(hint.to_string()))
        };
        debug_assert!(
            !view
                .hints
                .iter()
                .chain([&view.message])
                .any(|text| of_a_command_line(text)),
            "words of the command line on their way to the window: {view:?}",
        );
        view
    }

    /// Returns the form that is printed by `--json`, with a shell's own words for the hints.
    pub fn view_in(&self, words: impl Fn(&Hint) -> String) -> ErrorView {
        self.view_by(&words)
    }

    fn view_by(&self, words: &dyn Fn(&Hint) -> String) -> ErrorView {
        ErrorView {
            code: self.code,
            message: self.said.english.clone(),
            hints: self.hints.iter().map(words).collect(),
            also: self.views_of_others(|other| other.view_by(words)),
            at: self.place.clone(),
            of: self.of.as_deref().map(str::to_owned),
            german: None,
        }
    }

    fn views_of_others(&self, view: impl Fn(&Self) -> ErrorView) -> Option<Vec<ErrorView>> {
        let others = || self.also.iter().map(view).collect();
        (!self.also.is_empty()).then(others)
    }

    /// Returns the words in German.
    fn german(&self) -> Box<GermanWords> {
        let language = Language::German;
        let hints = self.hints.iter();
        Box::new(GermanWords {
            message: one_stop(language.write(&self.said.text).to_string()),
            hints: hints
                .map(|hint| one_stop(language.write(hint).to_string()))
                .collect(),
        })
    }
}

/// Notes, in the folder that `POUNDWISE_CODES` names, that an error of this code was made: after
/// all tests, a test compares the folder with the list of codes. Builds for users have no such
/// thing.
#[cfg(debug_assertions)]
fn note(code: ErrorCode) {
    if let Some(folder) = std::env::var_os("POUNDWISE_CODES") {
        // A folder that cannot be written is noticed by the test that reads it.
        let _ = std::fs::write(Path::new(&folder).join(code.as_str()), "");
    }
}

/// Returns the message with one full stop at its end instead of two. An ellipsis stays.
fn one_stop(mut message: String) -> String {
    while message.ends_with("..") && !message.ends_with("...") {
        message.pop();
    }
    message
}

/// Returns a message of another program as a sentence: with a capital at its start and a full stop.
pub fn sentence(text: impl fmt::Display) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}

/// Converts an I/O error on `path` to one that names the path and what to do.
pub fn io_error(path: &Path, doing: Doing, error: &io::Error) -> Error {
    let what = MachineMessage::Cannot {
        doing,
        path: path.to_owned(),
        why: error.to_string(),
    };
    let of_path = |code: ErrorCode, way: MachineHint| {
        Error::failed(code, what.clone())
            .hint(way)
            .at(ErrorPlace::of_path(path))
    };
    let told = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::failed(
            ErrorCode::DiskFull,
            MachineMessage::DiskFull {
                doing,
                path: path.to_owned(),
            },
        )
        .hint(MachineHint::MakeRoom),
        io::ErrorKind::ReadOnlyFilesystem => {
            of_path(ErrorCode::ReadOnly, MachineHint::MakeWritable)
        }
        io::ErrorKind::PermissionDenied => of_path(ErrorCode::Permission, MachineHint::CheckOwner),
        io::ErrorKind::NotFound => of_path(ErrorCode::NotFound, MachineHint::CheckPath),
        io::ErrorKind::IsADirectory => {
            of_path(QueryErrorCode::IsAFolder.into(), MachineHint::NameFile)
        }
        _ => Error::failed(ErrorCode::Io, what),
    };
    told.because_of(match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    })
}

/// Returns the error of work that the callback stopped.
#[must_use]
pub fn stopped() -> Error {
    Error::refused(ErrorCode::Stopped, MachineMessage::Stopped).hint(MachineHint::StartAgain)
}

/// Returns whether a text tells how to do something on the command line, which nobody can in a
/// window. A name in quotation marks is a person's, and may be anything.
fn of_a_command_line(text: &str) -> bool {
    text.contains("`poundwise ")
        || text.contains(": poundwise ")
        || text.split(' ').any(|word| {
            word.trim_start_matches(['`', '(', '\''])
                .strip_prefix("--")
                .is_some_and(|option| option.starts_with(|c: char| c.is_ascii_lowercase()))
        })
}

impl Localize for Error {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_stop(language.write(&self.said.text).to_string()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said.english)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}

impl From<poundwise_query::Error> for Error {
    fn from(error: poundwise_query::Error) -> Self {
        match error {
            poundwise_query::Error::Wrong(wrong) => Self {
                kind: match wrong.kind {
                    poundwise_query::Kind::Usage => ErrorKind::Usage,
                    poundwise_query::Kind::Refused => ErrorKind::Refused,
                    poundwise_query::Kind::Failed => ErrorKind::Failed,
                },
                code: wrong.code.into(),
                said: Said::new(wrong.message),
                hints: wrong.hints.into_iter().map(Hint::Query).collect(),
                place: wrong
                    .fault
                    .map(|fault| Box::new(ErrorPlace::Query { fault })),
                of: None,
                source: None,
                also: Vec::new(),
            },
            poundwise_query::Error::Unreadable { file, source } => {
                io_error(&file, Doing::Read, &source)
            }
            poundwise_query::Error::Stopped => stopped(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::{Act, Field};

    #[test]
    fn a_window_is_told_in_plain_words_and_a_shell_in_its_own() {
        let text = Text::verbatim;
        let error = Error::refused(ErrorCode::NoHome, text("There is no home in /a."))
            .hint(Act::Init.to(text("Create one.")))
            .hint(Field::Cap.to(text("State a cap.")).such_as(text("8")));
        assert_eq!(
            error.view().hints,
            ["Create one.", "State a cap, such as 8."]
        );
        assert_eq!(error.view_in(|_| "own".to_owned()).hints, ["own", "own"]);
    }

    #[test]
    fn an_error_of_the_machine_has_the_code_of_what_can_be_done() {
        for (kind, code) in [
            (io::ErrorKind::StorageFull, "disk-full"),
            (io::ErrorKind::QuotaExceeded, "disk-full"),
            (io::ErrorKind::ReadOnlyFilesystem, "read-only"),
            (io::ErrorKind::PermissionDenied, "permission"),
            (io::ErrorKind::NotFound, "not-found"),
            (io::ErrorKind::IsADirectory, "is-a-folder"),
            (io::ErrorKind::TimedOut, "io"),
        ] {
            let told = io_error(Path::new("/a"), Doing::Read, &kind.into());
            assert_eq!(
                (told.code().as_str(), told.kind()),
                (code, ErrorKind::Failed)
            );
            assert!(told.message().contains("/a"), "{told}");
            let at = ErrorPlace::Path {
                path: "/a".to_owned(),
            };
            let has_place = !["disk-full", "io"].contains(&code);
            assert_eq!(told.place().cloned(), has_place.then_some(at), "{told}");
        }
    }

    /// A message that ended with another error's message used to end with two full stops.
    #[test]
    fn a_message_ends_with_one_full_stop() {
        for (text, shown) in [
            ("It is gone..", "It is gone."),
            ("It is gone.", "It is gone."),
            ("And so on...", "And so on..."),
        ] {
            let text = Text::verbatim(text);
            let error = Error::refused(ErrorCode::Market, text.clone()).hint(text);
            assert_eq!(error.message(), shown);
            assert_eq!(error.view().hints[0], shown);
        }
    }

    #[test]
    fn one_of_several_things_is_named() {
        let error = Error::usage(ErrorCode::Step, Text::verbatim("The step is 0."))
            .about(Text::verbatim("line 3, “Age”"))
            .of("Age");
        assert_eq!(error.message(), "line 3, “Age”: The step is 0.");
        assert_eq!(error.view().of.as_deref(), Some("Age"));
    }

    /// The German words of an error began with the English “line 3”.
    #[test]
    fn views_have_the_german_words() {
        let unread = poundwise_query::edge("x").err().map(Error::from).unwrap();
        let words = |error: &Error| error.view().german.map(|german| german.message);
        let german = "Die Klassengrenze „x“ ist keine Zahl.".to_owned();
        assert_eq!(words(&unread), Some(german.clone()));
        let named = unread.about(Text::verbatim("x"));
        assert_eq!(words(&named), Some(format!("x: {german}")));
        assert!(named.message().starts_with("x: The edge"));
    }

    #[test]
    fn a_message_of_another_crate_becomes_a_sentence() {
        assert_eq!(sentence("it is too long"), "It is too long.");
        assert_eq!(sentence("Is it?"), "Is it?");
        assert_eq!(sentence("ε is 0"), "ε is 0.");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn words_of_the_command_line_are_known_from_names() {
        for text in [
            "See it with `poundwise whoami`.",
            "Seal it: poundwise dataset seal a",
            "Say --cap 8.",
            "Say it (--cap 8).",
            "Say `--cap 8`.",
        ] {
            assert!(of_a_command_line(text), "{text}");
        }
        for text in [
            "There is no column \"--cap\".",
            "The file /a/--cap is gone -- it was there.",
            "This is a market of Poundwise, with a first line of its first line.",
        ] {
            assert!(!of_a_command_line(text), "{text}");
        }
    }
}
