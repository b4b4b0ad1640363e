//! Rules of an order, the same for the buyer who signs it and the owner who approves it.

use poundwise_documents::{
    kinds::{Listing, Order},
    units::{LossPair, MicroEpsilon, MinorUnits, Money, Timestamp},
};

use crate::{
    error::{Error, ErrorCode, ErrorPlace, QueryErrorCode, Result},
    messages::OrderMessage,
    store::Held,
    typed::tariff_message,
    view::ListingStatus,
};

/// Checks a level against a listing and what is held, and gives the price of the increment.
///
/// # Errors
/// Each refusal by its own code: `withdrawn`, `replaced`, `already-held`, `over-ceiling`,
/// `off-grain`.
pub fn price_of(
    listing: &Listing,
    status: ListingStatus,
    from: MicroEpsilon,
    to: MicroEpsilon,
) -> Result<MinorUnits> {
    check_open(listing, status)?;
    if to.is_zero() {
        return Err(
            Error::usage(QueryErrorCode::ZeroEpsilon, OrderMessage::ZeroBuysNothing)
                .hint(OrderMessage::AskAboveZero),
        );
    }
    if to <= from {
        return Err(Error::refused(
            ErrorCode::AlreadyHeld,
            OrderMessage::HeldAlready { held: from, to },
        )
        .hint(OrderMessage::AskAbove { held: from }));
    }
    if to > listing.ceiling {
        return Err(Error::refused(
            ErrorCode::OverCeiling,
            OrderMessage::OverCeiling {
                level: to,
                ceiling: listing.ceiling,
            },
        )
        .hint(OrderMessage::AskAtMost {
            ceiling: listing.ceiling,
        })
        .at(ErrorPlace::Level {
            level: to,
            limit: listing.ceiling,
        }));
    }
    let grain = listing.grain.get();
    if !(to.get() - from.get()).is_multiple_of(grain) {
        let (more, nearest) = (difference(from, to), nearest_below(from, to, grain));
        return Err(Error::refused(
            ErrorCode::OffGrain,
            OrderMessage::OffSteps {
                more,
                step: listing.grain,
            },
        )
        .hint(match nearest {
            Some(level) => OrderMessage::NearestBelow { level },
            None => OrderMessage::SmallestPurchase {
                step: listing.grain,
            },
        })
        .at(ErrorPlace::Increase {
            more,
            grain: listing.grain,
            nearest,
        }));
    }
    listing
        .tariff
        .increment(from, to)
        .map_err(|e| Error::refused(ErrorCode::Tariff, tariff_message(e)))
}

/// Checks that a version of a listing is for sale.
fn check_open(listing: &Listing, status: ListingStatus) -> Result<()> {
    let title = listing.title.clone();
    match status {
        ListingStatus::Open => Ok(()),
        ListingStatus::Withdrawn => Err(Error::refused(
            ErrorCode::Withdrawn,
            OrderMessage::Withdrawn { title },
        )
        .hint(OrderMessage::HoldingStaysValid)),
        ListingStatus::Replaced => Err(Error::refused(
            ErrorCode::StalePrice,
            OrderMessage::Replaced { title },
        )
        .hint(OrderMessage::OrderNewerVersion)),
    }
}

