//! The market as a buyer looks over it: what each listing costs, how accurate it gets, and
//! which of them one wants to see, in which order.

use std::cmp::Ordering;

use poundwise_documents::{
    kinds::Listing,
    units::{Currency, Kid, MicroEpsilon, MinorUnits},
};
use poundwise_query::{QueryWords, ratio::Ratio};

use crate::{
    Buyer,
    accuracy::Accuracy,
    catalogue::{Catalogue, Offer},
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::ListingId,
    make_views::offer_view,
    messages::{OrderHint, OrderMessage},
    quote::{after, grains_sold},
    view::{
        HalfWidth, ListingStatus, ListingView, MarketOffer, MarketQuery, MarketSeller, MarketSort,
        MarketView, Money,
    },
};

impl Buyer<'_> {
    /// Returns the listings on the market that can be bought and that a query asks for, in its
    /// order, with the kinds and sellers that there are to choose from.
    ///
    /// # Errors
    /// `home-moved`; `max-price`; `no-such-seller` where nobody has the name that is asked for;
    /// `market` where the market cannot be read; `home-damaged`; errors of the database, such as
    /// `busy`.
    pub fn market(&self, query: &MarketQuery) -> Result<MarketView> {
        self.context.check_place()?;
        let budget = Budget::of(query)?;
        let words: Vec<String> = query
            .search
            .split_whitespace()
            .map(str::to_lowercase)
            .collect();
        let catalogue = self.context.catalogue()?;
        self.check_seller(query.seller.trim(), &catalogue)?;
        let mut view = MarketView::default();
        for offer in catalogue.offers() {
            if offer.status != ListingStatus::Open || !says(offer.listing.payload(), &words) {
                continue;
            }
            let listing = offer_view(self.context, offer)?;
            note_choices(&mut view, &listing);
            if !is_of(&listing, query) {
                continue;
            }
            let offered = self.offered(offer, listing, &budget)?;
            if budget.is_bound() && offered.best_price.is_none() {
                continue;
            }
            view.offers.push(offered);
        }
        view.kinds.sort_by_key(|kind| kind.as_str());
        view.sellers
            .sort_by_key(|seller| seller.shown().to_lowercase());
        // The catalogue is in the order of `Newest`, which stays among equals.
        view.offers
            .sort_by(|one, other| order(query.sort, one, other));
        if query.reverse {
            view.offers.reverse();
        }
        Ok(view)
    }

    /// Returns a listing on the market with what it costs and how accurate it gets: what listings
    /// are compared by.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`; `market` where the market cannot be read; `home-damaged`;
    /// errors of the database, such as `busy`.
    pub fn offer(&self, listing: &ListingId) -> Result<MarketOffer> {
        let catalogue = self.context.catalogue()?;
        let offer = catalogue.find(listing)?;
        let listing = offer_view(self.context, offer)?;
        self.offered(offer, listing, &Budget(None))
    }

    /// Returns several listings on the market, to be seen side by side.
    ///
    /// # Errors
    /// As [`Buyer::offer`]; `listing-twice` where two of the ids are of one listing.
    pub fn compare(&self, listings: &[ListingId]) -> Result<Vec<MarketOffer>> {
        let mut offers: Vec<MarketOffer> = Vec::new();
        for listing in listings {
            let offer = self.offer(listing)?;
            if offers.iter().any(|one| one.listing.id == offer.listing.id) {
                return Err(Error::usage(
                    ErrorCode::ListingTwice,
                    OrderMessage::ListingTwice {
                        title: offer.listing.title,
                    },
                )
                .hint(OrderHint::NameEachOnce));
            }
            offers.push(offer);
        }
        Ok(offers)
    }

    /// Refuses a name that neither a seller on the market nor a contact has. A key is no name: it
    /// may have nothing on the market.
    fn check_seller(&self, seller: &str, catalogue: &Catalogue) -> Result<()> {
        if seller.is_empty() || seller.parse::<Kid>().is_ok() {
            return Ok(());
        }
        let contacts = self.context.read().contacts()?;
        let mut contacts = contacts.iter().map(|contact| contact.name.as_str());
        let offers = catalogue.offers().iter();
        let mut sellers = offers.map(|offer| offer.listing.payload().seller_name.as_str());
        if contacts.any(|name| is_named(name, seller)) || sellers.any(|name| is_named(name, seller))
        {
            return Ok(());
        }
        Err(Error::refused(
            ErrorCode::NoSuchSeller,
            OrderMessage::NoSuchSeller {
                name: seller.to_owned(),
            },
        )
        .hint(Act::ListMarket.to(OrderHint::ListSellers)))
    }

    fn offered(&self, offer: &Offer, listing: ListingView, budget: &Budget) -> Result<MarketOffer> {
        let l = offer.listing.payload();
        let held = self.context.read().held(&offer.question())?.level;
        let accuracy = Accuracy::for_buyer(self.context, l, &offer.question())?;
        let sold = Sold {
            listing: l,
            held,
            accuracy: &accuracy,
        };
        let most = sold.most(budget)?;
        let least = match &most {
            Some((level, _)) => sold.least(*level)?,
            None => None,
        };
        let price = |level: Option<MicroEpsilon>| {
            level
                .and_then(|level| sold.price(level))
                .map(|minor| Money::new(minor, l.currency))
        };
        let level = |of: &Option<Known>| of.as_ref().map(|(level, _)| *level);
        let (from, best_price) = (level(&least), price(level(&most)));
        let best = match most {
            Some(known) => Some(known),
            None if held.is_zero() => None,
            None => Some((held, accuracy.at(held)?)),
        };
        Ok(MarketOffer {
            from_price: price(from),
            from_level: from,
            from: least.map(|(_, widths)| widths).unwrap_or_default(),
            best_level: level(&best),
            best: best.map(|(_, widths)| widths).unwrap_or_default(),
            best_price,
            listing,
        })
    }
}

