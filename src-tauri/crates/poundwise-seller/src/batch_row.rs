//! A row of several listings as the draft of one: what it states, under what holds of all.

use poundwise_documents::{
    kinds::{AttributeKind, ColumnType},
    tariff::Tariff,
    units::{Decimal, MicroEpsilon, MinorUnits},
};

use crate::{
    draft::kinds_of,
    duplicate::price_of,
    error::{Error, ErrorCode, ErrorPlace, KindFault, Result},
    hint::{Field, Hint},
    terms::stated_currency,
    typed::stated,
    view::{BatchRow, CodebookColumn, Condition, ListingBatch, ListingDraft},
};
use poundwise_query::parts::QueryOperator;

/// Returns the kind of a row, if a column of some type can be listed as that.
fn kind_of(stated: &CodebookColumn) -> Result<AttributeKind> {
    let is_of_a_column = |kind: &AttributeKind| {
        let mut types = ColumnType::ALL.iter();
        types.any(|column_type| kinds_of(*column_type).contains(kind))
    };
    let word = stated.kind.trim();
    word.parse().ok().filter(is_of_a_column).ok_or_else(|| {
        Error::usage(
            ErrorCode::Kind,
            format!("A column alone is not listed as '{word}'."),
        )
        .hint("The kinds are count, sum, mean and histogram.")
        .at(ErrorPlace::Kind {
            kind: word.to_owned(),
            fault: KindFault::NotOfAColumn,
        })
    })
}

/// Returns a row as the draft of a listing, with the price of all as it was typed.
///
/// # Errors
/// `kind`; `no-value` for a count without a value; `not-a-number` for a number of rows that is
/// none.
pub(super) fn stated_draft(batch: &ListingBatch, row: &BatchRow) -> Result<ListingDraft> {
    let of = &row.stated;
    let counted = !kind_of(of)?.has_column();
    if counted && of.value.trim().is_empty() {
        return Err(
            Error::usage(ErrorCode::NoValue, "The value to be counted is missing.")
                .hint("Give the value whose rows are counted, such as yes."),
        );
    }
    let bounds = match (stated(Some(&of.low)), stated(Some(&of.high))) {
        (None, None) => None,
        (low, high) => Some(format!(
            "{}..{}",
            low.unwrap_or_default(),
            high.unwrap_or_default()
        )),
    };
    let filters = if counted {
        vec![Condition::new(
            of.column.clone(),
            QueryOperator::Equal,
            of.value.clone(),
        )]
    } else {
        Vec::new()
    };
    Ok(ListingDraft {
        kind: of.kind.clone(),
        column: (!counted).then(|| of.column.clone()),
        filters,
        bounds,
        step: written(&of.step),
        bins: of.bins.clone(),
        edges: of.edges.clone(),
        unit: written(&of.unit),
        title: written(&of.title),
        value: (!counted).then(|| written(&of.value)).flatten(),
        public_rows: written(&row.public_rows),
        ceiling: written(&row.ceiling).or_else(|| shared(batch).ceiling),
        ..shared(batch)
    })
}

/// Returns a row as the draft of a listing, with its own price.
///
/// # Errors
/// `no-value`; `factor`; `currency` where a factor is stated.
pub(super) fn priced_draft(batch: &ListingBatch, row: &BatchRow) -> Result<ListingDraft> {
    let draft = stated_draft(batch, row)?;
    let Some(factor) = stated(Some(&row.factor)) else {
        return Ok(draft);
    };
    let currency = stated_currency(draft.currency.as_deref())?;
    // What is wrong with the price of all is told of all.
    let Ok(tariff) = draft.price.in_currency(currency) else {
        return Ok(draft);
    };
    let times: Decimal = factor
        .parse()
        .ok()
        .filter(Decimal::is_positive)
        .ok_or_else(|| no_factor(factor))?;
    let price = multiplied(&tariff, times).ok_or_else(|| no_factor(factor))?;
    Ok(ListingDraft {
        price: price_of(&price, currency),
        ..draft
    })
}

/// Returns a tariff with every price multiplied, rounded half up to the minor unit, in exact
/// integers; none where an amount would be too large.
fn multiplied(tariff: &Tariff, times: Decimal) -> Option<Tariff> {
    let one = Decimal::from_integer(1);
    let knots = tariff
        .knots()
        .iter()
        .map(|(level, amount)| {
            let amount = Decimal::from_integer(i64::try_from(amount.get()).ok()?);
            let product = amount.checked_mul(&times)?.div_round_half_up(&one)?;
            let minor = MinorUnits::new(u64::try_from(product).ok()?).ok()?;
            Some((*level, minor))
        })
        .collect::<Option<Vec<(MicroEpsilon, MinorUnits)>>>()?;
    Tariff::new(knots).ok()
}

/// Returns the values shared by all rows, as the draft of a listing.
pub(super) fn shared(batch: &ListingBatch) -> ListingDraft {
    let typed = |text: &Option<String>| written(text.as_deref().unwrap_or_default());
    ListingDraft {
        dataset: batch.dataset.clone(),
        price: batch.price.clone(),
        currency: typed(&batch.currency),
        ceiling: typed(&batch.ceiling),
        top: typed(&batch.top),
        grain: typed(&batch.grain),
        pay_to: typed(&batch.pay_to),
        description: typed(&batch.description),
        terms: typed(&batch.terms),
        rows_known_elsewhere: batch.rows_known_elsewhere,
        ..ListingDraft::default()
    }
}

fn written(text: &str) -> Option<String> {
    stated(Some(text)).map(str::to_owned)
}

/// Returns an error of a row, whose bounds and title stand in a table and not in the request.
pub(super) fn in_table(problem: Error) -> Error {
    problem.map_hints(|hint| match hint {
        Hint::State {
            words,
            field: Field::Bounds | Field::Title,
            ..
        } => Hint::Words(format!("{words}.")),
        other => other,
    })
}

fn no_factor(factor: &str) -> Error {
    Error::usage(
        ErrorCode::Factor,
        format!("The price cannot be multiplied by '{factor}'."),
    )
    .hint("Give a number above 0 with a point, such as 1.5, or leave it out.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_price_is_multiplied_exactly_and_rounded_half_up() {
        let of = |price: &str, factor: &str| {
            let currency = "EUR".parse().unwrap();
            let tariff = Tariff::parse(price, currency).unwrap();
            let times = factor.parse().unwrap();
            multiplied(&tariff, times).map(|tariff| price_of(&tariff, currency).to_string())
        };
        for (price, factor, then) in [
            ("1:10,4:30", "1", "1:10.00, 4:30.00"),
            ("1:10,4:30", "0.5", "1:5.00, 4:15.00"),
            // 0.005 becomes a cent, and 0.0049999 none.
            ("1:0.01,4:0.03", "0.5", "1:0.01, 4:0.02"),
            ("1:0.01", "0.49999", "1:0.00"),
            ("1:0.01,2:10.01", "1.15", "1:0.01, 2:11.51"),
            ("1:10", "0.000001", "1:0.00"),
        ] {
            assert_eq!(of(price, factor).unwrap(), then, "{price} times {factor}");
        }
        assert!(of("1:90000000", "1000000000000").is_none());
    }
}
