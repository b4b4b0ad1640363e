use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{
    Adjacency, Family, MAX_DIMENSION, MAX_SENSITIVITY, PayloadError, Protected, Question, object,
    present, text,
};
use crate::keys::Jwk;
use crate::tariff::Tariff;
use crate::texts::PayloadProblem;
use crate::units::{
    Currency, Digest, DocumentId, LossPair, MicroEpsilon, NanoRho, Salt, Timestamp,
};

/// An owner's public offer of one question. Holds nothing computed from the data but salted
/// commitments.
///
/// A question is what is asked of one set of data with everything that defines its noise; its name
/// is its seed commitment. A new tariff (or new words) is a new version: another listing that names
/// the one it replaces in `previous`. All listings of one question have the same noise path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// Title, in a few words.
    pub title: String,
    /// Description, in full.
    pub description: String,
    /// Name of the seller.
    pub seller_name: String,
    /// What is asked of the data.
    #[serde(deserialize_with = "object")]
    pub question: Question,
    /// The unit of the values, such as `kg`; empty for plain counts.
    pub unit: String,
    /// The number of coordinates, 1 to 2^24.
    pub dimension: u64,
    /// One public label for each coordinate.
    pub labels: Vec<String>,
    /// D: how far one privacy unit can move the vector in l1, in lattice steps, 1 to 2^40.
    pub sensitivity: u64,
    /// Relation by which two sets of data count as neighbours.
    pub adjacency: Adjacency,
    /// Name of a privacy unit: `person`, or the owner's word.
    pub unit_name: String,
    /// The public label of the column that names the unit of a row; null where every row is a
    /// different unit.
    #[serde(deserialize_with = "present")]
    pub unit_column: Option<String>,
    /// K: the most rows of one unit that count.
    pub rows_per_unit: u64,
    /// Privacy unit and adjacency in words ([`Protected`]).
    pub protects: String,
    /// The law of the noise.
    pub family: Family,
    /// The highest level that will be sold of this listing.
    pub ceiling: MicroEpsilon,
    /// The level at which the noise path starts; nothing above it exists.
    pub top: MicroEpsilon,
    /// The smallest increment: every sale raises the level by a multiple of it.
    pub grain: MicroEpsilon,
    /// The cumulative price.
    pub tariff: Tariff,
    /// The currency of the tariff.
    pub currency: Currency,
    /// Payment address: a `payto:` URI (RFC 8905), or empty.
    pub pay_to: String,
    /// Conditions of sale.
    pub terms: String,
    /// The owner's age recipient, to which orders are encrypted.
    pub deliver_to: String,
    /// The random name of the population, which is shared by all listings about the same units;
    /// their losses add up.
    pub population: Salt,
    /// The most that the population's loss may become, over pure families.
    pub population_cap_micro_epsilon: MicroEpsilon,
    /// The same over Gaussian-like families. Each of the two is a limit by itself.
    pub population_cap_nano_rho: NanoRho,
    /// The pure loss that the population had when its owner began to record it here; 0 if none.
    pub population_carried_micro_epsilon: MicroEpsilon,
    /// The Gaussian-like loss that it had then.
    pub population_carried_nano_rho: NanoRho,
    /// The layout of random words along the noise path, by name and version.
    pub path_layout: String,
    /// Commitment to the seeds of the noise path ([`crate::commitment::seed_commitment`]): the
    /// question's name.
    pub seed_commitment: Digest,
    /// Commitment to the vector of integers ([`crate::commitment::data_commitment`]).
    pub data_commitment: Digest,
    /// The version that this one replaces.
    #[serde(deserialize_with = "present")]
    pub previous: Option<DocumentId>,
    /// The seller's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

type Checked = Result<(), PayloadError>;

fn fail(field: &'static str, problem: PayloadProblem) -> Checked {
    Err(PayloadError::new(field, problem))
}

impl Listing {
    /// Returns the most that the population's loss may become.
    #[must_use]
    pub const fn population_cap(&self) -> LossPair {
        LossPair {
            micro_epsilon: self.population_cap_micro_epsilon,
            nano_rho: self.population_cap_nano_rho,
        }
    }

    /// Returns the loss that the population carries from before.
    #[must_use]
    pub const fn population_carried(&self) -> LossPair {
        LossPair {
            micro_epsilon: self.population_carried_micro_epsilon,
            nano_rho: self.population_carried_nano_rho,
        }
    }

    /// Returns privacy unit and adjacency in words, as the field `protects` must have them.
    #[must_use]
    pub fn protects_words(&self) -> String {
        let protected = Protected {
            unit_name: &self.unit_name,
            unit_column: self.unit_column.as_deref(),
            rows_per_unit: self.rows_per_unit,
            adjacency: self.adjacency,
            distance: self.question.distance(),
            unit: &self.unit,
        };
        protected.to_string()
    }

    /// Returns whether this may be a version of a listing of which `earlier` is one: words, names,
    /// prices, payment, recipient, ceiling and the population's cap may differ, and nothing else.
    ///
    /// Whether `previous` names the version before, and whether the cap is the one in force, other
    /// documents show.
    #[must_use]
    pub fn is_version_of(&self, earlier: &Self) -> bool {
        self.version_hash() == earlier.version_hash()
    }

    /// Returns whether both state the same question: all that determines the integers and all that
    /// defines the noise. Words, prices, ceiling, population and commitments are no part of it.
    #[must_use]
    pub fn same_question(&self, other: &Self) -> bool {
        self.question_hash() == other.question_hash()
    }

