//! Published logs of an audit: which ones an argument names.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
    rc::Rc,
};

use poundwise_audit::PublishedLog;
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Payload},
    market::{LEDGERS, LISTINGS, MarketLog},
    tiles::{TileId, TileSource},
    units::Kid,
};
use poundwise_words::Text;

use crate::{
    error::{Error, ErrorCode, Result},
    exchange::{MarketFile, MarketStore, MarketUrl, ReadError, market_url},
    hint::Act,
    messages::{AuditHint, AuditMessage},
};

/// One owner's log on a market.
struct OnMarket {
    store: Rc<MarketStore>,
    owner: Kid,
}

impl OnMarket {
    fn published(&self) -> MarketLog<'_, MarketStore> {
        MarketLog {
            store: &self.store,
            owner: self.owner,
        }
    }
}

impl TileSource for OnMarket {
    type Error = Text;

    fn tile(&self, tile: TileId) -> std::result::Result<Option<Vec<u8>>, Text> {
        self.published().tile(tile).map_err(Text::of)
    }
}

/// The market that an argument means, and the one owner whose log it means there.
struct Named {
    market: MarketUrl,
    owner: Option<Kid>,
}

/// Returns the published logs that an argument means, or `None` if it is an ordinary file or
/// folder. A market on a server is read with the member's key if it is the member's market.
pub(super) fn find(
    argument: &Path,
    member: Option<&MarketFile>,
) -> Result<Option<Vec<PublishedLog<'static>>>> {
    let text = argument.to_string_lossy();
    let Some(Named { market, owner }) = named(argument, &text)? else {
        return Ok(None);
    };
    let no_ledgers = || AuditMessage::NoLedgers {
        place: text.clone().into_owned(),
    };
    let store = Rc::new(opened(&market, member));
    let owners: Vec<Kid> = match owner {
        Some(owner) => vec![owner],
        None => store
            .folders(LEDGERS)?
            .iter()
            .filter_map(|name| name.parse().ok())
            .collect(),
    };
    let mut found = Vec::new();
    let mut listings = None;
    for owner in owners.iter().copied() {
        let log = OnMarket {
            store: store.clone(),
            owner,
        };
        let note = log.published().note()?;
        // Of a whole market, one ledger that cannot be read keeps nobody from the others.
        if let (Err(why), 1) = (&note, owners.len()) {
            return Err(Error::refused(
                ErrorCode::NoPublishedLog,
                AuditMessage::NoLedger {
                    market: store.url().to_owned(),
                    why: why.clone(),
                },
            )
            .hint(Act::Deliver.to(AuditHint::OwnerPublishes)));
        }
        let listings = match &mut listings {
            Some(listings) => listings,
            None => listings.insert(listings_of(&store, &owners)?),
        };
        found.push(PublishedLog {
            name: format!("{}#{owner}", store.url()),
            listing: listings.remove(&owner),
            owner,
            note,
            tiles: Box::new(log),
        });
    }
    if found.is_empty() {
        return Err(
            Error::refused(ErrorCode::NoPublishedLog, no_ledgers()).hint(AuditHint::OwnersPublish)
        );
    }
    Ok(Some(found))
}

/// Opens a market. Somebody who has only the address at which everybody may read it reads there.
fn opened(market: &MarketUrl, member: Option<&MarketFile>) -> MarketStore {
    let Some(member) = member.filter(|member| member.url() == market) else {
        return MarketStore::open_outside(market, None);
    };
    match (member.access(), member.read_url()) {
        (None, Some(open)) => MarketStore::open_outside(open, None),
        (access, _) => MarketStore::open_outside(market, access),
    }
}

/// Returns the market that an argument names, or `None` if it is an ordinary file or folder.
fn named(argument: &Path, text: &str) -> Result<Option<Named>> {
    let is_url = text.contains("://");
    let (place, fragment) = match text.split_once('#') {
        Some((place, fragment)) if is_url => (place, Some(fragment)),
        _ => (text, None),
    };
    let mut market = if is_url {
        Some(market_url(place)?)
    } else {
        None
    };
    let folder = match &market {
        Some(market) => market.folder().map(Path::to_owned),
        None => Some(argument.to_owned()),
    };
    let mut owner = None;
    if let Some(folder) = folder {
        let kid = |folder: &Path| -> Option<Kid> { folder.file_name()?.to_str()?.parse().ok() };
        let root = match (kid(&folder), folder.parent()) {
            (Some(kid), Some(ledgers)) if ledgers.ends_with(LEDGERS) => {
                owner = Some(kid);
                ledgers.parent().unwrap_or(ledgers)
            }
            _ => folder.as_path(),
        };
        if !root.join(LEDGERS).is_dir() {
            return if is_url {
                Err(Error::refused(
                    ErrorCode::NoPublishedLog,
                    AuditMessage::NoLedgers {
                        place: text.to_owned(),
                    },
                )
                .hint(AuditHint::NameMarket)
                .hint(AuditHint::NameExportedLedger))
            } else {
                Ok(None)
            };
        }
        market = Some(market_url(&root.to_string_lossy())?);
    }
    if let Some(kid) = fragment.filter(|kid| !kid.is_empty()) {
        owner = Some(kid.parse().map_err(|_| {
            Error::usage(
                ErrorCode::Kid,
                AuditMessage::NotAKey {
                    text: kid.to_owned(),
                    place: text.to_owned(),
                },
            )
            .hint(Act::ShowKeys.to(AuditHint::FindKey))
        })?);
    }
    Ok(market.map(|market| Named { market, owner }))
}

/// Returns one listing of each of these owners that has one on a market. Cost: one listing of the
/// folder, and each object in it read at most once.
fn listings_of(store: &MarketStore, owners: &[Kid]) -> Result<HashMap<Kid, Signed<Listing>>> {
    let mut missing: HashSet<Kid> = owners.iter().copied().collect();
    let mut found = HashMap::new();
    for entry in store.list(LISTINGS)?.entries {
        if missing.is_empty() {
            break;
        }
        let bytes = match store.get(&entry, Listing::MAX_BYTES as u64 + 2) {
            Ok(bytes) => bytes,
            Err(ReadError::TooLarge(_) | ReadError::Entry(_)) => continue,
            Err(ReadError::Market(error)) => return Err(error),
        };
        let listing = String::from_utf8(bytes)
            .ok()
            .and_then(|text| Signed::<Listing>::verify(text.trim_end()).ok());
        if let Some(listing) = listing.filter(|listing| missing.remove(&listing.signer())) {
            found.insert(listing.signer(), listing);
        }
    }
    Ok(found)
}
