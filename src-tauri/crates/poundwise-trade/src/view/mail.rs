//! Files that are sent by mail.

use serde::Serialize;

use super::{Collected, ListingView, OrderView};

/// The result of receiving one file.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReceivedMail {
    /// A listing. The market of this home includes it now.
    Listing {
        /// The file.
        file: String,
        /// Its newest version.
        listing: Box<ListingView>,
    },
    /// An order or its cancellation.
    Order {
        /// The file.
        file: String,
        /// The order in the inbox. `null` if it waits for room in the inbox, or if a cancellation
        /// waits for its order.
        order: Option<Box<OrderView>>,
    },
    /// A delivery or a refusal.
    Delivery {
        /// The file.
        file: String,
        /// The collection of all deliveries that were received together. Only the first of them has
        /// it.
        collected: Option<Collected>,
    },
}
