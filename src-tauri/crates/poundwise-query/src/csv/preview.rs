//! The content of a file with a proposed form and types, for a person to confirm.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use poundwise_documents::units::DecimalSign;
use poundwise_text::DayOrder;
use poundwise_text::number::Needs;

use crate::error::Result;
use crate::form::{TableFileKind, TableForm};
use crate::progress::RowProgress;
use crate::report::{CsvPreview, ProposedColumn, ShownCell, UnreadDays};
use crate::schema::Schema;
use crate::text::canonical_text;
use crate::words::label;

use super::file::TableFile;
use super::proposal::{LOOKED_AT, propose, propose_stored};
use super::record::Record;
use super::seen::Seen;
use super::source::Source;
use super::{Survey, nameless};

/// The most lines around a table that are shown.
const SHOWN_LINES: usize = 10;
/// The most lines below a table that are proposed.
const MOST_BELOW: u64 = 100;

/// Returns the content of the file at `path`, with a proposed form and proposed types for a person
/// to confirm. The file is read with the declared form. Undeclared parts are read as the beginning
/// of the file suggests. Nothing is stored. Cost: one reading of the file, and one more up to the
/// last cell that is shown as not a number; another two if lines are below the table. Memory does
/// not grow with the file.
///
/// # Errors
/// As [`crate::read_csv`]; [`crate::Error::Stopped`].
pub fn preview(path: &Path, form: &TableForm, progress: &RowProgress<'_>) -> Result<CsvPreview> {
    let (file, mut read_as, mut proposed) = with_proposals(path, form)?;
    let mut survey = Survey::of(file, &read_as, None, progress)?;
    if form.lines_below.is_none()
        && let Some(at) = survey.below.at
    {
        let lines = survey.source.lines_from(at)?;
        if lines <= MOST_BELOW && survey.below.rows < survey.rows {
            read_as.lines_below = Some(lines);
            survey = Survey::of(survey.source, &read_as, None, progress)?;
        }
    }
    proposed.lines_below = read_as.lines_below;
    shown(path, &survey, proposed)
}

/// Opens a file. Returns it with the form that it is read with, and with the form that is proposed
/// for all parts.
fn with_proposals(path: &Path, form: &TableForm) -> Result<(TableFile, TableForm, TableForm)> {
    if TableFile::kind_of(path)? != TableFileKind::Csv || form.sheet.is_some() {
        let file = TableFile::open(path, form)?;
        let rows = file.head(LOOKED_AT)?;
        let read_as = propose_stored(&rows, file.kind(), form);
        let proposed = propose_stored(&rows, file.kind(), &undeclared(form));
        return Ok((file, read_as, proposed));
    }
    let (source, encoding) = Source::propose(path, form.encoding)?;
    let (head, cut) = source.head()?;
    let quotes = Source::proposed_quotes(&head);
    let mut read_as = propose(&head, cut, quotes, form);
    read_as.encoding.get_or_insert(encoding);
    let mut proposed = propose(&head, cut, quotes, &undeclared(form));
    proposed.encoding = Some(encoding);
    Ok((TableFile::Csv(source), read_as, proposed))
}

/// Returns the form without the parts for which the file has proposals.
fn undeclared(form: &TableForm) -> TableForm {
    TableForm {
        columns: form.columns.clone(),
        percent: form.percent,
        leading_zeros: form.leading_zeros,
        ignored: form.ignored.clone(),
        sheet: form.sheet.clone(),
        ..TableForm::default()
    }
}

/// Returns whether a record looks like a line below the table, such as a note: text in its first
/// cell alone.
pub(super) fn is_below(record: &Record, columns: usize) -> bool {
    let first = canonical_text(record.get(0));
    let is_number = |decimal| Needs::of(&first, decimal).is_some();
    if columns < 2
        || first.is_empty()
        || is_number(DecimalSign::Point)
        || is_number(DecimalSign::Comma)
    {
        return false;
    }
    let others_empty = record.iter().skip(1).all(|cell| cell.trim().is_empty());
    let is_note = first.contains([' ', ':']) || !first.contains(char::is_alphanumeric);
    is_note && others_empty && (record.len() == 1 || columns > 2)
}

