//! Decimal text to an integer of a fixed number of places, and back.

/// Reason why a text is not a non-negative decimal number with the places allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// Nothing was written.
    Empty,
    /// A minus sign.
    Negative,
    /// Scientific notation.
    Exponent,
    /// A comma where a point belongs.
    Comma,
    /// Digits in groups of three, or a point and a comma.
    Thousands,
    /// More decimals than the unit has.
    TooManyPlaces(u32),
    /// Anything else that is not digits with one optional point between them.
    NotANumber,
    /// Outside the range of the unit.
    TooLarge,
}

/// Reads `text` as a number of units of 10^-`places`.
pub(crate) fn parse(text: &str, places: u32) -> Result<u64, NumberError> {
    if text.is_empty() {
        return Err(NumberError::Empty);
    }
    let (negative, unsigned) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut whole = unsigned;
    let mut fraction = "";
    if let Some((before, after)) = unsigned.split_once('.') {
        if after.is_empty() {
            return Err(NumberError::NotANumber);
        }
        (whole, fraction) = (before, after);
    }
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        if unsigned.contains(['e', 'E']) && unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(NumberError::Exponent);
        }
        let is_number = |part: &str| !part.is_empty() && digits(part);
        if let Some((before, after)) = unsigned.split_once(',')
            && is_number(before)
            && is_number(after)
        {
            return Err(NumberError::Comma);
        }
        if is_grouped(unsigned, '.', ',') || is_grouped(unsigned, ',', '.') {
            return Err(NumberError::Thousands);
        }
        return Err(NumberError::NotANumber);
    }
    if negative {
        return Err(NumberError::Negative);
    }
    let given = u32::try_from(fraction.len()).map_err(|_| NumberError::TooLarge)?;
    if given > places {
        return Err(NumberError::TooManyPlaces(places));
    }
    let mut value: u64 = 0;
    let padding = std::iter::repeat_n(b'0', (places - given) as usize);
    for digit in whole.bytes().chain(fraction.bytes()).chain(padding) {
        value = value
            .checked_mul(10)
            .and_then(|v| v.checked_add(u64::from(digit - b'0')))
            .ok_or(NumberError::TooLarge)?;
    }
    Ok(value)
}

/// Returns whether `text` is a number whose thousands are divided by `mark`, with `sign` before its
/// decimals, if it has any.
fn is_grouped(text: &str, mark: char, sign: char) -> bool {
    let (whole, decimals) = text.split_once(sign).unwrap_or((text, ""));
    let mut groups = whole.split(mark);
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    rest.peek().is_some()
        && (1..=3).contains(&first.len())
        && digits(first)
        && rest.all(|group| group.len() == 3 && digits(group))
        && digits(decimals)
}

/// Returns `value` units of 10^-`places`, with exactly `places` decimals.
pub(crate) fn format(value: u64, places: u32) -> String {
    if places == 0 {
        return value.to_string();
    }
    let unit = 10u64.pow(places);
    format!(
        "{}.{:0width$}",
        value / unit,
        value % unit,
        width = places as usize
    )
}

/// Returns the shortest decimal of a number of units of 10^-`places`, which is at least 1.
pub(crate) fn shortest(units: u64, places: u32) -> String {
    let text = format(units, places);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the shortest decimal of a number of units of 10^-`places` that may be below 0. `places`
/// is at least 1.
#[must_use]
pub fn signed_decimal(units: i64, places: u32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    format!("{sign}{}", shortest(units.unsigned_abs(), places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_is_named_only_where_a_point_makes_a_number() {
        for text in ["6,5", "0,05", "-1,5"] {
            assert_eq!(parse(text, 6), Err(NumberError::Comma), "{text}");
        }
        for text in [
            "6,5x", "x,5", ",", "6,", ",5", "1,5.2", "1.0,5", "1.000,5x", ".000,5", "x.000,5",
            "1.00x,5",
        ] {
            assert_eq!(parse(text, 6), Err(NumberError::NotANumber), "{text}");
        }
        for text in [
            "1.000,50",
            "1,000.50",
            "1.000.000",
            "1,000,000",
            "12.345.678,9",
            "-1.000,5",
        ] {
            assert_eq!(parse(text, 6), Err(NumberError::Thousands), "{text}");
        }
    }
}
