//! A workbook of Excel 97 to 2003, checked before `calamine` reads it. Calamine holds each sheet as
//! a rectangle, whose size two far cells decide, and follows links of the file without an end.

use std::fs::File;
use std::io::Read;

use cfb::CompoundFile;

use crate::messages::FileFlaw;

/// The most cells of the rectangles of all sheets.
const MAX_CELLS: u64 = 1 << 25;
/// Rows and columns of a sheet.
const SHEET: (u64, u64) = (1 << 16, 1 << 8);

// Types of records in MS-XLS 2.3.
const END: u16 = 0x000a;
const BEGIN: u16 = 0x0809;
const BOUND_SHEET: u16 = 0x0085;
const DIMENSIONS: u16 = 0x0200;
const MUL_RK: u16 = 0x00bd;
/// Records of one cell: Formula, LabelSst, RString, Number, Label, BoolErr, RK.
const CELLS: [u16; 7] = [0x0006, 0x00fd, 0x00d6, 0x0203, 0x0204, 0x0205, 0x027e];

/// Checks the records of a workbook. Returns what is wrong with them.
pub(super) fn check(file: &File) -> Result<(), FileFlaw> {
    // This finds chains of sectors that have no end.
    let mut compound =
        CompoundFile::open(file).map_err(|problem| FileFlaw::DirectoryUnreadable {
            why: problem.to_string(),
        })?;
    let name = ["/Workbook", "/Book"]
        .into_iter()
        .find(|name| compound.exists(name));
    let name = name.ok_or(FileFlaw::NoWorkbook)?;
    let mut stream = Vec::new();
    compound
        .open_stream(name)
        .and_then(|mut part| part.read_to_end(&mut stream))
        .map_err(|problem| FileFlaw::WorkbookDamaged {
            why: problem.to_string(),
        })?;
    let mut cells = 0u64;
    for sheet in sheets(&stream) {
        let records = Records {
            stream: stream.get(sheet..).ok_or(FileFlaw::SheetMissing)?,
        };
        let area = area(records).ok_or(FileFlaw::CellsBeyondSheet)?;
        cells = cells.saturating_add(area);
        if cells > MAX_CELLS {
            return Err(FileFlaw::TooManyCells { most: MAX_CELLS });
        }
    }
    Ok(())
}

/// Returns the places of the sheets in the stream.
fn sheets(stream: &[u8]) -> Vec<usize> {
    let records = Records { stream };
    records
        .take_while(|(kind, _)| *kind != END)
        .filter(|(kind, _)| *kind == BOUND_SHEET)
        .filter_map(|(_, data)| usize::try_from(u32::from_le_bytes(*data.first_chunk()?)).ok())
        .collect()
}

/// Returns the number of cells in the rectangle around a sheet's cells; `None` if it is larger than
/// a sheet.
fn area(records: Records<'_>) -> Option<u64> {
    let (mut rows, mut columns) = ((u64::MAX, 0), (u64::MAX, 0));
    let mut depth = 0u32;
    for (kind, data) in records {
        let number = |place: usize| {
            let bytes = data.get(place..)?.first_chunk()?;
            Some(u64::from(u16::from_le_bytes(*bytes)))
        };
        match kind {
            BEGIN => depth += 1,
            END if depth <= 1 => break,
            END => depth -= 1,
            DIMENSIONS if data.len() >= 12 => {
                let last_row = u64::from(u32::from_le_bytes(*data.get(4..)?.first_chunk()?));
                if last_row > SHEET.0 || number(10)? > SHEET.1 {
                    return None;
                }
            }
            MUL_RK => {
                let last = number(data.len().checked_sub(2)?)?;
                see(&mut rows, number(0)?);
                see(&mut columns, number(2)?);
                see(&mut columns, last);
            }
            _ if CELLS.contains(&kind) => {
                see(&mut rows, number(0)?);
                see(&mut columns, number(2)?);
            }
            _ => {}
        }
    }
    let (height, width) = (side(rows), side(columns));
    (height <= SHEET.0 && width <= SHEET.1).then_some(height * width)
}

fn see(range: &mut (u64, u64), place: u64) {
    *range = (range.0.min(place), range.1.max(place));
}

fn side((first, last): (u64, u64)) -> u64 {
    if first > last { 0 } else { last - first + 1 }
}

/// The records of a part of a workbook: their types and contents.
struct Records<'a> {
    stream: &'a [u8],
}

impl<'a> Iterator for Records<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, rest) = self.stream.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::from(u16::from_le_bytes(*length));
        let (data, rest) = rest.split_at_checked(length)?;
        self.stream = rest;
        Some((u16::from_le_bytes(*kind), data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len()).unwrap_or(0);
        [&kind.to_le_bytes(), &length.to_le_bytes(), data].concat()
    }

    fn area_of(records: &[Vec<u8>]) -> Option<u64> {
        area(Records {
            stream: &records.concat(),
        })
    }

    #[test]
    fn the_rectangle_around_the_cells_is_counted() {
        let begin = record(BEGIN, &[]);
        let cell = |row: u8, column: u8| record(0x0203, &[row, 0, column, 0]);
        let cells = [
            begin.clone(),
            cell(1, 2),
            cell(4, 3),
            record(END, &[]),
            cell(9, 9),
        ];
        assert_eq!(area_of(&cells), Some(8));
        assert_eq!(area_of(std::slice::from_ref(&begin)), Some(0));
        // A row of numbers: its first and last columns.
        let numbers = record(MUL_RK, &[0, 0, 1, 0, 0, 0, 5, 0]);
        assert_eq!(area_of(&[begin.clone(), numbers]), Some(5));
        // The cells of a chart inside of the sheet.
        let chart = [begin.clone(), begin.clone(), record(END, &[]), cell(1, 1)];
        assert_eq!(area_of(&chart), Some(1));
        let far = record(0x0203, &[0, 0, 0, 9]);
        assert_eq!(area_of(&[begin.clone(), cell(0, 0), far]), None);
        let mut size = [0; 14];
        size[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(area_of(&[begin, record(DIMENSIONS, &size)]), None);
    }
}
