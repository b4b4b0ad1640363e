//! Reading of a draft: from the typed texts to the attribute that they state. The one place where
//! texts become numbers, and where an option that its kind has no use for is refused.

use std::path::PathBuf;
use std::str::FromStr;

use poundwise_documents::kinds::{AttributeKind, ColumnType};
use poundwise_documents::units::{Currency, Decimal, DecimalError, LatticeStep, MicroEpsilon};
use poundwise_query::kinds::{
    BinSpec, CountSpec, CrossTabulationSpec, HistogramSpec, MeanSpec, SumSpec, ValueSpec,
    VectorSpec,
};
use poundwise_query::{AttributeSpec, EdgeFault, Number, QueryFault};

use crate::error::{
    Error, ErrorCode, ErrorPlace, KindFault, NumberFault, NumberOf, QueryErrorCode, Result,
};
use crate::hint::Field;
use crate::typed::{decimal, level, rows, stated, tariff_error, unusable};
use crate::view::ListingDraft;

/// The currency of a price that states none.
pub const DEFAULT_CURRENCY: &str = "EUR";

/// The dataset name that stands for the owner's own numbers.
pub const OWN: &str = "-";

/// An option of a draft that not every kind has a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Column,
    Filters,
    Bounds,
    Step,
    Bins,
    Edges,
    Columns,
    Value,
    File,
    Protect,
    Population,
    PublicRows,
    ReckonedRows,
    MissingAsMid,
}

impl Choice {
    const ALL: [Self; 14] = [
        Self::Column,
        Self::Filters,
        Self::Bounds,
        Self::Step,
        Self::Bins,
        Self::Edges,
        Self::Columns,
        Self::Value,
        Self::File,
        Self::Protect,
        Self::Population,
        Self::PublicRows,
        Self::ReckonedRows,
        Self::MissingAsMid,
    ];

    /// Returns the field of a [`ListingDraft`] that it is.
    #[cfg(all(test, feature = "ts"))]
    fn field(self) -> &'static str {
        match self {
            Self::Column => "column",
            Self::Filters => "filters",
            Self::Bounds => "bounds",
            Self::Step => "step",
            Self::Bins => "bins",
            Self::Edges => "edges",
            Self::Columns => "columns",
            Self::Value => "value",
            Self::File => "file",
            Self::Protect => "protect",
            Self::Population => "population",
            Self::PublicRows => "public_rows",
            Self::ReckonedRows => "reckoned_rows",
            Self::MissingAsMid => "missing_as_mid",
        }
    }

    /// Returns the option in a sentence.
    fn words(self) -> &'static str {
        match self {
            Self::Column => "a column",
            Self::Filters => "filters",
            Self::Bounds => "bounds",
            Self::Step => "a step",
            Self::Bins => "bins",
            Self::Edges => "edges",
            Self::Columns => "columns with their bins",
            Self::Value => "a value",
            Self::File => "a file",
            Self::Protect => "a protected distance",
            Self::Population => "a population",
            Self::PublicRows => "a public number of rows",
            Self::ReckonedRows => "a number of rows to reckon with",
            Self::MissingAsMid => "missing cells as the middle",
        }
    }

    /// Returns whether a draft states it.
    fn is_in(self, draft: &ListingDraft) -> bool {
        let is_typed = |text: &Option<String>| stated(text.as_deref()).is_some();
        match self {
            Self::Column => is_typed(&draft.column),
            Self::Filters => !draft.filters.is_empty(),
            Self::Bounds => is_typed(&draft.bounds),
            Self::Step => is_typed(&draft.step),
            Self::Bins => !draft.bins.is_empty(),
            Self::Edges => !draft.edges.is_empty(),
            Self::Columns => !draft.columns.is_empty(),
            Self::Value => is_typed(&draft.value),
            Self::File => is_typed(&draft.file),
            Self::Protect => is_typed(&draft.protect),
            Self::Population => is_typed(&draft.population),
            Self::PublicRows => is_typed(&draft.public_rows),
            Self::ReckonedRows => is_typed(&draft.reckoned_rows),
            Self::MissingAsMid => draft.missing_as_mid,
        }
    }
}

