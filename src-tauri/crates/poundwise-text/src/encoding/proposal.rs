//! Proposal of an encoding from the beginning of a text.

use super::{Decoder, Encoding};

/// Number of bytes that are examined for UTF-16 and UTF-32.
const UNITS: usize = 1 << 16;

/// Single-byte encodings with the non-ASCII letters of their languages. Of two equal scores the
/// first encoding is proposed.
const CANDIDATES: [(Encoding, &[&str]); 3] = [
    (Encoding::Windows1252, &WESTERN),
    (Encoding::Iso8859_15, &WESTERN),
    (Encoding::Windows1250, &CENTRAL),
];

const WESTERN: [&str; 10] = [
    "äöüß",
    "àâæçéèêëîïôœùûüÿ",
    "áéíñóúü",
    "ãáàâçéêíõóôúü",
    "àèéìíîòóùú",
    "éèëïóöüáêíúà",
    "æøåéäöü",
    "åäöéü",
    "áðéíóúýþæö",
    "çéèíïóòúüàñ",
];

const CENTRAL: [&str; 6] = [
    "ąćęłńóśźż",
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "áéíóöőúüű",
    "čćđšž",
    "ăâîşţ",
];

pub(super) fn proposed(head: &[u8]) -> Encoding {
    if let Some(marked) = Encoding::marked(head) {
        return marked;
    }
    if let Some(wide) = wide(head.get(..UNITS).unwrap_or(head)) {
        return wide;
    }
    if is_mostly_utf8(head) {
        return Encoding::Utf8;
    }
    let mut best = (None, Encoding::Windows1252);
    for (encoding, languages) in CANDIDATES {
        let score = score(head, encoding, languages);
        if score > best.0 {
            best = (score, encoding);
        }
    }
    best.1
}

/// Returns whether a text has more characters of UTF-8 above U+007F than bytes that are none.
fn is_mostly_utf8(head: &[u8]) -> bool {
    let (mut characters, mut others) = (0_usize, 0_usize);
    for chunk in head.utf8_chunks() {
        let valid = chunk.valid();
        if !valid.is_ascii() {
            characters += valid.chars().filter(|c| !c.is_ascii()).count();
        }
        others += usize::from(!chunk.invalid().is_empty());
    }
    // A head may be cut inside a character.
    others == 0 || characters > others || (others == 1 && is_cut(head))
}

/// Returns whether only the last bytes of a text are no UTF-8, and begin a character of it.
fn is_cut(head: &[u8]) -> bool {
    str::from_utf8(head).is_err_and(|problem| problem.error_len().is_none()) && head.len() >= UNITS
}

