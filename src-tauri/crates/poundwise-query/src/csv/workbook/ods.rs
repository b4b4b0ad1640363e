//! The sheets of an OpenDocument workbook, row by row. `calamine` holds all sheets in memory, and
//! repeats rows and cells as often as a file says.
//!
//! OpenDocument 1.3, part 3, chapters 9 and 19.

use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use poundwise_words::Text;

use super::sheet::{MAX_COLUMNS, MAX_ROWS, Sheet};
use crate::csv::record::{MAX_ROW, Record};
use crate::csv::values;
use crate::error::Result;
use crate::messages::FileFlaw;

/// Reason why a document is not read to its end.
pub(super) enum OdsHalt {
    /// It is damaged.
    Damaged(Text),
    /// The caller stopped.
    Caller(crate::error::Error),
}

impl From<quick_xml::Error> for OdsHalt {
    fn from(problem: quick_xml::Error) -> Self {
        Self::Damaged(Text::verbatim(problem))
    }
}

impl From<quick_xml::events::attributes::AttrError> for OdsHalt {
    fn from(problem: quick_xml::events::attributes::AttrError) -> Self {
        Self::Damaged(Text::verbatim(problem))
    }
}

/// The content of a document, while it is read.
pub(super) struct OdsContent<R> {
    reader: Reader<R>,
    buffer: Vec<u8>,
    /// Names of the styles of hidden sheets.
    hidden: Vec<String>,
    /// Name of the style that is being read.
    style: String,
}

