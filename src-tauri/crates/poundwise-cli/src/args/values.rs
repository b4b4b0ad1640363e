//! Values of options and arguments, checked before a passphrase is asked for or a home is opened.
//!
//! Each parser gives the error that the market would give for the same value, with its code and
//! its way out; [`crate::run`] puts the option in front of it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::{
    Currency, Decimal, DecimalSign, LatticeStep, LossPair, MicroEpsilon, Timestamp,
};
use poundwise_market::error::QueryErrorCode;
use poundwise_market::view::{
    Condition, CurrencyMark, Encoding, FilterOperator, NoCurrency, Separator,
};
use poundwise_market::{
    CsvForm, Error, ErrorCode, ListingSubject, Number, Result, Schema, VariableSpec,
    VariableValues, bands, check_new, column_names, level, loss_pair, market_folder, whole_number,
};
use poundwise_words::{Language, Text};

use crate::messages::ValueMessage;

/// The sign before the decimals of a file's numbers.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Decimals {
    /// 1.234,56
    Comma,
    /// 1,234.56
    Point,
}

impl Decimals {
    pub(crate) fn sign(self) -> DecimalSign {
        match self {
            Self::Comma => DecimalSign::Comma,
            Self::Point => DecimalSign::Point,
        }
    }
}

/// The character between the cells of a file.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Separators {
    Comma,
    Semicolon,
    Tab,
    Bar,
}

impl Separators {
    pub(crate) fn separator(self) -> Separator {
        match self {
            Self::Comma => Separator::Comma,
            Self::Semicolon => Separator::Semicolon,
            Self::Tab => Separator::Tab,
            Self::Bar => Separator::Bar,
        }
    }
}

/// Returns the parser of the separators that spreadsheets know. Texts are guarded against them.
fn of_spreadsheets() -> impl TypedValueParser<Value = Separators> {
    let known = [Separators::Comma, Separators::Semicolon, Separators::Tab];
    let names = known.iter().filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| Separators::from_str(&name, false))
}

/// How a CSV file is written for a spreadsheet.
#[derive(Args)]
pub(crate) struct CsvStyle {
    /// The character between the cells of CSV [default: comma]
    #[arg(long, value_parser = of_spreadsheets())]
    separator: Option<Separators>,
    /// The sign before the decimals of numbers in CSV [default: point]
    #[arg(long)]
    decimal: Option<Decimals>,
    /// Begin CSV with a byte order mark, by which spreadsheets know that it is UTF-8
    #[arg(long)]
    bom: bool,
}

impl CsvStyle {
    /// Returns the form.
    pub(crate) fn form(&self) -> CsvForm {
        let default = CsvForm::default();
        CsvForm {
            separator: self
                .separator
                .map_or(default.separator, Separators::separator),
            decimal: self.decimal.map_or(default.decimal, Decimals::sign),
            mark: self.bom,
        }
    }
}

/// Reads an encoding by its name.
pub(crate) fn encodings() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.map(Encoding::as_str)).map(|name| {
        let named = |one: &Encoding| one.as_str() == name;
        Encoding::ALL.into_iter().find(named).unwrap_or_default()
    })
}

/// Returns a currency sign or code that stands beside numbers.
pub(crate) fn currency_mark(text: &str) -> Result<CurrencyMark> {
    text.parse().map_err(|why: NoCurrency| {
        let text = text.to_owned();
        Error::usage(ErrorCode::Usage, ValueMessage::NotACurrencyMark { text }).hint(Text::of(why))
    })
}

/// A file that is written.
#[derive(Args)]
pub(crate) struct NewFile {
    /// The file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace a file of that name
    #[arg(long)]
    replace: bool,
}

impl NewFile {
    /// Returns its path, if none is there or it may be replaced: asked before a home is opened.
    pub(crate) fn path(&self) -> Result<&Path> {
        check_new(&self.output, self.replace)?;
        Ok(&self.output)
    }
}

/// A language of messages and pages.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LanguageChoice {
    /// English
    En,
    /// German
    De,
}

impl From<LanguageChoice> for Language {
    fn from(language: LanguageChoice) -> Self {
        match language {
            LanguageChoice::En => Self::English,
            LanguageChoice::De => Self::German,
        }
    }
}

