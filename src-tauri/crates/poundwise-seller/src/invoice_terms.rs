//! Details shared by all invoices: the seller, the VAT treatment, and the series of numbers.

use std::collections::HashMap;

use poundwise_documents::kinds::{TextFault, hidden_in};
use poundwise_payments::{Invoice, Party, PartyFault, PartyProblem, Vat};

use crate::{
    Seller,
    error::{
        Error, ErrorCode, ErrorPlace, InvoiceSide, InvoiceTermsFault, Result, VatFault, VatIdFault,
    },
    hint::Act,
    settings::no_json,
    store::{Reading, Setting},
    view::{InvoiceNumbers, Invoicing},
};

/// The most characters before the number of an invoice.
const PREFIX: u32 = 20;
/// The most characters of a reason.
const REASON: usize = 200;
/// The most days until an invoice is to be paid.
const DAYS: u16 = 365;
/// The largest number that an owner may begin with.
const LARGEST: u64 = 999_999_999;

/// What was issued, by number.
pub(super) struct Issued(Vec<(u64, Invoice)>);

impl Issued {
    pub(super) fn of(reading: &Reading<'_>) -> Result<Self> {
        let all = reading.invoices()?.into_iter().map(|stored| {
            let invoice = serde_json::from_str(&stored.contents).map_err(|e| no_json(&e))?;
            Ok((stored.number, invoice))
        });
        all.collect::<Result<_>>().map(Self)
    }

    /// Returns all of them, the newest first.
    pub(super) fn newest_first(&self) -> impl Iterator<Item = &Invoice> {
        self.0.iter().rev().map(|(_, invoice)| invoice)
    }

    /// Returns the last number.
    pub(super) fn last(&self) -> Option<u64> {
        self.0.last().map(|(number, _)| *number)
    }

    /// Returns the number of the next one: after the last one, and not below what the owner said.
    /// None in a home that caught up, until its owner says it.
    pub(super) fn next(&self, reading: &Reading<'_>) -> Result<Option<u64>> {
        let after = self.last().unwrap_or(0).saturating_add(1);
        Ok(match reading.setting(Setting::InvoiceNumber)? {
            None => Some(after),
            Some(said) => said.parse::<u64>().ok().map(|said| said.max(after)),
        })
    }

    /// Returns the credit note that takes an invoice back.
    pub(super) fn credit_of(&self, number: &str) -> Option<&Invoice> {
        let credits = |one: &Invoice| one.credits.as_ref().is_some_and(|of| of.number == number);
        self.newest_first().find(|one| credits(one))
    }

    /// Returns the number of the invoice of each receipt that stands on one which was not taken
    /// back.
    pub(super) fn numbers(&self) -> HashMap<String, String> {
        self.newest_first()
            .filter(|one| one.credits.is_none() && self.credit_of(&one.number).is_none())
            .flat_map(|one| {
                let numbered = |receipt: &String| (receipt.clone(), one.number.clone());
                one.lines.iter().map(move |line| numbered(&line.receipt))
            })
            .collect()
    }
}

