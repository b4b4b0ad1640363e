//! Draws of 16 lanes at once in certified floats: the arithmetic that decides all but a few in a million draws.
//!
//! Each function below computes what [`draw`](crate::draw) computes, with a bound on its error, and says of each lane whether the bound leaves
//! one answer only. Where it does not, the coordinate is left to [`Narrow`](crate::narrow::Narrow) and [`Wide`](crate::wide::Wide) from its start; nothing is redrawn. So the answer is
//! theirs on every draw.
//!
//! # Margins
//!
//! Capital letters are the exact reals, small letters the floats; `u = 2^-53`. Every tolerance is at least twice what is shown here.
//!
//! **Uniforms.** A word n says `n <= 2^64 U <= n + 1`. As a float it is good to u; with `n >= 2^42` ([`LEAST`]) so is U to `2^-42 + u`, relatively. A smaller word is left
//! undecided where that matters (once in 4 million).
//!
//! **Height.** `Q_j = Q_0 sqrt(U_1 ... U_j)`. Each factor is off by at most `2^-43 + 3 u`, `q_0` by 2^-46: `q_j` by less than `e_j / 1.9`, `e_j = (j + 1) 2^-42`. It is compared
//! with levels (good to 2^-46) and powers of two, with a tolerance of `2 e_j q_j`.
//!
//! **Rate.** `S = -ln(1 - Q)`. As `dS/dQ = 1/(1 - Q)` and `S >= Q`, an error of e in Q is at most `1.01 e/(1 - q)` in S, all relatively, as long as
//! `1 - q >= 2^-20`, for `e <= 2^-34` (j is at most [`MOST_JUMPS`]). The logarithm itself is good to 2^-45. So s is good to half of `d = 2 e_j/(1 - q) + 2^-44`.
//! The top rate is a quotient of integers, good to 3 u, and has d = 2^-44.
//!
//! **High part.** `X = -ln V / (S B^k)`. V is good to `2^-42 + u`, which is an absolute error of -ln V; its logarithm and the quotient add less than
//! `2^-45 + 2 u`, relatively. So x is off by less than `d x + 2^-41/(s B^k) / 1.9`; the tolerance is `2 d x + 2^-41/(s B^k)`. X is positive, so at floor 0 only the upper side can fail.
//! `x <= 15.3 * 2^17`.
//!
//! **Low digits.** `L = F(V, S) = -ln(1 - V (1 - exp(-R)))/R * B` with `R = S B^(i+1) <= 0.501`, since `Q <= 2^-(16 k + 1)`. Here `dF/dV <= B exp(R) < 1.66 B`
//! and V is off by at most `2^-64 + u` absolutely, which makes less than `2^-35`. The numerator, as a function of R, is concave, 0 at 0, with slope V there and slope of at least `V exp(-R)`
//! at R: so `R` times its slope lies between `exp(-R)` and 1 times itself, and F falls by at most `R` times the relative growth of S, relatively: as `F <= B`, an error of d/2 in S makes at most `B R d`. Evaluation
//! adds less than `2^-44.4 B = 2^-28.4` (`1 - exp` good to 2^-47, which the logarithm makes at most `exp(R)` times as much; logarithm, products and quotients 2^-45.5). The tolerance is `2 B r d + 2^-27`.
//!
//! **Zero test.** `U < (1 - a)/(1 + a) = Q/(2 - Q)`, good to 2^-44; U is good to `2^-64 + u` absolutely. The tolerance is 2^-42.
//!
//! **Size.** `s > 2^-51` and `x s B^k <= 15.3` make a jump smaller than `15.3 * 2^51 + 2^48 + 1 < 2^55`; 200 of them and the start stay below 2^63.

use zeroize::Zeroize;

use crate::chacha::{self, KEPT, Key, LANES, Places, Words};
use crate::floats::{
    self, MARGIN, neg_ln, neg_ln_one_minus, neg_ln_one_minus_small, of_word, one_minus_exp_small,
    power,
};

/// The smallest word of a uniform that is decided here.
const LEAST: f64 = power(42);
/// More jumps than this are left to the slow path. From the exact value down to a rate of 2^-50 there are 69 on average.
pub(crate) const MOST_JUMPS: f64 = 199.0;
/// Base of the digits.
const BASE: f64 = power(16);
const UNIT: f64 = power(-64);
/// Tolerance of the zero test.
const TIE: f64 = power(-42);
/// `2 e_j` is this times j + 1.
const TWICE_ERROR: f64 = power(-41);
/// Tolerance of the high part, times its scaled rate, beside that of the rate.
const TAIL: f64 = power(-41);
/// Tolerance of a low digit, beside that of the rate.
const DIGIT_TAIL: f64 = power(-27);
/// The smallest `1 - q` that is decided here.
const REST: f64 = power(-20);
/// Heights at and below which a geometric has one, two, three low digits.
pub(crate) const EDGES: [f64; 3] = [power(-17), power(-33), power(-49)];

