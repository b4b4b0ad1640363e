use std::fmt;

use poundwise_words::messages;

use crate::error::Error;

messages! {
    /// Messages about faults of the program itself.
    pub(crate) enum FaultMessage {
        KeyNotDerived { why: String } => {
            en: "A key cannot be derived: {why}.",
            de: "Ein Schlüssel lässt sich nicht ableiten ({why}).",
        }
        NotEncrypted { why: String } => {
            en: "Data cannot be encrypted: {why}.",
            de: "Daten lassen sich nicht verschlüsseln ({why}).",
        }
        NotEncoded { why: String } => {
            en: "Data cannot be encoded: {why}.",
            de: "Daten lassen sich nicht kodieren ({why}).",
        }
        CheckpointNotSigned { why: String } => {
            en: "The checkpoint cannot be signed: {why}.",
            de: "Der Prüfpunkt lässt sich nicht signieren ({why}).",
        }
        FewSecrets => {
            en: "A question has fewer than four secrets.",
            de: "Eine Frage hat weniger als vier Geheimnisse.",
        }
        UnsupportedValue => {
            en: "A value has a type that cannot be stored.",
            de: "Ein Wert hat einen Typ, der sich nicht speichern lässt.",
        }
        ShortRow => {
            en: "A row has too few values.",
            de: "Eine Zeile hat zu wenige Werte.",
        }
        NoColumn { table: &'static str, column: String } => {
            en: "The table {table} has no column {column}.",
            de: "Die Tabelle {table} hat keine Spalte {column}.",
        }
        ReadingWrites { sql: String } => {
            en: "A query would change the database: {sql}.",
            de: "Eine Abfrage würde die Datenbank ändern ({sql}).",
        }
        Locked => {
            en: "The home was read before it was unlocked.",
            de: "Die Mappe wurde gelesen, bevor sie geöffnet war.",
        }
        TransactionOver => {
            en: "The transaction has ended.",
            de: "Die Transaktion ist beendet.",
        }
    }
}

/// Returns the error of a key that cannot be derived.
pub(crate) fn key_not_derived(why: &dyn fmt::Display) -> Error {
    let why = why.to_string();
    Error::fault(FaultMessage::KeyNotDerived { why })
}

/// Returns the error of data that cannot be encrypted.
pub(crate) fn not_encrypted(why: &dyn fmt::Display) -> Error {
    let why = why.to_string();
    Error::fault(FaultMessage::NotEncrypted { why })
}

/// Returns the error of data that cannot be encoded.
pub(crate) fn not_encoded(why: &dyn fmt::Display) -> Error {
    let why = why.to_string();
    Error::fault(FaultMessage::NotEncoded { why })
}
