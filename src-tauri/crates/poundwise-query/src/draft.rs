//! The options of a listing's draft: which belong to which kind, and the numbers in them.

use std::str::FromStr;

use num_bigint::BigInt;
use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_documents::tariff::Tariff;
use poundwise_documents::units::{Decimal, DecimalError, MicroEpsilon, Step};
use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, Result};
use crate::hint::{Hint, List};

use super::attribute::Unit;
use super::lattice::{at_scale, steps_up};
use super::number::MAX_SCALE;

/// The owner's statements about a listing to be made; decimals are strings as typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ListingDraft {
    /// Dataset name, or `-` for the owner's own numbers.
    pub dataset: String,
    /// count, sum, mean, histogram, value, vector.
    pub kind: String,
    /// Column, for sum, mean and histogram.
    pub column: Option<String>,
    /// Filters `COL OP VALUE`, all of which must hold.
    pub filters: Vec<String>,
    /// `LO..HI`.
    pub bounds: Option<String>,
    /// Lattice step; the advised one when absent, for sum and mean.
    pub step: Option<String>,
    /// Bins of a histogram that are single values; the column's stated values when absent.
    pub bins: Vec<String>,
    /// Edges of a numeric histogram.
    pub edges: Vec<String>,
    /// The owner's own number, for value.
    pub value: Option<String>,
    /// A file with one number a line, for vector.
    pub file: Option<String>,
    /// Distance to be protected, for value and vector.
    pub protect: Option<String>,
    /// Unit of the values.
    pub unit: Option<String>,
    /// Title; made from the query when absent.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// `EPS:AMOUNT[,EPS:AMOUNT...]`.
    pub price: String,
    /// ISO 4217, EUR when absent.
    pub currency: Option<String>,
    /// Highest level sold.
    pub ceiling: Option<String>,
    /// Level at which the path starts; the ceiling when absent.
    pub top: Option<String>,
    /// Smallest increment; 0.001 when absent.
    pub grain: Option<String>,
    /// payto address.
    pub pay_to: Option<String>,
    /// Terms.
    pub terms: Option<String>,
    /// Rows stated publicly.
    pub public_rows: Option<u64>,
    /// The population that own numbers are about; for own numbers only, and needed there.
    pub population: Option<String>,
    /// Whether a missing cell of a mean counts as the middle of the bounds, so that the number of
    /// rows is public.
    pub missing_as_mid: bool,
}

/// The currency of a price that states none.
pub(crate) const DEFAULT_CURRENCY: &str = "EUR";

/// The dataset name that stands for the owner's own numbers.
const OWN: &str = "-";

/// Returns what was typed, if anything was.
pub(crate) fn stated(option: Option<&str>) -> Option<&str> {
    option.map(str::trim).filter(|text| !text.is_empty())
}

/// Returns the kind, if it goes with the dataset.
pub(crate) fn kind(draft: &ListingDraft) -> Result<AttributeKind> {
    let word = draft.kind.trim();
    let kind = AttributeKind::from_str(word).map_err(|_| {
        Error::usage(
            ErrorCode::Kind,
            format!("There is no kind of attribute '{word}'."),
        )
        .hint(Hint::Kinds)
    })?;
    let own = matches!(kind, AttributeKind::Value | AttributeKind::Vector);
    let name = draft.dataset.trim();
    match (own, name == OWN) {
        (true, false) => Err(Error::usage(
            ErrorCode::Kind,
            format!("A {kind} is the owner's own, not a query on the dataset '{name}'."),
        )
        .hint(Hint::NameNoDataset)),
        (false, true) => Err(
            Error::usage(ErrorCode::Kind, format!("A {kind} needs a dataset."))
                .hint(Hint::NameDataset),
        ),
        _ => Ok(kind),
    }
}

