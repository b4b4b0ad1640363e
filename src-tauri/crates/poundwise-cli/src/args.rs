//! The grammar of the command line. No rule of the market is here: what a value may be is decided below.

mod ids;
mod listing;
mod noise;
mod rule;

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use poundwise_market::data::Schema;
use poundwise_market::data::schema::record;
use poundwise_market::view::{ImportOptions, Trusted};
use poundwise_market::{ExportFormat, Result};

use ids::id;
pub(crate) use ids::{shield, typed};
pub(crate) use listing::Listing;
pub(crate) use noise::{Noise, NoiseForm, Sample};
pub(crate) use rule::{Contact, Rule};

const AFTER_HELP: &str = "\
The passphrase is read from POUNDWISE_PASSPHRASE, else asked on the terminal.
Ids may be shortened to any unique prefix of 6 characters or more; if one that begins with - is taken for an
option, give it last, after --. EPS is a decimal with at most six places.
Exit codes: 0 done, 1 refused or not verified, 2 wrong usage, 130 stopped by Ctrl-C.

Start with `poundwise demo`: a whole sale on made-up data, ending in a verified receipt.";

const TIGHTEN_HELP: &str = "\
Noise is added to what is held; the values have the law of a release at the level asked for, and you sign them, not
the owner. A copy is made once for each level and kept: asking again writes the same bytes, and all your copies of a
listing together tell no more than the highest of them. Anyone can check one: poundwise audit FILE";

