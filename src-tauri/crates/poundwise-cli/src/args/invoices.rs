//! The grammar of `invoice`.

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use poundwise_market::view::{InvoiceFormat, InvoiceTerms, Invoicing, Party, Vat};
use poundwise_market::{InvoiceNumber, ReceiptId, whole_number};

use super::values::NewFile;
use poundwise_words::Language;

use crate::complete;

const SETUP_HELP: &str = "\
Prices include VAT. An invoice is made of what its receipts say and of this; those that were issued
stay as they are. The pages to print are in the language of --language, and else in English.";

const ISSUE_HELP: &str = "\
Invoices and credit notes have one series of numbers without a gap. What is stated of the buyer is
kept for its next invoice. The page to print is in the language of --language, and else in that of
the invoice details. An issued invoice never changes: `poundwise invoice credit` takes it back.";

#[derive(Subcommand)]
pub(crate) enum Invoice {
    /// State once who you are on an invoice, and your VAT treatment
    #[command(after_help = SETUP_HELP)]
    Setup(Box<Setup>),
    /// What was stated with `invoice setup`, and the number of the next invoice
    Details,
    /// Set the number of the next invoice, where earlier ones were written elsewhere
    SetNext {
        /// The number, above that of each invoice before
        #[arg(value_parser = whole_number)]
        number: u64,
    },
    /// The invoices and credit notes that were issued
    List {
        /// Only those of this receipt
        #[arg(
            long,
            value_name = "ID",
            allow_hyphen_values = true,
            add = complete::signed_receipts()
        )]
        receipt: Option<ReceiptId>,
    },
    /// One invoice or credit note
    Show {
        /// Its number
        #[arg(allow_hyphen_values = true)]
        number: InvoiceNumber,
    },
    /// Issue the invoice of a receipt, or of several
    #[command(after_help = ISSUE_HELP)]
    Issue(Box<Issue>),
    /// Take an invoice back as a whole: issues a credit note
    Credit {
        /// The invoice's number
        #[arg(allow_hyphen_values = true)]
        number: InvoiceNumber,
        /// Why, as the credit note says it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Write an invoice or a credit note into a file, the same bytes each time
    Export {
        /// Its number
        #[arg(allow_hyphen_values = true)]
        number: InvoiceNumber,
        /// UBL 2.1 by the European standard EN 16931, or a page to print
        #[arg(long, value_enum, default_value = "ubl")]
        format: Form,
        #[command(flatten)]
        file: NewFile,
    },
}

#[derive(Args)]
#[command(group(ArgGroup::new("stated_vat").required(true).args(VAT_OPTIONS)))]
pub(crate) struct Setup {
    #[command(flatten)]
    who: Who,
    /// The name that you are registered by
    #[arg(long, value_name = "NAME")]
    name: String,
    /// The number by which a tax office knows you
    #[arg(long, value_name = "NUMBER")]
    tax_number: Option<String>,
    #[command(flatten)]
    vat: HowVat,
    /// Days until an invoice is to be paid
    #[arg(long, value_name = "N", default_value_t = 14)]
    days: u32,
    /// The prefix of the number of each invoice
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    prefix: String,
}

/// The options of a VAT treatment, one of which is given at most.
const VAT_OPTIONS: [&str; 4] = ["vat_rate", "vat_exempt", "reverse_charge", "no_vat"];

#[derive(Args)]
#[group(multiple = false)]
struct HowVat {
    /// The rate of VAT in percent, which your prices include
    #[arg(long, value_name = "PERCENT")]
    vat_rate: Option<String>,
    /// The sales are exempt from VAT, for this reason
    #[arg(long, value_name = "REASON")]
    vat_exempt: Option<String>,
    /// The buyer owes the VAT
    #[arg(long)]
    reverse_charge: bool,
    /// The sales are not subject to VAT, for this reason
    #[arg(long, value_name = "REASON")]
    no_vat: Option<String>,
}

