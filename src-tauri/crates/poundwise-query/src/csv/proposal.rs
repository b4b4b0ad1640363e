//! The form that the beginning of a file suggests. A person confirms it: a file is never read by
//! what its rows suggest.

use std::collections::BTreeSet;

use ::csv::{ByteRecord, ReaderBuilder};
use poundwise_documents::units::DecimalSign;
use poundwise_text::number::{CurrencyMark, Grouping, Needs, SignForms};

use crate::form::{Quotes, Separator, TableFileKind, TableForm};
use crate::text::canonical_text;

/// Number of rows that are looked at.
pub(super) const LOOKED_AT: usize = 1000;
/// Rows in a thousand that are as wide as the first row of a table without lines above it.
const AGREED: usize = 500;
/// The most lines above a header that are proposed to be skipped.
const MOST_ABOVE: usize = 100;
/// The most rows of a header that are proposed.
const MOST_HEADER_ROWS: usize = 4;
/// The most digits of a number with a plus. Telephone numbers have more.
const PLUS_DIGITS: usize = 8;
/// Words for missing cells, which are no units below a header.
const MISSING_WORDS: [&str; 9] = ["na", "n/a", "nan", "null", "none", "-", ".", "?", "missing"];

/// Returns the declared form with a proposal for each part that is not declared. `head`: the
/// beginning of the file. `cut`: its last row is not whole. `quotes`: their proposed meaning.
pub(super) fn propose(head: &[u8], cut: bool, quotes: Quotes, declared: &TableForm) -> TableForm {
    let mut form = declared.clone();
    let quotes = *form.quotes.get_or_insert(quotes);
    let (text, directive) = match directive(head) {
        Some((separator, length)) if form.first_line.is_none() => {
            form.separator.get_or_insert(separator);
            (head.get(length..).unwrap_or_default(), 1)
        }
        _ => {
            let above = form.first_line() - 1;
            (after_lines(head, above), above)
        }
    };
    let separators = match form.separator {
        Some(separator) => vec![separator],
        None => Separator::ALL.to_vec(),
    };
    let looks_for_header = form.columns.is_none() && declared.first_line.is_none();
    let mut best = best_of(separators.iter().map(|separator| {
        let rows = Rows::of(text, cut, *separator, quotes);
        (*separator, rows)
    }));
    // Lines are above the table only if most rows do not agree with the first.
    if looks_for_header
        && best
            .as_ref()
            .is_none_or(|(_, rows)| rows.agreement().0 < AGREED)
    {
        best = best_of(separators.iter().map(|separator| {
            let mut rows = Rows::of(text, cut, *separator, quotes);
            rows.skip_above();
            (*separator, rows)
        }));
    }
    let Some((separator, rows)) = best else {
        return form;
    };
    form.separator.get_or_insert(separator);
    let above = directive + rows.lines_above(text);
    if looks_for_header && above > 0 {
        form.first_line = Some(above + 1);
    }
    if form.trailing_separators.is_none() && rows.have_trailing_separators(&form, cut) {
        form.trailing_separators = Some(true);
    }
    let cells = rows.cells(&form);
    if form.columns.is_none() && form.header_rows.is_none() {
        let further = further_header_rows(&cells);
        if further > 0 {
            form.header_rows = Some(1 + further as u64);
        }
    }
    let first = usize::try_from(form.header_rows() - 1).unwrap_or(usize::MAX);
    propose_numbers(&mut form, cells.get(first..).unwrap_or_default());
    form
}

/// Returns the declared form of a file of stored values, with a proposal for each part that is not
/// declared. `rows`: its first records, with their places.
pub(super) fn propose_stored(
    rows: &[(u64, ByteRecord)],
    kind: TableFileKind,
    declared: &TableForm,
) -> TableForm {
    let mut form = declared.clone();
    let table = rows
        .iter()
        .filter(|(at, _)| *at >= declared.first_line() || *at == 0);
    let (places, table): (Vec<u64>, Vec<ByteRecord>) = table.cloned().unzip();
    let mut table = Rows {
        rows: table,
        above: 0,
    };
    if kind.is_workbook() {
        if form.columns.is_none() && form.first_line.is_none() {
            if table.agreement().0 < AGREED {
                table.skip_above();
            }
            let first = places.get(table.above).copied();
            form.first_line = first.filter(|_| table.above > 0);
        }
        let further = further_header_rows(&table.cells(&form));
        if form.columns.is_none() && form.header_rows.is_none() && further > 0 {
            form.header_rows = Some(1 + further as u64);
        }
    }
    let cells = table.cells(&form);
    let first = usize::try_from(form.header_rows() - 1).unwrap_or(usize::MAX);
    let is_declared = form.decimal.is_some();
    let decimal = *form.decimal.get_or_insert(DecimalSign::Point);
    let cells = cells.get(first..).unwrap_or_default();
    propose_marks(&mut form, cells, is_declared, decimal);
    form
}

