//! Releases as files: CSV, JSON, Parquet; and whole bundles.

use std::{path::Path, str::FromStr};

use poundwise_documents::{
    bundle::{Bundle, VerifiedBundle},
    units::DocumentId,
};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    buy::holdings::response_estimates,
    catalogue::find_by_prefix,
    db::parsed,
    error::{Error, ErrorCode, Result},
    files::write_file,
    home::Home,
    view::{Estimate, Exported},
};

/// In what form a release is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// One row a coordinate: index, label, lattice value, changed; then the estimates.
    Csv,
    /// One document with the values, the estimates and the receipt's id.
    Json,
    /// The signed values file as it came, byte for byte.
    Parquet,
}

impl FromStr for ExportFormat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "csv" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            "parquet" => Ok(Self::Parquet),
            _ => Err(Error::usage(
                ErrorCode::Format,
                format!("{text:?} is no format of an export"),
            )
            .hint("Choose csv, json or parquet.")),
        }
    }
}

/// A release in JSON.
#[derive(Serialize)]
struct ReleaseJson<'a> {
    title: &'a str,
    listing: String,
    receipt: String,
    release: String,
    micro_epsilon: u64,
    unit: &'a str,
    step: String,
    values: Vec<ValueJson>,
    estimates: Vec<Estimate>,
}

#[derive(Serialize)]
struct ValueJson {
    index: u64,
    label: String,
    lattice_steps: i64,
    changed: bool,
}

impl Home {
    /// The newest release held of a listing, in a format.
    ///
    /// # Errors
    /// `no-such-id`, `nothing-held`.
    pub fn export_release(&self, listing: &str, format: ExportFormat) -> Result<Vec<u8>> {
        let (bundle, plain) = self.newest_release(listing)?;
        match format {
            ExportFormat::Parquet => Bundle::from_bytes(&plain)
                .map(|b| b.values().to_vec())
                .map_err(|e| Error::failed(ErrorCode::Values, e.to_string())),
            ExportFormat::Csv => csv_of(&bundle),
            ExportFormat::Json => json_of(&bundle),
        }
    }

    /// The same, into a file that is there whole or not at all.
    ///
    /// # Errors
    /// As [`Home::export_release`], and what the disk says.
    pub fn export_release_to(
        &self,
        listing: &str,
        format: ExportFormat,
        file: &Path,
    ) -> Result<Exported> {
        write_file(file, &self.export_release(listing, format)?)
    }

    /// The bundle of a receipt this home holds, as it came.
    ///
    /// # Errors
    /// `no-such-id`, and what the disk says.
    pub fn export_bundle(&self, receipt: &str, file: &Path) -> Result<Exported> {
        let mut statement = self.read().prepare("SELECT receipt FROM holdings")?;
        let ids = statement
            .query_map([], |r| r.get::<_, String>(0))?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        let id = find_by_prefix(
            receipt,
            "receipt that you hold",
            ids.into_iter(),
            String::clone,
        )
        .map_err(|e| e.hint("`poundwise holdings` shows your receipts."))?;
        write_file(file, &self.held_bytes(&id)?.1)
    }

    /// The series held of which a version's id starts with what was typed.
    pub(crate) fn held_series(&self, listing: &str) -> Result<DocumentId> {
        let mut statement = self.read().prepare(
            "SELECT series, series FROM holdings UNION SELECT listing, series FROM holdings",
        )?;
        let known = statement
            .query_map([], |r| {
                Ok((r.get::<_, String>(0)?, parsed::<DocumentId>(r, 1)?))
            })?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        let (_, series) = find_by_prefix(
            listing,
            "listing that you hold",
            known.into_iter(),
            |(id, _)| id.clone(),
        )
        .map_err(|e| e.hint("`poundwise holdings` shows what you hold."))?;
        Ok(series)
    }

    /// The newest release of the listing (any version of its series) whose id starts with what was typed.
    fn newest_release(&self, listing: &str) -> Result<(VerifiedBundle, Zeroizing<Vec<u8>>)> {
        let series = self.held_series(listing)?;
        let receipt: String = self.read().query_row(
            "SELECT receipt FROM holdings WHERE series = ?1 ORDER BY to_micro DESC LIMIT 1",
            [series.to_string()],
            |r| r.get(0),
        )?;
        self.held_bytes(&receipt)
    }
}

fn csv_of(bundle: &VerifiedBundle) -> Result<Vec<u8>> {
    let failed = |e: &dyn std::fmt::Display| {
        Error::failed(ErrorCode::Csv, format!("the export cannot be made: {e}"))
    };
    let step = bundle.listing.payload().step;
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "index",
        "label",
        "value",
        "unit",
        "lattice_steps",
        "changed",
    ])
    .map_err(|e| failed(&e))?;
    for row in &bundle.rows {
        let value = step
            .times(row.value)
            .map_or_else(String::new, |v| v.to_string());
        out.write_record([
            row.index.to_string(),
            row.label.clone(),
            value,
            bundle.listing.payload().unit.clone(),
            row.value.to_string(),
            row.changed.to_string(),
        ])
        .map_err(|e| failed(&e))?;
    }
    out.into_inner().map_err(|e| failed(&e))
}

fn json_of(bundle: &VerifiedBundle) -> Result<Vec<u8>> {
    let listing = bundle.listing.payload();
    let json = ReleaseJson {
        title: &listing.title,
        listing: bundle.listing.id().to_string(),
        receipt: bundle.receipt.id().to_string(),
        release: bundle.release.id().to_string(),
        micro_epsilon: bundle.release.payload().micro_epsilon.get(),
        unit: &listing.unit,
        step: listing.step.to_string(),
        values: bundle
            .rows
            .iter()
            .map(|row| ValueJson {
                index: row.index,
                label: row.label.clone(),
                lattice_steps: row.value,
                changed: row.changed,
            })
            .collect(),
        estimates: response_estimates(bundle)?,
    };
    let mut text = serde_json::to_vec_pretty(&json)
        .map_err(|e| Error::failed(ErrorCode::Json, e.to_string()))?;
    text.push(b'\n');
    Ok(text)
}
