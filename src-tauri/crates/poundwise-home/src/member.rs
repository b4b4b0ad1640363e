//! The home's membership of a market on a server: the `.market` file with the member's key, which is
//! stored as a secret of the vault.

use crate::{
    error::Result,
    exchange::{MarketAccess, MarketFile, MarketUrl},
    store::{Reading, SecretName},
    vault::Vault,
};

/// Returns the `.market` file with which the home joined its market, if it has one that this version
/// of the program reads. Otherwise the market asks for a key, and the member joins again: the home
/// must open all the same.
pub(crate) fn stored_market(vault: &Vault, reading: &Reading<'_>) -> Result<Option<MarketFile>> {
    if !reading.has_secret(SecretName::MarketKey)? {
        return Ok(None);
    }
    let sealed = reading.secret(SecretName::MarketKey)?;
    let plain = vault.decrypt_named(SecretName::MarketKey, &sealed)?;
    Ok(MarketFile::parse(&plain).ok())
}

/// Returns the member's key for a market. A key is sent to its own market only, whatever other
/// market the home is opened on.
pub(crate) fn access_to<'a>(
    member: Option<&'a MarketFile>,
    market: &MarketUrl,
) -> Option<&'a MarketAccess> {
    member
        .filter(|member| member.url() == market)
        .and_then(MarketFile::access)
}
