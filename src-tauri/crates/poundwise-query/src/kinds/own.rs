//! Shared parts of value and vector: the owner's own numbers, which are never rounded.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use poundwise_documents::units::{Decimal, LatticeStep};
use zeroize::Zeroizing;

use crate::canonical::StatedValues;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, LineFault, QueryFault, StatedNumber};
use crate::hint::QueryHint;
use crate::lattice::{Lattice, steps_up};
use crate::messages::{FileMessage, QuestionMessage};
use crate::number::Number;

/// The largest file of numbers.
const MAX_BYTES: u64 = 64 << 20;

/// The owner's own numbers in steps. They are data: no `Debug`.
pub(crate) struct Recipe {
    pub(crate) values: Zeroizing<Vec<i64>>,
}

pub(super) fn stated_values(bounds: &[Decimal; 2], step: LatticeStep) -> StatedValues<'_> {
    StatedValues {
        bounds,
        step,
        ..StatedValues::default()
    }
}

/// Clamping of own numbers: within bounds that are multiples of the step and fit into a coordinate,
/// no number is rounded, and none is clamped but to the bounds.
pub(super) struct Clamping {
    lattice: Lattice,
    step: LatticeStep,
}

impl Clamping {
    pub(super) fn new(bounds: [Decimal; 2], step: LatticeStep) -> Result<Self> {
        let lattice = Lattice::new(bounds, step)?;
        let [low, high] = bounds;
        if !lattice.holds_bounds() {
            return Err(Error::usage(
                QueryErrorCode::NotOnTheLattice,
                QuestionMessage::BoundsOffStep { low, high, step },
            )
            .hint(QueryHint::BoundsOnTheStep)
            .at(QueryFault::BoundsOffStep));
        }
        if !lattice.is_within_coordinates() {
            return Err(
                Error::usage(QueryErrorCode::ValueTooLarge, QuestionMessage::BoundsTooFar)
                    .hint(QueryHint::LargerStepOrNarrowerBounds),
            );
        }
        Ok(Self { lattice, step })
    }

    /// Returns own numbers in steps; `from` names where they are from in an error.
    pub(super) fn steps(&self, from: &str, numbers: &[Number]) -> Result<Zeroizing<Vec<i64>>> {
        let mut steps = Zeroizing::new(Vec::with_capacity(numbers.len()));
        for (number, line) in numbers.iter().zip(1u64..) {
            steps.push(self.lattice.own(number).ok_or_else(|| {
                let (from, step) = (from.to_owned(), self.step);
                let (message, fault) = if numbers.len() == 1 {
                    let message = QuestionMessage::NumberOffStep { from, step };
                    (message, QueryFault::NumberOffStep)
                } else {
                    let message = QuestionMessage::LineOffStep { from, line, step };
                    let fault = LineFault::OffStep;
                    (message, QueryFault::Line { line, fault })
                };
                Error::refused(QueryErrorCode::NotOnTheLattice, message)
                    .hint(QueryHint::RoundToStep)
                    .hint(QueryHint::RoundingIsNotProtected)
                    .at(fault)
            })?);
        }
        Ok(steps)
    }
}

/// Returns a distance to be protected in steps, rounded up.
pub(super) fn protected_steps(distance: &Decimal, step: LatticeStep) -> Result<Option<u64>> {
    if !distance.is_positive() {
        return Err(Error::usage(
            QueryErrorCode::Protect,
            QuestionMessage::NoDistance {
                distance: *distance,
            },
        )
        .hint(QueryHint::ZeroProtectsNothing));
    }
    steps_up(StatedNumber::Distance, distance, step)
}

/// Returns the numbers in the file at `path`, one a line; at most `limit`.
///
/// # Errors
/// The file cannot be read or is too large, a line is empty or holds anything but one number, there
/// are too many.
pub(super) fn numbers(path: &Path, limit: usize) -> Result<Vec<Number>> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|problem| Error::unreadable(path, problem))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::refused(
            QueryErrorCode::FileTooLarge,
            FileMessage::TooLarge {
                file: name,
                size: "64 MiB".to_owned(),
            },
        )
        .hint(QueryHint::VectorLength { most: limit })
        .at(QueryFault::TooManyBytes {
            most: MAX_BYTES,
            numbers: Some(limit as u64),
        }));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Error::refused(
            QueryErrorCode::FileNotUtf8,
            FileMessage::NotUtf8 { file: name.clone() },
        )
        .hint(QueryHint::GiveNumbersFile)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut numbers = Vec::new();
    for (text, line) in text.lines().zip(1u64..) {
        let cell = text.trim();
        let number = Number::parse(cell).ok_or_else(|| {
            let file = name.clone();
            let (message, fault) = if cell.is_empty() {
                (FileMessage::EmptyLine { file, line }, LineFault::Empty)
            } else {
                let text = cell.to_owned();
                let fault = LineFault::NoNumber { text: text.clone() };
                (FileMessage::LineNotANumber { file, line, text }, fault)
            };
            Error::refused(QueryErrorCode::NotANumber, message)
                .hint(QueryHint::WriteOneNumberALine)
                .at(QueryFault::Line { line, fault })
        })?;
        numbers.push(number);
        if numbers.len() > limit {
            return Err(Error::refused(
                QueryErrorCode::TooManyValues,
                FileMessage::TooManyNumbers {
                    file: name,
                    most: limit,
                },
            )
            .hint(QueryHint::SellAsSeveral)
            .at(QueryFault::TooMany {
                of: Counted::Numbers,
                most: limit as u64,
                found: None,
            }));
        }
    }
    if numbers.is_empty() {
        return Err(Error::refused(
            QueryErrorCode::FileEmpty,
            FileMessage::NoNumbers { file: name },
        )
        .hint(QueryHint::WriteOneNumberALine));
    }
    Ok(numbers)
}
