//! The path: one lazy Markov process of discrete Laplace noise per coordinate, read at any level.

use crate::draw::{self, Top};
use crate::error::Error;
use crate::interval::{Arithmetic, Interval};
use crate::layout::Stream;
use crate::narrow::Narrow;
use crate::seed::Seed;
use crate::units::{Epsilon, Rate, Sensitivity};
use crate::wide::{MAX_BITS, Wide};

/// Coordinates are numbered below this.
const COORDINATES: u64 = 1 << 63;

/// The noise of one listing at every level and coordinate: a pure function of two seeds.
///
/// N(ε) has the law `DLap(exp(-ε/D))`, and whatever levels are released together are as private as the highest of them.
/// Coordinates are independent of one another. Nothing is drawn or remembered between readings, so order and repetition cannot matter.
pub struct Path {
    sensitivity: Sensitivity,
    top: Option<(Epsilon, Rate, Seed)>,
    jump_seed: Seed,
}

/// What one reading at one level needs to know, in one arithmetic.
struct Reading<A: Arithmetic> {
    arithmetic: A,
    top: Option<Top<A::Point>>,
    /// `Q_0`.
    start: Interval<A::Point>,
    /// 1 - exp(-ε/D).
    level: Interval<A::Point>,
}

impl Path {
    /// The version of the word layout, see [`layout`](crate::layout). The same seeds and layout give the same noise for ever.
    pub const LAYOUT: &str = "poundwise-path-v1";

    /// A path that starts from `DLap(exp(-top/D))` at the highest level that will ever be released.
    ///
    /// The start and the jumps have separate seeds, so that the first can be erased once the response at the top is
    /// stored, and lower levels sold from it (APRN Appendix A.1).
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/top is 2^50 or more.
    pub fn with_top(
        sensitivity: Sensitivity,
        top: Epsilon,
        top_seed: Seed,
        jump_seed: Seed,
    ) -> Result<Path, Error> {
        let rate = Rate::new(top, sensitivity)?;
        Ok(Path {
            sensitivity,
            top: Some((top, rate, top_seed)),
            jump_seed,
        })
    }

    /// A path that starts from the exact value: no noise at ε = infinity.
    #[must_use]
    pub fn exact(sensitivity: Sensitivity, jump_seed: Seed) -> Path {
        Path {
            sensitivity,
            top: None,
            jump_seed,
        }
    }

    /// N(ε) of one coordinate, in lattice steps.
    ///
    /// # Errors
    /// [`Error::AboveTop`], [`Error::ScaleTooLarge`], [`Error::CoordinateTooLarge`]; [`Error::Overflow`] and [`Error::StreamExhausted`]
    /// with the probabilities stated there.
    pub fn at(&self, coordinate: u64, epsilon: Epsilon) -> Result<i64, Error> {
        let rate = self.level(epsilon)?;
        check_range(coordinate, 1)?;
        self.coordinate(&self.narrow(rate), rate, coordinate)
    }

    /// N(ε) of `count` coordinates from `first` on, in lattice steps; the same numbers as one by one.
    ///
    /// # Errors
    /// As [`Path::at`]; [`Error::TooMany`] when memory does not suffice.
    pub fn read(&self, first: u64, count: usize, epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        let rate = self.level(epsilon)?;
        let length = u64::try_from(count).map_err(|_| Error::TooMany { count })?;
        check_range(first, length)?;
        let mut noise = Vec::new();
        noise
            .try_reserve_exact(count)
            .map_err(|_| Error::TooMany { count })?;
        let reading = self.narrow(rate);
        for coordinate in first..first + length {
            noise.push(self.coordinate(&reading, rate, coordinate)?);
        }
        Ok(noise)
    }

    fn level(&self, epsilon: Epsilon) -> Result<Rate, Error> {
        match self.top {
            Some((top, ..)) if epsilon > top => Err(Error::AboveTop { epsilon, top }),
            _ => Rate::new(epsilon, self.sensitivity),
        }
    }

