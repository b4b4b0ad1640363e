//! Payments that come after their receipt. They are the owner's own record: nothing that is signed
//! changes with them.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    str::FromStr,
};

use chrono::{Duration, NaiveDate};
use poundwise_documents::{
    jws::Signed,
    kinds::{Receipt, Settlement},
    log::entry_number,
    units::{Currency, DocumentId, MinorUnits},
};
use poundwise_payments::{MAX_STATEMENT, Statement, UnreadEntries, UnreadableRow};

use crate::{
    Seller,
    accuracy::Widths,
    error::{AmountFault, DayFault, Error, ErrorCode, ErrorPlace, Result},
    files::read_file,
    hint::Act,
    home::Context,
    ids::{BookingNumber, PaymentNumber, ReceiptId},
    invoice_terms::Issued,
    messages::{
        AmountField, AmountMessage, DayMessage, Number, PaymentHint, PaymentMessage, SaleHint,
    },
    names::{BankName, PaymentNote},
    store::{SettledOrder, StoredPayment},
    view::{Money, PaymentView, ReceiptView},
};
use poundwise_home::messages::Identified;

/// An order that is to be approved, or paid later, by a booking.
#[derive(Clone, Copy)]
pub(crate) struct ByBooking {
    /// The number of the booking.
    pub(crate) booking: BookingNumber,
    /// The order that its text names.
    pub(crate) named: DocumentId,
    /// What that is.
    pub(crate) amount: MinorUnits,
}

impl ByBooking {
    /// Returns the record that it paid, once this order is delivered for it.
    pub(crate) fn settles(self, delivered: DocumentId, payment: Option<u64>) -> SettledOrder {
        SettledOrder {
            order: self.named,
            booking: self.booking.get(),
            delivered,
            amount: self.amount,
            payment,
        }
    }
}

/// A payment as its owner tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaidLater {
    /// The day; today if there is none.
    pub on: Option<PaymentDay>,
    /// The amount in major units, `12.50`; all that is owed if there is none.
    pub amount: Option<String>,
    /// Payment reference; the order's own where it is empty.
    pub reference: PaymentNote,
}

/// A day on which something was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaymentDay(NaiveDate);

impl FromStr for PaymentDay {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        match text.parse() {
            Ok(day) if text.len() == "2026-11-30".len() => Ok(Self(day)),
            _ => Err(no_day(
                DayMessage::NotADay {
                    text: text.to_owned(),
                },
                DayFault::NoDay,
            )),
        }
    }
}

impl From<NaiveDate> for PaymentDay {
    fn from(day: NaiveDate) -> Self {
        Self(day)
    }
}

fn no_day(why: DayMessage, fault: DayFault) -> Error {
    Error::usage(ErrorCode::PaymentDay, why)
        .hint(PaymentHint::WriteDay)
        .at(ErrorPlace::Day { field: "on", fault })
}

/// The owner's own record of all receipts: later payments and invoices.
pub(crate) struct Recorded {
    payments: HashMap<DocumentId, Vec<StoredPayment>>,
    /// The number of the invoice of each receipt that stands on one.
    invoices: HashMap<String, String>,
    /// Whether receipts are shown with codes of the ledger.
    codes: bool,
}

impl Recorded {
    pub(crate) fn of(context: &Context) -> Result<Self> {
        let mut payments: HashMap<DocumentId, Vec<StoredPayment>> = HashMap::new();
        for payment in context.read().later_payments()? {
            payments.entry(payment.receipt).or_default().push(payment);
        }
        let invoices = Issued::of(&context.read())?.numbers();
        Ok(Self {
            payments,
            invoices,
            codes: context.shows_codes()?,
        })
    }

    pub(crate) fn of_receipt(&self, receipt: &DocumentId) -> &[StoredPayment] {
        self.payments.get(receipt).map_or(&[], Vec::as_slice)
    }

    /// Returns the code of the ledger after a receipt, or `None` if this home shows no codes.
    pub(crate) fn code_after(
        &self,
        context: &Context,
        receipt: &Receipt,
    ) -> Result<Option<String>> {
        if !self.codes {
            return Ok(None);
        }
        let code = context.log_code(receipt.sequence + 1)?;
        Ok(Some(code.to_string()))
    }

