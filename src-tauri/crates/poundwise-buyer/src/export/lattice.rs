//! The raw noise lattice of a release, x + N by coordinate, as a file: what the answer is computed
//! from.

use std::cell::Cell;
use std::io::{self, Write};

use poundwise_documents::bundle::{Bundle, VerifiedBundle};
use serde::Serialize;
use zeroize::Zeroizing;

use super::{ExportFormat, Told, not_csv, raw, to_json};
use crate::error::Error;
use crate::messages::HoldingMessage;
use crate::spreadsheet::{CsvForm, cell};
use crate::view::JsonNumber;
use crate::work::Stage;

/// A release in JSON.
#[derive(Serialize)]
struct LatticeJson<'a, V: Serialize> {
    title: &'a str,
    listing: String,
    receipt: String,
    release: String,
    level: u64,
    unit: &'a str,
    step: JsonNumber,
    values: V,
}

#[derive(Serialize)]
struct ValueJson<'a> {
    index: u64,
    label: &'a str,
    lattice_steps: JsonNumber,
    changed: bool,
}

/// Writes the lattice; as Parquet it is the signed values file, byte for byte.
pub(super) fn write(
    bundle: &VerifiedBundle,
    plain: &Zeroizing<Vec<u8>>,
    (format, form): (ExportFormat, CsvForm),
    out: &mut dyn Write,
    stage: &Stage<'_>,
) -> io::Result<()> {
    match format {
        ExportFormat::Csv => csv(bundle, form, out, stage),
        ExportFormat::Json => json(bundle, out, stage),
        ExportFormat::Parquet => {
            let bundle = Bundle::from_bytes(plain).map_err(|why| {
                io::Error::other(Error::fault(HoldingMessage::BundleUnreadable { why }))
            })?;
            raw(bundle.values(), out, stage)
        }
    }
}

fn csv(
    bundle: &VerifiedBundle,
    form: CsvForm,
    out: &mut dyn Write,
    stage: &Stage<'_>,
) -> io::Result<()> {
    let listing = bundle.listing.payload();
    let mut out = form.writer(out)?;
    out.write_record([
        "index",
        "label",
        "value",
        "unit",
        "lattice_steps",
        "changed",
    ])
    .map_err(not_csv)?;
    let step = listing.question.step();
    for (i, row) in bundle.rows.iter().enumerate() {
        stage.tell_each(i).map_err(io::Error::other)?;
        let value = step
            .times(row.value)
            .map_or_else(String::new, |v| v.to_string());
        out.write_record([
            row.index.to_string().as_str(),
            &cell(&row.label),
            &form.number(&value),
            &cell(&listing.unit),
            &row.value.to_string(),
            &row.changed.to_string(),
        ])
        .map_err(not_csv)?;
    }
    out.flush()?;
    stage.tell(stage.total()).map_err(io::Error::other)
}

fn json(bundle: &VerifiedBundle, out: &mut dyn Write, stage: &Stage<'_>) -> io::Result<()> {
    let listing = bundle.listing.payload();
    let rows = bundle.rows.iter().map(|row| ValueJson {
        index: row.index,
        label: &row.label,
        lattice_steps: JsonNumber::whole(row.value),
        changed: row.changed,
    });
    let stop = Cell::new(false);
    let json = LatticeJson {
        title: &listing.title,
        listing: bundle.listing.id().to_string(),
        receipt: bundle.receipt.id().to_string(),
        release: bundle.release.id().to_string(),
        level: bundle.release.payload().level.get(),
        unit: &listing.unit,
        step: JsonNumber::of(&listing.question.step().to_string()),
        values: Told::new(rows, stage, &stop),
    };
    to_json(&json, out, &stop)
}