/// Refuses an option that the kind has no use for: it would be silently ignored.
pub(crate) fn only_what_belongs(draft: &ListingDraft, kind: AttributeKind) -> Result<()> {
    use AttributeKind::{Count, Histogram, Mean, Sum, Value, Vector};
    let filtered = draft.filters.iter().any(|text| !text.trim().is_empty());
    let options: [(&str, bool, &[AttributeKind]); 12] = [
        (
            "a column",
            stated(draft.column.as_deref()).is_some(),
            &[Sum, Mean, Histogram],
        ),
        ("filters", filtered, &[Count, Sum, Mean, Histogram]),
        (
            "bounds",
            stated(draft.bounds.as_deref()).is_some(),
            &[Sum, Mean, Value, Vector],
        ),
        (
            "a step",
            stated(draft.step.as_deref()).is_some(),
            &[Sum, Mean, Value, Vector],
        ),
        ("bins", !draft.bins.is_empty(), &[Histogram]),
        ("edges", !draft.edges.is_empty(), &[Histogram]),
        (
            "a value",
            stated(draft.value.as_deref()).is_some(),
            &[Value],
        ),
        ("a file", stated(draft.file.as_deref()).is_some(), &[Vector]),
        (
            "a protected distance",
            stated(draft.protect.as_deref()).is_some(),
            &[Value, Vector],
        ),
        (
            "a population",
            stated(draft.population.as_deref()).is_some(),
            &[Value, Vector],
        ),
        (
            "a public number of rows",
            draft.public_rows.is_some(),
            &[Mean],
        ),
        ("missing cells as the middle", draft.missing_as_mid, &[Mean]),
    ];
    for (option, given, kinds) in options {
        if given && !kinds.contains(&kind) {
            let has = options
                .iter()
                .filter(|(_, _, kinds)| kinds.contains(&kind))
                .map(|(option, _, _)| *option);
            return Err(Error::usage(
                ErrorCode::OptionDoesNotBelong,
                format!("A {kind} has no use for {option}."),
            )
            .hint(Hint::Takes {
                kind,
                options: List::of(has, usize::MAX),
            }));
        }
    }
    if draft.public_rows == Some(0) {
        return Err(Error::usage(
            ErrorCode::PublicRows,
            "A public number of 0 rows states an empty dataset.",
        )
        .hint(Hint::StatePublicRows));
    }
    Ok(())
}

/// Returns the step of what is counted.
pub(crate) fn unit_step() -> Result<Step> {
    Step::new(Decimal::from_integer(1))
        .map_err(|problem| Error::usage(ErrorCode::Step, problem.to_string()))
}

/// Returns `--step`, and whether it was left out and is the advised one.
pub(crate) fn step(
    draft: &ListingDraft,
    kind: AttributeKind,
    bounds: &[Decimal; 2],
    unit: &Unit,
) -> Result<(Step, bool)> {
    let Some(text) = stated(draft.step.as_deref()) else {
        return match (moved(kind, bounds, unit)?, ceiling(draft)?) {
            (Some(moved), Some(ceiling)) => Ok((advised_step(&moved, ceiling)?, true)),
            (moved, _) => {
                let error = Error::usage(ErrorCode::NoStep, format!("A {kind} needs a step."))
                    .hint(Hint::StateStep);
                Err(match moved {
                    Some(_) => error.hint(Hint::StatePriceOrCeiling),
                    None => error,
                })
            }
        };
    };
    let step = Step::from_str(text).map_err(|problem| match problem {
        DecimalError::NotPositive => {
            Error::usage(ErrorCode::Step, format!("The step {text} is not above 0."))
                .hint(Hint::GiveStepSuchAs)
        }
        _ => unusable("step", text, problem),
    })?;
    Ok((step, false))
}

/// The largest step that is ever advised, as a power of ten.
const LARGEST_STEP: u32 = 17;

/// Returns how far one unit moves a sum or a mean's coordinates before rounding, in units of
/// 10^-18; `None` for other kinds.
fn moved(kind: AttributeKind, bounds: &[Decimal; 2], unit: &Unit) -> Result<Option<BigInt>> {
    let low = at_scale("bounds", &bounds[0], MAX_SCALE)?;
    let high = at_scale("bounds", &bounds[1], MAX_SCALE)?;
    let row = match (kind, unit.adjacency) {
        (AttributeKind::Mean, _) => high - low,
        (AttributeKind::Sum, Adjacency::AddRemove) => low.abs().max(high.abs()),
        (AttributeKind::Sum, Adjacency::Replace) => high.max(0) - low.min(0),
        _ => return Ok(None),
    };
    Ok(Some(BigInt::from(row) * unit.rows_per_unit))
}

