//! What makes an order good, the same for the buyer who signs it and the owner who approves it.

use poundwise_documents::{
    kinds::{Listing, Order},
    units::{DocumentId, MicroEpsilon, MinorUnits, Timestamp},
};

use crate::{
    error::{Error, ErrorCode, Result},
    view::ListingStatus,
};

/// What a buyer holds of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    /// The level, 0 for nothing.
    pub(crate) level: MicroEpsilon,
    /// The receipt for it.
    pub(crate) receipt: Option<DocumentId>,
}

/// Checks a level against a listing and what is held, and gives the price of the increment.
///
/// # Errors
/// Each refusal by its own code: `withdrawn`, `replaced`, `already-held`, `over-ceiling`, `off-grain`.
pub(crate) fn price_of(
    listing: &Listing,
    status: ListingStatus,
    from: MicroEpsilon,
    to: MicroEpsilon,
) -> Result<MinorUnits> {
    match status {
        ListingStatus::Open => {}
        ListingStatus::Withdrawn => {
            return Err(Error::refused(
                ErrorCode::Withdrawn,
                format!("the listing “{}” is withdrawn", listing.title),
            )
            .hint("What is already held stays valid; nothing more of it is sold."));
        }
        ListingStatus::Replaced => {
            return Err(Error::refused(
                ErrorCode::StalePrice,
                format!(
                    "the listing “{}” has a newer version, and this price is stale",
                    listing.title
                ),
            )
            .hint("Order from the newer version; what is already held carries over."));
        }
    }
    if to.is_zero() {
        return Err(Error::usage(ErrorCode::ZeroEpsilon, "ε 0 buys nothing")
            .hint("Ask for a level above 0, such as 0.5."));
    }
    if to <= from {
        return Err(Error::refused(
            ErrorCode::AlreadyHeld,
            format!("ε {from} is held already; ε {to} would add nothing"),
        )
        .hint(format!("Ask for a level above ε {from}.")));
    }
    if to > listing.ceiling_micro_epsilon {
        return Err(Error::refused(
            ErrorCode::OverCeiling,
            format!(
                "ε {to} is over the listing's ceiling, ε {}",
                listing.ceiling_micro_epsilon
            ),
        )
        .hint(format!(
            "Ask for ε {} or less.",
            listing.ceiling_micro_epsilon
        )));
    }
    let grain = listing.grain_micro_epsilon.get();
    if !(to.get() - from.get()).is_multiple_of(grain) {
        return Err(Error::refused(
            ErrorCode::OffGrain,
            format!(
                "ε {} more is not a multiple of the smallest step sold, ε {}",
                difference(from, to),
                listing.grain_micro_epsilon
            ),
        )
        .hint(match nearest_below(from, to, grain) {
            Some(level) => format!("The nearest level below is ε {level}."),
            None => format!(
                "The smallest purchase is ε {}.",
                listing.grain_micro_epsilon
            ),
        }));
    }
    listing
        .tariff
        .increment(from, to)
        .map_err(|e| Error::refused(ErrorCode::Tariff, e.to_string()))
}

/// Checks an order against its listing, the buyer's holding, and the limits on loss.
///
/// # Errors
/// As [`price_of`], and `order-expired`, `wrong-from`, `stale-price`, `over-cap`.
pub(crate) fn check_order(
    order: &Order,
    listing: &Listing,
    status: ListingStatus,
    held: Held,
    cap: MicroEpsilon,
    population_loss_after: MicroEpsilon,
    now: Timestamp,
) -> Result<()> {
    if now > order.expires_at {
        return Err(expired(order));
    }
    if order.from_micro_epsilon != held.level || order.previous_receipt != held.receipt {
        return Err(Error::refused(
            ErrorCode::WrongFrom,
            format!(
                "the order starts from ε {}, but this buyer holds ε {}",
                order.from_micro_epsilon, held.level
            ),
        )
        .hint("Decline it; the buyer collects what is there and orders anew."));
    }
    let price = price_of(listing, status, held.level, order.to_micro_epsilon)?;
    if order.price_minor != price {
        return Err(Error::refused(
            ErrorCode::StalePrice,
            format!(
                "the order offers {} {}, but the tariff says {} {}",
                listing.currency.format(order.price_minor),
                listing.currency,
                listing.currency.format(price),
                listing.currency
            ),
        )
        .hint("Decline it; the buyer orders anew at the price that holds."));
    }
    if population_loss_after > cap {
        return Err(Error::refused(
            ErrorCode::OverCap,
            format!(
                "the population's loss would become ε {population_loss_after}, over its cap of ε {cap}"
            ),
        )
        .hint("Decline it, or raise the cap with a reason; the ledger shows both."));
    }
    Ok(())
}

/// The refusal of an order whose time is over.
pub(crate) fn expired(order: &Order) -> Error {
    Error::refused(
        ErrorCode::OrderExpired,
        format!("the order expired on {}", order.expires_at),
    )
    .hint("The buyer may order anew.")
}

fn difference(from: MicroEpsilon, to: MicroEpsilon) -> MicroEpsilon {
    to.checked_sub(from).unwrap_or(MicroEpsilon::ZERO)
}

/// The highest level below `to` that can be bought, if it is above what is held.
fn nearest_below(from: MicroEpsilon, to: MicroEpsilon, grain: u64) -> Option<MicroEpsilon> {
    let steps = (to.get() - from.get()) / grain;
    (steps > 0)
        .then(|| MicroEpsilon::new(from.get() + steps * grain).ok())
        .flatten()
}

/// A level as typed.
pub(crate) fn level(text: &str, what: &str) -> Result<MicroEpsilon> {
    let level: MicroEpsilon = text.trim().parse().map_err(|e| {
        Error::usage(
            ErrorCode::Epsilon,
            format!("{what} {text:?} is no level: {e}"),
        )
        .hint("A level is a decimal above 0 with at most six places, such as 0.5.")
    })?;
    if level.is_zero() {
        return Err(
            Error::usage(ErrorCode::ZeroEpsilon, format!("{what} is ε 0"))
                .hint("A level is a decimal above 0 with at most six places, such as 0.5."),
        );
    }
    Ok(level)
}
