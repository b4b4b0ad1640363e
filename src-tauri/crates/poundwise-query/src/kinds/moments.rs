//! Moments: the means, variances and products of up to seven columns, by group.
//!
//! What a buyer computes from them, each mean, standard deviation, correlation and linear
//! regression among the columns, is in [`crate::fit`].

use num_bigint::BigInt;
use poundwise_documents::kinds::{
    AttributeKind, ColumnType, MAX_GROUP_COLUMNS, MAX_MOMENT_ENTRIES, MOMENT_VARIABLES, Moments,
    Question, Variable, VariableRole,
};
use poundwise_documents::units::Decimal;
use serde::{Deserialize, Serialize};

use crate::attribute::too_many;
use crate::canonical::Canonical;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, StatedNumber};
use crate::filter::Condition;
use crate::hint::QueryHint;
use crate::lattice::{at_scale, check_rising, clamped, coordinate, floor};
use crate::messages::{QueryText, QuestionMessage, listed};
use crate::number::{MAX_SCALE, Number};
use crate::shape::ListingShape;
use crate::source::Source;
use crate::table::{Column, Table};
use crate::tally::{KindTally, QuestionTally, Tallied, TallyNumber, TallySum, TallySums};
use crate::text::canonical_text;
use crate::words::one_line;

use super::bins::{BinSpec, Binned, BinnedCells};
use super::cross_tabulation::tuples;
use super::{Asked, Proposal, QuestionFields, Told, check_numbers};

pub(crate) mod encoding;
mod sums;

use encoding::{Encoding, MASS};
use sums::{Sums, parts_of};

/// A column whose moments are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariableSpec {
    /// The column.
    pub column: String,
    /// Its numbers or values.
    pub values: VariableValues,
}

/// The numbers or values of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VariableValues {
    /// Numbers within bounds, the lower one first, with their squares: standard deviations,
    /// correlations and regressions on the column are possible.
    Squares([Decimal; 2]),
    /// One of two numbers or texts. A row with another cell does not count.
    TwoValued([String; 2]),
    /// Numbers within bounds, of which the mean alone is asked for.
    MeanOnly([Decimal; 2]),
}

/// Second moments of columns, over all rows or over the rows of each group.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MomentsSpec {
    /// The variables, one to seven different columns.
    pub variables: Vec<VariableSpec>,
    /// The columns that rows are grouped by, with their bins, at most three, the slowest first.
    pub groups: Vec<(String, BinSpec)>,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
}

/// Returns the form of the estimates.
pub(super) const fn told(question: &Moments) -> Told<'_> {
    Told::Moments(question)
}