/// A private data marketplace: numbers about people, sold by the pound of ε.
#[derive(Parser)]
#[command(name = "poundwise", version, after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Args)]
pub(crate) struct Global {
    /// The home's folder [default: in the platform's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// The market: a folder or its file:// URL [default: the one the home was created with]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) market: Option<String>,
    /// Print one JSON document on stdout, and errors as JSON on stderr
    #[arg(long, global = true)]
    pub(crate) json: bool,
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
        name: String,
    },
    /// Show this home's name, key and age recipient
    Whoami,
    /// Change the home's passphrase; the recovery key does for one that is forgotten
    #[command(after_help = PASSPHRASE_HELP)]
    Passphrase,
    /// Draw another recovery key, and encrypt everything in the home anew for it
    #[command(after_help = RECOVERY_HELP)]
    RecoveryKey {
        /// Yes: the recovery key before is to stop working
        #[arg(long)]
        yes: bool,
    },
    /// Tables in this home
    #[command(subcommand)]
    Dataset(Dataset),
    /// What this home offers
    #[command(subcommand)]
    Listing(Listing),
    /// What everybody offers, and where
    #[command(subcommand)]
    Market(Market),
    /// Price of going to a level, and the half-width now and then
    #[command(group = ArgGroup::new("wanted").required(true).args(["to", "accuracy"]))]
    Quote {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        listing: String,
        /// The level wanted
        #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
        to: Option<String>,
        /// The 95% half-width wanted, in the listing's unit: the least level that reaches it is quoted
        #[arg(long, value_name = "HALF", allow_negative_numbers = true)]
        accuracy: Option<String>,
        /// Of which quantity (count, sum, mean), where a response has several
        #[arg(long, value_name = "QUANTITY", conflicts_with = "to")]
        of: Option<String>,
    },
    /// Order a level of a listing, at the price of `quote`
    Order {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        listing: String,
        /// The level wanted
        #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
        to: String,
    },
    /// This home's own orders and what became of them
    Orders,
    /// Orders that wait for this home's answer, and what approving each would cost
    Inbox {
        /// The orders already approved or declined instead
        #[arg(long)]
        answered: bool,
        /// Approve first what a rule fits (see `poundwise rule`)
        #[arg(long, conflicts_with = "answered")]
        apply_rules: bool,
    },
    /// Other homes' keys, by names of your own
    #[command(subcommand)]
    Contact(Contact),
    /// Rules by which orders are approved without asking
    #[command(subcommand)]
    Rule(Rule),
    /// Approve an order: one receipt, one release
    Approve {
        /// Order id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        order: String,
        /// Reference of the payment received
        #[arg(
            long,
            value_name = "REF",
            default_value = "",
            hide_default_value = true
        )]
        payment: String,
    },
    /// Decline an order, with a signed reason
    Decline {
        /// Order id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        order: String,
        /// Why, for the buyer to read
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Send what has not reached the market yet
    Deliver,
    /// Fetch and verify what is addressed to this home, and that each owner's ledger is the one seen before
    Collect,
    /// Owners whose signed ledgers contradicted each other, and where the evidence is
    Alarms {
        #[command(subcommand)]
        command: Option<Alarms>,
    },
    /// What this home has bought: the estimates, and every response behind them
    Holdings,
    /// Write the newest response of a listing as a table
    Export {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        listing: String,
        /// Form of the table
        #[arg(long, value_enum, default_value = "csv")]
        format: Format,
        /// Where to; `-` or nothing is stdout
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Make a more private copy of what is held, for somebody else
    #[command(after_help = TIGHTEN_HELP)]
    Tighten {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        listing: String,
        /// The level of the copy, below the one held
        #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
        to: String,
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// The receipts this home has signed
    Receipts {
        #[command(subcommand)]
        command: Option<Receipts>,
    },
    /// Income, and the loss of every listing and dataset
    Books,
    /// This home's ledger
    #[command(subcommand)]
    Ledger(Ledger),
    /// Check ledgers, bundles, copies and published logs: signatures, log, prices, levels, money, noise
    Audit {
        /// Ledgers, bundles, copies, checkpoints or single documents, as files; or a market with published ledgers
        /// (file:///market, of one owner alone file:///market#KEY); in any mix
        #[arg(required = true, value_name = "FILE|URL")]
        files: Vec<PathBuf>,
        /// Save the report too, as .html or .json
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
    },
    /// Write an opening of a listing for one auditor, WHICH REVEALS ITS DATA
    #[command(after_help = GRANT_HELP)]
    Grant {
        /// Listing id, or the id of an order for it
        #[arg(value_name = "ORDER|LISTING", allow_hyphen_values = true, value_parser = id)]
        what: String,
        /// The auditor's age recipient, as `poundwise whoami` shows it
        #[arg(long, value_name = "AGE_RECIPIENT")]
        to: String,
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
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
        /// Save the report too, as .html or .json
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
    },
    /// Noise from a seed that you give, to test the law with
    #[command(subcommand)]
    Noise(Noise),
    /// Print what a shell needs to complete these commands
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

const PASSPHRASE_HELP: &str = "\
The new one is read from POUNDWISE_NEW_PASSPHRASE, else asked twice on the terminal. It has 12 characters or more;
several unrelated words are easy to keep and hard to guess. The recovery key stays as it is. Copies of the home's folder
made before still open with the passphrase before.";

const RECOVERY_HELP: &str = "\
The new key is shown this once. The one before does not open this home any more, but still opens what was encrypted to
it elsewhere: copies of the folder made before, and the orders and deliveries on the market that are addressed to it.
The passphrase stays as it is.";

const MARKET_HELP: &str = "\
The folder must exist. What waits for the market before is sent there first. This home's listings and withdrawals are
put on the new market too, and its ledger with them; orders and deliveries stay where they were sent.";

const GRANT_HELP: &str = "\
AN OPENING REVEALS THE DATA: the listing's numbers exactly, without any noise. No ε stands for that. With the
seeds in it the noise can be taken off every release of the listing, those already sold and those still to come.
It is encrypted to the one auditor named, who can pass on what it says; it cannot be taken back.";

const IMPORT_HELP: &str = "\
What the columns hold is yours to say: a cell that is no number in a column of numbers is missing. On a terminal the
types that most cells suggest are shown, and you are asked; elsewhere the import stops and prints them.
The JSON file: {\"columns\":[{\"name\":\"age\",\"type\":\"number\"},{\"name\":\"sex\",\"type\":\"text\",\"values\":[\"f\",\"m\"]}]}";

#[derive(Subcommand)]
pub(crate) enum Dataset {
    /// Show what a CSV file holds and which types its columns suggest, and store nothing
    Preview {
        /// The CSV file
        file: PathBuf,
        #[command(flatten)]
        header: NoHeader,
    },
    /// Show the values that a text column of a CSV file has, to be stated in a schema
    Values {
        /// The CSV file
        file: PathBuf,
        /// The column
        column: String,
        #[command(flatten)]
        header: NoHeader,
    },
    /// Import a CSV file
    #[command(after_help = IMPORT_HELP)]
    Import(Import),
    /// The datasets and their losses
    List,
    /// Columns, rows, privacy unit, loss so far against the cap
    Show {
        /// The dataset's name
        name: String,
    },
}

/// The names of the columns of a file that has no header.
#[derive(Args)]
pub(crate) struct NoHeader {
    /// The first row is data; --columns names the columns
    #[arg(long, requires = "columns")]
    no_header: bool,
    /// Names of the columns, in the file's order; a name with a comma goes into double quotes
    #[arg(
        long,
        value_name = "A,B,C",
        requires = "no_header",
        allow_hyphen_values = true
    )]
    columns: Option<String>,
}

impl NoHeader {
    /// The names; none if the file has a header.
    pub(crate) fn names(&self) -> Result<Option<Vec<String>>> {
        self.columns.as_deref().map(record).transpose()
    }
}

#[derive(Args)]
pub(crate) struct Import {
    /// The CSV file: comma, semicolon or tab
    pub(crate) file: PathBuf,
    /// What each column holds, number or text; a name with a comma goes into double quotes
    #[arg(
        long,
        value_name = "NAME:TYPE,...",
        conflicts_with = "schema",
        allow_hyphen_values = true
    )]
    types: Option<String>,
    /// A JSON file that says what each column holds, and which values a text column may have
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    #[command(flatten)]
    header: NoHeader,
    /// Name in this home [default: the file's]
    #[arg(long)]
    name: Option<String>,
    /// The column that names the person; without it each row is a person of its own
    #[arg(long, value_name = "C")]
    person_column: Option<String>,
    /// How many rows of one person count in a question
    #[arg(long, value_name = "K", requires = "person_column")]
    rows_per_person: Option<u64>,
    /// What may change between neighbouring tables [default: add-remove]
    #[arg(long, value_name = "KIND", value_parser = ["add-remove", "replace"])]
    adjacency: Option<String>,
    /// The most that may ever be sold on this dataset, all listings together
    #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
    cap: Option<String>,
}

