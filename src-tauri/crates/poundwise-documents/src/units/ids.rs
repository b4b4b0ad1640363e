use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::GeneralPurpose;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::{serde_as_string, string_schema};

/// base64url without padding (RFC 4648, section 5); refuses trailing bits.
pub(crate) const URL_SAFE: GeneralPurpose = base64::engine::general_purpose::URL_SAFE_NO_PAD;
/// base64 with padding (RFC 4648, section 4); refuses missing padding and trailing bits.
pub(crate) const STANDARD: GeneralPurpose = base64::engine::general_purpose::STANDARD;

/// Reason why a text is not an identifier, hash, salt or seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct IdError {
    pub(crate) bytes: usize,
    pub(crate) characters: usize,
}

fn decode<const N: usize>(text: &str) -> Result<[u8; N], IdError> {
    let error = IdError {
        bytes: N,
        characters: (N * 8).div_ceil(6),
    };
    if text.len() != error.characters {
        return Err(error);
    }
    let mut bytes = [0u8; N];
    match URL_SAFE.decode_slice(text, &mut bytes) {
        Ok(_) => Ok(bytes),
        Err(_) => Err(error),
    }
}

macro_rules! fixed_bytes {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
        pub struct $name([u8; $length]);

        serde_as_string!($name);
        string_schema!($name);

        impl $name {
            /// Returns the value of these bytes.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; $length]) -> Self {
                Self(bytes)
            }

            /// Returns its bytes.
            #[must_use]
            pub const fn as_bytes(&self) -> &[u8; $length] {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                decode(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&URL_SAFE.encode(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

fixed_bytes! {
    /// A document's name: the SHA-256 of its compact string; 43 characters of base64url.
    DocumentId, 32
}
fixed_bytes! {
    /// A key's name: the RFC 7638 thumbprint of its JWK; 43 characters of base64url.
    Kid, 32
}
fixed_bytes! {
    /// A SHA-256 hash or commitment; 43 characters of base64url.
    Digest, 32
}
fixed_bytes! {
    /// 128 random bits that are public: nonces, salts of entries, names of populations; 22
    /// characters of base64url.
    Salt, 16
}

impl DocumentId {
    /// Returns the id of the document whose compact string is `compact`.
    #[must_use]
    pub fn of(compact: &str) -> Self {
        Self(Sha256::digest(compact.as_bytes()).into())
    }
}

impl Digest {
    /// Returns the SHA-256 of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl Salt {
    /// Returns 128 bits from `rng`.
    pub fn generate(rng: &mut impl rand::CryptoRng) -> Self {
        let mut bytes = [0u8; 16];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }
}

/// 32 secret bytes (a seed, or the salt of a commitment): never shown, erased when dropped. In an
/// opening they are 43 characters of base64url.
#[derive(Clone)]
pub struct SecretBytes(Zeroizing<[u8; 32]>);

impl SecretBytes {
    /// Takes the bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Returns 256 bits from `rng`.
    pub fn generate(rng: &mut impl rand::CryptoRng) -> Self {
        let mut bytes = Zeroizing::new([0u8; 32]);
        rng.fill_bytes(bytes.as_mut_slice());
        Self(bytes)
    }

    /// Returns the secret itself.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Serialize for SecretBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Zeroizing::new(URL_SAFE.encode(self.expose())))
    }
}

impl<'de> Deserialize<'de> for SecretBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Zeroizing::new(String::deserialize(deserializer)?);
        decode(&text)
            .map(Self::from_bytes)
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_for_one_value() {
        let id = DocumentId::of("abc");
        let text = id.to_string();
        assert_eq!(text, "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
        assert_eq!(text.parse(), Ok(id));
        let mut trailing_bits = text.clone();
        trailing_bits.pop();
        trailing_bits.push('1');
        for wrong in [
            "",
            &text[..42],
            &format!("{text}="),
            &format!("{text}A"),
            &text.replace('_', "/"),
            &trailing_bits,
        ] {
            assert!(wrong.parse::<DocumentId>().is_err(), "{wrong:?}");
        }
        assert_eq!(
            Salt::from_bytes([255; 16]).to_string(),
            "_____________________w"
        );
    }
}