impl MomentsSpec {
    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let filters = fields.filters();
        let (variables, groups) = (fields.variables(), fields.groups());
        Some(Self {
            variables: variables?,
            groups: groups?,
            filters,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        if !MOMENT_VARIABLES.contains(&self.variables.len()) {
            return Err(Error::usage(
                QueryErrorCode::Variables,
                QuestionMessage::NumberOfVariables {
                    variables: self.variables.len(),
                },
            )
            .hint(QueryHint::OneToSevenVariables));
        }
        if self.groups.len() > MAX_GROUP_COLUMNS {
            return Err(Error::usage(
                QueryErrorCode::Groups,
                QuestionMessage::NumberOfGroups {
                    columns: self.groups.len(),
                },
            )
            .hint(QueryHint::AtMostThreeGroups));
        }
        let planned = self.variables.iter().map(|one| Planned::plan(asked, one));
        let variables: Vec<Planned> = planned.collect::<Result<_>>()?;
        let groups = self.groups.iter().map(|(column, bins)| {
            let (_, stated) = asked.column(column)?;
            if *bins == BinSpec::Stated && stated.values.is_empty() {
                return Err(Error::usage(
                    QueryErrorCode::Groups,
                    QuestionMessage::GroupWithoutValues {
                        column: stated.name.clone(),
                    },
                )
                .hint(QueryHint::StateGroups)
                .hint(QueryHint::BinsNotFromData));
            }
            Binned::plan(asked, column, bins)
        });
        let groups: Vec<Binned> = groups.collect::<Result<_>>()?;
        check_different(&variables, &groups)?;
        let stated = Moments {
            variables: variables.iter().map(Planned::stated).collect(),
            groups: groups.iter().map(Binned::stated).collect(),
            filters: asked.stated_filters(),
        };
        // Before the labels are made.
        if stated.dimension() > MAX_MOMENT_ENTRIES {
            let found = usize::try_from(stated.dimension()).unwrap_or(usize::MAX);
            let most = usize::try_from(MAX_MOMENT_ENTRIES).unwrap_or(usize::MAX);
            return Err(too_many(Counted::Values, found, most).hint(QueryHint::FewerMoments));
        }
        let encoding = Encoding::of(&stated);
        let unit = asked.unit;
        Ok(Proposal {
            sensitivity: encoding.sensitivity(unit.adjacency, unit.rows_per_unit),
            shape: asked.shape(
                Question::Moments(stated.clone()),
                "rows",
                labels(&stated, &groups),
            ),
            recipe: super::Recipe::Moments(Recipe {
                variables,
                groups,
                encoding,
            }),
            step_advised: false,
        })
    }
}

/// Checks that no column is asked for twice.
fn check_different(variables: &[Planned], groups: &[Binned]) -> Result<()> {
    let twice = |message| {
        Error::usage(QueryErrorCode::Columns, message).hint(QueryHint::NameEachColumnOnce)
    };
    for (index, variable) in variables.iter().enumerate() {
        let column = &variable.source;
        let mut before = variables.iter().take(index);
        if before.any(|one| one.source.index == column.index) {
            let column = column.name.clone();
            return Err(twice(QuestionMessage::ColumnTwice { column }));
        }
    }
    for (index, group) in groups.iter().enumerate() {
        let column = &group.source;
        let name = || column.name.clone();
        if variables.iter().any(|one| one.source.index == column.index) {
            return Err(twice(QuestionMessage::VariableAndGroup { column: name() }));
        }
        let mut before = groups.iter().take(index);
        if before.any(|one| one.source.index == column.index) {
            return Err(twice(QuestionMessage::ColumnTwice { column: name() }));
        }
    }
    Ok(())
}

/// Returns the label of each coordinate: its groups, and its part of each variable.
fn labels(question: &Moments, groups: &[Binned]) -> Vec<String> {
    let by: Vec<Vec<String>> = groups.iter().map(|one| one.bins.labels()).collect();
    let parts = question.variables.iter().zip(question.parts());
    let parts = parts.map(|(variable, parts)| -> Vec<String> {
        if let [one, other] = variable.values.as_slice() {
            return vec![one.clone(), other.clone()];
        }
        let names: &[&str] = match parts {
            2 => &["low", "high"],
            _ => &["low", "middle", "high"],
        };
        let column = &variable.column;
        names
            .iter()
            .map(|name| format!("{column} {name}"))
            .collect()
    });
    let products = tuples([by.clone(), parts.collect()].concat());
    if question.is_quadratic() {
        return products;
    }
    let squares = question.variables.iter().filter(|one| one.has_square());
    let squares = squares.map(|one| format!("square of {}", one.column));
    let squares = tuples([by, vec![squares.collect()]].concat());
    let each = usize::try_from(question.products()).unwrap_or(1);
    let squares_each = question.squares() as usize;
    let blocks = products.chunks(each).zip(squares.chunks(squares_each));
    blocks
        .flat_map(|(one, other)| [one, other].concat())
        .collect()
}

/// Returns the question in words, without its conditions.
pub(super) fn words(question: &Moments) -> QueryText {
    let with_range = |one: &Variable| match (&one.bounds, one.values.as_slice()) {
        (Some([low, high]), _) => format!("{} ({low}..{high})", one.column),
        (None, values) => format!("{} ({})", one.column, values.join(", ")),
    };
    let columns = listed(question.variables.iter().map(with_range));
    if question.groups.is_empty() {
        return QueryText::Moments { columns };
    }
    let groups = listed(question.groups.iter().map(|one| one.column.clone()));
    match question.variables.as_slice() {
        [
            Variable {
                role: VariableRole::MeanOnly,
                ..
            },
        ] => QueryText::MeanBy { columns, groups },
        _ => QueryText::MomentsBy { columns, groups },
    }
}

/// A variable and how its cells are read.
pub(crate) struct Planned {
    source: Source,
    cells: VariableCells,
    role: VariableRole,
}

enum VariableCells {
    /// Clamped to these bounds.
    Bounds([Decimal; 2]),
    /// One of two numbers, the lower one first.
    Numbers([Number; 2]),
    /// One of two texts.
    Texts([String; 2]),
}

impl Planned {
    fn plan(asked: &Asked<'_>, spec: &VariableSpec) -> Result<Self> {
        let (source, _) = asked.column(&spec.column)?;
        let (cells, role) = match &spec.values {
            VariableValues::Squares(bounds) => {
                (Self::bounds(&source, *bounds)?, VariableRole::Squares)
            }
            VariableValues::MeanOnly(bounds) => {
                (Self::bounds(&source, *bounds)?, VariableRole::MeanOnly)
            }
            VariableValues::TwoValued(values) => {
                (Self::two(&source, values)?, VariableRole::TwoValued)
            }
        };
        Ok(Self {
            source,
            cells,
            role,
        })
    }