    /// The constants of a reading at `level`, with `bits` fractional bits and as many of each uniform.
    fn wide(&self, level: Rate, bits: u64) -> Reading<Wide> {
        let wide = Wide::new(bits, bits);
        let top = self.top.as_ref().map(|(_, rate, _)| {
            let rate = wide.rate(*rate);
            let q = wide.q(&rate);
            let zero = wide.zero_probability(&q);
            Top { rate, q, zero }
        });
        let start = match &top {
            Some(top) => top.q.clone(),
            None => Interval::exactly(wide.one()),
        };
        let level = wide.q(&wide.rate(level));
        Reading {
            arithmetic: wide,
            top,
            start,
            level,
        }
    }

    /// The same constants in fixed width.
    fn narrow(&self, level: Rate) -> Reading<Narrow> {
        let wide = self.wide(level, 192);
        let enclose = |value: &_| Narrow::enclose(&wide.arithmetic, value);
        let arithmetic = Narrow::new();
        Reading {
            top: wide.top.as_ref().map(|top| Top {
                rate: enclose(&top.rate),
                q: enclose(&top.q),
                zero: enclose(&top.zero),
            }),
            start: match &wide.top {
                Some(top) => enclose(&top.q),
                None => Interval::exactly(arithmetic.one()),
            },
            level: enclose(&wide.level),
            arithmetic,
        }
    }

    /// N(ε) of one coordinate: in fixed width, and where that does not decide, in as many bits as it takes.
    fn coordinate(
        &self,
        reading: &Reading<Narrow>,
        level: Rate,
        coordinate: u64,
    ) -> Result<i64, Error> {
        match self.evaluate(reading, coordinate, 0)? {
            Some(noise) => Ok(noise),
            None => self.widening(level, coordinate, 256),
        }
    }

    /// N(ε) of one coordinate, evaluated with `bits` bits, and twice as many until decided.
    fn widening(&self, level: Rate, coordinate: u64, mut bits: u64) -> Result<i64, Error> {
        while bits <= MAX_BITS {
            let words = usize::try_from(bits.div_ceil(64)).map_err(|_| Error::StreamExhausted)?;
            let reading = self.wide(level, bits);
            if let Some(noise) = self.evaluate(&reading, coordinate, words - 1)? {
                return Ok(noise);
            }
            bits *= 2;
        }
        Err(Error::StreamExhausted)
    }

    /// N(ε) of one coordinate, or `None` if this arithmetic and this many bits of the uniforms do not decide it.
    fn evaluate<A: Arithmetic>(
        &self,
        reading: &Reading<A>,
        coordinate: u64,
        refinements: usize,
    ) -> Result<Option<i64>, Error> {
        let a = &reading.arithmetic;
        let mut noise = 0_i64;
        if let (Some((_, _, seed)), Some(top)) = (&self.top, &reading.top) {
            let draw = Stream::new(seed, coordinate).draw(0, refinements)?;
            match draw::top(a, top, &draw)? {
                Some(start) => noise = start,
                None => return Ok(None),
            }
        }
        let mut stream = Stream::new(&self.jump_seed, coordinate);
        let mut q = reading.start.clone();
        for index in 0.. {
            let draw = stream.draw(index, refinements)?;
            q = draw::descend(a, &q, &draw);
            match q.exceeds(&reading.level) {
                Some(true) => {}
                Some(false) => return Ok(Some(noise)),
                None => return Ok(None),
            }
            match draw::jump(a, &q, &draw)? {
                Some(size) => noise = noise.checked_add(size).ok_or(Error::Overflow)?,
                None => return Ok(None),
            }
        }
        Err(Error::StreamExhausted)
    }
}

