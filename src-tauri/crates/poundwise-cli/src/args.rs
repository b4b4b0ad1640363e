//! The grammar of the command line. No rule of the market is here: what a value may be is decided below.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use poundwise_market::ExportFormat;
use poundwise_market::view::{ImportOptions, ListingDraft};

const AFTER_HELP: &str = "\
The passphrase is read from POUNDWISE_PASSPHRASE, else asked on the terminal.
Ids may be shortened to any unique prefix of 6 characters or more. EPS is a decimal with at most six places.
Exit codes: 0 done, 1 refused or not verified, 2 wrong usage.

Start with `poundwise demo`: a whole sale on made-up data, ending in a verified receipt.";

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
    /// Tables in this home
    #[command(subcommand)]
    Dataset(Dataset),
    /// What this home offers
    #[command(subcommand)]
    Listing(Listing),
    /// What everybody offers
    #[command(subcommand)]
    Market(Market),
    /// Price of going to a level, and the half-width now and then
    Quote {
        /// Listing id
        listing: String,
        /// The level wanted
        #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
        to: String,
    },
    /// Order a level of a listing, at the price of `quote`
    Order {
        /// Listing id
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
    },
    /// Approve an order: one receipt, one release
    Approve {
        /// Order id
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
        order: String,
        /// Why, for the buyer to read
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Send what has not reached the market yet
    Deliver,
    /// Fetch and verify what is addressed to this home
    Collect,
    /// What this home has bought: the estimates, and every response behind them
    Holdings,
    /// Write the newest response of a listing as a table
    Export {
        /// Listing id
        listing: String,
        /// Form of the table
        #[arg(long, value_enum, default_value = "csv")]
        format: Format,
        /// Where to; `-` or nothing is stdout
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
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
    /// Check ledgers and bundles: signatures, log, prices, levels, money
    Audit {
        /// Ledgers, bundles, checkpoints or single documents, as files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Save the report too, as .html or .json
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
    },
}

#[derive(Subcommand)]
pub(crate) enum Dataset {
    /// Show what an import of a CSV file would give, and store nothing
    Preview {
        /// The CSV file
        file: PathBuf,
    },
    /// Import a CSV file
    Import(Import),
    /// The datasets and their losses
    List,
    /// Columns, rows, privacy unit, loss so far against the cap
    Show {
        /// The dataset's name
        name: String,
    },
}

#[derive(Args)]
pub(crate) struct Import {
    /// The CSV file: comma, semicolon or tab, with a header
    pub(crate) file: PathBuf,
    /// Name in this home [default: the file's]
    #[arg(long)]
    name: Option<String>,
    /// The column that names the person; without it each row is a person of its own
    #[arg(long, value_name = "C")]
    person_column: Option<String>,
    /// How many rows of one person count; the others are dropped
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
    pub(crate) fn options(self) -> (PathBuf, ImportOptions) {
        let options = ImportOptions {
            name: self.name,
            person_column: self.person_column,
            rows_per_person: self.rows_per_person,
            adjacency: self.adjacency,
            cap: self.cap,
        };
        (self.file, options)
    }
}

#[derive(Subcommand)]
pub(crate) enum Listing {
    /// Offer an attribute of a dataset, or own numbers (dataset `-`)
    Create(Box<Create>),
    /// The listings of this home
    List,
    /// A listing in full: query, sensitivity, tariff, accuracy
    Show {
        /// Listing id, of this home or on the market
        id: String,
    },
    /// Take a listing back; what was sold stays sold
    Withdraw {
        /// Listing id
        id: String,
        /// Why, for buyers to read
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        reason: String,
    },
    /// Publish a new version with another tariff; levels already bought are not repriced
    Reprice {
        /// Listing id
        id: String,
        /// The new tariff, EPS:AMOUNT[,EPS:AMOUNT...]
        #[arg(long, value_name = "TARIFF")]
        price: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Kind {
    /// How many rows
    Count,
    /// Sum of a column
    Sum,
    /// Mean of a column
    Mean,
    /// Rows per bin of a column
    Histogram,
    /// One number of your own
    Value,
    /// A list of numbers of your own
    Vector,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Count => "count",
            Kind::Sum => "sum",
            Kind::Mean => "mean",
            Kind::Histogram => "histogram",
            Kind::Value => "value",
            Kind::Vector => "vector",
        }
    }
}

#[derive(Args)]
pub(crate) struct Create {
    /// A dataset of this home, or `-` for own numbers
    dataset: String,
    /// The attribute
    #[arg(value_enum)]
    kind: Kind,
    /// The column, for sum, mean and histogram
    column: Option<String>,
    /// Count only rows for which this holds (repeat for several conditions)
    #[arg(long = "where", value_name = "COL OP VALUE")]
    filters: Vec<String>,
    /// Values are clamped to these bounds, which must not come from the data
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true)]
    bounds: Option<String>,
    /// Lattice step
    #[arg(long, value_name = "G", allow_negative_numbers = true)]
    step: Option<String>,
    /// Bins, comma-separated; a bin with a comma goes into double quotes
    #[arg(long, value_name = "A,B,C", allow_hyphen_values = true)]
    bins: Option<String>,
    /// One bin, exactly as in the table (repeat for several)
    #[arg(long = "bin", value_name = "TEXT", allow_hyphen_values = true)]
    bin: Vec<String>,
    /// Edges of the bins of a number column
    #[arg(long, value_name = "0,18,65,120", allow_hyphen_values = true)]
    edges: Option<String>,
    /// Your own number
    #[arg(long, value_name = "V", allow_negative_numbers = true)]
    value: Option<String>,
    /// A file with one number a line
    #[arg(long, value_name = "F")]
    file: Option<PathBuf>,
    /// How far your own numbers may lie from what an onlooker can tell apart
    #[arg(long, value_name = "DISTANCE", allow_negative_numbers = true)]
    protect: Option<String>,
    /// Unit of the values
    #[arg(long, value_name = "U")]
    unit: Option<String>,
    /// Title [default: made from the query]
    #[arg(long, value_name = "T")]
    title: Option<String>,
    /// Description
    #[arg(long, value_name = "T")]
    description: Option<String>,
    /// Cumulative price at each level
    #[arg(long, value_name = "EPS:AMOUNT,...", allow_hyphen_values = true)]
    price: String,
    /// Currency of the price (ISO 4217) [default: EUR]
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,
    /// Highest level sold [default: the tariff's last]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
    ceiling: Option<String>,
    /// Level at which the noise path starts [default: the ceiling]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
    top: Option<String>,
    /// Smallest increment sold [default: 0.001]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true)]
    grain: Option<String>,
    /// Where buyers pay, a payto:// address
    #[arg(long, value_name = "PAYTO")]
    pay_to: Option<String>,
    /// Terms of use
    #[arg(long, value_name = "TEXT")]
    terms: Option<String>,
    /// State publicly how many rows there are
    #[arg(long, value_name = "N")]
    public_rows: Option<u64>,
    /// Show what buyers would see, and sign and publish nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl Create {
    pub(crate) fn draft(self) -> poundwise_market::Result<ListingDraft> {
        let mut bins = match &self.bins {
            Some(text) => split("--bins", text)?,
            None => Vec::new(),
        };
        bins.extend(self.bin);
        let edges = match &self.edges {
            Some(text) => split("--edges", text)?
                .iter()
                .map(|edge| edge.trim().to_owned())
                .collect(),
            None => Vec::new(),
        };
        let file = match self.file {
            Some(file) => Some(file.into_os_string().into_string().map_err(|file| {
                poundwise_market::Error::usage(
                    "file-name",
                    format!("the file name {} is not UTF-8", file.display()),
                )
                .hint("Rename the file.")
            })?),
            None => None,
        };
        Ok(ListingDraft {
            dataset: self.dataset,
            kind: self.kind.name().to_owned(),
            column: self.column,
            filters: self.filters,
            bounds: self.bounds,
            step: self.step,
            bins,
            edges,
            value: self.value,
            file,
            protect: self.protect,
            unit: self.unit,
            title: self.title,
            description: self.description,
            price: self.price,
            currency: self.currency,
            ceiling: self.ceiling,
            top: self.top,
            grain: self.grain,
            pay_to: self.pay_to,
            terms: self.terms,
            public_rows: self.public_rows,
        })
    }
}

