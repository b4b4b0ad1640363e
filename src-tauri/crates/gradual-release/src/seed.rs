//! The secret that a path is a function of.

use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::params::Error;

/// A secret 32-byte seed, erased from memory when dropped.
///
/// Knowledge of it removes the noise from every release. It is therefore neither printable,
/// comparable nor clonable:
///
/// ```compile_fail
/// println!("{:?}", gradual_release::Seed::from_bytes([7; 32]));
/// ```
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Returns the seed of these bytes, which should come from the operating system's generator.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Returns whether the seeds are equal, in the same time whichever bytes differ.
    pub(crate) fn is(&self, other: &Seed) -> bool {
        self.0.ct_eq(&other.0).into()
    }

    /// Returns the secret bytes, for storing them encrypted.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// # Errors
/// [`Error::SeedLength`] unless there are exactly 32 bytes.
impl TryFrom<&[u8]> for Seed {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Seed, Error> {
        match <[u8; 32]>::try_from(bytes) {
            Ok(array) => Ok(Seed(array)),
            Err(_) => Err(Error::SeedLength {
                length: bytes.len(),
            }),
        }
    }
}
