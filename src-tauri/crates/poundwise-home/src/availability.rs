//! Owners' statements of availability: those on a market, and the newest of each owner that this
//! home has seen.
//!
//! The operator of a market can put an older statement back, or withhold all of them. A home
//! therefore keeps the newest of each owner and never returns to an older one.

use std::{collections::HashMap, sync::Arc};

use poundwise_documents::{
    jws::Signed,
    kinds::Availability,
    units::{DocumentId, Kid, MicroEpsilon},
};

/// The newest statement of each owner.
#[derive(Clone, Default)]
pub struct Statements(HashMap<Kid, Arc<Signed<Availability>>>);

impl Statements {
    /// Returns the statements in no order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<Signed<Availability>>> {
        self.0.values()
    }

    /// Keeps a statement unless an equal or newer one of its owner is kept. Returns whether it was
    /// kept.
    pub fn keep(&mut self, statement: &Arc<Signed<Availability>>) -> bool {
        let newer = self.is_news(statement);
        if newer {
            self.0.insert(statement.signer(), Arc::clone(statement));
        }
        newer
    }

    /// Returns whether a statement is another one than the kept one, and not older.
    pub(crate) fn is_news(&self, statement: &Signed<Availability>) -> bool {
        self.0.get(&statement.signer()).is_none_or(|before| {
            **before != *statement && !statement.payload().is_older_than(before.payload())
        })
    }

    /// Returns the statements of some owners.
    #[must_use]
    pub fn of_owners(&self, has: impl Fn(&Kid) -> bool) -> Self {
        let of = self.0.iter().filter(|(owner, _)| has(owner));
        Self(of.map(|(owner, one)| (*owner, Arc::clone(one))).collect())
    }

    /// Returns the highest available level of a listing, as its owner states it.
    pub fn level(&self, owner: &Kid, listing: &DocumentId) -> Option<MicroEpsilon> {
        stated(self.0.get(owner)?.payload(), listing)
    }
}

/// Returns the level that a statement has for a listing.
pub(crate) fn stated(statement: &Availability, listing: &DocumentId) -> Option<MicroEpsilon> {
    let levels = statement.levels.as_deref()?;
    let place = levels.binary_search_by_key(listing, |level| level.listing);
    Some(levels.get(place.ok()?)?.up_to)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{keys::Identity, kinds::AvailableLevel};

    use super::*;

    fn statement(owner: u8, day: u8, entries: u64, level: u64) -> Arc<Signed<Availability>> {
        let identity = Identity::from_bytes(&[owner; 32]);
        let levels = vec![AvailableLevel {
            listing: DocumentId::of("a listing"),
            up_to: MicroEpsilon::new(level).unwrap(),
        }];
        let statement = Availability {
            levels: Some(levels),
            entries,
            jwk: identity.jwk(),
            issued_at: format!("2026-11-{day:02}T00:00:00Z").parse().unwrap(),
        };
        Arc::new(Signed::sign(&identity, statement).unwrap())
    }

    #[test]
    fn newest_statement_of_each_owner_is_kept() {
        let owners = [1, 2].map(|owner| Identity::from_bytes(&[owner; 32]).kid());
        let listing = DocumentId::of("a listing");
        let mut kept = Statements::default();
        let level =
            |kept: &Statements, owner: &Kid| kept.level(owner, &listing).map(MicroEpsilon::get);
        assert!(kept.keep(&statement(1, 2, 5, 300)));
        for (day, entries) in [(1, 5), (1, 9), (2, 4)] {
            assert!(
                !kept.keep(&statement(1, day, entries, 900)),
                "{day} {entries}"
            );
        }
        assert_eq!(level(&kept, &owners[0]), Some(300));
        assert!(kept.keep(&statement(2, 1, 0, 700)));
        assert!(kept.keep(&statement(1, 2, 6, 200)));
        assert!(kept.keep(&statement(1, 3, 6, 100)));
        assert_eq!(level(&kept, &owners[0]), Some(100));
        assert_eq!(level(&kept, &owners[1]), Some(700));
        assert_eq!(kept.level(&owners[0], &DocumentId::of("another")), None);
        let one = kept.of_owners(|owner| *owner == owners[1]);
        assert_eq!(
            (level(&one, &owners[0]), level(&one, &owners[1])),
            (None, Some(700))
        );
    }
}
