//! Orders of one buyer of which only one can be approved.
//!
//! A purchase begins at the level that the buyer holds. Of a buyer's orders that begin at one level
//! of a question one can be approved: the next begins at the level that it brings.

use std::collections::HashMap;

use poundwise_documents::units::{DocumentId, Kid, MicroEpsilon};

use crate::{question::QuestionName, view::OrderView};

/// The place at which an order begins: a buyer, a question and a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Start {
    /// The key that signed the order.
    pub buyer: Kid,
    /// What is bought.
    pub question: QuestionName,
    /// Level held.
    pub from: MicroEpsilon,
}

/// Names to each order the others that begin where it does ([`OrderView::rivals`]). An order that
/// cannot be approved has no start, and no others. O(orders), and O(r²) for r that begin alike.
pub fn name_rivals<'a>(orders: impl IntoIterator<Item = (Option<Start>, &'a mut OrderView)>) {
    let mut alike: HashMap<Start, Vec<&mut OrderView>> = HashMap::new();
    for (start, order) in orders {
        if let Some(start) = start {
            alike.entry(start).or_default().push(order);
        }
    }
    for orders in alike.into_values() {
        let ids: Vec<DocumentId> = orders.iter().map(|order| order.id).collect();
        for order in orders {
            let others = ids.iter().filter(|id| **id != order.id);
            order.rivals = others.copied().collect();
        }
    }
}
