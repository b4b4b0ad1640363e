//! Invoices of sales, and the credit notes that take them back: made of what receipts say and of
//! what the owner says, never of data.
//!
//! Invoices and credit notes have one series of numbers without a gap. A number is given in the
//! transaction that stores what it is of, only by a home that is the newest copy of itself, and
//! what is stored never changes: so no number is used twice. A receipt stands on one invoice at a
//! time; a wrong invoice is taken back by a credit note, and its receipts are invoiced again.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::Path,
};

use chrono::{Days, NaiveDate};
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Settlement},
    log::entry_number,
    units::{DocumentId, MinorUnits, PaymentReference},
};
use poundwise_payments::{
    Credited, Invoice, InvoiceAccount, InvoiceError, InvoiceLine, Party, invoice_html, invoice_ubl,
    payto::Account,
};

use crate::{
    Seller,
    booking_state::Booked,
    error::{Error, ErrorCode, Result},
    files::{Exported, write_file},
    format::decimal_epsilon,
    hint::Act,
    ids::ReceiptId,
    invoice_terms::{Issued, number_unknown},
    invoicing::{check_buyer, check_vat, is_reason},
    messages::{InvoiceHint, InvoiceMessage, Number, SaleHint},
    names::InvoiceNumber,
    payments::{Recorded, owed},
    settings::no_json,
    store::{Reading, Sale, Setting, StoredInvoice, Writing},
    view::{
        InvoiceFormat, InvoiceState, InvoiceTerms, InvoiceView, Invoicing, Money, UninvoicedSale,
    },
};
use poundwise_home::messages::Identified;

/// The most sales on an invoice: the references of as many have room in the text of a transfer, 140
/// characters.
const LINES: usize = 10;

