use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::{DocumentId, serde_as_string, string_schema};

/// Bytes hashed before an order's id.
const LABEL: &[u8] = b"poundwise-payment-reference-v1\0";
/// Crockford's base 32: no I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of 5 bits that are the hash's.
const HASHED: usize = 12;
const LENGTH: usize = HASHED + 1;

/// The reference of an order's payment, the same for buyer and seller: 12 characters of Crockford's
/// base 32 and a check character.
///
/// The 12 characters are the first 60 bits of SHA-256 over `poundwise-payment-reference-v1`, a zero
/// byte and the 32 bytes of the order's id, the highest bits first. With the check character
/// c<sub>12</sub> the sum of α<sup>12-i</sup> c<sub>i</sub> is 0 in GF(32) = GF(2)\[α\]/(α⁵ + α² +
/// 1): since the powers of α up to the 30th are all different, every single wrong character and
/// every two exchanged ones show.
///
/// It is read without regard to case, white space and hyphens, and with Crockford's o for 0, i and
/// l for 1; never in part.
///
/// ```
/// use poundwise_documents::units::{DocumentId, PaymentReference};
///
/// let reference = PaymentReference::of(&DocumentId::of("an order"));
/// assert_eq!(reference.to_string(), "EH4MHSCDDTZP3");
/// assert_eq!("eh4m hscd\ndtzp-3".parse(), Ok(reference));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct PaymentReference([u8; LENGTH]);

serde_as_string!(PaymentReference);
string_schema!(PaymentReference);

/// Reason why a text is not the reference of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// Not 13 characters of the alphabet.
    Form,
    /// The check character is not that of the 12 before it.
    Check,
}

pub(crate) const EXAMPLE: &str = "EH4M HSCD DTZP 3";

impl PaymentReference {
    /// Returns the reference of the order of this id.
    #[must_use]
    pub fn of(order: &DocumentId) -> Self {
        let hash = Sha256::new()
            .chain_update(LABEL)
            .chain_update(order.as_bytes())
            .finalize();
        let mut bits = hash
            .iter()
            .take(8)
            .fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        let mut values = [0_u8; LENGTH];
        for value in &mut values[..HASHED] {
            // The five highest bits.
            *value = (bits >> 59).to_be_bytes()[7];
            bits <<= 5;
        }
        values[HASHED] = check(&values[..HASHED]);
        Self(values)
    }

    /// Returns every reference that a text has in it, wherever its words and lines are broken. What
    /// stands before or after a reference may be a part of one by chance: only those of orders that
    /// are known say anything.
    #[must_use]
    pub fn all_in(text: &str) -> Vec<Self> {
        // A character that is none of the alphabet parts what stands before it from what follows.
        let values: Vec<Option<u8>> = text
            .chars()
            .filter(|c| !is_ignored(*c))
            .map(value)
            .collect();
        values.windows(LENGTH).filter_map(Self::checked).collect()
    }

    fn checked(values: &[Option<u8>]) -> Option<Self> {
        let mut read = [0_u8; LENGTH];
        for (read, value) in read.iter_mut().zip(values) {
            *read = (*value)?;
        }
        (check(&read[..HASHED]) == read[HASHED]).then_some(Self(read))
    }
}

impl FromStr for PaymentReference {
    type Err = ReferenceError;

    fn from_str(text: &str) -> Result<Self, ReferenceError> {
        let values: Option<Vec<u8>> = text
            .chars()
            .filter(|c| !is_ignored(*c))
            .take(LENGTH + 1)
            .map(value)
            .collect();
        let read = values
            .and_then(|values| <[u8; LENGTH]>::try_from(values).ok())
            .ok_or(ReferenceError::Form)?;
        if check(&read[..HASHED]) == read[HASHED] {
            Ok(Self(read))
        } else {
            Err(ReferenceError::Check)
        }
    }
}

impl fmt::Display for PaymentReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&letters(&self.0))
    }
}

impl fmt::Debug for PaymentReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn letters(values: &[u8]) -> String {
    values
        .iter()
        .map(|value| char::from(ALPHABET[usize::from(*value)]))
        .collect()
}

/// Returns whether banks and people put this between the characters of a reference.
fn is_ignored(c: char) -> bool {
    c.is_whitespace() || c == '-'
}

