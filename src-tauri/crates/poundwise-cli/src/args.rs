//! The grammar of the command line, and the form of each value. No rule of the market is here.
//!
//! A noun has commands of its own: `list` and `show` read, all others write. Verbs of daily work
//! (`order`, `approve`, `export` ...) have no noun before them. No option of a command that reads
//! makes it write to the home or the market.

mod batch;
mod dataset;
mod engine;
mod ids;
mod invoices;
mod listing;
mod noise;
mod payments;
mod population;
mod rule;
mod table_form;
mod values;

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use poundwise_documents::kinds::{AttributeKind, Settlement};
use poundwise_documents::units::{Decimal, MicroEpsilon};
use poundwise_market::view::{MarketSort, Quantity, Trusted};
use poundwise_market::{
    AlarmNumber, ExportFormat, HalfWidthWanted, HomeName, IdPrefix, ListingId, ListingOrOrder,
    LogCode, MarketUrl, OrderDays, OrderId, PaymentDay, PaymentNote, PaymentNumber, ReceiptId,
    Recipient, ToMail, level,
};

use poundwise_words::Language;

use crate::complete;

pub(crate) use batch::{Codebook, CreateAll, Propose};
pub(crate) use dataset::{Dataset, Import, Link, Relink};
pub(crate) use engine::Engine;
pub(crate) use ids::{shield, typed};
pub(crate) use invoices::Invoice;
pub(crate) use listing::Listing;
use listing::kinds;
pub(crate) use noise::{Noise, NoiseForm, Sample};
pub(crate) use payments::{Bank, Payments};
pub(crate) use population::Population;
pub(crate) use rule::{Block, Contact, Rule};
pub(crate) use table_form::Form;
use values::{
    AVAILABILITY_HELP, Amount, CsvStyle, LanguageChoice, NewFile, NewFileOrStdout, ReportFile,
    market, number, words,
};
pub(crate) use values::{Bounds, Switch, cap_texts};

const AFTER_HELP: &str = "\
A home opens with the recovery key of --key-file, else with the passphrase of POUNDWISE_PASSPHRASE,
else with the one that is asked on the terminal.
Ids may be shortened to any unique prefix of 6 characters or more; if one that begins with - is
taken for an option, give it last, after --. EPS is a decimal with at most six places.
Exit codes: 0 done, 1 refused or not verified, 2 wrong usage, 130 stopped by Ctrl-C.

Start with `poundwise demo`: a whole sale on made-up data, ending in a verified receipt.";

const CSV_HELP: &str = "\
CSV has commas between cells and points before decimals, as programs read it. A spreadsheet opens a
file by the customs of its country: `--separator semicolon --decimal comma --bom` is what German
Excel opens with a double click.";

const TIGHTEN_HELP: &str = "\
Noise is added to what is held; the values have the law of a release at the level asked for, and
you sign them, not the owner. A copy is made once for each level and kept: asking again writes the
same bytes, and all your copies of a listing together tell no more than the highest of them.
Anyone can check one: poundwise audit FILE";

/// A private data marketplace: numbers about people, sold by the pound of ε.
#[derive(Parser)]
#[command(name = "poundwise", version, after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EVERYWHERE: &str = "Options of every command";

/// Options of every command.
#[derive(Args)]
pub(crate) struct Global {
    /// The home's folder [default: in the platform's data folder]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// The market: a folder, or its URL (file://, s3:// or https://) [default: the home's own]
    #[arg(
        long,
        global = true,
        help_heading = EVERYWHERE,
        value_name = "URL",
        value_parser = market
    )]
    pub(crate) market: Option<String>,
    /// The folder of the marks, which say how far the ledger of each home reached on this machine
    /// [default: in the platform's state folder]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    /// A file with the recovery key, which opens the home without the passphrase; only you may be
    /// able to read it [default: POUNDWISE_KEY_FILE]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    /// Yes: the machine's clock is right, although documents signed before contradict it
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub(crate) clock_is_right: bool,
    /// The language of answers, questions, errors and notes, and of a report or an invoice to print
    /// [default: as LC_ALL, LC_MESSAGES or LANG says, and English for a report or an invoice]
    #[arg(long, global = true, help_heading = EVERYWHERE, value_enum, value_name = "LANGUAGE")]
    language: Option<LanguageChoice>,
    /// Print one JSON document on stdout, and errors as JSON on stderr, in English
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub(crate) json: bool,
}

impl Global {
    /// Returns the language that was chosen.
    pub(crate) fn language(&self) -> Option<Language> {
        self.language.map(Into::into)
    }
}

