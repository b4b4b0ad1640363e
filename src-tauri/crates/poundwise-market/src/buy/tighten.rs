//! More private copies of what this home holds, for somebody else: noise is added, and the maker signs.
//!
//! Adding noise to a response needs neither the data nor the owner (Koufogiannis, Han and Pappas, arXiv 1504.00429, section
//! 3.1.2). Drawn afresh each time, though, it could be averaged away: by whoever gets two copies at one level, and just as
//! well by whoever gets copies at ε 0.5, 0.6 and 0.7. So all copies of a series belong to one path, which goes on from the
//! releases held:
//!
//! - a copy is made once for each level and stored; asking again gives the same bytes;
//! - a copy at a level that is held has the values of that release;
//! - any other is drawn between its neighbours, the nearest release or copy above and the nearest below: from the one
//!   above alone where nothing is below (`tighten`), else given both (`bridge`: Andersson, Pagh, Retschmeier and Nelson, arXiv
//!   2505.22449, Lemma F.5). The path is a Markov process, so nothing further off matters.
//!
//! All copies and releases of a series together then say no more than the highest of them says alone, whoever has them
//! and in whatever order they were made. This holds within one home: a home brought back from a backup that is older than
//! a copy draws another one at its level.

use std::path::Path as FilePath;

use gradual_release::{Epsilon, Sensitivity, kernels};
use poundwise_documents::{
    bundle::VerifiedBundle,
    copy::{CopyFile, VerifiedCopy},
    kinds::{AttributeKind, HolderCopy, Listing},
    units::{Digest, DocumentId, MicroEpsilon},
    values,
};
use rusqlite::{OptionalExtension, params};
use zeroize::Zeroizing;

use crate::{
    data::estimate::{ListingShape, half_widths},
    db::{checked_level, insert_signed},
    error::{Error, ErrorCode, Result},
    files::write_file,
    home::{Home, system_random},
    rules::level,
    view::{CopyView, Exported},
};

/// A response that is known already: a release held, or a copy made.
struct Known {
    level: MicroEpsilon,
    values: Vec<i64>,
}

/// On which side of a level.
#[derive(Clone, Copy)]
enum Side {
    Above,
    Below,
}

impl Home {
    /// Writes a more private copy of what is held of a listing, at a lower level, for somebody else. Made once for each
    /// level; asking again writes the same bytes. Cost: opens at most three bundles or copies, and draws d times.
    ///
    /// # Errors
    /// `no-such-id`; `not-tighter` for a level that is not below the highest held; what the disk says of the file, which
    /// then is not there, while the copy itself is kept for the next time.
    pub fn tighten(&self, listing: &str, to: &str, file: &FilePath) -> Result<CopyView> {
        let series = self.held_series(listing)?;
        let level = level(to, "the level")?;
        let (bytes, again) = match self.copy_at(&series, level)? {
            Some(bytes) => (bytes, true),
            None => (self.make_copy(&series, level)?, false),
        };
        let copy = opened(&bytes)?;
        let written = write_file(file, &bytes)?;
        copy_view(&copy, written, again)
    }

    fn copy_at(
        &self,
        series: &DocumentId,
        level: MicroEpsilon,
    ) -> Result<Option<Zeroizing<Vec<u8>>>> {
        self.read()
            .query_row(
                "SELECT file FROM copies WHERE series = ?1 AND to_micro = ?2",
                params![series.to_string(), level.get()],
                |r| r.get::<_, Vec<u8>>(0),
            )
            .optional()?
            .map(|sealed| self.vault.open(&sealed, "a copy made"))
            .transpose()
    }

    /// Draws, signs and stores a copy.
    fn make_copy(&self, series: &DocumentId, level: MicroEpsilon) -> Result<Zeroizing<Vec<u8>>> {
        let source = self.release_above(series, level)?;
        let listing = &source.listing;
        let drawn = self.drawn(series, listing.payload(), level)?;
        let fault = |e: values::ValuesError| {
            Error::failed(
                ErrorCode::Values,
                format!("the values file cannot be made: {e}"),
            )
        };
        let rows = values::rows(&listing.payload().labels, &drawn, None).map_err(fault)?;
        let values = values::write(&rows).map_err(fault)?;
        let copy = self.sign(HolderCopy {
            listing: listing.id(),
            release: source.release.id(),
            maker_name: self.name.clone(),
            micro_epsilon: level,
            values_sha256: Digest::of(&values),
            rows: rows.len() as u64,
            jwk: self.identity.jwk(),
            issued_at: self.now()?,
        })?;
        let bytes = CopyFile::new(listing, &copy, values)
            .to_bytes()
            .map_err(|e| Error::failed(ErrorCode::Copy, format!("the copy cannot be made: {e}")))?;
        let sealed = self.vault.seal(&bytes)?;
        let transaction = self.db.begin()?;
        insert_signed(&transaction, &copy)?;
        transaction.execute(
            "INSERT INTO copies (id, series, to_micro, file) VALUES (?1, ?2, ?3, ?4)",
            params![
                copy.id().to_string(),
                series.to_string(),
                level.get(),
                sealed
            ],
        )?;
        transaction.commit()?;
        Ok(Zeroizing::new(bytes))
    }

