//! `listing` and its commands.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Subcommand};
use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::{Currency, Decimal, LatticeStep, MicroEpsilon};
use poundwise_market::view::{Condition, DraftColumn, ListingDraft};
use poundwise_market::{
    Error, ErrorCode, ListingId, PayTo, PopulationName, Result, currency, level, price,
    read_codebook,
};

use super::batch::{CREATE_ALL_HELP, CreateAll, PROPOSE_HELP, Propose};
use super::values::{
    Bands, Bounds, Edges, Fields, check_price_in, condition, dataset_or_own, distance, number,
    positive_number, step,
};
use crate::complete;

const SEAL_HELP: &str = "\
For own numbers only: a table is sealed as a whole, with `poundwise dataset seal`.

What stays is the response at the level where the path starts, and the seed of the noise below it:
every level up to the ceiling is sold as before, with the same numbers. Whoever takes this home and
opens it then learns what that response tells and no more.

Gone for good: the listing's numbers, the seed of its top noise, and the salts without which no
opening can be granted. Not touched: backups made before, and copies that the disk itself keeps. The
ceiling cannot be raised, and sealing cannot be undone.";

const DUPLICATE_HELP: &str = "\
What is not stated stays as it was signed; own numbers must be stated again. A question that is open
already is not listed twice: change it, or put the new listing in the place of the old one with
--replace, in one step. What was sold of the old one stays sold.";

#[derive(Subcommand)]
pub(crate) enum Listing {
    /// Offer an attribute of a dataset, or own numbers (dataset `-`)
    Create(Box<Create>),
    /// List the same again, changed as stated: a new listing of its own
    #[command(after_help = DUPLICATE_HELP)]
    Duplicate(Box<Duplicate>),
    /// Propose listings for several columns of a dataset, as a table to be changed
    #[command(after_help = PROPOSE_HELP)]
    Propose(Propose),
    /// Offer several columns of a dataset, as a table says: all or none
    #[command(after_help = CREATE_ALL_HELP)]
    CreateAll(Box<CreateAll>),
    /// The listings of this home
    List,
    /// A listing of this home in full: query, sensitivity, levels, tariff
    Show {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::own_listings())]
        id: ListingId,
    },
    /// Take a listing back; what was sold stays sold
    Withdraw {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::own_listings())]
        id: ListingId,
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
        #[arg(allow_hyphen_values = true, add = complete::own_listings())]
        id: ListingId,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
    /// Publish a new version with another tariff; levels already bought are not repriced
    Reprice {
        /// Listing id
        #[arg(allow_hyphen_values = true, add = complete::own_listings())]
        id: ListingId,
        /// The new tariff, EPS:AMOUNT[,EPS:AMOUNT...]
        #[arg(long, value_name = "TARIFF", allow_hyphen_values = true, value_parser = price)]
        price: TariffDraft,
        /// Show price and accuracy at each level, now and then, and sign and publish nothing
        #[arg(long)]
        dry_run: bool,
    },
}

/// Returns the kinds of listing by their words, each with what it counts.
pub(super) fn kinds() -> impl TypedValueParser<Value = AttributeKind> {
    let words = AttributeKind::ALL.iter().map(|kind| {
        PossibleValue::new(kind.as_str()).help(match kind {
            AttributeKind::Count => "How many rows",
            AttributeKind::Sum => "Sum of a column",
            AttributeKind::Mean => "Mean of a column",
            AttributeKind::Histogram => "Rows per bin of a column",
            AttributeKind::CrossTabulation => {
                "Rows per combination of the bins of two or three columns"
            }
            AttributeKind::Value => "One number of your own",
            AttributeKind::Vector => "A list of numbers of your own",
        })
    });
    PossibleValuesParser::new(words).try_map(|word| word.parse())
}

#[derive(Args)]
pub(crate) struct Create {
    /// A dataset of this home, or `-` for own numbers
    #[arg(add = complete::datasets(), value_parser = dataset_or_own)]
    dataset: String,
    /// The attribute
    #[arg(value_parser = kinds())]
    kind: AttributeKind,
    /// The column, for sum, mean and histogram; two or three, for cross-tabulation
    #[arg(value_name = "COLUMN", num_args = 0..=3)]
    columns: Vec<String>,
    /// Cumulative price at each level
    #[arg(
        long,
        value_name = "EPS:AMOUNT,...",
        allow_hyphen_values = true,
        value_parser = price
    )]
    price: TariffDraft,
    /// Currency of the price (ISO 4217)
    #[arg(long, value_name = "CODE", value_parser = currency, default_value = "EUR")]
    currency: Currency,
    #[command(flatten)]
    pub(crate) stated: Stated,
}