/// Returns the options that a kind takes, in the order of [`Choice::ALL`].
fn choices(kind: AttributeKind) -> &'static [Choice] {
    use Choice::{
        Bins, Bounds, Column, Columns, Edges, File, Filters, MissingAsMid, Population, Protect,
        PublicRows, ReckonedRows, Step, Value,
    };
    match kind {
        AttributeKind::Count => &[Filters],
        AttributeKind::Sum => &[Column, Filters, Bounds, Step],
        AttributeKind::Mean => &[
            Column,
            Filters,
            Bounds,
            Step,
            PublicRows,
            ReckonedRows,
            MissingAsMid,
        ],
        AttributeKind::Histogram => &[Column, Filters, Bins, Edges],
        AttributeKind::CrossTabulation => &[Filters, Columns],
        AttributeKind::Value => &[Bounds, Step, Value, Protect, Population],
        AttributeKind::Vector => &[Bounds, Step, File, Protect, Population],
    }
}

/// Returns the kinds that a column alone can be listed as, by its type; the first is proposed. Of a
/// kind that takes no column, the rows are counted in which the column has a stated value.
pub const fn kinds_of(column_type: ColumnType) -> &'static [AttributeKind] {
    match column_type {
        ColumnType::Number => &[
            AttributeKind::Mean,
            AttributeKind::Sum,
            AttributeKind::Histogram,
            AttributeKind::Count,
        ],
        ColumnType::Text => &[AttributeKind::Histogram, AttributeKind::Count],
    }
}

/// Returns whether a kind counts the rows of each bin of its column.
pub fn takes_bins(kind: AttributeKind) -> bool {
    choices(kind).contains(&Choice::Bins)
}

/// Returns the attribute that a draft states.
///
/// # Errors
/// What of it is missing, malformed, or does not belong to its kind.
pub fn attribute(draft: &ListingDraft) -> Result<AttributeSpec> {
    let kind = kind(draft)?;
    refuse_strangers(draft, kind)?;
    let filters = draft.filters.clone();
    let unit = stated(draft.unit.as_deref()).unwrap_or_default().to_owned();
    Ok(match kind {
        AttributeKind::Count => AttributeSpec::Count(CountSpec { filters, unit }),
        AttributeKind::Sum => AttributeSpec::Sum(SumSpec {
            column: column(draft, kind)?,
            filters,
            bounds: bounds(draft, kind)?,
            step: step(draft)?,
            ceiling: ceiling_for_step(draft)?,
            unit,
        }),
        AttributeKind::Mean => AttributeSpec::Mean(MeanSpec {
            column: column(draft, kind)?,
            filters,
            bounds: bounds(draft, kind)?,
            step: step(draft)?,
            ceiling: ceiling_for_step(draft)?,
            public_rows: public_rows(draft)?,
            missing_as_mid: draft.missing_as_mid,
            unit,
        }),
        AttributeKind::Histogram => AttributeSpec::Histogram(HistogramSpec {
            column: column(draft, kind)?,
            filters,
            bins: bins("A histogram", &draft.bins, &draft.edges)?,
            unit,
        }),
        AttributeKind::CrossTabulation => AttributeSpec::CrossTabulation(CrossTabulationSpec {
            columns: draft
                .columns
                .iter()
                .map(|one| {
                    let bins = bins("A column", &one.bins, &one.edges)?;
                    Ok((one.column.trim().to_owned(), bins))
                })
                .collect::<Result<_>>()?,
            filters,
            unit,
        }),
        AttributeKind::Value => AttributeSpec::Value(ValueSpec {
            value: value(draft)?,
            bounds: bounds(draft, kind)?,
            step: own_step(draft, kind)?,
            distance: distance(draft, kind)?,
            unit,
        }),
        AttributeKind::Vector => AttributeSpec::Vector(VectorSpec {
            file: file(draft)?,
            bounds: bounds(draft, kind)?,
            step: own_step(draft, kind)?,
            distance: distance(draft, kind)?,
            unit,
        }),
    })
}