fn check_range(first: u64, count: u64) -> Result<(), Error> {
    // The last coordinate, or for an empty range the first.
    match first.checked_add(count.saturating_sub(1)) {
        Some(last) if last < COORDINATES => Ok(()),
        Some(last) => Err(Error::CoordinateTooLarge { coordinate: last }),
        None => Err(Error::CoordinateTooLarge {
            coordinate: u64::MAX,
        }),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Sensitivity, top and level over the whole supported range; 0 stands for no top.
    const CASES: [(u64, u64, u64); 14] = [
        (1, 1_000_000, 1_000_000),
        (1, 64_000_000, 1),
        (1, 1 << 40, 1),
        (1, 0, 100),
        (3, 5_000_000, 100_000),
        (1_000, 10_000_000, 500_000),
        (65_536, 1_000_000, 499_999),
        (131_072, 1_000_000, 999_999),
        (20_000_000, 5_000_000, 100_000),
        (1_125_899_906, 1_000_000, 1),
        (10_000_000_000, 8_000_000, 10),
        (1 << 40, 64_000_000, 1_000),
        (1 << 40, 0, 977),
        (1 << 40, 1 << 40, 977),
    ];

    fn case(index: usize) -> (Path, Rate) {
        let (steps, top, level) = CASES[index];
        let sensitivity = Sensitivity::new(steps).unwrap();
        let number = u8::try_from(index).unwrap();
        let jump_seed = Seed::from_bytes([number + 1; 32]);
        let path = match top {
            0 => Path::exact(sensitivity, jump_seed),
            top => {
                let top = Epsilon::new(top).unwrap();
                Path::with_top(sensitivity, top, Seed::from_bytes([200; 32]), jump_seed).unwrap()
            }
        };
        let rate = path.level(Epsilon::new(level).unwrap()).unwrap();
        (path, rate)
    }

    #[test]
    fn fixed_width_and_arbitrary_precision_agree_on_every_draw() {
        for (index, parameters) in CASES.iter().enumerate() {
            let (path, rate) = case(index);
            let narrow = path.narrow(rate);
            let wide = path.wide(rate, 128);
            for coordinate in 0..150 {
                let exact = path.evaluate(&wide, coordinate, 1).unwrap();
                assert!(exact.is_some());
                assert_eq!(
                    path.evaluate(&narrow, coordinate, 0).unwrap(),
                    exact,
                    "{parameters:?}, coordinate {coordinate}"
                );
            }
        }
    }

    /// Few bits at first, so that decisions fail and are refined: the answer must not depend on where one starts.
    #[test]
    fn refinement_does_not_change_the_answer() {
        let mut undecided = 0;
        for index in 0..CASES.len() {
            let (path, rate) = case(index);
            let narrow = path.narrow(rate);
            for coordinate in 0..40 {
                let expected = path.coordinate(&narrow, rate, coordinate).unwrap();
                for bits in [1, 7, 24, 60, 100] {
                    let few = path.wide(rate, bits);
                    match path.evaluate(&few, coordinate, usize::from(bits > 64)) {
                        Ok(Some(noise)) => assert_eq!(noise, expected),
                        Ok(None) => undecided += 1,
                        Err(error) => panic!("{error}"),
                    }
                    assert_eq!(path.widening(rate, coordinate, bits), Ok(expected));
                }
            }
        }
        assert!(undecided > 1_000, "only {undecided} evaluations fell short");
    }

    #[test]
    fn fixed_width_hardly_ever_falls_short() {
        let mut draws = 0;
        let mut undecided = 0;
        for index in 0..CASES.len() {
            let (path, rate) = case(index);
            let narrow = path.narrow(rate);
            for coordinate in 0..4_000 {
                draws += 1;
                if path.evaluate(&narrow, coordinate, 0).unwrap().is_none() {
                    undecided += 1;
                }
            }
        }
        assert!(
            undecided * 10_000 < draws,
            "{undecided} of {draws} coordinates fell back"
        );
    }
}