/// Returns the encoding of two or four bytes a unit in which a text without a byte order mark is,
/// if it is in one.
fn wide(head: &[u8]) -> Option<Encoding> {
    // The separators, digits and line ends of a table are ASCII in every language.
    let is_half = |ascii: usize, all: usize| all > 0 && ascii * 2 >= all;
    if head.len().is_multiple_of(4) {
        for encoding in [Encoding::Utf32Le, Encoding::Utf32Be] {
            let mut text = String::new();
            let is_whole = Decoder::new(encoding).decode(head, true, &mut text).is_ok();
            let ascii = text.chars().filter(char::is_ascii).count();
            if is_whole && !text.contains('\0') && is_half(ascii, head.len() / 4) {
                return Some(encoding);
            }
        }
    }
    if !head.len().is_multiple_of(2) {
        return None;
    }
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0);
    let (even, odd) = (zeros(0).count(), zeros(1).count());
    let is = |few: usize, many: usize| few * 10 <= many && is_half(many, head.len() / 2);
    match (even, odd) {
        (even, odd) if is(even, odd) => Some(Encoding::Utf16Le),
        (even, odd) if is(odd, even) => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// Returns how well the bytes above 0x7f fit the encoding, or `None` if one of them is no character
/// of it.
fn score(head: &[u8], encoding: Encoding, languages: &[&str]) -> Option<i64> {
    let table = encoding.characters();
    let character = |place: Option<usize>| {
        let byte = head.get(place?)?;
        table.get(usize::from(*byte)).copied().flatten()
    };
    let mut letters = vec![0_i64; languages.len()];
    let mut others = 0_i64;
    for (place, byte) in head.iter().enumerate() {
        if byte.is_ascii() {
            continue;
        }
        let c = table.get(usize::from(*byte)).copied().flatten()?;
        let before = character(place.checked_sub(1));
        let after = character(Some(place + 1));
        let is = |c: Option<char>, kind: fn(char) -> bool| c.is_some_and(kind);
        let next_to = |kind: fn(char) -> bool| is(before, kind) || is(after, kind);
        if c.is_alphabetic() && !matches!(c, 'ª' | 'º' | 'µ') {
            let lower = c.to_lowercase().next().unwrap_or(c);
            if next_to(|c| c.is_ascii_digit()) {
                others -= 1;
            } else if next_to(char::is_alphabetic) {
                for (count, language) in letters.iter_mut().zip(languages) {
                    *count += i64::from(language.contains(lower));
                }
            }
        } else if is(before, char::is_alphabetic) && is(after, char::is_alphabetic) {
            // Apostrophes and dashes are inside words.
            others -= i64::from(!matches!(c, '’' | '‘' | '–' | '·' | '\u{ad}'));
        } else if matches!(c, '²' | '³' | '¹') && word_before(head, place) > 2 {
            others -= 1;
        } else {
            others += i64::from(!matches!(
                c,
                '¤' | '¸' | '¨' | '´' | '¦' | '¬' | '˝' | '˛' | '˘'
            ));
        }
    }
    Some(letters.into_iter().max().unwrap_or(0) + others)
}

/// Returns the number of letters directly before a place, at most three. A unit such as `cm³` has
/// two of them.
fn word_before(head: &[u8], place: usize) -> usize {
    let before = head.get(..place).unwrap_or_default().iter().rev();
    before
        .take(3)
        .take_while(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
        .count()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::encoded;
    use super::*;

    #[test]
    fn the_encoding_of_one_byte_is_told_by_its_letters() {
        use Encoding::{Iso8859_15, Windows1250, Windows1252};
        for (text, encoding) in [
            ("name;city\nMüller;Köln\n", Windows1252),
            ("nom;prix\nHélène;20 €\n", Windows1252),
            ("navn\nSørensen\n", Windows1252),
            ("id;amount\n1;£20.00\n2;£5\n", Windows1252),
            ("id;volume\n1;5 m³\n", Windows1252),
            ("nom\nL’été\n", Windows1252),
            ("nom;prix\nHélène;20 €\n", Iso8859_15),
            ("#Wpływy;#Kwota\nZAKUP ŁÓDŹ;1\n", Windows1250),
            ("jméno\nDvořák\nPříjem\n", Windows1250),
            ("név\nErdős Jenő\nfűtés\n", Windows1250),
        ] {
            assert_eq!(
                proposed(&encoded(text, encoding).unwrap()),
                encoding,
                "{text}"
            );
        }
    }

    #[test]
    fn unicode_is_told_with_and_without_a_mark() {
        let text = "név;größe\nŁódź;1 020,00 €\n";
        for encoding in [
            Encoding::Utf8,
            Encoding::Utf16Le,
            Encoding::Utf16Be,
            Encoding::Utf32Le,
            Encoding::Utf32Be,
        ] {
            let bytes = encoded(text, encoding).unwrap();
            assert_eq!(proposed(&bytes), encoding);
            let marked = [encoding.mark(), &bytes].concat();
            assert_eq!(proposed(&marked), encoding);
        }
        for plain in [&b""[..], b"a", b"a,b\n1,2\n", b"\0", b"ab\0\0\0"] {
            assert_eq!(proposed(plain), Encoding::Utf8, "{plain:?}");
        }
    }

    #[test]
    fn one_broken_byte_does_not_make_utf8_another_encoding() {
        assert_eq!(proposed("Jürgen, Ömer \u{e4}".as_bytes()), Encoding::Utf8);
        let broken = ["Jürgen, Ömer, ".as_bytes(), b"M\xfcller\n"].concat();
        assert_eq!(proposed(&broken), Encoding::Utf8);
    }
}