/// What a lane is to do after a step.
pub(crate) const GO_ON: u64 = 0;
/// The lane has come down to its level: its noise is complete.
pub(crate) const DONE: u64 = 1;
/// Floats do not decide this draw.
pub(crate) const UNDECIDED: u64 = 2;

/// The heights between which the jumps are counted, `1 - exp(-s)`, each good to 2^-46.
#[derive(Clone, Copy)]
pub(crate) struct Heights {
    /// `Q_0`.
    pub(crate) start: f64,
    /// Of the higher level of a pair.
    pub(crate) high: f64,
    /// Of the level, or of the lower level of a pair.
    pub(crate) low: f64,
    /// The most low digits that any jump above `low` has.
    pub(crate) digits: usize,
}

/// What the top draw needs.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    /// P(N = 0), good to 2^-44.
    pub(crate) zero: f64,
    /// s, good to 3 u.
    pub(crate) rate: f64,
    /// How many low digits the geometric has.
    pub(crate) digits: usize,
}

/// Sixteen coordinates on their way down the path.
#[derive(Clone, Zeroize)]
pub(crate) struct Group {
    places: Places,
    words: Words,
    /// `Q_j`.
    q: [f64; LANES],
    /// j + 1, for the next j.
    next: [f64; LANES],
    /// The noise at the level, and at the higher level of a pair.
    pub(crate) low: [i64; LANES],
    pub(crate) high: [i64; LANES],
    pub(crate) state: [u64; LANES],
    /// Which of the coordinates it is.
    pub(crate) index: [usize; LANES],
}