impl Import {
    pub(crate) fn options(self) -> Result<(PathBuf, ImportOptions)> {
        let schema = match (&self.types, &self.schema) {
            (Some(types), _) => Some(Schema::parse_types(types)?),
            (None, Some(file)) => Some(Schema::read(file)?),
            (None, None) => None,
        };
        let options = ImportOptions {
            name: self.name,
            person_column: self.person_column,
            rows_per_person: self.rows_per_person,
            adjacency: self.adjacency,
            cap: self.cap,
            schema,
            columns: self.header.names()?,
        };
        Ok((self.file, options))
    }
}

#[derive(Subcommand)]
pub(crate) enum Market {
    /// The listings on the market
    List {
        /// Only those whose words match
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
    },
    /// Trade on another market from now on
    #[command(after_help = MARKET_HELP)]
    Set {
        /// The market: a folder or its file:// URL
        url: PathBuf,
        /// Send what waits for the market before to the new one instead
        #[arg(long)]
        anyway: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum Receipts {
    /// Write a sale's bundle, receipt and release with all proofs, for an auditor
    Export {
        /// Receipt id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        id: String,
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Subcommand)]
pub(crate) enum Alarms {
    /// Record that you have looked at an alarm, and go on from one of its two checkpoints; the evidence stays
    Dismiss {
        /// The alarm's number
        number: u64,
        /// The ledger to go on from: the one seen first, or the one found to contradict it
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
}

impl From<Trust> for Trusted {
    fn from(trust: Trust) -> Self {
        match trust {
            Trust::Kept => Trusted::Kept,
            Trust::Found => Trusted::Found,
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Ledger {
    /// Write everything an auditor needs into one file
    Export {
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// What for: an auditor, or the accounts as a plain-text journal that `hledger check` adds up again
        #[arg(long, value_enum, default_value = "ledger")]
        format: LedgerFormat,
    },
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
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => ExportFormat::Csv,
            Format::Json => ExportFormat::Json,
            Format::Parquet => ExportFormat::Parquet,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn negative_numbers_are_values_not_options() {
        let line = "poundwise listing create - value --value -3 --bounds -5..5 --step 1 --protect 1 --price 1:1";
        let arguments = Arguments::try_parse_from(line.split(' ')).unwrap();
        let Command::Listing(Listing::Create(create)) = arguments.command else {
            panic!("not a listing");
        };
        let draft = create.draft().unwrap();
        assert_eq!(draft.dataset, "-");
        assert_eq!(draft.value.as_deref(), Some("-3"));
        assert_eq!(draft.bounds.as_deref(), Some("-5..5"));
        assert!(Arguments::try_parse_from("poundwise quote abcdef --to -1".split(' ')).is_ok());
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