    fn bounds(source: &Source, bounds: [Decimal; 2]) -> Result<VariableCells> {
        check_numbers(source, AttributeKind::Moments)?;
        check_rising(bounds)?;
        for bound in &bounds {
            at_scale(StatedNumber::Bounds, bound, MAX_SCALE)?;
        }
        Ok(VariableCells::Bounds(bounds))
    }

    fn two(source: &Source, values: &[String; 2]) -> Result<VariableCells> {
        let column = || source.name.clone();
        let wrong = |message| {
            Error::usage(QueryErrorCode::TwoValues, message).hint(QueryHint::NameTwoValues)
        };
        let texts = values
            .each_ref()
            .map(|value| canonical_text(value).into_owned());
        if texts.iter().any(String::is_empty) || texts[0] == texts[1] {
            return Err(wrong(QuestionMessage::TwoEqualValues { column: column() }));
        }
        if source.column_type == ColumnType::Text {
            return Ok(VariableCells::Texts(texts));
        }
        check_numbers(source, AttributeKind::Moments)?;
        let number = |text: &String| {
            Number::parse(text).ok_or_else(|| {
                wrong(QuestionMessage::ValueNotANumber {
                    column: column(),
                    value: text.clone(),
                })
            })
        };
        let (one, other) = (number(&texts[0])?, number(&texts[1])?);
        match one.cmp(&other) {
            std::cmp::Ordering::Less => Ok(VariableCells::Numbers([one, other])),
            std::cmp::Ordering::Greater => Ok(VariableCells::Numbers([other, one])),
            std::cmp::Ordering::Equal => {
                Err(wrong(QuestionMessage::TwoEqualValues { column: column() }))
            }
        }
    }

    /// Returns the variable as a listing states it.
    fn stated(&self) -> Variable {
        let (bounds, values) = match &self.cells {
            VariableCells::Bounds(bounds) => (Some(*bounds), Vec::new()),
            VariableCells::Numbers(numbers) => {
                (None, numbers.iter().map(Number::to_string).collect())
            }
            VariableCells::Texts(texts) => (None, texts.to_vec()),
        };
        Variable {
            column: one_line(&self.source.name),
            column_type: self.source.column_type,
            role: self.role,
            bounds,
            values,
        }
    }

    /// Returns the number that an engine makes of a cell.
    fn tally(&self, tallied: &Tallied<'_>) -> TallyNumber {
        let (cell, scale) = tallied.of(&self.source);
        match &self.cells {
            VariableCells::Texts(texts) => TallyNumber::Texts(cell, texts.clone()),
            VariableCells::Numbers(numbers) => {
                let exact = |number: &Number| {
                    let (integer, is_exact) = number.floor_at(scale);
                    is_exact.then_some(integer)
                };
                TallyNumber::Integers(cell, numbers.each_ref().map(exact))
            }
            VariableCells::Bounds([low, high]) => {
                let of_bounds = low.scale().max(high.scale());
                // Bounds were checked to be below 10^36 at 18 decimals.
                let bounds = [low, high]
                    .map(|bound| bound.mantissa() * 10_i128.pow(of_bounds - bound.scale()));
                clamped(cell, scale, bounds, of_bounds)
            }
        }
    }

