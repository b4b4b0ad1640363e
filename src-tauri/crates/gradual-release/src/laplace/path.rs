//! The path: one lazy Markov process of discrete Laplace noise per coordinate, read at any level.

use std::ops::Range;

use crate::laplace::reader::{Change, Reader};
use crate::laplace::reference::Source;
use crate::params::Error;
use crate::params::{Epsilon, Rate, Sensitivity};
use crate::progress::Progress;
use crate::seed::Seed;

/// Coordinates are numbered below this.
const COORDINATES: u64 = 1 << 63;

/// The noise of one vector at every level and coordinate: a pure function of two seeds.
///
/// N(ε) has the law `DLap(exp(-ε/D))`, and levels that are released together are as private as the
/// highest of them ([proof](crate::spec::theory)). Coordinates are independent of one another.
/// Nothing is drawn or remembered between readings, so order and repetition cannot matter.
///
/// The guarantee holds within one path. Sensitivity, top level and seeds belong together for as
/// long as anything of it is released: a path with the same seeds but another sensitivity or top
/// has other noise, which depends on this one in a way that no theorem covers. Draw new seeds, and
/// add up the ε, when either must change.
pub struct Path {
    pub(crate) jumps: Jumps,
    top_seed: Option<Seed>,
}

/// The jumps of a path below its top, without its start: what is left of a path after sealing
/// (Andersson, Pagh, Retschmeier and Nelson, arXiv 2505.22449, Appendix A.1).
///
/// The data holder computes the response y at the top level, keeps y and the jump seed, and erases
/// the data and the top seed. Every later release is `y + jumps`, the same numbers that the whole
/// path gives. It is post-processing of y, so an attacker who obtains all that is left learns what
/// the response at the top level tells, and no more. A sealed path cannot give the noise itself.
///
/// ```
/// use gradual_release::{Epsilon, Path, Seed, Sensitivity};
/// let (sensitivity, top) = (Sensitivity::new(100)?, Epsilon::from_micro(5_000_000)?);
/// let path = Path::with_top(
///     sensitivity,
///     top,
///     Seed::from_bytes([1; 32]),
///     Seed::from_bytes([2; 32]),
/// )?;
/// let low = "0.3".parse::<Epsilon>()?;
/// let expected = path.release(&[1_234], low)?;
///
/// let response = path.release(&[1_234], top)?;
/// let sealed = path.seal()?; // the top seed is erased
/// assert_eq!(sealed.release(&response, low)?, expected);
/// # Ok::<(), gradual_release::Error>(())
/// ```
pub struct SealedPath {
    pub(crate) jumps: Jumps,
}

/// State shared by both kinds of path.
pub(crate) struct Jumps {
    sensitivity: Sensitivity,
    top: Option<(Epsilon, Rate)>,
    seed: Seed,
}

impl Path {
    /// The version of the [word layout](crate::spec::layout). The same seeds and layout always give
    /// the same noise.
    pub const LAYOUT: &str = "poundwise-path-v1";

    /// Returns a path that starts from `DLap(exp(-top/D))` at the highest level that will ever be
    /// released.
    ///
    /// The start and the jumps have separate seeds, so that [`seal`](Path::seal) can erase the
    /// first once the response at the top is stored.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/top is 2^50 or more; [`Error::SameSeed`] if the seeds are
    /// equal.
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

    /// Returns a path without a top level: it starts from no noise at ε = infinity, and every
    /// supported level can be read.
    ///
    /// Such a path cannot be sealed: its jump seed tells the noise at every level.
    #[must_use]
    pub const fn without_top(sensitivity: Sensitivity, jump_seed: Seed) -> Path {
        Path {
            jumps: Jumps {
                sensitivity,
                top: None,
                seed: jump_seed,
            },
            top_seed: None,
        }
    }

    /// Erases the top seed, and returns what gives every lower level from the response at the top.
    ///
    /// # Errors
    /// [`Error::NoTop`] if the path has no top level.
    pub fn seal(self) -> Result<SealedPath, Error> {
        // The top seed is dropped, which overwrites it.
        match self.jumps.top {
            Some(_) => Ok(SealedPath { jumps: self.jumps }),
            None => Err(Error::NoTop),
        }
    }

    /// Returns the l1 sensitivity that the noise is scaled to.
    #[must_use]
    pub const fn sensitivity(&self) -> Sensitivity {
        self.jumps.sensitivity
    }

    /// Returns the highest level that can be read; `None` without a top.
    #[must_use]
    pub const fn top(&self) -> Option<Epsilon> {
        self.jumps.top()
    }

    /// Returns N(ε) of one coordinate, in lattice steps.
    ///
    /// # Errors
    /// [`Error::AboveTop`], [`Error::ScaleTooLarge`], [`Error::CoordinateTooLarge`];
    /// [`Error::Overflow`] and [`Error::StreamExhausted`] with the probabilities stated there.
    pub fn at(&self, coordinate: u64, epsilon: Epsilon) -> Result<i64, Error> {
        let rate = self.jumps.level(epsilon)?;
        check_last(coordinate)?;
        Reader::new(self.source(), rate, None).at(coordinate)
    }

    /// Returns N(ε) of a range of coordinates, in lattice steps: noise alone, for data that is
    /// added elsewhere. The numbers are those of [`at`](Path::at).
    ///
    /// With the feature `rayon`, many coordinates are read in parallel on its current pool. Beyond
    /// the result, memory does not grow with their number.
    ///
    /// # Errors
    /// As [`Path::at`]; [`Error::TooMany`] if memory does not suffice.
    pub fn read(&self, coordinates: Range<u64>, epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        self.read_with(coordinates, epsilon, &Progress::silent())
    }

