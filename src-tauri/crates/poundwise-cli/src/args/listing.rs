//! `listing` and its commands.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Subcommand};
use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::{Currency, Decimal, LatticeStep, MicroEpsilon};
use poundwise_market::view::Condition;
use poundwise_market::{
    AttributeSpec, BinSpec, BlockSpec, CopiedQuestion, Error, ErrorCode, ListingDraft, ListingId,
    ListingSubject, NeededPart, Number, PayTo, PopulationName, QuestionFields, Result,
    VariableSpec, VariableValues, bins_and_edges, check_subject, currency, level, price,
    read_codebook,
};

use super::batch::{CREATE_ALL_HELP, CreateAll, PROPOSE_HELP, Propose};
use super::values::{
    Bands, Bounds, Edges, Fields, check_price_in, condition, dataset_or_own, distance,
    mean_variable, own_number, positive_number, step, variable,
};
use crate::complete;
use crate::messages::ValueMessage;

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
    /// The SQL statement that computed the numbers of a listing of a linked table
    Statement {
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
            AttributeKind::Moments => {
                "Means by group, correlations and regressions of up to seven columns"
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
    #[arg(value_name = "DATASET", add = complete::datasets(), value_parser = dataset_or_own)]
    subject: ListingSubject,
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
        "blocks",
        helped(
            "Blocks of bins between edges: auto, none, or levels such as 3,7 [default: as before]"
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
    /// Also count blocks of bins between edges: long ranges become more exact, single bins less
    /// exact. Levels 3,7 mean blocks of 2^3 and 2^7 bins [default: none]
    #[arg(long, value_name = "auto|none|LEVELS")]
    blocks: Option<BlockSpec>,
    /// Bins of a column of a cross-tabulation, as --bins has them (once for each column) [default:
    /// the column's stated values]
    #[arg(long, value_name = "COL:A,B,C", allow_hyphen_values = true)]
    bins_of: Vec<String>,
    /// Edges of a number column of a cross-tabulation, as --edges has them (once for each column)
    #[arg(long, value_name = "COL:0,18,65", allow_hyphen_values = true)]
    edges_of: Vec<String>,
    /// A variable of moments: numbers within bounds, or one of two values (once for each)
    #[arg(
        long = "variable",
        value_name = "COL:LO..HI|COL=A,B",
        allow_hyphen_values = true,
        value_parser = variable
    )]
    variables: Vec<VariableSpec>,
    /// A variable of moments of which buyers learn the mean alone (once for each)
    #[arg(
        long = "mean-variable",
        value_name = "COL:LO..HI",
        allow_hyphen_values = true,
        value_parser = mean_variable
    )]
    mean_variables: Vec<VariableSpec>,
    /// Group the rows by a column, for moments, mean and sum (once for each of at most three)
    /// [default values: those stated of the column]
    #[arg(long = "by", value_name = "COL[:A,B,C]", allow_hyphen_values = true)]
    by: Vec<String>,
    /// Your own number
    #[arg(long, value_name = "V", allow_negative_numbers = true, value_parser = own_number)]
    value: Option<Number>,
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
        check_subject(self.kind, &self.subject)?;
        let mut stated = self.stated;
        let kind = stated.kind_of(self.kind);
        let question = stated.question(kind, self.columns, None)?;
        let mut draft = ListingDraft::new(self.subject, question);
        draft.price = self.price;
        draft.currency = Some(self.currency);
        stated.put_into(&mut draft)?;
        Ok(draft)
    }
}

impl Duplicate {
    /// Returns the draft of the listing that is copied, changed as stated.
    pub(crate) fn draft(self, copied: ListingDraft<CopiedQuestion>) -> Result<ListingDraft> {
        let mut stated = self.stated;
        let signed = copied.question.clone();
        let question = stated.question(signed.question.kind(), Vec::new(), Some(signed))?;
        let mut draft = copied.asking(question);
        draft.currency = self.currency.or(draft.currency);
        if let Some(price) = self.price {
            check_price_in(&price, draft.currency.unwrap_or(Currency::EUR))?;
            draft.price = price;
        }
        stated.put_into(&mut draft)?;
        Ok(draft)
    }
}

/// Replaces a value by the stated one, if there is one.
fn put<T>(into: &mut Option<T>, stated: Option<T>) {
    if stated.is_some() {
        *into = stated;
    }
}

impl Stated {
    /// Returns the kind that is asked for: a mean or a sum by group is a question of moments.
    fn kind_of(&self, named: AttributeKind) -> AttributeKind {
        match named {
            AttributeKind::Mean | AttributeKind::Sum if !self.by.is_empty() => {
                AttributeKind::Moments
            }
            _ => named,
        }
    }

