//! Codebooks and tables of proposed listings as CSV files.
//!
//! One row a column of the table. The first line names what stands where: of a codebook `column`,
//! `title`, `kind`, `low`, `high`, `step`, `unit`, `bins`, `edges`, `blocks`, `value`; a table of
//! listings
//! has `take` (yes or no), `ceiling`, `factor` and `public_rows` too. `column` and `kind` are
//! needed; the others may be left out, in any order. A table of listings is read as a codebook too,
//! without the rows that are not taken. Between the cells are commas, semicolons, tabs or bars,
//! as in tables. Bins and edges are lists in one cell, divided by commas, as a line of CSV of their
//! own. Numbers have a point.

use std::{collections::HashSet, path::Path};

use poundwise_documents::kinds::AttributeKind;
use poundwise_query::kinds::BinSpec;
use poundwise_query::{AttributeSpec, separator_of};
use poundwise_words::Text;

mod row;

use row::FileRow;

use crate::{
    batch::{RowName, RowReading},
    error::{CodebookFault, Error, ErrorCode, ErrorPlace, Result},
    messages::{CodebookMessage, FaultMessage},
    source::read_text,
    spreadsheet::{CsvForm, table, text_of},
    view::{CodebookColumn, ProposedRow},
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
    Blocks,
    Value,
    Ceiling,
    Factor,
    PublicRows,
}

/// The headings of a codebook, in the order in which they are written.
const OF_CODEBOOK: [Heading; 11] = [
    Heading::Column,
    Heading::Title,
    Heading::Kind,
    Heading::Low,
    Heading::High,
    Heading::Step,
    Heading::Unit,
    Heading::Bins,
    Heading::Edges,
    Heading::Blocks,
    Heading::Value,
];

/// The headings of a table of listings, in the order in which they are written.
const OF_LISTINGS: [Heading; 15] = [
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
    Heading::Blocks,
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
            Self::Blocks => "blocks",
            Self::Value => "value",
            Self::Ceiling => "ceiling",
            Self::Factor => "factor",
            Self::PublicRows => "public_rows",
        }
    }

    fn read(self, text: &str, row: &mut FileRow) -> std::result::Result<(), CellFault> {
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
                row.bins = listed(text)?;
                return Ok(());
            }
            Self::Edges => {
                row.edges = listed(text)?;
                return Ok(());
            }
            Self::Column => &mut row.column,
            Self::Title => &mut row.title,
            Self::Kind => &mut row.kind,
            Self::Low => &mut row.low,
            Self::High => &mut row.high,
            Self::Step => &mut row.step,
            Self::Unit => &mut row.unit,
            Self::Blocks => &mut row.blocks,
            Self::Value => &mut row.value,
            Self::Ceiling => &mut row.ceiling,
            Self::Factor => &mut row.factor,
            Self::PublicRows => &mut row.public_rows,
        };
        text.clone_into(into);
        Ok(())
    }

    fn write(self, row: &WrittenRow<'_>) -> Result<String> {
        let question = row.question;
        let text = |text: Option<String>| text.unwrap_or_default();
        let bounds = question.and_then(AttributeSpec::bounds);
        let step = question.and_then(AttributeSpec::step);
        let bins = question.and_then(AttributeSpec::bins);
        Ok(match self {
            Self::Take => if row.take { "yes" } else { "no" }.to_owned(),
            Self::Column => row.column.to_owned(),
            Self::Title => row.title.to_owned(),
            Self::Kind => row.kind.to_string(),
            Self::Low => text(bounds.map(|[low, _]| low.to_string())),
            Self::High => text(bounds.map(|[_, high]| high.to_string())),
            Self::Step => text(step.map(|step| step.to_string())),
            Self::Unit => text(question.map(|question| question.unit().to_owned())),
            Self::Bins => match bins {
                Some(BinSpec::Values(values)) => list(values)?,
                _ => String::new(),
            },
            Self::Edges => match bins {
                Some(BinSpec::Edges(edges)) => {
                    let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
                    list(&edges)?
                }
                _ => String::new(),
            },
            Self::Blocks => {
                let blocks = question.and_then(AttributeSpec::chosen_blocks);
                text(blocks.map(ToString::to_string))
            }
            Self::Value => {
                let value = question.and_then(AttributeSpec::counted_value);
                text(value.map(ToOwned::to_owned))
            }
            Self::PublicRows => {
                let rows = question.and_then(AttributeSpec::public_rows);
                text(rows.map(|rows| rows.to_string()))
            }
            // A proposal has those of all.
            Self::Ceiling | Self::Factor => String::new(),
        })
    }
}

