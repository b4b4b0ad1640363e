//! Answers of servers in XML: the texts of elements, by their local names. No entity is expanded
//! but those of XML itself, and nothing nests deeply.

use quick_xml::{Reader, escape, events::Event};

/// Deepest nesting of elements.
const DEEPEST: usize = 32;

/// An event of an answer.
pub(super) enum Part<'a> {
    /// An element begins: its local name.
    Start(&'a str),
    /// An element ends: its local name, and the text directly before its end.
    End(&'a str, &'a str),
}

/// Reads an answer, and calls `part` for each of its elements.
///
/// # Errors
/// The text of what is wrong with it.
pub(super) fn read(
    bytes: &[u8],
    part: &mut dyn FnMut(Part<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "the answer is not UTF-8".to_owned())?;
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = true;
    config.expand_empty_elements = true;
    let mut open: Vec<String> = Vec::new();
    let mut said = String::new();
    loop {
        match reader.read_event().map_err(|e| e.to_string())? {
            Event::Start(start) => {
                let name = start.local_name();
                let name: &str = name.as_ref();
                if open.len() >= DEEPEST {
                    return Err("the answer is nested too deeply".to_owned());
                }
                said.clear();
                part(Part::Start(name))?;
                open.push(name.to_owned());
            }
            Event::End(_) => {
                let name = open.pop().unwrap_or_default();
                part(Part::End(&name, said.trim()))?;
                said.clear();
            }
            Event::Text(text) => {
                said.push_str(&text.into_inner());
            }
            Event::CData(text) => {
                said.push_str(&text.into_inner());
            }
            Event::GeneralRef(name) => {
                let entity = format!("&{};", name.into_inner());
                said.push_str(&escape::unescape(&entity).map_err(|e| e.to_string())?);
            }
            Event::DocType(_) => return Err("the answer declares a document type".to_owned()),
            Event::Eof if open.is_empty() => return Ok(()),
            Event::Eof => return Err("the answer is cut".to_owned()),
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) | Event::Empty(_) => {}
        }
    }
}

/// Returns the text of the first element of that name.
pub(super) fn text_of(bytes: &[u8], wanted: &str) -> Option<String> {
    let mut found = None;
    // What comes after it does not matter.
    let _ = read(bytes, &mut |part| match part {
        Part::End(name, text) if name == wanted => {
            found = Some(text.to_owned());
            Err(String::new())
        }
        _ => Ok(()),
    });
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn parts(text: &str) -> Result<Vec<String>, String> {
        let mut parts = Vec::new();
        read(text.as_bytes(), &mut |part| {
            if let Part::End(name, text) = part {
                parts.push(format!("{name}={text}"));
            }
            Ok(())
        })?;
        Ok(parts)
    }

    #[test]
    fn elements_are_read_by_their_local_names() {
        let text = "<?xml version=\"1.0\"?><d:a xmlns:d='DAV:'><d:b>x &amp; <![CDATA[<y>]]>&#65;</d:b>\
                    <d:c/><!-- no --></d:a>";
        assert_eq!(parts(text).unwrap(), ["b=x & <y>A", "c=", "a="]);
        assert_eq!(text_of(text.as_bytes(), "b").unwrap(), "x & <y>A");
    }

    #[test]
    fn hostile_answers_are_refused() {
        let deep = "<a>".repeat(100);
        for text in [
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "<a>&b;</a>",
            "<a><b></a>",
            "<a>",
            deep.as_str(),
        ] {
            assert!(parts(text).is_err(), "{text}");
        }
        assert!(read(b"<a>\xff</a>", &mut |_| Ok(())).is_err());
    }
}
