//! What an invoice needs of its parties and its VAT, beyond what `poundwise-payments` can tell by
//! itself: each refusal with its words and its data.

use poundwise_documents::kinds::{TextFault, hidden_in};
use poundwise_payments::{Party, PartyFault, PartyProblem, Vat};

use crate::error::{Error, ErrorCode, ErrorPlace, InvoiceSide, Result, VatFault, VatIdFault};

/// The most characters of a reason.
const REASON: usize = 200;

/// Refuses a party that an invoice cannot name.
///
/// # Errors
/// `invoice-party`, `invoice-country`, `invoice-vat-id`.
pub fn check_party(party: &Party, side: InvoiceSide) -> Result<()> {
    let whose = match side {
        InvoiceSide::Seller => "Your",
        InvoiceSide::Buyer => "The buyer's",
    };
    let Some(PartyProblem { field, fault }) = party.problem() else {
        return Ok(());
    };
    let (code, name) = match field {
        "country" => (ErrorCode::InvoiceCountry, field),
        "vat_id" => (ErrorCode::InvoiceVatId, "VAT identifier"),
        "post_code" => (ErrorCode::InvoiceParty, "post code"),
        "tax_number" => (ErrorCode::InvoiceParty, "tax number"),
        "email" => (ErrorCode::InvoiceParty, "e-mail address"),
        other => (ErrorCode::InvoiceParty, other),
    };
    let at = match (&fault, code) {
        // The code says all of a country.
        (PartyFault::Wrong(_), _) | (_, ErrorCode::InvoiceCountry) => None,
        (PartyFault::Missing, _) => Some(TextFault::Empty),
        (PartyFault::TooLong { most, .. }, _) => Some(TextFault::TooLong {
            most: u32::try_from(*most).unwrap_or(u32::MAX),
        }),
        (PartyFault::Hidden(sign), _) => Some(TextFault::Hidden { sign: *sign }),
    };
    let (why, way) = match fault {
        PartyFault::Missing => (
            format!("{whose} {name} is missing."),
            "An invoice has name, street, city and country.",
        ),
        PartyFault::TooLong { characters, most } => (
            format!("{whose} {name} has {characters} characters; at most {most} fit."),
            "Shorten it.",
        ),
        PartyFault::Hidden(sign) => (
            format!(
                "{whose} {name} has {}.",
                hidden_in(&sign.to_string()).unwrap_or_default()
            ),
            "Type it anew without that character.",
        ),
        PartyFault::Wrong(value) if code == ErrorCode::InvoiceCountry => (
            format!("{whose} country: “{value}” is no country's code of two letters (ISO 3166)."),
            "Give its code of two letters, such as DE, or GB for the United Kingdom.",
        ),
        PartyFault::Wrong(value) => (
            format!("{whose} VAT identifier: “{value}” is no VAT identifier."),
            "It begins with the two letters of its country (EL for Greece), and 2 to 13 letters \
             and digits follow, such as DE123456789. A Swiss one may end with MWST, TVA or IVA.",
        ),
    };
    let error = Error::usage(code, why).hint(way);
    Err(match (at, code) {
        (Some(fault), _) => error.at(ErrorPlace::Party {
            whose: side,
            field,
            fault,
        }),
        (None, ErrorCode::InvoiceVatId) => error.at(ErrorPlace::VatId {
            fault: VatIdFault::Wrong { whose: side },
        }),
        (None, _) => error,
    })
}

/// Refuses a buyer that the invoice of this VAT treatment cannot name.
///
/// # Errors
/// Those of [`check_party`].
pub fn check_buyer(buyer: &Party, vat: &Vat) -> Result<()> {
    check_party(buyer, InvoiceSide::Buyer)?;
    if *vat == Vat::ReverseCharge && buyer.vat_id.is_none() {
        return Err(Error::usage(
            ErrorCode::InvoiceVatId,
            "The buyer's VAT identifier is missing: where the buyer owes the VAT, the invoice \
             states it.",
        )
        .hint("Ask the buyer for it, or choose another VAT treatment.")
        .at(ErrorPlace::VatId {
            fault: VatIdFault::NoneOfBuyer,
        }));
    }
    Ok(())
}

/// Returns whether a reason is one visible line of at most 200 characters.
#[must_use]
pub fn is_reason(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= REASON && hidden_in(text).is_none()
}

