//! A row of several listings as the draft of one, with its own price.

use poundwise_documents::{
    tariff::Tariff,
    units::{Currency, Decimal, MicroEpsilon, MinorUnits},
};
use poundwise_query::AttributeSpec;

use crate::{draft::ListingDraft, duplicate::price_of, error::Result, typed::unusable_factor};

/// Returns the draft of a row, with the price of all.
pub(super) fn unpriced(
    shared: &ListingDraft<()>,
    title: Option<&String>,
    question: &AttributeSpec,
    ceiling: Option<MicroEpsilon>,
) -> ListingDraft {
    let mut draft = shared.clone().asking(question.clone());
    draft.ceiling = ceiling.or(draft.ceiling);
    draft.title = title.cloned();
    draft
}

/// Returns the draft with its price multiplied.
///
/// # Errors
/// `factor` if an amount would be too large.
pub(super) fn priced(unpriced: &ListingDraft, factor: Option<Decimal>) -> Result<ListingDraft> {
    let mut draft = unpriced.clone();
    let Some(factor) = factor else {
        return Ok(draft);
    };
    let currency = draft.currency.unwrap_or(Currency::EUR);
    // What is wrong with the price of all is told of all.
    let Ok(tariff) = draft.price.in_currency(currency) else {
        return Ok(draft);
    };
    let price = multiplied(&tariff, factor).ok_or_else(|| unusable_factor(factor))?;
    draft.price = price_of(&price, currency);
    Ok(draft)
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