/// All ones for true.
#[inline(always)]
fn mask(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

impl Group {
    pub(crate) const NEW: Group = Group {
        places: Places::NOWHERE,
        words: [[0; LANES]; KEPT],
        q: [1.0; LANES],
        next: [2.0; LANES],
        low: [0; LANES],
        high: [0; LANES],
        state: [0; LANES],
        index: [0; LANES],
    };

    /// Puts coordinate `coordinate` into `lane`, before its first jump.
    #[inline(always)]
    pub(crate) fn begin(
        &mut self,
        lane: usize,
        index: usize,
        coordinate: u64,
        noise: i64,
        start: f64,
    ) {
        self.places.set(lane, 0, coordinate);
        self.q[lane] = start;
        self.next[lane] = 2.0;
        self.low[lane] = noise;
        self.high[lane] = noise;
        self.index[lane] = index;
    }

    /// Moves the coordinate of one lane (numbered through the groups) to another, as it stands after a step.
    #[inline(always)]
    pub(crate) fn shift(groups: &mut [Group], from: usize, to: usize) {
        let (a, b) = ((from / LANES, from % LANES), (to / LANES, to % LANES));
        let place = groups[a.0].places.get(a.1);
        groups[b.0].places.put(b.1, place);
        groups[b.0].q[b.1] = groups[a.0].q[a.1];
        groups[b.0].next[b.1] = groups[a.0].next[a.1];
        groups[b.0].low[b.1] = groups[a.0].low[a.1];
        groups[b.0].high[b.1] = groups[a.0].high[a.1];
        groups[b.0].state[b.1] = groups[a.0].state[a.1];
        groups[b.0].index[b.1] = groups[a.0].index[a.1];
    }

    /// `N_top` of coordinates `first ..`, one a lane, into `low`; `state` says whether it is decided.
    #[inline(always)]
    pub(crate) fn top(&mut self, key: &Key, start: &Start, first: u64) {
        for (lane, coordinate) in (0..LANES).zip(first..) {
            self.places.set(lane, 0, coordinate);
        }
        chacha::blocks(key, &self.places, &mut self.words);
        let rates = Rates {
            rate: [start.rate; LANES],
            doubt: [MARGIN; LANES],
            // Their number is at most 3.
            digits: [[0.0, 1.0, 2.0, 3.0][start.digits.min(3)]; LANES],
            certain: [u64::MAX; LANES],
        };
        let (sizes, certain) = signed_geometric(&self.words, &rates, start.digits);
        let uniform = uniforms(&self.words, 0);
        for lane in 0..LANES {
            let beyond = uniform[lane] * UNIT - start.zero;
            let zero = mask(-beyond > TIE);
            let other = mask(beyond > TIE) & certain[lane];
            self.low[lane] = sizes[lane] & other.cast_signed();
            self.state[lane] = !(zero | other) & UNDECIDED;
        }
    }

    /// One jump of each lane.
    #[inline(always)]
    pub(crate) fn step<const PAIR: bool>(&mut self, key: &Key, heights: &Heights) {
        chacha::blocks(key, &self.places, &mut self.words);
        let next = self.next;
        let uniform = uniforms(&self.words, 0);
        let q = heights_below(&self.q, &uniform);
        let rates = rates(&q, &next);
        let (sizes, certain) = signed_geometric(&self.words, &rates, heights.digits);
        let (mut low, mut high) = (self.low, self.high);
        let mut state = [GO_ON; LANES];
        for lane in 0..LANES {
            let tolerance = next[lane] * TWICE_ERROR * q[lane];
            let (above, sure) = compare(q[lane], heights.low, tolerance);
            let mut placed = sure & mask(uniform[lane] >= LEAST);
            low[lane] = low[lane].wrapping_add(sizes[lane] & above.cast_signed());
            if PAIR {
                let (above, sure) = compare(q[lane], heights.high, tolerance);
                placed &= sure;
                high[lane] = high[lane].wrapping_add(sizes[lane] & above.cast_signed());
            }
            let decided = placed & (certain[lane] | !above) & mask(next[lane] <= MOST_JUMPS);
            state[lane] = (!decided & UNDECIDED) | (decided & !above & DONE);
        }
        self.q = q;
        self.low = low;
        self.high = high;
        self.state = state;
        self.next = next.map(|next| next + 1.0);
        self.places.advance();
    }
}

/// Uniform number `number` (as the layout counts words) of each lane, times 2^64.
#[inline(always)]
fn uniforms(words: &Words, number: usize) -> [f64; LANES] {
    let (low, high) = (&words[2 * number], &words[2 * number + 1]);
    std::array::from_fn(|lane| of_word(low[lane], high[lane]))
}

/// `Q_j`, from `Q_(j-1)` and `2^64 U_j`.
#[inline(always)]
fn heights_below(q: &[f64; LANES], uniform: &[f64; LANES]) -> [f64; LANES] {
    let mut below = [0.0; LANES];
    for lane in 0..LANES {
        below[lane] = q[lane] * (uniform[lane] * UNIT).sqrt();
    }
    below
}

/// Does q lie above `level` (all ones), and is that certain?
#[inline(always)]
fn compare(q: f64, level: f64, tolerance: f64) -> (u64, u64) {
    let over = q - level;
    let above = mask(over > tolerance);
    (above, above | mask(-over > tolerance))
}

/// The rate of each lane's geometric, the bound d on its relative error, how many low digits it has, and whether these are certain (all ones).
struct Rates {
    rate: [f64; LANES],
    doubt: [f64; LANES],
    digits: [f64; LANES],
    certain: [u64; LANES],
}

/// The rates at these heights, `next` being j + 1.
#[inline(always)]
fn rates(q: &[f64; LANES], next: &[f64; LANES]) -> Rates {
    let mut rates = Rates {
        rate: [0.0; LANES],
        doubt: [0.0; LANES],
        digits: [0.0; LANES],
        certain: [0; LANES],
    };
    for lane in 0..LANES {
        let q = q[lane];
        let error = next[lane] * TWICE_ERROR;
        let tolerance = error * q;
        let (rate, rest) = neg_ln_one_minus(q);
        // Written out: a loop in here would keep the compiler from using vectors.
        let (one, sure_of_one) = at_most(q, EDGES[0], tolerance);
        let (two, sure_of_two) = at_most(q, EDGES[1], tolerance);
        let (three, sure_of_three) = at_most(q, EDGES[2], tolerance);
        rates.rate[lane] = rate;
        rates.doubt[lane] = error / rest + MARGIN;
        rates.digits[lane] = one + two + three;
        rates.certain[lane] = mask(rest >= REST) & sure_of_one & sure_of_two & sure_of_three;
    }
    rates
}

/// 1 if `q <= edge`, else 0; and whether that is certain.
#[inline(always)]
fn at_most(q: f64, edge: f64, tolerance: f64) -> (f64, u64) {
    let count = if q <= edge { 1.0 } else { 0.0 };
    (count, mask((q - edge).abs() > tolerance))
}

/// `sign * (1 + Geom)` of each lane, with at most `most` low digits, and whether it is certain (all ones).
#[inline(always)]
fn signed_geometric(words: &Words, rates: &Rates, most: usize) -> ([i64; LANES], [u64; LANES]) {
    let (mut geometric, mut certain) = high_part(&uniforms(words, 2), rates);
    for digit in 0..most.min(3) {
        let (part, sure) = low_digit(&uniforms(words, 3 + digit), rates, digit);
        for lane in 0..LANES {
            geometric[lane] = geometric[lane].wrapping_add(part[lane]);
            certain[lane] &= sure[lane];
        }
    }
    let mut sizes = [0; LANES];
    for lane in 0..LANES {
        let negative = mask(words[3][lane] >> 31 == 1).cast_signed();
        let size = geometric[lane].wrapping_add(1).cast_signed();
        sizes[lane] = (size ^ negative).wrapping_sub(negative);
    }
    (sizes, certain)
}

/// `H B^k`.
#[inline(always)]
fn high_part(uniform: &[f64; LANES], rates: &Rates) -> ([u64; LANES], [u64; LANES]) {
    let (mut parts, mut certain) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let digits = rates.digits[lane];
        // k times 16 and B^k, without a table.
        let shift =
            (mask(digits > 0.0) & 16) + (mask(digits > 1.0) & 16) + (mask(digits > 2.0) & 16);
        let scaled = rates.rate[lane] * f64::from_bits((1023 + shift) << 52);
        let inverse = 1.0 / scaled;
        let x = neg_ln(uniform[lane] * UNIT) * inverse;
        let floor = floats::floor(x);
        let tolerance = 2.0 * rates.doubt[lane] * x + TAIL * inverse;
        certain[lane] =
            rates.certain[lane] & mask(uniform[lane] >= LEAST) & settled(x, floor, tolerance);
        parts[lane] = floats::integer(floor) << shift;
    }
    (parts, certain)
}