impl Seller<'_> {
    /// Returns the invoices and credit notes that were issued, the newest first; or only those that
    /// a receipt stands on.
    ///
    /// # Errors
    /// `no-such-id`, `short-id`, `ambiguous-id`.
    pub fn invoices(&self, of: Option<&ReceiptId>) -> Result<Vec<InvoiceView>> {
        let of = match of {
            None => None,
            Some(receipt) => Some(self.sale_named(receipt)?.0.id().to_string()),
        };
        let issued = Issued::of(&self.context.read())?;
        let owed = self.owed_of_receipts()?;
        issued
            .newest_first()
            .filter(|one| {
                let is_of = |id: &String| one.lines.iter().any(|line| line.receipt == *id);
                of.as_ref().is_none_or(is_of)
            })
            .map(|one| issued_view(one, &issued, &owed))
            .collect()
    }

    /// Returns an invoice or a credit note by its number.
    ///
    /// # Errors
    /// `no-such-invoice`.
    pub fn invoice(&self, number: &InvoiceNumber) -> Result<InvoiceView> {
        let issued = Issued::of(&self.context.read())?;
        issued_view(named(&issued, number)?, &issued, &self.owed_of_receipts()?)
    }

    /// Returns the invoice of receipts as it would be issued now.
    ///
    /// # Errors
    /// `no-such-id`, `short-id`, `ambiguous-id`; `no-invoicing` before [`Seller::set_invoicing`];
    /// `no-invoice` of a sale at no price, or in a currency that no invoice can have;
    /// `invoice-issued` of a receipt that stands on one; `invoice-receipts` of receipts that cannot
    /// stand on one together; `invoice-number` in a home that caught up; `invoice-vat` and
    /// `invoice-vat-id` of another VAT treatment that the seller cannot state.
    pub fn preview_invoice(
        &self,
        receipts: &[ReceiptId],
        terms: &InvoiceTerms,
    ) -> Result<InvoiceView> {
        let sales = self.sales_named(receipts)?;
        self.drawn_up(&self.context.read(), &sales, terms)
            .map(|(_, view)| view)
    }

    /// Returns the invoice of receipts as it would be issued now, if it can be: with the checks of
    /// [`Seller::issue_invoice`] too, which a preview without a buyer does not pass.
    ///
    /// # Errors
    /// As [`Seller::issue_invoice`].
    pub fn try_invoice(&self, receipts: &[ReceiptId], terms: &InvoiceTerms) -> Result<InvoiceView> {
        let sales = self.sales_named(receipts)?;
        self.context.check_own_history()?;
        let (_, view) = self.drawn_up(&self.context.read(), &sales, terms)?;
        check_buyer(&view.invoice.buyer, &view.invoice.vat)?;
        Ok(view)
    }

    /// Issues the invoice of receipts. What is said of the buyer is kept for its next one.
    ///
    /// # Errors
    /// As [`Seller::preview_invoice`]; `invoice-party`, `invoice-country`, `invoice-vat-id` where
    /// something about the buyer is missing or wrong; in a home that may be an older copy of itself
    /// as for [`Seller::approve`]. Nothing is written then.
    pub fn issue_invoice(
        &self,
        receipts: &[ReceiptId],
        terms: &InvoiceTerms,
    ) -> Result<InvoiceView> {
        let sales = self.sales_named(receipts)?;
        self.context.check_own_history()?;
        let writing = self.context.db.begin()?;
        let (number, mut view) = self.drawn_up(&writing, &sales, terms)?;
        let buyer = &view.invoice.buyer;
        check_buyer(buyer, &view.invoice.vat)?;
        let mut buyers = self.invoice_buyers()?;
        buyers.insert(buyer.id.clone(), buyer.clone());
        let known = serde_json::to_string(&buyers).map_err(|e| no_json(&e))?;
        writing.note(Setting::InvoiceBuyers, &known)?;
        self.store_invoice(writing, number, &view.invoice)?;
        view.issued = true;
        view.state = match view.open.minor {
            0 => InvoiceState::Paid,
            _ => InvoiceState::Open,
        };
        view.others.clear();
        Ok(view)
    }

    /// Issues the credit note that takes an invoice back as a whole: after a refund, or to write it
    /// anew. Its receipts stand on no invoice then.
    ///
    /// # Errors
    /// `no-such-invoice`; `invoice-credited` of a credit note, or of an invoice that was taken back
    /// before; `invoice-reason` without a reason of one line; `invoice-number`; in a home that may
    /// be an older copy of itself as for [`Seller::approve`]. Nothing is written then.
    pub fn credit_invoice(&self, number: &InvoiceNumber, reason: &str) -> Result<InvoiceView> {
        self.context.check_own_history()?;
        let writing = self.context.db.begin()?;
        let issued = Issued::of(&writing)?;
        let of = named(&issued, number)?;
        let by = issued.credit_of(&of.number);
        let why = match (&of.credits, by) {
            (None, None) => None,
            (Some(_), _) => Some(InvoiceMessage::IsACreditNote {
                invoice: of.number.clone(),
            }),
            (None, Some(by)) => Some(InvoiceMessage::AlreadyCredited {
                invoice: of.number.clone(),
                note: by.number.clone(),
            }),
        };
        if let Some(why) = why {
            return Err(Error::refused(ErrorCode::InvoiceCredited, why)
                .hint(Act::ListInvoices.to(InvoiceHint::ListInvoices)));
        }
        if !is_reason(reason) {
            return Err(
                Error::usage(ErrorCode::InvoiceReason, InvoiceMessage::NoCreditReason)
                    .hint(InvoiceHint::CreditReason),
            );
        }
        let next = issued.next(&writing)?.ok_or_else(number_unknown)?;
        let credited = Credited {
            number: of.number.clone(),
            issued_on: of.issued_on.clone(),
            reason: reason.trim().to_owned(),
        };
        let note = Invoice {
            number: format!("{}{next}", self.said()?.prefix),
            issued_on: self.today()?.to_string(),
            due_on: None,
            credits: Some(credited),
            account: None,
            lines: of.lines.iter().map(unpaid).collect(),
            ..of.clone()
        };
        self.store_invoice(writing, next, &note)?;
        issued_view(&note, &issued, &HashMap::new())
    }

    /// Writes an invoice or a credit note into a file: the same bytes each time.
    ///
    /// # Errors
    /// `no-such-invoice`; I/O errors.
    pub fn export_invoice(
        &self,
        number: &InvoiceNumber,
        format: InvoiceFormat,
        file: &Path,
    ) -> Result<Exported> {
        let issued = Issued::of(&self.context.read())?;
        let invoice = named(&issued, number)?;
        let written = match format {
            InvoiceFormat::Ubl => invoice_ubl(invoice),
            InvoiceFormat::Html => invoice_html(invoice),
        };
        write_file(file, written.map_err(|why| no_invoice(&why))?.as_bytes())
    }

    fn store_invoice(&self, writing: Writing<'_>, number: u64, invoice: &Invoice) -> Result<()> {
        let contents = serde_json::to_string(invoice).map_err(|e| no_json(&e))?;
        writing.insert_invoice(&StoredInvoice { number, contents }, self.context.now()?)?;
        self.context.commit(writing)
    }

    fn said(&self) -> Result<Invoicing> {
        self.invoicing()?.ok_or_else(|| {
            Error::refused(ErrorCode::NoInvoicing, InvoiceMessage::NoDetails)
                .hint(Act::SetUpInvoices.to(InvoiceHint::SetDetails))
        })
    }

    fn sale_named(&self, receipt: &ReceiptId) -> Result<Sale> {
        receipt
            .find(Identified::Receipt, self.context.read().sales()?, |sale| {
                sale.0.id().to_string()
            })
            .map_err(|e| e.hint(Act::ListReceipts.to(SaleHint::ListReceipts)))
    }

    /// Returns the sales with these receipts, each once, in the order of the ledger.
    fn sales_named(&self, receipts: &[ReceiptId]) -> Result<Vec<Sale>> {
        let mut sales = BTreeMap::new();
        for receipt in receipts {
            let sale = self.sale_named(receipt)?;
            sales.insert(sale.0.payload().sequence, sale);
        }
        Ok(sales.into_values().collect())
    }

    /// Returns an invoice that is not issued yet, and its number in the series.
    fn drawn_up(
        &self,
        reading: &Reading<'_>,
        sales: &[Sale],
        terms: &InvoiceTerms,
    ) -> Result<(u64, InvoiceView)> {
        let own = self.said()?;
        let issued = Issued::of(reading)?;
        let invoiced = issued.numbers();
        for (receipt, ..) in sales {
            let number = entry_number(receipt.payload().sequence);
            if let Some(there) = invoiced.get(&receipt.id().to_string()) {
                return Err(Error::refused(
                    ErrorCode::InvoiceIssued,
                    InvoiceMessage::OnInvoice {
                        receipt: Number(number),
                        invoice: there.clone(),
                    },
                )
                .hint(Act::CreditInvoice.to(InvoiceHint::CreditFirst)));
            }
        }
        let first = together(sales)?;
        let (receipt, order, listing) = first;
        let r = receipt.payload();
        let vat = match &terms.vat {
            None => own.vat,
            Some(vat) => {
                check_vat(vat, &own.seller)?;
                vat.clone()
            }
        };
        let next = issued.next(reading)?.ok_or_else(number_unknown)?;
        let today = self.today()?;
        let recorded = Recorded::of(self.context)?;
        let taken_back = Booked::of(self)?.taken_back();
        let lines: Vec<InvoiceLine> = sales
            .iter()
            .map(|sale| self.line(sale, &recorded, &taken_back))
            .collect::<Result<_>>()?;
        let is_owed = lines.iter().any(|line| line.paid < line.price);
        let kid = r.buyer.to_string();
        let known = self.invoice_buyers()?.remove(&kid);
        let buyer = match &terms.buyer {
            Some(stated) => stated.tidied(),
            None => known.unwrap_or_else(|| Party {
                name: order.payload().buyer_name.clone(),
                ..Party::default()
            }),
        };
        let invoice = Invoice {
            number: format!("{}{next}", own.prefix),
            issued_on: today.to_string(),
            due_on: is_owed.then(|| after(today, own.days).to_string()),
            credits: None,
            account: account_of(listing, &own.seller),
            seller: own.seller,
            buyer: Party {
                id: kid,
                tax_number: None,
                ..buyer
            },
            vat,
            currency: r.currency,
            lines,
            language: terms.language.unwrap_or(own.language),
        };
        let mut view = view(&invoice)?;
        view.others = self.others(sales, first, &invoiced.into_keys().collect())?;
        Ok((next, view))
    }

    /// Returns the sales that could stand on the same invoice too.
    fn others(
        &self,
        sales: &[Sale],
        first: &Sale,
        invoiced: &HashSet<String>,
    ) -> Result<Vec<UninvoicedSale>> {
        let chosen: HashSet<String> = sales.iter().map(|sale| sale.0.id().to_string()).collect();
        let all = self.context.read().sales()?;
        let others = all.iter().filter(|sale| {
            let id = sale.0.id().to_string();
            !chosen.contains(&id) && !invoiced.contains(&id) && has_price(sale) && fit(first, sale)
        });
        Ok(others
            .map(|(receipt, _, listing)| {
                let r = receipt.payload();
                UninvoicedSale {
                    receipt: receipt.id(),
                    number: entry_number(r.sequence),
                    title: listing.payload().title.clone(),
                    price: Money::new(r.price_minor, r.currency),
                }
            })
            .collect())
    }

    /// Returns the amount owed of each receipt of which something is or was taken back by a bank,
    /// which is included.
    fn owed_of_receipts(&self) -> Result<HashMap<String, u64>> {
        let unpaid = self.on_credit(true)?.into_iter();
        Ok(unpaid
            .map(|receipt| {
                let minor = |sum: Option<Money>| sum.map_or(0, |sum| sum.minor);
                let open = minor(receipt.owed).saturating_add(minor(receipt.taken_back));
                (receipt.id.to_string(), open)
            })
            .collect())
    }

    /// Returns the line of a sale. A payment that a bank reversed is owed again.
    fn line(
        &self,
        (receipt, _, listing): &Sale,
        recorded: &Recorded,
        taken_back: &HashMap<DocumentId, MinorUnits>,
    ) -> Result<InvoiceLine> {
        let r = receipt.payload();
        let owed = match r.settlement {
            Settlement::Paid | Settlement::Free => MinorUnits::ZERO,
            Settlement::Credit => owed(r.price_minor, recorded.of_receipt(&receipt.id())),
        };
        let back = taken_back
            .get(&r.order)
            .copied()
            .unwrap_or(MinorUnits::ZERO);
        let owed = owed.checked_add(back).unwrap_or(r.price_minor);
        Ok(InvoiceLine {
            item: listing.payload().title.clone(),
            detail: format!(
                "ε {} → ε {}",
                decimal_epsilon(r.from.get()),
                decimal_epsilon(r.to.get())
            ),
            supplied_on: r.issued_at.to_datetime().date_naive().to_string(),
            price: r.price_minor,
            paid: r.price_minor.checked_sub(owed).unwrap_or(r.price_minor),
            order: r.order.to_string(),
            reference: PaymentReference::of(&r.order).to_string(),
            receipt: receipt.id().to_string(),
            receipt_number: entry_number(r.sequence),
            code: recorded.code_after(self.context, r)?,
        })
    }

    fn invoice_buyers(&self) -> Result<BTreeMap<String, Party>> {
        Ok(self.json_of(Setting::InvoiceBuyers)?.unwrap_or_default())
    }
}

