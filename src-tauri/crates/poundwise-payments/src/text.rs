//! The text of a statement's file: its encoding, and files of other kinds that banks offer.

use std::borrow::Cow;

use poundwise_text::encoding::{Decoder, Encoding};

use crate::StatementError;

/// Number of bytes by which a file is recognised.
const HEAD: usize = 4096;
/// Number of bytes by which the encoding of a CSV is proposed.
const SAMPLE: usize = 1 << 20;

/// A kind of file that is recognised and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignFormat {
    /// MT940 or MT942 of SWIFT.
    Mt940,
    /// Open Financial Exchange.
    Ofx,
    /// Quicken Interchange Format.
    Qif,
    /// A page of the Portable Document Format.
    Pdf,
    /// A workbook of Excel.
    Excel,
}

impl ForeignFormat {
    /// Returns its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mt940 => "MT940",
            Self::Ofx => "OFX",
            Self::Qif => "QIF",
            Self::Pdf => "PDF",
            Self::Excel => "Excel",
        }
    }

    /// Returns the kind of a file, if it is one of these.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..HEAD).unwrap_or(bytes);
        if head.starts_with(b"%PDF-") {
            return Some(Self::Pdf);
        }
        if head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
            return Some(Self::Excel);
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        // A payer's text in a CSV file is no sign.
        if text.starts_with("OFXHEADER") || (text.starts_with('<') && text.contains("<OFX>")) {
            return Some(Self::Ofx);
        }
        if text.starts_with("!Type:") || text.starts_with("!Account") {
            return Some(Self::Qif);
        }
        // Some banks write lines of their own before the first tag.
        let has = |tag: &str| text.lines().take(6).any(|line| line.starts_with(tag));
        let is_swift = has(":20:") || text.starts_with("{1:");
        let has_account = text.contains("\n:25:") || text.contains("\n:60F:");
        (is_swift && has_account).then_some(Self::Mt940)
    }
}

/// Returns whether a file begins as XML does, in any encoding.
pub(crate) fn is_xml(bytes: &[u8]) -> bool {
    let mark = Encoding::marked(bytes).map_or(&b""[..], Encoding::mark);
    let text = bytes.strip_prefix(mark).unwrap_or(bytes);
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
    text.iter().take(HEAD).find(|byte| !is_blank(byte)) == Some(&b'<')
}

/// Returns the text of an XML document: in the encoding of its byte order mark, of its first bytes
/// or of its declaration, in this order.
///
/// # Errors
/// `Encoding`.
pub(crate) fn xml_text(bytes: &[u8]) -> Result<Cow<'_, str>, StatementError> {
    let encoding = match Encoding::marked(bytes).or_else(|| wide_xml(bytes)) {
        Some(encoding) => encoding,
        None => match declared(bytes) {
            Some(label) => Encoding::of_label(&label).ok_or(StatementError::Encoding {
                encoding: label,
                line: 1,
            })?,
            None => Encoding::Utf8,
        },
    };
    decoded(bytes, encoding)
}

/// Returns the encoding of several bytes a unit in which the first character is `<`.
fn wide_xml(bytes: &[u8]) -> Option<Encoding> {
    match bytes {
        [b'<', 0, 0, 0, ..] => Some(Encoding::Utf32Le),
        [0, 0, 0, b'<', ..] => Some(Encoding::Utf32Be),
        [b'<', 0, ..] => Some(Encoding::Utf16Le),
        [0, b'<', ..] => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// Returns the encoding that an XML declaration in ASCII names.
fn declared(bytes: &[u8]) -> Option<String> {
    let head = bytes.get(..256).unwrap_or(bytes);
    let head: String = head.iter().map(|byte| char::from(*byte)).collect();
    let (declaration, _) = head.trim_start().strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (label, _) = value.get(1..)?.split_once(quote)?;
    Some(label.chars().take(40).collect())
}

/// Returns the text of a CSV in its declared encoding, and the encoding. Without a declared one, the
/// bytes suggest the encoding, and bytes that are no character of Windows-1252 are control
/// characters, as in exports of banks.
///
/// # Errors
/// `Foreign`, `Encoding`, `Binary`.
pub(crate) fn csv_text(
    bytes: &[u8],
    declared: Option<Encoding>,
) -> Result<(Cow<'_, str>, Encoding), StatementError> {
    if let Some(format) = ForeignFormat::of(bytes) {
        return Err(StatementError::Foreign(format));
    }
    let encoding = declared.unwrap_or_else(|| csv_encoding(bytes));
    let is_lenient = declared.is_none()
        && match encoding {
            Encoding::Windows1252 => true,
            Encoding::Utf8 => str::from_utf8(bytes).is_err(),
            _ => false,
        };
    let text = if is_lenient {
        Cow::Owned(lenient(bytes))
    } else {
        decoded(bytes, encoding)?
    };
    if text.contains('\0') {
        return Err(StatementError::Binary);
    }
    Ok((text, encoding))
}

/// Returns the encoding that the bytes of a CSV suggest.
fn csv_encoding(bytes: &[u8]) -> Encoding {
    if str::from_utf8(bytes).is_ok() && !bytes.contains(&0) {
        return Encoding::Utf8;
    }
    Encoding::proposed(bytes.get(..SAMPLE).unwrap_or(bytes))
}

/// Decodes Windows-1252, in which every byte is a character.
fn lenient(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut decoder = Decoder::new(Encoding::Windows1252);
    let mut rest = bytes;
    while !rest.is_empty() {
        let before = text.len();
        if decoder.decode(rest, true, &mut text).is_ok() {
            break;
        }
        let read = text.get(before..).map_or(0, |read| read.chars().count());
        let undefined = rest.get(read).copied().unwrap_or_default();
        text.push(char::from(undefined));
        rest = rest.get(read + 1..).unwrap_or_default();
    }
    text
}

fn decoded(bytes: &[u8], encoding: Encoding) -> Result<Cow<'_, str>, StatementError> {
    let decoded = encoding.decode(bytes);
    decoded.map_err(|malformed| StatementError::Encoding {
        encoding: encoding.to_string(),
        line: malformed.line,
    })
}