    /// The lowest release held above a level.
    fn release_above(&self, series: &DocumentId, level: MicroEpsilon) -> Result<VerifiedBundle> {
        let receipt: Option<DocumentId> = self
            .read()
            .query_row(
                "SELECT receipt FROM holdings WHERE series = ?1 AND to_micro > ?2 ORDER BY to_micro LIMIT 1",
                params![series.to_string(), level.get()],
                |r| crate::db::parsed(r, 0),
            )
            .optional()?;
        let Some(receipt) = receipt else {
            let held = self.held_by_me(series)?.level;
            return Err(Error::refused(
                ErrorCode::NotTighter,
                format!("ε {held} is held of this listing; a copy at ε {level} would not be more private"),
            )
            .hint(format!("Choose a level below ε {held}."))
            .hint("To pass on what you hold itself, export its bundle: poundwise receipts export RECEIPT -o FILE"));
        };
        self.held_bundle(&receipt)
    }

    /// The response at a level, from its neighbours.
    fn drawn(
        &self,
        series: &DocumentId,
        listing: &Listing,
        level: MicroEpsilon,
    ) -> Result<Vec<i64>> {
        let above = self.neighbour(series, level, Side::Above)?.ok_or_else(|| {
            Error::failed(ErrorCode::DatabaseDamaged, "a release held cannot be found")
                .hint("Bring the home back from a backup.")
        })?;
        let below = self.neighbour(series, level, Side::Below)?;
        match below {
            // Held at this very level.
            Some(known) if known.level == level => Ok(known.values),
            Some(below) => between(listing, &below, level, &above),
            None => below_all(listing, level, &above),
        }
    }

    /// The nearest release or copy above a level, or at it or below.
    fn neighbour(
        &self,
        series: &DocumentId,
        level: MicroEpsilon,
        side: Side,
    ) -> Result<Option<Known>> {
        let (which, order) = match side {
            Side::Above => ("to_micro > ?2", "ASC"),
            Side::Below => ("to_micro <= ?2", "DESC"),
        };
        let found = self
            .read()
            .prepare_cached(&format!(
                "SELECT to_micro, 0, bundle FROM holdings WHERE series = ?1 AND {which}
                 UNION ALL SELECT to_micro, 1, file FROM copies WHERE series = ?1 AND {which}
                 ORDER BY 1 {order} LIMIT 1"
            ))?
            .query_row(params![series.to_string(), level.get()], |r| {
                Ok((
                    r.get::<_, u64>(0)?,
                    r.get::<_, bool>(1)?,
                    r.get::<_, Vec<u8>>(2)?,
                ))
            })
            .optional()?;
        let Some((micro, is_copy, sealed)) = found else {
            return Ok(None);
        };
        let rows = if is_copy {
            opened(&self.vault.open(&sealed, "a copy made")?)?.rows
        } else {
            self.open_held(&sealed)?.0.rows
        };
        Ok(Some(Known {
            level: checked_level(micro)?,
            values: rows.iter().map(|row| row.value).collect(),
        }))
    }
}

/// Noise added to the response above, where nothing is known below.
fn below_all(listing: &Listing, level: MicroEpsilon, above: &Known) -> Result<Vec<i64>> {
    let kernel = kernels::Tighten::new(
        epsilon(level)?,
        epsilon(above.level)?,
        sensitivity(listing)?,
    )
    .map_err(|e| fault(&e))?;
    let mut random = system_random()?;
    above
        .values
        .iter()
        .map(|y2| kernel.sample(*y2, &mut random).map_err(|e| fault(&e)))
        .collect()
}

/// A response between two that are known, given both.
fn between(
    listing: &Listing,
    below: &Known,
    level: MicroEpsilon,
    above: &Known,
) -> Result<Vec<i64>> {
    let kernel = kernels::Bridge::new(
        epsilon(below.level)?,
        epsilon(level)?,
        epsilon(above.level)?,
        sensitivity(listing)?,
    )
    .map_err(|e| fault(&e))?;
    let mut random = system_random()?;
    below
        .values
        .iter()
        .zip(&above.values)
        .map(|(y1, y3)| kernel.sample(*y1, *y3, &mut random).map_err(|e| fault(&e)))
        .collect()
}

fn opened(bytes: &[u8]) -> Result<VerifiedCopy> {
    CopyFile::from_bytes(bytes)
        .and_then(|copy| copy.verify())
        .map_err(|e| {
            Error::failed(
                ErrorCode::DatabaseDamaged,
                format!("a copy made does not verify: {e}"),
            )
            .hint("Bring the home back from a backup.")
        })
}

fn copy_view(copy: &VerifiedCopy, written: Exported, again: bool) -> Result<CopyView> {
    let (c, l) = (copy.copy.payload(), copy.listing.payload());
    let values: Vec<i64> = copy.rows.iter().map(|row| row.value).collect();
    let held = (l.kind == AttributeKind::Mean).then_some(values.as_slice());
    Ok(CopyView {
        id: copy.copy.id().to_string(),
        listing: c.listing.to_string(),
        title: l.title.clone(),
        release: c.release.to_string(),
        micro_epsilon: c.micro_epsilon.get(),
        accuracy: half_widths(&ListingShape::of(l), c.micro_epsilon, held)?,
        issued_at: c.issued_at.to_string(),
        again,
        file: written.file,
        bytes: written.bytes,
    })
}

fn sensitivity(listing: &Listing) -> Result<Sensitivity> {
    Sensitivity::new(listing.sensitivity).map_err(|e| fault(&e))
}

fn epsilon(level: MicroEpsilon) -> Result<Epsilon> {
    Epsilon::new(level.get()).map_err(|e| fault(&e))
}

fn fault(error: &gradual_release::Error) -> Error {
    Error::refused(
        ErrorCode::Mechanism,
        format!("there is no copy at this level: {error}"),
    )
    .hint("Choose a higher level.")
}