#[derive(Subcommand)]
pub(crate) enum HomeCommand {
    /// Show whether this home is the newest copy of itself, and the code of its ledger
    #[command(after_help = SHOW_HELP)]
    Show,
    /// Confirm that a home without its mark is the newest copy of itself
    #[command(after_help = CONFIRM_HELP)]
    Confirm {
        /// The code of your last receipt or change, such as 12-7KQX-M2PA
        code: Option<LogCode>,
        /// Accept without the code that newer entries may be hidden; an entry of the ledger states
        /// this
        #[arg(long, conflicts_with = "code")]
        without_code: bool,
        /// Yes: confirm without the code
        #[arg(long, requires = "without_code")]
        yes: bool,
    },
    /// Go through everything in the home: nothing may have been changed, swapped or removed
    Check,
    /// Change the home's passphrase; the recovery key does for one that is forgotten
    #[command(after_help = PASSPHRASE_HELP)]
    ChangePassphrase,
    /// Draw another recovery key, and encrypt everything in the home anew for it
    #[command(after_help = RECOVERY_HELP)]
    ChangeRecoveryKey {
        /// Yes: the recovery key before is to stop working
        #[arg(long)]
        yes: bool,
    },
    /// Recover what this home lacks of its own ledger, after it was put back from a backup
    #[command(after_help = CATCH_UP_HELP)]
    CatchUp {
        /// A bundle, ledger or checkpoint of this home from somebody else, which may be newer than
        /// the market's
        #[arg(long, value_name = "FILE")]
        with: Vec<PathBuf>,
    },
    /// State the available levels of the listings to buyers, or stop it
    #[command(after_help = AVAILABILITY_HELP)]
    Availability {
        /// Whether it is stated
        #[arg(value_enum)]
        choice: Switch,
    },
    /// Give up a home that cannot catch up: write its losses for the populations of a new one
    #[command(after_help = GIVE_UP_HELP)]
    GiveUp {
        /// The file
        file: PathBuf,
        /// Yes: this home is to sell no more, for good
        #[arg(long)]
        yes: bool,
        /// Replace a file of that name
        #[arg(long)]
        replace: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show a whole sale on made-up data, step by step, ending in a verified receipt
    Demo {
        /// Keep the sample market in this folder (new or empty) and go on with it
        #[arg(long, value_name = "DIR")]
        keep: Option<PathBuf>,
    },
    /// Create the home: identity, books, and a recovery key shown once
    Init {
        /// The name that listings and orders carry
        #[arg(long)]
        name: HomeName,
    },
    /// Show this home's name, key and age recipient
    Whoami,
    /// The home as a whole
    #[command(subcommand)]
    Home(HomeCommand),
    /// Whose privacy it is: the people that datasets are about, each population with one cap
    #[command(subcommand)]
    Population(Population),
    /// Tables in this home
    #[command(subcommand)]
    Dataset(Dataset),
    /// Databases whose tables can be linked
    #[command(subcommand)]
    Engine(Engine),
    /// What this home offers
    #[command(subcommand)]
    Listing(Listing),
    /// How columns are listed, kept for the next dataset
    #[command(subcommand)]
    Codebook(Codebook),
    /// What everybody offers, and where
    #[command(subcommand)]
    Market(Market),
    /// Price of going to a level, and the half-width now and then
    #[command(group = ArgGroup::new("wanted").required(true).args(["to", "accuracy"]))]
    Quote {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::market_listings())]
        listing: ListingId,
        /// The level wanted
        #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
        to: Option<MicroEpsilon>,
        /// The half-width of the 95% noise interval wanted, in the listing's unit: the least level
        /// that reaches it is quoted
        #[arg(long, value_name = "HALF", allow_negative_numbers = true)]
        accuracy: Option<HalfWidthWanted>,
        /// Of which quantity, where a response has several
        #[arg(
            long,
            value_name = "QUANTITY",
            conflicts_with = "to",
            value_parser = words(Quantity::ALL)
        )]
        of: Option<Quantity>,
    },
    /// Order a level of a listing, at the price of `quote`; or list, show or cancel orders
    #[command(subcommand_negates_reqs = true, args_conflicts_with_subcommands = true)]
    Order {
        #[command(subcommand)]
        command: Option<OrderCommand>,
        /// Listing id
        #[arg(
            required = true,
            allow_hyphen_values = true,
            add = complete::market_listings()
        )]
        listing: Option<ListingId>,
        /// The level wanted
        #[arg(
            long,
            value_name = "EPS",
            required = true,
            allow_negative_numbers = true,
            value_parser = level
        )]
        to: Option<MicroEpsilon>,
        /// For how many days the order waits for its answer
        #[arg(long, value_name = "N", default_value = "30")]
        days: OrderDays,
        /// Order it also if the seller states that it cannot deliver the level now
        #[arg(long)]
        anyway: bool,
    },
    /// Orders to this home, and what approving each would cost
    #[command(subcommand)]
    Inbox(Inbox),
    /// Other homes' keys, by names of your own
    #[command(subcommand)]
    Contact(Contact),
    /// Rules by which orders are approved without asking
    #[command(subcommand)]
    Rule(Rule),
    /// Keys whose orders are not stored
    #[command(subcommand)]
    Block(Block),
    /// Approve an order: one receipt, one release
    Approve {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::orders_to_approve())]
        order: OrderId,
        /// Reference of the payment received [default: the order's]
        #[arg(
            long,
            value_name = "REF",
            default_value = "",
            hide_default_value = true
        )]
        payment: PaymentNote,
        /// The settlement; only `paid` is money received [default: paid where --payment is
        /// given, free at no price]
        #[arg(long, value_enum)]
        settlement: Option<Settled>,
    },
    /// Decline an order, with a signed reason
    Decline {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::orders_waiting())]
        order: OrderId,
        /// Why, for the buyer to read
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Put an order aside without an answer; if it is paid all the same, it can still be approved
    Discard {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::orders_waiting())]
        order: OrderId,
    },
    /// Send what has not reached the market yet
    Deliver,
    /// Fetch and verify what is addressed to this home, and that each owner's ledger is the one
    /// seen before
    Collect,
    /// Save a listing, an order or a delivery as a file to send by mail
    #[command(subcommand, after_help = SAVE_HELP)]
    Save(Save),
    /// Receive files that others saved: a listing to order from, an order for the inbox, or a
    /// delivery, which is collected
    #[command(after_help = RECEIVE_HELP)]
    Receive {
        /// .listing, .order and .delivery files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Owners whose signed documents contradicted each other, and where the evidence is
    #[command(subcommand)]
    Alarm(Alarm),
    /// What this home has bought: the estimates, and every response behind them
    #[command(subcommand)]
    Holding(Holding),
    /// Count the rows between two edges of a histogram that is held, and their share. It costs
    /// nothing
    Range {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// Lower and upper edge, such as 30..45; one below 0 needs `--` before it
        #[arg(required = true, value_name = "LO..HI")]
        ranges: Vec<Bounds>,
        #[command(flatten)]
        of: OfCells,
    },
    /// Compute quantiles from a histogram that is held, with their noise intervals. It costs
    /// nothing
    Quantile {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// Shares of the rows below
        #[arg(
            value_name = "SHARE",
            value_delimiter = ',',
            default_value = "0.25,0.5,0.75",
            value_parser = number
        )]
        shares: Vec<Decimal>,
        #[command(flatten)]
        of: OfCells,
    },
    /// Show the rows, means, sums and standard deviations of each group, from moments that are
    /// held. It costs nothing
    Groups {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// Take groups together, such as 1+3 (repeat for several)
        #[arg(long, value_name = "GROUP+GROUP", allow_hyphen_values = true)]
        merge: Vec<String>,
        #[command(flatten)]
        options: FigureOptions,
    },
    /// Compute the correlations of all variables from moments that are held. It costs nothing
    Correlations {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// Use the rows of this group alone (repeat for several) [default: all groups]
        #[arg(long, value_name = "GROUP", allow_hyphen_values = true)]
        group: Vec<String>,
        #[command(flatten)]
        options: FigureOptions,
    },
    /// Compute a linear regression by least squares from moments that are held. It costs nothing
    Fit {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// The variable that is explained
        #[arg(long, value_name = "COLUMN")]
        response: String,
        /// The variables that explain it
        #[arg(long, value_name = "COLUMN,COLUMN", value_delimiter = ',')]
        predictors: Vec<String>,
        /// A group column that explains it, with a coefficient for each level but the first (repeat
        /// for several)
        #[arg(long, value_name = "COLUMN")]
        factor: Vec<String>,
        /// Leave out rows in the group 'other' of a factor
        #[arg(long)]
        without_other: bool,
        #[command(flatten)]
        options: FigureOptions,
    },
    /// Write the newest answer of a listing as a table, one row an estimate with its noise
    /// interval; as text to quote, or as a citation
    #[command(after_help = CSV_HELP)]
    Export {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// Form of the table, or words for people
        #[arg(long, value_enum, default_value = "csv")]
        format: Format,
        #[command(flatten)]
        file: NewFileOrStdout,
        #[command(flatten)]
        csv: CsvStyle,
        /// Also write the raw noise lattice that the answer is computed from, into this file
        #[arg(long, value_name = "FILE")]
        lattice: Option<PathBuf>,
        /// Also write ranges and quantiles: a file with one a line, such as 30..45 or 0.5
        #[arg(long, value_name = "FILE")]
        ranges: Option<PathBuf>,
        /// Print code that reads the file written
        #[arg(long, value_enum, value_name = "LANGUAGE")]
        snippet: Option<Snippet>,
    },
    /// Make a noisier copy of what is held, for somebody else
    #[command(after_help = TIGHTEN_HELP)]
    Tighten {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
        /// The level of the copy, below the one held
        #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
        to: MicroEpsilon,
        #[command(flatten)]
        file: NewFile,
    },
    /// The receipts this home has signed
    #[command(subcommand)]
    Receipt(Receipt),
    /// Invoices of what was sold, by the European standard
    #[command(subcommand)]
    Invoice(Invoice),
    /// Bank statements: which orders they pay, and their approval together
    #[command(subcommand)]
    Payments(Payments),
    /// Banks whose statements are CSV: which column is which
    #[command(subcommand)]
    Bank(Bank),
    /// Income, the loss of every question and population, and the openings granted
    Books,
    /// This home's ledger
    #[command(subcommand)]
    Ledger(Ledger),
    /// Check ledgers, bundles, copies and published logs: signatures, log, prices, levels, money,
    /// noise
    Audit {
        /// Ledgers, bundles, copies, checkpoints or single documents, as files; or a market with
        /// published ledgers (file:///market, of one owner alone file:///market#KEY); in any mix
        #[arg(required_unless_present = "market_file", value_name = "FILE|URL")]
        files: Vec<PathBuf>,
        /// Audit the published ledgers of the market of this .market file too
        #[arg(long, value_name = "FILE")]
        market_file: Option<PathBuf>,
        #[command(flatten)]
        report: ReportFile,
    },
    /// Write an opening of a listing for one auditor, WHICH REVEALS ITS DATA
    #[command(after_help = GRANT_HELP)]
    Grant {
        /// Listing id, or the id of an order for it
        #[arg(
            value_name = "ORDER|LISTING",
            allow_hyphen_values = true,
            add = complete::own_listings()
        )]
        what: IdPrefix<ListingOrOrder>,
        /// The auditor's age recipient, as `poundwise whoami` shows it
        #[arg(long, value_name = "AGE_RECIPIENT")]
        to: Recipient,
        #[command(flatten)]
        file: NewFile,
        /// Yes: show this auditor the data
        #[arg(long)]
        yes: bool,
    },
    /// Compute every release of an opened listing again, bit for bit, and audit the files
    Replay {
        /// The opening, granted to this home
        opening: PathBuf,
        /// The owner's ledger, bundles of the listing, a market; as for `audit`
        #[arg(required = true, value_name = "LEDGER|BUNDLE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        report: ReportFile,
    },
    /// Noise from a seed that you give, to test the law with
    #[command(subcommand)]
    Noise(Noise),
    /// Print the JSON Schema of what `--json` prints: of every command, or of one
    Schema {
        /// The command, such as `listing show`
        command: Vec<String>,
    },
    /// Print what a shell needs to complete these commands
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual, one page a command, for whoever packages this program
    #[command(hide = true)]
    Manual {
        /// A folder that is there
        folder: PathBuf,
    },
}