/// The file of an audit's report.
#[derive(Args)]
pub(crate) struct ReportFile {
    /// Save the report too, as .html in the language of --language, or as .json
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    report: Option<PathBuf>,
    /// Replace a report of that name
    #[arg(long, requires = "report")]
    replace: bool,
}

impl ReportFile {
    /// Returns the report's path, if none is there or it may be replaced: asked before anything is
    /// audited.
    pub(crate) fn path(&self) -> Result<Option<&Path>> {
        let Some(file) = &self.report else {
            return Ok(None);
        };
        check_new(file, self.replace)?;
        Ok(Some(file))
    }
}

fn ending_is(file: &Path, ending: &str) -> bool {
    file.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// A file that is written, or stdout.
#[derive(Args)]
pub(crate) struct NewFileOrStdout {
    /// The file; `-` or nothing is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file of that name
    #[arg(long)]
    pub(crate) replace: bool,
}

impl NewFileOrStdout {
    /// Returns the path of a file as [`NewFile::path`] does; none is stdout.
    pub(crate) fn path(&self) -> Result<Option<PathBuf>> {
        let file = self.output.as_deref();
        let file = file.filter(|file| *file != Path::new("-"));
        if let Some(file) = file {
            check_new(file, self.replace)?;
        }
        Ok(file.map(Path::to_owned))
    }
}

/// Levels with commas between them.
#[derive(Clone)]
pub(crate) struct Levels(Vec<MicroEpsilon>);

impl Levels {
    pub(crate) fn as_slice(&self) -> &[MicroEpsilon] {
        &self.0
    }
}

impl FromStr for Levels {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        text.split(',').map(level).collect::<Result<_>>().map(Self)
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&levels.join(","))
    }
}

/// A loss that a population brings, which may be 0, or a file that another home wrote.
#[derive(Clone)]
pub(crate) enum Carried {
    Loss(LossPair),
    File(PathBuf),
}

impl Carried {
    /// Returns the texts of a draft: ε or the file, and ρ.
    pub(crate) fn texts(&self) -> (String, Option<String>) {
        match self {
            Self::Loss(loss) => cap_texts(*loss),
            Self::File(file) => (file.display().to_string(), None),
        }
    }
}

/// Returns the texts of a draft for a cap or a loss: ε, and ρ unless it is 0.
pub(crate) fn cap_texts(cap: LossPair) -> (String, Option<String>) {
    let rho = (!cap.nano_rho.is_zero()).then(|| cap.nano_rho.to_string());
    (cap.micro_epsilon.to_string(), rho)
}

impl FromStr for Carried {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if Path::new(text).is_file() {
            return Ok(Self::File(PathBuf::from(text)));
        }
        loss_pair(text).map(Self::Loss).map_err(|error| {
            let text = text.to_owned();
            Error::usage(error.code(), ValueMessage::NeitherLossNorFile { text })
                .hint(ValueMessage::WriteLoss)
                .hint(ValueMessage::NameLossFile)
        })
    }
}

/// An amount of money of a currency that is settled elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amount(String);

impl Amount {
    /// Checks the amount that `option` has against the decimals of its currency.
    pub(super) fn check_in(&self, currency: Currency, option: &str) -> Result<()> {
        currency.parse_amount(&self.0).map_err(|why| {
            not_an_amount(ValueMessage::not_an_amount_in(currency, &self.0, why))
                .about(Text::verbatim(option))
        })?;
        Ok(())
    }
}

impl FromStr for Amount {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        Currency::in_some(|currency| currency.parse_amount(text))
            .map_err(|why| not_an_amount(ValueMessage::not_an_amount(text, why)))?;
        Ok(Self(text.to_owned()))
    }
}