    /// Reads as [`Path::read`] does, with a progress callback and cancellation.
    ///
    /// # Errors
    /// As [`Path::read`], and [`Error::Cancelled`].
    pub fn read_with(
        &self,
        coordinates: Range<u64>,
        epsilon: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        self.jumps
            .read(self.source(), coordinates, epsilon, progress)
    }

    pub(crate) fn source(&self) -> Source<'_> {
        self.jumps.source(self.top_seed.as_ref())
    }
}

impl SealedPath {
    /// Returns the jumps of the path with this sensitivity, top and jump seed, where the top seed
    /// is already erased.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/top is 2^50 or more.
    pub fn new(
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

    /// Returns the l1 sensitivity that the noise is scaled to.
    #[must_use]
    pub const fn sensitivity(&self) -> Sensitivity {
        self.jumps.sensitivity
    }

    /// Returns `N(ε) - N(top)` of a range of coordinates, in lattice steps: to be added to the
    /// response at the top.
    ///
    /// # Errors
    /// As [`Path::read`].
    pub fn jumps(&self, coordinates: Range<u64>, epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        self.jumps_with(coordinates, epsilon, &Progress::silent())
    }

    /// Reads as [`SealedPath::jumps`] does, with a progress callback and cancellation.
    ///
    /// # Errors
    /// As [`Path::read_with`].
    pub fn jumps_with(
        &self,
        coordinates: Range<u64>,
        epsilon: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        self.jumps
            .read(self.source(), coordinates, epsilon, progress)
    }

    pub(crate) fn source(&self) -> Source<'_> {
        self.jumps.source(None)
    }
}

/// The readings of changes, of both kinds of path.
macro_rules! changes {
    ($type:ident, $(#[$doc:meta])+) => {
        impl $type {
            $(#[$doc])+
            pub fn changes(
                &self,
                coordinates: Range<u64>,
                from: Epsilon,
                to: Epsilon,
            ) -> Result<Vec<Change>, Error> {
                self.changes_with(coordinates, from, to, &Progress::silent())
            }

            /// Reads as [`changes`](Self::changes) does, with a progress callback and cancellation.
            ///
            /// # Errors
            /// As [`changes`](Self::changes), and [`Error::Cancelled`].
            pub fn changes_with(
                &self,
                coordinates: Range<u64>,
                from: Epsilon,
                to: Epsilon,
                progress: &Progress<'_>,
            ) -> Result<Vec<Change>, Error> {
                self.jumps
                    .changes(self.source(), coordinates, from, to, progress)
            }
        }
    };
}

changes!(
    Path,
    /// Returns the coordinates of a range whose noise differs between the levels `from` and `to`,
    /// in ascending order, each with its noise at `to`: what a holder of the response at `from`
    /// needs for `to`. Either level may be the higher one.
    ///
    /// ```
    /// use gradual_release::{Epsilon, Path, Seed, Sensitivity};
    /// let path = Path::without_top(Sensitivity::new(10)?, Seed::from_bytes([3; 32]));
    /// let (from, to) = (Epsilon::from_micro(1_000_000)?, Epsilon::from_micro(1_200_000)?);
    /// let mut held = path.read(0..1_000, from)?;
    /// let changes = path.changes(0..1_000, from, to)?;
    /// assert!(changes.len() < 400);
    /// for change in changes {
    ///     held[usize::try_from(change.coordinate).unwrap()] = change.noise;
    /// }
    /// assert_eq!(held, path.read(0..1_000, to)?);
    /// # Ok::<(), gradual_release::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Path::read`], for either level.
);

changes!(
    SealedPath,
    /// Returns the coordinates that [`Path::changes`] names, each with its `N(to) - N(top)`.
    ///
    /// # Errors
    /// As [`Path::changes`].
);

impl Jumps {
    pub(crate) const fn sensitivity(&self) -> Sensitivity {
        self.sensitivity
    }

    pub(crate) const fn top(&self) -> Option<Epsilon> {
        match self.top {
            Some((top, _)) => Some(top),
            None => None,
        }
    }

    /// Returns the rate of a level that can be read.
    pub(crate) fn level(&self, epsilon: Epsilon) -> Result<Rate, Error> {
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

    pub(crate) fn read(
        &self,
        source: Source<'_>,
        coordinates: Range<u64>,
        epsilon: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        let rate = self.level(epsilon)?;
        let count = count(&coordinates)?;
        Reader::new(source, rate, None).read(coordinates.start, count, progress)
    }

    fn changes(
        &self,
        source: Source<'_>,
        coordinates: Range<u64>,
        from: Epsilon,
        to: Epsilon,
        progress: &Progress<'_>,
    ) -> Result<Vec<Change>, Error> {
        let (start, end) = (self.level(from)?, self.level(to)?);
        let count = count(&coordinates)?;
        let (low, high) = if from <= to {
            (start, end)
        } else {
            (end, start)
        };
        let reader = Reader::new(source, low, Some(high));
        reader.changes(coordinates.start, count, from <= to, progress)
    }
}

/// Returns the number of coordinates of the range; 0 if it ends before it starts.
fn count(coordinates: &Range<u64>) -> Result<usize, Error> {
    let count = coordinates.end.saturating_sub(coordinates.start);
    // The last coordinate, or for an empty range the first.
    check_last(coordinates.start + count.saturating_sub(1))?;
    usize::try_from(count).map_err(|_| Error::TooMany { count })
}

fn check_last(coordinate: u64) -> Result<(), Error> {
    if coordinate < COORDINATES {
        Ok(())
    } else {
        Err(Error::CoordinateTooLarge { coordinate })
    }
}