    /// Adds payments, the amount owed, the invoice and the ledger's code to the view of a receipt.
    pub(crate) fn show(
        &self,
        context: &Context,
        view: &mut ReceiptView,
        receipt: &Signed<Receipt>,
    ) -> Result<()> {
        let r = receipt.payload();
        let payments = self.of_receipt(&receipt.id());
        view.payments = payments
            .iter()
            .map(|payment| PaymentView {
                number: PaymentNumber::new(payment.number),
                on: payment.paid_on.to_string(),
                amount: Money::new(payment.amount, r.currency),
                reference: payment.reference.clone(),
            })
            .collect();
        view.invoice = self.invoices.get(&view.id.to_string()).cloned();
        view.code = self.code_after(context, r)?;
        view.owed = (r.settlement == Settlement::Credit)
            .then(|| Money::new(owed(r.price_minor, payments), r.currency));
        Ok(())
    }
}

/// Returns the rest of a price.
pub(super) fn owed(price: MinorUnits, payments: &[StoredPayment]) -> MinorUnits {
    payments
        .iter()
        .try_fold(price, |left, payment| left.checked_sub(payment.amount))
        .unwrap_or(MinorUnits::ZERO)
}

/// Returns the amount owed of all these receipts, by currency.
pub(crate) fn owed_in_all(receipts: &[ReceiptView]) -> Result<Vec<Money>> {
    in_all(receipts.iter().filter_map(|receipt| receipt.owed.as_ref()))
}

/// Returns the amount received for all these receipts, at once or later, by currency.
pub(crate) fn received_in_all(receipts: &[ReceiptView]) -> Result<Vec<Money>> {
    in_all(receipts.iter().flat_map(|receipt| {
        let at_once = (receipt.settlement == Settlement::Paid).then_some(&receipt.price);
        let later = receipt.payments.iter().map(|payment| &payment.amount);
        at_once.into_iter().chain(later)
    }))
}

/// Returns what was received for all these receipts, by the month of the day on which it came and
/// by currency.
pub(crate) fn received_by_month(
    receipts: &[ReceiptView],
) -> Result<BTreeMap<String, BTreeMap<Currency, u64>>> {
    let mut months: BTreeMap<String, BTreeMap<Currency, u64>> = BTreeMap::new();
    for receipt in receipts {
        let at_once = (receipt.settlement == Settlement::Paid)
            .then_some((&receipt.issued_at, &receipt.price));
        let later = receipt.payments.iter().map(|one| (&one.on, &one.amount));
        for (day, amount) in at_once.into_iter().chain(later) {
            let month = day.get(..7).unwrap_or_default().to_owned();
            sum(months.entry(month).or_default(), amount)?;
        }
    }
    Ok(months)
}

/// Returns what banks took back of all these receipts' payments, by currency.
pub(crate) fn taken_back_in_all(receipts: &[ReceiptView]) -> Result<Vec<Money>> {
    in_all(
        receipts
            .iter()
            .filter_map(|receipt| receipt.taken_back.as_ref()),
    )
}

/// Returns what all these receipts that were free would have cost, by currency.
pub(crate) fn waived_in_all(receipts: &[ReceiptView]) -> Result<Vec<Money>> {
    let free = receipts.iter().filter(|receipt| is_free(receipt));
    in_all(free.map(|receipt| &receipt.price))
}

/// Returns whether a receipt was free.
pub(crate) fn is_free(receipt: &ReceiptView) -> bool {
    receipt.settlement == Settlement::Free
}

/// Returns these amounts added up by currency.
fn in_all<'a>(amounts: impl Iterator<Item = &'a Money>) -> Result<Vec<Money>> {
    let mut totals: BTreeMap<Currency, u64> = BTreeMap::new();
    for amount in amounts {
        if amount.minor > 0 {
            sum(&mut totals, amount)?;
        }
    }
    Ok(totals
        .iter()
        .map(|(currency, minor)| Money::new(*minor, *currency))
        .collect())
}