fn not_an_amount(message: ValueMessage) -> Error {
    Error::usage(ErrorCode::RuleAmount, message).hint(ValueMessage::WriteAmount)
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks the amounts of `--price` against the decimals of their currency.
pub(super) fn check_price_in(price: &TariffDraft, currency: Currency) -> Result<()> {
    price.in_currency(currency).map(drop).map_err(|why| {
        Error::usage(
            ErrorCode::Tariff,
            ValueMessage::WrongPrice { currency, why },
        )
        .hint(ValueMessage::WritePrice)
    })
}

/// A day, `YYYY-MM-DD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Day(String);

impl FromStr for Day {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        if text.len() == "2027-01-31".len()
            && Timestamp::from_str(&format!("{text}T00:00:00Z")).is_ok()
        {
            Ok(Self(text.to_owned()))
        } else {
            let text = text.to_owned();
            Err(
                Error::usage(ErrorCode::RuleUntil, ValueMessage::NotADay { text })
                    .hint(ValueMessage::WriteDay),
            )
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn decimal(text: &str, code: QueryErrorCode) -> Result<Decimal> {
    text.trim().parse().map_err(|why| {
        let text = text.to_owned();
        Error::usage(code, ValueMessage::NotANumber { text, why }).hint(ValueMessage::WriteNumber)
    })
}

/// Returns a decimal.
pub(super) fn number(text: &str) -> Result<Decimal> {
    decimal(text, QueryErrorCode::NotANumber)
}

/// Returns a number of the owner's own.
pub(super) fn own_number(text: &str) -> Result<Number> {
    Number::from_decimal(&number(text)?).ok_or_else(|| {
        let text = text.to_owned();
        Error::usage(
            QueryErrorCode::NotANumber,
            ValueMessage::NumberTooLong { text },
        )
        .hint(ValueMessage::WriteNumber)
    })
}

/// Returns a distance above 0.
pub(super) fn distance(text: &str) -> Result<Decimal> {
    let distance = number(text)?;
    if !distance.is_positive() {
        let text = text.to_owned();
        return Err(
            Error::usage(QueryErrorCode::Protect, ValueMessage::NotAboveZero { text })
                .hint(ValueMessage::ZeroProtectsNothing),
        );
    }
    Ok(distance)
}

/// Returns a lattice step above 0.
pub(super) fn step(text: &str) -> Result<LatticeStep> {
    text.trim().parse().map_err(|why| {
        let text = text.to_owned();
        Error::usage(ErrorCode::Step, ValueMessage::NotAStep { text, why })
            .hint(ValueMessage::WriteStep)
    })
}

/// Two numbers between which values are clamped.
#[derive(Clone, Debug)]
pub(crate) struct Bounds(Decimal, Decimal);

impl FromStr for Bounds {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let stated = || text.to_owned();
        let wrong = |message: ValueMessage| {
            Error::usage(QueryErrorCode::Bounds, message).hint(ValueMessage::WriteBounds)
        };
        let (low, high) = text
            .split_once("..")
            .ok_or_else(|| wrong(ValueMessage::NotBounds { text: stated() }))?;
        let (low, high) = (
            decimal(low, QueryErrorCode::Bounds)?,
            decimal(high, QueryErrorCode::Bounds)?,
        );
        match high.checked_sub(&low) {
            Some(width) if !width.is_positive() => {
                Err(wrong(ValueMessage::BoundsReversed { text: stated() }))
            }
            _ => Ok(Self(low, high)),
        }
    }
}

impl Bounds {
    /// Returns both numbers, the lower one first.
    pub(crate) fn into_ends(self) -> [Decimal; 2] {
        [self.0, self.1]
    }
}

/// Returns a variable of moments: `COL:LO..HI`, or `COL=A,B`.
pub(super) fn variable(text: &str) -> Result<VariableSpec> {
    if let Some((column, bounds)) = split_bounds(text) {
        return Ok(VariableSpec {
            column,
            values: VariableValues::Squares(bounds?.into_ends()),
        });
    }
    let values = text.split_once('=').and_then(|(column, values)| {
        let values = values.parse::<Fields>().ok()?.into_texts();
        let values: [String; 2] = values.try_into().ok()?;
        Some((column.trim().to_owned(), values))
    });
    match values {
        Some((column, values)) => Ok(VariableSpec {
            column,
            values: VariableValues::TwoValued(values),
        }),
        None => Err(not_a_variable(text)),
    }
}

/// Returns a variable of which the mean alone is asked for: `COL:LO..HI`.
pub(super) fn mean_variable(text: &str) -> Result<VariableSpec> {
    let (column, bounds) = split_bounds(text).ok_or_else(|| not_a_variable(text))?;
    Ok(VariableSpec {
        column,
        values: VariableValues::MeanOnly(bounds?.into_ends()),
    })
}

/// Returns the column before the last colon and the bounds behind it, if there are some.
fn split_bounds(text: &str) -> Option<(String, Result<Bounds>)> {
    let (column, bounds) = text.rsplit_once(':')?;
    let bounds = bounds.contains("..").then(|| bounds.parse())?;
    Some((column.trim().to_owned(), bounds))
}

fn not_a_variable(text: &str) -> Error {
    let text = text.to_owned();
    Error::usage(ErrorCode::BadList, ValueMessage::NotAVariable { text })
        .hint(ValueMessage::WriteVariable)
}

/// The edges of bands of one width, as `LO..HI:WIDTH`.
#[derive(Clone, Debug)]
pub(crate) struct Bands(Vec<Decimal>);

impl Bands {
    pub(super) fn into_edges(self) -> Vec<Decimal> {
        self.0
    }
}

impl FromStr for Bands {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let parts = text
            .split_once("..")
            .and_then(|(low, rest)| Some((low, rest.split_once(':')?)));
        let Some((low, (high, width))) = parts else {
            let text = text.to_owned();
            return Err(
                Error::usage(QueryErrorCode::Edges, ValueMessage::NotBands { text })
                    .hint(ValueMessage::WriteBands),
            );
        };
        bands(low, high, width).map(Self)
    }
}

/// Numbers separated by commas, sorted and without duplicates.
#[derive(Clone, Debug)]
pub(crate) struct Edges(Vec<Decimal>);

impl Edges {
    /// Returns the edges, rising.
    pub(super) fn into_decimals(self) -> Vec<Decimal> {
        self.0
    }
}

impl FromStr for Edges {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut edges: Vec<Decimal> = text
            .split(',')
            .map(|edge| decimal(edge, QueryErrorCode::Edges))
            .collect::<Result<_>>()?;
        edges.sort();
        if edges.len() < 2 || !edges.is_sorted_by(|low, high| low < high) {
            let text = text.to_owned();
            return Err(
                Error::usage(QueryErrorCode::Edges, ValueMessage::NotEdges { text })
                    .hint(ValueMessage::WriteEdges),
            );
        }
        Ok(Self(edges))
    }
}

