//! Payment of an order: recipient, account and the QR code of the transfer.

use chrono::Duration;
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Settlement},
    units::{MinorUnits, PaymentReference, Timestamp},
};
pub use poundwise_payments::qr_rows;
use poundwise_payments::{Transfer, payto::Account, transfer_text};

use crate::{
    error::Result,
    home::Context,
    view::{AccountView, OrderStatus, PayCard},
};

/// Number of days before an order's end in which it is not to be paid any more: a transfer and its
/// approval take time, and what arrives after the end is paid and not delivered.
pub const CLOSED_DAYS: u16 = 7;

/// Returns the payment details of an order of this home; none where it has no price, and where it
/// is too late for it or there is nothing to pay any more.
///
/// # Errors
/// `clock`; `home-damaged`, and errors of the database, such as `busy`.
pub fn pay_card(
    context: &Context,
    order: &Signed<Order>,
    listing: &Listing,
    status: OrderStatus,
) -> Result<Option<PayCard>> {
    let payload = order.payload();
    if payload.price_minor == MinorUnits::ZERO {
        return Ok(None);
    }
    let until = match status {
        OrderStatus::Pending => match last_day(payload.expires_at) {
            Some(until) if context.now()? <= until => Some(until.to_string()),
            _ => return Ok(None),
        },
        OrderStatus::Delivered => match context.read().receipt_held(&order.id())? {
            Some(receipt) if receipt.payload().settlement == Settlement::Credit => None,
            _ => return Ok(None),
        },
        OrderStatus::Declined
        | OrderStatus::Cancelled
        | OrderStatus::Discarded
        | OrderStatus::Expired => return Ok(None),
    };
    let account = Account::of(&listing.pay_to);
    let recipient = recipient(account.as_ref(), listing);
    let code = account.as_ref().and_then(|account| {
        transfer_text(&Transfer {
            account,
            recipient: &recipient,
            amount: payload.price_minor,
            currency: listing.currency,
            reference: PaymentReference::of(&order.id()),
        })
    });
    Ok(Some(PayCard {
        recipient,
        iban: account.map(|account| account.iban.as_str().to_owned()),
        until,
        code,
    }))
}

/// Returns the account that a listing's address names, as it is shown; none where it names none.
pub fn account_view(listing: &Listing) -> Option<AccountView> {
    let account = Account::of(&listing.pay_to)?;
    Some(AccountView {
        holder: recipient(Some(&account), listing),
        iban: account.iban.as_str().to_owned(),
    })
}

/// Returns the account's holder, or else the seller's name.
fn recipient(account: Option<&Account>, listing: &Listing) -> String {
    account
        .and_then(|account| account.holder.clone())
        .unwrap_or_else(|| listing.seller_name.clone())
}

/// Returns the end of the time in which an order is to be paid.
fn last_day(expires_at: Timestamp) -> Option<Timestamp> {
    Timestamp::new(expires_at.to_datetime() - Duration::days(CLOSED_DAYS.into())).ok()
}
