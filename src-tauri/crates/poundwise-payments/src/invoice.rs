//! Invoices by the European standard EN 16931-1: what they say, with their amounts, as UBL 2.1 and
//! as a page to print.
//!
//! An invoice has one line for each sale, and a credit note takes back an invoice as a whole.
//! Prices include value added tax (VAT), as the buyers' orders and the receipts have them, so that
//! the tax is a part of what is paid and never comes on top. Abbreviations: UBL is the Universal
//! Business Language of OASIS; BT and BR are the business terms and business rules of the standard,
//! by their numbers.

mod html;
mod party;
mod ubl;

use chrono::NaiveDate;
use poundwise_documents::Language;
use poundwise_documents::units::{Currency, MinorUnits};
use serde::{Deserialize, Serialize};

pub use html::invoice_html;
pub use party::{Party, PartyFault, PartyProblem};
pub use ubl::invoice_ubl;

/// The most decimals of an amount (BR-DEC).
const DECIMALS: u32 = 2;

/// The VAT treatment of a sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Vat {
    /// At a rate (category S). The price includes it.
    Rate {
        /// Rate in percent, with at most two decimals: `19`, `5.5`.
        percent: String,
    },
    /// Exempt from VAT (category E).
    Exempt {
        /// Reason, as the law of the seller has it.
        reason: String,
    },
    /// The buyer owes the VAT (category AE, reverse charge).
    ReverseCharge,
    /// Not subject to VAT (category O).
    NotSubject {
        /// Reason.
        reason: String,
    },
}

impl Vat {
    /// Returns the code of the category.
    fn category(&self) -> &'static str {
        match self {
            Self::Rate { .. } => "S",
            Self::Exempt { .. } => "E",
            Self::ReverseCharge => "AE",
            Self::NotSubject { .. } => "O",
        }
    }

    /// Returns the rate in hundredths of a percent, 0 where there is no tax; none where it is no
    /// rate.
    fn rate(&self) -> Option<u64> {
        let Self::Rate { percent } = self else {
            return Some(0);
        };
        let (whole, part) = percent.split_once('.').unwrap_or((percent, ""));
        let fits = (1..=2).contains(&whole.len()) && part.len() <= 2;
        // A sign before the digits would be read as a part of the number.
        let digits = whole.bytes().all(|byte| byte.is_ascii_digit());
        if !fits || !digits || percent.ends_with('.') {
            return None;
        }
        let rate = format!("{whole}{part:0<2}").parse().ok()?;
        (rate > 0).then_some(rate)
    }

    /// Returns whether its rate can be stated, if it has one.
    #[must_use]
    pub fn is_rate(&self) -> bool {
        self.rate().is_some()
    }

    /// Returns the stated reason for no tax.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Rate { .. } | Self::ReverseCharge => None,
            Self::Exempt { reason } | Self::NotSubject { reason } => Some(reason),
        }
    }
}

/// The account that an invoice is paid to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvoiceAccount {
    /// Its IBAN, without spaces.
    pub iban: String,
    /// Its bank (BIC), if it is stated.
    pub bic: Option<String>,
    /// Its holder.
    pub holder: String,
}

/// One sale on an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvoiceLine {
    /// Item that was sold (BT-153).
    pub item: String,
    /// Description of the item (BT-154).
    pub detail: String,
    /// The day on which it was supplied, `2026-11-30` (BT-134, BT-135).
    pub supplied_on: String,
    /// Price, tax included.
    pub price: MinorUnits,
    /// PaidPart of the price that was paid before the invoice was issued.
    pub paid: MinorUnits,
    /// The id of its order.
    pub order: String,
    /// Payment reference.
    pub reference: String,
    /// The id of its receipt.
    pub receipt: String,
    /// The number of that receipt in the ledger.
    pub receipt_number: u64,
    /// Code of the seller's ledger after that receipt, such as `12-7KQX-M2PA`. `None` if the
    /// seller's home did not show codes when the invoice was issued.
    #[serde(default)]
    pub code: Option<String>,
}

/// The invoice that a credit note takes back (BT-25, BT-26), and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Credited {
    /// Its number.
    pub number: String,
    /// The day on which it was issued.
    pub issued_on: String,
    /// Reason to take it back (BT-22).
    pub reason: String,
}

