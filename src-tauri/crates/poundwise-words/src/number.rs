use crate::Language;

/// Separates groups of three digits: a narrow space that does not break.
const NARROW_SPACE: char = '\u{202f}';

impl Language {
    /// Returns a decimal as the language writes it, from its digits with a point. From five digits
    /// on the whole part is in groups of three, as ISO 80000-1 recommends.
    #[must_use]
    pub fn grouped(self, decimal: &str) -> String {
        let whole = decimal.find('.').unwrap_or(decimal.len());
        let first = usize::from(decimal.starts_with('-'));
        let is_grouped = whole - first > 4;
        let mut text = String::with_capacity(decimal.len() + whole);
        for (place, digit) in decimal.char_indices() {
            if is_grouped && first < place && place < whole && (whole - place).is_multiple_of(3) {
                text.push(NARROW_SPACE);
            }
            text.push(digit);
        }
        self.decimal(&text)
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
            assert_eq!(Language::English.grouped(decimal), english);
            assert_eq!(Language::German.grouped(decimal), german);
        }
    }
}
