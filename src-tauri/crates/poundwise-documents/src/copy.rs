//! Copy files: a more private copy of a release, made by its holder and signed by nobody else.
//!
//! A ZIP of exactly three stored entries in this order: `listing.jws`, `copy.jws`,
//! `values.parquet`, in the layout of bundles ([`crate::bundle`]): the same contents always give
//! the same bytes, and no other bytes are read. The values file is a release's, every row marked as
//! changed: a copy has no base.

use poundwise_words::Text;

use crate::bundle::document;
use crate::finding::{At, Code, Place, Recorder};
use crate::jws::Signed;
use crate::kinds::{HolderCopy, Listing, Payload};
use crate::rules;
use crate::texts::{BundledDocument, EntryFault};
use crate::values::{MAX_VALUES_FILE, ValueRow};
use crate::zip::{self, ZipError};

const NAMES: [(&str, usize); 3] = [
    ("listing.jws", Listing::MAX_BYTES),
    ("copy.jws", HolderCopy::MAX_BYTES),
    ("values.parquet", MAX_VALUES_FILE),
];

/// Reason why a copy is refused, or cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// Not a ZIP, or one that begins with something else.
    NotACopy,
    /// An entry that is too long.
    TooLong(&'static str),
    /// A byte that the layout does not allow: damage, or another tool's ZIP.
    Layout(usize),
    /// An entry that is not what its name says.
    Entry(&'static str, EntryFault),
    /// A check that failed.
    Refused {
        /// The check's code.
        code: Code,
        /// Comparison and result.
        message: Text,
    },
}

impl From<ZipError> for CopyError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::NotOne | ZipError::Cut => Self::NotACopy,
            ZipError::TooLong(entry) => Self::TooLong(entry),
            ZipError::Differs(at) => Self::Layout(at),
        }
    }
}

/// A copy's three entries, well-formed but not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyFile {
    listing: String,
    copy: String,
    values: Vec<u8>,
}

/// A copy whose signatures, level and values have been checked. It cannot show that its values are
/// the owner's with honest noise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedCopy {
    /// The listing, signed by the owner of the data.
    pub listing: Signed<Listing>,
    /// The copy, signed by its maker.
    pub copy: Signed<HolderCopy>,
    /// The copy's values, one row for each coordinate.
    pub rows: Vec<ValueRow>,
}

impl CopyFile {
    /// Puts a copy together. `values` is a values file of the integers that it was signed for.
    #[must_use]
    pub fn new(listing: &Signed<Listing>, copy: &Signed<HolderCopy>, values: Vec<u8>) -> Self {
        Self {
            listing: listing.compact().to_owned(),
            copy: copy.compact().to_owned(),
            values,
        }
    }

    /// Returns whether the second entry of a ZIP is `copy.jws`: such a file, whole or damaged, is
    /// read as a copy.
    #[must_use]
    pub fn is_one(file: &[u8]) -> bool {
        zip::second_name(file) == Some(NAMES[1].0.as_bytes())
    }

    /// Returns the values file.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the copy's file. The same contents always give the same bytes.
    ///
    /// # Errors
    /// [`CopyError::TooLong`]: an entry is longer than it may be.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CopyError> {
        let contents: [&[u8]; 3] = [self.listing.as_bytes(), self.copy.as_bytes(), &self.values];
        Ok(zip::write(NAMES, contents)?)
    }

    /// Reads a copy's file: exactly the prescribed bytes. Nothing is verified yet.
    ///
    /// # Errors
    /// [`CopyError::NotACopy`], [`CopyError::Layout`]: any other layout. [`CopyError::TooLong`],
    /// [`CopyError::Entry`]: an entry is too long or not what its name says.
    pub fn from_bytes(file: &[u8]) -> Result<Self, CopyError> {
        let [listing, copy, values] = zip::read(file, NAMES)?;
        let text = |name, bytes: &[u8]| {
            String::from_utf8(bytes.to_vec())
                .map_err(|_| CopyError::Entry(name, EntryFault::NotText))
        };
        Ok(Self {
            listing: text("listing.jws", listing)?,
            copy: text("copy.jws", copy)?,
            values: values.to_vec(),
        })
    }

    /// Checks everything that a copy shows by itself: both signatures, that it is of that listing
    /// and below its ceiling, and that the values are those that its maker signed.
    ///
    /// # Errors
    /// [`CopyError::Refused`] with the first check that failed.
    pub fn verify(&self) -> Result<VerifiedCopy, CopyError> {
        let mut recorder = Recorder::default();
        let verified = self.inspect(&mut recorder.at(Place::of("copy")));
        match (recorder.findings().first(), verified) {
            (None, Some(verified)) => Ok(verified),
            (Some(finding), _) => Err(CopyError::Refused {
                code: finding.code,
                message: finding.message.clone(),
            }),
            (None, None) => Err(CopyError::NotACopy),
        }
    }

    /// Makes the checks of [`Self::verify`], and records each. `at` is the copy's file. Returns
    /// `None` only if a finding was recorded.
    pub fn inspect(&self, at: &mut At<'_>) -> Option<VerifiedCopy> {
        let listing = document::<Listing>(at, BundledDocument::Listing, &self.listing);
        let copy = document::<HolderCopy>(at, BundledDocument::Copy, &self.copy);
        let (listing, copy) = (listing?, copy?);
        let place = at.place().document(copy.id());
        let at = &mut at.moved_to(place);
        let rows = rules::check_copy(at, &listing, &copy, &self.values)?;
        Some(VerifiedCopy {
            listing,
            copy,
            rows,
        })
    }
}