    /// Returns the cells of a batch.
    fn over<'a>(&'a self, batch: &'a Table) -> Result<Cells<'a>> {
        let column = self.source.of(batch)?;
        Ok(match &self.cells {
            VariableCells::Texts(texts) => Cells::Texts(texts, column),
            VariableCells::Numbers(numbers) => Cells::Numbers(numbers, column),
            VariableCells::Bounds(bounds) => {
                // At 18 decimals bounds are below 10^36, and numbers of 64 bits and any scale fit.
                let scale = match column.as_scaled() {
                    Some((scale, _)) => bounds.iter().map(Decimal::scale).fold(scale, u32::max),
                    None => MAX_SCALE,
                };
                let [low, high] = bounds
                    .each_ref()
                    .map(|bound| at_scale(StatedNumber::Bounds, bound, scale));
                let scaled = column.as_scaled();
                Cells::Bounded {
                    scale,
                    factor: scaled.map_or(1, |(own, _)| 10_i128.pow(scale - own)),
                    cells: scaled.map(|(_, cells)| cells),
                    column,
                    low: low?,
                    high: high?,
                }
            }
        })
    }
}

/// The cells of a variable in a batch.
enum Cells<'a> {
    Bounded {
        /// The scale of the bounds and of each number.
        scale: u32,
        low: i128,
        high: i128,
        /// The cells as integers, to be multiplied by the factor.
        cells: Option<&'a [Option<i64>]>,
        factor: i128,
        column: &'a Column,
    },
    Numbers(&'a [Number; 2], &'a Column),
    Texts(&'a [String; 2], &'a Column),
}

impl Cells<'_> {
    const fn scale(&self) -> u32 {
        match self {
            Self::Bounded { scale, .. } => *scale,
            Self::Numbers(..) | Self::Texts(..) => 0,
        }
    }

    /// Returns hi - lo, of two values 1.
    const fn range(&self) -> u128 {
        match self {
            Self::Bounded { low, high, .. } => high.abs_diff(*low),
            Self::Numbers(..) | Self::Texts(..) => 1,
        }
    }

    /// Returns v - lo, or `None` if the cell is missing.
    fn number(&self, row: usize) -> Option<u128> {
        match self {
            Self::Bounded {
                scale,
                low,
                high,
                cells,
                factor,
                column,
            } => {
                let number = match cells {
                    // Below 2^63 10^18.
                    Some(cells) => i128::from((*cells.get(row)?)?) * factor,
                    None => {
                        let number = column.cell(row).number()?;
                        let beyond = if number.is_negative() { *low } else { *high };
                        number.at_scale(*scale).unwrap_or(beyond)
                    }
                };
                Some(number.clamp(*low, *high).abs_diff(*low))
            }
            Self::Numbers(numbers, column) => {
                let number = column.cell(row).number()?;
                let place = numbers.iter().position(|one| *one == number)?;
                Some(place as u128)
            }
            Self::Texts(texts, column) => {
                let text = column.cell(row).text()?;
                let place = texts.iter().position(|one| one == text)?;
                Some(place as u128)
            }
        }
    }
}

pub(crate) struct Recipe {
    variables: Vec<Planned>,
    groups: Vec<Binned>,
    encoding: Encoding,
}

impl Recipe {
    pub(super) fn sources(&self) -> Vec<&Source> {
        let variables = self.variables.iter().map(|one| &one.source);
        variables
            .chain(self.groups.iter().map(|one| &one.source))
            .collect()
    }

    pub(super) fn l2_squared(&self, shape: &ListingShape) -> u128 {
        self.encoding
            .l2_squared(shape.adjacency, shape.rows_per_unit)
    }

    pub(super) fn push_end(&self, bytes: &mut Canonical) {
        bytes.number(MASS);
        bytes.number(self.variables.len() as u64);
        for variable in &self.variables {
            let stated = variable.stated();
            variable.source.push(bytes);
            bytes.text(stated.role.as_str());
            bytes.decimals(
                stated
                    .bounds
                    .as_ref()
                    .map_or(&[], |bounds| bounds.as_slice()),
            );
            bytes.texts(&stated.values);
        }
        bytes.number(self.groups.len() as u64);
        for Binned { source, bins } in &self.groups {
            source.push(bytes);
            bytes.texts(&bins.values);
            bytes.decimals(&bins.edges);
        }
    }

