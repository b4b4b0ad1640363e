//! Selection of the orders on the market that are opened and stored, so that a flood of orders
//! fills neither a poll nor the inbox, and hides nobody's order for ever.
//!
//! The sender of an order is known only once it is decrypted, and anybody can have any number of
//! keys. So each poll opens [`OPENED_A_LOOK`] of the new objects, in random order. An order that
//! can never be approved is recorded and not opened again. An order that could be approved but
//! finds no room stays on the market, and its key is remembered in memory: it is opened again only
//! when there is room for that key, and until then takes no place in a poll. So every poll goes on
//! to objects that were not opened yet, whatever is on the market: of n objects all are opened
//! after n / [`OPENED_A_LOOK`] polls, and if new ones come faster than that, each has the same
//! chance at every poll. Room is reserved for the orders of contacts and earlier buyers.

use std::collections::HashMap;

use poundwise_documents::units::{DocumentId, Kid, Timestamp};
use rand::{Rng, seq::SliceRandom};

use crate::{error::Result, exchange::MarketEntry};

/// The most orders of one key that wait: more than a buyer who waits for answers needs, and few
/// enough to be looked through.
pub const OPEN_OF_A_KEY: usize = 16;
/// The most orders that wait: what a person can still work through, and what an inbox shows within
/// a second.
pub const OPEN_IN_ALL: usize = 1000;
/// The most waiting orders of keys that are neither contacts nor earlier buyers: half of all, so
/// that the others always find room.
pub const OPEN_OF_STRANGERS: usize = OPEN_IN_ALL / 2;
/// The most new objects that are opened in a poll. Each takes about a tenth of a millisecond to
/// decrypt and verify, and a person waits for it.
pub const OPENED_A_LOOK: usize = 1000;

/// Relation of a key to this home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A contact, or an earlier buyer.
    Known,
    /// Neither a contact nor an earlier buyer.
    Stranger,
    /// A key whose orders are not stored.
    Blocked,
}

/// Counts of the waiting orders.
#[derive(Clone, Default)]
pub struct Room {
    of_keys: HashMap<Kid, usize>,
    all: usize,
    strangers: usize,
}

impl Room {
    /// Returns whether there is room for an order of that key.
    pub fn has(&self, key: &Kid, standing: Standing) -> bool {
        self.of_keys
            .get(key)
            .is_none_or(|count| *count < OPEN_OF_A_KEY)
            && self.all < OPEN_IN_ALL
            && (standing == Standing::Known || self.strangers < OPEN_OF_STRANGERS)
    }

    /// Counts an order of that key.
    pub fn count(&mut self, key: Kid, standing: Standing) {
        *self.of_keys.entry(key).or_default() += 1;
        self.all += 1;
        self.strangers += usize::from(standing != Standing::Known);
    }
}

/// The kind of an object that was opened and stays on the market.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// An order of that key, for which there was no room.
    Order(Kid),
    /// A cancellation of an order that is not known yet, and its signer.
    Cancellation(DocumentId, Kid),
    /// An object that could not be read.
    Unread,
    /// An order that had expired according to the clock, and its expiry. The clock may be wrong, so
    /// the order stays on the market.
    Late(Timestamp),
    /// A signed document that a newer version of Poundwise made.
    Newer,
}

/// The objects that were opened and stay on the market, by name, with the version of each at that
/// time. They are kept in memory only: a forgotten object is opened once more.
#[derive(Default)]
pub struct LeftOver(HashMap<String, (String, Left)>);

impl LeftOver {
    /// Remembers the kind of an object.
    pub fn remember(&mut self, entry: &MarketEntry, what: Left) {
        self.0
            .insert(entry.path.clone(), (entry.version.clone(), what));
    }

