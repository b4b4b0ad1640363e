//! The path: one lazy Markov process of discrete Laplace noise per coordinate, read at any level.

use crate::error::Error;
use crate::params::{Epsilon, Rate, Sensitivity};
use crate::progress::Progress;
use crate::reader::Reader;
use crate::reference::Source;
use crate::seed::Seed;

/// Coordinates are numbered below this.
const COORDINATES: u64 = 1 << 63;

/// The noise of one listing at every level and coordinate: a pure function of two seeds.
///
/// N(ε) has the law `DLap(exp(-ε/D))`, and whatever levels are released together are as private as the highest of them.
/// Coordinates are independent of one another. Nothing is drawn or remembered between readings, so order and repetition cannot matter.
///
/// The promise holds within one path. Sensitivity, top level and seeds belong together for as long as anything of it is sold: a path with the
/// same seeds but another sensitivity or top has other noise, which depends on this one in a way that no theorem covers. Draw new seeds, and
/// add up the ε, when either must change.
pub struct Path {
    jumps: Jumps,
    top_seed: Option<Seed>,
}

/// The jumps of a path below its top, without its start: what is left of a path after sealing (APRN Appendix A.1).
///
/// The owner computes the response y at the top level, keeps y and the jump seed, and erases the data and the top seed. Every later sale is
/// `y + jumps`, the very numbers that the whole path would have given; and it is post-processing of y, so that even somebody who steals all that is
/// left gains the privacy loss of the top level and no more. A sealed path cannot give the noise itself.
///
/// ```
/// use gradual_release::{Epsilon, Path, SealedPath, Seed, Sensitivity};
/// let (sensitivity, top) = (Sensitivity::new(100)?, Epsilon::new(5_000_000)?);
/// let seed = |n| Seed::from_bytes([n; 32]);
/// let path = Path::with_top(sensitivity, top, seed(1), seed(2))?;
/// let y = 1_234 + path.at(0, top)?;
///
/// let sealed = Path::sealed(sensitivity, top, seed(2))?;
/// let low = Epsilon::new(300_000)?;
/// assert_eq!(y + sealed.jumps(0, 1, low)?[0], 1_234 + path.at(0, low)?);
/// # Ok::<(), gradual_release::Error>(())
/// ```
pub struct SealedPath {
    jumps: Jumps,
}

/// What both kinds of path have.
struct Jumps {
    sensitivity: Sensitivity,
    top: Option<(Epsilon, Rate)>,
    seed: Seed,
}

/// A coordinate whose noise is another one at another level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which coordinate.
    pub coordinate: u64,
    /// Its noise at the level moved to, in lattice steps.
    pub noise: i64,
}

/// How a reading was decided. The counts depend on the secret noise: they are for tests and measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Coordinates read.
    pub coordinates: u64,
    /// Draws evaluated in floats: one for the top, and one for each jump and for the first height below the level.
    pub draws: u64,
    /// Coordinates that floats left undecided, which were evaluated exactly.
    pub exact: u64,
}

impl Effort {
    pub(crate) fn plus(self, other: Effort) -> Effort {
        Effort {
            coordinates: self.coordinates + other.coordinates,
            draws: self.draws + other.draws,
            exact: self.exact + other.exact,
        }
    }
}

impl Path {
    /// The version of the word layout, see [`layout`](crate::spec::layout). The same seeds and layout give the same noise for ever.
    pub const LAYOUT: &str = "poundwise-path-v1";

    /// A path that starts from `DLap(exp(-top/D))` at the highest level that will ever be released.
    ///
    /// The start and the jumps have separate seeds, so that the first can be erased once the response at the top is
    /// stored, and lower levels sold from it (APRN Appendix A.1, [`SealedPath`]).
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/top is 2^50 or more; [`Error::SameSeed`] if the seeds are one.
    pub fn with_top(
        sensitivity: Sensitivity,
        top: Epsilon,
        top_seed: Seed,
        jump_seed: Seed,
    ) -> Result<Path, Error> {
        let rate = Rate::new(top, sensitivity)?;
        if top_seed.is(&jump_seed) {
            return Err(Error::SameSeed);
        }
        Ok(Path {
            jumps: Jumps {
                sensitivity,
                top: Some((top, rate)),
                seed: jump_seed,
            },
            top_seed: Some(top_seed),
        })
    }

    /// A path that starts from the exact value: no noise at ε = infinity.
    #[must_use]
    pub fn exact(sensitivity: Sensitivity, jump_seed: Seed) -> Path {
        Path {
            jumps: Jumps {
                sensitivity,
                top: None,
                seed: jump_seed,
            },
            top_seed: None,
        }
    }

    /// The jumps of the path with this sensitivity, top and jump seed; its top seed is not needed.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/top is 2^50 or more.
    pub fn sealed(
        sensitivity: Sensitivity,
        top: Epsilon,
        jump_seed: Seed,
    ) -> Result<SealedPath, Error> {
        Ok(SealedPath {
            jumps: Jumps {
                sensitivity,
                top: Some((top, Rate::new(top, sensitivity)?)),
                seed: jump_seed,
            },
        })
    }

    /// N(ε) of one coordinate, in lattice steps.
    ///
    /// # Errors
    /// [`Error::AboveTop`], [`Error::ScaleTooLarge`], [`Error::CoordinateTooLarge`]; [`Error::Overflow`] and [`Error::StreamExhausted`]
    /// with the probabilities stated there.
    pub fn at(&self, coordinate: u64, epsilon: Epsilon) -> Result<i64, Error> {
        let rate = self.jumps.level(epsilon)?;
        check_range(coordinate, 1)?;
        Reader::new(self.source(), rate, None).at(coordinate)
    }

