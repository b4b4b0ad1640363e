//! Names in a home, and texts about its contacts and payments: types that are checked before a home
//! is opened.

use std::{fmt, str::FromStr};

use poundwise_documents::{
    kinds::{TextFault, TextRule, is_payto},
    units::Kid,
};
use sepa::validate_iban;

use crate::{
    error::{Error, ErrorCode, ErrorPlace, Result},
    hint::{Act, Hint},
    messages::{KeyHint, NameHint, NameMessage, NameProblem, NamedThing, Typed},
    text_error::{text_error, way_out},
    vault,
};

/// The most characters of a name.
const NAME_LIMIT: u32 = 100;
/// The most characters of a note to a contact.
const NOTE_LIMIT: u32 = 1000;
/// The rule of a name.
const NAME: TextRule = TextRule::NAME.at_most(NAME_LIMIT);

/// Declares the type of a text that holds to a rule.
macro_rules! text {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// Returns the text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(checked: $name) -> Self {
                checked.0
            }
        }
    };
}

/// Declares types of checked texts, without surrounding spaces.
macro_rules! checked {
    ($($(#[$doc:meta])* $name:ident: $check:path;)+) => {$(
        text! {
            $(#[$doc])*
            $name
        }

        impl FromStr for $name {
            type Err = Error;

            /// Checks a text, without the spaces around it.
            fn from_str(text: &str) -> Result<Self> {
                let text = text.trim();
                $check(text)?;
                Ok(Self(text.to_owned()))
            }
        }
    )+};
}

text! {
    /// Payment address for buyers: a `payto:` URI (RFC 8905), or empty where they are not told.
    PayTo
}

impl FromStr for PayTo {
    type Err = Error;

    /// Reads an address, or the IBAN of an account by itself, with or without spaces.
    ///
    /// # Errors
    /// `pay-to`: it is neither.
    fn from_str(text: &str) -> Result<Self> {
        pay_to(text.trim()).map(Self)
    }
}

checked! {
    /// The name of a home, which its trading partners see: 1 to 100 visible characters.
    HomeName: home_name;
    /// The name of a dataset: 1 to 100 visible characters, and not `-`.
    DatasetName: dataset_name;
    /// The name of a population: 1 to 100 visible characters, and not `-`.
    PopulationName: population_name;
    /// The name of a population's privacy unit: 1 to 100 visible characters, and not `-`.
    UnitName: unit_name;
    /// The owner's name for another home's key: 1 to 100 visible characters.
    ContactName: contact_name;
    /// The owner's name for a bank: 1 to 100 visible characters.
    BankName: bank_name;
    /// The owner's name for a codebook: 1 to 100 visible characters, and not `-`.
    CodebookName: codebook_name;
    /// The owner's note to a contact: at most 1000 visible characters and line breaks.
    ContactNote: contact_note;
    /// The number of an invoice or a credit note, with its prefix: 1 to 100 visible characters.
    InvoiceNumber: invoice_number;
    /// The payment reference of a receipt: one line of at most 200 visible characters, or empty.
    PaymentNote: payment_reference;
    /// The recipient of an age file (`age1...`).
    Recipient: recipient;
}

impl Default for PaymentNote {
    /// Returns the empty reference.
    fn default() -> Self {
        Self(String::new())
    }
}

/// A contact, named by the owner's name for it or by its whole key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContactRef {
    /// The whole key.
    Key(Kid),
    /// The name.
    Name(ContactName),
}

impl FromStr for ContactRef {
    type Err = Error;

    /// Reads a key, or otherwise a name.
    ///
    /// # Errors
    /// `contact-name`.
    fn from_str(text: &str) -> Result<Self> {
        match text.trim().parse() {
            Ok(kid) => Ok(Self::Key(kid)),
            Err(_) => text.parse().map(Self::Name),
        }
    }
}

impl fmt::Display for ContactRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(kid) => kid.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

/// Returns the error of a name, with the way out, which is `way` unless a character is to go.
fn refused(
    code: ErrorCode,
    message: impl FnOnce(NameProblem) -> NameMessage,
    fault: TextFault,
    way: impl Into<Hint>,
) -> Error {
    Error::usage(code, message(NameProblem(fault)))
        .hint(way_out(fault).map_or_else(|| way.into(), Hint::from))
        .at(ErrorPlace::Text {
            field: "name",
            fault,
        })
}

fn home_name(name: &str) -> Result<()> {
    NAME.check(name).map_err(|fault| {
        refused(
            ErrorCode::Name,
            |problem| NameMessage::HomeName {
                most: NAME_LIMIT,
                problem,
            },
            fault,
            NameHint::GiveHomeName,
        )
    })
}

fn dataset_name(name: &str) -> Result<()> {
    let way = NameHint::GiveDatasetName;
    let typed = Typed::of(name);
    if name == "-" {
        let why = NameMessage::StandsForOwnNumbers { name: typed };
        return Err(Error::usage(ErrorCode::DatasetName, why).hint(way));
    }
    let not_a_name = |problem| NameMessage::NotAName {
        name: typed,
        thing: NamedThing::Dataset,
        problem,
    };
    NAME.check(name)
        .map_err(|fault| refused(ErrorCode::DatasetName, not_a_name, fault, way))
}

fn population_name(name: &str) -> Result<()> {
    line(name, ErrorCode::PopulationName, NamedThing::Population)
}

fn unit_name(name: &str) -> Result<()> {
    line(name, ErrorCode::UnitName, NamedThing::Unit)
}

fn codebook_name(name: &str) -> Result<()> {
    line(name, ErrorCode::CodebookName, NamedThing::Codebook)
}

fn line(text: &str, code: ErrorCode, thing: NamedThing) -> Result<()> {
    let way = NameHint::GiveNameOnOneLine;
    let name = Typed::of(text);
    if text == "-" {
        return Err(Error::usage(code, NameMessage::StandsForNone { name, thing }).hint(way));
    }
    let not_a_name = |problem| NameMessage::NotAName {
        name,
        thing,
        problem,
    };
    NAME.check(text)
        .map_err(|fault| refused(code, not_a_name, fault, way))
}

/// Returns the payment address for buyers, as a `payto:` address; empty where they are not told. An
/// IBAN by itself, with or without spaces, is the address of its account.
fn pay_to(text: &str) -> Result<String> {
    if text.is_empty() || is_payto(text) {
        return Ok(text.to_owned());
    }
    if let Ok(iban) = validate_iban(text) {
        return Ok(format!("payto://iban/{}", iban.as_str()));
    }
    Err(Error::usage(
        ErrorCode::PayTo,
        NameMessage::NotAPaymentAddress {
            text: Typed::of(text),
        },
    )
    .hint(NameHint::CopyIban))
}

fn contact_name(name: &str) -> Result<()> {
    NAME.check(name).map_err(|fault| {
        refused(
            ErrorCode::ContactName,
            |problem| NameMessage::ContactName {
                most: NAME_LIMIT,
                problem,
            },
            fault,
            NameHint::GiveContactName,
        )
    })
}

fn bank_name(name: &str) -> Result<()> {
    NAME.check(name).map_err(|fault| {
        refused(
            ErrorCode::BankName,
            |problem| NameMessage::BankName {
                most: NAME_LIMIT,
                problem,
            },
            fault,
            NameHint::GiveBankName,
        )
    })
}

fn invoice_number(number: &str) -> Result<()> {
    NAME.check(number).map_err(|fault| {
        refused(
            ErrorCode::NoSuchInvoice,
            |problem| NameMessage::NotAnInvoiceNumber {
                number: Typed::of(number),
                problem,
            },
            fault,
            Act::ListInvoices.to(NameHint::SeeInvoices),
        )
    })
}

fn contact_note(note: &str) -> Result<()> {
    let rule = TextRule::LINE.at_most(NOTE_LIMIT);
    rule.check(&note.replace('\n', " ")).map_err(|fault| {
        refused(
            ErrorCode::ContactNote,
            |problem| NameMessage::ContactNote {
                most: NOTE_LIMIT,
                problem,
            },
            fault,
            NameHint::ShortenNote,
        )
        .at(ErrorPlace::Text {
            field: "note",
            fault,
        })
    })
}

fn recipient(text: &str) -> Result<()> {
    vault::recipient(text).map(drop).map_err(|why| {
        Error::usage(ErrorCode::Recipient, why.message())
            .hint(Act::ShowKeys.to(KeyHint::KeyOfAuditor))
    })
}

fn payment_reference(text: &str) -> Result<()> {
    TextRule::LINE
        .check(text)
        .map_err(|fault| text_error("payment_reference", fault))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A name is refused by the rule of a document's, and the error names the sign.
    #[test]
    fn a_name_is_refused_by_the_sign_that_is_not_seen() {
        let fault = TextFault::Hidden { sign: '\u{200b}' };
        let of = |error: Error| {
            assert_eq!(
                error.place().cloned(),
                Some(ErrorPlace::Text {
                    field: "name",
                    fault
                })
            );
            assert!(
                error
                    .message()
                    .ends_with("it has the invisible character U+200B.")
            );
            assert_eq!(error.hints(), [Hint::from(way_out(fault).unwrap())]);
            error.code()
        };
        let text = "Ann\u{200b}a";
        assert_eq!(
            of(text.parse::<ContactName>().unwrap_err()),
            ErrorCode::ContactName
        );
        assert_eq!(of(text.parse::<HomeName>().unwrap_err()), ErrorCode::Name);
        assert_eq!(
            of(text.parse::<UnitName>().unwrap_err()),
            ErrorCode::UnitName
        );
        assert_eq!(
            of(text.parse::<BankName>().unwrap_err()),
            ErrorCode::BankName
        );
        assert_eq!(
            of(text.parse::<InvoiceNumber>().unwrap_err()),
            ErrorCode::NoSuchInvoice
        );
        // A hyphen alone is what is left of the code where no place is given.
        for error in [
            "-".parse::<DatasetName>().unwrap_err(),
            "-".parse::<PopulationName>().unwrap_err(),
            "-".parse::<UnitName>().unwrap_err(),
            "-".parse::<CodebookName>().unwrap_err(),
        ] {
            assert_eq!(error.place().cloned(), None, "{error}");
        }
        let note = text.parse::<PaymentNote>().unwrap_err();
        assert_eq!(
            note.message(),
            "The payment reference has the invisible character U+200B."
        );
    }

    fn pay_to(text: &str) -> Result<String> {
        text.parse::<PayTo>().map(String::from)
    }

    #[test]
    fn an_iban_by_itself_is_the_address_of_its_account() {
        for text in [
            "DE75512108001245126199",
            " de75 5121 0800 1245 1261 99 ",
            "DE75\u{a0}5121\u{a0}0800\u{a0}1245\u{a0}1261\u{a0}99",
        ] {
            assert_eq!(
                pay_to(text).unwrap(),
                "payto://iban/DE75512108001245126199",
                "{text}"
            );
        }
        // Norway has the shortest, and Malta one with letters.
        for iban in ["NO9386011117947", "MT84MALT011000012345MTLCAST001S"] {
            assert_eq!(pay_to(iban).unwrap(), format!("payto://iban/{iban}"));
        }
        let whole = "payto://iban/DEUTDEFF/DE75512108001245126199?amount=EUR:1";
        assert_eq!(pay_to(whole).unwrap(), whole);
        assert_eq!(pay_to("  ").unwrap(), "");
    }

    #[test]
    fn what_is_no_iban_is_refused() {
        for text in [
            "DE75512108001245126198",
            "DE57512108001245126199",
            "D175512108001245126199",
            "DE7551210800",
            // Right but for its length, which Germany's all have.
            "DE03512108001245126",
            "DE75-5121-0800-1245-1261-99",
            "https://bank.example",
            "ÄÖ75512108001245126199",
            "payto:iban",
        ] {
            assert_eq!(pay_to(text).unwrap_err().code(), ErrorCode::PayTo, "{text}");
        }
    }
}
