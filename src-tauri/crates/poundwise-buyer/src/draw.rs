//! The values of a copy: drawn between what is known around its level.

use gradual_release::mechanism::Mechanism;
use poundwise_documents::{
    commitment::integers_sha256,
    copy::{CopyFile, VerifiedCopy},
    jws::Signed,
    kinds::{Listing, mechanism_of},
    units::{Digest, DocumentId, MicroEpsilon},
    values::{self, ValueRow},
};
use zeroize::Zeroizing;

use crate::{
    error::{Error, ErrorCode, Result},
    held::{StoredDocument, open_held, open_stored},
    messages::{Encoded, HoldingHint, HoldingMessage},
    random::system_random,
    store::CopyPlace,
    vault::Vault,
    work::{Stage, Work, WorkStep},
};

/// A response that is known already: a release held, or a copy made.
struct Known {
    level: MicroEpsilon,
    values: Vec<i64>,
}

/// The same as it is stored.
pub(super) struct Stored {
    pub(super) place: CopyPlace,
    pub(super) sealed: Vec<u8>,
}

/// A copy, before it is signed.
pub(super) enum Made {
    Before {
        copy: Box<VerifiedCopy>,
        bytes: Zeroizing<Vec<u8>>,
    },
    Drawn {
        listing: Box<Signed<Listing>>,
        release: DocumentId,
        rows: Vec<ValueRow>,
        /// The hash of the integers, which is what is signed.
        integers: Digest,
        values: Vec<u8>,
        neighbours: [Option<CopyPlace>; 2],
    },
}

/// Draws a copy at a level from what is around it. `release` is the bundle that it names.
///
/// # Errors
/// `mechanism` where there is no copy at this level; `database-damaged`; `stopped`.
pub(super) fn draw(
    release: &[u8],
    above: &Stored,
    below: Option<&Stored>,
    level: MicroEpsilon,
    vault: &Vault,
    work: &Work<'_>,
) -> Result<Made> {
    let steps = work.through(&[WorkStep::Open, WorkStep::Draw]);
    let opening = |part| steps.at(WorkStep::Open, 0).part(part, 3);
    let source = open_held(vault, release, &opening(0))?.0;
    let known_above = above.open(vault, &opening(1))?;
    let known_below = below
        .map(|below| below.open(vault, &opening(2)))
        .transpose()?;
    let listing = source.listing.payload();
    let stage = steps.at(WorkStep::Draw, listing.dimension);
    let drawn = match known_below {
        // Held at this very level.
        Some(known) if known.level == level => known.values,
        Some(known) => between(listing, &known, level, &known_above, &stage)?,
        None => below_all(listing, level, &known_above, &stage)?,
    };
    stage.tell(listing.dimension)?;
    let fault = |e: values::ValuesWriteError| {
        Error::fault(HoldingMessage::NotEncoded {
            what: Encoded::Values,
            why: e.to_string(),
        })
    };
    let rows = values::rows(&listing.labels, &drawn, None).map_err(|e| fault(e.into()))?;
    let values = values::write(&rows).map_err(fault)?;
    stage.tell(listing.dimension)?;
    Ok(Made::Drawn {
        release: source.release.id(),
        listing: Box::new(source.listing),
        rows,
        integers: integers_sha256(&drawn),
        values,
        neighbours: [Some(above.place), below.map(|below| below.place)],
    })
}

impl Stored {
    fn open(&self, vault: &Vault, stage: &Stage<'_>) -> Result<Known> {
        let rows = if self.place.is_copy {
            open_copy(vault, &self.sealed, stage)?.0.rows
        } else {
            open_held(vault, &self.sealed, stage)?.0.rows
        };
        Ok(Known {
            level: self.place.level,
            values: rows.iter().map(|row| row.value).collect(),
        })
    }
}

/// Adds noise to the response above, where nothing is known below.
fn below_all(
    listing: &Listing,
    level: MicroEpsilon,
    above: &Known,
    stage: &Stage<'_>,
) -> Result<Vec<i64>> {
    let kernel = mechanism(listing)?
        .copy_below(level.get(), above.level.get())
        .map_err(|e| fault(&e))?;
    let mut random = system_random()?;
    above
        .values
        .iter()
        .enumerate()
        .map(|(i, y2)| {
            stage.tell_each(i)?;
            kernel.sample(*y2, &mut random).map_err(|e| fault(&e))
        })
        .collect()
}

/// Returns a response between two that are known, given both.
fn between(
    listing: &Listing,
    below: &Known,
    level: MicroEpsilon,
    above: &Known,
    stage: &Stage<'_>,
) -> Result<Vec<i64>> {
    let kernel = mechanism(listing)?
        .copy_between(below.level.get(), level.get(), above.level.get())
        .map_err(|e| fault(&e))?;
    let mut random = system_random()?;
    below
        .values
        .iter()
        .zip(&above.values)
        .enumerate()
        .map(|(i, (y1, y3))| {
            stage.tell_each(i)?;
            kernel.sample(*y1, *y3, &mut random).map_err(|e| fault(&e))
        })
        .collect()
}

/// Decrypts and verifies a copy made, also with its exact bytes; `stage` receives the ciphertext's.
pub(super) fn open_copy(
    vault: &Vault,
    sealed: &[u8],
    stage: &Stage<'_>,
) -> Result<(VerifiedCopy, Zeroizing<Vec<u8>>)> {
    let verify = |bytes: &[u8]| CopyFile::from_bytes(bytes).and_then(|copy| copy.verify());
    open_stored(vault, sealed, StoredDocument::Copy, verify, stage)
}

fn mechanism(listing: &Listing) -> Result<Mechanism> {
    mechanism_of(listing).map_err(|e| fault(&e))
}

fn fault(error: &gradual_release::Error) -> Error {
    Error::refused(
        ErrorCode::Mechanism,
        HoldingMessage::NoCopy {
            why: error.clone().into(),
        },
    )
    .hint(HoldingHint::ChooseHigherLevel)
}
