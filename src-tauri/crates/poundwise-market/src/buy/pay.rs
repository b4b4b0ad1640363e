//! How an order is paid: recipient, account and the QR code of the transfer.

use chrono::Duration;
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Settlement},
    units::{MinorUnits, PaymentReference, Timestamp},
};
use qrcode2::{Color, EcLevel, QrCode};

use crate::{
    error::Result,
    home::Context,
    payto::Account,
    view::{OrderStatus, PayCard, QrCodeView},
};

/// For how many days before an order's end it is not to be paid any more: a transfer and its
/// approval take time, and what arrives after the end is paid and not delivered.
const CLOSED_DAYS: i64 = 7;
/// The most characters of the recipient's name in a QR code (EPC069-12, AT-21).
const LONGEST_NAME: usize = 70;
/// The largest amount in a QR code, in cents (EPC069-12, AT-04).
const LARGEST: u64 = 99_999_999_999;
/// The most bytes in a QR code (EPC069-12, 2.1).
const LARGEST_TEXT: usize = 331;

/// How an order of this home is paid; none where it has no price, and where it is too late for it
/// or there is nothing to pay any more.
pub(crate) fn pay_card(
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
    let recipient = account
        .as_ref()
        .and_then(|account| account.holder.clone())
        .unwrap_or_else(|| listing.seller_name.clone());
    let qr = account
        .as_ref()
        .and_then(|account| transfer(account, &recipient, listing, order))
        .and_then(|text| code(&text));
    Ok(Some(PayCard {
        recipient,
        iban: account.map(|account| account.iban.as_str().to_owned()),
        until,
        qr,
    }))
}

/// The end of the time in which an order is to be paid.
fn last_day(expires_at: Timestamp) -> Option<Timestamp> {
    Timestamp::new(expires_at.to_datetime() - Duration::days(CLOSED_DAYS)).ok()
}

/// The text of a SEPA transfer's QR code (EPC069-12, version 002); none where there is no such
/// code: for another currency than euros, an account outside SEPA, and where a field is too long.
fn transfer(
    account: &Account,
    recipient: &str,
    listing: &Listing,
    order: &Signed<Order>,
) -> Option<String> {
    let price = order.payload().price_minor;
    if listing.currency.as_str() != "EUR"
        || !account.iban.is_sepa()
        || price.get() > LARGEST
        || recipient.chars().count() > LONGEST_NAME
    {
        return None;
    }
    let amount = format!("EUR{}", listing.currency.format(price));
    let reference = PaymentReference::of(&order.id()).to_string();
    let lines = [
        "BCD",
        "002",
        // UTF-8.
        "1",
        "SCT",
        account.bic.as_ref().map_or("", |bic| bic.as_str()),
        recipient,
        account.iban.as_str(),
        &amount,
        // Purpose.
        "",
        // A structured reference, which banks take for one of ISO 11649.
        "",
        // Free text (AT-05, unstructured).
        &reference,
    ];
    let text = lines.join("\n");
    (text.len() <= LARGEST_TEXT).then_some(text)
}

/// The modules of a text's QR code, at level M.
fn code(text: &str) -> Option<QrCodeView> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let rows = code
        .to_colors()
        .chunks(code.width())
        .map(|row| {
            row.iter()
                .map(|color| match color {
                    Color::Dark => '1',
                    Color::Light => '0',
                })
                .collect()
        })
        .collect();
    Some(QrCodeView {
        text: text.to_owned(),
        rows,
    })
}
