//! `listing` and its commands.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use poundwise_market::view::ListingDraft;
use poundwise_market::{Error, ErrorCode, Result};

use super::ids::id;

const SEAL_HELP: &str = "\
For own numbers only: a table is sealed as a whole, with `poundwise dataset seal`.

What stays is the response at the level where the path starts, and the seed of the noise below it:
every level up to the ceiling is sold as before, with the same numbers. Whoever takes this home and
opens it then learns what that response tells and no more.

Gone for good: the listing's numbers, the seed of its top noise, and the salts without which no
opening can be granted. Not touched: backups made before, and copies that the disk itself keeps. The
ceiling cannot be raised, and sealing cannot be undone.";

#[derive(Subcommand)]
pub(crate) enum Listing {
    /// Offer an attribute of a dataset, or own numbers (dataset `-`)
    Create(Box<Create>),
    /// The listings of this home
    List,
    /// A listing in full: query, sensitivity, levels, tariff
    Show {
        /// Listing id, of this home or on the market
        #[arg(allow_hyphen_values = true, value_parser = id)]
        id: String,
    },
    /// Take a listing back; what was sold stays sold
    Withdraw {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
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
    /// Erase the own numbers of a listing and the seed of its top noise for good, and go on selling
    /// it
    #[command(after_help = SEAL_HELP)]
    Seal {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
        id: String,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
    /// Publish a new version with another tariff; levels already bought are not repriced
    Reprice {
        /// Listing id
        #[arg(allow_hyphen_values = true, value_parser = id)]
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
    /// Lattice step [default for sum and mean: advised from bounds, rows per person and ceiling]
    #[arg(long, value_name = "G", allow_negative_numbers = true)]
    step: Option<String>,
    /// Bins, comma-separated [default: the column's stated values]; a bin with a comma goes into
    /// double quotes
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
    /// The most that one person can change your own numbers by, all of them together
    #[arg(long, value_name = "DISTANCE", allow_negative_numbers = true)]
    protect: Option<String>,
    /// The population that your own numbers are about
    #[arg(long, value_name = "NAME")]
    population: Option<String>,
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
    /// Count a missing cell of a mean as the middle of the bounds: --public-rows is then the number
    /// of all rows
    #[arg(long, requires = "public_rows")]
    missing_as_mid: bool,
    /// Show what buyers would see, and sign and publish nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl Create {
    pub(crate) fn draft(self) -> Result<ListingDraft> {
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
                Error::usage(
                    ErrorCode::FileName,
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
            population: self.population,
            missing_as_mid: self.missing_as_mid,
        })
    }
}

/// The fields of one CSV record: a field with commas goes into double quotes.
fn split(option: &str, text: &str) -> Result<Vec<String>> {
    let wrong = |why: &str| {
        Error::usage(ErrorCode::BadList, format!("{option}: {why}")).hint(
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

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
                (error.code().as_str(), error.exit_code()),
                ("bad-list", 2),
                "{bad:?}"
            );
        }
    }
}
