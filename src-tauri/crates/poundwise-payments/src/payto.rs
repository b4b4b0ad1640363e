//! Bank accounts in `payto:` addresses (RFC 8905).

use poundwise_documents::kinds::hidden_in;
use sepa::{Bic, Iban, validate_bic, validate_iban};

/// The account that a `payto://iban/` address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The account's number.
    pub iban: Iban,
    /// Its bank, where the address names one.
    pub bic: Option<Bic>,
    /// The account's holder, as the address names it.
    pub holder: Option<String>,
}

impl Account {
    /// Returns the account of an address; none if the address is of another kind or its IBAN is
    /// wrong. What else the address asks for, an amount or a message, is not read: both follow from
    /// the order.
    #[must_use]
    pub fn of(pay_to: &str) -> Option<Self> {
        let address = pay_to.strip_prefix("payto://iban/")?;
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (bic, iban) = match path.rsplit_once('/') {
            Some((bic, iban)) => (Some(validate_bic(bic).ok()?), iban),
            None => (None, path),
        };
        Some(Self {
            iban: validate_iban(iban).ok()?,
            bic,
            holder: holder(query),
        })
    }
}

/// Returns an IBAN in its one form, without spaces; none where it is wrong.
pub(crate) fn iban(text: &str) -> Option<String> {
    let iban = validate_iban(text.trim()).ok()?;
    Some(iban.as_str().to_owned())
}

/// Returns the receiver's name; none where characters of it would not be seen.
fn holder(query: &str) -> Option<String> {
    // A plus sign in an address is itself; in a form it is a space.
    let query = query.replace('+', "%2B");
    let (_, name) =
        url::form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "receiver-name")?;
    let name = name.trim();
    (!name.is_empty() && hidden_in(name).is_none()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_account_is_read_with_its_bank_and_holder() {
        let account = Account::of(
            "payto://iban/DEUTDEFF/DE75512108001245126199\
             ?amount=EUR:1&receiver-name=A%20%26+B%C3%A4r",
        )
        .unwrap();
        assert_eq!(account.iban.as_str(), "DE75512108001245126199");
        assert_eq!(account.bic.unwrap().as_str(), "DEUTDEFF");
        assert_eq!(account.holder.unwrap(), "A &+Bär");
        let bare = Account::of("payto://iban/de75512108001245126199").unwrap();
        assert_eq!(bare.iban.as_str(), "DE75512108001245126199");
        assert!(bare.bic.is_none() && bare.holder.is_none());
    }

    #[test]
    fn what_is_no_account_is_none() {
        for address in [
            "",
            "payto://iban/",
            "payto://iban/DE75512108001245126198",
            "payto://iban/x/DE75512108001245126199",
            "payto://iban//DE75512108001245126199",
            "payto://bitcoin/DE75512108001245126199",
            "https://iban/DE75512108001245126199",
        ] {
            assert!(Account::of(address).is_none(), "{address}");
        }
        let hidden = "payto://iban/DE75512108001245126199?receiver-name=Clinic%E2%80%8B";
        assert!(Account::of(hidden).unwrap().holder.is_none());
        let nameless = "payto://iban/DE75512108001245126199?receiver-name=%20";
        assert!(Account::of(nameless).unwrap().holder.is_none());
    }
}