/// Returns the advised step: the largest 1, 2 or 5 times a power of ten that is at most Δ/(32
/// ceiling), Δ = `moved` (and at most 5 * 10^17, since no step reaches 10^18). It is signed, so it
/// comes from bounds, K and ceiling only.
fn advised_step(moved: &BigInt, ceiling: MicroEpsilon) -> Result<Step> {
    let limit = moved * 1_000_000u64;
    (0..=LARGEST_STEP + MAX_SCALE)
        .rev()
        .flat_map(|power| [5, 2, 1].map(|digit| digit * 10i128.pow(power)))
        .find(|step| BigInt::from(*step) * 32u64 * ceiling.get() <= limit)
        .and_then(|step| Step::new(Decimal::new(step, MAX_SCALE)?).ok())
        .ok_or_else(|| {
            Error::usage(
                ErrorCode::NoStep,
                "No step is fine enough for these bounds and this ceiling.",
            )
            .hint(Hint::StateStepOrWiderBounds)
        })
}

/// Returns the highest level sold, as far as the draft says: `--ceiling`, or the tariff's last
/// level.
fn ceiling(draft: &ListingDraft) -> Result<Option<MicroEpsilon>> {
    if let Some(text) = stated(draft.ceiling.as_deref()) {
        return level(text, "the ceiling").map(Some);
    }
    // What is wrong with currency and price is said where they are checked.
    let currency = draft
        .currency
        .as_deref()
        .unwrap_or(DEFAULT_CURRENCY)
        .parse();
    let tariff = currency
        .ok()
        .and_then(|currency| Tariff::parse(&draft.price, currency).ok());
    Ok(tariff.map(|tariff| tariff.last_level()))
}

/// Returns `--bounds LO..HI`.
pub(crate) fn bounds(draft: &ListingDraft) -> Result<[Decimal; 2]> {
    let Some(text) = stated(draft.bounds.as_deref()) else {
        return Err(Error::usage(
            ErrorCode::NoBounds,
            format!("A {} needs bounds.", draft.kind.trim()),
        )
        .hint(Hint::StateBounds)
        .hint(Hint::StatePlausibleBounds));
    };
    let Some((low, high)) = text.split_once("..") else {
        return Err(Error::usage(
            ErrorCode::Bounds,
            format!("bounds: '{text}' is not LO..HI."),
        )
        .hint(Hint::WriteBounds));
    };
    let number = |part: &str| {
        Decimal::from_str(part.trim()).map_err(|problem| unusable("bounds", part.trim(), problem))
    };
    Ok([number(low)?, number(high)?])
}

/// Returns `--protect`, and the same in steps, rounded up.
pub(crate) fn protected_steps(draft: &ListingDraft, step: Step) -> Result<(Decimal, Option<u64>)> {
    let Some(text) = stated(draft.protect.as_deref()) else {
        return Err(Error::usage(
            ErrorCode::NoProtect,
            format!("A {} needs a protected distance.", draft.kind.trim()),
        )
        .hint(Hint::StateProtectedDistance));
    };
    let distance =
        Decimal::from_str(text).map_err(|problem| unusable("protected distance", text, problem))?;
    if !distance.is_positive() {
        return Err(Error::usage(
            ErrorCode::Protect,
            format!("The distance {text} is not above 0."),
        )
        .hint(Hint::ZeroProtectsNothing));
    }
    Ok((distance, steps_up("protected distance", &distance, step)?))
}

fn unusable(option: &str, text: &str, problem: DecimalError) -> Error {
    Error::usage(
        ErrorCode::NotANumber,
        format!("{option}: '{text}': {problem}."),
    )
    .hint(Hint::WritePlainNumber)
}

/// Returns a level as typed: a decimal above 0 with at most six places; `what` names it in an
/// error.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub fn level(text: &str, what: &str) -> Result<MicroEpsilon> {
    let level: MicroEpsilon = text.trim().parse().map_err(|e| {
        Error::usage(
            ErrorCode::Epsilon,
            format!("{what} {text:?} is not a level: {e}"),
        )
        .hint(Hint::WriteLevel)
    })?;
    if level.is_zero() {
        return Err(
            Error::usage(ErrorCode::ZeroEpsilon, format!("{what} is ε 0")).hint(Hint::WriteLevel),
        );
    }
    Ok(level)
}
