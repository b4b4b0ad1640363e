//! Draws of 16 lanes at once in certified floats: the arithmetic that decides all but a few in a
//! million draws.
//!
//! Each function below computes what [`draw`](crate::laplace::reference::draw) computes, with a
//! bound on its error, and says of each lane whether the bound leaves one answer only. Where it
//! does not, the coordinate is evaluated exactly (see [`reference`](crate::laplace::reference)) from
//! its start; nothing is redrawn. So the answer is theirs on every draw.
//!
//! # Margins
//!
//! Capital letters are the exact reals, small letters the floats; `u = 2^-53`. Every tolerance is
//! at least twice what is shown here.
//!
//! **Height.** `Q_j = Q_0 sqrt(U_1 ... U_j)`. Each factor is off by at most `2^-43 + 3 u`, `q_0` by
//! 2^-46: `q_j` by less than `e_j / 1.9`, `e_j = (j + 1) 2^-42`. It is compared with levels (good
//! to 2^-46) and powers of two, with a tolerance of `2 e_j q_j`.
//!
//! **Rate.** `S = -ln(1 - Q)`. As `dS/dQ = 1/(1 - Q)` and `S >= Q`, an error of e in Q is at most
//! `1.01 e/(1 - q)` in S, all relatively, as long as `1 - q >= 2^-20`, for `e <= 2^-34` (j is at
//! most [`MOST_JUMPS`]). The logarithm itself is good to 2^-45. So s is good to half of
//! `d = 2 e_j/(1 - q) + 2^-44`. The top rate is a quotient of integers, good to 3 u, and has d =
//! 2^-44.
//!
//! **Digits.** See [`inverse`](crate::laplace::simd::inverse), with this d.
//!
//! **Zero test.** `U < (1 - a)/(1 + a) = Q/(2 - Q)`, good to 2^-44; U is good to `2^-64 + u`
//! absolutely. The tolerance is 2^-42.
//!
//! **Size.** `s > 2^-51` and `x s B^k <= 15.3` make a jump smaller than
//! `15.3 * 2^51 + 2^48 + 1 < 2^55`; 200 of them and the start stay below 2^63.

use zeroize::Zeroize;

use crate::laplace::simd::chacha::{self, KEPT, Key, LANES, Places, Words};
use crate::laplace::simd::float::{self, MARGIN, exp2_neg, neg_ln_one_minus, of_word, power};
use crate::laplace::simd::inverse::{self, BASE, LEAST, UNIT, mask};
use crate::spec::layout::DIGIT_EDGES;

/// More jumps than this are left to exact evaluation. From the exact value down to a rate of 2^-50
/// there are 69 on average.
pub(crate) const MOST_JUMPS: f64 = 199.0;
/// Tolerance of the zero test.
const TIE: f64 = power(-42);
/// `2 e_j` is this times j + 1.
const TWICE_ERROR: f64 = power(-41);
/// The smallest `1 - q` that is decided here.
const REST: f64 = power(-20);
/// Heights at and below which a geometric has one, two, three low digits.
pub(crate) const EDGES: [f64; 3] = [
    exp2_neg(DIGIT_EDGES[0]),
    exp2_neg(DIGIT_EDGES[1]),
    exp2_neg(DIGIT_EDGES[2]),
];

/// State of a lane after a step: it goes on.
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
    /// Value at the higher level of a pair.
    pub(crate) high: f64,
    /// Value at the level, or at the lower level of a pair.
    pub(crate) low: f64,
    /// The most low digits that any jump above `low` has.
    pub(crate) digits: usize,
}

/// Constants of the top draw.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    /// P(N = 0), good to 2^-44.
    pub(crate) zero: f64,
    /// s, good to 3 u.
    pub(crate) rate: f64,
    /// Number of low digits of the geometric.
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
    /// Index among the coordinates.
    pub(crate) index: [usize; LANES],
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

    /// Moves the coordinate of one lane (numbered through the groups) to another, as it stands
    /// after a step.
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

    /// Evaluates `N_top` of coordinates `first ..`, one a lane, into `low`; `state` says whether it
    /// is decided.
    #[inline(always)]
    pub(crate) fn top<const FUSED: bool>(&mut self, key: &Key, start: &Start, first: u64) {
        for (lane, coordinate) in (0..LANES).zip(first..) {
            self.places.set(lane, 0, coordinate);
        }
        chacha::blocks(key, &self.places, &mut self.words);
        self.draw_top::<FUSED>(start);
    }

    /// Evaluates `N_top` of each lane, from its words.
    #[inline(always)]
    fn draw_top<const FUSED: bool>(&mut self, start: &Start) {
        let rates = Rates {
            rate: [start.rate; LANES],
            doubt: [MARGIN; LANES],
            // Their number is at most 3.
            digits: [[0.0, 1.0, 2.0, 3.0][start.digits.min(3)]; LANES],
            certain: [u64::MAX; LANES],
        };
        let (sizes, certain) = signed_geometric::<FUSED>(&self.words, &rates, start.digits);
        let uniform = uniforms(&self.words, 0);
        for lane in 0..LANES {
            let beyond = uniform[lane] * UNIT - start.zero;
            let zero = mask(-beyond > TIE);
            let other = mask(beyond > TIE) & certain[lane];
            self.low[lane] = sizes[lane] & other.cast_signed();
            self.state[lane] = !(zero | other) & UNDECIDED;
        }
    }

    /// Makes one jump of each lane.
    #[inline(always)]
    pub(crate) fn step<const PAIR: bool, const FUSED: bool>(
        &mut self,
        key: &Key,
        heights: &Heights,
    ) {
        chacha::blocks(key, &self.places, &mut self.words);
        self.jump::<PAIR, FUSED>(heights);
        self.places.advance();
    }

    /// Makes one jump of each lane, from its words.
    #[inline(always)]
    fn jump<const PAIR: bool, const FUSED: bool>(&mut self, heights: &Heights) {
        let next = self.next;
        let uniform = uniforms(&self.words, 0);
        let q = heights_below(&self.q, &uniform);
        let rates = rates::<FUSED>(&q, &next);
        let (sizes, certain) = signed_geometric::<FUSED>(&self.words, &rates, heights.digits);
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
    }
}

