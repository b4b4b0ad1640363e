//! Currency signs and codes beside numbers.

use std::fmt;
use std::str::FromStr;

use poundwise_words::texts_of;
use serde::{Deserialize, Serialize};

/// The longest mark, in characters. [`NoCurrency`] states it too.
const LONGEST: usize = 8;

/// Codes of currencies with the marks that people write for them. A sign that several currencies
/// share is with each of them.
const KNOWN: &[(&str, &[&str])] = &[
    ("AED", &["د.إ", "Dh"]),
    ("AUD", &["$", "A$", "AU$"]),
    ("BGN", &["лв", "лв."]),
    ("BRL", &["R$"]),
    ("CAD", &["$", "C$", "CA$"]),
    ("CHF", &["Fr.", "Fr", "SFr."]),
    ("CLP", &["$"]),
    ("CNY", &["¥", "￥", "元", "RMB"]),
    ("CZK", &["Kč"]),
    ("DKK", &["kr", "kr."]),
    ("EUR", &["€", "Euro"]),
    ("GBP", &["£"]),
    ("GEL", &["₾"]),
    ("HKD", &["$", "HK$"]),
    ("HUF", &["Ft"]),
    ("IDR", &["Rp", "Rp."]),
    ("ILS", &["₪"]),
    ("INR", &["₹", "Rs", "Rs."]),
    ("ISK", &["kr", "kr."]),
    ("JPY", &["¥", "￥", "円"]),
    ("KRW", &["₩", "원"]),
    ("MXN", &["$", "MX$"]),
    ("MYR", &["RM"]),
    ("NOK", &["kr", "kr."]),
    ("NZD", &["$", "NZ$"]),
    ("PHP", &["₱"]),
    ("PLN", &["zł"]),
    ("RON", &["lei"]),
    ("RSD", &["din", "din."]),
    ("RUB", &["₽", "руб", "руб."]),
    ("SAR", &["﷼"]),
    ("SEK", &["kr", "kr."]),
    ("SGD", &["$", "S$"]),
    ("THB", &["฿"]),
    ("TRY", &["₺", "TL"]),
    ("TWD", &["$", "NT$"]),
    ("UAH", &["₴"]),
    ("USD", &["$", "US$"]),
    ("VND", &["₫"]),
    ("ZAR", &[]),
];

/// Returns the marks that people write for a currency: its code, then its signs.
#[must_use]
pub fn currency_marks(code: &str) -> Vec<CurrencyMark> {
    let signs = KNOWN
        .iter()
        .find(|(known, _)| *known == code)
        .map_or(&[][..], |(_, signs)| signs);
    let all = std::iter::once(code).chain(signs.iter().copied());
    all.filter_map(|mark| mark.parse().ok()).collect()
}

/// A currency sign or code as it stands beside a number: `€`, `EUR`, `Fr.`
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub struct CurrencyMark(String);

impl CurrencyMark {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the mark if it is the sign or the code of a known currency.
    pub(super) fn known(mark: &str) -> Option<Self> {
        let mut all = KNOWN
            .iter()
            .flat_map(|(code, signs)| std::iter::once(code).chain(signs.iter()));
        all.any(|known| *known == mark)
            .then(|| Self(mark.to_owned()))
    }

    /// Returns whether one currency has all of these marks.
    #[must_use]
    pub fn are_of_one(marks: &[Self]) -> bool {
        let has = |(code, signs): &(&str, &[&str]), mark: &Self| {
            *code == mark.0 || signs.contains(&mark.0.as_str())
        };
        let mut all = KNOWN.iter();
        all.any(|currency| marks.iter().all(|mark| has(currency, mark)))
    }

    /// Returns whether `mark` is this mark. Letters from A to Z may have either case.
    pub(super) fn is(&self, mark: &str) -> bool {
        self.0.eq_ignore_ascii_case(mark)
    }
}

/// Reason why a text is not a currency sign or code: its rule, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCurrency;

texts_of! {
    NoCurrency => {
        en: "Write 1 to 8 characters without digits, spaces, commas, semicolons, signs, percent \
             signs, parentheses or quotes, such as € or EUR.",
        de: "Schreiben Sie 1 bis 8 Zeichen ohne Ziffern, Leerzeichen, Kommas, Semikolons, \
             Vorzeichen, Prozentzeichen, Klammern oder Anführungszeichen, etwa € oder EUR.",
    }
}

impl std::error::Error for NoCurrency {}

impl FromStr for CurrencyMark {
    type Err = NoCurrency;

    fn from_str(text: &str) -> Result<Self, NoCurrency> {
        let text = text.trim();
        let is_mark = |c: char| {
            !c.is_numeric()
                && !c.is_whitespace()
                && !c.is_control()
                && !super::sign::is_sign(c)
                && !"()%,;'\"\u{2019}".contains(c)
        };
        let has_name = text
            .chars()
            .any(|c| !c.is_ascii() || c.is_alphabetic() || c == '$');
        let is_right = has_name && text.chars().count() <= LONGEST && text.chars().all(is_mark);
        // A point ends an abbreviation, and is before the decimals elsewhere.
        if is_right && !text.starts_with('.') {
            Ok(Self(text.to_owned()))
        } else {
            Err(NoCurrency)
        }
    }
}

impl TryFrom<String> for CurrencyMark {
    type Error = NoCurrency;

    fn try_from(text: String) -> Result<Self, NoCurrency> {
        text.parse()
    }
}

impl From<CurrencyMark> for String {
    fn from(mark: CurrencyMark) -> Self {
        mark.0
    }
}

impl fmt::Display for CurrencyMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
