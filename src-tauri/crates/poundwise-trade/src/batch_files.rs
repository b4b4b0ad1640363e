//! Codebooks and tables of proposed listings as CSV files.
//!
//! One row a column of the table. The first line names what stands where: of a codebook `column`,
//! `title`, `kind`, `low`, `high`, `step`, `unit`, `bins`, `edges`, `value`; a table of listings
//! has `take` (yes or no), `ceiling`, `factor` and `public_rows` too. `column` and `kind` are
//! needed; the others may be left out, in any order. A table of listings is read as a codebook too,
//! without the rows that are not taken. Between the cells are commas, semicolons or tabs, as in
//! tables. Bins and edges are lists in one cell, divided by commas, as a line of CSV of their own.
//! Numbers have a point.

use std::{collections::HashSet, path::Path};

use poundwise_query::separator_of;

use crate::{
    error::{CodebookFault, Error, ErrorCode, ErrorPlace, Result},
    source::read_text,
    spreadsheet::{table, text_of},
    view::{BatchRow, CodebookColumn},
};

/// The most rows of a codebook or of a table of listings.
pub const MAX_ROWS: usize = 4096;

/// A column's meaning in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Heading {
    Take,
    Column,
    Title,
    Kind,
    Low,
    High,
    Step,
    Unit,
    Bins,
    Edges,
    Value,
    Ceiling,
    Factor,
    PublicRows,
}

/// The headings of a codebook, in the order in which they are written.
const OF_CODEBOOK: [Heading; 10] = [
    Heading::Column,
    Heading::Title,
    Heading::Kind,
    Heading::Low,
    Heading::High,
    Heading::Step,
    Heading::Unit,
    Heading::Bins,
    Heading::Edges,
    Heading::Value,
];

/// The headings of a table of listings, in the order in which they are written.
const OF_LISTINGS: [Heading; 14] = [
    Heading::Take,
    Heading::Column,
    Heading::Title,
    Heading::Kind,
    Heading::Low,
    Heading::High,
    Heading::Step,
    Heading::Unit,
    Heading::Bins,
    Heading::Edges,
    Heading::Value,
    Heading::Ceiling,
    Heading::Factor,
    Heading::PublicRows,
];

impl Heading {
    fn word(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::Column => "column",
            Self::Title => "title",
            Self::Kind => "kind",
            Self::Low => "low",
            Self::High => "high",
            Self::Step => "step",
            Self::Unit => "unit",
            Self::Bins => "bins",
            Self::Edges => "edges",
            Self::Value => "value",
            Self::Ceiling => "ceiling",
            Self::Factor => "factor",
            Self::PublicRows => "public_rows",
        }
    }

    fn write(self, row: &BatchRow) -> Result<String> {
        let of = &row.stated;
        Ok(match self {
            Self::Take => if row.take { "yes" } else { "no" }.to_owned(),
            Self::Column => of.column.clone(),
            Self::Title => of.title.clone(),
            Self::Kind => of.kind.clone(),
            Self::Low => of.low.clone(),
            Self::High => of.high.clone(),
            Self::Step => of.step.clone(),
            Self::Unit => of.unit.clone(),
            Self::Bins => list(&of.bins)?,
            Self::Edges => list(&of.edges)?,
            Self::Value => of.value.clone(),
            Self::Ceiling => row.ceiling.clone(),
            Self::Factor => row.factor.clone(),
            Self::PublicRows => row.public_rows.clone(),
        })
    }

    fn read(self, text: &str, row: &mut BatchRow) -> std::result::Result<(), CellFault> {
        let of = &mut row.stated;
        let into = match self {
            Self::Take => {
                row.take = match text {
                    "yes" | "" => true,
                    "no" => false,
                    _ => return Err(CellFault::Take),
                };
                return Ok(());
            }
            Self::Bins => {
                of.bins = listed(text)?;
                return Ok(());
            }
            Self::Edges => {
                of.edges = listed(text)?;
                return Ok(());
            }
            Self::Column => &mut of.column,
            Self::Title => &mut of.title,
            Self::Kind => &mut of.kind,
            Self::Low => &mut of.low,
            Self::High => &mut of.high,
            Self::Step => &mut of.step,
            Self::Unit => &mut of.unit,
            Self::Value => &mut of.value,
            Self::Ceiling => &mut row.ceiling,
            Self::Factor => &mut row.factor,
            Self::PublicRows => &mut row.public_rows,
        };
        text.clone_into(into);
        Ok(())
    }
}

