//! From the error of a driver to a message with its way out.
//!
//! The code of an error decides. Errors of connections and of rows that are on their way have no
//! code in ADBC, and DuckDB has none at all; their texts decide. A text can only choose one of the
//! messages here.

use crate::messages::DriverMessage;
use crate::wire::{Failed, Failure, SqlState};

/// Beginning of the errors that a statement raises at a cell that it cannot take.
pub const CELL_ERROR: &str = "poundwise: ";

/// The message of each phrase, the first one that an error has.
type Phrases<'a> = &'a [(&'a str, fn() -> DriverMessage)];

/// Errors of connections: of libpq, in its English, of servers of PostgreSQL in English and German,
/// of DuckDB, and of Spark's driver.
const CONNECTION: Phrases<'_> = &[
    ("unsupported startup parameter", || DriverMessage::Pooler),
    ("authentication failed", || DriverMessage::WrongLogin),
    ("Authentifizierung", || DriverMessage::WrongLogin),
    ("no password supplied", || DriverMessage::WrongLogin),
    ("FATAL:  role ", || DriverMessage::WrongLogin),
    ("FATAL:  Rolle ", || DriverMessage::WrongLogin),
    ("no encryption", || DriverMessage::NoTls),
    ("keine Verschlüsselung", || DriverMessage::NoTls),
    ("pg_hba.conf", || DriverMessage::WrongLogin),
    ("FATAL:  database ", || DriverMessage::NoDatabase),
    ("FATAL:  Datenbank ", || DriverMessage::NoDatabase),
    ("IO Error: Cannot open database", || {
        DriverMessage::NoDatabase
    }),
    ("IO Error: Could not set lock", || DriverMessage::Locked),
    ("not a valid DuckDB database", || DriverMessage::OtherFile),
    ("database file with version", || DriverMessage::OtherFile),
    ("Serialization Error", || DriverMessage::OtherFile),
    ("Is a directory", || DriverMessage::OtherFile),
    ("Permission denied", || DriverMessage::FileNotReadable),
    ("too many clients", || DriverMessage::Busy),
    ("too many connections", || DriverMessage::Busy),
    ("connection slots", || DriverMessage::Busy),
    ("does not support SSL", || DriverMessage::NoTls),
    ("SSL error", || DriverMessage::NoTls),
    ("certificate", || DriverMessage::NoTls),
    ("tls: ", || DriverMessage::NoTls),
    ("connection error: ", || DriverMessage::ServerAway),
    ("name resolver error: ", || DriverMessage::ServerAway),
    ("Is the server running", || DriverMessage::ServerAway),
    ("Connection refused", || DriverMessage::ServerAway),
    ("could not translate host name", || {
        DriverMessage::ServerAway
    }),
    ("timeout expired", || DriverMessage::ServerAway),
    ("timed out", || DriverMessage::ServerAway),
    ("closed the connection", || DriverMessage::ServerAway),
    ("could not receive data", || DriverMessage::ServerAway),
    ("No route to host", || DriverMessage::ServerAway),
    ("Network is unreachable", || DriverMessage::ServerAway),
];

/// Errors of statements without a code: beginnings of texts.
const CLASSES: Phrases<'_> = &[
    ("Catalog Error: ", || DriverMessage::NoTable),
    ("Conversion Error: ", || DriverMessage::RefusedCell),
    ("Out of Range Error: ", || DriverMessage::RefusedCell),
    ("Out of Memory Error: ", || DriverMessage::NoSpace),
];

/// Errors of statements without a code: parts of texts.
const STATEMENT: Phrases<'_> = &[
    ("cannot allocate memory for input", || {
        DriverMessage::TooLarge
    }),
    ("closed the connection", || DriverMessage::ServerAway),
    ("no connection to the server", || DriverMessage::ServerAway),
    ("could not receive data", || DriverMessage::ServerAway),
    ("terminating connection", || DriverMessage::ServerAway),
    ("No space left on device", || DriverMessage::NoSpace),
    ("out of memory", || DriverMessage::NoSpace),
    ("tls: ", || DriverMessage::NoTls),
    ("connection error: ", || DriverMessage::ServerAway),
    ("name resolver error: ", || DriverMessage::ServerAway),
    ("[TABLE_OR_VIEW_NOT_FOUND]", || DriverMessage::NoTable),
    ("[SCHEMA_NOT_FOUND]", || DriverMessage::NoTable),
    ("[PATH_NOT_FOUND]", || DriverMessage::NoTable),
    ("cannot resolve attribute", || DriverMessage::NoColumn),
    ("Cannot coerce", || DriverMessage::OtherType),
    ("[UNRESOLVED_COLUMN", || DriverMessage::NoColumn),
    ("[DATATYPE_MISMATCH", || DriverMessage::OtherType),
    ("IO Error: Cannot open file", || DriverMessage::OtherFiles),
    ("IO Error: No files found", || DriverMessage::OtherFiles),
    ("canceling statement", || DriverMessage::Cancelled),
    ("storniere Anfrage", || DriverMessage::Cancelled),
];

