//! The QR code of a SEPA transfer (EPC069-12).

use poundwise_documents::units::{Currency, MinorUnits, PaymentReference};
use qrcode2::{Color, EcLevel, QrCode};

use crate::payto::Account;

/// The most characters of the recipient's name in a QR code (EPC069-12, AT-21).
const LONGEST_NAME: usize = 70;
/// The largest amount in a QR code, in cents (EPC069-12, AT-04).
const LARGEST: u64 = 99_999_999_999;
/// The most bytes in a QR code (EPC069-12, 2.1).
const LARGEST_TEXT: usize = 331;

/// A transfer that pays one order.
#[derive(Clone, Copy, Debug)]
pub struct Transfer<'a> {
    /// Account of the recipient.
    pub account: &'a Account,
    /// The name of the account's holder.
    pub recipient: &'a str,
    /// Amount.
    pub amount: MinorUnits,
    /// Currency of the amount.
    pub currency: Currency,
    /// The order's reference.
    pub reference: PaymentReference,
}

/// Returns the text of a SEPA transfer's QR code (EPC069-12, version 002); none where there is no
/// such code: for another currency than euros, an account outside SEPA, and where a field is too
/// long.
#[must_use]
pub fn transfer_text(transfer: &Transfer<'_>) -> Option<String> {
    let account = transfer.account;
    if transfer.currency.as_str() != "EUR"
        || !account.iban.is_sepa()
        || transfer.amount.get() > LARGEST
        || transfer.recipient.chars().count() > LONGEST_NAME
    {
        return None;
    }
    let amount = format!("EUR{}", transfer.currency.format(transfer.amount));
    let reference = transfer.reference.to_string();
    let lines = [
        "BCD",
        "002",
        // UTF-8.
        "1",
        "SCT",
        account.bic.as_ref().map_or("", |bic| bic.as_str()),
        transfer.recipient,
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

/// Returns the modules of a text's QR code at level M, by row: `1` for dark and `0` for light,
/// without the quiet zone; none of a text that no code is large enough for. Costs some milliseconds:
/// eight masks are compared over all modules.
#[must_use]
pub fn qr_rows(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let module = |color: &Color| match color {
        Color::Dark => '1',
        Color::Light => '0',
    };
    let colors = code.to_colors();
    let rows = colors.chunks(code.width());
    Some(rows.map(|row| row.iter().map(module).collect()).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::units::DocumentId;

    use super::*;

    #[test]
    fn what_is_beyond_the_standard_has_no_code() {
        let account = Account::of("payto://iban/DEUTDEFF/DE75512108001245126199").unwrap();
        let text = |cents: u64, recipient: &str| {
            transfer_text(&Transfer {
                account: &account,
                recipient,
                amount: MinorUnits::new(cents).unwrap(),
                currency: "EUR".parse().unwrap(),
                reference: PaymentReference::of(&DocumentId::of("an order")),
            })
        };
        let largest = text(LARGEST, "Clinic").unwrap();
        assert!(largest.contains("EUR999999999.99"));
        assert!(text(LARGEST + 1, "Clinic").is_none());
        assert!(text(1, &"x".repeat(LONGEST_NAME)).is_some());
        assert!(text(1, &"x".repeat(LONGEST_NAME + 1)).is_none());
        // Few characters may be many bytes.
        let name = |bytes: usize| "\u{1f600}".repeat(bytes / 4) + &"x".repeat(bytes % 4);
        let longest = LARGEST_TEXT - largest.len() + "Clinic".len();
        assert_eq!(text(LARGEST, &name(longest)).unwrap().len(), LARGEST_TEXT);
        assert!(text(LARGEST, &name(longest + 1)).is_none());
    }
}