/// `L_i B^i`, where the geometric has a digit i; else 0, certainly.
#[inline(always)]
fn low_digit(uniform: &[f64; LANES], rates: &Rates, digit: usize) -> ([u64; LANES], [u64; LANES]) {
    let (scale, before, shift) = [
        (BASE, 0.0, 0),
        (BASE * BASE, 1.0, 16),
        (BASE * BASE * BASE, 2.0, 32),
    ][digit];
    let (mut parts, mut certain) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let r = rates.rate[lane] * scale;
        let y = uniform[lane] * UNIT * one_minus_exp_small(r);
        let x = neg_ln_one_minus_small(y) / r * BASE;
        let floor = floats::floor(x);
        let tolerance = 2.0 * BASE * r * rates.doubt[lane] + DIGIT_TAIL;
        let wanted = mask(rates.digits[lane] > before);
        certain[lane] = settled(x, floor, tolerance) | !wanted;
        parts[lane] = (floats::integer(floor) << shift) & wanted;
    }
    (parts, certain)
}

/// Is the floor of X certain, given x, its floor, and the tolerance?
#[inline(always)]
fn settled(x: f64, floor: f64, tolerance: f64) -> u64 {
    // Exact: both are below 2^51 and floor <= x < floor + 1.
    let above = x - floor;
    (mask(above > tolerance) | mask(floor == 0.0)) & mask(1.0 - above > tolerance)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]
    use num_bigint::BigUint;

    use super::*;
    use crate::draw;
    use crate::floats::one_minus_exp;
    use crate::interval::{Arithmetic, Interval};
    use crate::layout::Draw;
    use crate::units::{Epsilon, Rate, Sensitivity};
    use crate::wide::Wide;

    const BITS: u64 = 320;
    /// Sensitivity and level: coarse to fine, and just beyond each edge of the digits.
    const CASES: [(u64, u64); 13] = [
        (1, 20_000_000),
        (1, 1_000_000),
        (7, 3_000_000),
        (1_000, 1_000_000),
        (131_071, 1_000_000),
        (131_073, 1_000_000),
        (20_000_000, 1_000_000),
        (8_589_934_591, 1_000_000),
        (8_589_934_595, 1_000_000),
        (1 << 40, 10_000_000),
        (1 << 40, 1_952),
        (1 << 40, 1_956),
        (1 << 40, 977),
    ];

    struct Law {
        wide: Wide,
        rate: Interval<BigUint>,
        q: Interval<BigUint>,
        rates: Rates,
    }

    fn laws() -> impl Iterator<Item = Law> {
        CASES.into_iter().map(|(steps, micro)| {
            let rate = Rate::new(
                Epsilon::new(micro).unwrap(),
                Sensitivity::new(steps).unwrap(),
            );
            let rate = rate.unwrap();
            let wide = Wide::new(BITS, BITS);
            let s = rate.numerator() as f64 / rate.denominator() as f64;
            let q = one_minus_exp(s);
            let digits = EDGES.iter().filter(|edge| q <= **edge).count();
            let rates = Rates {
                rate: [s; LANES],
                doubt: [MARGIN; LANES],
                digits: [digits as f64; LANES],
                certain: [u64::MAX; LANES],
            };
            let rate = wide.rate(rate);
            Law {
                q: wide.q(&rate),
                rate,
                wide,
                rates,
            }
        })
    }

    impl Law {
        fn digits(&self) -> usize {
            self.rates.digits[0] as usize
        }

        /// The geometric with these words, exactly (as far as 64 bits decide it) and in lanes.
        fn both(&self, draw: [u64; 8]) -> (Option<u64>, Option<u64>) {
            let exact = draw::geometric(&self.wide, &self.q, &self.rate, &Draw::of_words(draw));
            let mut words = [[0; LANES]; KEPT];
            for (number, word) in draw.iter().take(6).enumerate() {
                words[2 * number] = [*word as u32; LANES];
                words[2 * number + 1] = [(*word >> 32) as u32; LANES];
            }
            words[3] = [0; LANES];
            let (sizes, certain) = signed_geometric(&words, &self.rates, self.digits());
            let quick = (certain[5] != 0).then(|| sizes[5].unsigned_abs() - 1);
            (exact.unwrap(), quick)
        }

        /// `1 - exp(-s times 2^bits)`.
        fn reach(&self, times: u64, bits: usize) -> Interval<BigUint> {
            self.wide.q(&Interval {
                low: (&self.rate.low * times) << bits,
                high: (&self.rate.high * times) << bits,
            })
        }
    }

    /// Checks words close to a step and ever farther from it: what the lanes decide is right, and far from the step they decide.
    fn around(law: &Law, number: usize, step: u64, decided: &mut [u32; 2]) {
        for power in 0..50 {
            for word in [
                step.checked_sub(1 << power),
                step.checked_add(1 << power),
                Some(step),
            ] {
                let Some(word) = word else { continue };
                let mut draw = [0x7654_3210_89ab_cdef; 8];
                draw[number] = word;
                let (exact, quick) = law.both(draw);
                if let Some(quick) = quick {
                    assert_eq!(Some(quick), exact, "word {number} = {word:x}");
                    decided[usize::from(power > 40)] += 1;
                }
            }
        }
    }

    #[test]
    fn words_at_the_steps_of_the_high_part_are_decided_rightly_or_not_at_all() {
        let mut decided = [0; 2];
        for law in laws() {
            let bits = 16 * law.digits();
            for h in [1, 2, 3, 10, 1_000, 65_536, 1 << 20] {
                let word = u64::try_from((law.wide.one() - law.reach(h, bits).low) >> (BITS - 64));
                let word = word.unwrap();
                if word > 1 << 43 {
                    around(&law, 2, word, &mut decided);
                }
            }
        }
        // Close to a step nearly nothing is decided; far from it nearly everything.
        assert!(decided[1] > 300, "{decided:?}");
    }

    #[test]
    fn words_at_the_steps_of_the_low_digits_are_decided_rightly_or_not_at_all() {
        let mut decided = [0; 2];
        for law in laws() {
            for digit in 0..law.digits() {
                let all = law.reach(1, 16 * (digit + 1));
                for l in [1, 2, 3, 255, 256, 30_000, 65_534, 65_535] {
                    let below = law.reach(l, 16 * digit);
                    let word = u64::try_from(((below.low << BITS) / &all.high) >> (BITS - 64));
                    around(&law, 3 + digit, word.unwrap(), &mut decided);
                }
            }
        }
        assert!(decided[1] > 1_000, "{decided:?}");
    }

    /// The bound on a size, and that nothing overflows on the way there.
    #[test]
    fn the_largest_decided_jump_stays_below_2_to_the_55() {
        let mut largest = 0;
        for law in laws() {
            for word in [1 << 42, (1 << 42) + 12_345, 1 << 43, u64::MAX] {
                for low in [1 << 20, u64::MAX - (1 << 40)] {
                    let (exact, quick) = law.both([word, 0, word, low, low, low, 0, 0]);
                    if let Some(quick) = quick {
                        assert_eq!(Some(quick), exact);
                        largest = largest.max(quick);
                    }
                }
            }
        }
        assert!((1 << 53..1 << 55).contains(&largest), "{largest}");
    }
}