fn value(c: char) -> Option<u8> {
    let c = match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        c => c,
    };
    let place = ALPHABET.iter().position(|&one| char::from(one) == c)?;
    u8::try_from(place).ok()
}

/// Returns the check character of 12 values, by Horner's rule.
fn check(values: &[u8]) -> u8 {
    values.iter().fold(0, |sum, value| times_alpha(sum ^ value))
}

/// Returns the product with α in GF(2)[α]/(α⁵ + α² + 1).
const fn times_alpha(value: u8) -> u8 {
    let shifted = value << 1;
    if shifted & 0b10_0000 == 0 {
        shifted
    } else {
        shifted ^ 0b10_0101
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(text: &str) -> PaymentReference {
        text.parse().unwrap()
    }

    /// The right-hand side was computed by another program, the check character by trying all 32.
    #[test]
    fn the_form_is_pinned() {
        let counted: [u8; 32] = std::array::from_fn(|i| u8::try_from(i).unwrap());
        for (id, text) in [
            (DocumentId::of("an order"), "EH4MHSCDDTZP3"),
            (DocumentId::of(""), "D59355139GF9X"),
            (DocumentId::from_bytes([0; 32]), "QCG08B8X56D21"),
            (DocumentId::from_bytes([255; 32]), "8ZYHAFHPD2156"),
            (DocumentId::from_bytes(counted), "5KJ8TS9Q2P0T4"),
            // Zeros at its start are part of it.
            (DocumentId::of("z367"), "00RXQAP226MFC"),
        ] {
            let made = PaymentReference::of(&id);
            assert_eq!(made.to_string(), text);
            assert_eq!(reference(text), made);
            let json = serde_json::to_string(&made).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(
                serde_json::from_str::<PaymentReference>(&json).unwrap(),
                made
            );
        }
    }

    #[test]
    fn people_may_type_it_in_their_way() {
        let made = reference("00RXQAP226MFC");
        for typed in [
            "oorxqap226mfc",
            " 00rx qap2\n26MF c\t",
            "00RX-QAP2-26MF-C",
            "Oo\u{a0}rxqap226mfc",
        ] {
            assert_eq!(typed.parse(), Ok(made), "{typed:?}");
        }
        assert_eq!(reference("D59355I39GF9X"), reference("d59355l39gf9x"));
        for wrong in [
            "",
            "0RXQAP226MFC",
            "00RXQAP226MFCC",
            "U0RXQAP226MFC",
            "00RXQAP226MF\u{131}",
        ] {
            let read = wrong.parse::<PaymentReference>();
            assert_eq!(read, Err(ReferenceError::Form), "{wrong:?}");
        }
    }

    #[test]
    fn one_wrong_character_and_two_exchanged_ones_show() {
        let made = reference("EH4MHSCDDTZP3").0;
        for at in 0..LENGTH {
            for other in 0..32 {
                let mut wrong = made;
                wrong[at] = other;
                let read = letters(&wrong).parse::<PaymentReference>();
                assert_eq!(read.is_ok(), wrong == made);
                let found = PaymentReference::all_in(&letters(&wrong));
                assert_eq!(found.is_empty(), wrong != made);
            }
            for to in 0..at {
                let mut wrong = made;
                wrong.swap(at, to);
                let read = letters(&wrong).parse::<PaymentReference>();
                assert_eq!(read.is_ok(), wrong == made);
            }
        }
    }

    #[test]
    fn they_are_found_in_what_banks_print() {
        let (one, other) = (reference("00RXQAP226MFC"), reference("EH4MHSCDDTZP3"));
        for text in [
            "00RXQAP226MFC",
            "SVWZ+Order 00rx qap2 26mf c, thanks",
            "ref:00RXQAP2\r\n26MFC",
            "x00RXQAP226MFCx",
        ] {
            assert!(PaymentReference::all_in(text).contains(&one), "{text:?}");
        }
        let both = PaymentReference::all_in("00RXQAP226MFC EH4MHSCDDTZP3");
        assert!(both.contains(&one) && both.contains(&other));
        for text in ["", "00RXQAP226MF", "0RXQAP226MFC", "00RXQAP22.6MFC"] {
            assert!(!PaymentReference::all_in(text).contains(&one), "{text:?}");
        }
    }
}
