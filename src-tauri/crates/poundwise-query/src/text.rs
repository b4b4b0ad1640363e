//! The canonical form of compared texts: cells, column names, persons, stated values, bins and the
//! values of conditions.
//!
//! Different encodings of the same text are equal. In `Jürgen`, `ü` may be one character or `u`
//! with a combining mark, and the text may contain a byte order mark or another invisible
//! character.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;

/// Returns the canonical form of a text.
///
/// The form is in normalization form C (Unicode Standard Annex 15). Characters with the property
/// `Default_Ignorable_Code_Point`, such as the byte order mark, and white space at the ends are
/// removed. The form depends on the text alone. A canonical text is its own canonical form.
#[must_use]
pub fn canonical_text(text: &str) -> Cow<'_, str> {
    // The common case has no space at its ends.
    if let [first, .., last] | [first @ last] = text.as_bytes()
        && first.is_ascii_graphic()
        && last.is_ascii_graphic()
        && text.is_ascii()
    {
        return Cow::Borrowed(text);
    }
    // Below U+0300 only the soft hyphen is ignorable, and all texts are in form C.
    if text.is_ascii() || text.chars().all(|c| c < '\u{300}' && c != '\u{ad}') {
        return Cow::Borrowed(text.trim());
    }
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let composed = ComposingNormalizerBorrowed::new_nfc();
    if text.chars().any(|c| ignorable.contains(c)) {
        let kept: String = text.chars().filter(|c| !ignorable.contains(*c)).collect();
        return Cow::Owned(composed.normalize(&kept).trim().to_owned());
    }
    match composed.normalize(text) {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;
    use proptest::property_test;

    use super::*;
    use crate::property::cases;

    #[test]
    fn texts_that_look_alike_are_equal() {
        for (text, canonical) in [
            ("Jürgen", "Jürgen"),
            ("Ju\u{308}rgen", "Jürgen"),
            ("\u{feff}Jürgen", "Jürgen"),
            ("\u{feff}\u{feff}b", "b"),
            ("b\u{200b}", "b"),
            ("a\u{ad}b", "ab"),
            ("a\u{200d}b\u{fe0f}", "ab"),
            ("\u{e0061}b", "b"),
            ("\u{a0}b\u{2003}", "b"),
            (" \u{200b} b \u{feff} ", "b"),
            // The mark composes with its letter after the ignorable character is removed.
            ("u\u{34f}\u{308}", "ü"),
            // Marks are reordered.
            ("q\u{307}\u{323}", "q\u{323}\u{307}"),
            ("\u{212b}", "Å"),
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            ("\u{200b}\u{feff}", ""),
            (" a  b ", "a  b"),
            ("", ""),
            // Compatibility characters stay different.
            ("ﬁ", "ﬁ"),
            ("Ａ", "Ａ"),
        ] {
            assert_eq!(canonical_text(text), canonical, "{text:?}");
        }
    }

    /// A new version of the Unicode tables may change x. `EVALUATION_RULES` must then be increased.
    #[test]
    fn ignored_characters_are_a_fixed_set() {
        let ignored = ('\0'..=char::MAX).filter(|c| canonical_text(&format!("a{c}b")) == "ab");
        let ranges = ignored.fold(Vec::new(), |mut ranges: Vec<(u32, u32)>, c| {
            let c = u32::from(c);
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == c => *last = c,
                _ => ranges.push((c, c)),
            }
            ranges
        });
        let expected = [
            (0xad, 0xad),
            (0x34f, 0x34f),
            (0x61c, 0x61c),
            (0x115f, 0x1160),
            (0x17b4, 0x17b5),
            (0x180b, 0x180f),
            (0x200b, 0x200f),
            (0x202a, 0x202e),
            (0x2060, 0x206f),
            (0x3164, 0x3164),
            (0xfe00, 0xfe0f),
            (0xfeff, 0xfeff),
            (0xffa0, 0xffa0),
            (0xfff0, 0xfff8),
            (0x1_bca0, 0x1_bca3),
            (0x1_d173, 0x1_d17a),
            (0xe_0000, 0xe_0fff),
        ];
        assert_eq!(ranges, expected);
    }

    #[property_test(config = cases(512))]
    fn a_canonical_text_is_its_own_canonical_form(#[strategy = "\\PC{0,12}"] text: String) {
        let once = canonical_text(&text).into_owned();
        prop_assert_eq!(canonical_text(&once), once.as_str());
        let padded = format!(" \u{feff}{text}\u{a0}");
        prop_assert_eq!(canonical_text(&padded), once.as_str());
    }
}