/// Content of an invoice or a credit note. Once it is issued it never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invoice {
    /// Its number (BT-1).
    pub number: String,
    /// The day on which it was issued, `2026-11-30` (BT-2).
    pub issued_on: String,
    /// The day by which it is to be paid, if something is (BT-9).
    pub due_on: Option<String>,
    /// For a credit note, the invoice that it takes back.
    pub credits: Option<Credited>,
    /// The seller.
    pub seller: Party,
    /// The buyer.
    pub buyer: Party,
    /// The tax of all lines.
    pub vat: Vat,
    /// The currency of all amounts.
    pub currency: Currency,
    /// The sales, at least one.
    pub lines: Vec<InvoiceLine>,
    /// Account of the payment, if the listings name one.
    pub account: Option<InvoiceAccount>,
    /// The language of the page to print.
    pub language: Language,
}

/// Reason why an invoice cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvoiceError {
    /// The currency has more decimals than an invoice may.
    Currency(Currency),
    /// Not a rate of VAT.
    Rate,
    /// No line, or prices beyond the largest amount.
    Total,
    /// More was paid than the price.
    Paid,
    /// Not a day.
    Day,
}

poundwise_words::in_english!(InvoiceError);

impl std::error::Error for InvoiceError {}

/// The amounts of an invoice, in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvoiceAmounts {
    /// Each line without tax (BT-131); they add up to `net`.
    pub lines: Vec<MinorUnits>,
    /// Amount without tax (BT-109).
    pub net: MinorUnits,
    /// The tax (BT-110): the rate of the net amount, rounded half up.
    pub tax: MinorUnits,
    /// Net amount and tax (BT-112).
    pub gross: MinorUnits,
    /// Rounding that makes the prices come out, -1, 0 or 1 (BT-114): not every price is an amount
    /// with its tax.
    pub rounding: i8,
    /// The prices of all lines, tax included.
    pub total: MinorUnits,
    /// PaidPart of the total that was paid before the invoice was issued (BT-113).
    pub paid: MinorUnits,
    /// Amount still to be paid (BT-115).
    pub payable: MinorUnits,
}

impl Invoice {
    /// Returns the amounts that follow from the prices, the rate and what was paid.
    ///
    /// # Errors
    /// A currency of three decimals; no rate; no line, or too large a total; more paid than the
    /// price; no day.
    pub fn amounts(&self) -> Result<InvoiceAmounts, InvoiceError> {
        if self.currency.exponent() > DECIMALS {
            return Err(InvoiceError::Currency(self.currency));
        }
        let supplied = self.lines.iter().map(|line| &line.supplied_on);
        let credited = self.credits.as_ref().map(|one| &one.issued_on);
        let mut days = supplied
            .chain(&self.due_on)
            .chain(credited)
            .chain([&self.issued_on]);
        if days.any(|day| day.parse::<NaiveDate>().is_err()) {
            return Err(InvoiceError::Day);
        }
        let rate = u128::from(self.vat.rate().ok_or(InvoiceError::Rate)?);
        // The net amount of the first lines together: what a line adds to it is its own, so that
        // the lines add up whatever is rounded.
        let net_of = |price: MinorUnits| {
            let net = half_up(u128::from(price.get()) * 10_000, 10_000 + rate);
            minor(net)
        };
        let mut total = MinorUnits::ZERO;
        let mut net = MinorUnits::ZERO;
        let mut paid = MinorUnits::ZERO;
        let mut lines = Vec::new();
        for line in &self.lines {
            if line.paid > line.price {
                return Err(InvoiceError::Paid);
            }
            paid = paid.checked_add(line.paid).ok_or(InvoiceError::Total)?;
            total = total.checked_add(line.price).ok_or(InvoiceError::Total)?;
            let so_far = net_of(total)?;
            lines.push(so_far.checked_sub(net).ok_or(InvoiceError::Total)?);
            net = so_far;
        }
        if lines.is_empty() {
            return Err(InvoiceError::Total);
        }
        let tax = minor(half_up(u128::from(net.get()) * rate, 10_000))?;
        let gross = net.checked_add(tax).ok_or(InvoiceError::Total)?;
        let rounding = if gross > total {
            -1
        } else {
            i8::from(gross < total)
        };
        Ok(InvoiceAmounts {
            lines,
            net,
            tax,
            gross,
            rounding,
            total,
            paid,
            payable: total.checked_sub(paid).ok_or(InvoiceError::Paid)?,
        })
    }

    /// Returns the first and the last day on which something was supplied.
    fn supplied(&self) -> (&str, &str) {
        // Days of one form are in order as texts.
        let days = || self.lines.iter().map(|line| line.supplied_on.as_str());
        (
            days().min().unwrap_or_default(),
            days().max().unwrap_or_default(),
        )
    }

