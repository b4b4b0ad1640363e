//! Exact evaluation of single coordinates, with as many bits as it takes.

pub(crate) mod draw;

use std::cell::OnceCell;

use crate::params::Error;
use crate::params::Rate;
use crate::precision::{Interval, MAX_BITS, Precision};
use crate::seed::Seed;
use crate::spec::layout::Stream;
use draw::Top;

/// Bits of the first evaluation: the 64 of each uniform's word, and one refinement. Fewer would
/// leave the rate of a geometric too coarse; these are enough for all but one draw in 2^50.
const FIRST_BITS: u64 = 128;

/// Seeds and top rate from which a coordinate is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The rate at the top; `None` from the exact value.
    pub(crate) top: Option<Rate>,
    /// `None` where the start is not drawn: from the exact value, and of a sealed path.
    pub(crate) top_seed: Option<&'a Seed>,
    pub(crate) jump_seed: &'a Seed,
}

/// Constants of an evaluation at one level, with one number of bits.
pub(crate) struct Constants {
    precision: Precision,
    top: Option<Top>,
    /// `Q_0`.
    start: Interval,
    /// 1 - exp(-ε/D).
    level: Interval,
}

/// Exact evaluation at one level; the constants are computed when first needed.
pub(crate) struct Exact<'a> {
    source: Source<'a>,
    level: Rate,
    first: OnceCell<Constants>,
}

impl<'a> Exact<'a> {
    pub(crate) fn new(source: Source<'a>, level: Rate) -> Exact<'a> {
        Exact {
            source,
            level,
            first: OnceCell::new(),
        }
    }

    /// Returns N(ε) of one coordinate.
    pub(crate) fn coordinate(&self, coordinate: u64) -> Result<i64, Error> {
        let constants = || self.source.constants(self.level, FIRST_BITS);
        let first = self.first.get_or_init(constants);
        match self
            .source
            .evaluate(first, coordinate, words(FIRST_BITS)?)?
        {
            Some(noise) => Ok(noise),
            None => self.source.refine(self.level, coordinate, 2 * FIRST_BITS),
        }
    }
}

/// Returns the refinements of each uniform that hold `bits` bits together with its word.
fn words(bits: u64) -> Result<usize, Error> {
    let words = usize::try_from(bits.div_ceil(64)).map_err(|_| Error::StreamExhausted)?;
    Ok(words - 1)
}

impl Source<'_> {
    /// Returns the constants at `level`, with `bits` fractional bits and as many of each uniform.
    fn constants(&self, level: Rate, bits: u64) -> Constants {
        let precision = Precision::new(bits, bits);
        let top = self.top.map(|rate| Top::new(&precision, rate));
        let start = match &top {
            Some(top) => top.q.clone(),
            None => Interval::exactly(precision.one()),
        };
        let level = precision.rate(level).one_minus_exp(&precision);
        Constants {
            precision,
            top,
            start,
            level,
        }
    }

    /// Returns N(ε) of one coordinate, evaluated with `bits` bits, and twice as many until decided.
    fn refine(&self, level: Rate, coordinate: u64, mut bits: u64) -> Result<i64, Error> {
        while bits <= MAX_BITS {
            let constants = self.constants(level, bits);
            if let Some(noise) = self.evaluate(&constants, coordinate, words(bits)?)? {
                return Ok(noise);
            }
            bits *= 2;
        }
        Err(Error::StreamExhausted)
    }

    /// Returns N(ε) of one coordinate, or `None` if these bits do not decide it.
    fn evaluate(
        &self,
        constants: &Constants,
        coordinate: u64,
        refinements: usize,
    ) -> Result<Option<i64>, Error> {
        let precision = &constants.precision;
        let mut noise = 0_i64;
        if let (Some(seed), Some(top)) = (self.top_seed, &constants.top) {
            let draw = Stream::new(seed, coordinate).draw(0, refinements)?;
            match draw::top(precision, top, &draw)? {
                Some(start) => noise = start,
                None => return Ok(None),
            }
        }
        let mut stream = Stream::new(self.jump_seed, coordinate);
        let mut q = constants.start.clone();
        for index in 0.. {
            let draw = stream.draw(index, refinements)?;
            q = draw::descend(precision, &q, &draw);
            match q.exceeds(&constants.level) {
                Some(true) => {}
                Some(false) => return Ok(Some(noise)),
                None => return Ok(None),
            }
            match draw::jump(precision, &q, &draw)? {
                Some(size) => noise = noise.checked_add(size).ok_or(Error::Overflow)?,
                None => return Ok(None),
            }
        }
        Err(Error::StreamExhausted)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::laplace::path::Path;
    use crate::params::{Epsilon, Sensitivity};

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
            0 => Path::without_top(sensitivity, jump_seed),
            top => {
                let top = Epsilon::from_micro(top).unwrap();
                Path::with_top(sensitivity, top, Seed::from_bytes([200; 32]), jump_seed).unwrap()
            }
        };
        let rate = Rate::new(Epsilon::from_micro(level).unwrap(), sensitivity).unwrap();
        (path, rate)
    }

    /// Few bits at first, so that decisions fail and are refined: the answer must not depend on
    /// where one starts.
    #[test]
    fn refinement_does_not_change_the_answer() {
        let mut undecided = 0;
        for index in 0..CASES.len() {
            let (path, rate) = case(index);
            let source = path.source();
            for coordinate in 0..40 {
                let expected = Exact::new(source, rate).coordinate(coordinate).unwrap();
                for bits in [1, 7, 24, 60, 100] {
                    let few = source.constants(rate, bits);
                    match source.evaluate(&few, coordinate, usize::from(bits > 64)) {
                        Ok(Some(noise)) => assert_eq!(noise, expected),
                        Ok(None) => undecided += 1,
                        Err(error) => panic!("{error}"),
                    }
                    assert_eq!(source.refine(rate, coordinate, bits), Ok(expected));
                }
            }
        }
        assert!(undecided > 1_000, "only {undecided} evaluations fell short");
    }

    /// The first number of bits decides, and as more bits do.
    #[test]
    fn the_first_bits_decide_what_more_bits_decide() {
        for (index, parameters) in CASES.iter().enumerate() {
            let (path, rate) = case(index);
            let source = path.source();
            let first = source.constants(rate, FIRST_BITS);
            let more = source.constants(rate, 3 * FIRST_BITS);
            for coordinate in 0..150 {
                let exact = source.evaluate(&more, coordinate, 5).unwrap();
                assert!(exact.is_some());
                assert_eq!(
                    source.evaluate(&first, coordinate, 1).unwrap(),
                    exact,
                    "{parameters:?}, coordinate {coordinate}"
                );
            }
        }
    }
}