    pub(super) fn tally(&self, tallied: &Tallied<'_>) -> KindTally {
        let variables = self.variables.iter().map(|one| one.tally(tallied));
        let sums = exponents(&self.encoding).into_iter().map(TallySum::Product);
        KindTally {
            groups: self.groups.iter().map(|one| one.tally(tallied)).collect(),
            variables: variables.collect(),
            complete: true,
            sums: sums.collect(),
        }
    }

    pub(super) fn evaluation(&self) -> Evaluation<'_> {
        Evaluation {
            recipe: self,
            sums: Vec::new(),
        }
    }
}

/// Sums of rows whose numbers have one scale each.
struct Scaled {
    /// The scale of each variable.
    scales: Vec<u32>,
    sums: Sums,
}

/// The sums so far. Batches of one file have one scale for each column, so that there is one
/// element.
pub(crate) struct Evaluation<'a> {
    recipe: &'a Recipe,
    sums: Vec<Scaled>,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        let Recipe {
            variables, groups, ..
        } = self.recipe;
        let cells: Vec<Cells<'_>> = variables
            .iter()
            .map(|one| one.over(batch))
            .collect::<Result<_>>()?;
        let groups: Vec<BinnedCells<'_>> = groups
            .iter()
            .map(|one| one.over(batch, rows.len()))
            .collect::<Result<_>>()?;
        let scales: Vec<u32> = cells.iter().map(Cells::scale).collect();
        let known = self.sums.iter().position(|one| one.scales == scales);
        let place = known.unwrap_or(self.sums.len());
        if known.is_none() {
            let ranges: Vec<u128> = cells.iter().map(Cells::range).collect();
            let sums = Sums::new(self.recipe.encoding.clone(), &ranges);
            self.sums.push(Scaled { scales, sums });
        }
        let Some(Scaled { sums, .. }) = self.sums.get_mut(place) else {
            return Ok(());
        };
        let mut numbers = Vec::with_capacity(cells.len());
        for row in rows {
            numbers.clear();
            numbers.extend(cells.iter().map_while(|cells| cells.number(*row)));
            if numbers.len() < cells.len() {
                continue;
            }
            let group = groups
                .iter()
                .fold(0, |place, column| place * column.size + column.bin(*row));
            sums.add(group, &numbers);
        }
        Ok(())
    }

    /// Takes the sums of all rows that count.
    pub(super) fn take_sums(&mut self, tally: &QuestionTally, sums: &TallySums) {
        let scale = |one: &TallyNumber| match one {
            TallyNumber::Clamped { scale, .. } => *scale,
            TallyNumber::Texts(..) | TallyNumber::Integers(..) => 0,
        };
        let integers = sums.groups.iter().flatten().cloned().collect();
        self.sums = vec![Scaled {
            scales: tally.variables.iter().map(scale).collect(),
            sums: Sums::of(self.recipe.encoding.clone(), integers),
        }];
    }

    /// Returns the coordinates, each rounded once.
    pub(super) fn finish(self) -> Vec<i64> {
        let encoding = &self.recipe.encoding;
        let (sums, ranges) = self.at_one_scale();
        let groups = sums.chunks(encoding.entries());
        groups
            .flat_map(|group| entries_of(encoding, group, &ranges))
            .collect()
    }

    /// Returns all sums at the finest scale of each variable, and R of each variable at it.
    fn at_one_scale(&self) -> (Vec<BigInt>, Vec<BigInt>) {
        let Recipe {
            variables,
            encoding,
            ..
        } = self.recipe;
        let of_bounds = |one: &Planned| match &one.cells {
            VariableCells::Bounds([low, high]) => low.scale().max(high.scale()),
            VariableCells::Numbers(_) | VariableCells::Texts(_) => 0,
        };
        let finest: Vec<u32> = variables
            .iter()
            .enumerate()
            .map(|(index, one)| {
                let scales = self.sums.iter().filter_map(|sums| sums.scales.get(index));
                scales.copied().fold(of_bounds(one), u32::max)
            })
            .collect();
        let mut total = vec![BigInt::ZERO; encoding.entries() * encoding.groups];
        for Scaled { scales, sums } in &self.sums {
            let finer: Vec<BigInt> = finest
                .iter()
                .zip(scales)
                .map(|(finest, own)| BigInt::from(10).pow(finest - own))
                .collect();
            let factors = factors(encoding, &finer);
            let factors = factors.iter().cycle();
            for ((total, sum), factor) in total.iter_mut().zip(sums.integers()).zip(factors) {
                *total += sum * factor;
            }
        }
        let ranges = variables.iter().zip(&finest);
        let ranges = ranges.map(|(one, scale)| match &one.cells {
            VariableCells::Bounds([low, high]) => scaled(high, *scale) - scaled(low, *scale),
            VariableCells::Numbers(_) | VariableCells::Texts(_) => 1.into(),
        });
        (total, ranges.collect())
    }
}