    /// Takes the question of a kind from the options. Missing options have the values of the copied
    /// listing, if there is one.
    ///
    /// # Errors
    /// `option-does-not-belong`: the kind has no use for an option, which would be silently
    /// ignored. A required option is missing.
    fn question(
        &mut self,
        kind: AttributeKind,
        columns: Vec<String>,
        copied: Option<CopiedQuestion>,
    ) -> Result<AttributeSpec> {
        let mut fields = QuestionOptions {
            kind,
            columns,
            stated: self,
            copied,
            error: None,
        };
        let question = AttributeSpec::read(kind, &mut fields);
        if let Some(option) = fields.left_over() {
            return Err(Error::usage(
                ErrorCode::OptionDoesNotBelong,
                ValueMessage::NoUseFor {
                    kind,
                    option: option.to_owned(),
                },
            )
            .hint(ValueMessage::LeaveOutOption));
        }
        match (fields.error, question) {
            (Some(error), _) => Err(error),
            (None, Some(question)) => Ok(question),
            (None, None) => Err(Error::fault(ValueMessage::UnreadOptions)),
        }
    }

    /// Replaces the fields of the draft that have an option, except for the question.
    ///
    /// # Errors
    /// `option-does-not-belong`.
    fn put_into(self, draft: &mut ListingDraft) -> Result<()> {
        let stray = |option: &str, hint: ValueMessage| {
            let message = ValueMessage::NoUseFor {
                kind: draft.question.kind(),
                option: option.to_owned(),
            };
            Err(Error::usage(ErrorCode::OptionDoesNotBelong, message).hint(hint))
        };
        match (&mut draft.subject, self.population) {
            (ListingSubject::OwnNumbers { population }, stated) => put(population, stated),
            (ListingSubject::Dataset(_), None) => {}
            (ListingSubject::Dataset(_), Some(_)) => {
                return stray("--population", ValueMessage::DatasetHasPopulation);
            }
        }
        if self.reckoned_rows.is_some() && !draft.question.kind().has_own_estimator() {
            return stray("--reckoned-rows", ValueMessage::RowsOfAMean);
        }
        draft.reckoned_rows = self.reckoned_rows;
        put(&mut draft.title, self.title);
        put(&mut draft.description, self.description);
        put(&mut draft.ceiling, self.ceiling);
        put(&mut draft.top, self.top);
        put(&mut draft.grain, self.grain);
        put(&mut draft.pay_to, self.pay_to);
        put(&mut draft.terms, self.terms);
        draft.rows_known_elsewhere |= self.rows_known_elsewhere;
        Ok(())
    }
}

/// The options of a question. A kind takes its own; an option that is left over is refused.
struct QuestionOptions<'a> {
    kind: AttributeKind,
    /// The columns named after the kind.
    columns: Vec<String>,
    stated: &'a mut Stated,
    copied: Option<CopiedQuestion>,
    error: Option<Error>,
}