    /// Returns a hash of everything that a new version may not change ([`Self::is_version_of`]).
    #[must_use]
    pub fn version_hash(&self) -> Digest {
        // Every field is named, so that a new one must be put on one of the two sides.
        let Self {
            title: _,
            description: _,
            seller_name: _,
            question,
            unit,
            dimension,
            labels,
            sensitivity,
            adjacency,
            unit_name,
            unit_column,
            rows_per_unit,
            // Follows from the fields before it.
            protects: _,
            family,
            ceiling: _,
            top,
            grain,
            tariff: _,
            currency,
            pay_to: _,
            terms: _,
            deliver_to: _,
            population,
            population_cap_micro_epsilon: _,
            population_cap_nano_rho: _,
            population_carried_micro_epsilon,
            population_carried_nano_rho,
            path_layout,
            seed_commitment,
            data_commitment,
            previous: _,
            jwk,
            issued_at: _,
        } = self;
        hash_of(&(
            question,
            (unit, dimension, labels, sensitivity),
            (adjacency, unit_name, unit_column, rows_per_unit),
            (family, top, grain),
            (currency, population),
            (
                population_carried_micro_epsilon,
                population_carried_nano_rho,
            ),
            (path_layout, seed_commitment, data_commitment, jwk),
        ))
    }

    /// Returns a hash of what is asked and of what defines the noise ([`Self::same_question`]).
    #[must_use]
    pub fn question_hash(&self) -> Digest {
        let Self {
            title: _,
            description: _,
            seller_name: _,
            question,
            unit: _,
            dimension,
            labels: _,
            sensitivity,
            adjacency,
            unit_name: _,
            unit_column,
            rows_per_unit,
            protects: _,
            family,
            ceiling: _,
            top,
            grain: _,
            tariff: _,
            currency: _,
            pay_to: _,
            terms: _,
            deliver_to: _,
            population: _,
            population_cap_micro_epsilon: _,
            population_cap_nano_rho: _,
            population_carried_micro_epsilon: _,
            population_carried_nano_rho: _,
            path_layout,
            seed_commitment: _,
            data_commitment: _,
            previous: _,
            jwk: _,
            issued_at: _,
        } = self;
        hash_of(&(
            question.without_stated_rows(),
            (dimension, sensitivity),
            (adjacency, unit_column, rows_per_unit),
            (family, top, path_layout),
        ))
    }

    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Checked {
        text::name("title", &self.title)?;
        text::prose("description", &self.description)?;
        text::name("seller_name", &self.seller_name)?;
        text::line("unit", &self.unit)?;
        text::prose("terms", &self.terms)?;
        text::name("path_layout", &self.path_layout)?;
        text::recipient("deliver_to", &self.deliver_to)?;
        self.question
            .check(self.adjacency, self.unit_column.as_deref())?;
        self.check_unit()?;
        self.check_shape()?;
        self.check_levels()?;
        if !self.pay_to.is_empty() && !text::is_payto(&self.pay_to) {
            return fail("pay_to", PayloadProblem::PayTo);
        }
        Ok(())
    }

    /// Checks the privacy unit.
    fn check_unit(&self) -> Checked {
        text::name("unit_name", &self.unit_name)?;
        if let Some(column) = &self.unit_column {
            text::name("unit_column", column)?;
            if self.question.is_own() {
                return fail("unit_column", PayloadProblem::OwnNumbersHaveNoColumn);
            }
        }
        if !(1..=MAX_SENSITIVITY).contains(&self.rows_per_unit) {
            return fail("rows_per_unit", PayloadProblem::RowsPerUnit);
        }
        if self.unit_column.is_none() && self.rows_per_unit != 1 {
            return fail("rows_per_unit", PayloadProblem::EachRowAUnit);
        }
        if self.protects != self.protects_words() {
            return fail("protects", PayloadProblem::OtherProtected);
        }
        Ok(())
    }

    /// Checks coordinates, labels and sensitivity.
    fn check_shape(&self) -> Checked {
        if !(1..=MAX_DIMENSION).contains(&self.dimension) {
            return fail("dimension", PayloadProblem::NotAsRows);
        }
        let stated = self.question.dimension();
        if stated.is_some_and(|dimension| dimension != self.dimension) {
            return fail("dimension", PayloadProblem::OtherDimension);
        }
        if self.labels.len() as u64 != self.dimension {
            return fail("labels", PayloadProblem::NumberOfLabels);
        }
        for label in &self.labels {
            text::line("labels", label)?;
        }
        if !(1..=MAX_SENSITIVITY).contains(&self.sensitivity) {
            return fail("sensitivity", PayloadProblem::Sensitivity);
        }
        Ok(())
    }

    /// Checks ceiling, top, grain, tariff and cap.
    fn check_levels(&self) -> Checked {
        if self.ceiling.is_zero() {
            return fail("ceiling", PayloadProblem::NotAboveZero);
        }
        if self.ceiling > self.top {
            return fail("ceiling", PayloadProblem::AboveTop);
        }
        if self.grain.is_zero() || self.grain > self.ceiling {
            return fail("grain", PayloadProblem::Grain);
        }
        if self.tariff.last_level() < self.ceiling {
            return fail("tariff", PayloadProblem::Tariff);
        }
        if self.population_cap().is_zero() {
            return fail("population_cap_micro_epsilon", PayloadProblem::NoCap);
        }
        Ok(())
    }
}

/// Returns the hash of parts as JSON, whose strings end where they end: no two lists of parts have
/// one text.
fn hash_of(parts: &impl Serialize) -> Digest {
    let json = serde_json::to_vec(parts).unwrap_or_default();
    Digest::from_bytes(Sha256::digest(json).into())
}