fn of_kind(kind: &str, fault: KindFault) -> ErrorPlace {
    let kind = kind.to_owned();
    ErrorPlace::Kind { kind, fault }
}

/// Returns the kind, if it goes with the dataset.
fn kind(draft: &ListingDraft) -> Result<AttributeKind> {
    let word = draft.kind.trim();
    let kind = AttributeKind::from_str(word).map_err(|_| {
        Error::usage(
            ErrorCode::Kind,
            format!("'{word}' is not a kind of listing."),
        )
        .hint(
            "The kinds are count, sum, mean, histogram and cross-tabulation of a dataset, and \
             value and vector of your own numbers.",
        )
        .at(of_kind(word, KindFault::Unknown))
    })?;
    let name = draft.dataset.trim();
    match (kind.is_own(), name == OWN) {
        (true, false) => Err(Error::usage(
            ErrorCode::Kind,
            format!("A {kind} is the owner's own, not a query on the dataset '{name}'."),
        )
        .hint("Own numbers have no dataset: name none, or write - in its place.")
        .at(of_kind(word, KindFault::OfOwnNumbers))),
        (false, true) => Err(
            Error::usage(ErrorCode::Kind, format!("A {kind} needs a dataset."))
                .hint("Name the dataset.")
                .at(of_kind(word, KindFault::OfADataset)),
        ),
        (true, true) | (false, false) => Ok(kind),
    }
}

/// Refuses an option that the kind has no use for: it would be silently ignored.
fn refuse_strangers(draft: &ListingDraft, kind: AttributeKind) -> Result<()> {
    let taken = choices(kind);
    for choice in Choice::ALL {
        if choice.is_in(draft) && !taken.contains(&choice) {
            let takes: Vec<&str> = taken.iter().map(|choice| choice.words()).collect();
            return Err(Error::usage(
                ErrorCode::OptionDoesNotBelong,
                format!("A {kind} has no use for {}.", choice.words()),
            )
            .hint(format!("A {kind} takes {}.", takes.join(", "))));
        }
    }
    Ok(())
}

fn column(draft: &ListingDraft, kind: AttributeKind) -> Result<String> {
    match stated(draft.column.as_deref()) {
        Some(name) => Ok(name.to_owned()),
        None => Err(
            Error::usage(ErrorCode::NoColumn, format!("A {kind} needs a column."))
                .hint("Name the column after the kind, such as: mean income."),
        ),
    }
}

/// Returns the bins that are stated of something.
fn bins(of: &str, values: &[String], edges: &[String]) -> Result<BinSpec> {
    match (values, edges) {
        ([], []) => Ok(BinSpec::Stated),
        (values, []) => Ok(BinSpec::Values(values.to_vec())),
        ([], edges) => {
            let edge = |text: &String| {
                text.trim().parse().map_err(|_| {
                    Error::usage(
                        QueryErrorCode::Edges,
                        format!("The edge '{text}' is not a decimal number."),
                    )
                    .hint("Write edges as rising numbers, such as 0,18,65,120.")
                    .at(ErrorPlace::Query {
                        fault: QueryFault::Edges {
                            fault: EdgeFault::NoNumber {
                                text: text.trim().to_owned(),
                            },
                        },
                    })
                })
            };
            // The order of edges is irrelevant. Repeated edges are rejected later.
            let mut edges: Vec<Decimal> = edges.iter().map(edge).collect::<Result<_>>()?;
            edges.sort();
            Ok(BinSpec::Edges(edges))
        }
        _ => Err(Error::usage(
            ErrorCode::BinsAndEdges,
            format!("{of} has bins or edges, not both."),
        )
        .hint("Leave out the bins or the edges.")),
    }
}