const COMPLETIONS_HELP: &str = "\
bash  source <(poundwise completions bash)
zsh   source <(poundwise completions zsh)
fish  poundwise completions fish | source

Names, ids and numbers complete without the passphrase: those of the home that the line names, and
the listings on its market. What the home keeps encrypted does not complete.";

const PASSPHRASE_HELP: &str = "\
The new one is read from POUNDWISE_NEW_PASSPHRASE, else asked twice on the terminal. It has 12
characters or more; several unrelated words are easy to keep and hard to guess. The recovery key
stays as it is. Copies of the home's folder made before still open with the passphrase before.";

const RECOVERY_HELP: &str = "\
The new key is shown this once. The one before does not open this home any more, but still opens
what was encrypted to it elsewhere: copies of the folder made before, and the orders and
deliveries on the market that are addressed to it. The passphrase stays as it is.";

const CATCH_UP_HELP: &str = "\
A home that was put back from a backup is an old copy of itself. It opens, reads and collects, and
sells nothing until it has caught up: the entries of its ledger that it lacks are on the market,
encrypted for it. After that its rules are paused until you have looked at them; what was listed
since and cannot be computed from what the home has is withdrawn, and counts at its ceiling; and
of what the home had bought it makes no new copies. A home that is not behind compares the market
with what it has published, and sends again what is missing or damaged there.";

