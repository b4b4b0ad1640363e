//! The listings on the market, verified, in their versions and with their state.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    str::FromStr,
    sync::Arc,
};

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Withdrawal},
    units::{Digest, DocumentId, IdError, Kid},
};

use crate::{
    error::{Error, ErrorCode, Result},
    exchange::listing_path,
    home::Home,
    view::ListingStatus,
};

/// The largest listing read: one with a label for each of a million coordinates fits.
pub(crate) const LISTING_LIMIT: u64 = 16 * 1024 * 1024;
/// The largest withdrawal read.
pub(crate) const WITHDRAWAL_LIMIT: u64 = 64 * 1024;
/// The fewest characters of an id that a person may type.
const PREFIX: usize = 6;

/// The name of a question: its owner, and its seed commitment. What a buyer holds is of questions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    owner: Kid,
    seeds: Digest,
}

impl Question {
    /// The question of a listing.
    pub(crate) fn of(listing: &Signed<Listing>) -> Self {
        Self {
            owner: listing.signer(),
            seeds: listing.payload().seed_commitment,
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.seeds)
    }
}

impl FromStr for Question {
    type Err = IdError;

    fn from_str(text: &str) -> std::result::Result<Self, IdError> {
        let (owner, seeds) = text.split_once('/').unwrap_or((text, ""));
        Ok(Self {
            owner: owner.parse()?,
            seeds: seeds.parse()?,
        })
    }
}

/// One version of a listing as the market shows it.
#[derive(Clone)]
pub(crate) struct Offer {
    /// The verified listing.
    pub(crate) listing: Arc<Signed<Listing>>,
    /// Whether it can be bought.
    pub(crate) status: ListingStatus,
}

impl Offer {
    /// The question that it sells.
    pub(crate) fn question(&self) -> Question {
        Question::of(&self.listing)
    }
}

/// All the offers of a market, each version once.
pub(crate) struct Catalogue {
    offers: Vec<Offer>,
}

impl Catalogue {
    /// Builds the catalogue of verified listings and withdrawals. Cost: linear in their number.
    ///
    /// A version whose earlier versions are missing, or do not fit it, is left out: it could not be told what it
    /// continues.
    pub(crate) fn build(
        listings: impl IntoIterator<Item = Arc<Signed<Listing>>>,
        withdrawn: &HashSet<(DocumentId, Kid)>,
    ) -> Self {
        let by_id: HashMap<DocumentId, Arc<Signed<Listing>>> =
            listings.into_iter().map(|l| (l.id(), l)).collect();
        let mut replaced = HashSet::new();
        let mut offers = Vec::new();
        for listing in by_id.values() {
            if continues_whole(listing, &by_id) {
                if let Some(previous) = listing.payload().previous {
                    replaced.insert(previous);
                }
                offers.push(Offer {
                    listing: listing.clone(),
                    status: ListingStatus::Open,
                });
            }
        }
        for offer in &mut offers {
            let id = offer.listing.id();
            if withdrawn.contains(&(id, offer.listing.signer())) {
                offer.status = ListingStatus::Withdrawn;
            } else if replaced.contains(&id) {
                offer.status = ListingStatus::Replaced;
            }
        }
        offers.sort_by(|a, b| {
            let key = |o: &Offer| {
                (
                    std::cmp::Reverse(o.listing.payload().issued_at),
                    o.listing.id().to_string(),
                )
            };
            key(a).cmp(&key(b))
        });
        Self { offers }
    }

    /// The offers, newest first.
    pub(crate) fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The offer whose id starts with what was typed.
    pub(crate) fn find(&self, typed: &str) -> Result<&Offer> {
        find_by_prefix(typed, "listing", self.offers.iter(), |o| {
            o.listing.id().to_string()
        })
        .map_err(|e| e.hint("`poundwise market list` shows what is on the market."))
    }
}

/// Whether all versions before `listing` are there and fit.
fn continues_whole(
    listing: &Arc<Signed<Listing>>,
    by_id: &HashMap<DocumentId, Arc<Signed<Listing>>>,
) -> bool {
    let mut current = listing;
    // An id is a hash of what names its predecessor, so the chain cannot close on itself.
    while let Some(previous) = current.payload().previous {
        let Some(earlier) = by_id.get(&previous) else {
            return false;
        };
        if earlier.signer() != current.signer()
            || !current.payload().is_version_of(earlier.payload())
        {
            return false;
        }
        current = earlier;
    }
    true
}

/// The one item whose id starts with `typed`.
pub(crate) fn find_by_prefix<T>(
    typed: &str,
    what: &str,
    items: impl Iterator<Item = T>,
    id: impl Fn(&T) -> String,
) -> Result<T> {
    let typed = typed.trim();
    if typed.len() < PREFIX {
        return Err(Error::usage(
            ErrorCode::ShortId,
            format!("{typed:?} is too short for the id of a {what}"),
        )
        .hint(format!(
            "Give the whole id or a prefix of {PREFIX} characters or more."
        )));
    }
    let mut found = items.filter(|item| id(item).starts_with(typed));
    match (found.next(), found.next()) {
        (Some(item), None) => Ok(item),
        (None, _) => Err(Error::refused(
            ErrorCode::NoSuchId,
            format!("there is no {what} {typed}"),
        )),
        (Some(_), Some(_)) => Err(Error::usage(
            ErrorCode::AmbiguousId,
            format!("more than one {what} starts with {typed}"),
        )
        .hint("Give more characters of the id.")),
    }
}

impl Home {
    /// Reads the market's listings and withdrawals; what does not verify is not there.
    pub(crate) fn catalogue(&self) -> Result<Catalogue> {
        let mut cache = self.market_cache.borrow_mut();
        let mut listings = Vec::new();
        for entry in self.store.list("listings")? {
            if let Some(known) = cache.get(&entry.path) {
                listings.extend(known.clone());
                continue;
            }
            let verified = self
                .store
                .get(&entry, LISTING_LIMIT)
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok())
                .and_then(|text| Signed::<Listing>::verify(text.trim_end()).ok())
                .filter(|l| entry.path == listing_path(&l.id()))
                .map(Arc::new);
            listings.extend(verified.clone());
            cache.insert(entry.path, verified);
        }
        let mut withdrawn = HashSet::new();
        for entry in self.store.list("withdrawals")? {
            let verified = self
                .store
                .get(&entry, WITHDRAWAL_LIMIT)
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok())
                .and_then(|text| Signed::<Withdrawal>::verify(text.trim_end()).ok());
            if let Some(w) = verified {
                withdrawn.insert((w.payload().listing, w.signer()));
            }
        }
        Ok(Catalogue::build(listings, &withdrawn))
    }
}
