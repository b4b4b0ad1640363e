//! A sheet of a workbook as the file of a table. Each cell becomes a text by its own stored type: a
//! number its shortest text, a date the form of ISO 8601, a formula its stored value.

mod archive;
mod ods;
mod sheet;
mod xls;

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use calamine::{Data, DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xls, Xlsb, Xlsx};
use chrono::{NaiveDate, NaiveTime};
use zip::ZipArchive;

use poundwise_words::Text;

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::form::{TableFileKind, TableForm};
use crate::hint::{List, QueryHint};
use crate::messages::{FileFlaw, FileMessage, RowPlace};
use crate::progress::RowProgress;

use super::record::Record;
use super::source::MAX_BYTES;
use super::stored::{Stored, cell_too_large, damaged, guarded, too_large};
use super::values;
use ods::{OdsContent, OdsHalt};
use sheet::{MAX_COLUMNS, MAX_ROWS, Sheet};

/// The largest file of Excel 97 to 2003, which is held in memory.
const MAX_XLS: u64 = 512 << 20;
/// Days of a date in Excel: up to the year 9999.
const MAX_DAYS: f64 = 2_958_466.0;
/// Number of rows between two reports of progress.
const TOLD_ROWS: u64 = 1024;

/// An opened workbook, and the sheet that is read.
pub(super) struct Workbook {
    name: String,
    path: PathBuf,
    kind: TableFileKind,
    length: u64,
    sheet: String,
    sheets: Vec<String>,
}

/// The bytes of a workbook, counted while they are read.
struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(into)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

type Bytes = BufReader<Counted>;

/// A workbook as its library opens it.
enum Opened {
    Xlsx(Box<Xlsx<Bytes>>),
    Xlsb(Box<Xlsb<Bytes>>),
    Xls(Box<Xls<Bytes>>),
    Ods(Box<ZipArchive<Bytes>>),
}

impl Workbook {
    /// Opens the declared sheet of a workbook, or its only visible one.
    ///
    /// # Errors
    /// `file-damaged`, `file-too-large`, `sheet`; I/O errors.
    pub(super) fn open(path: &Path, kind: TableFileKind, form: &TableForm) -> Result<Self> {
        let unreadable = |problem| Error::unreadable(path, problem);
        let name = path.display().to_string();
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let most = if kind == TableFileKind::Xls {
            MAX_XLS
        } else {
            MAX_BYTES
        };
        if length > most {
            return Err(too_large(&name, most));
        }
        let checked = guarded(|| {
            Some(match kind {
                TableFileKind::Xls => xls::check(&file),
                _ => archive::check(&file),
            })
        });
        checked
            .unwrap_or(Err(FileFlaw::DirectoryDamaged))
            .map_err(|why| damaged(path, why))?;
        let mut workbook = Self {
            name,
            path: path.to_owned(),
            kind,
            length,
            sheet: String::new(),
            sheets: Vec::new(),
        };
        let sheets = workbook.all_sheets()?;
        workbook.sheets = sheets.iter().map(|sheet| sheet.name.clone()).collect();
        workbook.sheet = workbook.chosen(&sheets, form.sheet.as_deref())?;
        Ok(workbook)
    }

    /// Returns the name of the sheet that is read.
    pub(super) fn sheet(&self) -> &str {
        &self.sheet
    }

    /// Returns the names of all sheets.
    pub(super) fn sheets(&self) -> &[String] {
        &self.sheets
    }

    fn damaged(&self, why: impl Into<Text>) -> Error {
        damaged(&self.path, why)
    }

