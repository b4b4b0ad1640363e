use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::question::{binned, check_bins};
use super::{
    Adjacency, AttributeKind, BinnedColumn, CROSSED_COLUMNS, ColumnType, Family, Filter,
    MAX_DIMENSION, MAX_SENSITIVITY, MissingCells, NO_CAP, PayloadError, Protected, present, some,
    text,
};
use crate::keys::Jwk;
use crate::tariff::Tariff;
use crate::units::{
    Currency, Decimal, Digest, DocumentId, LatticeStep, LossPair, MicroEpsilon, NanoRho, Salt,
    Timestamp,
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
    /// Kind of question asked of the data.
    pub kind: AttributeKind,
    /// The public label of the column whose values are asked for.
    #[serde(deserialize_with = "present")]
    pub column: Option<String>,
    /// The declared type of that column.
    #[serde(deserialize_with = "present")]
    pub column_type: Option<ColumnType>,
    /// The conditions that a row must meet to count.
    pub filters: Vec<Filter>,
    /// The values of a histogram's bins, in the canonical text of the column's type; the bin of all
    /// others is not named.
    pub bins: Vec<String>,
    /// The edges of a histogram's bins, rising.
    pub edges: Vec<Decimal>,
    /// The columns of a cross-tabulation, two or three, the slowest first: coordinates go through
    /// the bins of the last column, then through those of the one before. Not there in other kinds.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "some"
    )]
    pub columns: Vec<BinnedColumn>,
    /// Value that a missing cell of the column counts as.
    pub missing: MissingCells,
    /// The unit of the values, such as `kg`; empty for plain counts.
    pub unit: String,
    /// The number of coordinates, 1 to 2^24.
    pub dimension: u64,
    /// One public label for each coordinate.
    pub labels: Vec<String>,
    /// The size of a lattice step, in `unit`; 1 where rows are counted.
    pub step: LatticeStep,
    /// `[lo, hi]`, what values are clamped to, in `unit`; empty where nothing is clamped.
    pub bounds: Vec<Decimal>,
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
    /// For own numbers: the distance that one unit moves them, summed over all, in `unit`.
    #[serde(deserialize_with = "present")]
    pub distance: Option<Decimal>,
    /// Privacy unit and adjacency in words ([`Protected`]).
    pub protects: String,
    /// The number of rows of a mean, where the owner has made it public.
    #[serde(deserialize_with = "present")]
    pub public_rows: Option<u64>,
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

