//! The code of a ledger's state. An owner types it to confirm that a home is its newest copy.

use std::{fmt, str::FromStr};

use poundwise_documents::log::Hash;
use serde::{Serialize, Serializer};

use crate::error::{Error, ErrorCode, Result};
use crate::messages::{HistoryHint, HistoryMessage, Typed};

/// Crockford's base 32, which omits I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of base-32 characters for 40 bits.
const CHARACTERS: usize = 8;

/// The number of entries of a ledger and the first 40 bits of its root, such as `12-7KQX-M2PA`.
///
/// Receipts show it, and so does the output of commands that add an entry. It is not secret,
/// because the root is published. The owner must therefore copy it from a receipt, and must not ask
/// the market's operator for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogCode {
    size: u64,
    bits: [u8; 5],
}

impl LogCode {
    /// Returns the code of a log with `size` entries and the given root.
    #[must_use]
    pub fn of(size: u64, root: &Hash) -> Self {
        let [a, b, c, d, e, ..] = *root.as_bytes();
        Self {
            size,
            bits: [a, b, c, d, e],
        }
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl fmt::Display for LogCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-", self.size)?;
        let bits = self
            .bits
            .iter()
            .fold(0u64, |all, byte| (all << 8) | u64::from(*byte));
        for place in 0..CHARACTERS {
            if place == CHARACTERS / 2 {
                f.write_str("-")?;
            }
            let value = (bits >> (35 - 5 * place)) & 31;
            let character = usize::try_from(value)
                .ok()
                .and_then(|value| ALPHABET.get(value));
            write!(f, "{}", char::from(*character.unwrap_or(&b'0')))?;
        }
        Ok(())
    }
}

impl FromStr for LogCode {
    type Err = Error;

    /// Parses a code that a person typed. Accepts upper and lower case, spaces, a missing second
    /// hyphen, O for 0, and I or L for 1.
    ///
    /// # Errors
    /// `log-code` if the text is not a code.
    fn from_str(text: &str) -> Result<Self> {
        let unreadable = || {
            let text = Typed::of(text.trim());
            Error::usage(ErrorCode::LogCode, HistoryMessage::NotACode { text })
                .hint(HistoryHint::WriteCode)
        };
        let (size, rest) = text.trim().split_once('-').ok_or_else(unreadable)?;
        let size = size.trim().parse().map_err(|_| unreadable())?;
        let mut bits = 0u64;
        let mut characters = 0;
        for c in rest.chars().filter(|c| *c != '-' && *c != ' ') {
            let c = match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                c => c,
            };
            let value = ALPHABET.iter().position(|known| char::from(*known) == c);
            let value = value.and_then(|value| u64::try_from(value).ok());
            bits = (bits << 5) | value.ok_or_else(unreadable)?;
            characters += 1;
            if characters > CHARACTERS {
                return Err(unreadable());
            }
        }
        if characters < CHARACTERS {
            return Err(unreadable());
        }
        let [_, _, _, a, b, c, d, e] = bits.to_be_bytes();
        Ok(Self {
            size,
            bits: [a, b, c, d, e],
        })
    }
}

impl Serialize for LogCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn printed_code_parses_to_same_code() {
        for seed in 0..100u8 {
            let code = LogCode::of(u64::from(seed) * 7, &Hash::leaf(&[seed]));
            let text = code.to_string();
            assert_eq!(text.parse::<LogCode>().unwrap(), code, "{text}");
            let (size, rest) = text.split_once('-').unwrap();
            let rest = rest.to_lowercase().replace('0', "o").replace('1', "l");
            for typed in [
                format!(" {size}-{rest} "),
                format!("{size}-{}", rest.replace('-', " ")),
            ] {
                assert_eq!(typed.parse::<LogCode>().unwrap(), code, "{typed}");
            }
        }
        let mut root = [7; 32];
        root[..5].copy_from_slice(&[0xff, 0, 0xff, 0, 0xff]);
        let root = Hash::from_bytes(root);
        assert_eq!(LogCode::of(12, &root).to_string(), "12-ZW0F-Y07Z");
    }

    #[test]
    fn malformed_log_codes_are_rejected() {
        for text in [
            "",
            "12",
            "12-",
            "12-7KQX-M2P",
            "12-7KQX-M2PAA",
            "x-7KQX-M2PA",
            "12-7KQX-M2PU",
            "-7KQX-M2PA",
        ] {
            let error = text.parse::<LogCode>().unwrap_err();
            assert_eq!(error.code(), ErrorCode::LogCode, "{text}");
        }
    }
}