/// Returns a change of an argument's help.
fn helped(help: &'static str) -> impl FnOnce(Arg) -> Arg {
    move |argument| argument.help(help)
}

// What is shared with a new listing has other defaults here.
#[derive(Args)]
#[command(
    mut_arg("step", helped("Lattice step [default: as before]")),
    mut_arg(
        "bins",
        helped(
            "Bins, comma-separated [default: as before]; a bin with a comma goes into double quotes"
        )
    ),
    mut_arg(
        "bins_of",
        helped(
            "Bins of a column of a cross-tabulation, as --bins has them (once for each column) \
         [default: as before]"
        )
    ),
    mut_arg(
        "ceiling",
        helped("Highest level sold [default: as before, whatever the price states]")
    ),
    mut_arg(
        "top",
        helped("Level at which the noise path starts [default: as before]")
    ),
    mut_arg("grain", helped("Smallest increment sold [default: as before]"))
)]
pub(crate) struct Duplicate {
    /// Listing id
    #[arg(allow_hyphen_values = true, add = complete::own_listings())]
    pub(crate) id: ListingId,
    /// Withdraw the listing that is copied in the same step, for this reason, which buyers read
    #[arg(long, value_name = "REASON")]
    pub(crate) replace: Option<String>,
    /// Cumulative price at each level [default: as before]
    #[arg(
        long,
        value_name = "EPS:AMOUNT,...",
        allow_hyphen_values = true,
        value_parser = price
    )]
    price: Option<TariffDraft>,
    /// Currency of the price (ISO 4217) [default: as before]
    #[arg(long, value_name = "CODE", value_parser = currency)]
    currency: Option<Currency>,
    #[command(flatten)]
    pub(crate) stated: Stated,
}

/// Statements about a listing, beside its subject and its price.
#[derive(Args)]
pub(crate) struct Stated {
    /// Count only rows for which this holds (repeat for several conditions); a column's name that
    /// holds =, <, > or != goes into double quotes
    #[arg(
        long = "where",
        value_name = "COL OP VALUE",
        allow_hyphen_values = true,
        value_parser = condition
    )]
    filters: Vec<Condition>,
    /// Values are clamped to these bounds, which must not come from the data
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true)]
    bounds: Option<Bounds>,
    /// Lattice step [default for sum and mean: advised from bounds, rows per person and ceiling]
    #[arg(long, value_name = "G", allow_negative_numbers = true, value_parser = step)]
    step: Option<LatticeStep>,
    /// Bins, comma-separated [default: the column's stated values]; a bin with a comma goes into
    /// double quotes
    #[arg(long, value_name = "A,B,C", allow_hyphen_values = true)]
    bins: Option<Fields>,
    /// One bin, exactly as in the table (repeat for several)
    #[arg(long = "bin", value_name = "TEXT", allow_hyphen_values = true)]
    bin: Vec<String>,
    /// A codebook with the bins: one value a line, with or without its meaning behind it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bins", "bin"])]
    codebook: Option<PathBuf>,
    /// Bins of a number column, from LO to HI, each WIDTH wide
    #[arg(
        long,
        value_name = "LO..HI:WIDTH",
        allow_hyphen_values = true,
        conflicts_with = "edges"
    )]
    bands: Option<Bands>,
    /// Edges of the bins of a number column
    #[arg(long, value_name = "0,18,65,120", allow_hyphen_values = true)]
    edges: Option<Edges>,
    /// Bins of a column of a cross-tabulation, as --bins has them (once for each column) [default:
    /// the column's stated values]
    #[arg(long, value_name = "COL:A,B,C", allow_hyphen_values = true)]
    bins_of: Vec<String>,
    /// Edges of a number column of a cross-tabulation, as --edges has them (once for each column)
    #[arg(long, value_name = "COL:0,18,65", allow_hyphen_values = true)]
    edges_of: Vec<String>,
    /// Your own number
    #[arg(long, value_name = "V", allow_negative_numbers = true, value_parser = number)]
    value: Option<Decimal>,
    /// A file with one number a line
    #[arg(long, value_name = "F")]
    file: Option<PathBuf>,
    /// The most that one person can change your own numbers by, all of them together
    #[arg(
        long,
        value_name = "DISTANCE",
        allow_negative_numbers = true,
        value_parser = distance
    )]
    protect: Option<Decimal>,
    /// The population that your own numbers are about
    #[arg(long, value_name = "NAME", add = complete::populations())]
    population: Option<PopulationName>,
    /// Unit of the values
    #[arg(long, value_name = "U")]
    unit: Option<String>,
    /// Title, by which buyers find it; a listing needs one
    #[arg(long, value_name = "T")]
    title: Option<String>,
    /// Description
    #[arg(long, value_name = "T")]
    description: Option<String>,
    /// Highest level sold [default: the tariff's last]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    ceiling: Option<MicroEpsilon>,
    /// Level at which the noise path starts [default: the ceiling]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    top: Option<MicroEpsilon>,
    /// Smallest increment sold [default: 0.001]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    grain: Option<MicroEpsilon>,
    /// Where buyers pay: an IBAN or a payto:// address
    #[arg(long, value_name = "PAYTO")]
    pay_to: Option<PayTo>,
    /// Terms of use
    #[arg(long, value_name = "TEXT")]
    terms: Option<String>,
    /// State publicly how many rows there are
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = positive_number)]
    public_rows: Option<u64>,
    /// State that the number of rows is known elsewhere; needed with --public-rows if people can be
    /// added or removed, because the number could reveal whether a person is in the data
    #[arg(long, requires = "public_rows")]
    rows_known_elsewhere: bool,
    /// Count a missing cell of a mean as the middle of the bounds: --public-rows is then the number
    /// of all rows
    #[arg(long, requires = "public_rows")]
    missing_as_mid: bool,
    /// Rows with which --dry-run reckons a mean whose rows are not public [default: 1000]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = positive_number,
        requires = "dry_run"
    )]
    reckoned_rows: Option<u64>,
    /// Show what buyers would see, and sign and publish nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

