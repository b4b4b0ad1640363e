//! Forms in which numbers are written, and the one reader of them.
//!
//! A [`NumberForm`] is declared for a file or a column. [`NumberForm::read`] reads a text by it
//! alone, without floating point. [`Needs`] is the opposite: the
//! declarations that a text needs to be a number. A preview proposes forms by it, and names the reason
//! why a text is not read.

mod currency;
mod exact;
mod read;
mod short;
mod sign;

use poundwise_documents::units::DecimalSign;
use serde::{Deserialize, Serialize};

pub use currency::{CurrencyMark, NoCurrency, currency_marks};
pub use exact::Exact;
use read::{Marks, scan};
use short::short;

/// Marks between groups of digits of a whole part: `1,234,567`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grouping {
    /// No marks: `1234567`.
    None,
    /// Commas: `1,234,567`.
    Comma,
    /// Points: `1.234.567`.
    Point,
    /// Spaces, also thin ones and those that do not break: `1 234 567`.
    Space,
    /// Apostrophes, straight or typographic: `1'234'567`.
    Apostrophe,
    /// Commas before the last three digits and then before every two: `12,34,567`.
    Indian,
    /// Any of these marks except the decimal sign, one kind in a number.
    Any,
}

impl Grouping {
    /// All groupings.
    pub const ALL: [Self; 7] = [
        Self::None,
        Self::Comma,
        Self::Point,
        Self::Space,
        Self::Apostrophe,
        Self::Indian,
        Self::Any,
    ];

    /// Returns whether numbers grouped as `other` are read too.
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        other == Self::None || self == Self::Any || self == other
    }
}

/// Signs that are read besides a hyphen-minus before the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignForms {
    /// A plus before the number: `+5`.
    pub plus: bool,
    /// The minus sign U+2212 and dashes as a minus: `−5`, `–5`.
    pub dash: bool,
    /// A sign after the number: `5.00-`.
    pub trailing: bool,
    /// Parentheses around a negative number: `(4.00)`.
    pub brackets: bool,
}

impl SignForms {
    /// The signs that cannot be part of an identifier.
    pub const USUAL: Self = Self {
        plus: false,
        dash: true,
        trailing: true,
        brackets: true,
    };

    fn includes(self, other: Self) -> bool {
        (self.plus || !other.plus)
            && (self.dash || !other.dash)
            && (self.trailing || !other.trailing)
            && (self.brackets || !other.brackets)
    }
}

/// How the numbers of a file or a column are written. A text is read by this form alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberForm {
    /// The sign before the decimals.
    pub decimal: DecimalSign,
    /// Marks between groups of digits.
    pub grouping: Grouping,
    /// Signs besides a hyphen-minus before the number.
    pub signs: SignForms,
    /// Whether a percent sign may follow. It is left out: `12 %` is 12.
    pub percent: bool,
    /// Whether `007` is 7 instead of an identifier.
    pub leading_zeros: bool,
    /// Currency signs and codes that may stand before or after the number. They are left out.
    pub currency: Vec<CurrencyMark>,
}

impl Default for NumberForm {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl NumberForm {
    /// An optional hyphen-minus, digits without superfluous leading zeros, at most one point, at
    /// most one exponent: `12`, `-0.5`, `.5`, `1e5`.
    pub const PLAIN: Self = Self {
        decimal: DecimalSign::Point,
        grouping: Grouping::None,
        signs: SignForms {
            plus: false,
            dash: false,
            trailing: false,
            brackets: false,
        },
        percent: false,
        leading_zeros: false,
        currency: Vec::new(),
    };

    /// Every form that is read with this decimal sign, and no currency.
    #[must_use]
    pub const fn widest(decimal: DecimalSign) -> Self {
        Self {
            decimal,
            grouping: Grouping::Any,
            signs: SignForms {
                plus: true,
                dash: true,
                trailing: true,
                brackets: true,
            },
            percent: true,
            leading_zeros: true,
            currency: Vec::new(),
        }
    }

    /// Reads a text without the spaces around it, exactly. Returns `None` if it is not a number of
    /// this form.
    ///
    /// Groups of digits have three digits each, the first one to three. Spaces are allowed between
    /// the number and a declared sign or mark. An exponent is always read.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Exact> {
        let (number, marks) = scan(text, self.decimal, &self.currency)?;
        self.admits(&marks).then_some(number)
    }

    /// Reads a short plain number: an optional hyphen-minus, digits without superfluous leading
    /// zeros, and decimals behind the decimal sign, at most 18 digits in all. Every form reads these
    /// alike. Returns `(m, s)` such that the number is m / 10^s in lowest form, or `None` if
    /// [`NumberForm::read`] must decide.
    #[must_use]
    pub fn read_short(&self, text: &str) -> Option<(i64, u32)> {
        short(text.as_bytes(), self.decimal)
    }