/// A row to be written.
struct WrittenRow<'a> {
    take: bool,
    column: &'a str,
    title: &'a str,
    kind: AttributeKind,
    question: Option<&'a AttributeSpec>,
}

/// Returns the columns of a codebook from a CSV file, each named by its place in it.
///
/// # Errors
/// The file cannot be read or is larger than 16 MiB; `file-not-utf8`; `codebook` with the file and
/// the line; an error in a row, with file, line and title.
pub fn read_codebook_columns(file: &Path) -> Result<Vec<(RowName, CodebookColumn)>> {
    let name = file.display();
    let rows = rows(&read_text(file)?, &OF_CODEBOOK)
        .map_err(|error| error.about(Text::verbatim(&name)))?;
    columns(rows, &name.to_string())
}

fn columns(rows: Vec<FileRow>, file: &str) -> Result<Vec<(RowName, CodebookColumn)>> {
    let taken = rows.into_iter().filter(|row| row.take);
    taken
        .map(|row| {
            // A codebook has neither a price nor a number of rows.
            let stated = FileRow {
                ceiling: String::new(),
                factor: String::new(),
                public_rows: String::new(),
                ..row
            };
            let row = stated.reading(file).row()?;
            Ok((row.name.clone(), CodebookColumn::from(row)))
        })
        .collect()
}

/// Returns the rows of a table of listings from a CSV file, each with its place in it; `None` for
/// a row that is not taken.
///
/// # Errors
/// The file cannot be read or is larger than 16 MiB; `file-not-utf8`; `codebook` with the file and
/// the line.
pub fn read_listing_rows(file: &Path) -> Result<Vec<Option<RowReading>>> {
    let name = file.display().to_string();
    let rows = rows(&read_text(file)?, &OF_LISTINGS)
        .map_err(|error| error.about(Text::verbatim(&name)))?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| row.take.then(|| row.reading(&name)))
        .collect())
}

/// Returns a codebook as the text of a CSV file.
///
/// # Errors
/// `internal` if it cannot be written as one.
pub fn codebook_text(columns: &[CodebookColumn]) -> Result<String> {
    let rows = columns.iter().map(|one| WrittenRow {
        take: true,
        column: one.column(),
        title: &one.title,
        kind: one.question.kind(),
        question: Some(&one.question),
    });
    text(rows, &OF_CODEBOOK)
}

/// Returns a table of proposed listings as the text of a CSV file.
///
/// # Errors
/// `internal` if it cannot be written as one.
pub fn listing_rows_text(rows: &[ProposedRow]) -> Result<String> {
    let rows = rows.iter().map(|row| WrittenRow {
        take: row.take,
        column: &row.column,
        title: &row.title,
        kind: row.kind,
        question: row.question.as_ref(),
    });
    text(rows, &OF_LISTINGS)
}

fn text<'a>(rows: impl Iterator<Item = WrittenRow<'a>>, headings: &[Heading]) -> Result<String> {
    let mut cells = vec![headings.iter().map(|one| one.word().to_owned()).collect()];
    for row in rows {
        cells.push(
            headings
                .iter()
                .map(|heading| heading.write(&row))
                .collect::<Result<Vec<_>>>()?,
        );
    }
    table(&cells, CsvForm::default(), &[])
}

