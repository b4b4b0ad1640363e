//! Data plus noise, and what it costs.

use zeroize::Zeroize;

use crate::laplace::path::{Jumps, Path, SealedPath};
use crate::laplace::reference::Source;
use crate::params::Error;
use crate::params::{Epsilon, Sensitivity};
use crate::progress::Progress;

impl Path {
    /// Returns the response at a level: `data[i] + N(ε)` with the noise of coordinate i, in lattice
    /// steps.
    ///
    /// The path belongs to this one vector. For another vector, or for coordinates that do not
    /// start at 0, use a path of its own, or [`read`](Path::read).
    ///
    /// # Errors
    /// As [`Path::read`]; [`Error::ResponseOverflow`] if a sum leaves the range of an `i64`. That
    /// error is a function of the exact sums, so it tells no more than the response.
    pub fn release(&self, data: &[i64], epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        self.jumps.add(self.source(), data, epsilon)
    }

    /// Returns the privacy map: the ε of all levels in `levels` together, for vectors that are at
    /// most `distance` apart in l1 distance.
    ///
    /// It is `max(levels) distance/D`, rounded up to a millionth: `max(levels)` for neighbouring
    /// vectors, whose distance is the sensitivity, and proportionally more for a group of privacy
    /// units. [`Privacy`](crate::spec::theory#privacy) has the proof.
    ///
    /// ```
    /// use gradual_release::{Epsilon, Path, Seed, Sensitivity};
    /// let path = Path::without_top(Sensitivity::new(3)?, Seed::from_bytes([1; 32]));
    /// let levels = ["0.5", "2", "1"].map(|level| level.parse::<Epsilon>().unwrap());
    /// let loss = |distance| path.privacy_map(Sensitivity::new(distance)?, &levels);
    /// assert_eq!(loss(3)?, Some("2".parse()?));
    /// assert_eq!(loss(6)?, Some("4".parse()?));
    /// assert_eq!(path.privacy_map(Sensitivity::new(3)?, &[])?, None);
    /// # Ok::<(), gradual_release::Error>(())
    /// ```
    ///
    /// Returns `None` if there are no levels: nothing is released.
    ///
    /// # Errors
    /// [`Error::AboveTop`] and [`Error::ScaleTooLarge`] for a level that the path does not have;
    /// [`Error::EpsilonTooLarge`] if the result is above [`Epsilon::MAX`].
    pub fn privacy_map(
        &self,
        distance: Sensitivity,
        levels: &[Epsilon],
    ) -> Result<Option<Epsilon>, Error> {
        for level in levels {
            self.jumps.level(*level)?;
        }
        let Some(highest) = levels.iter().max() else {
            return Ok(None);
        };
        let product = u128::from(highest.micro()) * u128::from(distance.get());
        let micro = product.div_ceil(u128::from(self.jumps.sensitivity().get()));
        // At most 2^80: what is above 64 bits is above the largest level, too.
        Epsilon::from_micro(u64::try_from(micro).unwrap_or(u64::MAX)).map(Some)
    }
}

impl SealedPath {
    /// Returns the response at a level, given the response of all coordinates at the top, in
    /// lattice steps: what [`Path::release`] returns for the erased data.
    ///
    /// # Errors
    /// As [`Path::release`].
    pub fn release(&self, top_response: &[i64], epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        self.jumps.add(self.source(), top_response, epsilon)
    }
}

impl Jumps {
    fn add(&self, source: Source<'_>, data: &[i64], epsilon: Epsilon) -> Result<Vec<i64>, Error> {
        let coordinates = 0..data.len() as u64;
        let mut response = self.read(source, coordinates, epsilon, &Progress::silent())?;
        for coordinate in 0..data.len() {
            match data[coordinate].checked_add(response[coordinate]) {
                Some(sum) => response[coordinate] = sum,
                None => {
                    // The rest is noise alone.
                    response.zeroize();
                    let coordinate = coordinate as u64;
                    return Err(Error::ResponseOverflow { coordinate });
                }
            }
        }
        Ok(response)
    }
}
