//! Quotes, by level and by the accuracy that a buyer wants.

use std::str::FromStr;

use poundwise_documents::{
    kinds::Listing,
    units::{Decimal, MicroEpsilon},
};

use crate::{
    Buyer,
    accuracy::Accuracy,
    catalogue::Offer,
    error::{Error, ErrorCode, ErrorPlace, QueryErrorCode, Result},
    hint::Field,
    ids::ListingId,
    messages::{QuoteHint, QuoteMessage, Width},
    rules::price_of,
    store::Held,
    view::{HalfWidth, Money, Quantity, Quote},
};
use poundwise_query::ratio::Ratio;

/// The half-width of a 95% noise interval that a buyer wants at most: a decimal above 0, in the
/// listing's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfWidthWanted(Decimal);

impl FromStr for HalfWidthWanted {
    type Err = Error;

    /// Reads a half-width, without the spaces around it.
    ///
    /// # Errors
    /// `half-width`.
    fn from_str(text: &str) -> Result<Self> {
        match text.trim().parse::<Decimal>() {
            Ok(width) if width.is_positive() => Ok(Self(width)),
            _ => Err(Error::usage(
                ErrorCode::HalfWidth,
                QuoteMessage::NotAHalfWidth {
                    text: text.to_owned(),
                },
            )
            .hint(QuoteHint::WriteHalfWidth)),
        }
    }
}

/// Returns price and half-widths of going from what is held to a level.
pub(crate) fn quote(
    offer: &Offer,
    held: Held,
    to: MicroEpsilon,
    accuracy: &Accuracy,
) -> Result<Quote> {
    let l = offer.listing.payload();
    let price = price_of(l, offer.status, held.level, to)?;
    let in_all = l
        .tariff
        .price(to)
        .map_err(|why| Error::refused(ErrorCode::Tariff, QuoteMessage::NoPrice { why }))?;
    Ok(Quote {
        listing: offer.listing.id(),
        title: l.title.clone(),
        from: held.level,
        to,
        price: Money::new(price, l.currency),
        price_in_all: Money::new(in_all, l.currency),
        ceiling: l.ceiling,
        available: offer.available,
        now: accuracy.at(held.level)?,
        then: accuracy.at(to)?,
    })
}

impl Buyer<'_> {
    /// Returns the least level that is sold and whose 95% half-width is at most `half_width`, with
    /// its price: a quote the other way round. `half_width` is in the unit of the quantity; `of`
    /// names the quantity, as [`HalfWidth::of`] does, and is needed where a response has several.
    ///
    /// What a quote states is compared, rounding included. No half-width grows with ε as it is
    /// stated (see [`half_widths`](poundwise_query::estimate::half_widths) and what it is made of),
    /// so the level is found by halving: at most 40 half-widths are computed, and one bundle is
    /// opened where the listing is of a mean.
    ///
    /// # Errors
    /// `no-such-quantity`, `accurate-already` when what is held is as good, `too-accurate` when
    /// the highest level sold is not, and those of [`Buyer::quote`].
    pub fn quote_for_accuracy(
        &self,
        listing: &ListingId,
        half_width: HalfWidthWanted,
        of: Option<Quantity>,
    ) -> Result<Quote> {
        let wanted = Ratio::from(&half_width.0);
        let catalogue = self.context.catalogue()?;
        let (offer, held) = self.wanted(&catalogue, listing)?;
        let l = offer.listing.payload();
        let accuracy = Accuracy::for_buyer(
            self.context,
            self.context.whole(offer)?.payload(),
            &offer.question(),
        )?;
        let search = Search {
            accuracy: &accuracy,
            wanted: &wanted,
            of,
        };
        let highest = highest_sold(l, held.level);
        if let Some(highest) = highest {
            // Whatever else is wrong with the offer is said first: withdrawn, replaced.
            price_of(l, offer.status, held.level, highest)?;
        }
        if !held.level.is_zero() && search.meets(held.level)? {
            let width = search.half_width(held.level)?;
            return Err(Error::refused(
                ErrorCode::AccurateAlready,
                QuoteMessage::AccurateAlready {
                    held: held.level,
                    width: Width::of(&width),
                },
            )
            .hint(QuoteHint::AskForSmaller)
            .at(ErrorPlace::Accuracy {
                held: held.level,
                half_width: width.text,
                unit: width.unit,
            }));
        }
        let best = highest.unwrap_or(held.level);
        if highest.is_none() || !search.meets(best)? {
            return Err(Error::refused(
                ErrorCode::TooAccurate,
                QuoteMessage::TooAccurate {
                    best,
                    width: Width::of(&search.half_width(best)?),
                    wanted: half_width.0,
                },
            )
            .hint(QuoteHint::AskForLarger));
        }
        quote(offer, held, search.least(l, held.level, best)?, &accuracy)
    }
}

