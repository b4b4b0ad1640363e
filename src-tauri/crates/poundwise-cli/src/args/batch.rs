//! `listing propose`, `listing create-all`, and `codebook` with its commands.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::{Currency, MicroEpsilon};
use poundwise_market::{
    BatchReading, CodebookName, DatasetName, ListingDraft, ListingSubject, PayTo, Result,
    RowReading, currency, level, price,
};

use super::values::{ColumnNames, NewFile, NewFileOrStdout, check_price_in, positive_number};
use crate::complete;

pub(super) const PROPOSE_HELP: &str = "\
The table is CSV, to be changed and then listed: poundwise listing create-all DATASET TABLE. It has
one row for each column of the dataset, and of each row: take (yes or no), column, title, kind
(count, sum, mean or histogram), low and high (the bounds of a sum or mean), step, unit, bins or
edges (a list in one cell, with commas), value (whose rows a count counts), ceiling and factor (of
the price), where they are others than those of all, and public_rows (the number of rows of a mean,
where it is no secret: --rows-known-elsewhere says so for all of them).

What is proposed follows from the types and values that were declared at the import, and from the
codebook; no row of the dataset is looked at. Bounds are yours to state: never look them up in the
data.";

pub(super) const CREATE_ALL_HELP: &str = "\
All rows with take yes are listed, or none: everything is checked first, and signed in one step. The
table is that of `poundwise listing propose`; headings that are not needed may be left out.";

const CODEBOOK_HELP: &str = "\
The file is CSV. Its first line names what stands where, in any order: column and kind (count, sum,
mean or histogram), and as far as needed title, low, high, step, unit, bins, edges, value. A table
of `poundwise listing propose` is one too: of it the rows with take yes are kept. Bins and edges are
a list in one cell, with commas; numbers have a point.

column,title,kind,low,high,unit,bins
age,Age,mean,0,120,years,
sex,Sex,histogram,,,,\"f,m,d\"";

#[derive(Args)]
pub(crate) struct Propose {
    /// A dataset of this home
    #[arg(add = complete::datasets())]
    pub(crate) dataset: DatasetName,
    /// The columns, in this order [default: all but the one that names the person]; a name with a
    /// comma goes into double quotes
    #[arg(long, value_name = "A,B,C", allow_hyphen_values = true)]
    columns: Option<ColumnNames>,
    /// A codebook that says how columns of these names are listed
    #[arg(long, value_name = "NAME")]
    pub(crate) codebook: Option<CodebookName>,
    #[command(flatten)]
    pub(crate) file: NewFileOrStdout,
}

impl Propose {
    /// Returns the columns that are asked for; none stands for all.
    pub(crate) fn columns(&mut self) -> Vec<String> {
        self.columns
            .take()
            .map(ColumnNames::into_names)
            .unwrap_or_default()
    }
}

#[derive(Args)]
pub(crate) struct CreateAll {
    /// A dataset of this home
    #[arg(add = complete::datasets())]
    dataset: DatasetName,
    /// The table of listings
    pub(crate) table: PathBuf,
    /// Cumulative price at each level, of a row whose factor is 1
    #[arg(
        long,
        value_name = "EPS:AMOUNT,...",
        allow_hyphen_values = true,
        value_parser = price
    )]
    price: TariffDraft,
    /// Currency of the prices (ISO 4217)
    #[arg(long, value_name = "CODE", value_parser = currency, default_value = "EUR")]
    currency: Currency,
    /// Highest level sold, where a row states no other [default: the tariff's last]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    ceiling: Option<MicroEpsilon>,
    /// Level at which the noise paths start [default: the ceiling of each]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    top: Option<MicroEpsilon>,
    /// Smallest increment sold [default: 0.001]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    grain: Option<MicroEpsilon>,
    /// Where buyers pay: an IBAN or a payto:// address
    #[arg(long, value_name = "PAYTO")]
    pay_to: Option<PayTo>,
    /// Description, of all of them
    #[arg(long, value_name = "T")]
    description: Option<String>,
    /// Terms of use
    #[arg(long, value_name = "TEXT")]
    terms: Option<String>,
    /// Rows with which --dry-run reckons means [default: 1000]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = positive_number,
        requires = "dry_run"
    )]
    reckoned_rows: Option<u64>,
    /// State that the public numbers of rows are known elsewhere
    #[arg(long)]
    rows_known_elsewhere: bool,
    /// Show what buyers would see and what the cap holds then, and sign and publish nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl CreateAll {
    /// Returns the listings that are asked for, with the rows of the table.
    pub(crate) fn batch(self, rows: Vec<Option<RowReading>>) -> Result<BatchReading> {
        check_price_in(&self.price, self.currency)?;
        let shared = ListingDraft {
            price: self.price,
            currency: Some(self.currency),
            ceiling: self.ceiling,
            top: self.top,
            grain: self.grain,
            pay_to: self.pay_to,
            description: self.description,
            terms: self.terms,
            rows_known_elsewhere: self.rows_known_elsewhere,
            reckoned_rows: self.reckoned_rows,
            ..ListingDraft::new(ListingSubject::Dataset(self.dataset), ())
        };
        Ok(BatchReading::new(shared, rows))
    }
}

#[derive(Subcommand)]
pub(crate) enum Codebook {
    /// Keep how columns are listed, from a CSV file or a table of listings
    #[command(after_help = CODEBOOK_HELP)]
    Import {
        /// Your name for the codebook
        name: CodebookName,
        /// The file
        file: PathBuf,
        /// Replace a codebook of that name
        #[arg(long)]
        replace: bool,
    },
    /// The codebooks of this home
    List,
    /// One codebook with its columns
    Show {
        /// The codebook's name
        name: CodebookName,
    },
    /// Write a codebook as a CSV file
    Export {
        /// The codebook's name
        name: CodebookName,
        #[command(flatten)]
        file: NewFile,
    },
    /// Remove a codebook; what was listed with it stays
    Remove {
        /// The codebook's name
        name: CodebookName,
    },
}