/// Returns a decimal as an integer of 10^-scale, for a scale of at least its own.
fn scaled(decimal: &Decimal, scale: u32) -> BigInt {
    let more = BigInt::from(10).pow(scale.saturating_sub(decimal.scale()));
    more * decimal.mantissa()
}

/// Returns the exponents of the variables in each sum of a group: its monomials, the exponents of
/// the last variable first, and its squares.
fn exponents(encoding: &Encoding) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for parts in &encoding.parts {
        let with = |one: &Vec<u32>| -> Vec<Vec<u32>> {
            let exponents = (0..).take(*parts);
            exponents
                .map(|exponent| [one.as_slice(), &[exponent]].concat())
                .collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    let square = |variable: &usize| {
        let places = 0..encoding.parts.len();
        places
            .map(|place| if place == *variable { 2 } else { 0 })
            .collect()
    };
    all.extend(encoding.squares.iter().map(square));
    all
}

/// Returns the factor of each sum of a group if the numbers of each variable have one.
fn factors(encoding: &Encoding, of_variables: &[BigInt]) -> Vec<BigInt> {
    let mut factors = vec![BigInt::from(1)];
    for (factor, parts) in of_variables.iter().zip(&encoding.parts) {
        let exponents = 0..u32::try_from(*parts).unwrap_or(0);
        let powers: Vec<BigInt> = exponents.map(|exponent| factor.pow(exponent)).collect();
        factors = factors
            .iter()
            .flat_map(|one| powers.iter().map(move |power| one * power))
            .collect();
    }
    let squares = encoding
        .squares
        .iter()
        .filter_map(|one| of_variables.get(*one));
    factors.extend(squares.map(|factor| factor.pow(2)));
    factors
}

/// Returns the coordinates of a group from its sums.
fn entries_of(encoding: &Encoding, sums: &[BigInt], ranges: &[BigInt]) -> Vec<i64> {
    let (monomials, squares) = sums.split_at(encoding.products());
    let whole: BigInt = ranges
        .iter()
        .zip(&encoding.parts)
        .map(|(range, parts)| range.pow(u32::try_from(*parts).unwrap_or(1) - 1))
        .product();
    let products = parts_of(monomials.to_vec(), &encoding.parts, ranges);
    let products = products
        .into_iter()
        .map(|mass| rounded(&(mass * MASS), &whole));
    // The sum of u^2 - 1/2 is (8 sum of B^2 - 8 R sum of B + n R^2) / 2 R^2.
    let strides = strides(&encoding.parts);
    let squares = encoding
        .squares
        .iter()
        .zip(squares)
        .filter_map(|(one, square)| {
            let (range, linear) = (ranges.get(*one)?, monomials.get(*strides.get(*one)?)?);
            let rows = monomials.first()?;
            let square = (square - range * linear) * 8 + range * range * rows;
            Some(rounded(
                &(square * encoding.square_scale()),
                &(range * range * 2),
            ))
        });
    products.chain(squares).collect()
}

/// Returns the distance of monomials whose exponent of a variable differs by one.
fn strides(parts: &[usize]) -> Vec<usize> {
    (1..=parts.len())
        .map(|next| parts.iter().skip(next).product())
        .collect()
}

/// Returns floor(n/d + 1/2), as a coordinate.
fn rounded(numerator: &BigInt, denominator: &BigInt) -> i64 {
    let twice = numerator * 2 + denominator;
    coordinate(&floor(&twice, &(denominator * 2)))
}
