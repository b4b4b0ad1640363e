//! The grammar of `payments` and `bank`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use poundwise_documents::units::Currency;
use poundwise_market::view::{CsvColumns, DayOrder, Encoding};
use poundwise_market::{BankName, BookingNumber, OrderId, currency};

use super::values::{Decimals, encodings};
use crate::complete;

const IMPORT_HELP: &str = "\
An order is paid by a booked credit to the listing's IBAN whose text names the order's reference,
and whose amount is what all the orders named in it cost together. It is proposed, and nothing is
approved before `poundwise payments approve`. Of what names no order nothing is stored; a booking
counts once, whether CAMT.052, CAMT.053, CAMT.054 or CSV tells of it.";

const COLUMNS_HELP: &str = "\
Before the names of the columns there may be lines with the account, the period and the balance.
The line proposed has most fields, none of which is a number or a day. It need not be stated again:
the files of a bank are read from the first of their first 100 lines on that has all its columns.";

const SET_HELP: &str = "\
`poundwise bank columns FILE` shows the columns of a file. Columns are named as in their header;
one without a name has its number, such as #8. Of a file without a header name all columns so: #1 is
the first. The bytes of each file tell its encoding, unless `--encoding` names it. If amounts have
no sign, `--direction` names the
column that tells whether money came or went: of a row with another word nothing is imported.";

const REMOVE_HELP: &str = "\
A booking stays if something was settled by it, or if it was paid back or taken back, or told of by
CAMT or by the files of another bank too. The statements can be imported again.";

#[derive(Subcommand)]
pub(crate) enum Payments {
    /// Read a bank statement, and tell which orders it pays; nothing is approved
    #[command(after_help = IMPORT_HELP)]
    Import {
        /// The statement: CAMT.052, CAMT.053 or CAMT.054, or CSV, or a ZIP archive of these
        file: PathBuf,
        /// The bank whose columns a CSV has
        #[arg(long, value_name = "NAME")]
        bank: Option<BankName>,
    },
    /// The money that came for orders, and what each booking pays
    List {
        /// Those too of which nothing is to be done any more
        #[arg(long)]
        all: bool,
    },
    /// One booking with its orders
    Show {
        /// The booking's number
        #[arg(
            allow_negative_numbers = true,
            add = complete::bookings(),
        )]
        booking: BookingNumber,
    },
    /// Approve the orders that bookings pay, and record the payments of those on credit
    Approve {
        /// The bookings' numbers [default: all that are proposed]
        #[arg(
            value_name = "BOOKING",
            allow_negative_numbers = true,
            add = complete::bookings()
        )]
        bookings: Vec<BookingNumber>,
    },
    /// Approve an order as paid by a booking whose own order could not be approved any more
    DeliverAnyway {
        /// The booking's number
        #[arg(
            allow_negative_numbers = true,
            add = complete::bookings(),
        )]
        booking: BookingNumber,
        /// The order that was discarded, or a waiting one of the same buyer that costs no more
        #[arg(
            long,
            value_name = "ID",
            allow_hyphen_values = true,
            add = complete::orders_to_approve()
        )]
        order: OrderId,
    },
    /// Say that a booking is no payment of an order: nothing counts it, and it can be restored
    SetAside {
        /// The booking's number
        #[arg(
            allow_negative_numbers = true,
            add = complete::bookings(),
        )]
        booking: BookingNumber,
    },
    /// Count a booking again that was set aside
    Restore {
        /// The booking's number
        #[arg(
            allow_negative_numbers = true,
            add = complete::bookings(),
        )]
        booking: BookingNumber,
    },
    /// Record that you paid back what a booking did not pay, or dealt with one that was taken back
    Refunded {
        /// The booking's number
        #[arg(
            allow_negative_numbers = true,
            add = complete::bookings(),
        )]
        booking: BookingNumber,
    },
}