const SHOW_HELP: &str = "\
The code is that of the last entry of the ledger. It also stands on each receipt. Keep the newest
one away from this machine: a home that is restored without its state folder asks for it.";

const CONFIRM_HELP: &str = "\
A home that is restored on another machine, or has lost its state folder, cannot know whether the
market shows everything: its operator could hide newer entries. So the home asks for the code of
your last receipt or change. Do not ask the operator for it. A wrong code changes nothing.
If you do not know it, give the home up, or confirm it with --without-code. That is safe only if the
operator is honest: otherwise the home may sign a second history and sell more than a cap allows.";

const GIVE_UP_HELP: &str = "\
The file has, for each population, the ceilings of everything that was ever listed of it. Make the
populations of the new home with it: poundwise population create NAME --cap EPS --carried FILE
The old home sells no more from then on. What is in it can still be read, collected and exported.";

const MARKET_HELP: &str = "\
The folder must exist. What waits for the market before is sent there first. This home's listings
and withdrawals are put on the new market too, and its ledger with them; orders and deliveries
stay where they were sent.";

const INVITE_HELP: &str = "\
Create a key for the member at your server first, and give its id. The secret is asked for, or read
from POUNDWISE_MARKET_SECRET. With --market URL no home is needed. A market is
s3://bucket/prefix?endpoint=https://host&region=REGION or a WebDAV folder https://host/path.";

const JOIN_HELP: &str = "\
The key in the file is stored in your home, encrypted. Join again with a new file if the key has
changed. Whatever `poundwise market set --help` states about moving holds here too.";

const SAVE_HELP: &str = "\
A saved file holds what the market has: an order or a delivery is encrypted to one home. A sale is
saved only once its ledger entry is on the home's own market, which may be a folder that nobody else
reads.";

const RECEIVE_HELP: &str = "\
Every document is verified first. Either all files are received or none: a file for another home, one
that was received before or one that is damaged stores nothing.";