/// The most that is to be spent on one listing, in its currency; none where it does not matter.
struct Budget(Option<Ratio>);

impl Budget {
    fn of(query: &MarketQuery) -> Result<Self> {
        let text = query.max_price.trim();
        if text.is_empty() {
            return Ok(Self(None));
        }
        match Ratio::parse(text) {
            Some(most) => Ok(Self(Some(most))),
            None => {
                let text = text.to_owned();
                Err(
                    Error::usage(ErrorCode::MaxPrice, OrderMessage::NotAnAmount { text })
                        .hint(OrderHint::WriteAmount),
                )
            }
        }
    }

    fn is_bound(&self) -> bool {
        self.0.is_some()
    }

    fn allows(&self, price: MinorUnits, currency: Currency) -> bool {
        let Some(most) = &self.0 else { return true };
        let minor = Ratio::whole(price.get());
        let unit = Ratio::last_place(currency.exponent());
        minor.times(&unit).compare(most).is_le()
    }
}

/// A level, with its half-widths.
type Known = (MicroEpsilon, Vec<HalfWidth>);

/// A listing, sold on from a level.
struct Sold<'a> {
    listing: &'a Listing,
    held: MicroEpsilon,
    accuracy: &'a Accuracy,
}

impl Sold<'_> {
    /// Returns the price of going from what is held to a level.
    fn price(&self, level: MicroEpsilon) -> Option<MinorUnits> {
        self.listing.tariff.increment(self.held, level).ok()
    }

    /// Returns the level so many grains above what is held; none where it is not sold, or the noise
    /// of so low a level has no law, so that no quote says what it brings.
    fn known(&self, grains: u64) -> Result<Option<Known>> {
        let Some(level) = after(self.listing, self.held, grains) else {
            return Ok(None);
        };
        let widths = self.accuracy.known_at(level)?;
        Ok(widths.map(|widths| (level, widths)))
    }

    /// Returns the least level sold, up to one of them: one grain above what is held, or, where its
    /// noise has no law, the first level that has one. All levels above that have one too, so it is
    /// found by halving.
    fn least(&self, most: MicroEpsilon) -> Result<Option<Known>> {
        let rise = most.get() - self.held.get();
        let (mut few, mut many) = (0, rise / self.listing.grain.get());
        let mut least = self.known(1)?;
        if least.is_none() {
            while many - few > 1 {
                let grains = few + (many - few) / 2;
                match self.known(grains)? {
                    Some(known) => (many, least) = (grains, Some(known)),
                    None => few = grains,
                }
            }
        }
        match least {
            Some(known) => Ok(Some(known)),
            None => self.known(many),
        }
    }

    /// Returns the highest level sold that a budget pays for; none where it pays for nothing more.
    /// Prices never fall with the level, so it is found by halving.
    fn most(&self, budget: &Budget) -> Result<Option<Known>> {
        let pays = |grains: u64| {
            after(self.listing, self.held, grains)
                .and_then(|level| self.price(level))
                .is_some_and(|price| budget.allows(price, self.listing.currency))
        };
        let all = grains_sold(self.listing, self.held);
        if all == 0 {
            return Ok(None);
        }
        if pays(all) {
            return self.known(all);
        }
        let (mut enough, mut many) = (0, all);
        while many > enough + 1 {
            let grains = enough + (many - enough) / 2;
            if pays(grains) {
                enough = grains;
            } else {
                many = grains;
            }
        }
        match enough {
            0 => Ok(None),
            grains => self.known(grains),
        }
    }
}

