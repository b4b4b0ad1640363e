//! A question and its labels in words. The question is signed as fields. No code parses the words.

use std::fmt;

use poundwise_documents::kinds::{
    AttributeKind, ColumnType, Filter, FilterOperator, Listing, Question,
};
use poundwise_words::{Language, Localize, Text};

use crate::kinds;
use crate::messages::{QueryText, Ungrouped, both};

/// A question in words of either language.
pub struct QueryWords<'a> {
    question: &'a Question,
    dimension: u64,
}

impl<'a> QueryWords<'a> {
    /// Returns the words of a question with this number of coordinates.
    #[must_use]
    pub fn new(question: &'a Question, dimension: u64) -> Self {
        Self {
            question,
            dimension,
        }
    }

    /// Returns the words of a listing's question.
    #[must_use]
    pub fn of(listing: &'a Listing) -> Self {
        Self::new(&listing.question, listing.dimension)
    }
}

impl Localize for QueryWords<'_> {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = kinds::words(self.question, self.dimension);
        let conditions = self.question.filters().iter().map(condition);
        match conditions.map(Text::from).reduce(both) {
            Some(conditions) => QueryText::Where {
                subject: subject.into(),
                conditions,
            }
            .localize(language, f),
            None => subject.localize(language, f),
        }
    }
}

/// In English.
impl fmt::Display for QueryWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.localize(Language::English, f)
    }
}

/// The label of a coordinate or an estimate in words of either language. Labels of bins are data,
/// and the others are words of the program around the name of a column.
pub struct LabelWords<'a> {
    question: &'a Question,
    label: &'a str,
}

impl<'a> LabelWords<'a> {
    /// Returns the words of a label of a question.
    #[must_use]
    pub fn new(question: &'a Question, label: &'a str) -> Self {
        Self { question, label }
    }

    /// Returns the words, unless the label is data.
    fn words(&self) -> Option<Text> {
        if !self.question.binned().is_empty() {
            return None;
        }
        let quantities = [
            AttributeKind::Count,
            AttributeKind::Sum,
            AttributeKind::Mean,
            AttributeKind::Value,
        ];
        let mut quantities = quantities.into_iter();
        if let Some(kind) = quantities.find(|kind| kind.as_str() == self.label) {
            return Some(Text::of(kind));
        }
        let number = |number: &str| Ungrouped(number.to_owned());
        if let Some(width) = self.label.strip_prefix("count × ") {
            let width = number(width);
            return Some(QueryText::CountTimes { width }.into());
        }
        let sum = self.label.strip_prefix("sum of ")?;
        let split = |sign| {
            let (column, end) = sum.rsplit_once(sign)?;
            Some((column.to_owned(), number(end)))
        };
        let words = if let Some((column, low)) = split(" above ") {
            QueryText::SumAbove { column, low }
        } else if let Some((column, high)) = split(" below ") {
            QueryText::SumBelow { column, high }
        } else if let Some((column, middle)) = split(" - ") {
            QueryText::SumMinus { column, middle }
        } else {
            let column = sum.to_owned();
            QueryText::SumOf { column }
        };
        Some(words.into())
    }
}

impl Localize for LabelWords<'_> {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            Some(words) => words.localize(language, f),
            None => f.write_str(self.label),
        }
    }
}

