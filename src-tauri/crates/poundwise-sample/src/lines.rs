//! The sales of the story in words, one fact a line.

use super::messages::SampleMessage;
use super::sale::Sale;
use poundwise_market::format;
use poundwise_market::view::{HoldingView, InboxItem, Money, Quote, ResponseView};
use poundwise_market::{Error, Result};

/// Returns the facts of a sale for both sides: price, accuracy, loss and receipt.
pub(super) fn sale_lines(sale: &Sale) -> Vec<String> {
    let quote = &sale.quote;
    let mut price = format!("price    {}", format::money(&quote.price));
    if !quote.from.is_zero() {
        let more = Money {
            minor: quote.price_in_all.minor,
            ..quote.price
        };
        price.push_str(&format!(
            " for the step from {}, {} in all",
            format::epsilon(quote.from),
            format::money(&more),
        ));
    }
    let accuracy = if quote.now.is_empty() {
        format!("accuracy {}", format::half_widths(&quote.then))
    } else {
        format!(
            "accuracy {}; before {}",
            format::half_widths(&quote.then),
            format::half_widths(&quote.now)
        )
    };
    vec![
        price,
        accuracy,
        loss_line(&sale.item),
        format!(
            "receipt  number {}, {} (paid by {})",
            sale.receipt.number,
            format::short_id(sale.receipt.id),
            sale.receipt.payment_reference,
        ),
    ]
}

/// Returns the loss of one privacy unit of the population by the sale, compared with the
/// population's cap.
pub(super) fn loss_line(item: &InboxItem) -> String {
    format!(
        "loss     {} to {}",
        format::epsilon(item.population_loss_before),
        format::loss(item.population_loss_after, Some(item.cap_micro_epsilon)),
    )
}

/// Returns the number as the buyer reads it.
pub(super) fn numbers_line(holding: &HoldingView) -> Result<String> {
    let newest = newest(holding)?;
    let estimate = newest.estimates.first().ok_or_else(|| {
        Error::fault(SampleMessage::NoAnswer {
            title: holding.listing.title.clone(),
        })
    })?;
    Ok(format!(
        "number   {}",
        format::estimate(estimate, &holding.listing.unit)
    ))
}

/// Returns the number of values of the previous response that changed.
pub(super) fn changed_line(holding: &HoldingView) -> Result<String> {
    let newest = newest(holding)?;
    let values = format::count(holding.listing.dimension, "lattice value", "lattice values");
    let rest = if newest.changed < holding.listing.dimension {
        "; the others stay as they were"
    } else {
        ""
    };
    Ok(format!(
        "changed  {} of {values} since the response before{rest}",
        format::integer(newest.changed),
    ))
}

fn newest(holding: &HoldingView) -> Result<&ResponseView> {
    holding.responses.last().ok_or_else(|| {
        Error::fault(SampleMessage::NoAnswer {
            title: holding.listing.title.clone(),
        })
    })
}

/// Checks that two buyers at one level hold the same response.
pub(super) fn same_numbers(one: &HoldingView, other: &HoldingView) -> Result<()> {
    let (one, other) = (newest(one)?, newest(other)?);
    let texts = |response: &ResponseView| -> Vec<String> {
        response
            .estimates
            .iter()
            .map(|estimate| estimate.text.clone())
            .collect()
    };
    if one.level == other.level && texts(one) == texts(other) {
        Ok(())
    } else {
        Err(Error::fault(SampleMessage::AnswersDiffer))
    }
}

pub(super) fn at(quote: &Quote) -> String {
    format::epsilon(quote.to)
}