/// The fields of one CSV record: a field with commas goes into double quotes.
fn split(option: &str, text: &str) -> poundwise_market::Result<Vec<String>> {
    let wrong = |why: &str| {
        poundwise_market::Error::usage("bad-list", format!("{option}: {why}")).hint(
            "Separate with commas, and put a bin that holds a comma into double quotes: '\"a, b\",c'.",
        )
    };
    if text.matches('"').count() % 2 == 1 {
        return Err(wrong("a double quote is not closed"));
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let record = records
        .next()
        .ok_or_else(|| wrong("the list is empty"))?
        .map_err(|error| wrong(&error.to_string()))?;
    if records.next().is_some() {
        return Err(wrong("the list is more than one line"));
    }
    Ok(record.iter().map(str::to_owned).collect())
}

#[derive(Subcommand)]
pub(crate) enum Market {
    /// The listings on the market
    List {
        /// Only those whose words match
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
    },
}

#[derive(Subcommand)]
pub(crate) enum Receipts {
    /// Write a sale's bundle, receipt and release with all proofs, for an auditor
    Export {
        /// Receipt id
        id: String,
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Subcommand)]
pub(crate) enum Ledger {
    /// Write everything an auditor needs into one file
    Export {
        /// The file
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
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
    fn lists_take_quotes_as_in_csv() {
        assert_eq!(split("--bins", "a,b").unwrap(), ["a", "b"]);
        assert_eq!(
            split("--bins", r#""a, b",c,"say ""so""""#).unwrap(),
            ["a, b", "c", "say \"so\""]
        );
        assert_eq!(split("--bins", "a,,b").unwrap(), ["a", "", "b"]);
        for bad in ["", "\"a", "a\nb"] {
            let error = split("--bins", bad).unwrap_err();
            assert_eq!(
                (error.code(), error.exit_code()),
                ("bad-list", 2),
                "{bad:?}"
            );
        }
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
    fn commands_of_other_issues_are_not_there() {
        for command in ["seal", "tighten", "noise", "grant", "replay"] {
            assert!(
                Arguments::try_parse_from(["poundwise", command]).is_err(),
                "{command}"
            );
        }
    }
}