const GRANT_HELP: &str = "\
AN OPENING REVEALS THE DATA: the listing's numbers exactly, without any noise. No ε stands for that.
With the seeds in it the noise can be taken off every release of the listing, those already sold and
those still to come. It is encrypted to the one auditor named, who can pass on what it says; it
cannot be taken back.

Each grant is an entry of the ledger, which every auditor counts. It names neither the auditor nor
the numbers, and is published before the file is written.";

#[derive(Subcommand)]
pub(crate) enum Market {
    /// The listings on the market, each with its first price and its best accuracy
    List {
        /// Only those whose words match
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        search: String,
        /// Only those of a seller, by its key, its name or your name for it
        #[arg(
            long,
            value_name = "SELLER",
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        seller: String,
        /// Only those of a kind
        #[arg(long, value_name = "KIND", value_parser = kinds())]
        kind: Option<AttributeKind>,
        /// Only those of which something can be had for at most so much, each in its own currency:
        /// “best accuracy” is then what that buys, and “for” its price
        #[arg(
            long,
            value_name = "AMOUNT",
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        max_price: String,
        /// By what they are sorted
        #[arg(long, value_enum, default_value = "newest")]
        sort: SortBy,
        /// The last first
        #[arg(long)]
        reverse: bool,
    },
    /// Two to four listings on the market side by side
    Compare {
        // One argument of several values would take the options behind it.
        /// Listing id
        #[arg(value_name = "LISTING", allow_hyphen_values = true, add = complete::market_listings())]
        first: ListingId,
        /// Listing id
        #[arg(value_name = "LISTING", allow_hyphen_values = true, add = complete::market_listings())]
        second: ListingId,
        /// Listing id
        #[arg(value_name = "LISTING", allow_hyphen_values = true, add = complete::market_listings())]
        third: Option<ListingId>,
        /// Listing id
        #[arg(value_name = "LISTING", allow_hyphen_values = true, add = complete::market_listings())]
        fourth: Option<ListingId>,
    },
    /// A listing on the market in full, as its buyers see it
    Show {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::market_listings())]
        listing: ListingId,
    },
    /// Trade on another market from now on
    #[command(after_help = MARKET_HELP)]
    Set {
        /// The market: a folder, or its URL (file://, s3:// or https://)
        url: MarketUrl,
        /// Send what waits for the market before to the new one instead
        #[arg(long)]
        anyway: bool,
    },
    /// Write a file with which a member joins a market on a server
    #[command(after_help = INVITE_HELP)]
    Invite {
        /// The file, which ends in .market
        file: PathBuf,
        /// Name of the market, as members see it
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Id of the member's own key, or its user name [default: the key of this home]
        #[arg(long, value_name = "ID")]
        key_id: Option<String>,
        /// Address at which everybody may read the market without a key
        #[arg(long, value_name = "URL")]
        read_url: Option<MarketUrl>,
        /// Replace a file of that name
        #[arg(long)]
        replace: bool,
    },
    /// Join a market with its file, and trade there from now on
    #[command(after_help = JOIN_HELP)]
    Join {
        /// The .market file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Send what waits for the market before to the new one instead
        #[arg(long)]
        anyway: bool,
    },
    /// Test what works on a market: list, write, read, delete and the clock
    Test {
        /// A .market file, to test a market before joining it [default: the home's market]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
}

/// Sort key of listings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortBy {
    Newest,
    Title,
    Seller,
    Kind,
    /// The price of the best accuracy, each currency by itself
    Price,
    /// The best accuracy, each unit by itself
    Accuracy,
}

impl From<SortBy> for MarketSort {
    fn from(by: SortBy) -> Self {
        match by {
            SortBy::Newest => Self::Newest,
            SortBy::Title => Self::Title,
            SortBy::Seller => Self::Seller,
            SortBy::Kind => Self::Kind,
            SortBy::Price => Self::Price,
            SortBy::Accuracy => Self::Accuracy,
        }
    }
}

/// What is saved as a file.
#[derive(Subcommand)]
pub(crate) enum Save {
    /// A listing of this home, with all its versions
    Listing {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::own_listings())]
        listing: ListingId,
        #[command(flatten)]
        file: NewFile,
    },
    /// An order of this home, with its cancellation if it was cancelled
    Order {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::own_orders())]
        order: OrderId,
        #[command(flatten)]
        file: NewFile,
    },
    /// The answer to an order: a delivery, or a refusal
    Delivery {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::orders_received())]
        order: OrderId,
        #[command(flatten)]
        file: NewFile,
    },
}

impl Save {
    /// Returns what is saved, and the file.
    pub(crate) fn asked(&self) -> (ToMail<'_>, &NewFile) {
        match self {
            Self::Listing { listing, file } => (ToMail::Listing(listing), file),
            Self::Order { order, file } => (ToMail::Order(order), file),
            Self::Delivery { order, file } => (ToMail::Delivery(order), file),
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum OrderCommand {
    /// This home's own orders and what became of them
    List,
    /// One of this home's own orders
    Show {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::own_orders())]
        order: OrderId,
    },
    /// Tell the seller that an order is no longer wanted; where it is approved already, the receipt
    /// stands
    Cancel {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::own_orders_waiting())]
        order: OrderId,
    },
}