fn named<'a>(issued: &'a Issued, number: &InvoiceNumber) -> Result<&'a Invoice> {
    let number = number.as_str();
    let found = issued.newest_first().find(|one| one.number == number);
    found.ok_or_else(|| {
        Error::refused(
            ErrorCode::NoSuchInvoice,
            InvoiceMessage::Unknown {
                invoice: number.to_owned(),
            },
        )
        .hint(Act::ListInvoices.to(InvoiceHint::ListInvoices))
    })
}

/// Returns the first of sales that can stand on one invoice.
fn together(sales: &[Sale]) -> Result<&Sale> {
    let refused = |why: InvoiceMessage, way: InvoiceHint| {
        Error::refused(ErrorCode::InvoiceReceipts, why).hint(way)
    };
    let Some(first) = sales.first() else {
        return Err(refused(
            InvoiceMessage::NoReceipt,
            InvoiceHint::ChooseReceipt,
        ));
    };
    if sales.len() > LINES {
        return Err(refused(
            InvoiceMessage::TooManyReceipts { most: LINES },
            InvoiceHint::WriteSeveral,
        ));
    }
    for sale in sales {
        let number = entry_number(sale.0.payload().sequence);
        if !has_price(sale) {
            return Err(Error::refused(
                ErrorCode::NoInvoice,
                InvoiceMessage::FreeReceipt {
                    receipt: Number(number),
                },
            )
            .hint(Act::ListReceipts.to(InvoiceHint::ChooseReceipt)));
        }
        if !fit(first, sale) {
            return Err(refused(
                InvoiceMessage::ReceiptsDiffer {
                    first: Number(entry_number(first.0.payload().sequence)),
                    other: Number(number),
                },
                InvoiceHint::OneForEach,
            ));
        }
    }
    Ok(first)
}

