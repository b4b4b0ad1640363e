//! The options of a listing's draft: which belong to which kind, and the numbers in them.

use std::str::FromStr;

use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::units::{Decimal, DecimalError, Step};

use crate::error::{Error, ErrorCode, Result};
use crate::view::ListingDraft;

use super::lattice::steps_up;

/// The dataset name that stands for the owner's own numbers.
const OWN: &str = "-";

/// What was typed, if anything was.
pub(crate) fn stated(option: Option<&str>) -> Option<&str> {
    option.map(str::trim).filter(|text| !text.is_empty())
}

/// The kind, if it goes with the dataset.
pub(crate) fn kind(draft: &ListingDraft) -> Result<AttributeKind> {
    let word = draft.kind.trim();
    let kind = AttributeKind::from_str(word).map_err(|_| {
        Error::usage(ErrorCode::Kind, format!("There is no kind of attribute '{word}'."))
            .hint("The kinds are count, sum, mean and histogram of a dataset, and value and vector of your own numbers.")
    })?;
    let own = matches!(kind, AttributeKind::Value | AttributeKind::Vector);
    let name = draft.dataset.trim();
    match (own, name == OWN) {
        (true, false) => Err(Error::usage(
            ErrorCode::Kind,
            format!("A {kind} is the owner's own, not a query on the dataset '{name}'."),
        )
        .hint("Write - in place of the dataset.")),
        (false, true) => Err(
            Error::usage(ErrorCode::Kind, format!("A {kind} needs a dataset."))
                .hint("Name it in place of -."),
        ),
        _ => Ok(kind),
    }
}

/// Refuses an option that the kind has no use for: it would be silently ignored.
pub(crate) fn only_what_belongs(draft: &ListingDraft, kind: AttributeKind) -> Result<()> {
    use AttributeKind::{Count, Histogram, Mean, Sum, Value, Vector};
    let filtered = draft.filters.iter().any(|text| !text.trim().is_empty());
    let options: [(&str, bool, &[AttributeKind]); 10] = [
        (
            "a column",
            stated(draft.column.as_deref()).is_some(),
            &[Sum, Mean, Histogram],
        ),
        ("--where", filtered, &[Count, Sum, Mean, Histogram]),
        (
            "--bounds",
            stated(draft.bounds.as_deref()).is_some(),
            &[Sum, Mean, Value, Vector],
        ),
        (
            "--step",
            stated(draft.step.as_deref()).is_some(),
            &[Sum, Mean, Value, Vector],
        ),
        ("--bins", !draft.bins.is_empty(), &[Histogram]),
        ("--edges", !draft.edges.is_empty(), &[Histogram]),
        (
            "--value",
            stated(draft.value.as_deref()).is_some(),
            &[Value],
        ),
        ("--file", stated(draft.file.as_deref()).is_some(), &[Vector]),
        (
            "--protect",
            stated(draft.protect.as_deref()).is_some(),
            &[Value, Vector],
        ),
        (
            "--public-rows",
            draft.public_rows.is_some(),
            &[Count, Sum, Mean, Histogram],
        ),
    ];
    for (option, given, kinds) in options {
        if given && !kinds.contains(&kind) {
            let has: Vec<&str> = options
                .iter()
                .filter(|(_, _, kinds)| kinds.contains(&kind))
                .map(|(option, _, _)| *option)
                .collect();
            return Err(Error::usage(
                ErrorCode::OptionDoesNotBelong,
                format!("A {kind} has no use for {option}."),
            )
            .hint(format!("A {kind} takes {}.", has.join(", "))));
        }
    }
    if draft.public_rows == Some(0) {
        return Err(Error::usage(
            ErrorCode::PublicRows,
            "--public-rows 0 states an empty dataset.",
        )
        .hint("State the number of rows, or leave it out."));
    }
    Ok(())
}

/// The step of what is counted.
pub(crate) fn unit_step() -> Result<Step> {
    Step::new(Decimal::from_integer(1))
        .map_err(|problem| Error::usage(ErrorCode::Step, problem.to_string()))
}

/// `--step`.
pub(crate) fn step(draft: &ListingDraft) -> Result<Step> {
    let Some(text) = stated(draft.step.as_deref()) else {
        return Err(
            Error::usage(ErrorCode::NoStep, format!("A {} needs a --step.", draft.kind.trim()))
                .hint("It is the grid the result lies on, such as --step 0.01: far below the accuracy you sell."),
        );
    };
    Step::from_str(text).map_err(|problem| match problem {
        DecimalError::NotPositive => {
            Error::usage(ErrorCode::Step, format!("The step {text} is not above 0."))
                .hint("Give a step such as 0.01.")
        }
        _ => unusable("--step", text, problem),
    })
}

/// `--bounds LO..HI`.
pub(crate) fn bounds(draft: &ListingDraft) -> Result<[Decimal; 2]> {
    let Some(text) = stated(draft.bounds.as_deref()) else {
        return Err(Error::usage(
            ErrorCode::NoBounds,
            format!("A {} needs --bounds.", draft.kind.trim()),
        )
        .hint("Say between which values each number is clamped, such as --bounds 0..200000.")
        .hint("State what is plausible; never look it up in the data."));
    };
    let Some((low, high)) = text.split_once("..") else {
        return Err(Error::usage(
            ErrorCode::Bounds,
            format!("--bounds '{text}' is not LO..HI."),
        )
        .hint("Write two numbers with two points between them, such as -10..37.5."));
    };
    let number = |part: &str| {
        Decimal::from_str(part.trim()).map_err(|problem| unusable("--bounds", part.trim(), problem))
    };
    Ok([number(low)?, number(high)?])
}

/// `--protect` in steps, rounded up.
pub(crate) fn protected_steps(draft: &ListingDraft, step: Step) -> Result<i128> {
    let Some(text) = stated(draft.protect.as_deref()) else {
        return Err(Error::usage(
            ErrorCode::NoProtect,
            format!("A {} needs --protect.", draft.kind.trim()),
        )
        .hint("State the distance within which nobody shall be able to tell your numbers apart."));
    };
    let distance =
        Decimal::from_str(text).map_err(|problem| unusable("--protect", text, problem))?;
    if !distance.is_positive() {
        return Err(Error::usage(
            ErrorCode::Protect,
            format!("The distance {text} is not above 0."),
        )
        .hint("A distance of 0 protects nothing."));
    }
    steps_up("--protect", &distance, step)
}

fn unusable(option: &str, text: &str, problem: DecimalError) -> Error {
    Error::usage(
        ErrorCode::NotANumber,
        format!("{option}: '{text}': {problem}."),
    )
    .hint("Write it with a point and without separators, such as 1250.5.")
}
