//! A question and its labels in the language of the answers.

use poundwise_documents::kinds::Question;
use poundwise_market::view::ListingView;
use poundwise_market::{LabelWords, QueryWords};

use crate::format;
use crate::language::say;

/// Returns the question of a listing in words.
pub(crate) fn query_of(listing: &ListingView) -> String {
    query(&listing.query_parts, listing.dimension)
}

/// Returns a question in words.
pub(crate) fn query(question: &Question, dimension: u64) -> String {
    say(QueryWords::new(question, dimension))
}

/// Returns the label of a coordinate or an estimate.
pub(crate) fn label(question: &Question, label: &str) -> String {
    say(LabelWords::new(question, label))
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
