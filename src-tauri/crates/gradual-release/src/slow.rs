//! The slow path: one coordinate in one of the two integer arithmetics, with as many bits as it takes.

use std::cell::OnceCell;

use crate::draw::{self, Top};
use crate::error::Error;
use crate::interval::{Arithmetic, Interval};
use crate::layout::Stream;
use crate::narrow::Narrow;
use crate::seed::Seed;
use crate::units::Rate;
use crate::wide::{MAX_BITS, Wide};

/// What a path is made of.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    /// The rate at the top; `None` from the exact value.
    pub(crate) top: Option<Rate>,
    /// `None` where the start is not drawn: from the exact value, and of a sealed path.
    pub(crate) top_seed: Option<&'a Seed>,
    pub(crate) jump_seed: &'a Seed,
}

/// What one reading at one level needs to know, in one arithmetic.
pub(crate) struct Reading<A: Arithmetic> {
    arithmetic: A,
    top: Option<Top<A::Point>>,
    /// `Q_0`.
    start: Interval<A::Point>,
    /// 1 - exp(-ε/D).
    level: Interval<A::Point>,
}

/// Which arithmetic decided a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Decided {
    FixedWidth,
    Arbitrary,
}

/// Readings of single coordinates at one level; the constants are computed when first needed.
pub(crate) struct Slow<'a> {
    source: Source<'a>,
    level: Rate,
    narrow: OnceCell<Reading<Narrow>>,
}

impl<'a> Slow<'a> {
    pub(crate) fn new(source: Source<'a>, level: Rate) -> Slow<'a> {
        Slow {
            source,
            level,
            narrow: OnceCell::new(),
        }
    }

    /// N(ε) of one coordinate: in fixed width, and where that does not decide, in as many bits as it takes.
    pub(crate) fn coordinate(&self, coordinate: u64) -> Result<(i64, Decided), Error> {
        let narrow = self.narrow.get_or_init(|| self.source.narrow(self.level));
        match self.source.evaluate(narrow, coordinate, 0)? {
            Some(noise) => Ok((noise, Decided::FixedWidth)),
            None => Ok((
                self.source.widening(self.level, coordinate, 256)?,
                Decided::Arbitrary,
            )),
        }
    }
}

impl Source<'_> {
    /// The constants of a reading at `level`, with `bits` fractional bits and as many of each uniform.
    pub(crate) fn wide(&self, level: Rate, bits: u64) -> Reading<Wide> {
        let wide = Wide::new(bits, bits);
        let top = self.top.map(|rate| {
            let rate = wide.rate(rate);
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
    pub(crate) fn narrow(&self, level: Rate) -> Reading<Narrow> {
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

    /// N(ε) of one coordinate, evaluated with `bits` bits, and twice as many until decided.
    pub(crate) fn widening(
        &self,
        level: Rate,
        coordinate: u64,
        mut bits: u64,
    ) -> Result<i64, Error> {
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
    pub(crate) fn evaluate<A: Arithmetic>(
        &self,
        reading: &Reading<A>,
        coordinate: u64,
        refinements: usize,
    ) -> Result<Option<i64>, Error> {
        let a = &reading.arithmetic;
        let mut noise = 0_i64;
        if let (Some(seed), Some(top)) = (self.top_seed, &reading.top) {
            let draw = Stream::new(seed, coordinate).draw(0, refinements)?;
            match draw::top(a, top, &draw)? {
                Some(start) => noise = start,
                None => return Ok(None),
            }
        }
        let mut stream = Stream::new(self.jump_seed, coordinate);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::path::Path;
    use crate::units::{Epsilon, Sensitivity};

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
        let rate = Rate::new(Epsilon::new(level).unwrap(), sensitivity).unwrap();
        (path, rate)
    }

    #[test]
    fn fixed_width_and_arbitrary_precision_agree_on_every_draw() {
        for (index, parameters) in CASES.iter().enumerate() {
            let (path, rate) = case(index);
            let source = path.source();
            let narrow = source.narrow(rate);
            let wide = source.wide(rate, 128);
            for coordinate in 0..150 {
                let exact = source.evaluate(&wide, coordinate, 1).unwrap();
                assert!(exact.is_some());
                assert_eq!(
                    source.evaluate(&narrow, coordinate, 0).unwrap(),
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
            let source = path.source();
            for coordinate in 0..40 {
                let expected = Slow::new(source, rate).coordinate(coordinate).unwrap().0;
                for bits in [1, 7, 24, 60, 100] {
                    let few = source.wide(rate, bits);
                    match source.evaluate(&few, coordinate, usize::from(bits > 64)) {
                        Ok(Some(noise)) => assert_eq!(noise, expected),
                        Ok(None) => undecided += 1,
                        Err(error) => panic!("{error}"),
                    }
                    assert_eq!(source.widening(rate, coordinate, bits), Ok(expected));
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
            let source = path.source();
            let narrow = source.narrow(rate);
            for coordinate in 0..4_000 {
                draws += 1;
                if source.evaluate(&narrow, coordinate, 0).unwrap().is_none() {
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