impl Seller<'_> {
    /// Records a payment of a sale on credit, whole or in part.
    ///
    /// # Errors
    /// `no-such-id`, `short-id`, `ambiguous-id`; `not-on-credit`; `payment-day` where it is to come
    /// or before the order; `payment-amount`. Nothing is written then.
    pub fn record_payment(&self, receipt: &ReceiptId, paid: &PaidLater) -> Result<ReceiptView> {
        let (receipt, order, _) = receipt
            .find(
                Identified::Receipt,
                self.context.read().sales()?,
                |(receipt, ..)| receipt.id().to_string(),
            )
            .map_err(|e| e.hint(Act::ListReceipts.to(SaleHint::ListReceipts)))?;
        if receipt.payload().settlement == Settlement::Credit {
            not_before(
                paid.on,
                order.payload().issued_at.to_datetime().date_naive(),
            )?;
        }
        self.record(&receipt, paid, None)
    }

    /// Records a payment, with the record that a booking is it.
    pub(super) fn record(
        &self,
        receipt: &Signed<Receipt>,
        paid: &PaidLater,
        by: Option<ByBooking>,
    ) -> Result<ReceiptView> {
        let r = receipt.payload();
        if r.settlement != Settlement::Credit {
            return Err(Error::refused(
                ErrorCode::NotOnCredit,
                PaymentMessage::NotOnCredit {
                    receipt: Number(entry_number(r.sequence)),
                },
            )
            .hint(PaymentHint::OnlyOnCredit));
        }
        let now = self.context.now()?;
        let paid_on = day(paid.on, now.to_datetime().date_naive())?;
        let writing = self.context.db.begin()?;
        let payments = Recorded::of(self.context)?;
        let left = owed(r.price_minor, payments.of_receipt(&receipt.id()));
        let amount = amount(paid.amount.as_deref(), left, r.currency)?;
        let reference = match paid.reference.as_str() {
            "" => r.payment_reference.clone(),
            given => given.to_owned(),
        };
        let number = writing
            .later_payments()?
            .last()
            .map_or(1, |last| last.number + 1);
        writing.insert_later_payment(
            &StoredPayment {
                number,
                receipt: receipt.id(),
                paid_on,
                amount,
                reference,
            },
            now,
        )?;
        if let Some(by) = by {
            writing.settle(&by.settles(r.order, Some(number)))?;
        }
        self.context.commit(writing)?;
        self.receipt_now(&receipt.id())
    }

    /// Takes a payment away that was recorded by mistake.
    ///
    /// # Errors
    /// `no-such-payment`.
    pub fn remove_payment(&self, number: PaymentNumber) -> Result<ReceiptView> {
        let writing = self.context.db.begin()?;
        let all = writing.later_payments()?;
        let payment = all
            .iter()
            .find(|one| one.number == number.get())
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchPayment,
                    PaymentMessage::Unknown {
                        payment: Number(number.get()),
                    },
                )
                .hint(Act::ShowReceipt.to(PaymentHint::ShowPayments))
            })?;
        writing.remove_later_payment(number.get())?;
        self.context.commit(writing)?;
        self.receipt_now(&payment.receipt)
    }

    /// Returns the sales on credit, newest first, with what was paid of each later and what is
    /// owed; or only those of which something is owed, and all whose payment a bank took back.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn on_credit(&self, unpaid: bool) -> Result<Vec<ReceiptView>> {
        let mut receipts = self.receipts()?;
        receipts.retain(|receipt| match &receipt.owed {
            _ if unpaid && receipt.taken_back.is_some() => true,
            None => false,
            Some(owed) => !unpaid || owed.minor > 0,
        });
        Ok(receipts)
    }

    /// Returns how many rows of a bank's CSV file an import skips, and the first of them. The
    /// result is empty for a file that cannot be read as such. The import itself rejects such a
    /// file.
    ///
    /// # Errors
    /// `no-such-bank`; I/O errors.
    pub fn unreadable_rows(
        &self,
        file: &Path,
        bank: &BankName,
    ) -> Result<(UnreadEntries, Vec<UnreadableRow>)> {
        let columns = self.bank(bank)?.columns;
        let bytes = read_file(file, MAX_STATEMENT as u64)?;
        Ok(Statement::read(&bytes, Some(&columns))
            .map(|statement| (statement.left_out, statement.unreadable_rows))
            .unwrap_or_default())
    }

    pub(super) fn receipt_now(&self, id: &DocumentId) -> Result<ReceiptView> {
        let sale = self.context.read().sale_of(id)?;
        self.sold(
            &sale,
            &Recorded::of(self.context)?,
            &Widths::of(self.context),
        )
    }
}

fn day(on: Option<PaymentDay>, today: NaiveDate) -> Result<NaiveDate> {
    match on {
        None => Ok(today),
        // East of Greenwich it is tomorrow already.
        Some(PaymentDay(day)) if day > today + Duration::days(1) => {
            Err(no_day(DayMessage::ToCome { day }, DayFault::ToCome))
        }
        Some(PaymentDay(day)) => Ok(day),
    }
}

/// Refuses a payment before the day of its order: it was for something else.
fn not_before(on: Option<PaymentDay>, ordered: NaiveDate) -> Result<()> {
    match on {
        // West of Greenwich it was still the day before.
        Some(PaymentDay(day)) if day < ordered - Duration::days(1) => {
            let why = DayMessage::BeforeOrder { day, ordered };
            Err(no_day(why, DayFault::BeforeOrder { ordered }))
        }
        Some(_) | None => Ok(()),
    }
}

