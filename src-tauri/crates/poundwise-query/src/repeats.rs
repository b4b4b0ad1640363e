//! Columns that look like ids and have repeated values. A table with such a column may have several
//! rows of one person, although its owner declares each row to be another person. For the owner
//! only.
//!
//! A column is reported if some of its values are in several rows, and either
//! - its name looks like an id (`patient_id`, `kundennr`, `who`, `email`), or
//! - it holds text, at least [`ENOUGH`] rows have a value, and the number of distinct values is at
//!   least half of these rows. This fits keys and names, but not towns.
//!
//! This is only a hint. A column of few values under another name is not reported, and different
//! people may share a name. The owner is asked and decides.
//!
//! Values are counted by their hash. If a column has too many distinct values ([`MOST`],
//! [`MOST_IDS`]), only the values with the lowest hashes are counted, each with all of its rows
//! (Gibbons, Distinct Sampling, 2001). Memory therefore does not grow with the rows.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::report::RepeatedIds;

/// Maximum number of distinct values counted in a column.
const MOST: usize = 1 << 14;
/// The same maximum for a column with an id name.
const MOST_IDS: usize = 1 << 17;
/// Minimum number of rows with a value before mostly distinct texts count as ids.
const ENOUGH: u64 = 20;

/// Last words of id names.
const ID_WORDS: [&str; 15] = [
    "id",
    "ids",
    "uid",
    "uuid",
    "guid",
    "pid",
    "key",
    "nr",
    "no",
    "email",
    "mail",
    "phone",
    "ssn",
    "kennung",
    "schlüssel",
];
/// Complete names of columns that identify a person.
const PERSON_WORDS: [&str; 22] = [
    "who",
    "whose",
    "person",
    "patient",
    "patientin",
    "customer",
    "client",
    "user",
    "member",
    "participant",
    "subject",
    "respondent",
    "student",
    "pupil",
    "employee",
    "household",
    "kunde",
    "kundin",
    "nutzer",
    "mitglied",
    "teilnehmer",
    "haushalt",
];
/// Endings of the last word of id names.
const ID_ENDS: [&str; 5] = ["nr", "nummer", "kennung", "kennziffer", "schlüssel"];

/// Returns whether a column name looks like an id.
#[must_use]
pub fn is_id_name(name: &str) -> bool {
    let mut words: Vec<String> = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && c.is_alphanumeric()
        {
            word.extend(c.to_lowercase());
        }
        after_small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    match words.as_slice() {
        [] => false,
        [one] => {
            let one = one.as_str();
            ID_WORDS.contains(&one)
                || PERSON_WORDS.contains(&one)
                || ID_ENDS.iter().any(|end| one.ends_with(end))
        }
        [.., last] => {
            let last = last.as_str();
            ID_WORDS.contains(&last) || ID_ENDS.iter().any(|end| last.ends_with(end))
        }
    }
}

/// Number of rows for each value of a column. Holds data: no `Debug`.
pub(crate) struct Repeats {
    is_id: bool,
    most: usize,
    /// Values with a higher hash are not counted.
    highest: u64,
    rows: HashMap<u64, u64, BuildHasherDefault<Hashed>>,
}

/// Hasher for keys that are already hashes.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = self.0.rotate_left(8) ^ hash;
    }
}

/// Returns a fast hash of a value. Collisions are harmless, because the counts are only a hint.
fn hash_of(value: &str) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = value.len() as u64;
    for part in value.as_bytes().chunks(8) {
        let mut word = [0; 8];
        word.iter_mut().zip(part).for_each(|(to, from)| *to = *from);
        hash = (hash.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(FACTOR);
    }
    // Lets every bit of the last product change the highest bits.
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(FACTOR);
    hash ^ hash >> 29
}

impl Repeats {
    pub(crate) fn of(name: &str) -> Self {
        let is_id = is_id_name(name);
        Self {
            is_id,
            most: if is_id { MOST_IDS } else { MOST },
            highest: u64::MAX,
            rows: HashMap::default(),
        }
    }

    /// Returns whether the column has an id name. Numbers are then reported too.
    pub(crate) fn is_id(&self) -> bool {
        self.is_id
    }

    /// Counts a value in its canonical form.
    pub(crate) fn see(&mut self, value: &str) {
        let hash = hash_of(value);
        if hash > self.highest {
            return;
        }
        *self.rows.entry(hash).or_default() += 1;
        if self.rows.len() > self.most {
            self.highest /= 2;
            let highest = self.highest;
            self.rows.retain(|hash, _| *hash <= highest);
        }
    }

    /// Returns the finding for the column of that name, if it has repeated ids.
    pub(crate) fn found(&self, name: &str, is_text: bool) -> Option<RepeatedIds> {
        let counted: u64 = self.rows.values().sum();
        let values = self.rows.len() as u64;
        let most = self.rows.values().copied().max().unwrap_or(0);
        let nearly_differ = is_text && counted >= ENOUGH && values * 2 >= counted;
        (most > 1 && (self.is_id || nearly_differ)).then(|| RepeatedIds {
            column: name.to_owned(),
            most,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_names_are_detected() {
        for name in [
            "id",
            "ID",
            "patient_id",
            "patientId",
            "PatientID",
            "who",
            "Kundennr",
            "Kunden-Nr.",
            "customer no",
            "e-mail",
            "Versichertennummer",
            "Patient",
            "user.key",
        ] {
            assert!(is_id_name(name), "{name}");
        }
        for name in [
            "age",
            "paid",
            "said",
            "idea",
            "town",
            "number",
            "name",
            "patient age",
            "user count",
            "visits",
            "",
            "-",
            "keyboard",
        ] {
            assert!(!is_id_name(name), "{name}");
        }
    }

    fn found(name: &str, values: impl IntoIterator<Item = String>, is_text: bool) -> Option<u64> {
        let mut repeats = Repeats::of(name);
        for value in values {
            repeats.see(&value);
        }
        repeats.found(name, is_text).map(|found| found.most)
    }

    #[test]
    fn only_repeated_ids_are_reported() {
        let rows = |rows: u32, each: u32| (0..rows).map(move |row| format!("p{}", row / each));
        assert_eq!(found("patient_id", rows(24, 12), true), Some(12));
        assert_eq!(found("patient_id", rows(24, 12), false), Some(12));
        assert_eq!(found("patient_id", rows(24, 1), true), None);
        assert_eq!(found("code", rows(24, 2), true), Some(2));
        assert_eq!(found("code", rows(24, 2), false), None);
        assert_eq!(found("code", rows(24, 3), true), None);
        assert_eq!(found("code", rows(18, 2), true), None);
        assert_eq!(found("code", rows(24, 1), true), None);
        // Above the maximum, all rows of the counted values are still counted.
        assert_eq!(found("code", rows(200_000, 2), true), Some(2));
        assert_eq!(found("code", rows(200_000, 1), true), None);
        assert_eq!(found("code", rows(200_000, 4), true), None);
    }
}
