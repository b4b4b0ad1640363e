//! The cells of a column, as days.

use poundwise_text::DayOrder;
use poundwise_text::day::full_day;

use crate::words::label;

/// The most cells that are shown because they are no day of an order.
const SHOWN_OTHERS: usize = 3;
/// The fewest digits of a day: those of its year and one more.
const LEAST_DIGITS: usize = 5;

/// Counts of a column's cells, as days of each order.
#[derive(Default)]
pub(super) struct Days {
    /// Cells that are not empty.
    cells: u64,
    /// Of each order in [`DayOrder::ALL`].
    orders: [Others; DayOrder::ALL.len()],
}

/// The cells that are no day of an order.
#[derive(Default)]
struct Others {
    count: u64,
    first: Vec<OtherText>,
    /// The first of them that is a day of another order.
    first_day: Option<OtherText>,
}

/// A cell that is no day of an order.
#[derive(Clone)]
pub(super) struct OtherText {
    /// The byte of the text before its row.
    pub(super) at: u64,
    pub(super) text: String,
}

impl Days {
    /// Takes one cell, without the spaces around it, that is not empty; `at` is the byte of the
    /// text before its row.
    pub(super) fn see(&mut self, text: &str, at: u64) {
        self.cells += 1;
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let is_day =
            DayOrder::ALL.map(|order| digits >= LEAST_DIGITS && full_day(text, order).is_some());
        let any = is_day.contains(&true);
        for (others, is_day) in self.orders.iter_mut().zip(is_day) {
            if is_day {
                continue;
            }
            others.count += 1;
            let other = || OtherText {
                at,
                text: label(text),
            };
            if others.first.len() < SHOWN_OTHERS {
                others.first.push(other());
            }
            if any && others.first_day.is_none() {
                others.first_day = Some(other());
            }
        }
    }

    fn others(&self, order: DayOrder) -> Option<&Others> {
        let mut orders = DayOrder::ALL.iter().zip(&self.orders);
        orders
            .find(|(one, _)| **one == order)
            .map(|(_, others)| others)
    }

    /// Returns the number of cells that are no day of this order.
    pub(super) fn not_days(&self, order: DayOrder) -> u64 {
        self.others(order).map_or(0, |others| others.count)
    }

    /// Returns the first of these cells.
    pub(super) fn first_not_days(&self, order: DayOrder) -> &[OtherText] {
        self.others(order).map_or(&[], |others| &others.first)
    }

    /// Returns the first cell that is no day of this order, and one of another order.
    pub(super) fn first_of_other_order(&self, order: DayOrder) -> Option<&OtherText> {
        self.others(order)?.first_day.as_ref()
    }

    /// Returns whether a cell is a day of some order.
    pub(super) fn has_day(&self) -> bool {
        self.orders.iter().any(|others| others.count < self.cells)
    }

    /// Returns the order that most cells suggest if at least nine of ten cells are days of it. Of
    /// orders that fit equally well it is the first one. A person settles it.
    pub(super) fn proposal(&self) -> Option<DayOrder> {
        let (order, others) = DayOrder::ALL
            .iter()
            .zip(&self.orders)
            .min_by_key(|(_, others)| others.count)?;
        let is_most = others.count < self.cells && others.count * 10 <= self.cells;
        is_most.then_some(*order)
    }
}
