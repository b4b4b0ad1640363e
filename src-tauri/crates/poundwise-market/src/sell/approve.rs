//! A sale: one transaction from the order to the delivery in the outbox.

use poundwise_documents::{
    bundle::{Bundle, Inclusion},
    jws::Signed,
    kinds::{Order, Receipt, Release},
    units::{Currency, Digest, DocumentId, MinorUnits, Salt, Timestamp},
    values,
};
use rusqlite::{Connection, params};

use crate::{
    db::{self, insert_signed, stored},
    error::{Error, Result},
    home::{Home, random_bytes},
    rules::check_order,
    secrets::ListingSecrets,
    sell::{
        inbox::Prospect,
        ledger::{append, insert_receipt, last_receipt, receipt_of},
    },
    store::delivery_path,
    vault::seal_to,
    view::{OrderStatus, ReceiptView},
};

/// Where the ledger stands when a sale is made, and the sale's time.
pub(crate) struct Moment {
    previous: Option<Signed<Receipt>>,
    pub(crate) now: Timestamp,
}

impl Home {
    /// Approves an order: the release is read off the path, the receipt and the checkpoint are signed, and the
    /// finished delivery is put into the outbox, all in one transaction; then the outbox is emptied. Approving an
    /// order again gives the same receipt and sends the same bytes.
    ///
    /// Cost: one reading of the path at d coordinates, O(log n) for the ledger of n receipts, one durable commit.
    ///
    /// # Errors
    /// `no-such-id`, `declined-already`, and each refusal by its own code: `wrong-from`, `stale-price`, `withdrawn`,
    /// `already-held`, `over-ceiling`, `off-grain`, `over-cap`; `behind-market` and `two-histories` when the market shows
    /// that this home is an older copy of itself. Nothing is written then.
    pub fn approve(&self, order: &str, payment: &str) -> Result<ReceiptView> {
        let received = self.received_order(order)?;
        let order = &received.order;
        let id = order.id().to_string();
        self.check_own_history()?;
        let receipt = match (receipt_of(self.read(), &id)?, received.status) {
            (Some(receipt), _) => {
                // Sent again, the same bytes, in case the market lost them.
                self.read().execute(
                    "UPDATE outbox SET sent = 0 WHERE path = ?1",
                    [delivery_path(&order.signer(), &receipt.id())],
                )?;
                receipt
            }
            (None, OrderStatus::Declined) => {
                return Err(Error::refused(
                    "declined-already",
                    "this order was declined; it cannot be approved any more",
                )
                .hint("The buyer may order anew."));
            }
            (None, _) => {
                let transaction = self.db.begin()?;
                let moment = self.moment(&transaction)?;
                let receipt = self.sell(&transaction, order, payment.trim(), &moment)?;
                transaction.commit()?;
                receipt
            }
        };
        self.send();
        let title = self.listing_of(order)?.listing.payload().title.clone();
        self.receipt_view(&receipt, &order.payload().buyer_name, &title)
    }

    /// Where the ledger stands, and the time of a sale made now.
    pub(crate) fn moment(&self, connection: &Connection) -> Result<Moment> {
        let previous = last_receipt(connection)?;
        // A clock set back must not make the ledger run backwards.
        let now = match &previous {
            Some(receipt) => self.now()?.max(receipt.payload().issued_at),
            None => self.now()?,
        };
        Ok(Moment { previous, now })
    }

    /// Sells what an order asks for, in the caller's transaction.
    pub(crate) fn sell(
        &self,
        connection: &Connection,
        order: &Signed<Order>,
        payment: &str,
        moment: &Moment,
    ) -> Result<Signed<Receipt>> {
        let prospect = self.prospect(connection, order)?;
        let listing = &prospect.own.listing;
        check_order(
            order.payload(),
            listing.payload(),
            prospect.own.status,
            prospect.held,
            prospect.dataset_loss_after,
        )?;
        let Moment { previous, now } = moment;
        let (release, values) = self.release(connection, order, &prospect, *now)?;
        let receipt = self.receipt(
            order,
            &prospect,
            previous.as_ref(),
            release.id(),
            payment,
            *now,
        )?;
        insert_signed(connection, &release)?;
        insert_receipt(connection, &receipt, &prospect.own.series.to_string())?;
        let (checkpoint, proof) = append(self, connection, &receipt)?;
        let sequence = receipt.payload().sequence;
        let bundle = Bundle::new(
            listing,
            order,
            &receipt,
            &release,
            values,
            &checkpoint,
            Inclusion {
                index: sequence,
                size: sequence + 1,
                hashes: proof,
            },
        );
        let bytes = bundle
            .to_bytes()
            .map_err(|e| Error::failed("bundle", format!("the bundle cannot be made: {e}")))?;
        let body = seal_to(&order.payload().deliver_to, &bytes)?;
        db::enqueue(
            connection,
            &delivery_path(&order.signer(), &receipt.id()),
            &body,
        )?;
        connection.execute(
            "UPDATE orders_received SET status = 'delivered' WHERE id = ?1",
            params![order.id().to_string()],
        )?;
        Ok(receipt)
    }

