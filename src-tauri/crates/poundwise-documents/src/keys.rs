//! Keys of signers: Ed25519 keys (RFC 8032), their JWK form (RFC 8037) and their names (RFC 7638).

use std::collections::HashMap;
use std::fmt;

use base64::Engine;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::units::{Kid, URL_SAFE};

/// A person's or institution's secret signing key. Erased from memory when dropped; cannot be shown
/// or copied.
pub struct Identity(SigningKey);

impl Identity {
    /// Returns a new key from `rng`.
    pub fn generate(rng: &mut impl rand::CryptoRng) -> Self {
        let mut seed = Zeroizing::new([0u8; 32]);
        rng.fill_bytes(seed.as_mut_slice());
        Self::from_bytes(&seed)
    }

    /// Returns the key of a 32-byte RFC 8032 secret.
    #[must_use]
    pub fn from_bytes(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// Returns the 32-byte RFC 8032 secret, to be kept encrypted.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_bytes())
    }

    /// Returns the public half.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::of(self.0.verifying_key())
    }

    /// Returns the public half as the JWK that documents carry.
    #[must_use]
    pub fn jwk(&self) -> Jwk {
        self.public_key().jwk()
    }

    /// Returns the key's name.
    #[must_use]
    pub fn kid(&self) -> Kid {
        self.public_key().kid()
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }
}

/// Reason why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// A member that does not say Ed25519.
    NotEd25519,
    /// `x` is not 32 bytes of base64url.
    Encoding,
    /// Not the one encoding of a point on the curve.
    NotAPoint,
    /// A point of small order, for which signatures that fit any message exist.
    Weak,
}

/// A public key that passed every check: canonical, on the curve, not of small order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    key: VerifyingKey,
    // Asked for with every document, and a hash to compute.
    kid: Kid,
}

impl PublicKey {
    /// Returns the key of these 32 bytes.
    ///
    /// # Errors
    /// [`KeyError::NotAPoint`]: not canonical or not on the curve. [`KeyError::Weak`].
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        // y must be below p = 2^255 - 19; decoding would take y - p for it. (x = 0 with the sign
        // bit set, the other non-canonical form, has small order and is refused below.)
        let y_not_reduced =
            bytes[0] >= 0xed && bytes[1..31].iter().all(|&b| b == 0xff) && bytes[31] & 0x7f == 0x7f;
        if y_not_reduced {
            return Err(KeyError::NotAPoint);
        }
        let key = VerifyingKey::from_bytes(bytes).map_err(|_| KeyError::NotAPoint)?;
        if key.is_weak() {
            Err(KeyError::Weak)
        } else {
            Ok(Self::of(key))
        }
    }

    fn of(key: VerifyingKey) -> Self {
        let x = URL_SAFE.encode(key.as_bytes());
        // RFC 7638, section 3.2 and RFC 8037, appendix A.3: required members only, in lexical
        // order.
        let canonical = format!("{{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"{x}\"}}");
        let kid = Kid::from_bytes(Sha256::digest(canonical.as_bytes()).into());
        Self { key, kid }
    }

    /// Returns the 32 bytes of RFC 8032.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.key.as_bytes()
    }

    /// Returns the RFC 7638 thumbprint of the key's JWK.
    #[must_use]
    pub fn kid(&self) -> Kid {
        self.kid
    }

    /// Returns the JWK that documents carry.
    #[must_use]
    pub fn jwk(&self) -> Jwk {
        Jwk {
            kty: "OKP".to_owned(),
            crv: "Ed25519".to_owned(),
            x: URL_SAFE.encode(self.as_bytes()),
        }
    }

    /// Returns whether `signature` is this key's over `message`, by the strict rules: `s` reduced,
    /// `R` canonical and not of small order, so that every verifier agrees.
    pub(crate) fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.key
            .verify_strict(message, &Signature::from_bytes(signature))
            .is_ok()
    }
}

/// A public key as written in documents (RFC 8037, section 2): exactly `kty`, `crv` and `x`. Not
/// yet checked to be a usable key: [`PublicKey`] is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Jwk {
    /// `OKP`.
    pub kty: String,
    /// `Ed25519`.
    pub crv: String,
    /// The 32 bytes of the key, base64url.
    pub x: String,
}

/// Written by hand, because a derived reader of a struct takes a JSON array for it too.
impl<'de> Deserialize<'de> for Jwk {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Jwk;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of exactly kty, crv and x")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Jwk, A::Error> {
                const NAMES: [&str; 3] = ["kty", "crv", "x"];
                let mut values: [Option<String>; 3] = [None, None, None];
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    let slot = NAMES
                        .iter()
                        .position(|n| *n == name)
                        .ok_or_else(|| Error::unknown_field(&name, &NAMES))?;
                    if values[slot].replace(value).is_some() {
                        return Err(Error::duplicate_field(NAMES[slot]));
                    }
                }
                let [kty, crv, x] = values;
                Ok(Jwk {
                    kty: kty.ok_or_else(|| Error::missing_field("kty"))?,
                    crv: crv.ok_or_else(|| Error::missing_field("crv"))?,
                    x: x.ok_or_else(|| Error::missing_field("x"))?,
                })
            }
        }

        deserializer.deserialize_map(Members)
    }
}

impl TryFrom<&Jwk> for PublicKey {
    type Error = KeyError;