impl QuestionOptions<'_> {
    /// Returns the first option that was not taken.
    fn left_over(&self) -> Option<&'static str> {
        let of = &self.stated;
        let left = [
            ("a column", !self.columns.is_empty()),
            ("--where", !of.filters.is_empty()),
            ("--bounds", of.bounds.is_some()),
            ("--step", of.step.is_some()),
            ("--bins", of.bins.is_some()),
            ("--bin", !of.bin.is_empty()),
            ("--codebook", of.codebook.is_some()),
            ("--bands", of.bands.is_some()),
            ("--edges", of.edges.is_some()),
            ("--blocks", of.blocks.is_some()),
            ("--bins-of", !of.bins_of.is_empty()),
            ("--edges-of", !of.edges_of.is_empty()),
            ("--variable", !of.variables.is_empty()),
            ("--mean-variable", !of.mean_variables.is_empty()),
            ("--by", !of.by.is_empty()),
            ("--value", of.value.is_some()),
            ("--file", of.file.is_some()),
            ("--protect", of.protect.is_some()),
            ("--public-rows", of.public_rows.is_some()),
            ("--missing-as-mid", of.missing_as_mid),
        ];
        let found = left.into_iter().find(|(_, is_left)| *is_left);
        found.map(|(option, _)| option)
    }

    fn fail<T>(&mut self, error: Error) -> Option<T> {
        self.error.get_or_insert(error);
        None
    }

    fn read<T>(&mut self, read: Result<T>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(error) => self.fail(error),
        }
    }

    /// Returns a required part: as stated, or as in the copied listing.
    fn needed<T>(
        &mut self,
        part: NeededPart,
        stated: Option<T>,
        copied: impl FnOnce(&mut CopiedQuestion) -> Option<T>,
    ) -> Option<T> {
        let found = stated.or_else(|| self.copied.as_mut().and_then(copied));
        match found {
            Some(found) => Some(found),
            None => self.fail(part.missing(self.kind)),
        }
    }

    /// Returns the bins of a column, if an option states them.
    fn stated_bins(&mut self) -> Result<Option<BinSpec>> {
        let of = &mut *self.stated;
        let mut bins = of.bins.take().map(Fields::into_texts).unwrap_or_default();
        bins.append(&mut of.bin);
        if let Some(file) = of.codebook.take() {
            bins = read_codebook(&file)?;
        }
        let bands = of.bands.take().map(Bands::into_edges);
        let edges = bands.or(of.edges.take().map(Edges::into_decimals));
        match (bins.is_empty(), edges) {
            (true, None) => Ok(None),
            (false, None) => Ok(Some(BinSpec::Values(bins))),
            (true, Some(edges)) => Ok(Some(BinSpec::Edges(edges))),
            (false, Some(_)) => Err(bins_and_edges(self.kind)),
        }
    }

    /// Replaces the bins of the columns that `--bins-of` and `--edges-of` name.
    fn bins_of_columns(&mut self, columns: &mut [(String, BinSpec)]) -> Result<()> {
        let bins_of = std::mem::take(&mut self.stated.bins_of);
        let edges_of = std::mem::take(&mut self.stated.edges_of);
        let mut stated: Vec<bool> = columns.iter().map(|_| false).collect();
        let mut put = |option: &str, text: &str, bins: &dyn Fn(&str) -> Result<BinSpec>| {
            let (index, rest) = stated_of(columns, option, text)?;
            let bins = bins(rest)?;
            match (columns.get_mut(index), stated.get_mut(index)) {
                (Some(column), Some(stated)) => {
                    if std::mem::replace(stated, true) {
                        return Err(twice(self.kind, &column.1, &bins, text));
                    }
                    column.1 = bins;
                    Ok(())
                }
                _ => Ok(()),
            }
        };
        for text in &bins_of {
            put("--bins-of", text, &|bins| {
                Ok(BinSpec::Values(bins.parse::<Fields>()?.into_texts()))
            })?;
        }
        for text in &edges_of {
            put("--edges-of", text, &|edges| {
                Ok(BinSpec::Edges(edges.parse::<Edges>()?.into_decimals()))
            })?;
        }
        Ok(())
    }
}

