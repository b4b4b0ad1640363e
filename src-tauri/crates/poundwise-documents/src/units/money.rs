use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::fixed::{self, NumberError};
use super::{bounded, serde_as_string, string_schema};

/// An amount of money in a currency's minor unit (cents, pence, yen), from 0 to 2^53 - 1, so that
/// every JSON reader holds it exactly.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "number"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MinorUnits(u64);

/// Reason why something is not an amount or a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoneyError {
    /// Not three capital letters.
    Currency,
    /// The text is not an amount.
    Number(#[from] NumberError),
    /// Above 2^53 - 1 minor units.
    TooLarge,
}

impl MinorUnits {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount, 2^53 - 1.
    pub const MAX: Self = Self((1 << 53) - 1);
}

bounded!(MinorUnits, MoneyError);

/// The currencies of ISO 4217, list one, of January 2026, that have a minor unit. Without one are
/// metals, special drawing rights, the code for tests (XTS) and the one for no currency (XXX).
const LISTED: &str = "\
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP \
GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR \
KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN \
MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD \
SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX \
USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// A currency by its three capital letters (ISO 4217). What others signed is not checked against
/// the list: a currency that is new to it must not need a new program to be read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct Currency([u8; 3]);

serde_as_string!(Currency);
string_schema!(Currency);

impl Currency {
    /// The euro.
    pub const EUR: Self = Self(*b"EUR");

    /// Returns the decimal places of the minor unit (ISO 4217, list one); 2 where the list says
    /// nothing else.
    #[must_use]
    pub fn exponent(self) -> u32 {
        match &self.0 {
            b"BIF" | b"CLP" | b"DJF" | b"GNF" | b"ISK" | b"JPY" | b"KMF" | b"KRW" | b"PYG"
            | b"RWF" | b"UGX" | b"UYI" | b"VND" | b"VUV" | b"XAF" | b"XOF" | b"XPF" => 0,
            b"BHD" | b"IQD" | b"JOD" | b"KWD" | b"LYD" | b"OMR" | b"TND" => 3,
            b"CLF" | b"UYW" => 4,
            _ => 2,
        }
    }

    /// Returns whether ISO 4217 lists it, with a minor unit: whoever sets a price asks for that.
    #[must_use]
    pub fn is_listed(self) -> bool {
        LISTED.split(' ').any(|one| one == self.as_str())
    }

