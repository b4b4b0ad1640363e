//! Shared parts of sum and mean: numbers of a column, clamped to bounds, and the step that is
//! advised where none is stated.

use num_bigint::BigInt;
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::StatedNumber;
use crate::hint::QueryHint;
use crate::lattice::{ClampedSum, Lattice, at_scale, check_rising};
use crate::messages::QuestionMessage;
use crate::number::{MAX_SCALE, Number};
use crate::source::Source;
use crate::table::Table;
use crate::tally::{KindTally, QuestionTally, TallyNumber, TallySum, TallySums, small};

/// Bounds, step and lattice of numbers that are clamped.
pub(super) struct Clamping {
    pub(super) bounds: [Decimal; 2],
    pub(super) step: LatticeStep,
    pub(super) lattice: Lattice,
    pub(super) step_advised: bool,
}

impl Clamping {
    /// Returns the clamping with the step stated, or else the advised one. `moved` gives how far
    /// one row moves a coordinate before rounding, of bounds in units of 10^-18.
    pub(super) fn new(
        bounds: [Decimal; 2],
        step: Option<LatticeStep>,
        ceiling: Option<MicroEpsilon>,
        rows_per_unit: u64,
        moved: impl Fn(i128, i128) -> i128,
    ) -> Result<Self> {
        // No step is advised for bounds that do not rise.
        check_rising(bounds)?;
        let (step, step_advised) = match (step, ceiling) {
            (Some(step), _) => (step, false),
            (None, Some(ceiling)) => {
                let [low, high] = &bounds;
                let low = at_scale(StatedNumber::Bounds, low, MAX_SCALE)?;
                let high = at_scale(StatedNumber::Bounds, high, MAX_SCALE)?;
                let moved = BigInt::from(moved(low, high)) * rows_per_unit;
                (advised_step(&moved, ceiling)?, true)
            }
            (None, None) => {
                return Err(Error::usage(
                    QueryErrorCode::NoStepAdvised,
                    QuestionMessage::NoStepAdvised,
                )
                .hint(QueryHint::StatePriceOrCeiling)
                .hint(QueryHint::OrStateStep));
            }
        };
        Ok(Self {
            bounds,
            step,
            lattice: Lattice::new(bounds, step)?,
            step_advised,
        })
    }
}

/// The largest step that is ever advised, as a power of ten.
const LARGEST_STEP: u32 = 17;

/// Returns the advised step: the largest 1, 2 or 5 times a power of ten that is at most Δ/(32
/// ceiling), Δ = `moved` (and at most 5 * 10^17, since no step reaches 10^18). It is signed, so it
/// comes from bounds, K and ceiling only.
fn advised_step(moved: &BigInt, ceiling: MicroEpsilon) -> Result<LatticeStep> {
    if ceiling.is_zero() {
        return Err(
            Error::usage(QueryErrorCode::ZeroEpsilon, QuestionMessage::ZeroCeiling)
                .hint(QueryHint::WriteLevel),
        );
    }
    let limit = moved * 1_000_000u64;
    (0..=LARGEST_STEP + MAX_SCALE)
        .rev()
        .flat_map(|power| [5, 2, 1].map(|digit| digit * 10i128.pow(power)))
        .find(|step| BigInt::from(*step) * 32u64 * ceiling.get() <= limit)
        .and_then(|step| LatticeStep::new(Decimal::new(step, MAX_SCALE)?).ok())
        .ok_or_else(|| {
            Error::usage(QueryErrorCode::NoStep, QuestionMessage::NoFineStep)
                .hint(QueryHint::StateStepOrWiderBounds)
        })
}

/// Returns the tally of one clamped number: rows, and the number's sum. If rows without a number
/// count, their number is known as well.
pub(super) fn tally(number: TallyNumber, complete: bool) -> KindTally {
    let mut sums = vec![TallySum::Rows];
    if !complete {
        sums.push(TallySum::Product(vec![0]));
    }
    sums.push(TallySum::Product(vec![1]));
    KindTally {
        groups: Vec::new(),
        variables: vec![number],
        complete,
        sums,
    }
}

/// The clamped numbers of a column, added up.
pub(super) struct Clamped<'a> {
    source: &'a Source,
    pub(super) sum: ClampedSum,
}

impl<'a> Clamped<'a> {
    pub(super) fn new(source: &'a Source, lattice: &Lattice) -> Self {
        Self {
            source,
            sum: lattice.sum(),
        }
    }

    /// Takes the sums of [`tally`] in place of the rows.
    pub(super) fn take_sums(&mut self, lattice: &Lattice, tally: &QuestionTally, sums: &TallySums) {
        let (Some(number), Some([.., count, above])) = (
            tally.variables.first(),
            sums.groups.first().map(Vec::as_slice),
        ) else {
            return;
        };
        self.sum = lattice.sum_of(number, small(Some(count)), above);
    }

    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        let column = self.source.of(batch)?;
        if let Some((scale, cells)) = column.as_scaled() {
            let values = rows.iter().filter_map(|row| *cells.get(*row)?);
            self.sum.add_scaled(scale, values);
        } else if let Some(texts) = column.as_texts() {
            let numbers = rows
                .iter()
                .filter_map(|row| texts.get(*row).and_then(Number::parse));
            numbers.for_each(|number| self.sum.add(&number));
        }
        Ok(())
    }
}