    fn opened(&self) -> Result<(Opened, Arc<AtomicU64>)> {
        let file = File::open(&self.path).map_err(|e| Error::unreadable(&self.path, e))?;
        let read = Arc::new(AtomicU64::new(0));
        let bytes = BufReader::new(Counted {
            file,
            read: Arc::clone(&read),
        });
        let opened = guarded(|| {
            Some(match self.kind {
                TableFileKind::Xls => Xls::new(bytes)
                    .map(|book| Opened::Xls(Box::new(book)))
                    .map_err(Text::verbatim),
                TableFileKind::Xlsb => Xlsb::new(bytes)
                    .map(|book| Opened::Xlsb(Box::new(book)))
                    .map_err(Text::verbatim),
                TableFileKind::Ods => ZipArchive::new(bytes)
                    .map(|book| Opened::Ods(Box::new(book)))
                    .map_err(Text::verbatim),
                _ => Xlsx::new(bytes)
                    .map(|book| Opened::Xlsx(Box::new(book)))
                    .map_err(Text::verbatim),
            })
        });
        let opened = opened.unwrap_or_else(|| Err(FileFlaw::PartDamaged.into()));
        Ok((opened.map_err(|why: Text| self.damaged(why))?, read))
    }

    /// Returns the sheets with cells, in the workbook's order.
    fn all_sheets(&self) -> Result<Vec<Sheet>> {
        let of_excel = |sheets: &[calamine::Sheet]| {
            let sheets = sheets
                .iter()
                .filter(|sheet| sheet.typ == SheetType::WorkSheet);
            let sheets = sheets.map(|sheet| Sheet {
                name: sheet.name.clone(),
                is_visible: sheet.visible == SheetVisible::Visible,
            });
            sheets.collect()
        };
        Ok(match self.opened()?.0 {
            Opened::Xlsx(book) => of_excel(book.sheets_metadata()),
            Opened::Xlsb(book) => of_excel(book.sheets_metadata()),
            Opened::Xls(book) => of_excel(book.sheets_metadata()),
            Opened::Ods(mut archive) => {
                let mut sheets = Vec::new();
                self.each_sheet(&mut archive, |sheet, content| {
                    sheets.push(sheet);
                    content.rows(&mut |_| Ok(()))
                })?;
                sheets
            }
        })
    }

    /// Calls `each` with every sheet of an OpenDocument workbook, before its first row.
    fn each_sheet(
        &self,
        archive: &mut ZipArchive<Bytes>,
        mut each: impl FnMut(
            Sheet,
            &mut OdsContent<BufReader<zip::read::ZipFile<'_, Bytes>>>,
        ) -> std::result::Result<(), OdsHalt>,
    ) -> Result<()> {
        let part = archive
            .by_name("content.xml")
            .map_err(|problem| self.damaged(Text::verbatim(problem)))?;
        let mut content = OdsContent::of(BufReader::new(part));
        let mut read = || {
            while let Some(sheet) = content.next_sheet()? {
                each(sheet, &mut content)?;
            }
            Ok(())
        };
        read().map_err(|halt| match halt {
            OdsHalt::Damaged(why) => self.damaged(why),
            OdsHalt::Caller(error) => error,
        })
    }

    /// Returns the name of the stated sheet, or of the only visible one.
    fn chosen(&self, sheets: &[Sheet], stated: Option<&str>) -> Result<String> {
        let visible: Vec<&Sheet> = sheets.iter().filter(|sheet| sheet.is_visible).collect();
        let found = match (stated, visible.as_slice()) {
            (Some(stated), _) => self.sheets.iter().find(|name| *name == stated),
            (None, [only]) => Some(&only.name),
            (None, _) => None,
        };
        found.cloned().ok_or_else(|| {
            let file = self.name.clone();
            let what = match (stated, sheets) {
                (_, []) => FileMessage::NoSheetWithCells { file },
                (Some(stated), _) => FileMessage::NoSuchSheet {
                    file,
                    sheet: stated.to_owned(),
                },
                (None, _) => FileMessage::NoSheetChosen {
                    file,
                    sheets: sheets.len(),
                },
            };
            Error::usage(QueryErrorCode::Sheet, what)
                .hint(QueryHint::ChooseSheet {
                    sheets: List::of(self.sheets.iter().map(String::as_str), usize::MAX),
                })
                .at(QueryFault::Sheet {
                    stated: stated.map(str::to_owned),
                    sheets: self.sheets.clone(),
                })
        })
    }