impl Create {
    pub(crate) fn draft(self) -> Result<ListingDraft> {
        check_price_in(&self.price, self.currency)?;
        let (column, columns) = match self.kind {
            AttributeKind::CrossTabulation => (None, crossed(self.columns)),
            kind => (one(kind, self.columns)?, Vec::new()),
        };
        let mut draft = ListingDraft {
            dataset: self.dataset,
            kind: self.kind.to_string(),
            column,
            columns,
            price: self.price,
            currency: Some(self.currency.to_string()),
            ..ListingDraft::default()
        };
        self.stated.put_into(&mut draft)?;
        Ok(draft)
    }
}

impl Duplicate {
    /// Changes the draft of the listing that is copied as stated.
    pub(crate) fn change(self, draft: &mut ListingDraft) -> Result<()> {
        if let Some(currency) = self.currency {
            draft.currency = Some(currency.to_string());
        }
        if let Some(price) = self.price {
            if let Some(Ok(currency)) = draft.currency.as_deref().map(str::parse) {
                check_price_in(&price, currency)?;
            }
            draft.price = price;
        }
        self.stated.put_into(draft)
    }
}

impl Stated {
    /// Puts what is stated in the place of what the draft has.
    fn put_into(self, draft: &mut ListingDraft) -> Result<()> {
        let mut bins = self.bins.map(Fields::into_texts).unwrap_or_default();
        bins.extend(self.bin);
        if let Some(file) = &self.codebook {
            bins = read_codebook(file)?;
        }
        let edges = self.bands.map_or_else(
            || self.edges.map(|edges| edges.texts()).unwrap_or_default(),
            Bands::into_edges,
        );
        if !(bins.is_empty() && edges.is_empty()) {
            (draft.bins, draft.edges) = (bins, edges);
        }
        bins_of_columns(draft, &self.bins_of, &self.edges_of)?;
        if !self.filters.is_empty() {
            draft.filters = self.filters;
        }
        let file = match self.file {
            Some(file) => Some(file.into_os_string().into_string().map_err(|file| {
                Error::usage(
                    ErrorCode::FileName,
                    format!("The file name {} is not UTF-8.", file.display()),
                )
                .hint("Rename the file.")
            })?),
            None => None,
        };
        for (field, stated) in [
            (
                &mut draft.bounds,
                self.bounds.map(|bounds| bounds.to_string()),
            ),
            (
                &mut draft.step,
                self.step.map(|step| step.get().to_string()),
            ),
            (&mut draft.value, self.value.map(|value| value.to_string())),
            (&mut draft.file, file),
            (
                &mut draft.protect,
                self.protect.map(|distance| distance.to_string()),
            ),
            (&mut draft.unit, self.unit),
            (&mut draft.title, self.title),
            (&mut draft.description, self.description),
            (
                &mut draft.ceiling,
                self.ceiling.map(|level| level.to_string()),
            ),
            (&mut draft.top, self.top.map(|level| level.to_string())),
            (&mut draft.grain, self.grain.map(|level| level.to_string())),
            (
                &mut draft.pay_to,
                self.pay_to.map(|address| address.to_string()),
            ),
            (&mut draft.terms, self.terms),
            (
                &mut draft.population,
                self.population.map(|name| name.to_string()),
            ),
        ] {
            if stated.is_some() {
                *field = stated;
            }
        }
        if let Some(rows) = self.public_rows {
            draft.public_rows = Some(rows.to_string());
        }
        draft.reckoned_rows = self.reckoned_rows.map(|rows| rows.to_string());
        draft.rows_known_elsewhere |= self.rows_known_elsewhere;
        draft.missing_as_mid |= self.missing_as_mid;
        Ok(())
    }
}