#[derive(Subcommand)]
pub(crate) enum Inbox {
    /// The orders that wait for this home's answer
    List {
        /// Those that wait no longer instead: approved, declined, cancelled, discarded or expired
        #[arg(long)]
        answered: bool,
    },
    /// One order to this home, waiting or answered
    Show {
        /// Order id
        #[arg(allow_hyphen_values = true, add = complete::orders_received())]
        order: OrderId,
    },
}

#[derive(Subcommand)]
pub(crate) enum Holding {
    /// Everything that this home holds
    List,
    /// What this home holds of one listing
    Show {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::held_listings())]
        listing: ListingId,
    },
    /// Write the bundle of a receipt held, with the release and all proofs, for an auditor
    Export {
        /// Receipt id, as `holding show` gives it
        #[arg(allow_hyphen_values = true, add = complete::held_receipts())]
        receipt: ReceiptId,
        #[command(flatten)]
        file: NewFile,
    },
}

/// The response from which figures are computed, and the files that are written of them.
#[derive(Args)]
pub(crate) struct FigureOptions {
    /// A level that is held [default: the highest]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    pub(crate) level: Option<MicroEpsilon>,
    /// Write a table in this form
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) format: Option<TableFormat>,
    #[command(flatten)]
    pub(crate) file: NewFileOrStdout,
    #[command(flatten)]
    pub(crate) csv: CsvStyle,
    /// Also write the moments as integers (JSON), from which other programs compute the figures
    #[arg(long, value_name = "FILE")]
    pub(crate) matrix: Option<PathBuf>,
    /// Print code that computes the figures again from the file of --matrix
    #[arg(long, value_enum, value_name = "LANGUAGE", requires = "matrix")]
    pub(crate) snippet: Option<Snippet>,
}

/// The form of a table of figures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Csv,
    Json,
    Parquet,
}

impl From<TableFormat> for ExportFormat {
    fn from(format: TableFormat) -> Self {
        match format {
            TableFormat::Csv => Self::Csv,
            TableFormat::Json => Self::Json,
            TableFormat::Parquet => Self::Parquet,
        }
    }
}

/// The cells of a cross-tabulation of which ranges are computed.
#[derive(Args)]
pub(crate) struct OfCells {
    /// Column of a cross-tabulation along which the ranges go [default: the first one with edges]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) along: Option<String>,
    /// Bins of the other columns of a cross-tabulation [default: each combination of them]
    #[arg(long, value_name = "LABELS")]
    pub(crate) cells: Option<String>,
}

#[derive(Subcommand)]
pub(crate) enum Receipt {
    /// The receipts this home has signed
    List {
        /// Only sales on credit of which something is owed, and those whose payment was taken back
        #[arg(long)]
        unpaid: bool,
    },
    /// One receipt that this home has signed
    Show {
        /// Receipt id
        #[arg(allow_hyphen_values = true, add = complete::signed_receipts())]
        receipt: ReceiptId,
    },
    /// Write the receipts as a table, the oldest first: CSV
    #[command(after_help = CSV_HELP)]
    Export {
        #[command(flatten)]
        file: NewFile,
        #[command(flatten)]
        csv: CsvStyle,
    },
    /// Record that a sale on credit was paid, all of it or a part; the receipt stays as it is
    Paid {
        /// Receipt id
        #[arg(allow_hyphen_values = true, add = complete::signed_receipts())]
        receipt: ReceiptId,
        /// The amount [default: all that is owed]
        #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
        amount: Option<Amount>,
        /// The day [default: today]
        #[arg(long, value_name = "YYYY-MM-DD")]
        on: Option<PaymentDay>,
        /// The payment reference [default: the receipt's reference]
        #[arg(
            long,
            value_name = "REF",
            default_value = "",
            hide_default_value = true
        )]
        payment: PaymentNote,
    },
    /// Take back a payment that was recorded by mistake
    Unpaid {
        /// The payment's number, as `receipt show` gives it
        #[arg(allow_negative_numbers = true)]
        payment: PaymentNumber,
    },
}