/// Returns the highest level above `from` that is a whole number of grains away and not over the
/// ceiling.
fn highest_sold(listing: &Listing, from: MicroEpsilon) -> Option<MicroEpsilon> {
    let grains = grains_sold(listing, from);
    (grains > 0).then(|| after(listing, from, grains)).flatten()
}

/// Returns the number of grains above `from` that are sold.
pub(super) fn grains_sold(listing: &Listing, from: MicroEpsilon) -> u64 {
    let room = listing.ceiling.checked_sub(from);
    room.map_or(0, |room| room.get() / listing.grain.get())
}

/// Returns the level so many grains above `from`.
pub(super) fn after(listing: &Listing, from: MicroEpsilon, grains: u64) -> Option<MicroEpsilon> {
    let rise = grains.checked_mul(listing.grain.get())?;
    MicroEpsilon::new(from.get().checked_add(rise)?).ok()
}

struct Search<'a> {
    accuracy: &'a Accuracy,
    wanted: &'a Ratio,
    of: Option<Quantity>,
}

impl Search<'_> {
    /// Returns the half-width looked at, at a level.
    fn half_width(&self, level: MicroEpsilon) -> Result<HalfWidth> {
        let mut widths = self.accuracy.at(level)?;
        let quantities = || {
            let names: Vec<&str> = widths.iter().map(|width| width.of.as_str()).collect();
            names.join(", ")
        };
        let at = match self.of {
            None if widths.len() > 1 => {
                return Err(Error::usage(
                    ErrorCode::NoSuchQuantity,
                    QuoteMessage::SeveralQuantities {
                        quantities: quantities(),
                    },
                )
                .hint(Field::Quantity.to(QuoteHint::NameQuantity)));
            }
            None => 0,
            Some(of) => widths
                .iter()
                .position(|width| width.of == of)
                .ok_or_else(|| {
                    Error::usage(
                        ErrorCode::NoSuchQuantity,
                        QuoteMessage::NoSuchQuantity {
                            quantity: of.as_str(),
                        },
                    )
                    .hint(QuoteHint::Quantities {
                        quantities: quantities(),
                    })
                })?,
        };
        Ok(widths.swap_remove(at))
    }

    /// Returns whether a level reaches what is wanted. One so low that its noise has no law does
    /// not.
    fn meets(&self, level: MicroEpsilon) -> Result<bool> {
        match self.half_width(level) {
            Ok(width) => Ok(Ratio::parse(&width.text)
                .is_some_and(|reached| reached.compare(self.wanted).is_le())),
            Err(error) if error.code() == QueryErrorCode::NoLaw.into() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the least level sold above `from` that meets it; `enough` is one that does.
    fn least(
        &self,
        listing: &Listing,
        from: MicroEpsilon,
        enough: MicroEpsilon,
    ) -> Result<MicroEpsilon> {
        let grain = listing.grain.get();
        // So many grains are too few, and so many enough.
        let (mut few, mut many) = (0, (enough.get() - from.get()) / grain);
        let mut least = enough;
        while many - few > 1 {
            let grains = few + (many - few) / 2;
            match after(listing, from, grains) {
                Some(level) if self.meets(level)? => (many, least) = (grains, level),
                _ => few = grains,
            }
        }
        Ok(least)
    }
}