#[derive(Subcommand)]
pub(crate) enum Bank {
    /// The columns of a bank's CSV file, to choose from
    #[command(after_help = COLUMNS_HELP)]
    Columns {
        /// The file
        file: PathBuf,
        /// The line with the names of the columns, from 1, or 0 if no line has them [default: the
        /// line that is proposed]
        #[arg(long, value_name = "LINE")]
        header: Option<u64>,
    },
    /// Choose the columns of a bank's CSV, once
    #[command(after_help = SET_HELP)]
    Set(Box<SetBank>),
    /// The first rows of a file, as the columns of a bank read them; nothing is imported
    Preview {
        /// The bank's name
        name: BankName,
        /// The file
        file: PathBuf,
    },
    /// The banks whose columns were chosen
    List,
    /// One bank with its columns
    Show {
        /// The bank's name
        name: BankName,
    },
    /// Remove a bank; what was imported stays, unless its bookings are to be discarded
    #[command(after_help = REMOVE_HELP)]
    Remove {
        /// The bank's name
        name: BankName,
        /// Discard the bookings that its files alone told of and that settled nothing
        #[arg(long)]
        discard_bookings: bool,
        /// Show which bookings can be discarded, and remove nothing
        #[arg(long, conflicts_with = "yes")]
        dry_run: bool,
        /// Discard them without asking
        #[arg(long, requires = "discard_bookings")]
        yes: bool,
    },
}

#[derive(Args)]
pub(crate) struct SetBank {
    /// Your name for the bank
    pub(crate) name: BankName,
    /// The account of its files
    #[arg(long, value_name = "IBAN")]
    iban: String,
    /// The column of the day of booking
    #[arg(long, value_name = "COLUMN")]
    day: String,
    /// The order of day, month and year in it
    #[arg(long, value_enum)]
    day_order: Days,
    /// The column of the amount
    #[arg(long, value_name = "COLUMN")]
    amount: String,
    /// The sign before the decimals of an amount
    #[arg(long, value_enum)]
    decimal: Decimals,
    /// The column of what went, if that is another one
    #[arg(long, value_name = "COLUMN")]
    debit: Option<String>,
    /// The column with a word for the direction of the money, if amounts have no sign
    #[arg(
        long,
        value_name = "COLUMN",
        requires_all = ["came", "went"],
        conflicts_with = "debit"
    )]
    direction: Option<String>,
    /// The word in that column for incoming money, such as H, C or Bij
    #[arg(long = "in", value_name = "TEXT", requires = "direction")]
    came: Option<String>,
    /// The word in that column for outgoing money, such as S, D or Af
    #[arg(
        long = "out",
        value_name = "TEXT",
        requires = "direction",
        allow_hyphen_values = true
    )]
    went: Option<String>,
    /// The currency of all rows
    #[arg(
        long,
        value_name = "CODE",
        value_parser = currency,
        required_unless_present = "currency_column",
        conflicts_with = "currency_column"
    )]
    currency: Option<Currency>,
    /// The column of the currency
    #[arg(long, value_name = "COLUMN")]
    currency_column: Option<String>,
    /// A column with text of the payer; may be given more than once
    #[arg(long, value_name = "COLUMN", required = true)]
    text: Vec<String>,
    /// The column of the payer's name
    #[arg(long, value_name = "COLUMN")]
    party: Option<String>,
    /// The column that says whether a row is booked
    #[arg(long, value_name = "COLUMN", requires = "booked")]
    status: Option<String>,
    /// The word of that column for a booked row
    #[arg(long, value_name = "TEXT", requires = "status")]
    booked: Option<String>,
    /// The encoding of the files [default: what the bytes of each file tell]
    #[arg(long, value_name = "NAME", value_parser = encodings())]
    encoding: Option<Encoding>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Days {
    /// 2026-11-30
    YearMonthDay,
    /// 30.11.2026
    DayMonthYear,
    /// 11/30/2026
    MonthDayYear,
}

impl SetBank {
    /// Returns the columns that are chosen.
    pub(crate) fn columns(self) -> CsvColumns {
        CsvColumns {
            iban: self.iban,
            day: self.day,
            day_order: match self.day_order {
                Days::YearMonthDay => DayOrder::YearMonthDay,
                Days::DayMonthYear => DayOrder::DayMonthYear,
                Days::MonthDayYear => DayOrder::MonthDayYear,
            },
            amount: self.amount,
            decimal: self.decimal.sign(),
            debit: self.debit,
            direction: self.direction,
            came: self.came,
            went: self.went,
            currency: self.currency.map(|currency| currency.to_string()),
            currency_column: self.currency_column,
            text: self.text,
            party: self.party,
            status: self.status,
            booked: self.booked,
            encoding: self.encoding,
        }
    }
}
