//! A question in words, from its signed fields.

use poundwise_documents::kinds::{AttributeKind, ColumnType, Filter, FilterOperator, Question};

use poundwise_market::view::ListingView;

use crate::format;
use crate::language::say;
use crate::messages::QueryText;

/// Returns names with "and" before the last one.
fn listed(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() {
        return last;
    }
    say(QueryText::ColumnsAnd {
        others: names.join(", "),
        last,
    })
}

/// Returns the sizes of blocks in words.
pub(crate) fn block_sizes(sizes: &[u64]) -> String {
    listed(sizes.iter().map(|size| format::integer(*size)))
}

/// Returns the question of a listing in words.
pub(crate) fn query_of(listing: &ListingView) -> String {
    query(
        &listing.query_parts,
        listing.dimension,
        listing.missing_as.as_ref(),
    )
}

/// Returns a question in words. `missing_as` is the number that a missing cell of a mean counts as.
pub(crate) fn query(question: &Question, dimension: u64, missing_as: Option<&String>) -> String {
    let subject = say(match question {
        Question::Count(_) => QueryText::Rows,
        Question::Histogram(histogram) => {
            let columns = histogram.column.column.clone();
            let sizes: Vec<u64> = (histogram.blocks.levels().iter())
                .map(|level| 1 << level)
                .collect();
            match sizes.as_slice() {
                [] => QueryText::RowsBy { columns },
                sizes => QueryText::RowsByWithBlocks {
                    columns,
                    sizes: block_sizes(sizes),
                },
            }
        }
        Question::CrossTabulation(crossed) => QueryText::RowsBy {
            columns: listed(crossed.columns.iter().map(|one| one.column.clone())),
        },
        Question::Moments(moments) => {
            let columns = listed(moments.variables.iter().map(|one| one.column.clone()));
            let groups = moments.groups.iter().map(|one| one.column.clone());
            match moments.groups.is_empty() {
                true => QueryText::Moments { columns },
                false => QueryText::MomentsBy {
                    columns,
                    groups: listed(groups),
                },
            }
        }
        Question::Sum(sum) => {
            let [low, high] = sum.bounds;
            let column = sum.column.clone();
            QueryText::Sum { column, low, high }
        }
        Question::Mean(mean) => {
            let [low, high] = mean.bounds;
            let column = mean.column.clone();
            match missing_as {
                Some(middle) => QueryText::MeanWithMissing {
                    column,
                    low,
                    high,
                    middle: format::decimal(middle),
                },
                None => QueryText::Mean { column, low, high },
            }
        }
        Question::Value(own) => {
            let [low, high] = own.bounds;
            QueryText::Value { low, high }
        }
        Question::Vector(own) => {
            let [low, high] = own.bounds;
            QueryText::Values {
                numbers: dimension,
                low,
                high,
            }
        }
    });
    let conditions: Vec<String> = question.filters().iter().map(condition).collect();
    if conditions.is_empty() {
        return subject;
    }
    say(QueryText::Where {
        subject,
        conditions: conditions.join(&say(QueryText::And)),
    })
}

/// Returns the label of a coordinate or an estimate. Labels of bins are data, and the others are
/// words of the program around the name of a column.
pub(crate) fn label(question: &Question, label: &str) -> String {
    if !question.binned().is_empty() {
        return label.to_owned();
    }
    let quantities = [
        AttributeKind::Count,
        AttributeKind::Sum,
        AttributeKind::Mean,
        AttributeKind::Value,
    ];
    if let Some(kind) = quantities.into_iter().find(|kind| kind.as_str() == label) {
        return say(kind);
    }
    if let Some(width) = label.strip_prefix("count × ") {
        return say(QueryText::CountTimes {
            width: format::decimal(width),
        });
    }
    let Some(sum) = label.strip_prefix("sum of ") else {
        return label.to_owned();
    };
    let split = |sign| {
        let (column, number) = sum.rsplit_once(sign)?;
        Some((column.to_owned(), format::decimal(number)))
    };
    say(if let Some((column, low)) = split(" above ") {
        QueryText::SumAbove { column, low }
    } else if let Some((column, high)) = split(" below ") {
        QueryText::SumBelow { column, high }
    } else if let Some((column, middle)) = split(" - ") {
        QueryText::SumMinus { column, middle }
    } else {
        let column = sum.to_owned();
        QueryText::SumOf { column }
    })
}

/// Returns the number of values, and their names when they have some.
pub(crate) fn coordinates(question: &Question, dimension: u64, labels: &[String]) -> String {
    let shown: Vec<String> = labels
        .iter()
        .take(12)
        .map(|one| label(question, one))
        .collect();
    if dimension <= 1 || shown.is_empty() {
        return format::integer(dimension);
    }
    // The label of a cell is a record itself.
    let is_record = shown.iter().any(|label| label.contains(','));
    let between = if is_record { "; " } else { ", " };
    let mut text = format!("{}: {}", format::integer(dimension), shown.join(between));
    if (shown.len() as u64) < dimension {
        text.push_str(between);
        text.push('…');
    }
    text
}

fn condition(filter: &Filter) -> String {
    let column = filter.column.clone();
    let value = match filter.column_type {
        ColumnType::Number => format::decimal(&filter.value),
        ColumnType::Date => filter.value.clone(),
        ColumnType::Text => say(QueryText::QuotedValue {
            text: filter.value.clone(),
        }),
    };
    let is_date = filter.column_type == ColumnType::Date;
    say(match filter.operator {
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
    })
}