impl QuestionFields for QuestionOptions<'_> {
    fn column(&mut self) -> Option<String> {
        let mut columns = std::mem::take(&mut self.columns);
        if columns.len() > 1 {
            return self.fail(
                Error::usage(
                    ErrorCode::OptionDoesNotBelong,
                    ValueMessage::TooManyColumns {
                        kind: self.kind,
                        columns: columns.len(),
                    },
                )
                .hint(ValueMessage::UseCrossTabulation)
                .hint(ValueMessage::QuoteName),
            );
        }
        self.needed(NeededPart::Column, columns.pop(), CopiedQuestion::column)
    }

    fn columns(&mut self) -> Option<Vec<(String, BinSpec)>> {
        let copied = self.copied.as_mut().and_then(CopiedQuestion::columns);
        let mut columns = copied.unwrap_or_else(|| {
            let named = std::mem::take(&mut self.columns).into_iter();
            named.map(|column| (column, BinSpec::Stated)).collect()
        });
        let read = self.bins_of_columns(&mut columns);
        self.read(read)?;
        Some(columns)
    }

    fn variables(&mut self) -> Option<Vec<VariableSpec>> {
        let mut variables = std::mem::take(&mut self.stated.variables);
        variables.append(&mut self.stated.mean_variables);
        // A mean or a sum by group names its column.
        if variables.is_empty() && !self.columns.is_empty() {
            let (column, bounds) = (self.column(), self.bounds());
            return Some(vec![VariableSpec {
                column: column?,
                values: VariableValues::MeanOnly(bounds?),
            }]);
        }
        if variables.is_empty() {
            let copied = self.copied.as_mut().and_then(CopiedQuestion::variables);
            variables = copied.unwrap_or_default();
        }
        Some(variables)
    }

    fn groups(&mut self) -> Option<Vec<(String, BinSpec)>> {
        let stated = std::mem::take(&mut self.stated.by);
        let mut groups = match stated.as_slice() {
            [] => {
                let copied = self.copied.as_mut().and_then(CopiedQuestion::groups);
                copied.unwrap_or_default()
            }
            _ => {
                let groups = stated.iter().map(|text| group(text)).collect();
                self.read(groups)?
            }
        };
        let read = self.bins_of_columns(&mut groups);
        self.read(read)?;
        Some(groups)
    }

    fn filters(&mut self) -> Vec<Condition> {
        let stated = std::mem::take(&mut self.stated.filters);
        match &mut self.copied {
            Some(copied) if stated.is_empty() => copied.filters(),
            _ => stated,
        }
    }

    fn bounds(&mut self) -> Option<[Decimal; 2]> {
        let stated = self.stated.bounds.take().map(Bounds::into_ends);
        self.needed(NeededPart::Bounds, stated, CopiedQuestion::bounds)
    }

    fn step(&mut self) -> Option<LatticeStep> {
        let copied = self.copied.as_mut();
        let stated = self.stated.step.take();
        stated.or_else(|| copied.and_then(CopiedQuestion::step))
    }

    fn own_step(&mut self) -> Option<LatticeStep> {
        let stated = self.stated.step.take();
        self.needed(NeededPart::Step, stated, CopiedQuestion::step)
    }

    fn bins(&mut self) -> Option<BinSpec> {
        let stated = self.stated_bins();
        let stated = self.read(stated)?;
        let copied = self.copied.as_mut().and_then(CopiedQuestion::bins);
        Some(stated.or(copied).unwrap_or(BinSpec::Stated))
    }

    fn blocks(&mut self) -> Option<BlockSpec> {
        let copied = self.copied.as_mut().and_then(CopiedQuestion::blocks);
        let stated = self.stated.blocks.take();
        Some(stated.or(copied).unwrap_or_default())
    }

    fn value(&mut self) -> Option<Number> {
        let stated = self.stated.value.take();
        self.needed(NeededPart::Value, stated, CopiedQuestion::value)
    }

    fn file(&mut self) -> Option<PathBuf> {
        let stated = self.stated.file.take();
        self.needed(NeededPart::File, stated, CopiedQuestion::file)
    }

    fn distance(&mut self) -> Option<Decimal> {
        let stated = self.stated.protect.take();
        self.needed(NeededPart::Distance, stated, CopiedQuestion::distance)
    }

    fn public_rows(&mut self) -> Option<u64> {
        let copied = self.copied.as_mut();
        let stated = self.stated.public_rows.take();
        stated.or_else(|| copied.and_then(CopiedQuestion::public_rows))
    }

    fn missing_as_mid(&mut self) -> bool {
        let stated = std::mem::take(&mut self.stated.missing_as_mid);
        stated
            || self
                .copied
                .as_mut()
                .is_some_and(CopiedQuestion::missing_as_mid)
    }

    fn unit(&mut self) -> String {
        let stated = self.stated.unit.take();
        let copied = self.copied.as_mut().map(CopiedQuestion::unit);
        stated.or(copied).unwrap_or_default()
    }
}

/// Returns a column that rows are grouped by: `COL`, or `COL:A,B,C`.
fn group(text: &str) -> Result<(String, BinSpec)> {
    Ok(match text.rsplit_once(':') {
        Some((column, values)) => {
            let values = values.parse::<Fields>()?.into_texts();
            (column.to_owned(), BinSpec::Values(values))
        }
        None => (text.to_owned(), BinSpec::Stated),
    })
}

/// Returns the index of the column before the colon of a text, and the text behind the colon. The
/// longest matching name wins.
fn stated_of<'t>(
    columns: &[(String, BinSpec)],
    option: &str,
    text: &'t str,
) -> Result<(usize, &'t str)> {
    let behind = |column: &str| -> Option<&'t str> { text.strip_prefix(column)?.strip_prefix(':') };
    columns
        .iter()
        .enumerate()
        .filter_map(|(index, (name, _))| behind(name).map(|stated| (index, name, stated)))
        .max_by_key(|(_, name, _)| name.len())
        .map(|(index, _, stated)| (index, stated))
        .ok_or_else(|| {
            let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
            Error::usage(
                ErrorCode::BadList,
                ValueMessage::NoColumnNamed {
                    option: option.to_owned(),
                    text: text.to_owned(),
                },
            )
            .hint(ValueMessage::WriteColumnAndBins {
                columns: names.join(", "),
            })
        })
}

/// Returns the error of a second statement of one column.
fn twice(kind: AttributeKind, before: &BinSpec, stated: &BinSpec, text: &str) -> Error {
    if std::mem::discriminant(before) != std::mem::discriminant(stated) {
        return bins_and_edges(kind);
    }
    Error::usage(
        ErrorCode::BadList,
        ValueMessage::ColumnTwice {
            text: text.to_owned(),
        },
    )
    .hint(ValueMessage::StateBinsOnce)
}
