//! The two roles of whoever owns a home.

use poundwise_buyer::Buyer;
use poundwise_seller::Seller;

use crate::home::Home;

/// The roles in which an open home trades.
pub trait Roles {
    /// Returns the role of who sells.
    fn seller(&self) -> Seller<'_>;

    /// Returns the role of who buys.
    fn buyer(&self) -> Buyer<'_>;
}

impl Roles for Home {
    fn seller(&self) -> Seller<'_> {
        Seller::of(self)
    }

    fn buyer(&self) -> Buyer<'_> {
        Buyer::of(self)
    }
}