    /// Gives the rows of a sheet whose cells come one after the other.
    fn rows_of<'a, P: ToString>(
        &self,
        rows: &mut Rows<'_>,
        mut next: impl FnMut() -> std::result::Result<Option<calamine::Cell<DataRef<'a>>>, P>,
    ) -> Result<()> {
        loop {
            let cell =
                guarded(|| Some(next().map_err(|problem| Text::verbatim(problem.to_string()))));
            let cell = cell.unwrap_or_else(|| Err(FileFlaw::CellDamaged.into()));
            let Some(cell) = cell.map_err(|why| self.damaged(why))? else {
                return rows.end();
            };
            rows.push(cell.get_position(), |out| match cell.get_value() {
                DataRef::SharedString(text) => out.push_str(text),
                DataRef::String(text) => out.push_str(text),
                DataRef::Int(number) => out.push_str(&number.to_string()),
                DataRef::Float(number) => values::float(out, *number),
                DataRef::Bool(is) => out.push_str(&is.to_string()),
                DataRef::DateTime(time) => date_time(out, time),
                DataRef::DateTimeIso(text) => values::date_or_time(out, text),
                DataRef::DurationIso(text) => values::duration(out, text),
                DataRef::Error(error) => out.push_str(&error.to_string()),
                DataRef::Empty => {}
            })?;
        }
    }
}

impl Stored for Workbook {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> TableFileKind {
        self.kind
    }

    fn length(&self) -> u64 {
        self.length
    }

    fn pass(
        &self,
        progress: &RowProgress<'_>,
        each: &mut dyn FnMut(&Record) -> Result<()>,
    ) -> Result<()> {
        let (opened, read) = self.opened()?;
        let mut each = |record: &Record| {
            if record.at().is_multiple_of(TOLD_ROWS) {
                progress.tell(read.load(Ordering::Relaxed).min(self.length))?;
            }
            each(record)
        };
        let missing = || self.damaged(FileFlaw::ChosenSheetMissing);
        match opened {
            Opened::Xlsx(mut book) => {
                let cells = guarded(|| book.worksheet_cells_reader(&self.sheet).ok());
                let mut cells = cells.ok_or_else(missing)?;
                let mut rows = Rows::of(self, &mut each);
                self.rows_of(&mut rows, || cells.next_cell())?;
            }
            Opened::Xlsb(mut book) => {
                let cells = guarded(|| book.worksheet_cells_reader(&self.sheet).ok());
                let mut cells = cells.ok_or_else(missing)?;
                let mut rows = Rows::of(self, &mut each);
                self.rows_of(&mut rows, || cells.next_cell())?;
            }
            Opened::Xls(mut book) => {
                let range = guarded(|| book.worksheet_range(&self.sheet).ok());
                let range = range.ok_or_else(missing)?;
                let start = range.start().unwrap_or_default();
                let mut cells = range.used_cells();
                let mut rows = Rows::of(self, &mut each);
                self.rows_of::<String>(&mut rows, || {
                    Ok(cells.next().map(|(row, column, value)| {
                        let place = |first: u32, further: usize| {
                            first.saturating_add(u32::try_from(further).unwrap_or(u32::MAX))
                        };
                        let at = (place(start.0, row), place(start.1, column));
                        calamine::Cell::new(at, of_data(value))
                    }))
                })?;
            }
            Opened::Ods(mut archive) => self.each_sheet(&mut archive, |sheet, content| {
                if sheet.name == self.sheet {
                    content.rows(&mut each)
                } else {
                    content.rows(&mut |_| Ok(()))
                }
            })?,
        }
        progress.tell(self.length)
    }
}

