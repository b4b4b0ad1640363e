//! What an invoice needs of its parties and its VAT, beyond what `poundwise-payments` can tell by
//! itself: each refusal with its words and its data.

use poundwise_documents::kinds::{TextFault, hidden_in};
use poundwise_payments::{Party, PartyFault, PartyProblem, Vat};

use crate::error::{Error, ErrorCode, ErrorPlace, InvoiceSide, Result, VatFault, VatIdFault, both};
use crate::messages::{HiddenSign, InvoiceMessage, PartyField, PartyLine};

/// The most characters of a reason.
const REASON: usize = 200;

/// Refuses a party that an invoice cannot name.
///
/// # Errors
/// `invoice-party`, `invoice-country`, `invoice-vat-id`; one of each field.
pub fn check_party(party: &Party, side: InvoiceSide) -> Result<()> {
    let problems = party.problems().into_iter();
    let errors = problems.map(|problem| refused(problem, side));
    match errors.reduce(Error::and) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn refused(PartyProblem { field, fault }: PartyProblem, side: InvoiceSide) -> Error {
    let code = match field {
        "country" => ErrorCode::InvoiceCountry,
        "vat_id" => ErrorCode::InvoiceVatId,
        _ => ErrorCode::InvoiceParty,
    };
    let what = PartyLine {
        whose: side,
        field: PartyField::of(field),
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
            InvoiceMessage::PartyMissing { what },
            InvoiceMessage::CompleteParty,
        ),
        PartyFault::TooLong { characters, most } => (
            InvoiceMessage::PartyTooLong {
                what,
                characters,
                most,
            },
            InvoiceMessage::Shorten,
        ),
        PartyFault::Hidden(sign) => (
            InvoiceMessage::PartyHidden {
                what,
                sign: HiddenSign(sign),
            },
            InvoiceMessage::TypeWithoutIt,
        ),
        PartyFault::Wrong(text) if code == ErrorCode::InvoiceCountry => (
            InvoiceMessage::NotACountry { what, text },
            InvoiceMessage::GiveCountry,
        ),
        PartyFault::Wrong(text) => (
            InvoiceMessage::NotAVatId { what, text },
            InvoiceMessage::WriteVatId,
        ),
    };
    let error = Error::usage(code, why).hint(way);
    match (at, code) {
        (Some(fault), _) => error.at(ErrorPlace::Party {
            whose: side,
            field,
            fault,
        }),
        (None, ErrorCode::InvoiceVatId) => error.at(ErrorPlace::VatId {
            fault: VatIdFault::Wrong { whose: side },
        }),
        (None, _) => error,
    }
}

/// Refuses a buyer that the invoice of this VAT treatment cannot name.
///
/// # Errors
/// Those of [`check_party`].
pub fn check_buyer(buyer: &Party, vat: &Vat) -> Result<()> {
    let vat_id = if *vat == Vat::ReverseCharge && buyer.vat_id.is_none() {
        Err(
            Error::usage(ErrorCode::InvoiceVatId, InvoiceMessage::NoVatIdOfBuyer)
                .hint(InvoiceMessage::AskBuyer)
                .at(ErrorPlace::VatId {
                    fault: VatIdFault::NoneOfBuyer,
                }),
        )
    } else {
        Ok(())
    };
    both(check_party(buyer, InvoiceSide::Buyer), vat_id).map(drop)
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
            InvoiceMessage::WritePoint { percent: pointed }
        } else {
            InvoiceMessage::WriteVatRate
        };
        return Err(Error::usage(
            ErrorCode::InvoiceVat,
            InvoiceMessage::NotAVatRate {
                percent: percent.clone(),
            },
        )
        .hint(way)
        .at(ErrorPlace::Vat {
            fault: VatFault::Rate,
        }));
    }
    if vat.reason().is_some_and(|reason| !is_reason(reason)) {
        return Err(
            Error::usage(ErrorCode::InvoiceVat, InvoiceMessage::NoVatReason)
                .hint(InvoiceMessage::NameVatRule)
                .at(ErrorPlace::Vat {
                    fault: VatFault::Reason,
                }),
        );
    }
    let (is_known, fault, why, way) = match vat {
        Vat::NotSubject { .. } => return Ok(()),
        Vat::ReverseCharge => (
            seller.vat_id.is_some(),
            VatIdFault::NoneOfSeller,
            InvoiceMessage::NoVatIdOfSeller,
            InvoiceMessage::AddVatId,
        ),
        Vat::Rate { .. } | Vat::Exempt { .. } => (
            seller.vat_id.is_some() || seller.tax_number.is_some(),
            VatIdFault::NoTaxNumberEither,
            InvoiceMessage::NoTaxNumberEither,
            InvoiceMessage::AddTaxNumber,
        ),
    };
    if is_known {
        return Ok(());
    }
    Err(Error::usage(ErrorCode::InvoiceVatId, why)
        .hint(way)
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
