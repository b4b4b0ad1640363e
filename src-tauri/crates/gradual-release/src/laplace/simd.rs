//! Floats with proven margins, sixteen coordinates at once: lanes are filled, run down the path,
//! and refilled, so that every block that is computed is needed.

#[cfg(test)]
mod agreement;
pub(crate) mod chacha;
pub(crate) mod float;
pub(crate) mod group;
pub(crate) mod inverse;

#[cfg(feature = "simd")]
pub(crate) use fearless_simd::Level;
#[cfg(feature = "simd")]
use fearless_simd::{Simd, dispatch};
use zeroize::Zeroize;

use crate::params::Rate;
use crate::spec::layout;
use chacha::{Key, LANES};
use float::{exp2_neg, power};
use group::{DONE, GO_ON, Group, Heights, Start};

/// The vector instructions that the compiler was told to use, where none are looked for.
#[cfg(not(feature = "simd"))]
#[derive(Clone, Copy)]
pub(crate) struct Level;

#[cfg(not(feature = "simd"))]
impl Level {
    pub(crate) const fn new() -> Level {
        Level
    }
}

/// Whether products and sums are fused on every machine of the target.
const FUSED: bool = cfg!(target_arch = "aarch64");

/// Groups on their way at the same time: enough for the processor to overlap their work.
const GROUPS: usize = 4;

/// The constants of one reading, in floats.
pub(crate) struct Constants {
    pub(crate) heights: Heights,
    /// `None` for a path without a top, or whose top is not drawn.
    pub(crate) start: Option<Start>,
}

impl Constants {
    /// Returns the constants of a reading at `low`, or at both `low` and `high`, of a path from
    /// `top` or from the exact value. `draw_top`: the start is part of the reading.
    ///
    /// `None` if the top's height lies so close to a power of two that its digits are not certain
    /// here.
    pub(crate) fn new(
        top: Option<Rate>,
        draw_top: bool,
        high: Rate,
        low: Rate,
    ) -> Option<Constants> {
        let height = |level: Rate| float::one_minus_exp(level.to_f64());
        let lowest = height(low);
        // A jump above `low` has at least this height: rounding it down a little may count one
        // digit more, which is masked.
        let most = digits(lowest * (1.0 - power(-30)));
        let start = top.map_or(1.0, height);
        let constants = Constants {
            heights: Heights {
                start,
                high: height(high),
                low: lowest,
                digits: most,
            },
            start: None,
        };
        let Some(top) = top.filter(|_| draw_top) else {
            return Some(constants);
        };
        let certain = digits(start * (1.0 - power(-40)));
        if certain != digits(start * (1.0 + power(-40))) {
            return None;
        }
        Some(Constants {
            start: Some(Start {
                // Elasticity of q/(2 - q) is 2/(2 - q) <= 2: good to 2^-45 and the rounding.
                zero: start / (2.0 - start),
                rate: top.to_f64(),
                digits: certain,
            }),
            ..constants
        })
    }
}

/// Returns the number of low digits of a geometric at height q.
fn digits(q: f64) -> usize {
    // At most 3.
    layout::low_digits(|bits| q <= exp2_neg(bits)) as usize
}

/// Evaluates, with the vector instructions of `level`, coordinates `first ..` into `low`, and at
/// the higher level of a pair into `high`, which is as long as `low` or empty. `undecided` gains
/// the places that floats do not decide; what is written there means nothing.
pub(crate) fn evaluate(
    level: Level,
    keys: (Option<&Key>, &Key),
    constants: &Constants,
    first: u64,
    low: &mut [i64],
    high: &mut [i64],
    undecided: &mut Vec<usize>,
) {
    /// Products and sums are fused where that is one instruction: on x86 from AVX2 on, and on
    /// 64-bit ARM.
    #[cfg(feature = "simd")]
    macro_rules! with {
        ($pair:literal) => {{
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            {
                if let Some(simd) = level.as_avx512() {
                    return simd.vectorize(
                        #[inline(always)]
                        || batch::<$pair, true>(keys, constants, first, low, high, undecided),
                    );
                }
                if let Some(simd) = level.as_avx2() {
                    return simd.vectorize(
                        #[inline(always)]
                        || batch::<$pair, true>(keys, constants, first, low, high, undecided),
                    );
                }
            }
            dispatch!(level, simd => simd.vectorize(
                #[inline(always)]
                || batch::<$pair, FUSED>(keys, constants, first, low, high, undecided)
            ))
        }};
    }
    #[cfg(not(feature = "simd"))]
    macro_rules! with {
        ($pair:literal) => {{
            let Level = level;
            batch::<$pair, FUSED>(keys, constants, first, low, high, undecided);
        }};
    }
    if high.is_empty() {
        with!(false);
    } else {
        with!(true);
    }
}

#[inline(always)]
fn batch<const PAIR: bool, const FUSED: bool>(
    (top_key, jump_key): (Option<&Key>, &Key),
    constants: &Constants,
    first: u64,
    low: &mut [i64],
    high: &mut [i64],
    undecided: &mut Vec<usize>,
) {
    let heights = &constants.heights;
    let mut groups = [const { Group::NEW }; GROUPS];
    let skipped = undecided.len();
    match (top_key, &constants.start) {
        (Some(key), Some(start)) => {
            let coordinates = (first..).step_by(LANES);
            for (part, (values, coordinate)) in low.chunks_mut(LANES).zip(coordinates).enumerate() {
                let group = &mut groups[0];
                group.top::<FUSED>(key, start, coordinate);
                for (lane, value) in values.iter_mut().enumerate() {
                    *value = group.low[lane];
                    if group.state[lane] != GO_ON {
                        undecided.push(part * LANES + lane);
                    }
                }
            }
        }
        _ => low.fill(0),
    }
    // The places to be read, without those whose top draw is undecided; both in ascending order.
    let mut skip = undecided.split_off(skipped).into_iter().peekable();
    undecided.extend(skip.clone());
    let mut places = (0..low.len()).filter(move |place| skip.next_if_eq(place).is_none());
    let mut begin = |groups: &mut [Group; GROUPS], at: usize, low: &[i64]| {
        let Some(index) = places.next() else {
            return false;
        };
        let coordinate = first + index as u64;
        groups[at / LANES].begin(at % LANES, index, coordinate, low[index], heights.start);
        true
    };
    let mut active = 0;
    while active < GROUPS * LANES && begin(&mut groups, active, low) {
        active += 1;
    }
    while active > 0 {
        for group in &mut groups[..active.div_ceil(LANES)] {
            group.step::<PAIR, FUSED>(jump_key, heights);
        }
        let mut at = 0;
        while at < active {
            let (group, lane) = (&groups[at / LANES], at % LANES);
            let state = group.state[lane];
            if state == GO_ON {
                at += 1;
                continue;
            }
            let index = group.index[lane];
            if state == DONE {
                low[index] = group.low[lane];
                if PAIR {
                    high[index] = group.high[lane];
                }
            } else {
                undecided.push(index);
            }
            if begin(&mut groups, at, low) {
                at += 1;
            } else {
                // No more to do: the last lane, whose state is yet to be looked at, moves here.
                active -= 1;
                Group::shift(&mut groups, active, at);
            }
        }
    }
    groups.zeroize();
}
