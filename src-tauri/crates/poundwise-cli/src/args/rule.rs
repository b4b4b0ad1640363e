//! The grammar of `contact`, `block` and `rule`.

use clap::{Args, Subcommand};
use poundwise_documents::units::{Currency, Kid, MicroEpsilon};
use poundwise_market::view::RuleDraft;
use poundwise_market::{
    ContactName, ContactNote, ContactRef, ListingId, PaymentNote, PopulationName, Result,
    RuleNumber, currency, key, level,
};

use super::values::{Amount, Day};
use crate::complete;

const RULE_HELP: &str = "\
A rule approves what you could approve yourself, at the listing's own tariff, and never over a
ceiling or a cap. It does not look for a payment: what it approves is given on credit, up to the
amounts you set. Its receipts carry the payment reference you give, such as \"invoice monthly\".

The window applies rules when orders arrive; without it, `poundwise rule apply` does, by hand or
from cron.";

#[derive(Subcommand)]
pub(crate) enum Contact {
    /// Give a key a name of your own: shown beside what the key calls itself
    Add {
        /// The other home's whole key, as `poundwise whoami` shows it there
        #[arg(
            value_name = "KEY",
            allow_hyphen_values = true,
            value_parser = key,
            add = complete::keys_met()
        )]
        key: Kid,
        /// Your name for it
        #[arg(long, value_name = "NAME")]
        name: ContactName,
        /// How the key was checked, or anything else
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        note: ContactNote,
    },
    /// Change the name or the note of a contact; the key stays
    Edit {
        /// The contact's name or key
        #[arg(
            value_name = "NAME|KEY",
            allow_hyphen_values = true,
            add = complete::contacts()
        )]
        who: ContactRef,
        /// Your new name for it
        #[arg(long, value_name = "NAME", required_unless_present = "note")]
        name: Option<ContactName>,
        /// The new note; empty removes it
        #[arg(long, value_name = "TEXT")]
        note: Option<ContactNote>,
    },
    /// The contacts
    List,
    /// One contact
    Show {
        /// The contact's name or key
        #[arg(
            value_name = "NAME|KEY",
            allow_hyphen_values = true,
            add = complete::contacts()
        )]
        who: ContactRef,
    },
    /// Take a contact's name away; what was traded with its key stays
    Remove {
        /// The contact's name or key
        #[arg(
            value_name = "NAME|KEY",
            allow_hyphen_values = true,
            add = complete::contacts()
        )]
        who: ContactRef,
    },
}

#[derive(Subcommand)]
pub(crate) enum Block {
    /// Store no more orders of a key, and discard those of it that wait
    Add {
        /// The whole key, as `poundwise inbox list` shows it
        #[arg(allow_hyphen_values = true, value_parser = key, add = complete::keys_met())]
        key: Kid,
    },
    /// The keys whose orders are not stored
    List,
    /// One key whose orders are not stored
    Show {
        /// The whole key
        #[arg(allow_hyphen_values = true, value_parser = key, add = complete::blocked_keys())]
        key: Kid,
    },
    /// Let a blocked key order again
    Remove {
        /// The whole key
        #[arg(allow_hyphen_values = true, value_parser = key, add = complete::blocked_keys())]
        key: Kid,
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
    /// One rule, of any state
    Show {
        /// The rule's number
        #[arg(allow_negative_numbers = true, add = complete::rules())]
        number: RuleNumber,
    },
    /// Approve the waiting orders that a rule fits
    Apply,
    /// Stop a rule until it is resumed
    Pause {
        /// The rule's number
        #[arg(allow_negative_numbers = true, add = complete::rules())]
        number: RuleNumber,
    },
    /// Let a paused rule approve again
    Resume {
        /// The rule's number
        #[arg(allow_negative_numbers = true, add = complete::rules())]
        number: RuleNumber,
    },
    /// Remove a rule for good; what it approved stays, and so does the record of it
    Remove {
        /// The rule's number
        #[arg(allow_negative_numbers = true, add = complete::rules())]
        number: RuleNumber,
    },
}

#[derive(Args)]
pub(crate) struct AddRule {
    /// The contact whose orders it approves
    #[arg(
        long = "for",
        value_name = "CONTACT",
        required_unless_present = "anyone",
        conflicts_with = "anyone",
        add = complete::contacts()
    )]
    contact: Option<ContactRef>,
    /// Approve anyone's orders
    #[arg(long)]
    anyone: bool,
    /// The listing, with its later versions and every other listing of the same question
    #[arg(
        long,
        value_name = "ID",
        allow_hyphen_values = true,
        required_unless_present = "population",
        conflicts_with = "population",
        add = complete::own_listings()
    )]
    listing: Option<ListingId>,
    /// All listings of this population, later ones too
    #[arg(long, value_name = "NAME", add = complete::populations())]
    population: Option<PopulationName>,
    /// The highest level that the buyer may hold after the sale
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    up_to: MicroEpsilon,
    /// The highest price of one order
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    per_order: Amount,
    /// The most in one calendar month (UTC), all orders together
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    per_month: Option<Amount>,
    /// The currency of the amounts [default: the listing's]
    #[arg(long, value_name = "CODE", value_parser = currency)]
    currency: Option<Currency>,
    /// The payment reference on its receipts
    #[arg(long, value_name = "REF")]
    payment: PaymentNote,
    /// The last day on which it approves, until midnight UTC
    #[arg(long, value_name = "YYYY-MM-DD")]
    until: Option<Day>,
    /// Tell the worst that it may do, and add nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl AddRule {
    /// Returns the rule that is asked for.
    ///
    /// # Errors
    /// `rule-amount` where an amount has more decimals than the stated currency.
    pub(crate) fn draft(self) -> Result<RuleDraft> {
        if let Some(currency) = self.currency {
            self.per_order.check_in(currency, "--per-order")?;
            if let Some(per_month) = &self.per_month {
                per_month.check_in(currency, "--per-month")?;
            }
        }
        Ok(RuleDraft {
            contact: self.contact.map(|who| who.to_string()),
            anyone: self.anyone,
            listing: self.listing.map(|id| id.to_string()),
            population: self.population.map(|name| name.to_string()),
            up_to: self.up_to.to_string(),
            per_order: self.per_order.to_string(),
            per_month: self.per_month.map(|amount| amount.to_string()),
            currency: self.currency.map(|currency| currency.to_string()),
            payment: self.payment.to_string(),
            until: self.until.map(|day| day.to_string()),
        })
    }
}