/// Reads the rows of either kind of file; `said` are the headings that an error names.
fn rows(text: &str, said: &[Heading]) -> Result<Vec<FileRow>> {
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
            let why = e.to_string();
            wrong(CodebookMessage::NotCsv { why }, CodebookFault::NoCsv, said)
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
            let (cells, headings) = (record.len() as u64, headings.len() as u64);
            return Err(wrong(
                CodebookMessage::OtherNumberOfCells {
                    line,
                    cells,
                    headings,
                },
                CodebookFault::Cells {
                    line,
                    cells,
                    headings,
                },
                said,
            ));
        }
        if rows.len() == MAX_ROWS {
            let most = MAX_ROWS as u64;
            return Err(wrong(
                CodebookMessage::TooManyRows { most },
                CodebookFault::TooManyRows { most },
                said,
            ));
        }
        let mut row = FileRow {
            take: true,
            line,
            ..FileRow::default()
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
        return Err(wrong(CodebookMessage::NoRow, CodebookFault::NoRow, said));
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
                    let word = word.to_owned();
                    wrong(CodebookMessage::UnknownHeading { word }, fault, said)
                })?;
            if !seen.insert(*heading) {
                return Err(wrong(
                    CodebookMessage::HeadingTwice {
                        word: word.to_owned(),
                    },
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
                CodebookMessage::NoHeading {
                    word: needed.word().to_owned(),
                },
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
    let failed = |e: &dyn std::fmt::Display| {
        Error::fault(FaultMessage::TableNotWritten { why: e.to_string() })
    };
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
        let text = text.to_owned();
        let shown = text.clone();
        let (message, fault) = match self {
            Self::Take => (
                CodebookMessage::TakeYesOrNo { line, text: shown },
                CodebookFault::Take { line, text },
            ),
            Self::NoList => (
                CodebookMessage::NotAList { line, text: shown },
                CodebookFault::NoList { line, text },
            ),
        };
        wrong(message, fault, said)
    }
}

fn wrong(message: CodebookMessage, fault: CodebookFault, said: &[Heading]) -> Error {
    let words: Vec<&str> = said.iter().map(|one| one.word()).collect();
    Error::usage(ErrorCode::Codebook, message)
        .hint(CodebookMessage::FirstLine {
            headings: words.join(","),
        })
        .at(ErrorPlace::Codebook { fault })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::FilterOperator;
    use poundwise_documents::units::Decimal;
    use poundwise_query::Condition;
    use poundwise_query::kinds::{CountSpec, HistogramSpec, MeanSpec, SumSpec};

    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn decimals<const N: usize>(texts: [&str; N]) -> [Decimal; N] {
        texts.map(|text| text.parse().unwrap())
    }

    fn of(title: &str, question: impl Into<AttributeSpec>) -> CodebookColumn {
        CodebookColumn {
            title: title.to_owned(),
            question: question.into(),
        }
    }

    fn count(column: &str, value: &str) -> CountSpec {
        CountSpec {
            filters: vec![Condition::new(column, FilterOperator::Equal, value)],
            ..CountSpec::default()
        }
    }

    fn codebook_columns(text: &str) -> Result<Vec<CodebookColumn>> {
        let named = columns(rows(text, &OF_CODEBOOK)?, "table.csv")?;
        Ok(named.into_iter().map(|(_, column)| column).collect())
    }

    fn json(columns: &[CodebookColumn]) -> serde_json::Value {
        serde_json::to_value(columns).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let columns = vec![
            of(
                "Age, in years",
                MeanSpec {
                    step: Some("0.5".parse().unwrap()),
                    unit: "years".to_owned(),
                    ..MeanSpec::new("age", decimals(["-1.5", "120"]))
                },
            ),
            of(
                "=SUM(A1)",
                HistogramSpec::new(
                    "code \"one\"",
                    BinSpec::Values(texts(&["-", "a, b", "say \"x\"", "'=1", "ä\nö"])),
                ),
            ),
            of(
                "",
                HistogramSpec::new(
                    "income",
                    BinSpec::Edges(decimals(["-10", "0", "18.5"]).to_vec()),
                ),
            ),
            of("", HistogramSpec::new("town", BinSpec::Stated)),
            of("", SumSpec::new("hours", decimals(["0", "90"]))),
            of("", count("'-smokes", "yes")),
        ];
        let text = codebook_text(&columns).unwrap();
        assert_eq!(json(&codebook_columns(&text).unwrap()), json(&columns));
        // No cell is a formula for a spreadsheet.
        assert!(text.contains(",'=SUM(A1),"), "{text}");
        let rows: Vec<ProposedRow> = columns
            .iter()
            .zip([true, false].into_iter().cycle())
            .map(|(one, take)| ProposedRow {
                take,
                column: one.column().to_owned(),
                title: one.title.clone(),
                kind: one.question.kind(),
                question: Some(one.question.clone()),
            })
            .collect();
        let text = listing_rows_text(&rows).unwrap();
        let read = super::rows(&text, &OF_LISTINGS).unwrap();
        // One cell goes over two lines.
        let lines: Vec<u64> = read.iter().map(|row| row.line).collect();
        assert_eq!(lines, [2, 3, 5, 6, 7, 8]);
        let takes: Vec<bool> = read.iter().map(|row| row.take).collect();
        assert_eq!(takes, [true, false, true, false, true, false]);
        let questions: Vec<AttributeSpec> = read
            .iter()
            .map(|row| row.reading("table.csv").question.unwrap())
            .collect();
        let stated: Vec<&AttributeSpec> = columns.iter().map(|one| &one.question).collect();
        assert_eq!(
            serde_json::to_value(questions).unwrap(),
            serde_json::to_value(stated).unwrap()
        );
    }

    #[test]
    fn proposal_without_a_question_states_column_and_kind() {
        let row = ProposedRow {
            take: false,
            column: "age".to_owned(),
            title: "Age".to_owned(),
            kind: AttributeKind::Mean,
            question: None,
        };
        let text = listing_rows_text(&[row]).unwrap();
        assert!(text.ends_with("\nno,age,Age,mean,,,,,,,,,,,\n"), "{text}");
    }

    #[test]
    fn error_in_a_row_names_file_line_and_title() {
        for (cells, code, said) in [
            (
                "age,Age,mean,,,,,,,,,",
                "no-bounds",
                "The kind mean needs bounds.",
            ),
            ("age,Age,mean,0,x,,,,,,,", "not-a-number", "'x'"),
            ("age,Age,mean,0,9,x,,,,,,", "not-a-number", "'x'"),
            ("age,Age,mean,0,9,,a,,,,,", "option-does-not-belong", "bins"),
            (
                "age,Age,mean,0,9,,,,a,,,",
                "option-does-not-belong",
                "value",
            ),
            (
                "age,Age,histogram,1,,,,,,,,",
                "option-does-not-belong",
                "low",
            ),
            (
                "age,Age,histogram,,,,,,,,,3",
                "option-does-not-belong",
                "public_rows",
            ),
            (
                "age,Age,histogram,,,,a,1,,,,",
                "bins-and-edges",
                "bins or edges",
            ),
            ("age,Age,histogram,,,,,x,,,,", "edges", "'x'"),
            ("age,Age,count,,,,,,,,,", "no-value", "value"),
            ("age,Age,median,,,,,,,,,", "kind", "'median'"),
            ("age,Age,value,0,9,1,,,,,,", "kind", "'value'"),
            ("age,Age,mean,0,9,,,,,0,,", "zero-epsilon", "Ceiling"),
            ("age,Age,mean,0,9,,,,,,x,", "factor", "'x'"),
            ("age,Age,mean,0,9,,,,,,-1,", "factor", "'-1'"),
            ("age,Age,mean,0,9,,,,,,,1.5", "not-a-number", "'1.5'"),
        ] {
            let text = format!(
                "column,title,kind,low,high,step,bins,edges,value,ceiling,factor,public_rows\n\
                 town,Town,histogram,,,,,,,,,\n{cells}\n"
            );
            let [town, age] = rows(&text, &OF_LISTINGS).unwrap().try_into().unwrap();
            assert!(town.reading("table.csv").row().is_ok());
            let error = age.reading("table.csv").row().err().unwrap();
            assert_eq!(error.code().as_str(), code, "{cells}");
            let place = "table.csv, line 3, “Age”: ";
            assert!(error.message().starts_with(place), "{error}");
            assert!(error.message().contains(said), "{said}: {error}");
            // A codebook has neither a price nor a number of rows.
            let of_listing = ["zero-epsilon", "factor"].contains(&code)
                || said == "public_rows"
                || said == "'1.5'";
            match columns(vec![town, age], "table.csv") {
                Ok(columns) => assert!(of_listing && columns.len() == 2, "{cells}"),
                Err(other) => assert_eq!(other.message(), error.message(), "{cells}"),
            }
        }
    }

    #[test]
    fn a_file_by_hand_may_leave_out_what_it_does_not_state() {
        let text =
            "\u{feff}kind , column,bins\r\nhistogram,sex,\"m, f\"\r\n\r\n,,\r\nhistogram,x,\r\n";
        let columns = codebook_columns(text).unwrap();
        let sex = HistogramSpec::new("sex", BinSpec::Values(texts(&["m", "f"])));
        let stated = HistogramSpec::new("x", BinSpec::Stated);
        assert_eq!(json(&columns), json(&[of("", sex), of("", stated)]));
        let rows = rows("column,kind,take\na,mean,\nb,mean,no\n", &OF_LISTINGS).unwrap();
        assert_eq!((rows[0].take, rows[1].take), (true, false));
    }

    /// As a spreadsheet of Germany saves the file that was exported.
    #[test]
    fn semicolons_tabs_and_bars_are_read_as_commas_are() {
        let commas = "column,title,kind,bins\nsex,Sex,histogram,\"m, f\"\n\
                      \"a;b\",\"One\ttwo\",histogram,\n";
        let read = codebook_columns(commas).unwrap();
        assert_eq!((read.len(), read[1].column()), (2, "a;b"));
        let semicolons = "\u{feff}column;title;kind;bins\r\nsex;Sex;histogram;m, f\r\n\
                          \"a;b\";One\ttwo;histogram;\r\n";
        let tabs = "column\ttitle\tkind\tbins\nsex\tSex\thistogram\tm, f\na;b\t\"One\ttwo\"\thistogram\t\n";
        let bars = "column|title|kind|bins\nsex|Sex|histogram|m, f\na;b|\"One\ttwo\"|histogram|\n";
        for text in [semicolons, tabs, bars] {
            assert_eq!(json(&codebook_columns(text).unwrap()), json(&read));
        }
        let listings = rows("take;column;kind\nno;a;mean\nyes;b;mean\n", &OF_LISTINGS).unwrap();
        assert_eq!((listings[0].take, listings[1].take), (false, true));
        let error = codebook_columns("column;kind\na;mean;b\n").err().unwrap();
        assert_eq!(
            error.message(),
            "Line 2 has 3 cells, and the first line has 2."
        );
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
                "The first line names 'Low', which is not a heading.",
            ),
            (
                "column/kind\nage/mean\n",
                "The first line names 'column/kind', which is not a heading.",
            ),
            (
                "column,kind,kind\nage,mean,mean\n",
                "The first line names 'kind' twice.",
            ),
            (
                "column,kind\nage,mean\nsex\n",
                "Line 3 has one cell, and the first line has 2.",
            ),
            (
                "column,kind,bins\nage,histogram,\"a\n b\"\n",
                "Line 2: 'a\n b' is not a list divided by commas.",
            ),
        ] {
            let error = codebook_columns(text).err().unwrap();
            assert_eq!(error.code(), ErrorCode::Codebook, "{text:?}");
            assert_eq!(error.message(), said, "{text:?}");
        }
        // Of a table of listings what is taken is a codebook.
        let taken = "take,column,kind,factor\nyes,age,histogram,2\nno,sex,count,\n";
        let age = HistogramSpec::new("age", BinSpec::Stated);
        assert_eq!(
            json(&codebook_columns(taken).unwrap()),
            json(&[of("", age)])
        );
        let maybe = rows("column,kind,take\na,mean,maybe\n", &OF_LISTINGS).unwrap_err();
        assert_eq!(
            maybe.message(),
            "Line 2: the column 'take' must be yes or no, not 'maybe'."
        );
        let many = format!("column,kind\n{}", "a,mean\n".repeat(MAX_ROWS + 1));
        let many = codebook_columns(&many).err().unwrap();
        assert_eq!(many.message(), "The file has more than 4096 rows.");
        let most = format!("column,kind\n{}", "a,histogram\n".repeat(MAX_ROWS));
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