/// Refuses a VAT treatment that an invoice of this seller cannot state (BR-S-02, BR-E-02,
/// BR-AE-02).
///
/// # Errors
/// `invoice-vat`, `invoice-vat-id`.
pub fn check_vat(vat: &Vat, seller: &Party) -> Result<()> {
    if let Vat::Rate { percent } = vat
        && !vat.is_rate()
    {
        let pointed = percent.replace(',', ".");
        let with_point = Vat::Rate {
            percent: pointed.clone(),
        };
        let way = if with_point.is_rate() {
            format!("Write it with a point: {pointed}.")
        } else {
            "Write it as 19 or 5.5.".to_owned()
        };
        return Err(Error::usage(
            ErrorCode::InvoiceVat,
            format!(
                "“{percent}” is no rate of VAT: that is a percentage above 0 and below 100 with \
                 at most two decimals."
            ),
        )
        .hint(way)
        .at(ErrorPlace::Vat {
            fault: VatFault::Rate,
        }));
    }
    if vat.reason().is_some_and(|reason| !is_reason(reason)) {
        return Err(Error::usage(
            ErrorCode::InvoiceVat,
            "An invoice without VAT says why, in one line.",
        )
        .hint("Name the rule, such as: exempt as a small business.")
        .at(ErrorPlace::Vat {
            fault: VatFault::Reason,
        }));
    }
    let (is_known, fault, why, way) = match vat {
        Vat::NotSubject { .. } => return Ok(()),
        Vat::ReverseCharge => (
            seller.vat_id.is_some(),
            VatIdFault::NoneOfSeller,
            "A seller whose buyers owe the VAT states its own VAT identifier.",
            "Add it, or choose another VAT treatment.",
        ),
        Vat::Rate { .. } | Vat::Exempt { .. } => (
            seller.vat_id.is_some() || seller.tax_number.is_some(),
            VatIdFault::NoTaxNumberEither,
            "A seller with VAT, or exempt from it, states a VAT identifier or a tax number.",
            "Add one of them, or say that your sales are not subject to VAT.",
        ),
    };
    if is_known {
        return Ok(());
    }
    Err(Error::usage(ErrorCode::InvoiceVatId, why.to_owned())
        .hint(way.to_owned())
        .at(ErrorPlace::VatId { fault }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn party() -> Party {
        Party {
            name: "Ann".to_owned(),
            street: "1 Quay".to_owned(),
            post_code: "20095".to_owned(),
            city: "Hamburg".to_owned(),
            country: "DE".to_owned(),
            vat_id: None,
            tax_number: None,
            email: None,
            reference: None,
            id: String::new(),
        }
    }

    #[test]
    fn what_an_invoice_cannot_name_is_told_as_data() {
        let at = |change: fn(&mut Party), whose| {
            let mut wrong = party();
            change(&mut wrong);
            check_party(&wrong, whose).unwrap_err().place().cloned()
        };
        let place = |whose, field, fault| {
            Some(ErrorPlace::Party {
                whose,
                field,
                fault,
            })
        };
        assert_eq!(
            at(|one| one.street.clear(), InvoiceSide::Buyer),
            place(InvoiceSide::Buyer, "street", TextFault::Empty)
        );
        assert_eq!(
            at(|one| one.city = "C\u{200b}".to_owned(), InvoiceSide::Seller),
            place(
                InvoiceSide::Seller,
                "city",
                TextFault::Hidden { sign: '\u{200b}' }
            )
        );
        let Some(ErrorPlace::Party {
            field: "email",
            fault: TextFault::TooLong { most },
            ..
        }) = at(
            |one| one.email = Some("x".repeat(5_000)),
            InvoiceSide::Buyer,
        )
        else {
            panic!("the e-mail address is not too long");
        };
        assert!(most < 5_000);
        // The sentences of a country say all.
        assert_eq!(at(|one| one.country.clear(), InvoiceSide::Seller), None);
        assert_eq!(
            at(|one| one.vat_id = Some("1".to_owned()), InvoiceSide::Buyer),
            Some(ErrorPlace::VatId {
                fault: VatIdFault::Wrong {
                    whose: InvoiceSide::Buyer
                }
            })
        );
        let none = check_buyer(&party(), &Vat::ReverseCharge);
        assert_eq!(
            none.unwrap_err().place().cloned(),
            Some(ErrorPlace::VatId {
                fault: VatIdFault::NoneOfBuyer
            })
        );
    }

    #[test]
    fn what_an_invoice_cannot_state_of_vat_is_told_as_data() {
        let at = |vat: Vat| check_vat(&vat, &party()).unwrap_err().place().cloned();
        let rate = |percent: &str| Vat::Rate {
            percent: percent.to_owned(),
        };
        let reason = Vat::Exempt {
            reason: " ".to_owned(),
        };
        let vat = |fault| Some(ErrorPlace::Vat { fault });
        let id = |fault| Some(ErrorPlace::VatId { fault });
        assert_eq!(at(rate("0")), vat(VatFault::Rate));
        assert_eq!(at(reason), vat(VatFault::Reason));
        assert!(is_reason("The name was wrong.") && is_reason(&"x".repeat(200)));
        for wrong in ["", " ", "a\u{200b}b", "a\nb", &"x".repeat(201)] {
            assert!(!is_reason(wrong), "{wrong:?}");
        }
        assert_eq!(at(Vat::ReverseCharge), id(VatIdFault::NoneOfSeller));
        assert_eq!(at(rate("19")), id(VatIdFault::NoTaxNumberEither));
    }
}
