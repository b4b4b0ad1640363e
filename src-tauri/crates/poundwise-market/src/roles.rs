//! The two roles of a home's owner.

use poundwise_buyer::Buyer;
use poundwise_seller::Seller;

use crate::home::Home;

/// The roles in which an open home trades.
pub trait Roles {
    /// Returns the seller's role of the home.
    fn seller(&self) -> Seller<'_>;

    /// Returns the buyer's role of the home.
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
