//! Words of banks for incoming and outgoing money, for amounts without a sign.

use crate::Direction;

/// A pair of words for incoming and outgoing money, in lower case.
pub(crate) struct Words {
    pub(crate) came: &'static str,
    pub(crate) went: &'static str,
}

/// Known pairs. The first pair that contains all words of a column is used.
const PAIRS: [Words; 48] = [
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
    words("uznania", "obciążenia"),
    words("wpływ", "wydatek"),
    words("bijgeschreven", "afgeschreven"),
    words("ingaand", "uitgaand"),
    words("příchozí", "odchozí"),
    words("příjem", "výdej"),
    words("ingreso", "gasto"),
    words("ingreso", "egreso"),
    words("entrata", "uscita"),
    words("entrate", "uscite"),
    words("eingehend", "ausgehend"),
    words("gutschrift", "abbuchung"),
    words("gutschrift", "auszahlung"),
    words("gutschrift", "zahlung"),
    words("insättning", "uttag"),
    words("inbound", "outbound"),
];

const fn words(came: &'static str, went: &'static str) -> Words {
    Words { came, went }
}

/// Parts of the headers of direction columns.
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

/// Returns whether a header looks like that of a direction column.
pub(crate) fn is_direction_header(name: &str) -> bool {
    let name = name.to_lowercase();
    HEADERS.iter().any(|header| name.contains(header))
}

/// Summary of the words seen in a column.
#[derive(Clone, Copy)]
pub(crate) struct SeenWords {
    /// Bit mask of the pairs that contain all words.
    fit: u64,
    /// Bit mask of the pairs with an outgoing word that was seen.
    went: u64,
    any: bool,
}

impl Default for SeenWords {
    fn default() -> Self {
        Self {
            fit: u64::MAX,
            went: 0,
            any: false,
        }
    }
}

impl SeenWords {
    /// Adds the word of a row. Empty cells are ignored.
    pub(crate) fn add(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        self.any = true;
        if self.fit == 0 {
            return;
        }
        let word = word.trim().to_lowercase();
        let (mut fit, mut went) = (0_u64, 0_u64);
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

    /// Returns whether any word was seen.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Returns the first pair that contains all words, if any word was seen, and whether its
    /// outgoing word was seen.
    pub(crate) fn words(&self) -> Option<(&'static Words, bool)> {
        let place = self.fit.trailing_zeros();
        let words = PAIRS.get(usize::try_from(place).ok()?)?;
        self.any.then_some((words, self.went & (1 << place) != 0))
    }
}

/// Returns the direction for a word of a pair.
pub(crate) fn direction_of(word: &str, words: &Words) -> Option<Direction> {
    match word.trim().to_lowercase() {
        word if word == words.came => Some(Direction::Credit),
        word if word == words.went => Some(Direction::Debit),
        _ => None,
    }
}
