//! The grammar of `contact` and `rule`.

use clap::{Args, Subcommand};
use poundwise_market::view::RuleDraft;

use super::ids::id;

const RULE_HELP: &str = "\
A rule approves what you could approve yourself, at the listing's own tariff, and never over a ceiling or a cap. It does
not look for a payment: what it approves is given on credit, up to the amounts you set. Its receipts carry the payment
reference you give, such as \"invoice monthly\".

The window applies rules when orders arrive; without it, `poundwise inbox --apply-rules` does, by hand or from cron.";

#[derive(Subcommand)]
pub(crate) enum Contact {
    /// Give a key a name of your own: shown beside what the key calls itself
    Add {
        /// The other home's whole key, as `poundwise whoami` shows it there
        #[arg(value_name = "KEY", allow_hyphen_values = true, value_parser = id)]
        kid: String,
        /// Your name for it
        #[arg(long, value_name = "NAME")]
        name: String,
        /// How the key was checked, or anything else
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        note: String,
    },
    /// The contacts
    List,
    /// Take a contact's name away; what was traded with its key stays
    Remove {
        /// The contact's name or key
        #[arg(value_name = "NAME|KEY", allow_hyphen_values = true, value_parser = id)]
        who: String,
    },
}

#[derive(Subcommand)]
pub(crate) enum Rule {
    /// Add a rule by which orders are approved without asking
    #[command(after_help = RULE_HELP)]
    Add(Box<AddRule>),
    /// The rules, what each may still do at worst, and what it approved
    List {
        /// Those removed too
        #[arg(long)]
        all: bool,
    },
    /// Stop a rule until it is resumed
    Pause {
        /// The rule's number
        number: u64,
    },
    /// Let a paused rule approve again
    Resume {
        /// The rule's number
        number: u64,
    },
    /// Remove a rule for good; what it approved stays, and so does the record of it
    Remove {
        /// The rule's number
        number: u64,
    },
}

#[derive(Args)]
pub(crate) struct AddRule {
    /// The contact whose orders it approves
    #[arg(
        long = "for",
        value_name = "CONTACT",
        required_unless_present = "anyone",
        conflicts_with = "anyone"
    )]
    contact: Option<String>,
    /// Approve anyone's orders
    #[arg(long)]
    anyone: bool,
    /// The listing, with its later versions and every other listing of the same question
    #[arg(
        long,
        value_name = "ID",
        allow_hyphen_values = true,
        value_parser = id,
        required_unless_present = "population",
        conflicts_with = "population"
    )]
    listing: Option<String>,
    /// All listings of this population, later ones too
    #[arg(long, value_name = "NAME")]
    population: Option<String>,
    /// The highest level that the buyer may hold after the sale
    #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
    up_to: String,
    /// The highest price of one order
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    per_order: String,
    /// The most in one calendar month (UTC), all orders together
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    per_month: Option<String>,
    /// The currency of the amounts [default: the listing's]
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,
    /// The payment reference on its receipts
    #[arg(long, value_name = "REF")]
    payment: String,
    /// The last day on which it approves, until midnight UTC
    #[arg(long, value_name = "YYYY-MM-DD")]
    until: Option<String>,
    /// Tell the worst that it may do, and add nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl AddRule {
    pub(crate) fn draft(self) -> RuleDraft {
        RuleDraft {
            contact: self.contact,
            anyone: self.anyone,
            listing: self.listing,
            population: self.population,
            up_to: self.up_to,
            per_order: self.per_order,
            per_month: self.per_month,
            currency: self.currency,
            payment: self.payment,
            until: self.until,
        }
    }
}