/// The fields of one CSV record: a field with commas goes into double quotes.
#[derive(Clone, Debug)]
pub(crate) struct Fields(Vec<String>);

impl Fields {
    pub(super) fn into_texts(self) -> Vec<String> {
        self.0
    }
}

impl FromStr for Fields {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |message: ValueMessage| {
            Error::usage(ErrorCode::BadList, message).hint(ValueMessage::WriteList)
        };
        if text.matches('"').count() % 2 == 1 {
            return Err(wrong(ValueMessage::OpenQuote));
        }
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(text.as_bytes());
        let mut records = reader.records();
        let record = records
            .next()
            .ok_or_else(|| wrong(ValueMessage::EmptyList))?
            .map_err(|error| {
                wrong(ValueMessage::NotAList {
                    why: error.to_string(),
                })
            })?;
        if records.next().is_some() {
            return Err(wrong(ValueMessage::ListOfLines));
        }
        Ok(Self(record.iter().map(str::to_owned).collect()))
    }
}

/// The names of the columns of a file that has no header.
#[derive(Clone, Debug)]
pub(crate) struct ColumnNames(Vec<String>);

impl ColumnNames {
    pub(super) fn into_names(self) -> Vec<String> {
        self.0
    }
}

impl FromStr for ColumnNames {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        column_names(text).map(Self).map_err(|error| {
            let code = error.code();
            Error::usage(code, Text::of(error)).hint(ValueMessage::WriteColumnNames)
        })
    }
}

/// Returns the types of columns, `NAME:TYPE,...`.
pub(super) fn types(text: &str) -> Result<Schema> {
    Ok(Schema::parse_types(text)?)
}

/// Returns a condition `COLUMN OP VALUE`. A name that holds a comparison stands in double quotes, a
/// double quote in it doubled; the value may stand in quotes.
pub(super) fn condition(text: &str) -> Result<Condition> {
    let text = text.trim();
    let parts = quoted_name(text).or_else(|| plain_name(text));
    let Some((column, operator, value)) = parts.filter(|(column, ..)| !column.is_empty()) else {
        let text = text.to_owned();
        return Err(
            Error::usage(QueryErrorCode::Filter, ValueMessage::NotACondition { text })
                .hint(ValueMessage::WriteCondition)
                .hint(ValueMessage::QuoteColumn),
        );
    };
    let value = ['"', '\'']
        .iter()
        .find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote))
        .unwrap_or(value)
        .trim();
    if value.is_empty() {
        return Err(Error::usage(
            QueryErrorCode::Filter,
            ValueMessage::ConditionWithoutAValue {
                text: text.to_owned(),
                column,
            },
        )
        .hint(ValueMessage::MissingMatchesNothing));
    }
    Ok(Condition::new(column, operator, value))
}

