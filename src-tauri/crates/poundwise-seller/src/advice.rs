//! Accuracy of a draft with other bounds, another step and another privacy unit, from the law
//! alone.

use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};

use crate::{
    terms::Subject,
    view::{BlockAdvice, DraftAdvice, HalfWidth, RangeAdvice},
};
use poundwise_query::{
    AttributeSpec, Unit,
    estimate::{half_width_in_steps, half_widths},
    kinds::BlockSpec,
    plan,
    ranges::widths_of_ranges,
    ratio::Ratio,
    shape::ListingShape,
};

/// The level at which choices are compared: ε 1.
const ONE: u64 = 1_000_000;

/// Compares an attribute with its neighbours. Cost: at most six more plans and twelve half-widths; no
/// data and no file is read.
pub(crate) fn advice(
    spec: &AttributeSpec,
    shape: &ListingShape,
    subject: &Subject,
    ceiling: Option<MicroEpsilon>,
) -> DraftAdvice {
    let unit = subject.unit();
    let variants = Variants {
        spec,
        subject,
        unit,
    };
    let one = MicroEpsilon::new(ONE).ok();
    let at = |shape: Option<&ListingShape>, level: Option<MicroEpsilon>| match (shape, level) {
        (Some(shape), Some(level)) => half_widths(shape, level, None).unwrap_or_default(),
        _ => Vec::new(),
    };
    let other =
        |shape: Option<ListingShape>, level| -> Vec<HalfWidth> { at(shape.as_ref(), level) };
    DraftAdvice {
        at_one: at(Some(shape), one),
        half_bounds: other(variants.half_bounds(), one),
        rows_per_unit: variants.unit.rows_per_unit,
        one_row: other(variants.one_row(), one),
        at_ceiling: at(Some(shape), ceiling),
        steps_at_ceiling: ceiling.and_then(|level| half_width_in_steps(shape, level).ok()),
        finer: other(
            Ratio::parse("0.1").and_then(|tenth| variants.step(shape, &tenth)),
            ceiling,
        ),
        blocks: one.and_then(|one| variants.blocks(ceiling.map_or(one, |level| level.min(one)))),
    }
}

/// The same attribute with one choice made otherwise; `None` where there is no such choice or it
/// cannot be made.
struct Variants<'a> {
    spec: &'a AttributeSpec,
    subject: &'a Subject,
    unit: Unit,
}

impl Variants<'_> {
    fn planned(&self, spec: &AttributeSpec, unit: &Unit) -> Option<ListingShape> {
        plan(spec, &self.subject.schema(), unit)
            .ok()
            .map(|plan| plan.shape().clone())
    }

    /// Returns both bounds halved, if bounds cost accuracy.
    fn half_bounds(&self) -> Option<ListingShape> {
        let half = |bounds: [Decimal; 2]| -> Option<[Decimal; 2]> {
            let [low, high] = bounds.map(|bound| Ratio::from(&bound).half().exact().parse().ok());
            Some([low?, high?])
        };
        let mut spec = self.spec.clone();
        let bounds = spec.costly_bounds()?;
        *bounds = half(*bounds)?;
        self.planned(&spec, &self.unit)
    }

    /// Returns one row a unit.
    fn one_row(&self) -> Option<ListingShape> {
        if self.unit.rows_per_unit == 1 {
            return None;
        }
        let unit = Unit {
            rows_per_unit: 1,
            ..self.unit.clone()
        };
        self.planned(self.spec, &unit)
    }

    /// Returns the half-widths of ranges with the blocks that are drafted or proposed, and without.
    fn blocks(&self, level: MicroEpsilon) -> Option<BlockAdvice> {
        let drafted = self.spec.blocks()?;
        let of = |blocks: &BlockSpec| {
            let spec = self.spec.with_blocks(blocks.clone())?;
            self.planned(&spec, &self.unit)
        };
        let are_drafted = !drafted.is_none();
        let plain = of(&BlockSpec::None)?;
        let with_blocks = match are_drafted {
            true => of(drafted),
            false => of(&BlockSpec::Auto),
        }?;
        let levels = with_blocks.question.blocks();
        let ranges = match levels {
            [] => Vec::new(),
            _ => {
                let widths =
                    [&with_blocks, &plain].map(|shape| widths_of_ranges(shape, level).ok());
                let [with_blocks, plain] = widths.map(Option::unwrap_or_default);
                let pairs = with_blocks.into_iter().zip(plain);
                pairs
                    .map(|((bins, with_blocks), (_, plain))| RangeAdvice {
                        bins,
                        with_blocks,
                        plain,
                    })
                    .collect()
            }
        };
        Some(BlockAdvice {
            sizes: levels.iter().map(|level| 1 << level).collect(),
            are_drafted: are_drafted && !levels.is_empty(),
            level,
            ranges,
        })
    }

    /// Returns the shape with its step multiplied by `times`. A vector's numbers are multiples of
    /// theirs, and are not read again.
    fn step(&self, shape: &ListingShape, times: &Ratio) -> Option<ListingShape> {
        let step: LatticeStep = Ratio::from(shape.question.step().get())
            .times(times)
            .exact()
            .parse()
            .ok()?;
        self.planned(&self.spec.with_step(step)?, &self.unit)
    }
}