/// Returns the columns of a codebook from a CSV file.
///
/// # Errors
/// The file cannot be read or is larger than 16 MiB; `file-not-utf8`; `codebook` with the file and
/// the line.
pub fn read_codebook_columns(file: &Path) -> Result<Vec<CodebookColumn>> {
    codebook_columns(&read_text(file)?).map_err(|error| error.about(file.display()))
}

/// Returns the columns of a codebook from the text of a CSV file. They are not checked yet.
///
/// # Errors
/// `codebook` with the line.
pub fn codebook_columns(text: &str) -> Result<Vec<CodebookColumn>> {
    let rows = rows(text, &OF_CODEBOOK)?.into_iter();
    Ok(rows.filter(|row| row.take).map(|row| row.stated).collect())
}

/// Returns the rows of a table of listings from a CSV file, each with its place in it.
///
/// # Errors
/// The file cannot be read or is larger than 16 MiB; `file-not-utf8`; `codebook` with the file and
/// the line.
pub fn read_listing_rows(file: &Path) -> Result<Vec<BatchRow>> {
    let name = file.display();
    let mut rows = rows(&read_text(file)?, &OF_LISTINGS).map_err(|error| error.about(&name))?;
    for row in &mut rows {
        row.place = format!("{name}, {}", row.place);
    }
    Ok(rows)
}

/// Returns a codebook as the text of a CSV file.
///
/// # Errors
/// `internal` if it cannot be written as one.
pub fn codebook_text(columns: &[CodebookColumn]) -> Result<String> {
    let rows: Vec<BatchRow> = columns
        .iter()
        .map(|stated| BatchRow {
            stated: stated.clone(),
            ..BatchRow::default()
        })
        .collect();
    text(&rows, &OF_CODEBOOK)
}

/// Returns a table of listings as the text of a CSV file.
///
/// # Errors
/// `internal` if it cannot be written as one.
pub fn listing_rows_text(rows: &[BatchRow]) -> Result<String> {
    text(rows, &OF_LISTINGS)
}

fn text(rows: &[BatchRow], headings: &[Heading]) -> Result<String> {
    let mut cells = vec![headings.iter().map(|one| one.word().to_owned()).collect()];
    for row in rows {
        cells.push(
            headings
                .iter()
                .map(|heading| heading.write(row))
                .collect::<Result<Vec<_>>>()?,
        );
    }
    table(&cells)
}

/// Reads the rows of either kind of file; `said` are the headings that an error names.
fn rows(text: &str, said: &[Heading]) -> Result<Vec<BatchRow>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator_of(text).byte())
        .from_reader(text.as_bytes());
    let mut headings: Vec<Heading> = Vec::new();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| {
            wrong(
                format!("The file is no CSV: {e}."),
                CodebookFault::NoCsv,
                said,
            )
        })?;
        let line = record.position().map_or(1, csv::Position::line);
        if headings.is_empty() {
            headings = headed(&record, said)?;
            continue;
        }
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        if record.len() != headings.len() {
            return Err(wrong(
                format!(
                    "Line {line} has {} cells, and the first one {}.",
                    record.len(),
                    headings.len()
                ),
                CodebookFault::Cells {
                    line,
                    cells: record.len() as u64,
                    headings: headings.len() as u64,
                },
                said,
            ));
        }
        if rows.len() == MAX_ROWS {
            return Err(wrong(
                format!("The file has more than {MAX_ROWS} rows."),
                CodebookFault::TooManyRows {
                    most: MAX_ROWS as u64,
                },
                said,
            ));
        }
        let mut row = BatchRow {
            take: true,
            place: format!("line {line}"),
            ..BatchRow::default()
        };
        for (heading, field) in headings.iter().zip(record.iter()) {
            let text = text_of(field.trim());
            heading
                .read(&text, &mut row)
                .map_err(|fault| fault.in_line(line, &text, said))?;
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(wrong(
            "The file has no row.".to_owned(),
            CodebookFault::NoRow,
            said,
        ));
    }
    Ok(rows)
}

