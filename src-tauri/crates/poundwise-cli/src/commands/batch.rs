//! `listing propose` and `create-all`, and `codebook` with its commands.

use poundwise_market::view::{
    BatchPreview, BatchRowPreview, CodebookView, ListingsMade, ListingsProposed, MisfitReason,
    Money,
};
use poundwise_market::{
    AttributeSpec, BatchReading, BinSpec, Job, Result, Roles, RowReading, listing_rows_text,
    read_listing_rows, write_file,
};

use crate::args::{Codebook, CreateAll, Global, Propose};
use crate::commands::population::planned;
use crate::commands::shown::{problem, undeclared_bins, undeclared_value, undelivered, wrote_file};
use crate::format;
use crate::language::{line, say};
use crate::messages::{Label, ListingText, NoteMessage, Sentence, SharedText};
use crate::opening::{Outcome, open};
use crate::output::{Output, noise_interval, note};
use crate::question::{query, query_of};
use crate::table::{fields, table};
use crate::working::working;

pub(crate) fn propose(out: &mut Output, global: &Global, mut asked: Propose) -> Result<Outcome> {
    let columns = asked.columns();
    let file = asked.file.path()?;
    let home = open(global)?;
    let proposed =
        home.seller()
            .propose_listings(&asked.dataset, &columns, asked.codebook.as_ref())?;
    for line in left_out(&proposed) {
        note(line);
    }
    let text = listing_rows_text(&proposed.rows)?;
    match file {
        Some(file) => {
            let exported = write_file(&file, text.as_bytes())?;
            out.answer(&exported, || {
                line(ListingText::WroteRows {
                    file: exported.file.clone(),
                    size: format::bytes(exported.bytes),
                })
            })?;
        }
        None => out.answer(&proposed, || text)?,
    }
    Ok(Outcome::Done)
}

pub(crate) fn create_all(out: &mut Output, global: &Global, asked: CreateAll) -> Result<Outcome> {
    let dry_run = asked.dry_run;
    let rows = read_listing_rows(&asked.table)?;
    let batch = asked.batch(rows)?;
    let home = open(global)?;
    let preview = home.seller().sketch_listings(&batch)?;
    if dry_run {
        if taken(&batch, &preview).next().is_none() {
            // Refused in the words of the listing itself.
            let begun = home.seller().begin_listings(&batch.batch()?);
            return begun.map(|_| Outcome::Wrong);
        }
        let wrong =
            preview.problem.is_some() || preview.rows.iter().any(|row| row.problem.is_some());
        out.answer(&preview, || foreseen(&batch, &preview))?;
        return Ok(if wrong { Outcome::Wrong } else { Outcome::Done });
    }
    let doubts: Vec<NoteMessage> = taken(&batch, &preview)
        .flat_map(|(row, seen)| doubted(row, seen))
        .collect();
    let begun = home.seller().begin_listings(&batch.batch()?)?;
    for line in doubts {
        note(line);
    }
    let made = working(|work| begun.complete(&home, work))?;
    undelivered(&home);
    out.answer(&made, || listed(&made))?;
    Ok(Outcome::Done)
}

pub(crate) fn codebook(out: &mut Output, global: &Global, command: Codebook) -> Result<Outcome> {
    let home = open(global)?;
    let seller = home.seller();
    match command {
        Codebook::Import {
            name,
            file,
            replace,
        } => {
            let kept = seller.import_codebook(&name, &file, replace)?;
            out.answer(&kept, || line(Sentence::Kept) + &whole(&kept))?;
        }
        Codebook::List => {
            let books = seller.codebooks()?;
            out.answer(&books, || match books.as_slice() {
                [] => line(Sentence::NoCodebooks),
                some => list(some),
            })?;
        }
        Codebook::Show { name } => {
            let book = seller.codebook(&name)?;
            out.answer(&book, || whole(&book))?;
        }
        Codebook::Export { name, file } => {
            let exported = seller.export_codebook(&name, file.path()?)?;
            out.answer(&exported, || wrote_file(&exported))?;
        }
        Codebook::Remove { name } => {
            let removed = seller.remove_codebook(&name)?;
            out.answer(&removed, || {
                line(SharedText::RemovedNamed {
                    name: removed.name.clone(),
                })
            })?;
        }
    }
    Ok(Outcome::Done)
}

/// Returns the columns of the dataset and of the codebook that are not in the table, and why.
fn left_out(proposed: &ListingsProposed) -> Vec<NoteMessage> {
    let mut lines: Vec<NoteMessage> = proposed
        .misfits
        .iter()
        .map(|misfit| {
            let column = misfit.column.clone();
            match misfit.why {
                MisfitReason::Absent => NoteMessage::ColumnAbsent { column },
                MisfitReason::PersonColumn => NoteMessage::CodebookNamesPerson { column },
                MisfitReason::NoNumbers => NoteMessage::NoNumbersInColumn { column },
            }
        })
        .collect();
    if let Some(column) = proposed.person_column.clone() {
        lines.push(NoteMessage::PersonColumnLeftOut { column });
    }
    lines
}

/// Returns the rows that are taken, with their previews.
fn taken<'a>(
    batch: &'a BatchReading,
    preview: &'a BatchPreview,
) -> impl Iterator<Item = (&'a RowReading, &'a BatchRowPreview)> {
    let rows = batch.rows.iter().zip(&preview.rows);
    rows.filter_map(|(row, seen)| Some((row.as_ref()?, seen)))
}