/// Checks an order against its listing, the buyer's holding, and the limits on loss.
///
/// # Errors
/// As [`price_of`], and `order-expired`, `wrong-from`, `stale-price`, `over-cap`.
pub fn check_order(
    order: &Order,
    listing: &Listing,
    status: ListingStatus,
    held: Held,
    cap: LossPair,
    population_loss_after: LossPair,
    now: Timestamp,
) -> Result<()> {
    if now > order.expires_at {
        return Err(expired(order));
    }
    // Before what is held: of a listing that is not sold any more, no other order would do either.
    check_open(listing, status)?;
    if order.from != held.level || order.previous_receipt != held.receipt {
        return Err(Error::refused(
            ErrorCode::WrongFrom,
            OrderMessage::StartsElsewhere {
                from: order.from,
                held: held.level,
            },
        )
        .hint(OrderMessage::BuyerCollectsFirst));
    }
    let price = price_of(listing, status, held.level, order.to)?;
    if order.price_minor != price {
        return Err(Error::refused(
            ErrorCode::StalePrice,
            OrderMessage::OtherPrice {
                offered: Money::new(order.price_minor, listing.currency),
                price: Money::new(price, listing.currency),
            },
        )
        .hint(OrderMessage::BuyerOrdersAtPrice));
    }
    if !population_loss_after.is_within(cap) {
        return Err(Error::refused(
            ErrorCode::OverCap,
            OrderMessage::LossOverCap {
                loss: population_loss_after,
                cap,
            },
        )
        .hint(OrderMessage::DeclineOrRaiseCap));
    }
    Ok(())
}

/// Returns the refusal of an order whose time is over.
pub fn expired(order: &Order) -> Error {
    Error::refused(
        ErrorCode::OrderExpired,
        OrderMessage::Expired {
            at: order.expires_at,
        },
    )
    .hint(OrderMessage::BuyerMayOrderAgain)
}

fn difference(from: MicroEpsilon, to: MicroEpsilon) -> MicroEpsilon {
    to.checked_sub(from).unwrap_or(MicroEpsilon::ZERO)
}