/// Returns the separator under which most rows are as wide as the first of the table; the first
/// separator if they are equal.
fn best_of(read: impl Iterator<Item = (Separator, Rows)>) -> Option<(Separator, Rows)> {
    let mut best: Option<(Separator, Rows)> = None;
    for (separator, rows) in read {
        let is_better = |before: &Rows| rows.agreement() > before.agreement();
        if best.as_ref().is_none_or(|(_, before)| is_better(before)) {
            best = Some((separator, rows));
        }
    }
    best
}

/// Returns the separator by which most rows of a text have as many fields as the first row, and more
/// than one; a comma if there is none.
pub(super) fn separator_of(text: &[u8]) -> Separator {
    let read = Separator::ALL.map(|one| (one, Rows::of(text, false, one, Quotes::Double)));
    best_of(read.into_iter()).map_or(Separator::Comma, |(separator, _)| separator)
}

/// Returns the separator that a first line such as `sep=;` names, and the length of that line.
fn directive(head: &[u8]) -> Option<(Separator, usize)> {
    let end = memchr::memchr2(b'\n', b'\r', head)?;
    let line = head.get(..end)?;
    let line = line
        .strip_prefix(b"\"")
        .and_then(|line| line.strip_suffix(b"\""))
        .unwrap_or(line);
    let byte = match line {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', byte] => *byte,
        _ => return None,
    };
    let separator = Separator::ALL.into_iter().find(|one| one.byte() == byte)?;
    let crlf = head.get(end..)?.starts_with(b"\r\n");
    Some((separator, end + 1 + usize::from(crlf)))
}

/// Returns the text below a number of lines.
fn after_lines(text: &[u8], lines: u64) -> &[u8] {
    let mut rest = text;
    for _ in 0..lines {
        let Some(end) = memchr::memchr2(b'\n', b'\r', rest) else {
            return &[];
        };
        let crlf = rest.get(end..).is_some_and(|at| at.starts_with(b"\r\n"));
        rest = rest.get(end + 1 + usize::from(crlf)..).unwrap_or_default();
    }
    rest
}

/// Returns the number of line ends in a text.
fn line_ends(text: &[u8]) -> u64 {
    let mut ends = 0;
    let mut after_cr = false;
    for byte in text {
        ends += u64::from(*byte == b'\r' || (*byte == b'\n' && !after_cr));
        after_cr = *byte == b'\r';
    }
    ends
}

/// Rows of the beginning of a file, read leniently.
struct Rows {
    rows: Vec<ByteRecord>,
    /// Rows above the table.
    above: usize,
}

impl Rows {
    fn of(text: &[u8], cut: bool, separator: Separator, quotes: Quotes) -> Self {
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .quoting(quotes == Quotes::Double)
            .delimiter(separator.byte())
            .from_reader(text);
        let mut rows = Vec::new();
        let mut record = ByteRecord::new();
        while rows.len() < LOOKED_AT && reader.read_byte_record(&mut record).unwrap_or(false) {
            // A row that was cut short says nothing of its width.
            if cut && reader.position().byte() == text.len() as u64 {
                break;
            }
            rows.push(record.clone());
        }
        Self { rows, above: 0 }
    }

    fn table(&self) -> &[ByteRecord] {
        self.rows.get(self.above..).unwrap_or_default()
    }

    /// Returns how many in a thousand rows are as wide as the first of the table, and this width; 0
    /// if it has one field.
    fn agreement(&self) -> (usize, usize) {
        let table = self.table();
        let width = table.first().map_or(0, ByteRecord::len);
        if width < 2 {
            return (0, 0);
        }
        let agree = table.iter().filter(|row| row.len() == width).count();
        // In thousandths, so that different numbers of rows compare.
        (agree * 1000 / table.len(), width)
    }

    /// Skips the rows above the table: those that are much narrower than most rows, or blank.
    fn skip_above(&mut self) {
        let Some(width) = self.most_common_width() else {
            return;
        };
        let is_above = |row: &ByteRecord| {
            let filled = row.iter().filter(|cell| !is_blank(cell)).count();
            let narrow = row.len() == 1 || trimmed_length(row) * 2 <= width;
            narrow && (filled <= 1 || row.len() < width)
        };
        let above = self.rows.iter().take_while(|row| is_above(row)).count();
        if above <= MOST_ABOVE && above + 1 < self.rows.len() {
            self.above = above;
        }
    }

