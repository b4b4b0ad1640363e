//! From numbers to lattice steps, exactly.

use poundwise_documents::units::{Decimal, Step};

use crate::error::{Error, ErrorCode, Result};

use super::number::Number;

/// The largest |number| that bounds, steps, distances and own numbers may have: 10^18.
const MAX_WHOLE: i128 = 10i128.pow(18);

/// A lattice of step g within bounds lo < hi, all three as integers of 10^-scale.
///
/// Rounding halves up, v is taken to `floor(v/g + 1/2) = floor((2v + g) / 2g)`. With L, H and G the integers of lo, hi
/// and g over 10^-scale and t = floor(2v * 10^scale), that is `floor((t + G) / 2G)`: for an integer n > 0,
/// floor(y/n) = floor(floor(y)/n). And clamping commutes with the floor, because 2L and 2H are integers. So nothing is
/// lost however many decimals v has. Sizes: |L|, |H|, G < 10^36, so every sum below is far inside an `i128`.
pub(crate) struct Lattice {
    scale: u32,
    low: i128,
    high: i128,
    step: i128,
}

impl Lattice {
    pub(crate) fn new(bounds: [Decimal; 2], step: Step) -> Result<Self> {
        let [low, high] = bounds;
        let scale = low.scale().max(high.scale()).max(step.get().scale());
        let lattice = Self {
            scale,
            low: at_scale("--bounds", &low, scale)?,
            high: at_scale("--bounds", &high, scale)?,
            step: at_scale("--step", step.get(), scale)?,
        };
        if lattice.low >= lattice.high {
            return Err(Error::usage(
                ErrorCode::Bounds,
                format!("The bounds {low}..{high} are the wrong way round."),
            )
            .hint(if low == high {
                "The lower bound must be below the upper one.".to_owned()
            } else {
                format!("Did you mean {high}..{low}?")
            }));
        }
        Ok(lattice)
    }

    /// round-half-up(clamp(v) / g). Rising in v, so always from [`Self::low_steps`] to [`Self::high_steps`].
    pub(crate) fn steps(&self, value: &Number) -> i128 {
        self.round(self.clamped_twice(value))
    }

    /// round-half-up((clamp(v) - mid) / g), mid = (lo + hi)/2; its absolute value is at most
    /// [`Self::half_range_steps`].
    ///
    /// With R = H - L the argument is at most R/2G: floor(R/2G + 1/2) <= ceil(R/2G) = W. And at least -R/2G:
    /// floor(-R/2G + 1/2) > -R/2G - 1/2 >= -W - 1/2, so, an integer, at least -W.
    pub(crate) fn deviation(&self, value: &Number) -> i128 {
        self.round(self.clamped_twice(value) - self.low - self.high)
    }

    /// lo in steps.
    pub(crate) fn low_steps(&self) -> i128 {
        self.round(2 * self.low)
    }

    /// hi in steps.
    pub(crate) fn high_steps(&self) -> i128 {
        self.round(2 * self.high)
    }

    /// W = ceil((hi - lo) / 2g), at least 1.
    pub(crate) fn half_range_steps(&self) -> i128 {
        -(self.low - self.high).div_euclid(2 * self.step)
    }

    /// Whether `value` is a multiple of the step.
    pub(crate) fn holds(&self, value: &Number) -> bool {
        let twice = value.floor_twice(self.scale);
        twice % (2 * self.step) == 0 && value.has_at_most(self.scale)
    }

    fn clamped_twice(&self, value: &Number) -> i128 {
        value
            .floor_twice(self.scale)
            .clamp(2 * self.low, 2 * self.high)
    }

    fn round(&self, twice: i128) -> i128 {
        (twice + self.step).div_euclid(2 * self.step)
    }
}

/// ceil(distance / step), both above 0.
pub(crate) fn steps_up(option: &str, distance: &Decimal, step: Step) -> Result<i128> {
    let scale = distance.scale().max(step.get().scale());
    let distance = at_scale(option, distance, scale)?;
    let step = at_scale("--step", step.get(), scale)?;
    Ok(-(-distance).div_euclid(step))
}

/// `decimal * 10^scale` for a scale that is at least its own and at most 18.
fn at_scale(option: &str, decimal: &Decimal, scale: u32) -> Result<i128> {
    let whole = 10i128.pow(decimal.scale());
    scale
        .checked_sub(decimal.scale())
        .map(|more| 10i128.pow(more))
        .filter(|_| {
            decimal.mantissa() / whole < MAX_WHOLE && decimal.mantissa() / whole > -MAX_WHOLE
        })
        .and_then(|power| decimal.mantissa().checked_mul(power))
        .ok_or_else(|| {
            Error::usage(
                ErrorCode::NumberTooLarge,
                format!("{option}: {decimal} is beyond 10^18."),
            )
            .hint("Choose a larger unit.")
        })
}