fn of_data(value: &Data) -> DataRef<'_> {
    match value {
        Data::Int(number) => DataRef::Int(*number),
        Data::Float(number) => DataRef::Float(*number),
        Data::String(text) => DataRef::SharedString(text),
        Data::Bool(is) => DataRef::Bool(*is),
        Data::DateTime(time) => DataRef::DateTime(*time),
        Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
        Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
        Data::Error(error) => DataRef::Error(error.clone()),
        Data::Empty => DataRef::Empty,
    }
}

/// The rows of a sheet, whose cells come in order. Blank cells are left out.
struct Rows<'a> {
    book: &'a Workbook,
    each: &'a mut dyn FnMut(&Record) -> Result<()>,
    record: Record,
    text: String,
    /// The row that is being written, from 1; 0 before the first.
    row: u64,
    /// Number of its cells.
    cells: u64,
}

impl<'a> Rows<'a> {
    fn of(book: &'a Workbook, each: &'a mut dyn FnMut(&Record) -> Result<()>) -> Self {
        Self {
            book,
            each,
            record: Record::default(),
            text: String::new(),
            row: 0,
            cells: 0,
        }
    }

    fn push(&mut self, (row, column): (u32, u32), write: impl FnOnce(&mut String)) -> Result<()> {
        self.text.clear();
        write(&mut self.text);
        if self.text.is_empty() {
            return Ok(());
        }
        let (row, column) = (u64::from(row) + 1, u64::from(column));
        if row > MAX_ROWS || column >= MAX_COLUMNS {
            return Err(self.book.damaged(FileFlaw::CellOutside));
        }
        if row < self.row || (row == self.row && column < self.cells) {
            return Err(self.book.damaged(FileFlaw::CellsNotInOrder));
        }
        if row > self.row {
            self.end()?;
            while self.row < row {
                if self.row > 0 && self.cells == 0 {
                    (self.each)(&self.record)?;
                }
                self.row += 1;
                self.record.begin(self.row);
                self.cells = 0;
            }
        }
        while self.cells < column {
            self.push_text("")?;
        }
        let text = std::mem::take(&mut self.text);
        let pushed = self.push_text(&text);
        self.text = text;
        pushed
    }

    fn push_text(&mut self, text: &str) -> Result<()> {
        self.cells += 1;
        match self.record.push(|out| out.push_str(text)) {
            Some(()) => Ok(()),
            None => {
                let place = RowPlace {
                    kind: self.book.kind,
                    number: self.row,
                };
                let column = self.cells.to_string();
                Err(cell_too_large(&self.book.name, place, &column))
            }
        }
    }

    /// Gives the row that is being written.
    fn end(&mut self) -> Result<()> {
        if self.cells > 0 {
            (self.each)(&self.record)?;
        }
        Ok(())
    }
}

/// Writes a time of Excel: a date, a date with a time, a time alone or a duration.
fn date_time(out: &mut String, time: &ExcelDateTime) {
    let value = time.as_f64();
    if (time.is_duration() && value >= 0.0) || (0.0..1.0).contains(&value) {
        // A whole number of milliseconds, which a cast could cut off.
        let milliseconds = format!("{:.0}", value * 86_400_000.0).parse::<u64>();
        if let Some(nanoseconds) = milliseconds.ok().and_then(|ms| ms.checked_mul(1_000_000)) {
            return values::time(out, nanoseconds);
        }
    }
    if time.is_duration() || !(0.0..MAX_DAYS).contains(&value) {
        return values::float(out, value);
    }
    let (year, month, day, hour, minute, second, milli) = time.to_ymd_hms_milli();
    let day = NaiveDate::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day));
    let clock = NaiveTime::from_hms_milli_opt(
        u32::from(hour),
        u32::from(minute),
        u32::from(second),
        u32::from(milli),
    );
    match (day, clock) {
        (Some(day), Some(clock)) => {
            values::day_and_time(out, day.and_time(clock).and_utc().timestamp_millis());
        }
        // 29 February 1900, which only Excel has.
        _ => values::float(out, value),
    }
}
