//! Which orders were sold before, in fixed memory.

use std::collections::HashSet;

use crate::units::DocumentId;

/// So many are remembered exactly.
const EXACT: usize = 4096;
/// Then in 2^27 bits, 16 MiB,
const BITS: u32 = 27;
/// of which each order sets so many.
const MARKS: u64 = 8;

/// The orders so far. Of many, as a Bloom filter: it never forgets one, and takes a new one for an old one less than
/// once in 10^9 times at a million orders, once in 500 at ten million.
///
/// That may never speak against an honest owner, so it does not decide alone: an order sold a second time is always for
/// a level that its buyer has left behind, levels only rising. Such an order is wrong in any case; the filter says
/// whether it was sold before, or should never have been.
pub(super) enum OrdersSeen {
    Few(HashSet<DocumentId>),
    Many(Vec<u64>),
}

impl OrdersSeen {
    pub(super) fn new() -> Self {
        Self::Few(HashSet::new())
    }

    /// Remembers an order. Whether it was there before.
    pub(super) fn see(&mut self, order: DocumentId) -> bool {
        let orders = match self {
            Self::Many(filter) => return mark(filter, order),
            Self::Few(orders) => orders,
        };
        let seen = !orders.insert(order);
        if orders.len() > EXACT {
            let mut filter = vec![0; 1 << (BITS - 6)];
            for order in orders.iter() {
                mark(&mut filter, *order);
            }
            *self = Self::Many(filter);
        }
        seen
    }
}

fn mark(filter: &mut [u64], order: DocumentId) -> bool {
    // The id is a hash already.
    let (words, _) = order.as_bytes().as_chunks::<8>();
    let word = |n: usize| words.get(n).copied().map_or(0, u64::from_le_bytes);
    let (start, step) = (word(0), word(1) | 1);
    let mut seen = true;
    for mark in 0..MARKS {
        let bit = start.wrapping_add(step.wrapping_mul(mark)) >> (64 - BITS);
        let place = usize::try_from(bit >> 6).unwrap_or(0);
        if let Some(slot) = filter.get_mut(place) {
            let mask = 1 << (bit & 63);
            seen &= *slot & mask != 0;
            *slot |= mask;
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_fixed_from_some_number_on() {
        let mut orders = OrdersSeen::new();
        for number in 0..EXACT {
            orders.see(DocumentId::of(&number.to_string()));
        }
        assert!(matches!(orders, OrdersSeen::Few(_)));
        orders.see(DocumentId::of("another"));
        assert!(matches!(orders, OrdersSeen::Many(_)));
    }

    #[test]
    fn none_is_forgotten_and_hardly_any_is_mistaken() {
        let mut orders = OrdersSeen::new();
        let id = |n: u32| DocumentId::of(&n.to_string());
        let mistaken = (0..200_000).filter(|n| orders.see(id(*n))).count();
        assert_eq!(mistaken, 0);
        assert!((0..200_000).all(|n| orders.see(id(n))));
    }
}
