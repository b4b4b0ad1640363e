//! Published logs of an audit: which ones an argument names.

use std::{path::Path, rc::Rc};

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
    exchange::{MarketStore, market_url},
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

/// Returns the published logs that an argument means, or `None` if it is an ordinary file or
/// folder.
pub(super) fn find(argument: &Path) -> Result<Option<Vec<PublishedLog<'static>>>> {
    let text = argument.to_string_lossy();
    let is_url = text.contains("://");
    let (place, fragment) = match text.split_once('#') {
        Some((place, fragment)) if is_url => (place, Some(fragment)),
        _ => (text.as_ref(), None),
    };
    let folder = if is_url {
        market_url(place)?.folder().to_owned()
    } else {
        argument.to_owned()
    };
    let named = |folder: &Path| -> Option<Kid> { folder.file_name()?.to_str()?.parse().ok() };
    let (root, owner) = match (named(&folder), folder.parent()) {
        (Some(kid), Some(ledgers)) if ledgers.ends_with(LEDGERS) => {
            (ledgers.parent().unwrap_or(ledgers), Some(kid))
        }
        _ => (folder.as_path(), None),
    };
    if !root.join(LEDGERS).is_dir() {
        return if is_url {
            Err(Error::refused(
                ErrorCode::NoPublishedLog,
                AuditMessage::NoLedgers {
                    place: text.into_owned(),
                },
            )
            .hint(AuditHint::NameMarket)
            .hint(AuditHint::NameExportedLedger))
        } else {
            Ok(None)
        };
    }
    let owner = match fragment {
        None | Some("") => owner,
        Some(kid) => Some(kid.parse().map_err(|_| {
            Error::usage(
                ErrorCode::Kid,
                AuditMessage::NotAKey {
                    text: kid.to_owned(),
                    place: text.to_string(),
                },
            )
            .hint(Act::ShowKeys.to(AuditHint::FindKey))
        })?),
    };
    let store = Rc::new(MarketStore::open(&root.to_string_lossy())?);
    let owners: Vec<Kid> = match owner {
        Some(owner) => vec![owner],
        None => store
            .folders(LEDGERS)?
            .iter()
            .filter_map(|name| name.parse().ok())
            .collect(),
    };
    let mut found = Vec::new();
    let number = owners.len();
    for owner in owners {
        let log = OnMarket {
            store: store.clone(),
            owner,
        };
        let note = log.published().note()?;
        // Of a whole market, one ledger that cannot be read keeps nobody from the others.
        if let (Err(why), 1) = (&note, number) {
            return Err(Error::refused(
                ErrorCode::NoPublishedLog,
                AuditMessage::NoLedger {
                    market: store.url().to_owned(),
                    why: why.clone(),
                },
            )
            .hint(Act::Deliver.to(AuditHint::OwnerPublishes)));
        }
        found.push(PublishedLog {
            name: format!("{}#{owner}", store.url()),
            listing: listing_of(&store, owner)?,
            owner,
            note,
            tiles: Box::new(log),
        });
    }
    if found.is_empty() {
        return Err(Error::refused(
            ErrorCode::NoPublishedLog,
            AuditMessage::NoLedgers {
                place: text.into_owned(),
            },
        )
        .hint(AuditHint::OwnersPublish));
    }
    Ok(Some(found))
}

fn listing_of(store: &MarketStore, owner: Kid) -> Result<Option<Signed<Listing>>> {
    for entry in store.list(LISTINGS)?.entries {
        let listing = store
            .get(&entry, Listing::MAX_BYTES as u64 + 2)
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .and_then(|text| Signed::<Listing>::verify(text.trim_end()).ok());
        if let Some(listing) = listing.filter(|listing| listing.signer() == owner) {
            return Ok(Some(listing));
        }
    }
    Ok(None)
}
