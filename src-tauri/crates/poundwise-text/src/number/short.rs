//! The fast reader of the most common numbers.

use poundwise_documents::units::DecimalSign;

/// The most digits: 10^18 fits into 63 bits.
const DIGITS: usize = 18;

/// Reads a number as [`super::NumberForm::read_short`] does.
pub(super) fn short(text: &[u8], decimal: DecimalSign) -> Option<(i64, u32)> {
    let (is_negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    // One more byte for the decimal sign.
    if digits.len() > DIGITS + 1 {
        return None;
    }
    let sign = decimal.char() as u8;
    let (mut mantissa, mut count) = (0_u64, 0);
    let mut decimals = None;
    for byte in digits {
        match byte {
            b'0'..=b'9' => {
                // At most 19 digits.
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                count += 1;
            }
            _ if *byte == sign && decimals.is_none() => decimals = Some(count),
            _ => return None,
        }
    }
    let wholes = decimals.unwrap_or(count);
    let has_leading_zero = wholes > 1 && digits.first() == Some(&b'0');
    if count > DIGITS || wholes == 0 || decimals == Some(count) || has_leading_zero {
        return None;
    }
    let mut scale = count - wholes;
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    let mantissa = i64::try_from(mantissa).ok()?;
    let mantissa = if is_negative { -mantissa } else { mantissa };
    Some((mantissa, u32::try_from(scale).ok()?))
}