    /// Returns by what its payment is known (BT-83): the references of the lines that are not paid,
    /// since a transfer that names a paid one too pays none of them; of all lines where nothing is
    /// to be paid.
    #[must_use]
    pub fn reference(&self) -> String {
        let is_paid = |line: &&InvoiceLine| line.paid == line.price;
        let all_paid = self.lines.iter().all(|line| is_paid(&line));
        let references: Vec<&str> = self
            .lines
            .iter()
            .filter(|line| all_paid || !is_paid(line))
            .map(|line| line.reference.as_str())
            .collect();
        references.join(" ")
    }
}

fn minor(amount: u128) -> Result<MinorUnits, InvoiceError> {
    u64::try_from(amount)
        .ok()
        .and_then(|amount| MinorUnits::new(amount).ok())
        .ok_or(InvoiceError::Total)
}

/// Returns a fraction, rounded half up.
fn half_up(above: u128, below: u128) -> u128 {
    (2 * above + below) / (2 * below)
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::*;

    fn party(name: &str) -> Party {
        Party {
            name: name.to_owned(),
            street: "Hafenweg 1".to_owned(),
            post_code: "20457".to_owned(),
            city: "Hamburg".to_owned(),
            country: "DE".to_owned(),
            vat_id: Some("DE123456789".to_owned()),
            tax_number: None,
            email: None,
            reference: None,
            id: "k".repeat(43),
        }
    }

    pub(crate) fn line(price: u64) -> InvoiceLine {
        InvoiceLine {
            item: "Married people".to_owned(),
            detail: "ε 0 → ε 0.5".to_owned(),
            supplied_on: "2026-11-20".to_owned(),
            price: MinorUnits::new(price).unwrap(),
            paid: MinorUnits::ZERO,
            order: "o".repeat(43),
            reference: "00RXQAP226MFC".to_owned(),
            receipt: "r".repeat(43),
            receipt_number: 7,
            code: None,
        }
    }

    pub(crate) fn invoice(price: u64, vat: Vat) -> Invoice {
        Invoice {
            number: "R-1".to_owned(),
            issued_on: "2026-11-21".to_owned(),
            due_on: Some("2026-12-05".to_owned()),
            credits: None,
            seller: party("Clinic & Sons"),
            buyer: party("Northern <Insurance>"),
            vat,
            currency: "EUR".parse().unwrap(),
            lines: vec![line(price)],
            account: Some(InvoiceAccount {
                iban: "DE75512108001245126199".to_owned(),
                bic: None,
                holder: "Clinic".to_owned(),
            }),
            language: Language::English,
        }
    }

    /// Two lines of different days.
    pub(crate) fn two_lines() -> Invoice {
        let mut told = invoice(11_900, at("19"));
        told.lines.push(InvoiceLine {
            item: "Widowed people".to_owned(),
            supplied_on: "2026-11-18".to_owned(),
            reference: "11RXQAP226MFC".to_owned(),
            receipt_number: 9,
            ..line(101)
        });
        told
    }

    /// The credit note of an invoice.
    pub(crate) fn credit_note() -> Invoice {
        Invoice {
            number: "R-2".to_owned(),
            issued_on: "2026-11-22".to_owned(),
            due_on: None,
            credits: Some(Credited {
                number: "R-1".to_owned(),
                issued_on: "2026-11-21".to_owned(),
                reason: "The buyer's name was wrong.".to_owned(),
            }),
            account: None,
            ..invoice(11_900, at("19"))
        }
    }

    pub(crate) fn at(percent: &str) -> Vat {
        Vat::Rate {
            percent: percent.to_owned(),
        }
    }

    #[test]
    fn a_line_shows_the_code_of_the_ledger_after_its_receipt() {
        let mut of = two_lines();
        for written in [invoice_html(&of), invoice_ubl(&of)] {
            assert!(!written.unwrap().contains("Ledger code"));
        }
        of.lines[0].code = Some("7-ZW0F-Y07Z".to_owned());
        for written in [invoice_html(&of), invoice_ubl(&of)] {
            let written = written.unwrap();
            assert_eq!(written.matches("Ledger code").count(), 1);
            assert!(written.contains("7-ZW0F-Y07Z"), "{written}");
        }
    }

    #[test]
    fn a_price_is_parted_into_net_and_tax() {
        let amounts = invoice(11_900, at("19")).amounts().unwrap();
        assert_eq!((amounts.net.get(), amounts.tax.get()), (10_000, 1_900));
        assert_eq!((amounts.rounding, amounts.payable.get()), (0, 11_900));
        // No amount with 19 % is 3 cents: 2 are, and 4.
        let amounts = invoice(3, at("19")).amounts().unwrap();
        assert_eq!((amounts.net.get(), amounts.tax.get()), (3, 1));
        assert_eq!(amounts.rounding, -1);
        let exempt = Vat::Exempt {
            reason: "by law".to_owned(),
        };
        let amounts = invoice(500, exempt).amounts().unwrap();
        assert_eq!((amounts.net.get(), amounts.tax.get()), (500, 0));
    }

    proptest! {
        #[test]
        fn amounts_add_up_to_the_prices(
            prices in prop::collection::vec(1_u64..10_000_000_000, 1..8),
            rate in 1_u64..10_000,
        ) {
            let percent = format!("{}.{:02}", rate / 100, rate % 100);
            let mut told = invoice(1, at(&percent));
            told.lines = prices.iter().map(|price| line(*price)).collect();
            let amounts = told.amounts().unwrap();
            let price: u64 = prices.iter().sum();
            prop_assert_eq!(amounts.total.get(), price);
            let lines: u64 = amounts.lines.iter().map(|line| line.get()).sum();
            prop_assert_eq!(lines, amounts.net.get());
            let sum = i128::from(amounts.net.get()) + i128::from(amounts.tax.get());
            prop_assert_eq!(sum, i128::from(amounts.gross.get()));
            prop_assert_eq!(sum + i128::from(amounts.rounding), i128::from(price));
            // The tax is the rate of the net amount, to half a minor unit.
            let exact = u128::from(amounts.net.get()) * u128::from(rate);
            let told = u128::from(amounts.tax.get()) * 10_000;
            prop_assert!(exact.abs_diff(told) <= 5_000);
            // Each line is its price without the tax, to a minor unit.
            for (line, price) in amounts.lines.iter().zip(&prices) {
                let told = u128::from(line.get()) * u128::from(10_000 + rate);
                let exact = u128::from(*price) * 10_000;
                prop_assert!(exact.abs_diff(told) <= u128::from(10_000 + rate));
            }
        }
    }

    /// A transfer with a reference of what is paid already would pay nothing.
    #[test]
    fn a_payment_names_what_is_still_to_be_paid() {
        let mut told = two_lines();
        assert_eq!(told.reference(), "00RXQAP226MFC 11RXQAP226MFC");
        told.lines[0].paid = told.lines[0].price;
        told.lines[1].paid = MinorUnits::new(100).unwrap();
        assert_eq!(told.reference(), "11RXQAP226MFC");
        let amounts = told.amounts().unwrap();
        assert_eq!((amounts.paid.get(), amounts.payable.get()), (12_000, 1));
        told.lines[1].paid = told.lines[1].price;
        assert_eq!(told.reference(), "00RXQAP226MFC 11RXQAP226MFC");
    }

    #[test]
    fn what_is_no_invoice_is_refused() {
        for percent in [
            "", "0", "0.00", "100", "19.", "1.234", "-1", "1,5", ".5", "+1", "1.x", "1.+5", "1.-5",
        ] {
            let refused = invoice(100, at(percent)).amounts();
            assert_eq!(refused, Err(InvoiceError::Rate), "{percent}");
        }
        for percent in ["19", "5.5", "99.99", "0.01"] {
            assert!(invoice(100, at(percent)).amounts().is_ok(), "{percent}");
        }
        let mut wrong = invoice(100, at("19"));
        wrong.lines[0].paid = MinorUnits::new(101).unwrap();
        assert_eq!(wrong.amounts(), Err(InvoiceError::Paid));
        // What another line leaves open is not what was paid too much.
        wrong.lines.push(line(100));
        assert_eq!(wrong.amounts(), Err(InvoiceError::Paid));
        let mut wrong = invoice(100, at("19"));
        wrong.currency = "KWD".parse().unwrap();
        assert_eq!(wrong.amounts(), Err(InvoiceError::Currency(wrong.currency)));
        type Change = fn(&mut Invoice);
        let days: [Change; 4] = [
            |wrong| wrong.due_on = Some("soon".to_owned()),
            |wrong| wrong.issued_on = "2026-02-30".to_owned(),
            |wrong| wrong.lines[0].supplied_on.clear(),
            |wrong| wrong.credits.as_mut().unwrap().issued_on.clear(),
        ];
        for change in days {
            let mut wrong = credit_note();
            change(&mut wrong);
            assert_eq!(wrong.amounts(), Err(InvoiceError::Day));
        }
        let mut wrong = invoice(100, at("19"));
        wrong.lines.clear();
        assert_eq!(wrong.amounts(), Err(InvoiceError::Total));
        let mut wrong = invoice(MinorUnits::MAX.get(), at("19"));
        wrong.lines.push(line(1));
        assert_eq!(wrong.amounts(), Err(InvoiceError::Total));
    }
}