#[derive(Subcommand)]
pub(crate) enum Alarm {
    /// The alarms, dismissed ones too
    List,
    /// One alarm
    Show {
        /// The alarm's number
        #[arg(allow_negative_numbers = true, add = complete::alarms())]
        number: AlarmNumber,
    },
    /// Record that you have looked at an alarm, and go on from one of its two documents; the
    /// evidence stays
    Dismiss {
        /// The alarm's number
        #[arg(allow_negative_numbers = true, add = complete::alarms())]
        number: AlarmNumber,
        /// What to go on from: the ledger seen first or the one found to contradict it; of two
        /// answers to one order, the receipt or the refusal
        #[arg(long, value_enum)]
        trust: Trust,
        /// Why, for yourself and for whoever looks at the evidence
        #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
        reason: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Trust {
    Kept,
    Found,
    Receipt,
    Refusal,
}

impl From<Trust> for Trusted {
    fn from(trust: Trust) -> Self {
        match trust {
            Trust::Kept => Trusted::Kept,
            Trust::Found => Trusted::Found,
            Trust::Receipt => Trusted::Receipt,
            Trust::Refusal => Trusted::Refusal,
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Ledger {
    /// Write everything an auditor needs into one file
    Export {
        #[command(flatten)]
        file: NewFile,
        /// What for: an auditor, or the accounts as a plain-text journal that `hledger check` adds
        /// up again
        #[arg(long, value_enum, default_value = "ledger")]
        format: LedgerFormat,
    },
}

/// Settlement of a sale.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Settled {
    /// The money is here
    Paid,
    /// It is to come
    Credit,
    /// It costs nothing
    Free,
}

impl From<Settled> for Settlement {
    fn from(settled: Settled) -> Self {
        match settled {
            Settled::Paid => Self::Paid,
            Settled::Credit => Self::Credit,
            Settled::Free => Self::Free,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LedgerFormat {
    Ledger,
    Hledger,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Csv,
    Json,
    Parquet,
    Text,
    Citation,
}

impl Format {
    /// Returns the form of the table; none where it is words for people.
    pub(crate) fn of_table(self) -> Option<ExportFormat> {
        match self {
            Self::Csv => Some(ExportFormat::Csv),
            Self::Json => Some(ExportFormat::Json),
            Self::Parquet => Some(ExportFormat::Parquet),
            Self::Text | Self::Citation => None,
        }
    }
}

/// A language in which an exported file is read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Snippet {
    Python,
    R,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use clap::CommandFactory;
    use poundwise_documents::kinds::AttributeKind;
    use poundwise_market::{AttributeSpec, BinSpec};

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn negative_numbers_are_values_not_options() {
        let line = "poundwise listing create - value --value -3 --bounds -5..5 --step 1 \
                    --protect 1 --price 1:1";
        let arguments = Arguments::try_parse_from(line.split(' ')).unwrap();
        let Command::Listing(Listing::Create(create)) = arguments.command else {
            panic!("not a listing");
        };
        let draft = create.draft().unwrap();
        assert!(draft.subject.is_own());
        let AttributeSpec::Value(own) = draft.question else {
            panic!("not a value");
        };
        assert_eq!(own.value.to_string(), "-3");
        assert_eq!(own.bounds.map(|end| end.to_string()), ["-5", "5"]);
        // A level below 0 is refused as a level, not as an option.
        let below = Arguments::try_parse_from("poundwise quote abcdef --to -1".split(' '));
        assert_eq!(
            below.map(|_| ()).unwrap_err().kind(),
            clap::error::ErrorKind::ValueValidation
        );
    }

    /// Bins that are ignored, or of another column, would sell something else.
    #[test]
    fn a_cross_tabulation_has_bins_of_each_column() {
        let draft = |arguments: &[&str]| {
            let line = ["poundwise", "listing", "create", "people", "--price", "1:1"];
            let line = line.iter().chain(arguments);
            match Arguments::try_parse_from(line).unwrap().command {
                Command::Listing(Listing::Create(create)) => create.draft(),
                _ => panic!("not a listing"),
            }
        };
        let of = |arguments: &[&str]| {
            draft(&[&["cross-tabulation", "town", "age", "age: now"], arguments].concat())
        };
        let made = of(&[
            "--edges-of",
            "age:0,18.0,65",
            "--bins-of",
            "town:\"Bruges, old\",Zele: new",
            "--bins-of",
            "age: now:1,2",
        ]);
        let Ok(AttributeSpec::CrossTabulation(crossed)) = made.map(|draft| draft.question) else {
            panic!("not a cross-tabulation");
        };
        let values = |values: [&str; 2]| BinSpec::Values(values.map(str::to_owned).to_vec());
        let edges = ["0", "18", "65"].map(|edge| edge.parse().unwrap());
        assert_eq!(
            crossed.columns,
            [
                ("town".to_owned(), values(["Bruges, old", "Zele: new"])),
                ("age".to_owned(), BinSpec::Edges(edges.to_vec())),
                ("age: now".to_owned(), values(["1", "2"])),
            ]
        );
        let wrong: [(&[&str], &str); 5] = [
            (&["--bins-of", "sex:1,2"], "names none of the columns"),
            (&["--bins-of", "town"], "names none of the columns"),
            (
                &["--bins-of", "sex:1,2", "--edges-of", "age:0,18"],
                "names none of the columns",
            ),
            (
                &["--edges-of", "age:18"],
                "not two or more different numbers",
            ),
            (&["--bins-of", "town:\"a"], "A double quote is not closed."),
        ];
        for (arguments, what) in wrong {
            let error = of(arguments).err().unwrap();
            assert!(error.message().contains(what), "{}", error.message());
            assert!(!error.hints().is_empty());
        }
        let twice = of(&["--bins-of", "town:a", "--bins-of", "town:b"]);
        assert!(twice.err().unwrap().message().contains("a second time"));
        let several = draft(&["histogram", "town", "age"]).err().unwrap();
        assert_eq!(
            several.message(),
            "The kind histogram has one column, not 2."
        );
        let stray = draft(&["histogram", "town", "--bins-of", "town:a"]);
        assert!(stray.err().unwrap().message().contains("does not use"));
        let both = of(&["--bins-of", "age:1,2", "--edges-of", "age:0,18"]);
        assert_eq!(both.err().unwrap().code().as_str(), "bins-and-edges");
    }

    /// An option that is ignored sells something else than the owner believes.
    #[test]
    fn an_option_that_a_kind_has_no_use_for_is_refused() {
        let options: [(&[&str], &str, &[&str]); 18] = [
            (
                &["age"],
                "a column",
                &["sum", "mean", "histogram", "cross-tabulation"],
            ),
            (
                &["--where", "age == 1"],
                "--where",
                &[
                    "count",
                    "sum",
                    "mean",
                    "histogram",
                    "cross-tabulation",
                    "moments",
                ],
            ),
            (
                &["--bounds", "0..1"],
                "--bounds",
                &["sum", "mean", "value", "vector"],
            ),
            (
                &["--step", "1"],
                "--step",
                &["sum", "mean", "value", "vector"],
            ),
            (&["--bins", "1"], "--bins", &["histogram"]),
            (&["--bin", "1"], "--bin", &["histogram"]),
            (&["--bands", "0..2:1"], "--bands", &["histogram"]),
            (&["--edges", "0,1"], "--edges", &["histogram"]),
            (
                &["--bins-of", "age:1"],
                "--bins-of",
                &["cross-tabulation", "moments"],
            ),
            (
                &["--edges-of", "age:0,1"],
                "--edges-of",
                &["cross-tabulation", "moments"],
            ),
            (&["--variable", "sex=f,m"], "--variable", &["moments"]),
            (
                &["--mean-variable", "size:0..1"],
                "--mean-variable",
                &["moments"],
            ),
            (&["--by", "sex:f,m"], "--by", &["sum", "mean", "moments"]),
            (&["--value", "1"], "--value", &["value"]),
            (&["--file", "f"], "--file", &["vector"]),
            (&["--protect", "1"], "--protect", &["value", "vector"]),
            (&["--public-rows", "5"], "--public-rows", &["mean"]),
            (
                &["--population", "me"],
                "--population",
                &["value", "vector"],
            ),
        ];
        for kind in AttributeKind::ALL {
            let kind = kind.as_str();
            let dataset = if ["value", "vector"].contains(&kind) {
                "-"
            } else {
                "people"
            };
            // With all that the kind needs, a stray option is the only fault.
            let needed: &[&str] = match kind {
                "count" => &[],
                "sum" | "mean" => &["age", "--bounds", "0..1"],
                "histogram" => &["age"],
                "cross-tabulation" => &["age", "town"],
                "moments" => &["--variable", "age:0..1"],
                "value" => &[
                    "--value",
                    "1",
                    "--bounds",
                    "0..1",
                    "--step",
                    "1",
                    "--protect",
                    "1",
                ],
                _ => &[
                    "--file",
                    "f",
                    "--bounds",
                    "0..1",
                    "--step",
                    "1",
                    "--protect",
                    "1",
                ],
            };
            let draft = |option: &[&str]| {
                let line = [
                    "poundwise",
                    "listing",
                    "create",
                    dataset,
                    kind,
                    "--price",
                    "1:1",
                ];
                let line = [&line, needed, option].concat();
                match Arguments::try_parse_from(line).unwrap().command {
                    Command::Listing(Listing::Create(create)) => create.draft(),
                    _ => panic!("not a listing"),
                }
            };
            assert!(draft(&[]).is_ok(), "{kind}");
            for (option, word, kinds) in options {
                if kinds.contains(&kind) {
                    continue;
                }
                let refused = draft(option).err().unwrap();
                assert_eq!(
                    refused.code().as_str(),
                    "option-does-not-belong",
                    "{kind} {word}"
                );
                let said = format!("The kind {kind} does not use {word}.");
                assert_eq!(refused.message(), said);
                assert!(!refused.hints().is_empty());
            }
        }
    }

    #[test]
    fn an_order_is_placed_listed_shown_or_cancelled() {
        let parsed = |line: &str| Arguments::try_parse_from(line.split(' ')).is_ok();
        assert!(parsed("poundwise order abcdef --to 1"));
        assert!(parsed("poundwise order --to 1 -abcdef"));
        assert!(parsed("poundwise order cancel abcdef"));
        assert!(parsed("poundwise order cancel -abcdef"));
        assert!(parsed("poundwise order list"));
        assert!(parsed("poundwise order show abcdef"));
        assert!(!parsed("poundwise order"));
        assert!(!parsed("poundwise order abcdef"));
        assert!(!parsed("poundwise order --to 1"));
        assert!(!parsed("poundwise order cancel"));
        assert!(!parsed("poundwise order cancel abcdef --to 1"));
    }

    #[test]
    fn a_quote_is_by_level_or_by_accuracy() {
        let parsed = |line: &str| Arguments::try_parse_from(line.split(' ')).is_ok();
        assert!(parsed("poundwise quote abcdef --accuracy 0.5"));
        assert!(parsed("poundwise quote abcdef --accuracy 0.5 --of sum"));
        assert!(!parsed("poundwise quote abcdef"));
        assert!(!parsed("poundwise quote abcdef --to 1 --accuracy 0.5"));
        assert!(!parsed("poundwise quote abcdef --to 1 --of sum"));
    }
}