/// Returns the comparison that a text begins with, and the value after it.
fn comparison(text: &str) -> Option<(FilterOperator, &str)> {
    // Longer ones before those that they begin with.
    let spellings = [
        ("==", FilterOperator::Equal),
        ("!=", FilterOperator::NotEqual),
        ("<=", FilterOperator::AtMost),
        (">=", FilterOperator::AtLeast),
        ("=", FilterOperator::Equal),
        ("<", FilterOperator::Below),
        (">", FilterOperator::Above),
    ];
    spellings
        .into_iter()
        .find_map(|(spelling, operator)| Some((operator, text.strip_prefix(spelling)?.trim())))
}

fn quoted_name(text: &str) -> Option<(String, FilterOperator, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut from = 0;
    loop {
        let at = from + inner.get(from..)?.find('"')?;
        let rest = &inner[at + 1..];
        if rest.starts_with('"') {
            from = at + 2;
        } else if let Some((operator, value)) = comparison(rest.trim_start()) {
            return Some((inner[..at].replace("\"\"", "\""), operator, value));
        } else {
            from = at + 1;
        }
    }
}

fn plain_name(text: &str) -> Option<(String, FilterOperator, &str)> {
    let (at, (operator, value)) = text
        .char_indices()
        .find_map(|(at, _)| Some((at, comparison(&text[at..])?)))?;
    Some((text[..at].trim().to_owned(), operator, value))
}

/// Returns a dataset's name, or `-` for own numbers.
pub(super) fn dataset_or_own(text: &str) -> Result<ListingSubject> {
    match text.trim() {
        "-" => Ok(ListingSubject::OwnNumbers { population: None }),
        name => name.parse().map(ListingSubject::Dataset),
    }
}

/// Returns a market: a folder or its `file://` URL.
pub(super) fn market(text: &str) -> Result<String> {
    market_folder(text)?;
    Ok(text.to_owned())
}

/// Returns a file for a report, whose ending says in which form.
fn report_file(text: &str) -> Result<PathBuf> {
    let file = PathBuf::from(text);
    if ending_is(&file, "html") || ending_is(&file, "json") {
        Ok(file)
    } else {
        Err(
            Error::usage(ErrorCode::ReportFormat, ValueMessage::NotAReport { file })
                .hint(ValueMessage::GiveReportEnding),
        )
    }
}