/// Errors of cells without a code: parts of texts. These errors can quote a cell, so they are
/// looked for before other errors.
const CELLS: [&str; 13] = [
    CELL_ERROR,
    "division by zero",
    "Division durch Null",
    "[DIVIDE_BY_ZERO",
    "invalid input syntax",
    "ungültige Eingabesyntax",
    "[CAST_INVALID_INPUT",
    "out of range",
    "außerhalb des gültigen Bereichs",
    "overflow",
    "berlauf",
    "cannot convert",
    "cannot hold",
];

/// Returns the message of an error.
pub(crate) fn reason(failed: &Failed) -> DriverMessage {
    match failed.failure {
        Failure::Request => DriverMessage::NotStarted,
        Failure::Load => DriverMessage::NotLoaded,
        Failure::Types => DriverMessage::WrongTypes,
        Failure::Size => DriverMessage::TooLarge,
        Failure::Connect => {
            let known = failed.state.and_then(of_state);
            let known = known.or_else(|| phrase(CONNECTION, &failed.said));
            known.unwrap_or(DriverMessage::NotConnected)
        }
        Failure::Execute => {
            let known = failed.state.and_then(of_state);
            let known = known.or_else(|| of_text(&failed.said));
            known.unwrap_or(DriverMessage::NotExecuted)
        }
    }
}

fn phrase(phrases: Phrases<'_>, said: &str) -> Option<DriverMessage> {
    let mut known = phrases.iter();
    let known = known.find(|(phrase, _)| said.contains(phrase));
    known.map(|(_, message)| message())
}

/// Returns the message of a code of PostgreSQL, most of which are of the standard.
fn of_state(state: SqlState) -> Option<DriverMessage> {
    Some(match state.code() {
        "28000" | "28P01" => DriverMessage::WrongLogin,
        "3D000" => DriverMessage::NoDatabase,
        "42501" => DriverMessage::NotAllowed,
        "42P01" | "3F000" => DriverMessage::NoTable,
        "42703" => DriverMessage::NoColumn,
        "42804" | "42883" | "42846" | "42P18" | "42725" => DriverMessage::OtherType,
        "57014" => DriverMessage::Cancelled,
        "53300" => DriverMessage::Busy,
        "57P01" | "57P02" | "57P03" => DriverMessage::ServerAway,
        code => match &code[..2] {
            "08" => DriverMessage::ServerAway,
            // Which of the errors of data it is depends on the cells.
            "22" => DriverMessage::RefusedCell,
            "53" => DriverMessage::NoSpace,
            _ => return None,
        },
    })
}

/// Returns the message of a text without a code.
fn of_text(said: &str) -> Option<DriverMessage> {
    if let Some(binder) = said.strip_prefix("Binder Error: ") {
        let is_column =
            binder.starts_with("Referenced column") || binder.contains("have a column named");
        return Some(match is_column {
            true => DriverMessage::NoColumn,
            false => DriverMessage::OtherType,
        });
    }
    let mut classes = CLASSES.iter();
    let class = classes.find(|(begin, _)| said.starts_with(begin));
    if let Some((_, message)) = class {
        return Some(message());
    }
    // Codes come before, since errors of syntax quote the statement with this text.
    if CELLS.iter().any(|part| said.contains(part)) {
        return Some(DriverMessage::RefusedCell);
    }
    phrase(STATEMENT, said)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn of(failure: Failure, code: &str, said: &str) -> DriverMessage {
        let code: Option<[u8; 5]> = code.as_bytes().try_into().ok();
        reason(&Failed {
            failure,
            state: code.and_then(SqlState::new),
            said: said.to_owned(),
        })
    }

    #[test]
    fn errors_of_data_have_one_message() {
        for (code, said) in [
            ("22P02", "invalid input syntax for type integer: \"ann\""),
            ("22003", "value out of range"),
            ("22012", "division by zero"),
            ("", "Conversion Error: Could not convert string 'ann'"),
            ("", "Out of Range Error: Overflow"),
            ("", "Invalid Input Error: poundwise: a text"),
            ("", "FEHLER:  ungültige Eingabe: »poundwise: a text«"),
            (
                "",
                "Execution error [PGRES_FATAL_ERROR]: ERROR:  division by zero",
            ),
        ] {
            let message = of(Failure::Execute, code, said);
            assert!(matches!(message, DriverMessage::RefusedCell), "{said}");
        }
    }

    #[test]
    fn a_code_goes_before_a_text() {
        let said = "column \"poundwise: \" does not exist, server closed the connection";
        let message = of(Failure::Execute, "42703", said);
        assert!(matches!(message, DriverMessage::NoColumn));
        let message = of(Failure::Execute, "XX000", "an error");
        assert!(matches!(message, DriverMessage::NotExecuted));
    }

    #[test]
    fn servers_speak_english_or_german() {
        for (said, wrong) in [
            (
                "FATAL:  password authentication failed for user \"u\"",
                true,
            ),
            (
                "FATAL:  Passwort-Authentifizierung für Benutzer »u« fehlgeschlagen",
                true,
            ),
            ("FATAL:  Rolle »u« existiert nicht", true),
            ("FATAL:  Datenbank »d« existiert nicht", false),
            ("FATAL:  database \"d\" does not exist", false),
        ] {
            let message = of(Failure::Connect, "", said);
            let is_login = matches!(message, DriverMessage::WrongLogin);
            let is_database = matches!(message, DriverMessage::NoDatabase);
            assert!(if wrong { is_login } else { is_database }, "{said}");
        }
    }
}