/// Returns whether a sale was not free, as each is that has no price.
fn has_price((receipt, ..): &Sale) -> bool {
    receipt.payload().settlement != Settlement::Free
}

/// Returns whether two sales can stand on one invoice.
fn fit((one, _, of_one): &Sale, (other, _, of_other): &Sale) -> bool {
    let iban = |listing: &Signed<Listing>| {
        Account::of(&listing.payload().pay_to).map(|account| account.iban.as_str().to_owned())
    };
    one.payload().buyer == other.payload().buyer
        && one.payload().currency == other.payload().currency
        && iban(of_one) == iban(of_other)
}

/// Returns a line as a credit note has it: what was paid of it is given back, or was never.
fn unpaid(line: &InvoiceLine) -> InvoiceLine {
    InvoiceLine {
        paid: MinorUnits::ZERO,
        ..line.clone()
    }
}

fn account_of(listing: &Signed<Listing>, seller: &Party) -> Option<InvoiceAccount> {
    let account = Account::of(&listing.payload().pay_to)?;
    Some(InvoiceAccount {
        iban: account.iban.as_str().to_owned(),
        bic: account.bic.map(|bic| bic.as_str().to_owned()),
        holder: account.holder.unwrap_or_else(|| seller.name.clone()),
    })
}

fn after(day: NaiveDate, days: u32) -> NaiveDate {
    day.checked_add_days(Days::new(days.into())).unwrap_or(day)
}