fn condition(filter: &Filter) -> QueryText {
    let column = filter.column.clone();
    let value = match filter.column_type {
        ColumnType::Number => Text::of(Ungrouped(filter.value.clone())),
        ColumnType::Date => Text::verbatim(&filter.value),
        ColumnType::Text => QueryText::QuotedValue {
            text: filter.value.clone(),
        }
        .into(),
    };
    let is_date = filter.column_type == ColumnType::Date;
    match filter.operator {
        FilterOperator::Equal => QueryText::Is { column, value },
        FilterOperator::NotEqual => QueryText::IsNot { column, value },
        FilterOperator::Below if is_date => QueryText::IsBefore { column, value },
        FilterOperator::AtMost if is_date => QueryText::IsOnOrBefore { column, value },
        FilterOperator::Above if is_date => QueryText::IsAfter { column, value },
        FilterOperator::AtLeast if is_date => QueryText::IsOnOrAfter { column, value },
        FilterOperator::Below => QueryText::IsBelow { column, value },
        FilterOperator::AtMost => QueryText::IsAtMost { column, value },
        FilterOperator::Above => QueryText::IsAbove { column, value },
        FilterOperator::AtLeast => QueryText::IsAtLeast { column, value },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::{
        BinnedColumn, Blocks, Count, CrossTabulation, Histogram, Mean, MissingCells, Sum, Value,
        Vector,
    };
    use poundwise_documents::units::{Decimal, LatticeStep};

    use super::*;

    fn bounds() -> [Decimal; 2] {
        ["-1.5", "120"].map(|bound| bound.parse().unwrap())
    }

    fn binned(column: &str) -> BinnedColumn {
        BinnedColumn {
            column: column.to_owned(),
            column_type: ColumnType::Text,
            bins: vec!["a".to_owned()],
            edges: Vec::new(),
        }
    }

    fn crossed(columns: &[&str]) -> Question {
        Question::CrossTabulation(CrossTabulation {
            columns: columns.iter().map(|one| binned(one)).collect(),
            filters: Vec::new(),
        })
    }

    fn mean(missing: MissingCells) -> Question {
        Question::Mean(Mean {
            column: "age (years), at entry".to_owned(),
            filters: Vec::new(),
            bounds: bounds(),
            step: LatticeStep::ONE,
            missing,
            public_rows: Some(5),
        })
    }

    #[test]
    fn a_query_is_put_into_words() {
        let (step, distance) = (LatticeStep::ONE, Decimal::from_integer(1));
        for (question, words) in [
            (
                Question::Count(Count {
                    filters: Vec::new(),
                }),
                "number of rows",
            ),
            (
                Question::Histogram(Histogram {
                    column: binned("age (years), at entry"),
                    filters: Vec::new(),
                    blocks: Blocks::default(),
                }),
                "number of rows by age (years), at entry",
            ),
            (crossed(&["sex", "age"]), "number of rows by sex and age"),
            (
                crossed(&["sex", "age", "town"]),
                "number of rows by sex, age and town",
            ),
            (
                Question::Sum(Sum {
                    column: "age (years), at entry".to_owned(),
                    filters: Vec::new(),
                    bounds: bounds(),
                    step,
                }),
                "sum of age (years), at entry, each clamped to -1.5..120",
            ),
            (
                mean(MissingCells::Excluded),
                "mean of age (years), at entry, each clamped to -1.5..120",
            ),
            (
                mean(MissingCells::AsMid),
                "mean of age (years), at entry, each clamped to -1.5..120, missing counted as \
                 59.25",
            ),
            (
                Question::Value(Value {
                    bounds: bounds(),
                    step,
                    distance,
                }),
                "the owner's number, clamped to -1.5..120",
            ),
            (
                Question::Vector(Vector {
                    bounds: bounds(),
                    step,
                    distance,
                }),
                "the owner's 12 numbers, each clamped to -1.5..120",
            ),
        ] {
            assert_eq!(QueryWords::new(&question, 12).to_string(), words);
        }
        let filter = |operator, value: &str, column_type| Filter {
            column: "code".to_owned(),
            column_type,
            operator,
            value: value.to_owned(),
        };
        let question = Question::Count(Count {
            filters: vec![
                filter(FilterOperator::AtLeast, "18", ColumnType::Number),
                filter(FilterOperator::NotEqual, "a b", ColumnType::Text),
                filter(FilterOperator::AtLeast, "2026-11-28", ColumnType::Date),
                filter(FilterOperator::Equal, "2026-11-28", ColumnType::Date),
            ],
        });
        let words = QueryWords::new(&question, 1);
        assert_eq!(
            words.to_string(),
            "number of rows where code is at least 18 and code is not 'a b' and code is on or \
             after 2026-11-28 and code is 2026-11-28"
        );
        assert_eq!(
            Language::German.write(&words).to_string(),
            "Anzahl der Zeilen, nur wo code mindestens 18 ist und code nicht „a b“ ist und code \
             nicht vor 2026-11-28 ist und code 2026-11-28 ist"
        );
        let mean = mean(MissingCells::AsMid);
        let words = QueryWords::new(&mean, 1);
        assert_eq!(
            Language::German.write(&words).to_string(),
            "Mittelwert von age (years), at entry, jeder Wert auf -1,5 bis 120 begrenzt, fehlende \
             als 59,25 gezählt"
        );
    }

    #[test]
    fn labels_are_put_into_words_unless_they_are_data() {
        let german = |question: &Question, label: &str| {
            Language::German
                .write(&LabelWords::new(question, label))
                .to_string()
        };
        let mean = mean(MissingCells::AsMid);
        for (label, words) in [
            ("count", "Anzahl"),
            ("count × 59.25", "Anzahl × 59,25"),
            ("sum of age", "Summe von age"),
            ("sum of age above 0.5", "Summe von age über 0,5"),
            ("sum of age below 0.5", "Summe von age unter 0,5"),
            ("sum of age - 59.25", "Summe von age − 59,25"),
            ("other", "other"),
        ] {
            assert_eq!(german(&mean, label), words);
            assert_eq!(german(&crossed(&["sex", "age"]), label), label);
        }
    }
}