    /// Returns the width of most rows, if it is above one.
    fn most_common_width(&self) -> Option<usize> {
        let wide = |row: &&ByteRecord| row.len() > 1;
        let mut widths: Vec<usize> = self.rows.iter().filter(wide).map(ByteRecord::len).collect();
        widths.sort_unstable();
        let runs = widths.chunk_by(|a, b| a == b);
        let most = runs.max_by_key(|run| run.len())?;
        (most.len() > 1).then(|| most.first().copied())?
    }

    /// Returns the number of lines of `text` above the table.
    fn lines_above(&self, text: &[u8]) -> u64 {
        let start = self
            .table()
            .first()
            .and_then(ByteRecord::position)
            .and_then(|position| usize::try_from(position.byte()).ok());
        match start {
            Some(start) if self.above > 0 => {
                // Blank lines are no rows, and before the next one.
                let rest = text.get(start..).unwrap_or_default();
                let blank = rest
                    .iter()
                    .take_while(|byte| b"\r\n".contains(byte))
                    .count();
                line_ends(text.get(..start + blank).unwrap_or_default())
            }
            _ => 0,
        }
    }

    /// Returns whether rows have empty cells after the last column, or the file ends with rows of
    /// separators.
    fn have_trailing_separators(&self, form: &TableForm, cut: bool) -> bool {
        let table = self.table();
        let Some(first) = table.first() else {
            return false;
        };
        let (columns, rows) = match &form.columns {
            Some(names) => (names.len(), table),
            None => (trimmed_length(first), table.get(1..).unwrap_or_default()),
        };
        let whole = |row: &&ByteRecord| trimmed_length(row) > columns;
        let has_excess = first.len() > columns || rows.iter().any(|row| row.len() > columns);
        let ends_blank = !cut
            && rows.len() < LOOKED_AT - 1
            && columns > 1
            && rows
                .last()
                .is_some_and(|row| row.len() > 1 && trimmed_length(row) == 0);
        // Without a row that has content no row would be left.
        let has_content = rows.iter().any(|row| trimmed_length(row) > 0);
        has_content && !rows.iter().any(|row| whole(&row)) && (has_excess || ends_blank)
    }

    /// Returns the cells of the rows below the first row of the header, in canonical form.
    fn cells(&self, form: &TableForm) -> Vec<Vec<String>> {
        let table = self.table();
        let names = usize::from(form.columns.is_none());
        let rows = table.get(names..).unwrap_or_default();
        let cell = |cell: &[u8]| canonical_text(&String::from_utf8_lossy(cell)).into_owned();
        rows.iter()
            .map(|row| row.iter().map(cell).collect())
            .collect()
    }
}

fn is_blank(cell: &[u8]) -> bool {
    cell.trim_ascii().is_empty()
}

/// Returns the length of a row without empty cells at its end.
fn trimmed_length(row: &ByteRecord) -> usize {
    let last = row.iter().rposition(|cell| !is_blank(cell));
    last.map_or(0, |last| last + 1)
}

/// Returns whether a text is a number in some form.
fn is_number(text: &str) -> bool {
    [DecimalSign::Point, DecimalSign::Comma]
        .into_iter()
        .any(|decimal| Needs::of(text, decimal).is_some())
}

/// Returns the number of rows below the names that are a header too, such as questions or units.
/// Survey tools write a row of `{"ImportId":...}`. Other rows are of the header if they have words
/// in each column that has numbers below.
fn further_header_rows(rows: &[Vec<String>]) -> usize {
    let first = rows
        .get(..MOST_HEADER_ROWS.min(rows.len()))
        .unwrap_or_default();
    let is_import_id = |row: &Vec<String>| row.iter().any(|cell| cell.starts_with("{\"ImportId\""));
    if let Some(at) = first.iter().position(is_import_id) {
        return at + 1;
    }
    (1..MOST_HEADER_ROWS)
        .find(|count| are_of_header(rows, *count))
        .unwrap_or(0)
}