/// Returns an invoice that was issued, with what is owed today of its receipts.
fn issued_view(
    invoice: &Invoice,
    issued: &Issued,
    owed: &HashMap<String, u64>,
) -> Result<InvoiceView> {
    let credited_by = issued.credit_of(&invoice.number);
    let lines = invoice.lines.iter();
    // A sum beyond the largest amount could not have been invoiced.
    let of_lines = lines
        .filter_map(|line| owed.get(&line.receipt))
        .fold(0_u64, |sum, owed| sum.saturating_add(*owed));
    let state = match (&invoice.credits, credited_by) {
        (Some(_), _) => InvoiceState::Cancellation,
        (None, Some(_)) => InvoiceState::Cancelled,
        (None, None) if of_lines == 0 => InvoiceState::Paid,
        (None, None) => InvoiceState::Open,
    };
    let view = view(invoice)?;
    Ok(InvoiceView {
        issued: true,
        state,
        credited_by: credited_by.map(|note| note.number.clone()),
        open: Money {
            minor: match state {
                InvoiceState::Open => of_lines,
                _ => 0,
            },
            ..view.payable
        },
        ..view
    })
}

/// Returns an invoice as a draft.
fn view(invoice: &Invoice) -> Result<InvoiceView> {
    let amounts = invoice.amounts().map_err(|why| no_invoice(&why))?;
    let in_currency = |amount| Money::new(amount, invoice.currency);
    Ok(InvoiceView {
        issued: false,
        state: InvoiceState::Draft,
        credited_by: None,
        lines: amounts.lines.iter().copied().map(in_currency).collect(),
        net: in_currency(amounts.net),
        tax: in_currency(amounts.tax),
        rounding: amounts.rounding,
        total: in_currency(amounts.total),
        payable: in_currency(amounts.payable),
        open: in_currency(amounts.payable),
        reference: invoice.reference(),
        invoice: invoice.clone(),
        others: Vec::new(),
    })
}

fn no_invoice(why: &InvoiceError) -> Error {
    Error::refused(ErrorCode::NoInvoice, *why).hint(InvoiceHint::WriteByHand)
}
