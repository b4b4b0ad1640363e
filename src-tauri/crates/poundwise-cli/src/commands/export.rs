//! `export`: the newest answer held of a listing as a table, and as words to quote.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use poundwise_market::view::{HoldingView, ResponseView, unit_at};
use poundwise_market::{
    CsvForm, Error, ErrorCode, ExportFormat, ListingId, ListingName, RangesWanted, Result, Roles,
    write_file,
};

use crate::args::{Global, Snippet};
use crate::commands::shown::wrote_file;
use crate::format;
use crate::language::line;
use crate::messages::{CommandMessage, ExportText, SharedText};
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::question::{label, query_of};
use crate::working::working;

/// The table that is asked for.
pub(crate) struct Asked {
    pub(crate) format: ExportFormat,
    pub(crate) csv: CsvForm,
    /// None is stdout.
    pub(crate) file: Option<PathBuf>,
    pub(crate) lattice: Option<PathBuf>,
    pub(crate) ranges: Option<PathBuf>,
    pub(crate) snippet: Option<Snippet>,
}

/// Returns the refusal of `--lattice`, `--ranges` and `--snippet`.
pub(crate) fn of_a_table() -> Error {
    Error::usage(ErrorCode::Usage, CommandMessage::LatticeNeedsTable)
        .hint(CommandMessage::NameTableFile)
}

/// Checks that a table of this form can go to standard output.
pub(super) fn check_stdout(out: &Output, format: ExportFormat) -> Result<()> {
    if out.json() && format != ExportFormat::Json {
        return Err(json_alone());
    }
    if format == ExportFormat::Parquet && io::stdout().is_terminal() {
        return Err(Error::usage(
            ErrorCode::ExportToTerminal,
            CommandMessage::ParquetOnTerminal,
        )
        .hint(CommandMessage::NameFileOrRedirect));
    }
    Ok(())
}

fn json_alone() -> Error {
    Error::usage(ErrorCode::ExportToStdout, CommandMessage::JsonAlone)
        .hint(CommandMessage::NameFileOrJson)
}

pub(crate) fn table(
    out: &mut Output,
    global: &Global,
    listing: &ListingId,
    asked: Asked,
) -> Result<Outcome> {
    let Asked {
        format,
        csv,
        file,
        lattice,
        ranges,
        snippet,
    } = asked;
    let ranges = ranges.as_deref().map(RangesWanted::read).transpose()?;
    let ranges = ranges.unwrap_or_default();
    if format != ExportFormat::Csv && csv != CsvForm::default() {
        return Err(Error::usage(ErrorCode::Usage, CommandMessage::CsvOptions)
            .hint(CommandMessage::LeaveOutCsvOptions));
    }
    let Some(file) = file else {
        // Known before the home is opened: these can only go wrong.
        if lattice.is_some() || snippet.is_some() {
            return Err(of_a_table());
        }
        check_stdout(out, format)?;
        let home = open(global)?;
        let bytes = working(|work| {
            home.buyer()
                .begin_release_export(listing, format)?
                .with_csv(csv)
                .with_ranges(ranges)
                .into_bytes(work)
        })?;
        out.bytes(&bytes)?;
        return Ok(Outcome::Done);
    };
    let home = open(global)?;
    let exported = working(|work| {
        let export = home.buyer().begin_release_export(listing, format)?;
        let export = export.with_csv(csv).with_ranges(ranges);
        match lattice {
            Some(lattice) => export.with_lattice(lattice),
            None => export,
        }
        .run(&file, work)
    })?;
    let wrote = |file: &str, bytes| {
        line(SharedText::Wrote {
            file: file.to_owned(),
            size: format::bytes(bytes),
        })
    };
    out.answer(&exported, || match snippet {
        Some(Snippet::Python) => exported.python.clone(),
        Some(Snippet::R) => exported.r.clone(),
        None => {
            let lattice = exported.lattice.as_ref();
            let lattice = lattice.map(|beside| wrote(&beside.file, beside.bytes));
            wrote(&exported.file, exported.bytes) + &lattice.unwrap_or_default()
        }
    })?;
    Ok(Outcome::Done)
}

/// Returns the answer as text, or a citation.
pub(crate) fn words(
    out: &mut Output,
    global: &Global,
    listing: &ListingId,
    cited: bool,
    file: Option<&Path>,
) -> Result<Outcome> {
    if out.json() && file.is_none() {
        return Err(json_alone());
    }
    let holding = open(global)?
        .buyer()
        .holding(&ListingName::Id(listing.clone()))?;
    let text = match holding.responses.last() {
        Some(newest) if cited => citation(&holding, newest),
        Some(newest) => answer(&holding, newest),
        None => String::new(),
    };
    match file {
        None => out.words(&text)?,
        Some(file) => {
            let exported = write_file(file, text.as_bytes())?;
            out.answer(&exported, || wrote_file(&exported))?;
        }
    }
    Ok(Outcome::Done)
}

/// Returns one line an estimate: those that a view has, and how many more there are.
fn answer(holding: &HoldingView, newest: &ResponseView) -> String {
    let listing = &holding.listing;
    let mut text = line(ExportText::Heading {
        title: listing.title.clone(),
        level: format::epsilon(newest.level),
    });
    for (place, estimate) in newest.estimates.iter().enumerate() {
        let label = label(&listing.query_parts, &estimate.label);
        let unit = unit_at(&listing.query_parts, &listing.unit, place);
        let estimated = format::with_unit(&estimate.text, unit);
        text.push_str(&match (&estimate.noise_low, &estimate.noise_high) {
            (Some(low), Some(high)) => line(ExportText::Estimate {
                label,
                estimate: estimated,
                interval: format::between(low, high),
            }),
            _ => format!("{label}: {}\n", format::decimal(&estimate.text)),
        });
    }
    let shown = newest.estimates.len() as u64;
    let more = if listing.kind.is_one_number() {
        0
    } else {
        listing.estimates.saturating_sub(shown)
    };
    if more > 0 {
        text.push_str(&line(ExportText::AndMore { more }));
    }
    text
}

/// Returns a citation: who, what, when, which documents, how accurate, by what program.
fn citation(holding: &HoldingView, newest: &ResponseView) -> String {
    let listing = &holding.listing;
    let day = newest.receipt.issued_at.get(..10).unwrap_or_default();
    line(ExportText::Citation {
        seller: listing.seller_name.clone(),
        title: listing.title.clone(),
        query: query_of(listing),
        level: format::epsilon(newest.level),
        day: day.to_owned(),
        listing: newest.receipt.listing,
        receipt: newest.receipt.id,
        key: listing.seller_kid,
        version: env!("CARGO_PKG_VERSION"),
    })
}
