//! Words by which banks tell whether money came or went, where amounts have no sign.

use crate::Direction;

/// Words of one bank for money that came and for money that went, in small letters.
pub(crate) struct Words {
    pub(crate) came: &'static str,
    pub(crate) went: &'static str,
}

/// Pairs of words. The first pair that has all the words of a column is used.
const PAIRS: [Words; 32] = [
    words("h", "s"),
    words("haben", "soll"),
    words("gutschrift", "belastung"),
    words("gutschrift", "lastschrift"),
    words("eingang", "ausgang"),
    words("einnahme", "ausgabe"),
    words("c", "d"),
    words("k", "d"),
    words("cr", "dr"),
    words("crdt", "dbit"),
    words("credit", "debit"),
    words("credit", "debet"),
    words("kredit", "debet"),
    words("kredit", "debit"),
    words("crédit", "débit"),
    words("bij", "af"),
    words("in", "out"),
    words("in", "uit"),
    words("incoming", "outgoing"),
    words("avere", "dare"),
    words("accredito", "addebito"),
    words("haber", "debe"),
    words("abono", "cargo"),
    words("+", "-"),
    words("zugang", "abgang"),
    words("einzahlung", "auszahlung"),
    words("deposit", "withdrawal"),
    words("received", "sent"),
    words("paid in", "paid out"),
    words("money in", "money out"),
    words("entrée", "sortie"),
    words("uznanie", "obciążenie"),
];

const fn words(came: &'static str, went: &'static str) -> Words {
    Words { came, went }
}

/// Parts of headers of a column that tells the direction.
const HEADERS: [&str; 18] = [
    "soll/haben",
    "soll-haben",
    "soll/ haben",
    "s/h",
    "s / h",
    "af/bij",
    "af bij",
    "bij/af",
    "d/c",
    "c/d",
    "dr/cr",
    "cr/dr",
    "debet/credit",
    "debit/credit",
    "credit/debit",
    "credit/debet",
    "debit or credit",
    "direction",
];

/// Returns whether the header of a column says that it tells the direction.
pub(crate) fn is_direction_header(name: &str) -> bool {
    let name = name.to_lowercase();
    HEADERS.iter().any(|header| name.contains(header))
}

/// Words of a column that were seen.
#[derive(Clone, Copy)]
pub(crate) struct SeenWords {
    /// The pairs that have all of them, by their places.
    fit: u32,
    /// The pairs that have one of them for money that went.
    went: u32,
    any: bool,
}

impl Default for SeenWords {
    fn default() -> Self {
        Self {
            fit: u32::MAX,
            went: 0,
            any: false,
        }
    }
}

impl SeenWords {
    /// Adds the word of a row; an empty cell has none.
    pub(crate) fn add(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        self.any = true;
        if self.fit == 0 {
            return;
        }
        let word = word.trim().to_lowercase();
        let (mut fit, mut went) = (0, 0);
        for (place, words) in PAIRS.iter().enumerate() {
            if word == words.came || word == words.went {
                fit |= 1 << place;
            }
            if word == words.went {
                went |= 1 << place;
            }
        }
        self.fit &= fit;
        self.went |= went;
    }

    /// Returns whether there was a word.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Returns the first pair that has all words, if there was one, and whether it has one of them
    /// for money that went.
    pub(crate) fn words(&self) -> Option<(&'static Words, bool)> {
        let place = self.fit.trailing_zeros();
        let words = PAIRS.get(usize::try_from(place).ok()?)?;
        self.any.then_some((words, self.went & (1 << place) != 0))
    }
}

/// Returns the direction that a word tells.
pub(crate) fn direction_of(word: &str, words: &Words) -> Option<Direction> {
    match word.trim().to_lowercase() {
        word if word == words.came => Some(Direction::Credit),
        word if word == words.went => Some(Direction::Debit),
        _ => None,
    }
}