impl<R: BufRead> OdsContent<R> {
    pub(super) fn of(content: R) -> Self {
        let mut reader = Reader::from_reader(content);
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            hidden: Vec::new(),
            style: String::new(),
        }
    }

    /// Moves to the content of the next sheet. Returns `None` at the end.
    pub(super) fn next_sheet(&mut self) -> std::result::Result<Option<Sheet>, OdsHalt> {
        loop {
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer)? {
                Event::Eof => return Ok(None),
                Event::Start(element) => match element.name().as_ref() {
                    "style:style" => self.style = attribute(&element, "style:name")?,
                    "style:table-properties"
                        if attribute(&element, "table:display")? == "false" =>
                    {
                        self.hidden.push(self.style.clone());
                    }
                    "table:table" => {
                        let style = attribute(&element, "table:style-name")?;
                        return Ok(Some(Sheet {
                            name: attribute(&element, "table:name")?,
                            is_visible: !self.hidden.contains(&style),
                        }));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// Calls `each` with the rows of the sheet up to the last one with a cell. A row of blank cells
    /// is blank.
    pub(super) fn rows(
        &mut self,
        each: &mut dyn FnMut(&Record) -> Result<()>,
    ) -> std::result::Result<(), OdsHalt> {
        let mut row = Row::default();
        let mut at = 0u64;
        // Blank rows are rows only if another one follows.
        let mut given = 0u64;
        let mut repeats = 1;
        let mut depth = 0u32;
        loop {
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer)? {
                Event::Start(element) => match element.name().as_ref() {
                    // A table inside of a cell is no part of the sheet.
                    "table:table" => depth += 1,
                    _ if depth > 0 => {}
                    "table:table-row" => {
                        repeats = count(&element, "table:number-rows-repeated")?;
                        row.clear();
                    }
                    "table:table-cell" | "table:covered-table-cell" => {
                        let times = count(&element, "table:number-columns-repeated")?;
                        let cell = Cell::of(&element)?;
                        let text = self.cell_text(cell)?;
                        row.push(&text, times)?;
                    }
                    _ => {}
                },
                Event::End(element) => match element.name().as_ref() {
                    "table:table" if depth == 0 => return Ok(()),
                    "table:table" => depth -= 1,
                    "table:table-row" if depth == 0 => {
                        if row.cells.is_empty() {
                            at = at.saturating_add(repeats);
                            continue;
                        }
                        if at.saturating_add(repeats) > MAX_ROWS {
                            return Err(OdsHalt::Damaged(FileFlaw::TooManyRows.into()));
                        }
                        while given < at {
                            given += 1;
                            row.blank(given, each)?;
                        }
                        for _ in 0..repeats {
                            at += 1;
                            row.give(at, each)?;
                        }
                        given = at;
                    }
                    _ => {}
                },
                Event::Eof => return Err(OdsHalt::Damaged(FileFlaw::CutShort.into())),
                _ => {}
            }
        }
    }

    /// Reads a cell to its end. Returns its text.
    fn cell_text(&mut self, cell: Cell) -> std::result::Result<String, OdsHalt> {
        let mut text = String::new();
        let (mut depth, mut aside, mut paragraphs) = (0u32, 0u32, 0u32);
        loop {
            self.buffer.clear();
            match self.reader.read_event_into(&mut self.buffer)? {
                Event::Start(element) => {
                    depth += 1;
                    match element.name().as_ref() {
                        "office:annotation" | "draw:frame" | "table:table" => aside += 1,
                        _ if aside > 0 => {}
                        "text:p" => {
                            if paragraphs > 0 {
                                text.push('\n');
                            }
                            paragraphs += 1;
                        }
                        "text:s" => {
                            let spaces = count(&element, "text:c")?;
                            text.extend((0..spaces.min(1 << 16)).map(|_| ' '));
                        }
                        "text:tab" => text.push('\t'),
                        "text:line-break" => text.push('\n'),
                        _ => {}
                    }
                }
                Event::End(element) => {
                    if depth == 0 {
                        break;
                    }
                    depth -= 1;
                    if matches!(
                        element.name().as_ref(),
                        "office:annotation" | "draw:frame" | "table:table"
                    ) {
                        aside = aside.saturating_sub(1);
                    }
                }
                // Spaces between the elements of a cell are none of its text.
                Event::Text(part) if aside == 0 && depth > 0 => {
                    text.push_str(&part.xml10_content());
                }
                Event::CData(part) if aside == 0 && depth > 0 => {
                    text.push_str(&part.xml10_content());
                }
                Event::GeneralRef(name) if aside == 0 && depth > 0 => {
                    let resolved = match name.resolve_char_ref().ok().flatten() {
                        Some(character) => Some(character),
                        None => match name.as_ref() {
                            "amp" => Some('&'),
                            "lt" => Some('<'),
                            "gt" => Some('>'),
                            "quot" => Some('"'),
                            "apos" => Some('\''),
                            _ => None,
                        },
                    };
                    text.push(
                        resolved.ok_or_else(|| OdsHalt::Damaged(FileFlaw::UnknownEntity.into()))?,
                    );
                }
                Event::Eof => return Err(OdsHalt::Damaged(FileFlaw::CutShort.into())),
                _ => {}
            }
        }
        Ok(match cell {
            Cell::Paragraphs => text,
            Cell::Value(text) => text,
        })
    }
}

/// The value of a cell.
enum Cell {
    /// The text of its paragraphs.
    Paragraphs,
    /// A value of another type, or a text that is stored as one.
    Value(String),
}

impl Cell {
    fn of(element: &BytesStart<'_>) -> std::result::Result<Self, OdsHalt> {
        let mut out = String::new();
        match attribute(element, "office:value-type")?.as_str() {
            "float" | "percentage" | "currency" => {
                let number = attribute(element, "office:value")?;
                match number.parse() {
                    Ok(number) => values::float(&mut out, number),
                    Err(_) => out = number,
                }
            }
            "date" => values::date_or_time(&mut out, &attribute(element, "office:date-value")?),
            "time" => values::duration(&mut out, &attribute(element, "office:time-value")?),
            "boolean" => out = attribute(element, "office:boolean-value")?,
            "string" => {
                out = attribute(element, "office:string-value")?;
                if out.is_empty() {
                    return Ok(Self::Paragraphs);
                }
            }
            _ => {}
        }
        Ok(Self::Value(out))
    }
}

/// A row of a sheet, while its cells are read.
#[derive(Default)]
struct Row {
    cells: Vec<String>,
    /// Blank cells after these.
    blank: u64,
    record: Record,
}

impl Row {
    fn clear(&mut self) {
        self.cells.clear();
        self.blank = 0;
    }

    fn push(&mut self, text: &str, times: u64) -> std::result::Result<(), OdsHalt> {
        if text.is_empty() {
            self.blank = self.blank.saturating_add(times);
            return Ok(());
        }
        let columns = (self.cells.len() as u64)
            .saturating_add(self.blank)
            .saturating_add(times);
        let size = times.saturating_mul(text.len() as u64);
        if columns > MAX_COLUMNS || size > MAX_ROW as u64 {
            return Err(OdsHalt::Damaged(FileFlaw::LongRow.into()));
        }
        self.cells.extend((0..self.blank).map(|_| String::new()));
        self.blank = 0;
        self.cells.extend((0..times).map(|_| text.to_owned()));
        Ok(())
    }

    fn blank(
        &mut self,
        at: u64,
        each: &mut dyn FnMut(&Record) -> Result<()>,
    ) -> std::result::Result<(), OdsHalt> {
        self.record.begin(at);
        each(&self.record).map_err(OdsHalt::Caller)
    }

    fn give(
        &mut self,
        at: u64,
        each: &mut dyn FnMut(&Record) -> Result<()>,
    ) -> std::result::Result<(), OdsHalt> {
        self.record.begin(at);
        for cell in &self.cells {
            if self.record.push(|out| out.push_str(cell)).is_none() {
                return Err(OdsHalt::Damaged(FileFlaw::LargeCell { row: at }.into()));
            }
        }
        each(&self.record).map_err(OdsHalt::Caller)
    }
}

/// Returns the value of an attribute, or an empty text.
fn attribute(element: &BytesStart<'_>, name: &str) -> std::result::Result<String, OdsHalt> {
    let Some(attribute) = element.try_get_attribute(name)? else {
        return Ok(String::new());
    };
    let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0)?;
    Ok(value.into_owned())
}

/// Returns the number in an attribute, or 1.
fn count(element: &BytesStart<'_>, name: &str) -> std::result::Result<u64, OdsHalt> {
    match attribute(element, name)?.as_str() {
        "" => Ok(1),
        number => number.parse().map_err(|_| {
            let number = number.to_owned();
            OdsHalt::Damaged(FileFlaw::NoRepetitions { number }.into())
        }),
    }
}