    /// N(ε) of `count` coordinates from `first` on, in lattice steps; the same numbers as one by one.
    ///
    /// Many coordinates are read in parallel, on the current `rayon` pool. Beyond the result, memory does not grow with `count`.
    ///
    /// # Errors
    /// As [`Path::at`]; [`Error::TooMany`] when memory does not suffice.
    pub fn read(&self, first: u64, count: usize, epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        self.read_with(first, count, epsilon, &Progress::silent())
    }

    /// As [`Path::read`], telling how far it is, and stopping when asked to.
    ///
    /// # Errors
    /// As [`Path::read`], and [`Error::Cancelled`].
    pub fn read_with(
        &self,
        first: u64,
        count: usize,
        epsilon: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        Ok(self.measured(first, count, epsilon, progress)?.0)
    }

    /// As [`Path::read`], and how much work it was.
    ///
    /// # Errors
    /// As [`Path::read`].
    pub fn read_measured(
        &self,
        first: u64,
        count: usize,
        epsilon: Epsilon,
    ) -> Result<(Vec<i64>, Effort), Error> {
        self.measured(first, count, epsilon, &Progress::silent())
    }

    fn measured(
        &self,
        first: u64,
        count: usize,
        epsilon: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<(Vec<i64>, Effort), Error> {
        let rate = self.jumps.level(epsilon)?;
        check_count(first, count)?;
        Reader::new(self.source(), rate, None).read(first, count, progress)
    }

    /// What a holder of the level `from` needs for the level `to`: the coordinates, of `count` from `first` on, whose noise differs between the two, in ascending
    /// order, each with its noise at `to`. Usually `from < to`; the other way round is answered too.
    ///
    /// ```
    /// use gradual_release::{Epsilon, Path, Seed, Sensitivity};
    /// let path = Path::exact(Sensitivity::new(10)?, Seed::from_bytes([3; 32]));
    /// let (from, to) = (Epsilon::new(1_000_000)?, Epsilon::new(1_200_000)?);
    /// let mut held = path.read(0, 1_000, from)?;
    /// let changes = path.changes(from, to, 0, 1_000)?;
    /// assert!(changes.len() < 400);
    /// for change in changes {
    ///     held[usize::try_from(change.coordinate).unwrap()] = change.noise;
    /// }
    /// assert_eq!(held, path.read(0, 1_000, to)?);
    /// # Ok::<(), gradual_release::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Path::at`], for either level.
    pub fn changes(
        &self,
        from: Epsilon,
        to: Epsilon,
        first: u64,
        count: usize,
    ) -> Result<Vec<Change>, Error> {
        self.changes_with(from, to, first, count, &Progress::silent())
    }

    /// As [`Path::changes`], telling how far it is, and stopping when asked to.
    ///
    /// # Errors
    /// As [`Path::changes`], and [`Error::Cancelled`].
    pub fn changes_with(
        &self,
        from: Epsilon,
        to: Epsilon,
        first: u64,
        count: usize,
        progress: &Progress<'_>,
    ) -> Result<Vec<Change>, Error> {
        self.jumps
            .changes(self.source(), from, to, (first, count), progress)
    }

    pub(crate) fn source(&self) -> Source<'_> {
        self.jumps.source(self.top_seed.as_ref())
    }
}

impl SealedPath {
    /// `N(ε) - N(top)` of `count` coordinates from `first` on, in lattice steps: to be added to the response at the top.
    ///
    /// # Errors
    /// As [`Path::read`].
    pub fn jumps(&self, first: u64, count: usize, epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        self.jumps_with(first, count, epsilon, &Progress::silent())
    }

    /// As [`SealedPath::jumps`], telling how far it is, and stopping when asked to.
    ///
    /// # Errors
    /// As [`Path::read_with`].
    pub fn jumps_with(
        &self,
        first: u64,
        count: usize,
        epsilon: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        let rate = self.jumps.level(epsilon)?;
        check_count(first, count)?;
        let bulk = Reader::new(self.jumps.source(None), rate, None);
        Ok(bulk.read(first, count, progress)?.0)
    }

    /// The coordinates that [`Path::changes`] names, each with its `N(to) - N(top)`.
    ///
    /// # Errors
    /// As [`Path::changes_with`].
    pub fn changes(
        &self,
        from: Epsilon,
        to: Epsilon,
        first: u64,
        count: usize,
        progress: &Progress<'_>,
    ) -> Result<Vec<Change>, Error> {
        self.jumps
            .changes(self.jumps.source(None), from, to, (first, count), progress)
    }
}

impl Jumps {
    fn level(&self, epsilon: Epsilon) -> Result<Rate, Error> {
        match self.top {
            Some((top, _)) if epsilon > top => Err(Error::AboveTop { epsilon, top }),
            _ => Rate::new(epsilon, self.sensitivity),
        }
    }

    fn source<'a>(&'a self, top_seed: Option<&'a Seed>) -> Source<'a> {
        Source {
            top: self.top.map(|(_, rate)| rate),
            top_seed,
            jump_seed: &self.seed,
        }
    }

    fn changes(
        &self,
        source: Source<'_>,
        from: Epsilon,
        to: Epsilon,
        (first, count): (u64, usize),
        progress: &Progress<'_>,
    ) -> Result<Vec<Change>, Error> {
        let (start, end) = (self.level(from)?, self.level(to)?);
        check_count(first, count)?;
        let (low, high) = if from <= to {
            (start, end)
        } else {
            (end, start)
        };
        Reader::new(source, low, Some(high)).changes(first, count, from <= to, progress)
    }
}

fn check_count(first: u64, count: usize) -> Result<(), Error> {
    check_range(
        first,
        u64::try_from(count).map_err(|_| Error::TooMany { count })?,
    )
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