fn fail(field: &'static str, problem: &str) -> Checked {
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
            distance: self.distance,
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
            kind,
            column,
            column_type,
            filters,
            bins,
            edges,
            columns,
            missing,
            unit,
            dimension,
            labels,
            step,
            bounds,
            sensitivity,
            adjacency,
            unit_name,
            unit_column,
            rows_per_unit,
            distance,
            // Follows from the fields before it.
            protects: _,
            public_rows,
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
        let parts = (
            (kind, column, column_type, filters, bins, edges, missing),
            (unit, dimension, labels, step, bounds, sensitivity),
            (adjacency, unit_name, unit_column, rows_per_unit, distance),
            (public_rows, family, top, grain),
            (currency, population),
            (
                population_carried_micro_epsilon,
                population_carried_nano_rho,
            ),
            (path_layout, seed_commitment, data_commitment, jwk),
        );
        hash_with(&parts, columns)
    }

    /// Returns a hash of what is asked and of what defines the noise ([`Self::same_question`]).
    #[must_use]
    pub fn question_hash(&self) -> Digest {
        let Self {
            title: _,
            description: _,
            seller_name: _,
            kind,
            column,
            column_type,
            filters,
            bins,
            edges,
            columns,
            missing,
            unit: _,
            dimension,
            labels: _,
            step,
            bounds,
            sensitivity,
            adjacency,
            unit_name: _,
            unit_column,
            rows_per_unit,
            distance,
            protects: _,
            public_rows,
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
        // A number of rows that is only stated changes no integer; where missing cells count it is
        // part of the question.
        let rows = public_rows.filter(|_| *missing == MissingCells::AsMid);
        let parts = (
            (kind, column, column_type, filters, bins, edges, missing),
            (dimension, step, bounds, sensitivity, rows),
            (adjacency, unit_column, rows_per_unit, distance),
            (family, top, path_layout),
        );
        hash_with(&parts, columns)
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
        self.check_question()?;
        self.check_unit()?;
        self.check_shape()?;
        self.check_levels()?;
        if !self.pay_to.is_empty() && !text::is_payto(&self.pay_to) {
            return fail("pay_to", "must be empty or a payto:// address");
        }
        Ok(())
    }

    /// Checks columns, filters, bins, missing cells, bounds and number of rows.
    fn check_question(&self) -> Checked {
        let kind = self.kind;
        if self.column.is_some() != kind.has_column() {
            return fail(
                "column",
                "must be there for a sum, a mean or a histogram alone",
            );
        }
        if let Some(column) = &self.column {
            text::name("column", column)?;
        }
        match self.column_type {
            None if kind.has_column() => return fail("column_type", "must be there with a column"),
            Some(_) if !kind.has_column() => {
                return fail("column_type", "must be there with a column alone");
            }
            Some(ColumnType::Text) if kind != AttributeKind::Histogram => {
                return fail("column_type", "a sum or a mean is of numbers");
            }
            _ => {}
        }
        if kind.is_own() && !self.filters.is_empty() {
            return fail("filters", "own numbers have no rows to filter");
        }
        self.filters.iter().try_for_each(Filter::check)?;
        self.check_bins()?;
        if self.missing == MissingCells::AsMid {
            let fits = kind == AttributeKind::Mean
                && self.adjacency == Adjacency::Replace
                && self.public_rows.is_some()
                && self.filters.is_empty()
                && self.unit_column.is_none();
            if !fits {
                return fail(
                    "missing",
                    "missing cells count as the middle only in a mean over all rows, each of \
                     another unit, under replace, with a public number of rows",
                );
            }
        }
        match (kind.has_bounds(), self.bounds.as_slice()) {
            (false, []) => {}
            (true, [low, high]) if low < high => {}
            (true, [_, _]) => return fail("bounds", "the lower bound must be below the upper one"),
            (true, _) => return fail("bounds", "must be two numbers"),
            (false, _) => return fail("bounds", "must be empty: nothing is clamped"),
        }
        match self.public_rows {
            Some(_) if kind != AttributeKind::Mean => {
                fail("public_rows", "is stated of a mean alone")
            }
            Some(0) => fail("public_rows", "must be above 0"),
            _ => Ok(()),
        }
    }

    fn check_bins(&self) -> Checked {
        if self.kind == AttributeKind::Histogram {
            let column_type = self.column_type.unwrap_or(ColumnType::Text);
            let fields = ["bins", "edges"];
            check_bins(fields, "a histogram", column_type, &self.bins, &self.edges)?;
        } else if !self.bins.is_empty() {
            return fail("bins", "only a histogram has bins");
        } else if !self.edges.is_empty() {
            return fail("edges", "only a histogram has edges");
        }
        let columns = &self.columns;
        if self.kind != AttributeKind::CrossTabulation {
            return match columns.as_slice() {
                [] => Ok(()),
                _ => fail("columns", "must be there for a cross-tabulation alone"),
            };
        }
        if !CROSSED_COLUMNS.contains(&columns.len()) {
            return fail("columns", "must be two or three");
        }
        for (index, column) in columns.iter().enumerate() {
            column.check()?;
            if columns
                .iter()
                .take(index)
                .any(|one| one.column == column.column)
            {
                return fail("columns", "must be different ones");
            }
        }
        Ok(())
    }

    /// Returns the privacy unit.
    fn check_unit(&self) -> Checked {
        text::name("unit_name", &self.unit_name)?;
        if let Some(column) = &self.unit_column {
            text::name("unit_column", column)?;
            if self.kind.is_own() {
                return fail("unit_column", "own numbers have no column");
            }
        }
        if !(1..=MAX_SENSITIVITY).contains(&self.rows_per_unit) {
            return fail("rows_per_unit", "must be from 1 to 2^40");
        }
        if self.unit_column.is_none() && self.rows_per_unit != 1 {
            return fail(
                "rows_per_unit",
                "must be 1 where every row is a different unit",
            );
        }
        match &self.distance {
            None if self.kind.is_own() => return fail("distance", "own numbers must state it"),
            Some(_) if !self.kind.is_own() => {
                return fail("distance", "only own numbers state it");
            }
            Some(distance) if !distance.is_positive() => {
                return fail("distance", "must be above 0");
            }
            _ => {}
        }
        if self.protects != self.protects_words() {
            return fail(
                "protects",
                "must be what the fields of the privacy unit say",
            );
        }
        Ok(())
    }

    /// Returns the number of coordinates that the question has; none where the owner chooses it.
    fn shape(&self) -> Option<u64> {
        match self.kind {
            AttributeKind::Count | AttributeKind::Sum | AttributeKind::Value => Some(1),
            AttributeKind::Mean if self.missing == MissingCells::AsMid => Some(1),
            AttributeKind::Mean => Some(2),
            AttributeKind::Histogram => Some(binned(&self.bins, &self.edges)),
            AttributeKind::CrossTabulation => {
                let sizes = self.columns.iter().map(BinnedColumn::size);
                Some(sizes.fold(1, u64::saturating_mul))
            }
            AttributeKind::Vector => None,
        }
    }

    /// Checks coordinates, labels, step and sensitivity.
    fn check_shape(&self) -> Checked {
        if !(1..=MAX_DIMENSION).contains(&self.dimension) {
            return fail("dimension", "must be from 1 to 2^24");
        }
        if self.shape().is_some_and(|shape| shape != self.dimension) {
            return fail(
                "dimension",
                "is not the number of coordinates of the question",
            );
        }
        if self.labels.len() as u64 != self.dimension {
            return fail("labels", "there must be one label for each coordinate");
        }
        for label in &self.labels {
            text::line("labels", label)?;
        }
        if self.kind.is_count() && *self.step.get() != Decimal::from_integer(1) {
            return fail("step", "must be 1 where rows are counted");
        }
        if !(1..=MAX_SENSITIVITY).contains(&self.sensitivity) {
            return fail("sensitivity", "must be from 1 to 2^40 lattice steps");
        }
        Ok(())
    }

    /// Checks ceiling, top, grain, tariff and cap.
    fn check_levels(&self) -> Checked {
        if self.ceiling.is_zero() {
            return fail("ceiling", "must be above 0");
        }
        if self.ceiling > self.top {
            return fail("ceiling", "must not be above top");
        }
        if self.grain.is_zero() || self.grain > self.ceiling {
            return fail("grain", "must be above 0 and not above the ceiling");
        }
        if self.tariff.last_level() < self.ceiling {
            return fail("tariff", "must price every level up to the ceiling");
        }
        if self.population_cap().is_zero() {
            return fail("population_cap_micro_epsilon", NO_CAP);
        }
        Ok(())
    }
}

/// Returns the hash of parts and columns. Listings without columns keep the hash that reports have
/// of them.
fn hash_with(parts: &impl Serialize, columns: &[BinnedColumn]) -> Digest {
    if columns.is_empty() {
        hash_of(parts)
    } else {
        hash_of(&(parts, columns))
    }
}

/// Returns the hash of parts as JSON, whose strings end where they end: no two lists of parts have
/// one text.
fn hash_of(parts: &impl Serialize) -> Digest {
    let json = serde_json::to_vec(parts).unwrap_or_default();
    Digest::from_bytes(Sha256::digest(json).into())
}