    fn admits(&self, marks: &Marks<'_>) -> bool {
        // The common case: a plain number.
        if marks.are_plain() {
            return true;
        }
        let is_grouped = match (marks.grouping, self.grouping) {
            // `1,234` is grouped in both ways.
            (Grouping::Comma, Grouping::Indian) => marks.is_indian,
            (marked, declared) => declared.includes(marked),
        };
        is_grouped
            && self.signs.includes(marks.signs)
            && (self.percent || !marks.percent)
            && (self.leading_zeros || !marks.leading_zeros)
            // A space after a leading hyphen-minus is read with other signs only.
            && (!marks.sign_space || self.signs != SignForms::default())
            && marks
                .currency
                .is_none_or(|mark| self.currency.iter().any(|one| one.is(mark)))
    }

    /// Returns the reason why a text is not read, or `None` if it is.
    #[must_use]
    pub fn unread(&self, text: &str) -> Option<UnreadReason> {
        if self.read(text).is_some() {
            return None;
        }
        let reason = match Needs::of(text, self.decimal) {
            Some(needs) => self.lacks(&needs),
            None if Needs::of(text, self.decimal.other()).is_some() => UnreadReason::DecimalSign,
            None => UnreadReason::NoNumber,
        };
        Some(reason)
    }

    /// Returns the first part of `needs` that this form does not declare.
    fn lacks(&self, needs: &Needs) -> UnreadReason {
        let signs = (self.signs, needs.signs);
        if let Some(mark) = &needs.currency
            && !self.currency.iter().any(|one| one.is(mark.as_str()))
        {
            return UnreadReason::Currency(mark.clone());
        }
        for (is_lacking, reason) in [
            (needs.percent && !self.percent, UnreadReason::Percent),
            (signs.1.plus && !signs.0.plus, UnreadReason::Plus),
            (signs.1.dash && !signs.0.dash, UnreadReason::Dash),
            (
                signs.1.trailing && !signs.0.trailing,
                UnreadReason::TrailingSign,
            ),
            (
                signs.1.brackets && !signs.0.brackets,
                UnreadReason::Brackets,
            ),
            (
                needs.leading_zeros && !self.leading_zeros,
                UnreadReason::LeadingZeros,
            ),
            (
                !self.grouping.includes(needs.grouping),
                UnreadReason::Grouping(needs.grouping),
            ),
            (needs.sign_space, UnreadReason::Dash),
        ] {
            if is_lacking {
                return reason;
            }
        }
        UnreadReason::NoNumber
    }
}

/// The declarations that a text needs to be a number, besides the decimal sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The marks between its groups of digits. Groups that are not Indian alone are `Comma`.
    pub grouping: Grouping,
    /// Its signs.
    pub signs: SignForms,
    /// Whether it has a percent sign.
    pub percent: bool,
    /// Whether it has superfluous leading zeros.
    pub leading_zeros: bool,
    /// Its currency, one of those that are known ([`currency_marks`]).
    pub currency: Option<CurrencyMark>,
    sign_space: bool,
}

impl Needs {
    /// Returns what `text`, without the spaces around it, needs to be a number with this decimal
    /// sign; `None` if it is not one in any form.
    #[must_use]
    pub fn of(text: &str, decimal: DecimalSign) -> Option<Self> {
        let (_, marks) = scan(text, decimal, &[])?;
        let currency = match marks.currency {
            None => None,
            Some(mark) => Some(CurrencyMark::known(mark)?),
        };
        Some(Self {
            grouping: marks.grouping,
            signs: marks.signs,
            percent: marks.percent,
            leading_zeros: marks.leading_zeros,
            currency,
            sign_space: marks.sign_space,
        })
    }
}

/// Reason why a text is not a number of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "of")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UnreadReason {
    /// It is a number with the other decimal sign.
    DecimalSign,
    /// Its groups of digits have marks that are not declared.
    Grouping(Grouping),
    /// It has a plus before the number.
    Plus,
    /// It has a minus sign that is not a hyphen-minus.
    Dash,
    /// It has a sign after the number.
    TrailingSign,
    /// It is in parentheses.
    Brackets,
    /// It has a percent sign.
    Percent,
    /// It has superfluous leading zeros, as identifiers have.
    LeadingZeros,
    /// It has a currency that is not declared.
    Currency(CurrencyMark),
    /// Its whole part has more digits than are kept.
    TooManyDigits,
    /// It is not a number in any form.
    NoNumber,
}

#[cfg(test)]
mod tests;