/// Returns Uniform number `number` (as the layout counts words) of each lane, times 2^64.
#[inline(always)]
fn uniforms(words: &Words, number: usize) -> [f64; LANES] {
    let (low, high) = (&words[2 * number], &words[2 * number + 1]);
    std::array::from_fn(|lane| of_word(low[lane], high[lane]))
}

/// Returns `Q_j`, from `Q_(j-1)` and `2^64 U_j`.
#[inline(always)]
fn heights_below(q: &[f64; LANES], uniform: &[f64; LANES]) -> [f64; LANES] {
    let mut below = [0.0; LANES];
    for lane in 0..LANES {
        below[lane] = q[lane] * (uniform[lane] * UNIT).sqrt();
    }
    below
}

/// Returns whether q lies above `level` (all ones), and whether that is certain.
#[inline(always)]
fn compare(q: f64, level: f64, tolerance: f64) -> (u64, u64) {
    let over = q - level;
    let above = mask(over > tolerance);
    (above, above | mask(-over > tolerance))
}

/// The rate of each lane's geometric, the bound d on its relative error, how many low digits it
/// has, and whether these are certain (all ones).
struct Rates {
    rate: [f64; LANES],
    doubt: [f64; LANES],
    digits: [f64; LANES],
    certain: [u64; LANES],
}

/// Returns the rates at these heights, `next` being j + 1.
#[inline(always)]
fn rates<const FUSED: bool>(q: &[f64; LANES], next: &[f64; LANES]) -> Rates {
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
        let (rate, rest) = neg_ln_one_minus::<FUSED>(q);
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

/// Returns 1 if `q <= edge`, else 0; and whether that is certain.
#[inline(always)]
fn at_most(q: f64, edge: f64, tolerance: f64) -> (f64, u64) {
    let count = if q <= edge { 1.0 } else { 0.0 };
    (count, mask((q - edge).abs() > tolerance))
}

/// Returns `sign * (1 + Geom)` of each lane, with at most `most` low digits, and whether it is
/// certain (all ones).
#[inline(always)]
fn signed_geometric<const FUSED: bool>(
    words: &Words,
    rates: &Rates,
    most: usize,
) -> ([i64; LANES], [u64; LANES]) {
    let (mut geometric, mut certain) = high_part::<FUSED>(&uniforms(words, 2), rates);
    for digit in 0..most.min(3) {
        let (part, sure) = low_digit::<FUSED>(&uniforms(words, 3 + digit), rates, digit);
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

/// Returns `H B^k`.
#[inline(always)]
fn high_part<const FUSED: bool>(
    uniform: &[f64; LANES],
    rates: &Rates,
) -> ([u64; LANES], [u64; LANES]) {
    let (mut parts, mut certain) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let digits = rates.digits[lane];
        // k times 16 and B^k, without a table.
        let shift =
            (mask(digits > 0.0) & 16) + (mask(digits > 1.0) & 16) + (mask(digits > 2.0) & 16);
        let scaled = rates.rate[lane] * f64::from_bits((1023 + shift) << 52);
        let (floor, sure) = inverse::high::<FUSED>(uniform[lane], scaled, rates.doubt[lane]);
        certain[lane] = rates.certain[lane] & sure;
        parts[lane] = float::integer(floor) << shift;
    }
    (parts, certain)
}

/// Returns `L_i B^i`, where the geometric has a digit i; else 0, certainly.
#[inline(always)]
fn low_digit<const FUSED: bool>(
    uniform: &[f64; LANES],
    rates: &Rates,
    digit: usize,
) -> ([u64; LANES], [u64; LANES]) {
    let (scale, before, shift) = [
        (BASE, 0.0, 0),
        (BASE * BASE, 1.0, 16),
        (BASE * BASE * BASE, 2.0, 32),
    ][digit];
    let (mut parts, mut certain) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let r = rates.rate[lane] * scale;
        let (floor, sure) = inverse::low::<FUSED>(uniform[lane], r, rates.doubt[lane]);
        let wanted = mask(rates.digits[lane] > before);
        certain[lane] = sure | !wanted;
        parts[lane] = (float::integer(floor) << shift) & wanted;
    }
    (parts, certain)
}

#[cfg(test)]
mod tests;
