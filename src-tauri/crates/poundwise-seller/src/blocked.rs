//! Blocked keys: their orders are not stored.

use poundwise_documents::units::Kid;

use crate::{
    Seller,
    accuracy::Widths,
    error::{Error, ErrorCode, Result},
    hint::Act,
    make_views::order_view,
    messages::ContactMessage,
    store::Which,
    view::{BlockedKey, Blocking, OrderStatus},
};

impl Seller<'_> {
    /// Blocks a key: no new orders of it are stored, and those that wait are discarded. Nothing is
    /// sent. What was traded with it stays. Blocking twice is harmless.
    ///
    /// # Errors
    /// `own-key`.
    pub fn block(&self, kid: Kid) -> Result<Blocking> {
        if kid == self.context.identity.kid() {
            return Err(Error::usage(ErrorCode::OwnKey, ContactMessage::OwnKey)
                .hint(Act::ListInbox.to(ContactMessage::BlockOtherKey)));
        }
        let at = self.context.order_time()?;
        let waiting: Vec<_> = self
            .context
            .read()
            .received(Which::Pending, at)?
            .into_iter()
            .filter(|received| received.order.signer() == kid)
            .collect();
        let writing = self.context.db.begin()?;
        writing.block_key(&kid, &self.context.now()?.to_string())?;
        for received in &waiting {
            writing.order_gone(&received.order.id(), OrderStatus::Discarded)?;
        }
        self.context.commit(writing)?;
        let discarded = waiting
            .iter()
            .map(|received| {
                let listing = self.listing_of(&received.order)?.listing;
                order_view(
                    &Widths::of(self.context),
                    &received.order,
                    &listing,
                    OrderStatus::Discarded,
                    None,
                )
            })
            .collect::<Result<_>>()?;
        let blocked = self
            .blocked_keys()?
            .into_iter()
            .find(|blocked| blocked.kid == kid)
            .ok_or_else(|| not_blocked(&kid))?;
        Ok(Blocking { blocked, discarded })
    }

    /// Lets a key order again. Orders that came while it was blocked stay away; its owner may order
    /// anew.
    ///
    /// # Errors
    /// `not-blocked`.
    pub fn unblock(&self, kid: Kid) -> Result<()> {
        let writing = self.context.db.begin()?;
        if !writing.unblock_key(&kid)? {
            return Err(not_blocked(&kid));
        }
        self.context.commit(writing)
    }

    /// Returns the blocked keys, the newest first.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn blocked_keys(&self) -> Result<Vec<BlockedKey>> {
        self.context
            .read()
            .blocked_keys()?
            .into_iter()
            .map(|(kid, blocked_at)| {
                Ok(BlockedKey {
                    contact: self.context.read().contact_name(&kid)?,
                    kid,
                    blocked_at,
                })
            })
            .collect()
    }
}

fn not_blocked(kid: &Kid) -> Error {
    Error::refused(
        ErrorCode::NotBlocked,
        ContactMessage::NotBlocked { kid: *kid },
    )
    .hint(Act::ListBlocked.to(ContactMessage::SeeBlocked))
}
