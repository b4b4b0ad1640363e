#![allow(clippy::unwrap_used)]

use crate::store::{Store, sealed_columns, tables_with_sealed_values};

/// A new column of ciphertexts that is not encrypted anew would still open with the old key.
#[test]
fn every_column_of_bytes_is_known_to_be_encrypted_for_the_home_or_not() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::create(&dir.path().join("a.db")).unwrap();
    let mut columns = store.read().byte_columns().unwrap();
    columns.retain(|(_, column)| column != "mac");
    // Hashes, keyed digests, and objects for others.
    let others = [
        ("copies", "digest"),
        ("datasets", "table_sha256"),
        ("holdings", "digest"),
        ("known_tables", "cells"),
        ("known_tables", "file"),
        ("log", "hash"),
        ("outbox", "body"),
        ("questions", "statement"),
        ("secrets", "digest"),
        ("state", "sums"),
        ("seen", "content"),
    ];
    let mut known: Vec<_> = others.into_iter().chain(sealed_columns()).collect();
    known.extend(tables_with_sealed_values().map(|table| (table, "sealed")));
    known.sort_unstable();
    let found: Vec<_> = columns
        .iter()
        .map(|(table, column)| (table.as_str(), column.as_str()))
        .collect();
    assert_eq!(found, known);
}
