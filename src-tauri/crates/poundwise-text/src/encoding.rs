//! Encodings of the bytes of a file.
//!
//! A text is decoded strictly: malformed bytes are an error, and no character is replaced. In
//! single-byte encodings, bytes of control characters above U+007F are malformed too. They are a
//! sign of another encoding.

mod proposal;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};

use encoding_rs::{DecoderResult, ISO_8859_15, UTF_8, UTF_16BE, UTF_16LE};
use encoding_rs::{WINDOWS_1250, WINDOWS_1252};
use poundwise_words::catalogue::MessageSample;
use poundwise_words::{Language, Localize};
use serde::{Deserialize, Serialize};

/// Bytes that are decoded at a time.
const CHUNK: usize = 1 << 16;

/// Encoding of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Encoding {
    /// UTF-8.
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, the low byte of a unit first.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, the high byte of a unit first.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// UTF-32, the lowest byte first.
    #[serde(rename = "utf-32le")]
    Utf32Le,
    /// UTF-32, the highest byte first.
    #[serde(rename = "utf-32be")]
    Utf32Be,
    /// Windows-1252, Western European.
    #[serde(rename = "windows-1252")]
    Windows1252,
    /// Windows-1250, Central European.
    #[serde(rename = "windows-1250")]
    Windows1250,
    /// ISO-8859-1, Western European.
    #[serde(rename = "iso-8859-1")]
    Iso8859_1,
    /// ISO-8859-15, Western European with the euro sign.
    #[serde(rename = "iso-8859-15")]
    Iso8859_15,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 9] = [
        Self::Utf8,
        Self::Utf16Le,
        Self::Utf16Be,
        Self::Utf32Le,
        Self::Utf32Be,
        Self::Windows1252,
        Self::Windows1250,
        Self::Iso8859_1,
        Self::Iso8859_15,
    ];

    /// Returns the name that a home stores and the command line reads.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
            Self::Utf32Le => "utf-32le",
            Self::Utf32Be => "utf-32be",
            Self::Windows1252 => "windows-1252",
            Self::Windows1250 => "windows-1250",
            Self::Iso8859_1 => "iso-8859-1",
            Self::Iso8859_15 => "iso-8859-15",
        }
    }

    /// Returns the encoding of a name in any case, such as the encoding that XML declares. As on
    /// the web, `iso-8859-1` and `us-ascii` of a label are Windows-1252, which has their characters
    /// and more. `utf-16` and `utf-32` alone name none: their byte order mark does.
    #[must_use]
    pub fn of_label(label: &str) -> Option<Self> {
        match label.trim().to_ascii_lowercase().as_str() {
            "utf-32le" => Some(Self::Utf32Le),
            "utf-32be" => Some(Self::Utf32Be),
            "utf-16" => None,
            label => match encoding_rs::Encoding::for_label(label.as_bytes())? {
                one if one == UTF_8 => Some(Self::Utf8),
                one if one == UTF_16LE => Some(Self::Utf16Le),
                one if one == UTF_16BE => Some(Self::Utf16Be),
                one if one == WINDOWS_1252 => Some(Self::Windows1252),
                one if one == WINDOWS_1250 => Some(Self::Windows1250),
                one if one == ISO_8859_15 => Some(Self::Iso8859_15),
                _ => None,
            },
        }
    }

    /// Returns the byte order mark of the encoding, which is empty if it has none.
    #[must_use]
    pub const fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf8 => b"\xef\xbb\xbf",
            Self::Utf16Le => b"\xff\xfe",
            Self::Utf16Be => b"\xfe\xff",
            Self::Utf32Le => b"\xff\xfe\0\0",
            Self::Utf32Be => b"\0\0\xfe\xff",
            Self::Windows1252 | Self::Windows1250 | Self::Iso8859_1 | Self::Iso8859_15 => b"",
        }
    }

    /// Returns the encoding whose byte order mark a text begins with, if it has one.
    #[must_use]
    pub fn marked(text: &[u8]) -> Option<Self> {
        // The mark of UTF-32LE begins with that of UTF-16LE.
        let longest_first = [
            Self::Utf32Le,
            Self::Utf32Be,
            Self::Utf8,
            Self::Utf16Le,
            Self::Utf16Be,
        ];
        longest_first
            .into_iter()
            .find(|one| text.starts_with(one.mark()))
    }

    /// Returns the encoding that the beginning of a text suggests, for a person to confirm.
    ///
    /// A byte order mark decides. UTF-16 and UTF-32 are recognised by their zero bytes, and UTF-8
    /// by the bytes above 0x7f, if most of them are valid. Otherwise the single-byte encoding is
    /// proposed in which most of these bytes are letters of one language.
    #[must_use]
    pub fn proposed(head: &[u8]) -> Self {
        proposal::proposed(head)
    }

    /// Decodes a whole text, without its byte order mark.
    ///
    /// # Errors
    /// The first bytes that are no character of the encoding, with their line.
    pub fn decode(self, text: &[u8]) -> Result<Cow<'_, str>, MalformedLine> {
        let text = text.strip_prefix(self.mark()).unwrap_or(text);
        if self == Self::Utf8
            && let Ok(text) = str::from_utf8(text)
        {
            return Ok(Cow::Borrowed(text));
        }
        let mut decoded = String::new();
        match Decoder::new(self).decode(text, true, &mut decoded) {
            Ok(()) => Ok(Cow::Owned(decoded)),
            Err(malformed) => Err(MalformedLine {
                malformed,
                line: 1 + decoded.matches('\n').count() as u64,
            }),
        }
    }

    /// Returns the byte as a character of an encoding of one byte a character, or `None` if it is
    /// no character of it.
    fn character(self, byte: u8) -> Option<char> {
        let table = match self {
            Self::Windows1252 => WINDOWS_1252,
            Self::Windows1250 => WINDOWS_1250,
            Self::Iso8859_15 => ISO_8859_15,
            Self::Iso8859_1 => return Some(char::from(byte)).filter(|c| !is_high_control(*c)),
            Self::Utf8 | Self::Utf16Le | Self::Utf16Be | Self::Utf32Le | Self::Utf32Be => {
                return None;
            }
        };
        let bytes = [byte];
        let (text, _) = table.decode_without_bom_handling(&bytes);
        text.chars().next().filter(|c| !is_high_control(*c))
    }

    /// Returns the character of each byte, of an encoding of one byte a character.
    fn characters(self) -> [Option<char>; 256] {
        let mut table = [None; 256];
        for (byte, place) in (0..=u8::MAX).zip(table.iter_mut()) {
            *place = self.character(byte);
        }
        table
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
            Self::Windows1252 => "Windows-1252",
            Self::Windows1250 => "Windows-1250",
            Self::Iso8859_1 => "ISO-8859-1",
            Self::Iso8859_15 => "ISO-8859-15",
        })
    }
}