/// Returns the bounds `LO..HI`.
fn bounds(draft: &ListingDraft, kind: AttributeKind) -> Result<[Decimal; 2]> {
    let Some(text) = stated(draft.bounds.as_deref()) else {
        return Err(
            Error::usage(QueryErrorCode::NoBounds, format!("A {kind} needs bounds."))
                .hint(Field::Bounds.to("State from where to where each number counts"))
                .hint("State what is plausible; never look it up in the data."),
        );
    };
    let Some((low, high)) = text.split_once("..") else {
        return Err(Error::usage(
            QueryErrorCode::Bounds,
            format!("Bounds: '{text}' is not LO..HI."),
        )
        .hint("Write two numbers with two points between them, such as -10..37.5.")
        .at(ErrorPlace::Number {
            of: NumberOf::Bounds,
            text: text.to_owned(),
            fault: NumberFault::NoNumber,
        }));
    };
    Ok([
        decimal(NumberOf::Bounds, low)?,
        decimal(NumberOf::Bounds, high)?,
    ])
}

fn step(draft: &ListingDraft) -> Result<Option<LatticeStep>> {
    let parse = |text: &str| {
        LatticeStep::from_str(text).map_err(|problem| match problem {
            DecimalError::NotPositive => {
                Error::usage(ErrorCode::Step, format!("The step {text} is not above 0."))
                    .hint("Give a step such as 0.01.")
                    .at(ErrorPlace::Number {
                        of: NumberOf::Step,
                        text: text.to_owned(),
                        fault: NumberFault::NotPositive,
                    })
            }
            _ => unusable(NumberOf::Step, text, problem),
        })
    };
    stated(draft.step.as_deref()).map(parse).transpose()
}

/// Returns the step of own numbers, for which none is advised.
fn own_step(draft: &ListingDraft, kind: AttributeKind) -> Result<LatticeStep> {
    step(draft)?.ok_or_else(|| {
        Error::usage(QueryErrorCode::NoStep, format!("A {kind} needs a step.")).hint(
            "The step is the grid that the result lies on, such as 0.01: far below the accuracy \
             you sell.",
        )
    })
}

/// Returns the level for which a step is advised where the draft states none: the highest level
/// sold, as far as the draft says; the ceiling, or the tariff's last level.
fn ceiling_for_step(draft: &ListingDraft) -> Result<Option<MicroEpsilon>> {
    if Choice::Step.is_in(draft) {
        return Ok(None);
    }
    if let Some(ceiling) = stated_ceiling(draft)? {
        return Ok(Some(ceiling));
    }
    let currency = draft.currency.as_deref().unwrap_or(DEFAULT_CURRENCY);
    // What is wrong with the currency is said where it is checked.
    let Ok(currency) = currency.parse::<Currency>() else {
        return Ok(None);
    };
    if draft.price.is_blank() {
        return Ok(None);
    }
    let tariff = draft.price.in_currency(currency).map_err(tariff_error)?;
    Ok(Some(tariff.last_level()))
}

/// Returns the ceiling, if the draft states one.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub fn stated_ceiling(draft: &ListingDraft) -> Result<Option<MicroEpsilon>> {
    let ceiling = stated(draft.ceiling.as_deref());
    ceiling.map(|text| level(text, "the ceiling")).transpose()
}

fn public_rows(draft: &ListingDraft) -> Result<Option<u64>> {
    let typed = stated(draft.public_rows.as_deref());
    typed.map(|text| rows(NumberOf::Rows, text)).transpose()
}

/// Returns the number of rows that a preview assumes, if one is typed.
///
/// # Errors
/// `not-a-number`.
pub fn reckoned_rows(typed: Option<&str>) -> Result<Option<u64>> {
    let read = |text| rows(NumberOf::ExpectedRows, text);
    stated(typed).map(read).transpose()
}

fn value(draft: &ListingDraft) -> Result<Number> {
    let Some(text) = stated(draft.value.as_deref()) else {
        return Err(Error::usage(ErrorCode::NoValue, "The value is missing.")
            .hint("Give the value, such as 12.5."));
    };
    Number::parse(text).ok_or_else(|| {
        Error::usage(
            QueryErrorCode::NotANumber,
            format!("Value: '{text}' is not a number."),
        )
        .hint(
            "Write the number with a point and without separators, such as 1250.5: at most 37 \
             digits, 18 of them decimals.",
        )
        .at(ErrorPlace::Number {
            of: NumberOf::Value,
            text: text.to_owned(),
            fault: match text.parse::<Decimal>() {
                Err(DecimalError::TooLong) => NumberFault::TooLong,
                _ => NumberFault::NoNumber,
            },
        })
    })
}