/// Returns the column of a kind that is of one at most.
fn one(kind: AttributeKind, columns: Vec<String>) -> Result<Option<String>> {
    if columns.len() > 1 {
        let number = columns.len();
        return Err(Error::usage(
            ErrorCode::OptionDoesNotBelong,
            format!("A {kind} is not over {number} columns."),
        )
        .hint("Over two or three columns there is the kind cross-tabulation.")
        .hint("Put a name with spaces into quotes."));
    }
    Ok(columns.into_iter().next())
}

/// Returns the columns of a cross-tabulation, of whose bins nothing is stated yet.
fn crossed(columns: Vec<String>) -> Vec<DraftColumn> {
    let columns = columns.into_iter();
    columns
        .map(|column| DraftColumn {
            column,
            ..DraftColumn::default()
        })
        .collect()
}

/// Puts what is stated of the columns of a cross-tabulation in the place of what the draft has of
/// them.
fn bins_of_columns(
    draft: &mut ListingDraft,
    bins_of: &[String],
    edges_of: &[String],
) -> Result<()> {
    let Some(of) = bins_of.iter().chain(edges_of).next() else {
        return Ok(());
    };
    if draft.kind != AttributeKind::CrossTabulation.as_str() {
        return Err(Error::usage(
            ErrorCode::OptionDoesNotBelong,
            format!(
                "A {} has no use for the bins of one column among several, {of:?}.",
                draft.kind
            ),
        )
        .hint("--bins-of and --edges-of are for a cross-tabulation.")
        .hint("A histogram has --bins or --edges."));
    }
    let names = draft.columns.iter().map(|one| one.column.clone());
    let mut stated = crossed(names.collect());
    for text in bins_of {
        let (column, bins) = stated_of(&mut stated, "--bins-of", text)?;
        let bins = bins.parse::<Fields>()?.into_texts();
        once(&column.bins, text)?;
        column.bins = bins;
    }
    for text in edges_of {
        let (column, edges) = stated_of(&mut stated, "--edges-of", text)?;
        let edges = edges.parse::<Edges>()?.texts();
        once(&column.edges, text)?;
        column.edges = edges;
    }
    for (column, stated) in draft.columns.iter_mut().zip(stated) {
        if !(stated.bins.is_empty() && stated.edges.is_empty()) {
            *column = stated;
        }
    }
    Ok(())
}

/// Returns the column that a text names before its colon, and what stands behind it. Where the
/// names of two columns begin alike it is the longer one.
fn stated_of<'a, 't>(
    columns: &'a mut [DraftColumn],
    option: &str,
    text: &'t str,
) -> Result<(&'a mut DraftColumn, &'t str)> {
    let names: Vec<&str> = columns.iter().map(|one| one.column.as_str()).collect();
    let hint = format!(
        "Write a column, a colon and what is stated of it, such as 'sex:f,m'. The columns are: {}.",
        names.join(", ")
    );
    let behind = |column: &str| -> Option<&'t str> { text.strip_prefix(column)?.strip_prefix(':') };
    columns
        .iter_mut()
        .filter_map(|one| behind(&one.column).map(|stated| (one, stated)))
        .max_by_key(|(one, _)| one.column.len())
        .ok_or_else(|| {
            Error::usage(
                ErrorCode::BadList,
                format!("{option} {text:?} names none of the columns."),
            )
            .hint(hint)
        })
}

/// Refuses a second statement of one column.
fn once(stated: &[String], text: &str) -> Result<()> {
    if stated.is_empty() {
        return Ok(());
    }
    Err(Error::usage(
        ErrorCode::BadList,
        format!("{text:?} states again what was stated of its column."),
    )
    .hint("State the bins of each column once."))
}