fn is_high_control(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}')
}

/// Bytes that are no character of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The encoding.
    pub encoding: Encoding,
    /// The first of these bytes, or `None` if it was in an earlier part of the text.
    pub byte: Option<u8>,
}

/// The name of an encoding is the same in each language.
impl Localize for Encoding {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl MessageSample for Encoding {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::Utf8, Self::Utf16Le]
    }
}

/// The values alone. Callers match the type inside an I/O error, and have messages of their own.
impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.encoding)?;
        match self.byte {
            Some(byte) => write!(f, " 0x{byte:02x}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Malformed {}

/// Bytes of a whole text that are no character of its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedLine {
    /// The bytes.
    pub malformed: Malformed,
    /// Their line, from 1.
    pub line: u64,
}

/// Decoder of a text that comes in parts. It does not remove a byte order mark.
pub struct Decoder {
    encoding: Encoding,
    form: Form,
}

enum Form {
    /// UTF-8 and UTF-16.
    Unicode(encoding_rs::Decoder),
    /// The bytes of an incomplete unit of UTF-32.
    Utf32(Vec<u8>),
    /// One byte a character: the character of each byte.
    Table(Box<[Option<char>; 256]>),
}

impl Decoder {
    /// Creates a decoder for the start of a text.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        let form = match encoding {
            Encoding::Utf8 => Form::Unicode(UTF_8.new_decoder_without_bom_handling()),
            Encoding::Utf16Le => Form::Unicode(UTF_16LE.new_decoder_without_bom_handling()),
            Encoding::Utf16Be => Form::Unicode(UTF_16BE.new_decoder_without_bom_handling()),
            Encoding::Utf32Le | Encoding::Utf32Be => Form::Utf32(Vec::new()),
            Encoding::Windows1252
            | Encoding::Windows1250
            | Encoding::Iso8859_1
            | Encoding::Iso8859_15 => Form::Table(Box::new(encoding.characters())),
        };
        Self { encoding, form }
    }

    /// Appends the characters of the next part of the text to `text`. An incomplete character at
    /// the end of a part is kept for the next one, unless the part is the last one.
    ///
    /// # Errors
    /// `Malformed`. The characters before it are appended.
    pub fn decode(
        &mut self,
        part: &[u8],
        is_last: bool,
        text: &mut String,
    ) -> Result<(), Malformed> {
        let encoding = self.encoding;
        let malformed = |byte: Option<u8>| Err(Malformed { encoding, byte });
        match &mut self.form {
            Form::Unicode(decoder) => {
                let needed = decoder.max_utf8_buffer_length_without_replacement(part.len());
                text.reserve(needed.unwrap_or(part.len()));
                let mut read = 0;
                loop {
                    let rest = part.get(read..).unwrap_or_default();
                    let (result, taken) =
                        decoder.decode_to_string_without_replacement(rest, text, is_last);
                    read += taken;
                    match result {
                        DecoderResult::InputEmpty => return Ok(()),
                        DecoderResult::OutputFull => text.reserve(rest.len().max(16)),
                        DecoderResult::Malformed(length, after) => {
                            let length = usize::from(length) + usize::from(after);
                            let at = read.checked_sub(length);
                            return malformed(at.and_then(|at| part.get(at)).copied());
                        }
                    }
                }
            }
            Form::Utf32(kept) => {
                let mut rest = part;
                while kept.len() + rest.len() >= 4 {
                    let (more, after) = rest.split_at(4 - kept.len());
                    kept.extend_from_slice(more);
                    rest = after;
                    let unit: [u8; 4] = kept.as_slice().try_into().unwrap_or_default();
                    let first = unit.first().copied();
                    kept.clear();
                    let number = if encoding == Encoding::Utf32Le {
                        u32::from_le_bytes(unit)
                    } else {
                        u32::from_be_bytes(unit)
                    };
                    match char::from_u32(number) {
                        Some(c) => text.push(c),
                        None => return malformed(first),
                    }
                }
                kept.extend_from_slice(rest);
                if is_last && !kept.is_empty() {
                    return malformed(None);
                }
                Ok(())
            }
            Form::Table(table) => {
                text.reserve(part.len());
                let mut rest = part;
                while !rest.is_empty() {
                    let ascii = encoding_rs::Encoding::ascii_valid_up_to(rest);
                    let (plain, after) = rest.split_at(ascii);
                    text.push_str(str::from_utf8(plain).unwrap_or_default());
                    rest = after;
                    let Some((byte, after)) = rest.split_first() else {
                        break;
                    };
                    match table.get(usize::from(*byte)).copied().flatten() {
                        Some(c) => text.push(c),
                        None => return malformed(Some(*byte)),
                    }
                    rest = after;
                }
                Ok(())
            }
        }
    }
}