fn file(draft: &ListingDraft) -> Result<PathBuf> {
    stated(draft.file.as_deref())
        .map(PathBuf::from)
        .ok_or_else(|| {
            Error::usage(ErrorCode::NoFile, "The file of numbers is missing.")
                .hint("Give a file with one number a line.")
        })
}

fn distance(draft: &ListingDraft, kind: AttributeKind) -> Result<Decimal> {
    match stated(draft.protect.as_deref()) {
        Some(text) => decimal(NumberOf::Distance, text),
        None => Err(Error::usage(
            ErrorCode::NoProtect,
            format!("A {kind} needs a protected distance."),
        )
        .hint("State the distance within which your numbers shall not be told apart.")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_query::Condition;
    use poundwise_query::parts::QueryOperator;

    use super::*;
    use crate::view::DraftColumn;

    fn draft(kind: &str) -> ListingDraft {
        let own = matches!(kind, "value" | "vector");
        ListingDraft {
            dataset: if own { "-" } else { "people" }.to_owned(),
            kind: kind.to_owned(),
            ..ListingDraft::default()
        }
    }

    /// The window has fields for both ends: `LO..HI` is the command line's to word.
    #[test]
    fn missing_bounds_are_told_without_syntax() {
        let mut draft = draft("sum");
        draft.column = some("income");
        let error = attribute(&draft).map(drop).unwrap_err().view();
        assert_eq!(error.code.as_str(), "no-bounds");
        let said = [vec![error.message], error.hints].concat().join(" ");
        assert!(!said.contains(".."), "{said}");
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    /// Returns a column of a cross-tabulation.
    fn by(column: &str, bins: &[&str], edges: &[&str]) -> DraftColumn {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        DraftColumn {
            column: column.to_owned(),
            bins: owned(bins),
            edges: owned(edges),
        }
    }

    fn sum() -> ListingDraft {
        ListingDraft {
            column: some("age"),
            bounds: some("0..100"),
            step: some("1"),
            ..draft("sum")
        }
    }

    fn value() -> ListingDraft {
        ListingDraft {
            value: some("81.3"),
            bounds: some("0..200"),
            step: some("0.1"),
            protect: some("0.25"),
            population: some("me"),
            ..draft("value")
        }
    }

    /// Returns the draft with an option stated that it does not state.
    fn with(choice: Choice, draft: &ListingDraft) -> ListingDraft {
        let mut draft = draft.clone();
        match choice {
            Choice::Column => draft.column = some("age"),
            Choice::Filters => draft.filters = vec![Condition::new("a", QueryOperator::Equal, "1")],
            Choice::Bounds => draft.bounds = some("0..1"),
            Choice::Step => draft.step = some("1"),
            Choice::Bins => draft.bins = vec!["1".to_owned()],
            Choice::Edges => draft.edges = vec!["1".to_owned()],
            Choice::Columns => draft.columns = vec![by("age", &["1"], &[])],
            Choice::Value => draft.value = some("1"),
            Choice::File => draft.file = some("f"),
            Choice::Protect => draft.protect = some("1"),
            Choice::Population => draft.population = some("me"),
            Choice::PublicRows => draft.public_rows = some("5"),
            Choice::ReckonedRows => draft.reckoned_rows = some("5"),
            Choice::MissingAsMid => draft.missing_as_mid = true,
        }
        draft
    }

    fn refused(draft: &ListingDraft) -> (&'static str, String, Vec<String>) {
        let error = attribute(draft).err().unwrap();
        assert_eq!(error.exit_code(), 2);
        let hints = error.hints().iter().map(ToString::to_string).collect();
        (error.code().as_str(), error.message().to_owned(), hints)
    }

    #[track_caller]
    fn refuses(draft: &ListingDraft, code: &str, message: &str) {
        let (of, said, hints) = refused(draft);
        assert_eq!(of, code, "{said}");
        assert!(said.contains(message), "{said}");
        assert!(!hints.is_empty());
    }

    /// An option that is ignored sells something else than the owner believes.
    #[test]
    fn no_option_is_ignored() {
        for kind in AttributeKind::ALL {
            // As the signed fields have it.
            let takes = |choice| choices(*kind).contains(&choice);
            assert_eq!(takes(Choice::Column), kind.has_column());
            assert_eq!(takes(Choice::Bounds), kind.has_bounds());
            assert_eq!(takes(Choice::Population), kind.is_own());
            assert_eq!(takes(Choice::Filters), !kind.is_own());
            for choice in Choice::ALL {
                let stated = with(choice, &draft(kind.as_str()));
                assert!(choice.is_in(&stated) && !choice.is_in(&draft(kind.as_str())));
                if choices(*kind).contains(&choice) {
                    let code = attribute(&stated).map_or_else(|e| e.code().as_str(), |_| "");
                    assert_ne!(code, "option-does-not-belong", "{kind} {choice:?}");
                } else {
                    let words = format!("A {kind} has no use for {}.", choice.words());
                    refuses(&stated, "option-does-not-belong", &words);
                }
            }
        }
        let (_, _, hints) = refused(&with(Choice::MissingAsMid, &sum()));
        assert_eq!(hints, ["A sum takes a column, filters, bounds, a step."]);
        // Left blank, as a form sends it, is not given.
        let blank = ListingDraft {
            column: some(" "),
            step: Some(String::new()),
            ..draft("count")
        };
        assert!(matches!(attribute(&blank), Ok(AttributeSpec::Count(_))));
    }

    #[test]
    fn edges_are_sorted_as_numbers() {
        let histogram = ListingDraft {
            column: some("age"),
            edges: ["65", "-2.5", "120", "9"].map(str::to_owned).to_vec(),
            ..draft("histogram")
        };
        let Ok(AttributeSpec::Histogram(HistogramSpec {
            bins: BinSpec::Edges(edges),
            ..
        })) = attribute(&histogram)
        else {
            panic!("no edges");
        };
        let texts: Vec<String> = edges.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["-2.5", "9", "65", "120"]);
    }

    #[test]
    fn what_is_typed_becomes_what_it_says() {
        let mean = ListingDraft {
            column: some(" age "),
            bounds: some(" -1.50 .. 120"),
            step: None,
            price: "1:10,4:20".into(),
            unit: some(" years "),
            public_rows: some(" 7 "),
            filters: vec![Condition::new("sex", QueryOperator::NotEqual, "f")],
            ..draft("mean")
        };
        let Ok(AttributeSpec::Mean(spec)) = attribute(&mean) else {
            panic!("no mean");
        };
        assert_eq!(spec.column, "age");
        assert_eq!(spec.bounds.map(|bound| bound.to_string()), ["-1.5", "120"]);
        assert_eq!((spec.step, spec.public_rows), (None, Some(7)));
        // The step is advised for the tariff's last level, or the ceiling.
        assert_eq!(spec.ceiling.unwrap().to_string(), "4");
        assert_eq!(
            (spec.unit.as_str(), spec.filters),
            ("years", mean.filters.clone())
        );
        let lower = ListingDraft {
            ceiling: some("0.5"),
            ..mean.clone()
        };
        let Ok(AttributeSpec::Mean(spec)) = attribute(&lower) else {
            panic!("no mean");
        };
        assert_eq!(spec.ceiling.unwrap().to_string(), "0.5");
        // Where a step is stated, nothing hangs on the ceiling yet.
        let half_typed = ListingDraft {
            ceiling: some("0."),
            step: some("0.5"),
            ..mean
        };
        assert!(attribute(&half_typed).is_ok());
        let Ok(AttributeSpec::Value(own)) = attribute(&value()) else {
            panic!("no value");
        };
        assert_eq!(own.value.to_string(), "81.3");
        assert_eq!(
            (own.step.to_string(), own.distance.to_string()),
            ("0.1".into(), "0.25".into())
        );
        let histogram = |bins: &[&str], edges: &[&str]| ListingDraft {
            column: some("age"),
            bins: bins.iter().map(|bin| (*bin).to_owned()).collect(),
            edges: edges.iter().map(|edge| (*edge).to_owned()).collect(),
            ..draft("histogram")
        };
        let bins_of = |draft: &ListingDraft| match attribute(draft) {
            Ok(AttributeSpec::Histogram(spec)) => spec.bins,
            _ => panic!("no histogram"),
        };
        assert_eq!(bins_of(&histogram(&[], &[])), BinSpec::Stated);
        let values = BinSpec::Values(vec!["a".to_owned(), " b".to_owned()]);
        assert_eq!(bins_of(&histogram(&["a", " b"], &[])), values);
        let edges = ["0".parse().unwrap(), "18.5".parse().unwrap()];
        let between = bins_of(&histogram(&[], &["0", " 18.50"]));
        assert_eq!(between, BinSpec::Edges(edges.to_vec()));
        refuses(
            &histogram(&["a"], &["1", "2"]),
            "bins-and-edges",
            "not both",
        );
        refuses(&histogram(&[], &["2", "old"]), "edges", "The edge 'old'");
    }

    #[test]
    fn columns_become_those_of_a_cross_tabulation_in_their_order() {
        let crossed = |columns: &[DraftColumn]| ListingDraft {
            columns: columns.to_vec(),
            ..draft("cross-tabulation")
        };
        let stated = [
            by(" sex ", &[], &[]),
            by("town", &["a, b", " c"], &[]),
            by("age", &[], &["0", " 18.50"]),
        ];
        let Ok(AttributeSpec::CrossTabulation(spec)) = attribute(&crossed(&stated)) else {
            panic!("no cross-tabulation");
        };
        let edges = ["0".parse().unwrap(), "18.5".parse().unwrap()].to_vec();
        let values = vec!["a, b".to_owned(), " c".to_owned()];
        assert_eq!(
            spec.columns,
            [
                ("sex".to_owned(), BinSpec::Stated),
                ("town".to_owned(), BinSpec::Values(values)),
                ("age".to_owned(), BinSpec::Edges(edges)),
            ]
        );
        let both = crossed(&[by("age", &["1"], &["1", "2"])]);
        refuses(
            &both,
            "bins-and-edges",
            "A column has bins or edges, not both.",
        );
        let unread = crossed(&[by("age", &[], &["2", "old"])]);
        refuses(&unread, "edges", "The edge 'old'");
        let (_, message, hints) = refused(&ListingDraft {
            bins: vec!["1".to_owned()],
            ..crossed(&stated)
        });
        assert_eq!(message, "A cross-tabulation has no use for bins.");
        assert_eq!(
            hints,
            ["A cross-tabulation takes filters, columns with their bins."]
        );
    }

    #[test]
    fn what_is_missing_or_malformed_is_named() {
        let without = |change: fn(&mut ListingDraft)| {
            let mut draft = sum();
            change(&mut draft);
            draft
        };
        refuses(
            &draft("median"),
            "kind",
            "'median' is not a kind of listing",
        );
        for (change, code, message) in [
            (
                (|d| d.column = None) as fn(&mut ListingDraft),
                "no-column",
                "A sum needs a column",
            ),
            (|d| d.bounds = None, "no-bounds", "A sum needs bounds"),
            (|d| d.bounds = some("5"), "bounds", "'5' is not LO..HI"),
            (|d| d.bounds = some("a..5"), "not-a-number", "bounds: 'a'"),
            (
                |d| d.bounds = some("0..1e5"),
                "not-a-number",
                "bounds: '1e5'",
            ),
            (|d| d.step = some("0"), "step", "The step 0 is not above 0"),
            (
                |d| d.step = some("-0.5"),
                "step",
                "The step -0.5 is not above 0",
            ),
            (|d| d.step = some("fine"), "not-a-number", "step: 'fine'"),
            (
                |d| (d.step, d.ceiling) = (None, some("much")),
                "epsilon",
                "the ceiling: \"much\" is not a level",
            ),
        ] {
            refuses(&without(change), code, message);
        }
        let own = |change: fn(&mut ListingDraft)| {
            let mut draft = value();
            change(&mut draft);
            draft
        };
        for (change, code, message) in [
            (
                (|d| d.value = None) as fn(&mut ListingDraft),
                "no-value",
                "The value is missing",
            ),
            (
                |d| d.value = some("much"),
                "not-a-number",
                "Value: 'much' is not a number",
            ),
            (|d| d.step = None, "no-step", "A value needs a step"),
            (
                |d| d.protect = None,
                "no-protect",
                "A value needs a protected distance",
            ),
            (
                |d| d.dataset = "people".to_owned(),
                "kind",
                "A value is the owner's own, not a query on the dataset 'people'",
            ),
            (
                |d| d.kind = "count".to_owned(),
                "kind",
                "A count needs a dataset",
            ),
            (
                |d| (d.kind, d.value) = ("vector".to_owned(), None),
                "no-file",
                "The file of numbers is missing",
            ),
        ] {
            refuses(&own(change), code, message);
        }
    }
}

#[cfg(all(test, feature = "ts"))]
mod ts {
    #![allow(clippy::unwrap_used)]
    use std::fmt::Write as _;

    use poundwise_documents::kinds::{AttributeKind, CROSSED_COLUMNS, ColumnType};
    use poundwise_query::parts::QueryOperator;

    use super::{choices, kinds_of};

    /// Returns the constant with a list of words for each type of a column, held to be words of
    /// `of`.
    fn by_type<Words: serde::Serialize>(
        about: &str,
        name: &str,
        of: &str,
        words: fn(ColumnType) -> Words,
    ) -> String {
        let mut text = format!("\n/**\n * {about}\n */\nexport const {name} = {{\n");
        for column_type in ColumnType::ALL {
            let words = serde_json::to_string(&words(*column_type)).unwrap();
            let words = words.replace(',', ", ");
            writeln!(text, "  \"{column_type}\": {words},").unwrap();
        }
        text + &format!("}} as const satisfies Record<ColumnType, {of}[]>;\n")
    }

    /// The window shows a field where its kind takes it, and a kind or a comparison where a column
    /// has it, and knows so from here alone.
    #[test]
    fn the_choices_of_each_kind_are_written_for_the_window() {
        let mut text = String::from(
            "// This file was generated from what poundwise-trade takes. Do not edit this file \
             manually.\n\
             import type { AttributeKind } from \"./AttributeKind\";\n\
             import type { ColumnType } from \"./ColumnType\";\n\
             import type { ListingDraft } from \"./ListingDraft\";\n\
             import type { QueryOperator } from \"./QueryOperator\";\n\n\
             /**\n * What of a draft each kind takes, besides what every kind takes.\n */\n\
             export const CHOICES = {\n",
        );
        for kind in AttributeKind::ALL {
            let fields: Vec<String> = choices(*kind)
                .iter()
                .map(|choice| format!("\"{}\"", choice.field()))
                .collect();
            writeln!(text, "  \"{kind}\": [{}],", fields.join(", ")).unwrap();
        }
        text.push_str("} as const satisfies Record<AttributeKind, (keyof ListingDraft)[]>;\n");
        text += &by_type(
            "The kinds that a column alone can be listed as, the one that is proposed first.",
            "KINDS_OF",
            "AttributeKind",
            kinds_of,
        );
        text += &by_type(
            "The comparisons that a column has.",
            "COMPARISONS",
            "QueryOperator",
            QueryOperator::of,
        );
        let (least, most) = CROSSED_COLUMNS.into_inner();
        writeln!(
            text,
            "\n/**\n * How many columns a cross-tabulation crosses.\n */\n\
             export const CROSSED = {{ least: {least}, most: {most} }} as const;",
        )
        .unwrap();
        let folder = std::env::var_os("TS_RS_EXPORT_DIR").unwrap();
        std::fs::write(std::path::Path::new(&folder).join("kindOptions.ts"), text).unwrap();
    }
}
