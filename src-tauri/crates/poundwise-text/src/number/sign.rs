//! The signs of numbers.

/// Returns whether a character is a plus or some form of minus.
pub(super) fn is_sign(c: char) -> bool {
    c == '+' || is_minus(c)
}

/// Returns whether a character is a hyphen-minus, the minus sign, or a dash.
pub(super) fn is_minus(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}
