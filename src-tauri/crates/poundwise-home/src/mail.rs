//! Trade by mail: objects of the market in files that people send each other.
//!
//! [`Mailing`] is a file to send: the bytes that this home puts on its market, in the form of
//! [`poundwise_documents::mail`]. [`Mail`] is a file that came. Its objects are verified as those of
//! a market, and then stored in the folder `mail` of the home under their names. The readers of the
//! market read this folder too: [`Context::store`](crate::Context) includes its listings, withdrawals
//! and orders, and collections read it as a second market.
//!
//! A home that trades only by mail has a private folder as its market. The folder has its ledger and
//! own copies, and a sale leaves the home only after its entry is there. The
//! checks of [`crate::own_log`] are then those of every home. They never read the folder `mail`.

mod receive;
mod save;

pub use receive::{DeliveryOwner, Mail, VerifiedMail};
pub use save::Mailing;
