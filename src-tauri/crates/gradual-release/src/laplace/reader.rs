//! Readings of many coordinates: sixteen at once in floats, one by one where floats do not decide,
//! and in parallel.

use std::cell::OnceCell;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use crate::laplace::reference::{Exact, Source};
use crate::laplace::simd::chacha::Key;
use crate::laplace::simd::{self, Constants, Level};
use crate::params::Error;
use crate::params::Rate;
use crate::progress::Progress;

/// A coordinate whose noise differs between two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The number of the coordinate.
    pub coordinate: u64,
    /// Its noise at the level moved to, in lattice steps.
    pub noise: i64,
}

/// Coordinates that one task reads: a few hundred microseconds of work.
const PART: usize = 4096;

/// A reading at one level, or at a pair of levels.
pub(crate) struct Reader<'a> {
    source: Source<'a>,
    top_key: Option<Key>,
    jump_key: Key,
    constants: Option<Constants>,
    low: Rate,
    /// The higher level of a pair.
    high: Option<Rate>,
}

/// State of one task beside the reading.
struct Task<'a> {
    low: OnceCell<Exact<'a>>,
    high: OnceCell<Exact<'a>>,
    undecided: Vec<usize>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(source: Source<'a>, low: Rate, high: Option<Rate>) -> Reader<'a> {
        let draw_top = source.top_seed.is_some();
        Reader {
            source,
            top_key: source.top_seed.map(Key::new),
            jump_key: Key::new(source.jump_seed),
            constants: Constants::new(source.top, draw_top, high.unwrap_or(low), low),
            low,
            high,
        }
    }

    fn task(&self) -> Task<'a> {
        Task {
            low: OnceCell::new(),
            high: OnceCell::new(),
            undecided: Vec::new(),
        }
    }

    /// Reads the coordinates `first ..` into `low`, and at the higher level of a pair into `high`,
    /// which is as long or empty.
    fn part(
        &self,
        task: &mut Task<'a>,
        first: u64,
        low: &mut [i64],
        high: &mut [i64],
    ) -> Result<(), Error> {
        task.undecided.clear();
        match &self.constants {
            Some(constants) => {
                let keys = (self.top_key.as_ref(), &self.jump_key);
                let undecided = &mut task.undecided;
                simd::evaluate(Level::new(), keys, constants, first, low, high, undecided);
            }
            None => task.undecided.extend(0..low.len()),
        }
        for place in &task.undecided {
            let coordinate = first + *place as u64;
            let exact = task.low.get_or_init(|| Exact::new(self.source, self.low));
            low[*place] = exact.coordinate(coordinate)?;
            if let (Some(level), Some(value)) = (self.high, high.get_mut(*place)) {
                let exact = task.high.get_or_init(|| Exact::new(self.source, level));
                *value = exact.coordinate(coordinate)?;
            }
        }
        Ok(())
    }

    /// Returns one coordinate.
    pub(crate) fn at(&self, coordinate: u64) -> Result<i64, Error> {
        let mut noise = [0];
        self.part(&mut self.task(), coordinate, &mut noise, &mut [])?;
        Ok(noise[0])
    }

    /// Returns the noise of `count` coordinates, in parallel where there are many.
    pub(crate) fn read(
        &self,
        first: u64,
        count: usize,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        let mut noise = Vec::new();
        noise.try_reserve_exact(count).map_err(|_| Error::TooMany {
            count: count as u64,
        })?;
        noise.resize(count, 0);
        let counter = progress.counter(count as u64);
        let work = |task: &mut Task<'a>, number: usize, values: &mut [i64]| {
            if counter.is_cancelled() {
                return Err(Error::Cancelled);
            }
            self.part(task, first + (number * PART) as u64, values, &mut [])?;
            counter.add(values.len() as u64);
            Ok(())
        };
        #[cfg(feature = "rayon")]
        if count > 2 * PART {
            let parts = noise.par_chunks_mut(PART).enumerate();
            parts.try_for_each(|(number, values)| work(&mut self.task(), number, values))?;
            return Ok(noise);
        }
        let mut task = self.task();
        for (number, values) in noise.chunks_mut(PART).enumerate() {
            work(&mut task, number, values)?;
        }
        Ok(noise)
    }

    /// Returns the coordinates whose noise differs between the two levels of a pair, in ascending
    /// order, each with its noise at the higher or the lower one.
    pub(crate) fn changes(
        &self,
        first: u64,
        count: usize,
        at_high: bool,
        progress: &Progress<'_>,
    ) -> Result<Vec<Change>, Error> {
        let counter = progress.counter(count as u64);
        let part = |number: usize| {
            if counter.is_cancelled() {
                return Err(Error::Cancelled);
            }
            let begin = number * PART;
            let length = PART.min(count - begin);
            let start = first + begin as u64;
            let (mut low, mut high) = (vec![0; length], vec![0; length]);
            self.part(&mut self.task(), start, &mut low, &mut high)?;
            counter.add(length as u64);
            let pairs = (start..).zip(low.into_iter().zip(high));
            let changes = pairs.filter(|(_, (low, high))| low != high);
            let changes = changes.map(|(coordinate, (low, high))| Change {
                coordinate,
                noise: if at_high { high } else { low },
            });
            Ok(changes.collect::<Vec<Change>>())
        };
        let parts = count.div_ceil(PART);
        #[cfg(feature = "rayon")]
        if parts > 2 {
            let lists: Result<Vec<_>, Error> = (0..parts).into_par_iter().map(part).collect();
            return Ok(lists?.concat());
        }
        let lists: Result<Vec<_>, Error> = (0..parts).map(part).collect();
        Ok(lists?.concat())
    }
}