    /// Forgets an object, so that it is opened again.
    pub fn forget(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// Forgets the orders that have not expired at `now`: the clock was set back since they were
    /// opened. The next scan opens them again.
    pub fn forget_in_time(&mut self, now: Timestamp) {
        self.0
            .retain(|_, (_, what)| !matches!(what, Left::Late(over_at) if now <= *over_at));
    }

    /// Returns the cancellations by order: signer and name of each.
    pub fn cancellations(&self) -> HashMap<DocumentId, Vec<(Kid, String)>> {
        let mut found: HashMap<_, Vec<_>> = HashMap::new();
        for (path, (_, what)) in &self.0 {
            if let Left::Cancellation(order, by) = what {
                found.entry(*order).or_default().push((*by, path.clone()));
            }
        }
        found
    }

    /// Returns the number of documents that a newer version made.
    pub fn newer(&self) -> u64 {
        let newer = self.0.values().filter(|(_, what)| *what == Left::Newer);
        newer.count() as u64
    }

    /// Returns the names of the orders for which there was no room, without their folder.
    pub fn orders(&self) -> Vec<String> {
        self.0
            .iter()
            .filter(|(_, (_, what))| matches!(what, Left::Order(_)))
            .filter_map(|(path, _)| Some(path.rsplit_once('/')?.1.to_owned()))
            .collect()
    }

    /// Chooses which of the objects that are not dealt with are opened now, and forgets all objects
    /// that are not among `new`. Returns the chosen objects and the number of orders that stay
    /// unopened.
    ///
    /// # Errors
    /// The errors of `standing`.
    pub fn choose(
        &mut self,
        new: Vec<MarketEntry>,
        mut room: Room,
        mut standing: impl FnMut(&Kid) -> Result<Standing>,
        random: &mut impl Rng,
    ) -> Result<(Vec<MarketEntry>, usize)> {
        let mut before = std::mem::take(&mut self.0);
        let (mut chosen, mut orders, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        let mut ended = 0;
        let all = new.len();
        for entry in new {
            match before.remove(&entry.path) {
                Some((version, what)) if version == entry.version => {
                    self.remember(&entry, what);
                    match what {
                        Left::Order(key) => orders.push((entry, key)),
                        Left::Cancellation(..) | Left::Late(_) | Left::Newer => ended += 1,
                        Left::Unread => unread.push(entry),
                    }
                }
                _ => chosen.push(entry),
            }
        }
        orders.shuffle(random);
        for (entry, key) in orders {
            let standing = standing(&key)?;
            if standing == Standing::Blocked {
                chosen.push(entry);
            } else if room.has(&key, standing) {
                room.count(key, standing);
                chosen.push(entry);
            }
        }
        chosen.shuffle(random);
        chosen.truncate(OPENED_A_LOOK);
        // Objects that could not be read before come last, so that they delay no others.
        unread.shuffle(random);
        unread.truncate(OPENED_A_LOOK - chosen.len());
        chosen.append(&mut unread);
        let unopened = all - chosen.len() - ended;
        Ok((chosen, unopened))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    fn entry(number: usize) -> MarketEntry {
        MarketEntry {
            path: format!("orders/me/{number}.age"),
            size: 1,
            version: "1".to_owned(),
        }
    }

    fn key(number: u8) -> Kid {
        poundwise_documents::keys::Identity::from_bytes(&[number; 32]).kid()
    }

    fn strangers(_: &Kid) -> Result<Standing> {
        Ok(Standing::Stranger)
    }

    #[test]
    fn a_key_has_16_places_and_strangers_half_of_all() {
        let mut room = Room::default();
        for _ in 0..OPEN_OF_A_KEY {
            assert!(room.has(&key(1), Standing::Known));
            room.count(key(1), Standing::Known);
        }
        assert!(!room.has(&key(1), Standing::Known));
        assert!(room.has(&key(2), Standing::Stranger));
        room.strangers = OPEN_OF_STRANGERS;
        room.all = OPEN_OF_STRANGERS;
        assert!(!room.has(&key(2), Standing::Stranger));
        assert!(room.has(&key(2), Standing::Known));
        room.all = OPEN_IN_ALL;
        assert!(!room.has(&key(2), Standing::Known));
        // Those of blocked keys, which waited before, take a stranger's place.
        for standing in [Standing::Stranger, Standing::Blocked, Standing::Known] {
            let mut room = Room::default();
            for _ in 0..OPEN_OF_STRANGERS {
                room.count(key(1), standing);
            }
            let is_known = standing == Standing::Known;
            assert_eq!(room.has(&key(2), Standing::Stranger), is_known);
            assert!(room.has(&key(2), Standing::Known));
        }
    }

    #[test]
    fn each_look_goes_on_to_what_was_not_opened_yet() {
        let mut random = StdRng::seed_from_u64(1);
        let mut left = LeftOver::default();
        let there: Vec<MarketEntry> = (0..3500).map(entry).collect();
        let full = Room {
            strangers: OPEN_OF_STRANGERS,
            ..Room::default()
        };
        let mut opened = HashSet::new();
        for look in 0..4 {
            let (chosen, unopened) = left
                .choose(there.clone(), full.clone(), strangers, &mut random)
                .unwrap();
            assert_eq!(chosen.len(), [1000, 1000, 1000, 500][look]);
            assert_eq!(unopened, 3500 - chosen.len());
            for entry in chosen {
                assert!(opened.insert(entry.path.clone()), "{} again", entry.path);
                left.remember(&entry, Left::Order(key(1)));
            }
        }
        let (none, unopened) = left
            .choose(there.clone(), full, strangers, &mut random)
            .unwrap();
        assert_eq!((none.len(), unopened), (0, 3500));
        // A key gets no more places than it has; another version is another object.
        let (again, _) = left
            .choose(there.clone(), Room::default(), strangers, &mut random)
            .unwrap();
        assert_eq!(again.len(), OPEN_OF_A_KEY);
        let mut changed = there;
        changed[7].version = "2".to_owned();
        let full = Room {
            all: OPEN_IN_ALL,
            ..Room::default()
        };
        let (again, _) = left.choose(changed, full, strangers, &mut random).unwrap();
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].path, entry(7).path);
    }

    #[test]
    fn the_order_is_random() {
        let there: Vec<MarketEntry> = (0..2000).map(entry).collect();
        let mut times = 0;
        for seed in 0..200 {
            let mut random = StdRng::seed_from_u64(seed);
            let (chosen, _) = LeftOver::default()
                .choose(there.clone(), Room::default(), strangers, &mut random)
                .unwrap();
            times += usize::from(chosen.iter().any(|chosen| chosen.path == entry(1999).path));
        }
        assert!(
            (70..130).contains(&times),
            "the last of 2000: {times} of 200"
        );
    }

    #[test]
    fn what_cannot_be_read_is_in_nobodys_way() {
        let mut random = StdRng::seed_from_u64(1);
        let mut left = LeftOver::default();
        let odd: Vec<MarketEntry> = (0..1500).map(entry).collect();
        for entry in &odd {
            left.remember(entry, Left::Unread);
        }
        let there: Vec<MarketEntry> = (0..2400).map(entry).collect();
        let (chosen, _) = left
            .choose(there, Room::default(), strangers, &mut random)
            .unwrap();
        let fresh = chosen
            .iter()
            .filter(|chosen| !odd.iter().any(|odd| odd.path == chosen.path))
            .count();
        assert_eq!((fresh, chosen.len()), (900, 1000));
    }

    #[test]
    fn those_of_a_blocked_key_are_opened_to_be_noted_and_cancellations_are_not() {
        let mut random = StdRng::seed_from_u64(1);
        let mut left = LeftOver::default();
        let there: Vec<MarketEntry> = (0..3).map(entry).collect();
        left.remember(&there[0], Left::Order(key(1)));
        left.remember(&there[1], Left::Cancellation(DocumentId::of("x"), key(1)));
        left.remember(&there[2], Left::Order(key(2)));
        let full = Room {
            all: OPEN_IN_ALL,
            ..Room::default()
        };
        let blocked = |of: &Kid| {
            Ok(if *of == key(2) {
                Standing::Blocked
            } else {
                Standing::Known
            })
        };
        let (chosen, unopened) = left.choose(there, full, blocked, &mut random).unwrap();
        assert_eq!((chosen.len(), unopened), (1, 1));
        assert_eq!(chosen[0].path, entry(2).path);
        assert_eq!(left.cancellations().len(), 1);
        let mut orders = left.orders();
        orders.sort_unstable();
        assert_eq!(orders, ["0.age", "2.age"], "a cancellation is not paid");
        left.choose(Vec::new(), Room::default(), blocked, &mut random)
            .unwrap();
        assert!(left.cancellations().is_empty(), "what is gone is forgotten");
    }
}