fn shown(path: &Path, survey: &Survey, proposed: TableForm) -> Result<CsvPreview> {
    let form = &survey.form;
    let columns = &survey.columns;
    let numbers = form.numbers();
    let lines = lines_of_others(survey);
    let suggested_name = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "dataset".to_owned());
    let (lines_above, lines_below) = survey.source.lines_around(&survey.lines, SHOWN_LINES)?;
    let (sheet, sheets) = survey.source.sheets();
    let line = |at: &u64| survey.source.line(*at);
    Ok(CsvPreview {
        file: path.display().to_string(),
        suggested_name,
        kind: survey.source.kind(),
        sheet,
        sheets,
        delimiter: form.separator(),
        proposed_delimiter: proposed.separator(),
        encoding: form.encoding(),
        proposed_encoding: proposed.encoding(),
        first_not_ascii: survey
            .first_not_ascii
            .iter()
            .map(|(at, text)| ShownCell {
                line: line(at),
                text: text.clone(),
            })
            .collect(),
        quotes: form.quotes(),
        proposed_quotes: proposed.quotes(),
        decimal: numbers.decimal,
        proposed_decimal: proposed.numbers().decimal,
        percent: form.percent,
        form: form.clone(),
        proposed,
        lines_above: lines_above.iter().map(|line| label(line)).collect(),
        lines_below: lines_below.iter().map(|line| label(line)).collect(),
        nameless: columns
            .iter()
            .filter(|column| form.columns.is_none() && column.name == nameless(column.place))
            .map(|column| column.name.clone())
            .collect(),
        rows: survey.rows,
        short_rows: survey.short.rows,
        first_short_row: survey.short.at.as_ref().map(line),
        rows_over_lines: survey.over_lines.rows,
        first_row_over_lines: survey.over_lines.at.as_ref().map(line),
        types: Schema::of_checked(columns.iter().map(Seen::proposed).collect()).types_line(),
        header_like_data: columns
            .iter()
            .filter(|column| form.columns.is_none() && column.header_is_like_data())
            .map(|column| column.name.clone())
            .collect(),
        columns: columns
            .iter()
            .map(|column| proposed_column(column, &lines))
            .collect(),
        repeated_ids: survey.repeated_ids(),
        sample: survey.sample.clone(),
    })
}

/// Returns the lines of the rows with cells that are shown as not a number or not a day, by their
/// bytes.
fn lines_of_others(survey: &Survey) -> HashMap<u64, u64> {
    let of_column = |column: &Seen| -> Vec<u64> {
        let numbers = column.numbers.first_others.iter().map(|cell| cell.at);
        let days = DayOrder::ALL.map(|order| column.days.first_not_days(order));
        let days = days.into_iter().flatten().map(|cell| cell.at);
        numbers.chain(days).collect()
    };
    let places: BTreeSet<u64> = survey.columns.iter().flat_map(of_column).collect();
    let places: Vec<u64> = places.into_iter().collect();
    let lines = survey.source.lines(&places);
    places.into_iter().zip(lines).collect()
}

fn proposed_column(column: &Seen, lines: &HashMap<u64, u64>) -> ProposedColumn {
    let numbers = &column.numbers;
    let first = numbers.first_others.iter().cloned();
    let line = |at: u64| lines.get(&at).copied().unwrap_or_default();
    let of_order = |order| UnreadDays {
        order,
        not_days: column.days.not_days(order),
        first_not_days: column
            .days
            .first_not_days(order)
            .iter()
            .map(|cell| ShownCell {
                line: line(cell.at),
                text: cell.text.clone(),
            })
            .collect(),
    };
    ProposedColumn {
        name: column.name.clone(),
        column_type: column.column_type(),
        day_order: column.proposed().day_order,
        days: DayOrder::ALL
            .into_iter()
            .filter(|_| column.days.has_day())
            .map(of_order)
            .collect(),
        empty: column.empty,
        not_numbers: numbers.others,
        first_not_numbers: first
            .map(|cell| {
                let line = line(cell.at);
                cell.on(line)
            })
            .collect(),
        reasons: numbers.reasons.clone(),
        with_comma: numbers.with_comma(),
        with_point: numbers.with_point,
        with_percent: numbers.with_percent,
        rewritten: column.rewritten,
    }
}