/// Returns the previews of listings, row by row, and the budget of their population then.
fn foreseen(batch: &BatchReading, preview: &BatchPreview) -> String {
    let taken = || taken(batch, preview);
    let price = |one: &Option<Money>| format::money_if_any(one.as_ref());
    let rows: Vec<Vec<String>> = taken()
        .map(|(row, seen)| {
            vec![
                row.title.clone().unwrap_or_default(),
                seen.query_parts
                    .as_ref()
                    .map_or_else(String::new, |parts| query(parts, seen.dimension)),
                seen.ceiling.map_or_else(String::new, format::epsilon),
                format::half_widths(&seen.at_ceiling),
                price(&seen.price_at_ceiling),
            ]
        })
        .collect();
    let mut text = table(
        &[
            Label::Title.left(),
            Label::Query.left(),
            Label::Ceiling.left(),
            Label::NoiseIntervalThere.whole(),
            Label::PriceOfAll.right(),
        ],
        &rows,
    );
    text.push_str(&noise_interval());
    text.push('\n');
    if let Some(rows) = taken().find_map(|(_, seen)| seen.reckoned_rows) {
        text.push_str(&line(ListingText::MeansReckoned { rows }));
    }
    for (row, seen) in taken() {
        text.extend(doubted(row, seen).into_iter().map(line));
    }
    if let Some(error) = &preview.problem {
        text.push_str(&line(ListingText::NotYet {
            why: problem(error).to_owned(),
        }));
    }
    for (row, seen) in taken() {
        if let Some(error) = &seen.problem {
            text.push_str(&line(ListingText::RowNotYet {
                row: say(&row.name),
                why: problem(error).to_owned(),
            }));
        }
    }
    text.push('\n');
    text.push_str(&planned(&preview.budget));
    text.push_str(&line(Sentence::NothingListedOfThem));
    text
}

/// Returns the doubtful entries of a row, a line each.
fn doubted(row: &RowReading, seen: &BatchRowPreview) -> Vec<NoteMessage> {
    let column = &row.column;
    let bins =
        (!seen.undeclared_bins.is_empty()).then(|| undeclared_bins(column, &seen.undeclared_bins));
    let value = seen.undeclared_value.as_ref();
    let value = value.map(|value| undeclared_value(column, value));
    let listings = seen.listed_before.len();
    let before = (listings > 0).then(|| NoteMessage::ColumnListedBefore {
        column: column.clone(),
        listings,
    });
    bins.into_iter().chain(value).chain(before).collect()
}

fn listed(made: &ListingsMade) -> String {
    let rows: Vec<Vec<String>> = made
        .listings
        .iter()
        .map(|listing| {
            vec![
                format::short_id(listing.id),
                listing.title.clone(),
                query_of(listing),
                format::epsilon(listing.ceiling),
            ]
        })
        .collect();
    format!(
        "{}{}\n{}",
        line(ListingText::ListedColumns {
            columns: made.listings.len(),
        }),
        table(
            &[
                Label::Listing.left(),
                Label::Title.left(),
                Label::Query.left(),
                Label::Ceiling.left(),
            ],
            &rows,
        ),
        planned(&made.budget)
    )
}

fn list(books: &[CodebookView]) -> String {
    let rows: Vec<Vec<String>> = books
        .iter()
        .map(|book| {
            vec![
                book.name.clone(),
                format::integer(book.columns.len() as u64),
                format::time(&book.kept_at),
            ]
        })
        .collect();
    table(
        &[
            Label::Codebook.left(),
            Label::Columns.right(),
            Label::Kept.left(),
        ],
        &rows,
    )
}

fn whole(book: &CodebookView) -> String {
    let head = fields(&[
        (Label::Codebook, book.name.clone()),
        (Label::Kept, format::time(&book.kept_at)),
    ]);
    let rows: Vec<Vec<String>> = book
        .columns
        .iter()
        .map(|one| {
            vec![
                one.column().to_owned(),
                one.title.clone(),
                say(one.question.kind()),
                said(&one.question),
                one.question.unit().to_owned(),
            ]
        })
        .collect();
    let columns = table(
        &[
            Label::Column.left(),
            Label::Title.left(),
            Label::Kind.left(),
            Label::Stated.left(),
            Label::Unit.left(),
        ],
        &rows,
    );
    format!("{head}\n{columns}")
}

/// Returns the bounds, bins, edges or value of a question.
fn said(question: &AttributeSpec) -> String {
    let mut parts = Vec::new();
    if let Some([low, high]) = question.bounds() {
        let bounds = format::between(&low.to_string(), &high.to_string());
        parts.push(match question.step() {
            Some(step) => say(ListingText::InSteps {
                bounds,
                step: format::decimal(&step.to_string()),
            }),
            None => bounds,
        });
    }
    parts.extend(question.counted_value().map(ToOwned::to_owned));
    match question.bins() {
        Some(BinSpec::Values(values)) => parts.push(values.join(", ")),
        Some(BinSpec::Edges(edges)) => {
            let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
            parts.push(edges.join(", "));
        }
        Some(BinSpec::Stated) | None => {}
    }
    if let Some(blocks) = question.chosen_blocks() {
        let blocks = blocks.to_string();
        parts.push(say(ListingText::Blocks { blocks }));
    }
    parts.join("; ")
}