fn amount(text: Option<&str>, left: MinorUnits, currency: Currency) -> Result<MinorUnits> {
    let at = |fault| ErrorPlace::Amount {
        field: "amount",
        fault,
    };
    let wrong = |why: AmountMessage, fault| {
        Error::usage(ErrorCode::PaymentAmount, why)
            .hint(PaymentHint::UpTo {
                owed: Money::new(left, currency),
            })
            .at(at(fault))
    };
    if left == MinorUnits::ZERO {
        return Err(
            Error::refused(ErrorCode::PaymentAmount, PaymentMessage::NothingOwed)
                .hint(PaymentHint::PayBack)
                .at(at(AmountFault::NothingOwed)),
        );
    }
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(left);
    };
    let amount = currency.parse_amount(text).map_err(|e| {
        let message = AmountMessage::of(AmountField::Payment, text, &e, currency);
        wrong(message, AmountFault::of(e, currency))
    })?;
    if amount == MinorUnits::ZERO {
        return Err(wrong(AmountMessage::Zero, AmountFault::Zero));
    }
    if amount > left {
        let fault = AmountFault::AboveOwed {
            owed: left,
            currency,
            exponent: currency.exponent(),
        };
        let amount = Money::new(amount, currency);
        return Err(wrong(AmountMessage::AboveOwed { amount }, fault));
    }
    Ok(amount)
}

/// Adds an amount to the total of its currency in the books. A displayed total may exceed the
/// largest amount that can be signed.
///
/// # Errors
/// `total-too-large` beyond 64 bits.
pub(crate) fn sum(totals: &mut BTreeMap<Currency, u64>, amount: &Money) -> Result<()> {
    let total = totals.entry(amount.currency).or_default();
    *total = total
        .checked_add(amount.minor)
        .ok_or_else(|| too_large(amount.currency))?;
    Ok(())
}

fn too_large(currency: Currency) -> Error {
    Error::refused(
        ErrorCode::TotalTooLarge,
        AmountMessage::TotalTooLarge { currency },
    )
}

/// Adds an amount to the total of its currency, within the limits of a document.
///
/// # Errors
/// `total-too-large`.
pub(crate) fn add(
    totals: &mut BTreeMap<Currency, MinorUnits>,
    currency: Currency,
    amount: MinorUnits,
) -> Result<()> {
    let total = totals.entry(currency).or_default();
    *total = total
        .checked_add(amount)
        .ok_or_else(|| too_large(currency))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_total_beyond_the_largest_amount_is_refused_and_stays_as_it_was() {
        let (euro, yen): (Currency, Currency) = ("EUR".parse().unwrap(), "JPY".parse().unwrap());
        let largest = (0..64)
            .find_map(|bits| MinorUnits::new(u64::MAX >> bits).ok())
            .unwrap();
        let one = MinorUnits::new(1).unwrap();
        let mut totals = BTreeMap::new();
        add(&mut totals, euro, largest).unwrap();
        let mut most = || add(&mut totals, euro, largest);
        let error = most().unwrap_err();
        assert_eq!(error.code(), ErrorCode::TotalTooLarge);
        add(&mut totals, yen, one).unwrap();
        assert_eq!(totals, BTreeMap::from([(euro, largest), (yen, one)]));
    }

    /// Regression test: the books failed if sales on credit added up to more than a document can
    /// state.
    #[test]
    fn totals_of_the_books_are_exact_beyond_the_largest_amount() {
        let price = || Money::new(MinorUnits::MAX.get(), "EUR".parse().unwrap());
        let all = in_all([&price(), &price(), &price()].into_iter()).unwrap();
        assert_eq!(
            all,
            [Money::new(
                27_021_597_764_222_973_u64,
                "EUR".parse().unwrap()
            )]
        );
        let json = serde_json::to_value(&all).unwrap();
        assert_eq!(json[0]["minor"], "27021597764222973");
        assert_eq!(serde_json::from_value::<Vec<Money>>(json).unwrap(), all);
        let largest = serde_json::to_value(price()).unwrap();
        assert_eq!(largest["minor"], 9_007_199_254_740_991_u64);
    }

    /// East of Greenwich it is tomorrow already; nobody was paid the day after.
    #[test]
    fn a_payment_is_of_a_day_up_to_tomorrow() {
        let today: NaiveDate = "2026-11-30".parse().unwrap();
        let on = |text: &str| day(Some(text.parse().unwrap()), today);
        assert_eq!(day(None, today).unwrap(), today);
        for told in ["2019-01-01", "2026-11-30", "2026-12-01"] {
            assert_eq!(on(told).unwrap().to_string(), told);
        }
        let refused = on("2026-12-02").unwrap_err();
        assert_eq!(refused.code(), ErrorCode::PaymentDay);
    }
}