    /// The signed release at the order's level, and its values file.
    fn release(
        &self,
        connection: &Connection,
        order: &Signed<Order>,
        prospect: &Prospect,
        now: Timestamp,
    ) -> Result<(Signed<Release>, Vec<u8>)> {
        let listing = prospect.own.listing.payload();
        let level = order.payload().to_micro_epsilon;
        let secrets = ListingSecrets::load(connection, &self.vault, &prospect.own.series)?;
        let response = secrets.respond(listing, level)?;
        let base = match prospect.held.receipt {
            Some(held) => Some((
                base_release(connection, held)?,
                secrets.respond(listing, prospect.held.level)?,
            )),
            None => None,
        };
        let fault = |e: values::ValuesError| {
            Error::failed("values", format!("the values file cannot be made: {e}"))
        };
        let before = base.as_ref().map(|(_, before)| before.as_slice());
        let rows = values::rows(&listing.labels, &response, before).map_err(fault)?;
        let file = values::write(&rows).map_err(fault)?;
        let release = self.sign(Release {
            listing: prospect.own.listing.id(),
            order: order.id(),
            micro_epsilon: level,
            values_sha256: Digest::of(&file),
            rows: rows.len() as u64,
            base: base.map(|(id, _)| id),
            jwk: self.identity.jwk(),
            issued_at: now,
        })?;
        Ok((release, file))
    }

    fn receipt(
        &self,
        order: &Signed<Order>,
        prospect: &Prospect,
        previous: Option<&Signed<Receipt>>,
        release: DocumentId,
        payment: &str,
        now: Timestamp,
    ) -> Result<Signed<Receipt>> {
        let listing = prospect.own.listing.payload();
        let o = order.payload();
        let sequence = previous.map_or(0, |r| r.payload().sequence + 1);
        let money = previous.map_or(&[][..], |r| &r.payload().total_money);
        self.sign(Receipt {
            sequence,
            listing: prospect.own.listing.id(),
            order: order.id(),
            buyer: order.signer(),
            from_micro_epsilon: o.from_micro_epsilon,
            to_micro_epsilon: o.to_micro_epsilon,
            price_minor: o.price_minor,
            currency: listing.currency,
            payment_reference: payment.to_owned(),
            release,
            listing_loss_micro_epsilon: prospect.listing_loss_after,
            dataset_loss_micro_epsilon: prospect.dataset_loss_after,
            total_receipts: sequence + 1,
            total_money: total_with(money, listing.currency, o.price_minor)?,
            previous_receipt: previous.map(Signed::id),
            salt: Salt::from_bytes(random_bytes()?),
            jwk: self.identity.jwk(),
            issued_at: now,
        })
    }
}

/// The release of an earlier receipt.
fn base_release(connection: &Connection, receipt: DocumentId) -> Result<DocumentId> {
    let text = db::document(connection, &receipt.to_string())?.ok_or_else(|| {
        Error::failed("database-damaged", format!("receipt {receipt} is missing"))
            .hint("Bring the home back from a backup.")
    })?;
    Ok(stored::<Receipt>(&text)?.payload().release)
}

/// Running totals with one more sale, by currency in rising order.
fn total_with(
    totals: &[(Currency, MinorUnits)],
    currency: Currency,
    price: MinorUnits,
) -> Result<Vec<(Currency, MinorUnits)>> {
    let mut totals = totals.to_vec();
    match totals.binary_search_by_key(&currency, |(c, _)| *c) {
        Ok(i) => {
            totals[i].1 = totals[i].1.checked_add(price).ok_or_else(|| {
                Error::refused(
                    "total-too-large",
                    format!("the total in {currency} would pass the largest amount"),
                )
            })?;
        }
        Err(i) => totals.insert(i, (currency, price)),
    }
    Ok(totals)
}