    fn try_from(jwk: &Jwk) -> Result<Self, KeyError> {
        if jwk.kty != "OKP" || jwk.crv != "Ed25519" {
            return Err(KeyError::NotEd25519);
        }
        let bytes: Kid = jwk.x.parse().map_err(|_| KeyError::Encoding)?;
        Self::from_bytes(bytes.as_bytes())
    }
}

/// Keys that were checked before: the same few sign most of a ledger, and checking one costs a
/// tenth of a signature.
#[derive(Default)]
pub struct KeyCache(HashMap<String, PublicKey>);

/// More keys than this start the cache anew: a hostile file must not fill the memory.
const MAX_CACHED: usize = 4096;

impl KeyCache {
    /// Checks a key as [`PublicKey::try_from`] does.
    pub(crate) fn check(&mut self, jwk: &Jwk) -> Result<PublicKey, KeyError> {
        if jwk.kty == "OKP"
            && jwk.crv == "Ed25519"
            && let Some(key) = self.0.get(&jwk.x)
        {
            return Ok(*key);
        }
        let key = PublicKey::try_from(jwk)?;
        if self.0.len() >= MAX_CACHED {
            self.0.clear();
        }
        self.0.insert(jwk.x.clone(), key);
        Ok(key)
    }
}

#[cfg(test)]
mod vectors;

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8037, appendix A.
    #[test]
    fn the_rfcs_own_key() {
        let seed: Kid = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
            .parse()
            .unwrap();
        let identity = Identity::from_bytes(seed.as_bytes());
        assert_eq!(
            identity.jwk().x,
            "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
        );
        assert_eq!(
            identity.kid().to_string(),
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        );
        assert_eq!(
            PublicKey::try_from(&identity.jwk()),
            Ok(identity.public_key())
        );
    }

    #[test]
    fn small_order_points_are_refused() {
        // The eight points of small order, and their non-canonical encodings.
        for (hex, error) in [
            (
                "0100000000000000000000000000000000000000000000000000000000000000",
                KeyError::Weak,
            ),
            (
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                KeyError::Weak,
            ),
            (
                "0000000000000000000000000000000000000000000000000000000000000080",
                KeyError::Weak,
            ),
            (
                "0000000000000000000000000000000000000000000000000000000000000000",
                KeyError::Weak,
            ),
            (
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                KeyError::Weak,
            ),
            (
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
                KeyError::Weak,
            ),
            (
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                KeyError::Weak,
            ),
            (
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                KeyError::Weak,
            ),
            (
                "0100000000000000000000000000000000000000000000000000000000000080",
                KeyError::Weak,
            ),
            (
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                KeyError::NotAPoint,
            ),
            (
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                KeyError::NotAPoint,
            ),
            (
                "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                KeyError::NotAPoint,
            ),
        ] {
            let mut bytes = [0u8; 32];
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
            }
            assert_eq!(PublicKey::from_bytes(&bytes), Err(error), "{hex}");
        }
    }

    /// Exactly the encodings of p to 2^255 - 1 are no numbers below p: the nineteen highest.
    #[test]
    fn the_highest_numbers_below_p_are_keys_like_any_other() {
        let mut keys = 0;
        for high in [0x00, 0x3f, 0x7e, 0x7f, 0x80, 0xff] {
            for low in 0xe0..=0xff_u8 {
                for gap in [None, Some(1), Some(17), Some(30)] {
                    let mut bytes = [0xff; 32];
                    (bytes[0], bytes[31]) = (low, high);
                    if let Some(place) = gap {
                        bytes[place] = 0xfe;
                    }
                    let reduced = gap.is_some() || low < 0xed || high & 0x7f != 0x7f;
                    let expected = VerifyingKey::from_bytes(&bytes)
                        .ok()
                        .filter(|key| reduced && !key.is_weak());
                    let key = PublicKey::from_bytes(&bytes).ok();
                    assert_eq!(key.map(|key| key.key), expected, "{bytes:02x?}");
                    keys += usize::from(key.is_some());
                }
            }
        }
        assert!(keys > 300, "{keys}");
    }

    #[test]
    fn a_cache_of_keys_stays_small() {
        let mut cache = KeyCache::default();
        let key = Identity::from_bytes(&[7; 32]).public_key();
        for number in 0..MAX_CACHED {
            cache.0.insert(number.to_string(), key);
        }
        let jwk = key.jwk();
        assert_eq!(cache.check(&jwk), Ok(key));
        assert_eq!(cache.0.len(), 1);
        assert_eq!(cache.check(&jwk), Ok(key));
        for wrong in [
            Jwk {
                kty: "EC".to_owned(),
                ..jwk.clone()
            },
            Jwk {
                crv: "Ed448".to_owned(),
                ..jwk.clone()
            },
        ] {
            assert_eq!(cache.check(&wrong), Err(KeyError::NotEd25519));
        }
    }

    #[test]
    fn other_kinds_of_key_are_refused() {
        let jwk = Identity::from_bytes(&[7; 32]).jwk();
        let x448 = Jwk {
            crv: "Ed448".to_owned(),
            ..jwk.clone()
        };
        assert_eq!(PublicKey::try_from(&x448), Err(KeyError::NotEd25519));
        let elliptic = Jwk {
            kty: "EC".to_owned(),
            ..jwk.clone()
        };
        assert_eq!(PublicKey::try_from(&elliptic), Err(KeyError::NotEd25519));
        let short = Jwk {
            x: jwk.x[1..].to_owned(),
            ..jwk
        };
        assert_eq!(PublicKey::try_from(&short), Err(KeyError::Encoding));
    }
}