fn headed(record: &csv::StringRecord, said: &[Heading]) -> Result<Vec<Heading>> {
    let mut seen = HashSet::new();
    let headings = record
        .iter()
        .map(|field| {
            let word = field.trim();
            let heading = OF_LISTINGS
                .iter()
                .find(|one| one.word() == word)
                .ok_or_else(|| {
                    let fault = CodebookFault::UnknownHeading {
                        word: word.to_owned(),
                        headings: said.iter().map(|one| one.word()).collect(),
                    };
                    wrong(format!("The first line names '{word}'."), fault, said)
                })?;
            if !seen.insert(*heading) {
                return Err(wrong(
                    format!("The first line names '{word}' twice."),
                    CodebookFault::HeadingTwice {
                        word: heading.word(),
                    },
                    said,
                ));
            }
            Ok(*heading)
        })
        .collect::<Result<Vec<_>>>()?;
    for needed in [Heading::Column, Heading::Kind] {
        if !seen.contains(&needed) {
            return Err(wrong(
                format!("The first line does not name '{}'.", needed.word()),
                CodebookFault::NoHeading {
                    word: needed.word(),
                },
                said,
            ));
        }
    }
    Ok(headings)
}

/// Returns a list as one cell.
fn list(texts: &[String]) -> Result<String> {
    if texts.is_empty() {
        return Ok(String::new());
    }
    let mut out = csv::WriterBuilder::new().from_writer(Vec::new());
    let failed =
        |e: &dyn std::fmt::Display| Error::fault(format!("A list cannot be written: {e}."));
    out.write_record(texts).map_err(|e| failed(&e))?;
    let bytes = out.into_inner().map_err(|e| failed(&e))?;
    let text = String::from_utf8(bytes).map_err(|e| failed(&e))?;
    Ok(text.trim_end_matches('\n').to_owned())
}

/// Returns the texts of a list in one cell.
fn listed(text: &str) -> std::result::Result<Vec<String>, CellFault> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let first = records.next().and_then(std::result::Result::ok);
    match (first, records.next()) {
        (Some(record), None) => Ok(record.iter().map(|one| one.trim().to_owned()).collect()),
        _ => Err(CellFault::NoList),
    }
}

/// Fault of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellFault {
    /// Neither `yes` nor `no`.
    Take,
    /// Not a list divided by commas.
    NoList,
}

impl CellFault {
    /// Returns the error of a cell with this text in a line.
    fn in_line(self, line: u64, text: &str, said: &[Heading]) -> Error {
        let shown = text.to_owned();
        match self {
            Self::Take => wrong(
                format!("Line {line}: take is yes or no, not '{text}'."),
                CodebookFault::Take { line, text: shown },
                said,
            ),
            Self::NoList => wrong(
                format!("Line {line}: '{text}' is no list divided by commas."),
                CodebookFault::NoList { line, text: shown },
                said,
            ),
        }
    }
}