impl Seller<'_> {
    /// Returns the details shared by all invoices, if they are set.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn invoicing(&self) -> Result<Option<Invoicing>> {
        self.json_of(Setting::Invoicing)
    }

    /// Sets what all invoices from now on have in common. Those that were issued stay as they are.
    ///
    /// # Errors
    /// `invoice-party`, `invoice-country`, `invoice-vat-id`, `invoice-vat`, `invoice-terms` where
    /// something is missing or wrong.
    pub fn set_invoicing(&self, invoicing: &Invoicing) -> Result<Invoicing> {
        let seller = Party {
            id: self.context.identity.kid().to_string(),
            reference: None,
            ..invoicing.seller.tidied()
        };
        check_party(&seller, InvoiceSide::Seller)?;
        check_vat(&invoicing.vat, &seller)?;
        let prefix = invoicing.prefix.trim().to_owned();
        if prefix.chars().count() > PREFIX as usize || hidden_in(&prefix).is_some() {
            return Err(Error::usage(
                ErrorCode::InvoiceTerms,
                format!("The prefix has more than {PREFIX} visible characters."),
            )
            .hint("Leave it out, or write a few letters such as R-.")
            .at(ErrorPlace::InvoiceTerms {
                fault: InvoiceTermsFault::Prefix { most: PREFIX },
            }));
        }
        // Or R-1 and 2 would be the number that R- and 12 are.
        if prefix.ends_with(|last: char| last.is_ascii_digit()) {
            return Err(
                Error::usage(ErrorCode::InvoiceTerms, "The prefix ends with a digit.")
                    .hint("Put a hyphen after it, such as 2026-.")
                    .at(ErrorPlace::InvoiceTerms {
                        fault: InvoiceTermsFault::DigitAtEnd,
                    }),
            );
        }
        if !(1..=DAYS).contains(&invoicing.days) {
            return Err(Error::usage(
                ErrorCode::InvoiceTerms,
                format!("An invoice is to be paid within 1 to {DAYS} days."),
            )
            .hint("Give a number of days, such as 14.")
            .at(ErrorPlace::InvoiceTerms {
                fault: InvoiceTermsFault::Days { most: DAYS.into() },
            }));
        }
        let kept = Invoicing {
            seller,
            prefix,
            ..invoicing.clone()
        };
        self.store_json(Setting::Invoicing, &kept)?;
        Ok(kept)
    }

    /// Returns the state of the numbers of invoices.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn invoice_numbers(&self) -> Result<InvoiceNumbers> {
        let reading = self.context.read();
        let issued = Issued::of(&reading)?;
        Ok(InvoiceNumbers {
            last: issued.last(),
            next: issued.next(&reading)?,
        })
    }

    /// Sets the number of the next invoice: where earlier ones were written elsewhere, and in a
    /// home that caught up, which may lack invoices that its newer copy issued.
    ///
    /// # Errors
    /// `invoice-number` if it is not above the last one that was issued.
    pub fn set_next_invoice(&self, number: u64) -> Result<InvoiceNumbers> {
        let writing = self.context.db.begin()?;
        let least = Issued::of(&writing)?.last().unwrap_or(0) + 1;
        if !(least..=LARGEST).contains(&number) {
            return Err(Error::usage(
                ErrorCode::InvoiceNumber,
                format!("The next invoice has a number from {least} to {LARGEST}."),
            )
            .hint("No number is used twice: give the one after the last that you sent.")
            .at(ErrorPlace::InvoiceNumber {
                least,
                most: LARGEST,
            }));
        }
        writing.note(Setting::InvoiceNumber, &number.to_string())?;
        self.context.commit(writing)?;
        self.invoice_numbers()
    }
}

/// Returns a home that may lack invoices as an error.
pub(super) fn number_unknown() -> Error {
    Error::refused(
        ErrorCode::InvoiceNumber,
        "This home was brought back from an older copy, and may lack invoices that were issued \
         since: which number comes next is not known.",
    )
    .hint(
        Act::NumberInvoices.to("Say the number of the next invoice, after the last that you sent"),
    )
}

/// Refuses a party that an invoice cannot name.
pub(super) fn check_party(party: &Party, side: InvoiceSide) -> Result<()> {
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
        // Its sentences say all.
        (_, ErrorCode::InvoiceCountry) => None,
        (PartyFault::Missing, _) => Some(TextFault::Empty),
        (PartyFault::TooLong { most, .. }, _) => Some(TextFault::TooLong {
            most: u32::try_from(*most).unwrap_or(u32::MAX),
        }),
        (PartyFault::Hidden(sign), _) => Some(TextFault::Hidden { sign: *sign }),
        (PartyFault::Wrong(_), _) => None,
    };
    let (why, way) = match fault {
        PartyFault::Missing => (
            format!("{whose} {name} is missing."),
            "An invoice has name, street, post code, city and country.",
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
            "Give the code of the country, such as DE.",
        ),
        PartyFault::Wrong(value) => (
            format!("{whose} VAT identifier: “{value}” is no VAT identifier."),
            "It begins with the two letters of its country (EL for Greece), and 2 to 13 letters \
             and digits follow, such as DE123456789.",
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
pub(super) fn check_buyer(buyer: &Party, vat: &Vat) -> Result<()> {
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

/// Returns whether a reason is one visible line.
pub(super) fn is_reason(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= REASON && hidden_in(text).is_none()
}

/// Refuses a VAT treatment that an invoice of this seller cannot state (BR-S-02, BR-E-02,
/// BR-AE-02).
pub(super) fn check_vat(vat: &Vat, seller: &Party) -> Result<()> {
    if let Vat::Rate { percent } = vat
        && !vat.is_rate()
    {
        let pointed = percent.replace(',', ".");
        let with_point = Vat::Rate {
            percent: pointed.clone(),
        };
        let way = if pointed != *percent && with_point.is_rate() {
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
            check_party(&wrong, whose).unwrap_err().view().at
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
            none.unwrap_err().view().at,
            Some(ErrorPlace::VatId {
                fault: VatIdFault::NoneOfBuyer
            })
        );
    }

    #[test]
    fn what_an_invoice_cannot_state_of_vat_is_told_as_data() {
        let at = |vat: Vat| check_vat(&vat, &party()).unwrap_err().view().at;
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
        assert_eq!(at(Vat::ReverseCharge), id(VatIdFault::NoneOfSeller));
        assert_eq!(at(rate("19")), id(VatIdFault::NoTaxNumberEither));
    }
}
