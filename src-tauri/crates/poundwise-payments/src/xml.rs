//! The elements of an XML document, one after the other, within bounds: no entity is expanded, and
//! what is held grows with one element that is read whole, not with the document.

use quick_xml::{
    NsReader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
    name::{Namespace, ResolveResult},
};

use poundwise_words::Text;

use crate::words::XmlFlaw;
use crate::{StatementError, XmlBound};

/// The deepest nesting: a CAMT message has some 15 levels.
const MAX_DEPTH: usize = XmlBound::Depth.most();
/// The most bytes of a tag.
const MAX_TAG: usize = XmlBound::Tag.most();
/// The most elements that are held at once, those of one entry.
const MAX_NODES: usize = XmlBound::Entry.most();

/// An element with what is in it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) name: String,
    /// Its attribute `Ccy`.
    pub(crate) currency: Option<String>,
    pub(crate) text: String,
    children: Vec<Node>,
}

impl Node {
    pub(crate) fn children<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Node> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Returns the first element at a path.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, name| {
            node.children.iter().find(|child| child.name == *name)
        })
    }

    /// Returns the text at a path, without space around it; none where it is empty.
    pub(crate) fn text_at(&self, path: &[&str]) -> Option<&str> {
        let text = self.at(path)?.text.trim();
        (!text.is_empty()).then_some(text)
    }
}

/// An event of a document.
pub(crate) enum Seen<'a> {
    /// An element begins at this depth, 1 for the root, in this namespace.
    Start {
        depth: usize,
        name: &'a str,
        namespace: &'a str,
    },
    /// An element is over that was to be read whole.
    Whole(Node),
}

/// Reads a document, telling of each element that begins, and of those whole that `whole` picks by
/// depth and name. The root is an element of the name `root_name`, or else the first element; an
/// envelope around it is passed over, and it may contain several. Elements of another namespace
/// than the root's are passed over, with all that is in them.
///
/// # Errors
/// Not well-formed, a document type definition, a foreign entity, beyond the bounds; those of
/// `tell`.
pub(crate) fn read(
    text: &str,
    root_name: &str,
    whole: impl Fn(usize, &str) -> bool,
    mut tell: impl FnMut(Seen<'_>) -> Result<(), StatementError>,
) -> Result<(), StatementError> {
    let mut reader = NsReader::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    reader.config_mut().expand_empty_elements = true;
    let mut root: Option<String> = None;
    let mut first: Option<(String, String)> = None;
    // The depth of the elements around the root.
    let mut around = 0_usize;
    let mut is_over = false;
    let (mut depth, mut foreign_from) = (0_usize, None);
    let mut open: Vec<Node> = Vec::new();
    let mut nodes = 0;
    loop {
        let at = reader.buffer_position();
        let wrong = |why: Text| StatementError::Xml { at, why };
        let flawed = |flaw: XmlFlaw| wrong(Text::of(flaw));
        let (namespace, event) = reader
            .read_resolved_event()
            .map_err(|e| wrong(Text::verbatim(e)))?;
        let namespace = match namespace {
            ResolveResult::Bound(Namespace(name)) => name,
            ResolveResult::Unbound => "",
            ResolveResult::Unknown(_) => return Err(flawed(XmlFlaw::UnboundPrefix)),
        };
        match event {
            Event::Start(tag) => {
                if depth == 0 && first.is_some() {
                    return Err(flawed(XmlFlaw::SecondDocument));
                }
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(StatementError::Bounds(XmlBound::Depth));
                }
                if tag.len() > MAX_TAG {
                    return Err(StatementError::Bounds(XmlBound::Tag));
                }
                let name = tag.local_name();
                let name = name.as_ref();
                first.get_or_insert_with(|| (name.to_owned(), namespace.to_owned()));
                if root.is_none() {
                    if name != root_name {
                        continue;
                    }
                    root = Some(namespace.to_owned());
                    around = depth - 1;
                    is_over = false;
                }
                if foreign_from.is_some() {
                    continue;
                }
                if root.as_deref() != Some(namespace) {
                    foreign_from = Some(depth);
                    continue;
                }
                let depth = depth - around;
                if open.is_empty() {
                    tell(Seen::Start {
                        depth,
                        name,
                        namespace,
                    })?;
                }
                if !open.is_empty() || whole(depth, name) {
                    nodes += 1;
                    if nodes > MAX_NODES {
                        return Err(StatementError::Bounds(XmlBound::Entry));
                    }
                    open.push(Node {
                        name: name.to_owned(),
                        currency: currency(&tag).map_err(|e| wrong(Text::verbatim(e)))?,
                        ..Node::default()
                    });
                }
            }
            Event::End(_) => {
                let closed = depth;
                depth = depth.saturating_sub(1);
                if let Some(from) = foreign_from {
                    if from == closed {
                        foreign_from = None;
                    }
                    continue;
                }
                if let Some(node) = open.pop() {
                    match open.last_mut() {
                        Some(parent) => parent.children.push(node),
                        None => {
                            nodes = 0;
                            tell(Seen::Whole(node))?;
                        }
                    }
                }
                if root.is_some() && depth == around {
                    root = None;
                    is_over = true;
                }
            }
            Event::Text(part) => {
                if depth == 0 && !part.trim().is_empty() {
                    return Err(flawed(XmlFlaw::TextOutside));
                }
                add(&mut open, foreign_from, &part.xml10_content());
            }
            Event::CData(part) => add(&mut open, foreign_from, &part.xml10_content()),
            Event::GeneralRef(reference) => {
                let c = referred(&reference)?;
                add(&mut open, foreign_from, c.encode_utf8(&mut [0; 4]));
            }
            Event::DocType(_) => return Err(StatementError::Doctype),
            // The text is decoded already.
            Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            Event::Eof if depth == 0 && is_over => return Ok(()),
            Event::Eof if depth == 0 && first.is_some() => {
                // There is no root: the first element shows what the document is.
                if let Some((name, namespace)) = first {
                    let (depth, name, namespace) = (1, &*name, &*namespace);
                    tell(Seen::Start {
                        depth,
                        name,
                        namespace,
                    })?;
                }
                return Ok(());
            }
            Event::Eof => return Err(flawed(XmlFlaw::CutShort)),
            Event::Empty(_) => return Err(flawed(XmlFlaw::EmptyElement)),
        }
    }
}

fn add(open: &mut [Node], foreign_from: Option<usize>, text: &str) {
    if let (Some(node), None) = (open.last_mut(), foreign_from) {
        node.text.push_str(text);
    }
}

fn currency(tag: &BytesStart<'_>) -> Result<Option<String>, String> {
    let mut found = None;
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|e| e.to_string())?;
        if attribute.key.as_ref() == "Ccy" {
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|e| e.to_string())?;
            found = Some(value.trim().to_owned());
        }
    }
    Ok(found)
}

/// Returns the character of a reference: one by its number, or one of XML's own five.
fn referred(reference: &BytesRef<'_>) -> Result<char, StatementError> {
    let name: &str = reference;
    let unknown = || StatementError::Entity(name.chars().take(40).collect());
    match name {
        "amp" => Ok('&'),
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "quot" => Ok('"'),
        "apos" => Ok('\''),
        _ => reference
            .resolve_char_ref()
            .ok()
            .flatten()
            .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
            .ok_or_else(unknown),
    }
}