/// Reader of a text in any encoding, as UTF-8. Malformed bytes are an error of the kind
/// `InvalidData` that contains [`Malformed`]; the characters before them are read first. Memory does
/// not grow with the text.
pub struct DecodingReader<R> {
    inner: R,
    decoder: Decoder,
    buffer: Vec<u8>,
    text: String,
    /// Number of bytes of `text` that were given out.
    given: usize,
    /// Number of bytes read from the inner reader.
    taken: u64,
    is_over: bool,
    malformed: Option<Malformed>,
}

impl<R: Read> DecodingReader<R> {
    /// Creates a reader over the bytes of a text without its byte order mark.
    pub fn new(inner: R, encoding: Encoding) -> Self {
        Self {
            inner,
            decoder: Decoder::new(encoding),
            buffer: vec![0; CHUNK],
            text: String::new(),
            given: 0,
            taken: 0,
            is_over: false,
            malformed: None,
        }
    }

    /// Returns the number of encoded bytes read so far.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Decodes the next part of the text.
    fn fill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.given = 0;
        while self.text.is_empty() && !self.is_over {
            if let Some(malformed) = self.malformed {
                return Err(io::Error::new(io::ErrorKind::InvalidData, malformed));
            }
            let read = self.inner.read(&mut self.buffer)?;
            self.taken += read as u64;
            let part = self.buffer.get(..read).unwrap_or_default();
            self.is_over = read == 0;
            let decoded = self.decoder.decode(part, self.is_over, &mut self.text);
            if let Err(malformed) = decoded {
                self.malformed = Some(malformed);
                self.is_over = false;
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for DecodingReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        if self.given == self.text.len() {
            self.fill()?;
        }
        let rest = self.text.as_bytes().get(self.given..).unwrap_or_default();
        let length = rest.len().min(into.len());
        if let (Some(into), Some(text)) = (into.get_mut(..length), rest.get(..length)) {
            into.copy_from_slice(text);
        }
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const TEXT: &str = "név;größe\nŁódź;1 020,00 €\n𝔘;x\n";

    /// Encodes a text, if all of its characters are in the encoding.
    pub(super) fn encoded(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
        let units = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect();
        let points = |order: fn(u32) -> [u8; 4]| text.chars().map(u32::from).flat_map(order);
        Some(match encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf16Le => units(u16::to_le_bytes),
            Encoding::Utf16Be => units(u16::to_be_bytes),
            Encoding::Utf32Le => points(u32::to_le_bytes).collect(),
            Encoding::Utf32Be => points(u32::to_be_bytes).collect(),
            one => {
                let byte_of = |c| (0..=u8::MAX).find(|byte| one.character(*byte) == Some(c));
                return text.chars().map(byte_of).collect();
            }
        })
    }

    #[test]
    fn every_text_is_decoded_whole_and_in_parts_of_any_size() {
        for encoding in Encoding::ALL {
            let text: String = TEXT
                .chars()
                .filter(|c| encoded(&c.to_string(), encoding).is_some())
                .collect();
            assert!(!text.is_ascii());
            let bytes = encoded(&text, encoding).unwrap();
            assert_eq!(encoding.decode(&bytes).unwrap(), text);
            let marked = [encoding.mark(), &bytes].concat();
            assert_eq!(encoding.decode(&marked).unwrap(), text);
            for size in 1..9 {
                let (mut decoder, mut decoded) = (Decoder::new(encoding), String::new());
                for part in bytes.chunks(size) {
                    decoder.decode(part, false, &mut decoded).unwrap();
                }
                decoder.decode(&[], true, &mut decoded).unwrap();
                assert_eq!(decoded, text, "{encoding} in parts of {size}");
            }
            let mut read = String::new();
            let mut reader = DecodingReader::new(&*bytes, encoding);
            reader.read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
            assert_eq!(reader.taken(), bytes.len() as u64);
        }
    }

    #[test]
    fn the_tables_are_those_of_the_standard_programs() {
        for (encoding, bytes, text) in [
            (Encoding::Windows1252, &b"\x80\x8a\x9f\xa4\xe4"[..], "€ŠŸ¤ä"),
            (Encoding::Windows1250, b"\x80\xa3\xf3\x9f\xb9\xe6", "€Łóźąć"),
            (Encoding::Iso8859_1, b"\xa4\xa6\xe4", "¤¦ä"),
            (Encoding::Iso8859_15, b"\xa4\xa6\xe4", "€Šä"),
        ] {
            assert_eq!(encoding.decode(bytes).unwrap(), text);
        }
    }

    #[test]
    fn malformed_bytes_are_an_error_after_the_text_before_them() {
        for (encoding, bytes, byte) in [
            (Encoding::Utf8, &b"ab\xe4c"[..], Some(0xe4)),
            (Encoding::Utf8, b"ab\xe2\x82", Some(0xe2)),
            (Encoding::Utf16Le, b"a\0b\0\0\xdcc\0", Some(0)),
            (Encoding::Utf16Be, b"\0a\0b\xd8\0", Some(0xd8)),
            (Encoding::Utf16Le, b"a\0b\0c", Some(b'c')),
            (Encoding::Utf32Le, b"a\0\0\0b\0\0\0\0\xd8\0\0", Some(0)),
            (Encoding::Utf32Be, b"\0\0\0a\0\0\0b\0\x11\0\0", Some(0)),
            (Encoding::Utf32Be, b"\0\0\0a\0\0\0b\0\0", None),
            (Encoding::Windows1252, b"ab\x81c", Some(0x81)),
            (Encoding::Windows1250, b"ab\x88c", Some(0x88)),
            (Encoding::Iso8859_1, b"ab\x80c", Some(0x80)),
            (Encoding::Iso8859_15, b"ab\x9fc", Some(0x9f)),
        ] {
            let malformed = Malformed { encoding, byte };
            let at_first_line = MalformedLine { malformed, line: 1 };
            assert_eq!(encoding.decode(bytes), Err(at_first_line), "{bytes:?}");
            let mut reader = DecodingReader::new(bytes, encoding);
            let mut before = Vec::new();
            let error = reader.read_to_end(&mut before).unwrap_err();
            assert_eq!(before, b"ab", "{encoding}");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            let inner = error.into_inner().unwrap();
            let inner = inner.downcast_ref::<Malformed>().unwrap();
            assert_eq!(inner.encoding, encoding);
        }
    }

    #[test]
    fn labels_of_xml_name_an_encoding() {
        for (label, encoding) in [
            ("UTF-8", Some(Encoding::Utf8)),
            (" utf8 ", Some(Encoding::Utf8)),
            ("ISO-8859-1", Some(Encoding::Windows1252)),
            ("us-ascii", Some(Encoding::Windows1252)),
            ("l9", Some(Encoding::Iso8859_15)),
            ("cp1250", Some(Encoding::Windows1250)),
            ("UTF-16LE", Some(Encoding::Utf16Le)),
            ("UTF-16", None),
            ("shift_jis", None),
            ("", None),
        ] {
            assert_eq!(Encoding::of_label(label), encoding, "{label}");
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for encoding in Encoding::ALL {
            assert_eq!(encoding.to_string().to_lowercase(), encoding.as_str());
        }
    }
}
