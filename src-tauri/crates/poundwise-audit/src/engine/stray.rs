//! Files that lie beside the books and are not part of them, such as a picture.
//!
//! A file is left out only where nothing about it speaks of a document: neither its name, nor a
//! place in its content at which one could begin. So a document is checked whatever its name is,
//! and one that was damaged at its beginning is a finding still. Whoever may remove a file may of
//! course hide it: a file that a check lacks is named beside that check.

use std::io::{self, BufRead, Read};

/// Endings of the files that this program writes for an audit.
const ENDINGS: [&str; 6] = ["ledger", "bundle", "copy", "checkpoint", "jws", "opening"];

/// Bytes at the beginning of a file in which a document is looked for.
const HEAD: u64 = 1 << 20;

/// Beginnings of documents: of ledgers and checkpoints, and of single ones.
const BEGINNINGS: [&str; 2] = ["poundwise/", "eyJ"];

/// Beginnings of files in which a document is encrypted.
const ENCRYPTED: [&str; 2] = ["age-encryption.org/", "-----BEGIN AGE"];

/// The fewest characters of a key or a header after a beginning that is not the file's.
const AFTER: usize = 20;

/// The fewest characters of each part of what may be a document: a header alone has more.
const PART: usize = 40;

/// Returns whether a file of that name is one of ours by its name.
pub(super) fn is_named_as_one(name: &str) -> bool {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ending = name.rsplit_once('.').map_or(name, |(_, ending)| ending);
    ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one))
}

/// Returns whether a document could begin in `content`, which need not be the whole file.
pub(super) fn shows_a_document(content: &[u8]) -> bool {
    let mut lines = content.split(|byte| matches!(byte, b'\n' | b'\r' | 0));
    // What was read may end within a character.
    let is_utf8 = std::str::from_utf8(content).map_or_else(|e| e.error_len().is_none(), |_| true);
    let is_text = is_utf8 && !content.contains(&0);
    // The names of what is in a bundle or a copy, however it is packed, stand in it as they are.
    let packed = [".jws", ".ledger", ".bundle", ".copy"];
    let holds = |part: &str| content.windows(part.len()).any(|at| at == part.as_bytes());
    is_beginning(content, 0)
        || (!is_text && packed.iter().any(|part| holds(part)))
        || lines.any(|line| is_beginning(line, AFTER) || is_compact(line))
}

/// Returns whether a line begins as a document does, with at least so many characters of a key or a
/// header after its first ones.
fn is_beginning(line: &[u8], after: usize) -> bool {
    let line = line
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(line)
        .trim_ascii();
    BEGINNINGS.iter().any(|one| {
        let rest = line.strip_prefix(one.as_bytes());
        rest.is_some_and(|rest| rest.iter().take_while(|byte| is_letter(**byte)).count() >= after)
    }) || ENCRYPTED.iter().any(|one| line.starts_with(one.as_bytes()))
}

/// Returns whether a byte is one of the characters of ids and documents (base64url).
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Returns whether a line has the form of a compact document: header, payload and signature, of
/// letters and digits, with a point between them. A damaged byte makes no difference.
fn is_compact(line: &[u8]) -> bool {
    let parts: Vec<&[u8]> = line.split(|byte| *byte == b'.').collect();
    let is_part = |part: &[u8]| {
        let others = part.iter().filter(|byte| !is_letter(**byte)).count();
        part.len() >= PART && others <= part.len() / 10
    };
    parts.len() == 3 && parts.into_iter().all(is_part)
}

/// Returns the beginning of a file.
pub(super) fn beginning(file: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ours_by_their_ending_however_it_is_written() {
        for name in [
            "a.ledger",
            "A.BUNDLE",
            "x.y.jws",
            "checkpoint",
            "d/e.opening",
            r"d\e.copy",
        ] {
            assert!(is_named_as_one(name), "{name}");
        }
        for name in [
            "receipts.csv",
            "ledger.txt",
            "photo.png",
            "",
            "it",
            "a.ledger.bak",
            "bundles",
        ] {
            assert!(!is_named_as_one(name), "{name}");
        }
    }

    #[test]
    fn a_document_is_seen_wherever_it_begins_and_other_files_are_not() {
        let part = "a".repeat(PART);
        let compact = format!("{part}.{part}.{part}");
        let damaged = format!("\u{1}{}", &compact[1..]);
        // As much as may be damaged, and a byte more.
        let most = format!("{}{part}", "\u{1}".repeat(PART / 10));
        let [most, more] = [most.as_str(), &format!("\u{1}{most}")].map(|first| {
            let first = &first[..PART];
            format!("{first}.{part}.{part}")
        });
        let shortest = "kept:\neyJhbGciOi-_FZERTQSIsIn. The rest is gone";
        for text in [
            "eyJhbGciOi",
            "poundwise/x\n",
            "\u{feff}poundwise/x\n",
            "kept:\n  eyJhbGciOiJFZERTQSIsInR5cCI6",
            "\r\npoundwise/5nQKxLl3v1v8N0hVYp3TqA",
            "age-encryption.org/v1",
            compact.as_str(),
            damaged.as_str(),
            most.as_str(),
            shortest,
            "eyJ",
            "PK\u{3}\u{4}\0\0listing.jws",
            "xK\u{3}\u{4}\0\0copy.jws",
            "PK\u{3}\u{4}\0\0books/shop.ledger",
        ] {
            assert!(shows_a_document(text.as_bytes()), "{text:?}");
        }
        // Bytes that are no text, without a zero among them.
        assert!(shows_a_document(b"xK\x03\x04\xff\xfelisting.jws"));
        let hash = "0123456789abcdef".repeat(4);
        let shorter = shortest.replace("IsIn", "IsI");
        let page = "<p>Keep listing.jws and shop.ledger of\npoundwise/target here, and none.</p>\n";
        for other in [
            &b""[..],
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            b"receipt,price\nabc,1.50\n",
            b"PK\x03\x04\0\0word/document.xml",
            b"www.example.org/a.b.c",
            b"www.example.org\n",
            page.as_bytes(),
            more.as_bytes(),
            shorter.as_bytes(),
            hash.as_bytes(),
        ] {
            assert!(!shows_a_document(other), "{other:?}");
        }
    }
}
