//! `listing propose` and `create-all`, and `codebook` with its commands.

use poundwise_market::view::{
    BatchPreview, BatchRowPreview, CodebookView, ListingsMade, ListingsProposed, MisfitReason,
    Money,
};
use poundwise_market::{
    AttributeSpec, BatchReading, BinSpec, Job, Result, Roles, RowReading, format,
    listing_rows_text, read_listing_rows, write_file,
};
use poundwise_words::Language;

use crate::args::{Codebook, CreateAll, Global, Propose};
use crate::commands::population::planned;
use crate::commands::shown::{undeclared_bins, undeclared_value, undelivered, wrote_file};
use crate::messages::NoteMessage;
use crate::opening::{Outcome, open};
use crate::output::{NOISE_INTERVAL, Output, note};
use crate::table::{Side, fields, table};
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
                format!(
                    "Wrote {} ({}). Change it, and list what it says: poundwise listing \
                     create-all DATASET TABLE --price EPS:AMOUNT,...\n",
                    exported.file,
                    format::bytes(exported.bytes)
                )
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
            out.answer(&kept, || format!("Kept.\n{}", whole(&kept)))?;
        }
        Codebook::List => {
            let books = seller.codebooks()?;
            out.answer(&books, || match books.as_slice() {
                [] => {
                    "No codebooks yet. Keep one: poundwise codebook import NAME FILE\n".to_owned()
                }
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
            out.answer(&removed, || format!("Removed “{}”.\n", removed.name))?;
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
    let price = |one: &Option<Money>| one.as_ref().map_or_else(String::new, format::money);
    let rows: Vec<Vec<String>> = taken()
        .map(|(row, seen)| {
            vec![
                row.title.clone().unwrap_or_default(),
                seen.query.clone(),
                seen.ceiling.map_or_else(String::new, format::epsilon),
                format::half_widths(&seen.at_ceiling),
                price(&seen.price_at_ceiling),
            ]
        })
        .collect();
    let mut text = table(
        &[
            ("title", Side::Left),
            ("query", Side::Left),
            ("ceiling", Side::Left),
            ("noise interval there", Side::Left),
            ("price of all", Side::Right),
        ],
        &rows,
    );
    text.push_str(NOISE_INTERVAL);
    text.push('\n');
    if let Some(rows) = taken().find_map(|(_, seen)| seen.reckoned_rows) {
        text.push_str(&format!(
            "Means are reckoned with {}; how many there are is released with noise.\n",
            format::count(rows, "row", "rows")
        ));
    }
    for (row, seen) in taken() {
        for line in doubted(row, seen) {
            text.push_str(&format!("{line}\n"));
        }
    }
    if let Some(problem) = &preview.problem {
        text.push_str(&format!("Not yet: {}\n", problem.message));
    }
    for (row, BatchRowPreview { problem, .. }) in taken() {
        if let Some(problem) = problem {
            text.push_str(&format!(
                "Not yet, {}: {}\n",
                Language::English.write(&row.name),
                problem.message
            ));
        }
    }
    text.push('\n');
    text.push_str(&planned(&preview.budget));
    text.push_str("Nothing is signed or published. Leave out --dry-run to list them.\n");
    text
}

/// Returns the doubtful entries of a row, a line each.
fn doubted(row: &RowReading, seen: &BatchRowPreview) -> Vec<NoteMessage> {
    let column = &row.column;
    let bins =
        (!seen.undeclared_bins.is_empty()).then(|| undeclared_bins(column, &seen.undeclared_bins));
    let value = seen.undeclared_value.as_ref();
    let value = value.map(|value| undeclared_value(column, value));
    bins.into_iter().chain(value).collect()
}

fn listed(made: &ListingsMade) -> String {
    let rows: Vec<Vec<String>> = made
        .listings
        .iter()
        .map(|listing| {
            vec![
                format::short_id(listing.id),
                listing.title.clone(),
                listing.query.clone(),
                format::epsilon(listing.ceiling),
            ]
        })
        .collect();
    format!(
        "Listed {}.\n{}\n{}",
        format::count(made.listings.len() as u64, "column", "columns"),
        table(
            &[
                ("listing", Side::Left),
                ("title", Side::Left),
                ("query", Side::Left),
                ("ceiling", Side::Left),
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
            ("codebook", Side::Left),
            ("columns", Side::Right),
            ("kept", Side::Left),
        ],
        &rows,
    )
}

fn whole(book: &CodebookView) -> String {
    let head = fields(&[
        ("codebook", book.name.clone()),
        ("kept", format::time(&book.kept_at)),
    ]);
    let rows: Vec<Vec<String>> = book
        .columns
        .iter()
        .map(|one| {
            vec![
                one.column().to_owned(),
                one.title.clone(),
                one.question.kind().to_string(),
                said(&one.question),
                one.question.unit().to_owned(),
            ]
        })
        .collect();
    let columns = table(
        &[
            ("column", Side::Left),
            ("title", Side::Left),
            ("kind", Side::Left),
            ("stated", Side::Left),
            ("unit", Side::Left),
        ],
        &rows,
    );
    format!("{head}\n{columns}")
}

/// Returns the bounds, bins, edges or value of a question.
fn said(question: &AttributeSpec) -> String {
    let mut parts = Vec::new();
    if let Some([low, high]) = question.bounds() {
        let step = question.step().map(|step| format!(", in steps of {step}"));
        parts.push(format!("{low} to {high}{}", step.unwrap_or_default()));
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
    if let Some(blocks) = question.blocks().filter(|blocks| !blocks.is_none()) {
        parts.push(format!("blocks {blocks}"));
    }
    parts.join("; ")
}