fn wrong(message: String, fault: CodebookFault, said: &[Heading]) -> Error {
    let words: Vec<&str> = said.iter().map(|one| one.word()).collect();
    Error::usage(ErrorCode::Codebook, message)
        .hint(format!(
            "The first line is {}; one row for each column follows, with commas, semicolons or \
         tabs between the cells.",
            words.join(",")
        ))
        .at(ErrorPlace::Codebook { fault })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn stated(column: &str, kind: &str) -> CodebookColumn {
        CodebookColumn {
            column: column.to_owned(),
            kind: kind.to_owned(),
            ..CodebookColumn::default()
        }
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let columns = vec![
            CodebookColumn {
                title: "Age, in years".to_owned(),
                low: "-1.5".to_owned(),
                high: "120".to_owned(),
                step: "0.5".to_owned(),
                unit: "years".to_owned(),
                ..stated("age", "mean")
            },
            CodebookColumn {
                title: "=SUM(A1)".to_owned(),
                bins: texts(&["-", "a, b", "say \"x\"", "'=1", "ä\nö"]),
                ..stated("code \"one\"", "histogram")
            },
            CodebookColumn {
                edges: texts(&["-10", "0", "18.5"]),
                ..stated("income", "histogram")
            },
            CodebookColumn {
                value: "yes".to_owned(),
                ..stated("'-smokes", "count")
            },
        ];
        let text = codebook_text(&columns).unwrap();
        assert_eq!(codebook_columns(&text).unwrap(), columns);
        // No cell is a formula for a spreadsheet.
        assert!(text.contains(",'=SUM(A1),"), "{text}");
        let rows: Vec<BatchRow> = columns
            .into_iter()
            .zip([true, false, true, false])
            .map(|(stated, take)| BatchRow {
                take,
                stated,
                ceiling: "2".to_owned(),
                factor: "1.5".to_owned(),
                ..BatchRow::default()
            })
            .collect();
        let text = listing_rows_text(&rows).unwrap();
        let read = super::rows(&text, &OF_LISTINGS).unwrap();
        let places: Vec<&str> = read.iter().map(|row| row.place.as_str()).collect();
        // One cell goes over two lines.
        assert_eq!(places, ["line 2", "line 3", "line 5", "line 6"]);
        let placeless = read.into_iter().map(|row| BatchRow {
            place: String::new(),
            ..row
        });
        assert_eq!(placeless.collect::<Vec<_>>(), rows);
    }

    #[test]
    fn a_file_by_hand_may_leave_out_what_it_does_not_state() {
        let text = "\u{feff}kind , column,bins\r\nhistogram,sex,\"m, f\"\r\n\r\n,,\r\ncount,x,\r\n";
        let columns = codebook_columns(text).unwrap();
        assert_eq!(columns.len(), 2);
        assert_eq!(columns[0].bins, ["m", "f"]);
        assert_eq!(columns[1], stated("x", "count"));
        let rows = rows("column,kind,take\na,mean,\nb,mean,no\n", &OF_LISTINGS).unwrap();
        assert_eq!((rows[0].take, rows[1].take), (true, false));
    }

    /// As a spreadsheet of Germany saves the file that was exported.
    #[test]
    fn semicolons_and_tabs_are_read_as_commas_are() {
        let commas = "column,title,kind,bins\nsex,Sex,histogram,\"m, f\"\n\
                      \"a;b\",\"One\ttwo\",count,\n";
        let read = codebook_columns(commas).unwrap();
        assert_eq!((read.len(), read[1].column.as_str()), (2, "a;b"));
        let semicolons = "\u{feff}column;title;kind;bins\r\nsex;Sex;histogram;m, f\r\n\
                          \"a;b\";One\ttwo;count;\r\n";
        let tabs =
            "column\ttitle\tkind\tbins\nsex\tSex\thistogram\tm, f\na;b\t\"One\ttwo\"\tcount\t\n";
        for text in [semicolons, tabs] {
            assert_eq!(codebook_columns(text).unwrap(), read);
        }
        let listings = rows("take;column;kind\nno;a;mean\nyes;b;mean\n", &OF_LISTINGS).unwrap();
        assert_eq!((listings[0].take, listings[1].take), (false, true));
        let error = codebook_columns("column;kind\na;mean;b\n").unwrap_err();
        assert_eq!(error.message(), "Line 2 has 3 cells, and the first one 2.");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        for (text, said) in [
            ("", "The file has no row."),
            ("column,kind\n", "The file has no row."),
            ("column\nage\n", "The first line does not name 'kind'."),
            ("kind\nmean\n", "The first line does not name 'column'."),
            (
                "column,kind,Low\nage,mean,0\n",
                "The first line names 'Low'.",
            ),
            (
                "column|kind\nage|mean\n",
                "The first line names 'column|kind'.",
            ),
            (
                "column,kind,kind\nage,mean,mean\n",
                "The first line names 'kind' twice.",
            ),
            (
                "column,kind\nage,mean\nsex\n",
                "Line 3 has 1 cells, and the first one 2.",
            ),
            (
                "column,kind,bins\nage,histogram,\"a\n b\"\n",
                "Line 2: 'a\n b' is no list divided by commas.",
            ),
        ] {
            let error = codebook_columns(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::Codebook, "{text:?}");
            assert_eq!(error.message(), said, "{text:?}");
        }
        // Of a table of listings what is taken is a codebook.
        let taken = "take,column,kind,factor\nyes,age,mean,2\nno,sex,count,\n";
        assert_eq!(codebook_columns(taken).unwrap(), [stated("age", "mean")]);
        let maybe = rows("column,kind,take\na,mean,maybe\n", &OF_LISTINGS).unwrap_err();
        assert_eq!(maybe.message(), "Line 2: take is yes or no, not 'maybe'.");
        let many = format!("column,kind\n{}", "a,mean\n".repeat(MAX_ROWS + 1));
        let many = codebook_columns(&many).unwrap_err();
        assert_eq!(many.message(), "The file has more than 4096 rows.");
        let most = format!("column,kind\n{}", "a,mean\n".repeat(MAX_ROWS));
        assert_eq!(codebook_columns(&most).unwrap().len(), MAX_ROWS);
    }
    #[test]
    fn what_is_wrong_with_a_file_is_told_as_data() {
        let of = |text: &str| {
            let place = super::rows(text, &OF_CODEBOOK)
                .unwrap_err()
                .place()
                .cloned();
            let Some(ErrorPlace::Codebook { fault }) = place else {
                panic!("no fault of a codebook: {place:?}");
            };
            fault
        };
        let text = |text: &str| text.to_owned();
        let cells = CodebookFault::Cells {
            line: 2,
            cells: 1,
            headings: 2,
        };
        assert_eq!(of("column,kind\nage"), cells);
        assert_eq!(of("column,kind\n"), CodebookFault::NoRow);
        let rows = "a,mean\n".repeat(MAX_ROWS + 1);
        assert_eq!(
            of(&format!("column,kind\n{rows}")),
            CodebookFault::TooManyRows {
                most: MAX_ROWS as u64
            }
        );
        assert_eq!(
            of("take,column,kind\nyes,b,sum\nmaybe,age,mean"),
            CodebookFault::Take {
                line: 3,
                text: text("maybe")
            }
        );
        assert_eq!(
            of("column,kind,bins\nage,histogram,\"a\nb\""),
            CodebookFault::NoList {
                line: 2,
                text: text("a\nb")
            }
        );
        assert_eq!(
            of("column,kind,colour\nage,mean,red"),
            CodebookFault::UnknownHeading {
                word: text("colour"),
                headings: OF_CODEBOOK.iter().map(|one| one.word()).collect(),
            }
        );
        assert_eq!(
            of("column,kind,kind\nage,mean,sum"),
            CodebookFault::HeadingTwice { word: "kind" }
        );
        assert_eq!(
            of("column,title\nage,Age"),
            CodebookFault::NoHeading { word: "kind" }
        );
    }
}