/// Returns whether a listing has all these words.
fn says(l: &Listing, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let text = [
        &l.title,
        &l.description,
        &l.seller_name,
        &QueryWords::of(l).to_string(),
        &l.unit,
        l.question.kind().as_str(),
    ]
    .map(|t: &str| t.to_lowercase())
    .join("\n");
    words.iter().all(|word| text.contains(word))
}

/// Returns whether a listing is of the seller and the kind that are asked for.
fn is_of(listing: &ListingView, query: &MarketQuery) -> bool {
    let seller = query.seller.trim();
    let contact = listing.contact.as_deref();
    let by_seller = seller.is_empty()
        || seller
            .parse()
            .is_ok_and(|kid: Kid| listing.seller_kid == kid)
        || is_named(&listing.seller_name, seller)
        || contact.is_some_and(|name| is_named(name, seller));
    by_seller && query.kind.is_none_or(|kind| listing.kind == kind)
}

/// Returns whether a name is the one that is asked for.
fn is_named(name: &str, asked: &str) -> bool {
    name.to_lowercase() == asked.to_lowercase()
}

/// Notes the kind and the seller of a listing among those to choose from.
fn note_choices(view: &mut MarketView, listing: &ListingView) {
    if !view.kinds.contains(&listing.kind) {
        view.kinds.push(listing.kind);
    }
    if !view
        .sellers
        .iter()
        .any(|seller| seller.kid == listing.seller_kid)
    {
        view.sellers.push(MarketSeller {
            kid: listing.seller_kid,
            name: listing.seller_name.clone(),
            contact: listing.contact.clone(),
        });
    }
}

fn order(sort: MarketSort, one: &MarketOffer, other: &MarketOffer) -> Ordering {
    let by_text =
        |text: fn(&MarketOffer) -> &str| text(one).to_lowercase().cmp(&text(other).to_lowercase());
    match sort {
        MarketSort::Newest => Ordering::Equal,
        MarketSort::Title => by_text(|offer| &offer.listing.title),
        MarketSort::Kind => by_text(|offer| offer.listing.kind.as_str()),
        MarketSort::Seller => by_text(|offer| {
            let listing = &offer.listing;
            listing.contact.as_ref().unwrap_or(&listing.seller_name)
        }),
        // Amounts of different currencies do not compare: currency by currency.
        MarketSort::Price => {
            let key = |offer: &MarketOffer| {
                let price = offer.best_price.as_ref();
                (
                    price.is_none(),
                    price.map(|price| (price.currency, price.minor)),
                )
            };
            key(one).cmp(&key(other))
        }
        // Nor do widths of different units.
        MarketSort::Accuracy => {
            let key = |offer: &MarketOffer| {
                let width = offer.best.first();
                (width.is_none(), width.map(|width| width.unit.clone()))
            };
            key(one)
                .cmp(&key(other))
                .then_with(|| match (one.best.first(), other.best.first()) {
                    (Some(one), Some(other)) => one.number.total_cmp(&other.number),
                    _ => Ordering::Equal,
                })
        }
    }
}
