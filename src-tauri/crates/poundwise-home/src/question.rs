//! The name of a question.

use std::{fmt, str::FromStr};

use poundwise_documents::{
    jws::Signed,
    kinds::Listing,
    units::{Digest, IdError, Kid},
};

/// The name of a question: its owner and its seed commitment. A buyer's holdings are of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuestionName {
    owner: Kid,
    seeds: Digest,
}

impl QuestionName {
    /// Returns the question of a listing.
    pub fn of(listing: &Signed<Listing>) -> Self {
        Self {
            owner: listing.signer(),
            seeds: listing.payload().seed_commitment,
        }
    }

    /// Returns the question with these seeds of an owner.
    pub fn new(owner: Kid, seeds: Digest) -> Self {
        Self { owner, seeds }
    }

    /// Returns its owner.
    pub fn owner(&self) -> &Kid {
        &self.owner
    }

    /// Returns the name that shells show: owner and seed commitment, with a point between them.
    pub fn name(&self) -> String {
        format!("{}.{}", self.owner, self.seeds)
    }

    /// Parses a name as [`Question::name`] writes it.
    pub fn named(name: &str) -> Option<Self> {
        let (owner, seeds) = name.split_once('.')?;
        Some(Self::new(owner.parse().ok()?, seeds.parse().ok()?))
    }
}

impl fmt::Display for QuestionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.seeds)
    }
}

impl FromStr for QuestionName {
    type Err = IdError;

    fn from_str(text: &str) -> std::result::Result<Self, IdError> {
        let (owner, seeds) = text.split_once('/').unwrap_or((text, ""));
        Ok(Self {
            owner: owner.parse()?,
            seeds: seeds.parse()?,
        })
    }
}