    /// Returns the three letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Reads an amount of this currency: `12.50` euros are 1250 cents, `12` yen are 12.
    ///
    /// # Errors
    /// Not a non-negative decimal, more decimals than the currency has, or too large.
    pub fn parse_amount(self, text: &str) -> Result<MinorUnits, MoneyError> {
        match fixed::parse(text, self.exponent()) {
            Ok(minor) => MinorUnits::new(minor),
            Err(NumberError::TooLarge) => Err(MoneyError::TooLarge),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the result of `parse` for a currency of some number of decimals, tried from the most
    /// common: the currency may be settled later than its amounts are read.
    ///
    /// # Errors
    /// That of the most common number of decimals, where `parse` takes none.
    pub fn in_some<T, E>(parse: impl Fn(Self) -> Result<T, E>) -> Result<T, E> {
        let [first, others @ ..] = [*b"EUR", *b"JPY", *b"KWD", *b"CLF"].map(Self);
        let refused = match parse(first) {
            Ok(parsed) => return Ok(parsed),
            Err(error) => error,
        };
        let parsed = others.into_iter().find_map(|other| parse(other).ok());
        parsed.ok_or(refused)
    }

    /// Returns the amount in major units with all its decimals, without the currency's name:
    /// `12.50`.
    #[must_use]
    pub fn format(self, amount: MinorUnits) -> String {
        fixed::format(amount.0, self.exponent())
    }
}

impl FromStr for Currency {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        match <[u8; 3]>::try_from(text.as_bytes()) {
            Ok(letters) if letters.iter().all(u8::is_ascii_uppercase) => Ok(Self(letters)),
            _ => Err(MoneyError::Currency),
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An amount of money in one currency, as views, reports and findings show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Money {
    /// Minor units (cents). A number up to 2^53 − 1, which all JSON readers keep exactly. A larger
    /// sum is a string of digits.
    #[serde(with = "exact")]
    #[cfg_attr(feature = "ts", ts(type = "number | string"))]
    #[cfg_attr(feature = "schema", schemars(with = "exact::Exact"))]
    pub minor: u64,
    /// ISO 4217 code.
    pub currency: Currency,
    /// Decimal places of the currency (2 for EUR, 0 for JPY).
    pub exponent: u32,
}

impl Money {
    /// Returns an amount, or a sum of amounts, of so many minor units.
    #[must_use]
    pub fn new(minor: impl Into<u64>, currency: Currency) -> Self {
        Self {
            minor: minor.into(),
            currency,
            exponent: currency.exponent(),
        }
    }

    /// Returns the amount in major units with all its decimals, without the currency's name:
    /// `12.50`.
    #[must_use]
    pub fn major(&self) -> String {
        fixed::format(self.minor, self.exponent)
    }
}

/// As an English sentence has it: `EUR 12.50`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.currency, self.major())
    }
}

/// Integers in JSON: a number if every reader keeps it exactly, otherwise a string of digits.
mod exact {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    use super::MinorUnits;

    /// A number or a string of digits.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(untagged)]
    pub(super) enum Exact {
        Number(u64),
        Digits(String),
    }

    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        match *number {
            number if number <= MinorUnits::MAX.get() => Exact::Number(number),
            number => Exact::Digits(number.to_string()),
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        match Exact::deserialize(d)? {
            Exact::Number(number) => Ok(number),
            Exact::Digits(digits) => digits.parse().map_err(D::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(text: &str) -> Currency {
        text.parse().unwrap()
    }

    #[test]
    fn amounts_follow_the_minor_unit() {
        for (code, text, minor, shown) in [
            ("EUR", "12.50", 1250, "12.50"),
            ("EUR", "12.5", 1250, "12.50"),
            ("EUR", "0.07", 7, "0.07"),
            ("JPY", "1200", 1200, "1200"),
            ("KWD", "1.5", 1500, "1.500"),
        ] {
            let amount = currency(code).parse_amount(text).unwrap();
            assert_eq!(amount.get(), minor);
            assert_eq!(currency(code).format(amount), shown);
        }
        assert_eq!(
            currency("JPY").parse_amount("1.5"),
            Err(MoneyError::Number(NumberError::TooManyPlaces(0)))
        );
        assert_eq!(
            currency("EUR").parse_amount("99999999999999.99"),
            Err(MoneyError::TooLarge)
        );
        assert_eq!(
            currency("EUR").parse_amount("-1"),
            Err(MoneyError::Number(NumberError::Negative))
        );
    }

    #[test]
    fn only_three_capitals_are_a_currency() {
        for text in ["", "EU", "EURO", "eur", "E1R", "€€€"] {
            assert_eq!(
                text.parse::<Currency>(),
                Err(MoneyError::Currency),
                "{text:?}"
            );
        }
    }

    #[test]
    fn money_of_the_list_is_told_from_what_is_none() {
        let codes: Vec<&str> = LISTED.split(' ').collect();
        assert!(
            codes.is_sorted_by(|one, next| one < next),
            "in order, each once"
        );
        for code in &codes {
            assert!(currency(code).is_listed(), "{code}");
        }
        // Each whose minor unit is not the usual one is there.
        for code in [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
            "VND", "VUV", "XAF", "XOF", "XPF", "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND",
            "CLF", "UYW",
        ] {
            assert!(
                currency(code).is_listed() && currency(code).exponent() != 2,
                "{code}"
            );
        }
        // Nothing, gold, for tests, none, and a currency that is no more.
        for code in ["XXQ", "XAU", "XTS", "XXX", "BGN"] {
            assert!(!currency(code).is_listed(), "{code}");
        }
    }

    /// The window writes amounts with the decimals of their currency, and knows those from here
    /// alone.
    #[test]
    #[cfg(feature = "ts")]
    fn the_decimals_of_currencies_are_written_for_the_window() {
        let usual = currency("EUR").exponent();
        let mut text = format!(
            "// This file was generated from what poundwise-documents knows. Do not edit this file \
             manually.\n\n\
             /**\n * The decimals of most currencies.\n */\n\
             export const USUAL_DECIMALS = {usual};\n\n\
             /**\n * The decimals of the others, by their code.\n */\n\
             export const DECIMALS: Readonly<Record<string, number>> = {{\n",
        );
        for one in LISTED.split(' ').map(currency) {
            if one.exponent() != usual {
                text += &format!("  \"{one}\": {},\n", one.exponent());
            }
        }
        text += "};\n";
        let folder = std::env::var_os("TS_RS_EXPORT_DIR").unwrap();
        std::fs::write(std::path::Path::new(&folder).join("decimals.ts"), text).unwrap();
    }

    #[test]
    fn arithmetic_stays_in_range() {
        assert_eq!(MinorUnits::MAX.checked_add(MinorUnits(1)), None);
        assert_eq!(MinorUnits::ZERO.checked_sub(MinorUnits(1)), None);
        assert!(serde_json::from_str::<MinorUnits>("9007199254740992").is_err());
    }
}