/// Returns the values of an enum by their words.
pub(super) fn words<T>(all: &'static [T]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Into<&'static str> + FromStr + Send + Sync + 'static,
    T::Err: fmt::Display,
{
    PossibleValuesParser::new(all.iter().map(|one| (*one).into()))
        .try_map(|word| word.parse().map_err(|why: T::Err| why.to_string()))
}

/// Returns a whole number from 1, without separators.
pub(super) fn positive_number(text: &str) -> Result<u64> {
    match whole_number(text)? {
        0 => {
            let text = text.to_owned();
            Err(
                Error::usage(ErrorCode::Count, ValueMessage::NotAboveZero { text })
                    .hint(ValueMessage::WriteWholeNumber),
            )
        }
        number => Ok(number),
    }
}

/// Explanation of `home availability`.
pub(crate) const AVAILABILITY_HELP: &str = "\
A signed document on the market states it for each open listing. It is on unless you choose off. It
follows from the cap and from the sales, never from data. Buyers can infer from it how much of
a population's cap is left.";

/// A setting that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn lists_take_quotes_as_in_csv() {
        let split = |text: &str| text.parse::<Fields>().map(Fields::into_texts);
        assert_eq!(split("a,b").unwrap(), ["a", "b"]);
        assert_eq!(
            split(r#""a, b",c,"say ""so""""#).unwrap(),
            ["a, b", "c", "say \"so\""]
        );
        assert_eq!(split("a,,b").unwrap(), ["a", "", "b"]);
        for bad in ["", "\"a", "a\nb"] {
            let error = split(bad).unwrap_err();
            assert_eq!(
                (error.code().as_str(), error.exit_code()),
                ("bad-list", 2),
                "{bad:?}"
            );
        }
    }

    #[test]
    fn a_condition_is_a_column_a_comparison_and_a_value() {
        use FilterOperator::{Above, AtLeast, AtMost, Below, Equal, NotEqual};
        let any = "what, if \"any\"?";
        for (text, column, operator, value) in [
            ("age == 18", "age", Equal, "18"),
            (" age = 18.0 ", "age", Equal, "18.0"),
            ("age!=18", "age", NotEqual, "18"),
            ("age >= 18", "age", AtLeast, "18"),
            ("age > 1.8e1", "age", Above, "1.8e1"),
            ("age <= -18", "age", AtMost, "-18"),
            ("\"age\" < 18", "age", Below, "18"),
            ("\"age <\"= 18", "age <", Equal, "18"),
            ("\"a == b\" == c", "a == b", Equal, "c"),
            ("wow! == 1", "wow!", Equal, "1"),
            ("name == \"ann b\"", "name", Equal, "ann b"),
            ("name = 'ann'", "name", Equal, "ann"),
            ("name == a=b", "name", Equal, "a=b"),
            ("what, if \"any\"? == x", any, Equal, "x"),
            ("\"what, if \"\"any\"\"?\" != x", any, NotEqual, "x"),
            ("\"what, if \"any\"?\" == \" x \"", any, Equal, "x"),
            ("\"say \"\"so\"\"\" == 1", "say \"so\"", Equal, "1"),
            ("\"any\" thing == 1", "\"any\" thing", Equal, "1"),
            ("é == ü", "é", Equal, "ü"),
        ] {
            let read = condition(text).unwrap();
            assert_eq!(read, Condition::new(column, operator, value), "{text}");
        }
        for (text, message) in [
            ("age ~ 3", "'age ~ 3' is not a condition."),
            ("age", "'age' is not a condition."),
            ("", "'' is not a condition."),
            ("== 1", "'== 1' is not a condition."),
            ("\"age", "'\"age' is not a condition."),
            (
                "age ==",
                "The condition 'age ==' has no value to compare 'age' with.",
            ),
            (
                "name == \"\"",
                "The condition 'name == \"\"' has no value to compare 'name' with.",
            ),
        ] {
            let error = condition(text).unwrap_err();
            assert_eq!(error.message(), message);
            assert_eq!((error.code().as_str(), error.exit_code()), ("filter", 2));
            assert!(!error.hints().is_empty());
        }
    }

    #[test]
    fn an_amount_has_the_decimals_of_some_currency() {
        for good in ["0", "20", "12.50", "1.125", "0.0001"] {
            assert_eq!(good.parse::<Amount>().unwrap().to_string(), good);
        }
        for bad in ["", "-1", "1,50", "€5", "1.00001", "5 EUR", "1e3"] {
            assert!(bad.parse::<Amount>().is_err(), "{bad:?}");
        }
        let amount: Amount = "1.125".parse().unwrap();
        assert!(
            amount
                .check_in("KWD".parse().unwrap(), "--per-order")
                .is_ok()
        );
        assert!(
            amount
                .check_in("EUR".parse().unwrap(), "--per-order")
                .is_err()
        );
    }

    #[test]
    fn a_day_has_one_form() {
        assert!("2027-01-31".parse::<Day>().is_ok());
        for bad in [
            "",
            "2027-1-31",
            "2027-02-30",
            "31.01.2027",
            "2027-01-31T00:00:00Z",
        ] {
            assert!(bad.parse::<Day>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn bounds_rise_and_edges_are_sorted() {
        let ends = "-5..5".parse::<Bounds>().unwrap().into_ends();
        assert_eq!(ends.map(|end| end.to_string()), ["-5", "5"]);
        for bad in ["", "5", "5..", "100..0", "5..5", "a..b"] {
            assert!(bad.parse::<Bounds>().is_err(), "{bad:?}");
        }
        let edges = |text: &str| -> Vec<String> {
            let edges = text.parse::<Edges>().unwrap().into_decimals();
            edges.iter().map(ToString::to_string).collect()
        };
        assert_eq!(edges("0, 18.50,65"), ["0", "18.5", "65"]);
        assert_eq!(edges("2,10,1"), ["1", "2", "10"]);
        for bad in ["", "1", "1,1", "2,1,2", "1,x"] {
            assert!(bad.parse::<Edges>().is_err(), "{bad:?}");
        }
    }
}