/// Returns whether the first `count` rows have words in each column that has numbers alone below.
fn are_of_header(rows: &[Vec<String>], count: usize) -> bool {
    let Some((above, below)) = rows.split_at_checked(count) else {
        return false;
    };
    let columns = above.iter().map(Vec::len).min().unwrap_or(0);
    let is_word = |text: &str| {
        !text.is_empty()
            && !is_number(text)
            && !MISSING_WORDS.contains(&text.to_lowercase().as_str())
            && text.chars().any(char::is_alphabetic)
    };
    let mut found = 0;
    for column in 0..columns {
        let mut cells = below
            .iter()
            .filter_map(|row| row.get(column))
            .filter(|cell| !cell.is_empty())
            .peekable();
        if cells.peek().is_none() || !cells.all(|cell| is_number(cell)) {
            continue;
        }
        let is_headed = above
            .iter()
            .all(|row| row.get(column).is_some_and(|cell| is_word(cell)));
        if !is_headed {
            return false;
        }
        found += 1;
    }
    found > 0 && below.len() > 1
}

/// Proposes how numbers are written, from the columns in which most cells are numbers.
fn propose_numbers(form: &mut TableForm, rows: &[Vec<String>]) {
    let cells = || rows.iter().flatten().filter(|cell| !cell.is_empty());
    let is_declared = form.decimal.is_some();
    let decimal = *form.decimal.get_or_insert_with(|| {
        let told = |sign| cells().filter(|cell| sign_told(cell) == Some(sign)).count();
        if told(DecimalSign::Comma) > told(DecimalSign::Point) {
            DecimalSign::Comma
        } else {
            DecimalSign::Point
        }
    });
    propose_marks(form, rows, is_declared, decimal);
}

/// Proposes the marks of numbers with this decimal sign.
fn propose_marks(
    form: &mut TableForm,
    rows: &[Vec<String>],
    is_declared: bool,
    decimal: DecimalSign,
) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut marks = Marks::default();
    for column in 0..columns {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let cells = cells.filter(|cell| !cell.is_empty());
        marks.see(&cells.map(String::as_str).collect::<Vec<_>>(), decimal);
    }
    // A number in another than the plain form is a sign of others: all that cannot be identifiers
    // are then proposed. With a declared decimal sign none of them is ambiguous.
    if is_declared || decimal == DecimalSign::Comma || marks.any {
        form.grouping.get_or_insert(Grouping::Any);
        form.signs.get_or_insert(SignForms {
            plus: marks.plus,
            ..SignForms::USUAL
        });
    }
    let currency: Vec<CurrencyMark> = marks.currency.into_iter().collect();
    if form.currency.is_none() && !currency.is_empty() && CurrencyMark::are_of_one(&currency) {
        form.currency = Some(currency);
    }
}

/// Returns the decimal sign of a text that is a number with one of both signs only. `1,234` tells
/// none.
fn sign_told(text: &str) -> Option<DecimalSign> {
    let with = |decimal| Needs::of(text, decimal).is_some();
    match (with(DecimalSign::Point), with(DecimalSign::Comma)) {
        (true, false) => Some(DecimalSign::Point),
        (false, true) => Some(DecimalSign::Comma),
        _ => None,
    }
}

/// Marks of numbers that were seen.
#[derive(Default)]
struct Marks {
    /// Whether a number is not in the plain form, with its decimal sign.
    any: bool,
    plus: bool,
    currency: BTreeSet<CurrencyMark>,
}

impl Marks {
    /// Takes the cells of a column, if most of them are numbers.
    fn see(&mut self, cells: &[&str], decimal: DecimalSign) {
        let all: Vec<(&str, Needs)> = cells
            .iter()
            .filter_map(|cell| Some((*cell, Needs::of(cell, decimal)?)))
            .collect();
        let zeros = all.iter().any(|(_, needs)| needs.leading_zeros);
        if zeros || all.is_empty() || (cells.len() - all.len()) * 10 > cells.len() {
            return;
        }
        // A column in which each cell has a plus may hold identifiers.
        let is_short = |text: &str| text.bytes().filter(u8::is_ascii_digit).count() < PLUS_DIGITS;
        let has_plus = all.iter().any(|(_, needs)| needs.signs.plus)
            && all.iter().any(|(_, needs)| !needs.signs.plus)
            && all
                .iter()
                .all(|(text, needs)| !needs.signs.plus || is_short(text));
        self.plus |= has_plus;
        self.any |= has_plus;
        for (text, needs) in all {
            // `1,234` is grouped only if the decimal sign is a point.
            self.any |= match needs.grouping {
                Grouping::None => false,
                Grouping::Comma | Grouping::Point | Grouping::Indian => {
                    sign_told(text) == Some(decimal)
                }
                Grouping::Space | Grouping::Apostrophe | Grouping::Any => true,
            };
            let signs = needs.signs;
            self.any |= signs.dash || signs.trailing || signs.brackets;
            self.any |= needs.currency.is_some();
            self.currency.extend(needs.currency);
        }
    }
}
