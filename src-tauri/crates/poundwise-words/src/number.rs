use crate::Language;

/// Separates groups of three digits: a narrow space that does not break.
const NARROW_SPACE: char = '\u{202f}';

/// Returns a decimal as a language writes it, from its digits with a point. From five digits on
/// the whole part is in groups of three, as ISO 80000-1 recommends.
pub(crate) fn grouped(language: Language, decimal: &str) -> String {
    let (sign, digits) = match decimal.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", decimal),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let mut text = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        let left = whole.len().saturating_sub(place);
        if whole.len() > 4 && place > 0 && left % 3 == 0 {
            text.push(NARROW_SPACE);
        }
        text.push(digit);
    }
    if !decimals.is_empty() {
        text.push_str(match language {
            Language::English => ".",
            Language::German => ",",
        });
        text.push_str(decimals);
    }
    text
}

impl Language {
    /// Returns a decimal as the language writes it, in groups of three digits from five digits on,
    /// from its digits with a point.
    #[must_use]
    pub fn grouped(self, decimal: &str) -> String {
        grouped(self, decimal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_five_on() {
        for (decimal, english, german) in [
            ("0", "0", "0"),
            ("1234", "1234", "1234"),
            ("12345", "12\u{202f}345", "12\u{202f}345"),
            (
                "-1234567.5",
                "-1\u{202f}234\u{202f}567.5",
                "-1\u{202f}234\u{202f}567,5",
            ),
            ("0.12345", "0.12345", "0,12345"),
        ] {
            assert_eq!(grouped(Language::English, decimal), english);
            assert_eq!(grouped(Language::German, decimal), german);
        }
    }
}