impl HowVat {
    fn vat(self) -> Option<Vat> {
        if self.reverse_charge {
            return Some(Vat::ReverseCharge);
        }
        let rate = self.vat_rate.map(|percent| Vat::Rate { percent });
        let exempt = self.vat_exempt.map(|reason| Vat::Exempt { reason });
        let outside = self.no_vat.map(|reason| Vat::NotSubject { reason });
        rate.or(exempt).or(outside)
    }
}

/// Address and contact of a party.
#[derive(Args)]
struct Who {
    /// Street and number
    #[arg(
        long,
        value_name = "STREET",
        default_value = "",
        hide_default_value = true
    )]
    street: String,
    /// Post code, if the country has them
    #[arg(
        long,
        value_name = "CODE",
        default_value = "",
        hide_default_value = true
    )]
    post_code: String,
    /// City
    #[arg(
        long,
        value_name = "CITY",
        default_value = "",
        hide_default_value = true
    )]
    city: String,
    /// The country's code of two letters
    #[arg(
        long,
        value_name = "CODE",
        default_value = "",
        hide_default_value = true
    )]
    country: String,
    /// VAT identifier, which begins with the country
    #[arg(long, value_name = "ID")]
    vat_id: Option<String>,
    /// An address for questions
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,
}

impl Who {
    fn party(self, name: String) -> Party {
        Party {
            name,
            street: self.street,
            post_code: self.post_code,
            city: self.city,
            country: self.country,
            vat_id: self.vat_id,
            email: self.email,
            ..Party::default()
        }
    }
}

#[derive(Args)]
pub(crate) struct Issue {
    /// Receipt id
    #[arg(allow_hyphen_values = true, add = complete::signed_receipts())]
    receipt: ReceiptId,
    /// Another receipt of the same buyer, currency and account on the same invoice; again for more
    #[arg(
        long,
        value_name = "RECEIPT",
        allow_hyphen_values = true,
        add = complete::signed_receipts()
    )]
    also: Vec<ReceiptId>,
    /// Shows what it would say; nothing is issued
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The name that the buyer is registered by; with it the rest is stated too, else all is as on
    /// its last invoice
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// A reference that the buyer asks for, such as the number of its order
    #[arg(long, value_name = "TEXT")]
    reference: Option<String>,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    vat: HowVat,
}

impl Issue {
    /// Returns the receipts, and the terms of their invoice with a page in this language.
    pub(crate) fn stated(self, language: Option<Language>) -> (Vec<ReceiptId>, InvoiceTerms) {
        let (who, reference) = (self.who, self.reference);
        let named = self.name.is_some();
        let stated = Party {
            reference,
            ..who.party(self.name.unwrap_or_default())
        };
        // A street alone is refused for want of a name, and not left out in silence.
        let buyer = (named || stated != Party::default()).then_some(stated);
        let terms = InvoiceTerms {
            buyer,
            vat: self.vat.vat(),
            language,
        };
        let receipts = std::iter::once(self.receipt).chain(self.also).collect();
        (receipts, terms)
    }
}

impl Setup {
    /// Returns the details shared by all invoices, whose pages are in this language.
    pub(crate) fn invoicing(self, language: Option<Language>) -> Invoicing {
        // The grammar asks for one of the options.
        let vat = self.vat.vat().unwrap_or(Vat::ReverseCharge);
        Invoicing {
            seller: Party {
                tax_number: self.tax_number,
                ..self.who.party(self.name)
            },
            vat,
            days: self.days,
            prefix: self.prefix,
            language: language.unwrap_or_default(),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// UBL 2.1, which programs read
    Ubl,
    /// A page to print
    Html,
}

impl From<Form> for InvoiceFormat {
    fn from(form: Form) -> Self {
        match form {
            Form::Ubl => Self::Ubl,
            Form::Html => Self::Html,
        }
    }
}