/// Returns the highest level below `to` that can be bought, if it is above what is held.
fn nearest_below(from: MicroEpsilon, to: MicroEpsilon, grain: u64) -> Option<MicroEpsilon> {
    let steps = (to.get() - from.get()) / grain;
    (steps > 0)
        .then(|| MicroEpsilon::new(from.get() + steps * grain).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{keys::Identity, units::DocumentId};

    use super::*;

    /// Returns a listing at €10 a pound up to ε 2, in steps of ε 0.5.
    fn listing() -> Listing {
        Listing {
            ceiling: micro(2_000_000),
            grain: micro(500_000),
            tariff: poundwise_documents::tariff::Tariff::parse("2:20", "EUR".parse().unwrap())
                .unwrap(),
            ..crate::people::listing(1)
        }
    }

    fn pair(text: &str) -> LossPair {
        text.parse().unwrap()
    }

    fn micro(level: u64) -> MicroEpsilon {
        MicroEpsilon::new(level).unwrap()
    }

    fn at(time: &str) -> Timestamp {
        time.parse().unwrap()
    }

    /// Returns an order from ε 0.5 to ε 1.5.
    fn order(listing: &Listing) -> Order {
        Order {
            listing: DocumentId::of("the listing"),
            buyer_name: "Ann".into(),
            from: micro(500_000),
            to: micro(1_500_000),
            price_minor: MinorUnits::new(1_000).unwrap(),
            jwk: Identity::from_bytes(&[1; 32]).jwk(),
            deliver_to: listing.deliver_to.clone(),
            nonce: poundwise_documents::units::Salt::from_bytes([1; 16]),
            previous_receipt: Some(DocumentId::of("the receipt")),
            checkpoint: None,
            issued_at: at("2026-11-01T00:00:00Z"),
            expires_at: at("2026-11-30T00:00:00Z"),
        }
    }

    /// What an order is checked against.
    struct Case {
        order: Order,
        listing: Listing,
        status: ListingStatus,
        held: Held,
        cap: LossPair,
        loss: LossPair,
        now: Timestamp,
    }

    impl Case {
        fn code(&self) -> &'static str {
            let checked = check_order(
                &self.order,
                &self.listing,
                self.status,
                self.held,
                self.cap,
                self.loss,
                self.now,
            );
            checked.map_or_else(|error| error.code().as_str(), |()| "good")
        }
    }

    #[test]
    fn an_order_is_good_up_to_every_limit_and_no_further() {
        let listing = listing();
        let changed = |change: &dyn Fn(&mut Case)| {
            let mut case = Case {
                order: order(&listing),
                listing: listing.clone(),
                status: ListingStatus::Open,
                held: Held {
                    level: micro(500_000),
                    receipt: Some(DocumentId::of("the receipt")),
                },
                cap: pair("3,0.1"),
                loss: pair("3,0.1"),
                now: at("2026-11-30T00:00:00Z"),
            };
            change(&mut case);
            case.code()
        };
        let to = |level: u64| {
            changed(&|case| {
                case.order.to = micro(level);
                let more = level.saturating_sub(500_000) / 1_000;
                case.order.price_minor = MinorUnits::new(more).unwrap();
            })
        };
        assert_eq!(changed(&|_| {}), "good");
        assert_eq!(to(2_000_000), "good");
        assert_eq!(to(2_500_000), "over-ceiling");
        assert_eq!(to(1_400_000), "off-grain");
        assert_eq!(to(500_000), "already-held");
        assert_eq!(to(0), "zero-epsilon");
        type Change<'a> = &'a dyn Fn(&mut Case);
        let cases: [(&str, Change<'_>); 13] = [
            ("order-expired", &|c| c.now = at("2026-11-30T00:00:01Z")),
            ("wrong-from", &|c| c.held.level = micro(1_000_000)),
            ("wrong-from", &|c| {
                c.held.receipt = Some(DocumentId::of("another"));
            }),
            ("wrong-from", &|c| c.order.previous_receipt = None),
            ("withdrawn", &|c| c.status = ListingStatus::Withdrawn),
            ("stale-price", &|c| c.status = ListingStatus::Replaced),
            // What no other order would mend is told before what one would.
            ("withdrawn", &|c| {
                c.status = ListingStatus::Withdrawn;
                c.held.level = micro(1_000_000);
            }),
            ("stale-price", &|c| {
                c.status = ListingStatus::Replaced;
                c.held.level = micro(1_000_000);
            }),
            ("stale-price", &|c| {
                c.order.price_minor = MinorUnits::new(999).unwrap();
            }),
            ("stale-price", &|c| {
                c.order.price_minor = MinorUnits::new(1_001).unwrap();
            }),
            ("over-cap", &|c| c.loss = pair("3.000001,0.1")),
            ("over-cap", &|c| c.loss = pair("2,0.100000001")),
            ("over-cap", &|c| c.cap = pair("4")),
        ];
        for (number, (code, change)) in cases.into_iter().enumerate() {
            assert_eq!(changed(change), code, "case {number}");
        }
    }

    #[test]
    fn the_nearest_level_below_is_offered_where_there_is_one() {
        let listing = listing();
        let hint = |from: u64, to: u64| {
            let refused = price_of(&listing, ListingStatus::Open, micro(from), micro(to));
            refused.unwrap_err().hints()[0].to_string()
        };
        assert_eq!(hint(0, 1_400_000), "The nearest level below is ε 1.");
        assert_eq!(hint(100_000, 700_000), "The nearest level below is ε 0.6.");
        for from in [0, 100_000] {
            assert_eq!(hint(from, 400_000), "The smallest purchase is ε 0.5.");
        }
    }
    #[test]
    fn a_level_that_is_not_sold_is_told_with_the_limits() {
        let listing = listing();
        let at = |from: u64, to: u64| {
            let refused = price_of(&listing, ListingStatus::Open, micro(from), micro(to));
            refused.unwrap_err().place().cloned()
        };
        assert_eq!(
            at(0, 2_500_000),
            Some(ErrorPlace::Level {
                level: micro(2_500_000),
                limit: micro(2_000_000),
            })
        );
        let increase = |more, nearest| {
            Some(ErrorPlace::Increase {
                more: micro(more),
                grain: micro(500_000),
                nearest,
            })
        };
        assert_eq!(
            at(100_000, 1_300_000),
            increase(1_200_000, Some(micro(1_100_000)))
        );
        assert_eq!(at(0, 400_000), increase(400_000, None));
    }
}
