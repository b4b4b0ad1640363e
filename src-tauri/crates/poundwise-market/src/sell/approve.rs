//! A sale: the release is computed without the home, and then it is one transaction from the order to the delivery in
//! the outbox.

use std::sync::Arc;

use poundwise_documents::{
    bundle::{Bundle, Inclusion},
    jws::Signed,
    kinds::{Listing, Order, Receipt, Release},
    units::{Currency, Digest, DocumentId, MicroEpsilon, MinorUnits, Salt, Timestamp},
    values,
};
use rusqlite::{Connection, params};

use crate::{
    db::{self, insert_signed, stored},
    error::{Error, ErrorCode, Result},
    home::{Home, random_bytes},
    rules::{Held, check_order},
    secrets::ListingSecrets,
    sell::{
        inbox::Prospect,
        ledger::{append, insert_receipt, last_receipt, receipt_of},
    },
    store::delivery_path,
    vault::{Vault, seal_to},
    view::{OrderStatus, ReceiptView},
    work::{Step, Work},
};

/// An approval that is asked for.
pub struct Approval {
    order: DocumentId,
    payment: String,
    /// None if the order was approved before.
    sale: Option<Sale>,
    vault: Arc<Vault>,
}

/// What a release is computed from.
struct Sale {
    listing: Arc<Signed<Listing>>,
    series: DocumentId,
    secrets: Vec<u8>,
    level: MicroEpsilon,
    held: Held,
}

/// An approval whose release is computed, and only waits to be signed.
pub struct Approved {
    order: DocumentId,
    payment: String,
    response: Option<Response>,
}

/// A release's values file.
struct Response {
    level: MicroEpsilon,
    held: Held,
    rows: u64,
    file: Vec<u8>,
}

/// Where the ledger stands when a sale is made, and the sale's time.
pub(crate) struct Moment {
    previous: Option<Signed<Receipt>>,
    pub(crate) now: Timestamp,
}

impl Home {
    /// Approves an order: the release is read off the path, the receipt and the checkpoint are signed, and the
    /// finished delivery is put into the outbox, all of which in one transaction; then the outbox is emptied. Approving
    /// an order again gives the same receipt and sends the same bytes.
    ///
    /// Cost: one reading of the path at d coordinates, O(log n) for the ledger of n receipts, one durable commit.
    ///
    /// # Errors
    /// `no-such-id`, `declined-already`, and each refusal by its own code: `wrong-from`, `stale-price`, `withdrawn`,
    /// `already-held`, `over-ceiling`, `off-grain`, `over-cap`; `behind-market` and `two-histories` when the market shows
    /// that this home is an older copy of itself. Nothing is written then.
    pub fn approve(&self, order: &str, payment: &str) -> Result<ReceiptView> {
        self.approve_with(order, payment, &Work::silent())
    }

    /// As [`Home::approve`], telling how far it is: coordinates read off the path.
    ///
    /// # Errors
    /// As there; `stopped`.
    pub fn approve_with(&self, order: &str, payment: &str, work: &Work<'_>) -> Result<ReceiptView> {
        self.finish_approval(self.begin_approval(order, payment)?.run(work)?)
    }

    /// Checks whether an order may be approved, before its release is computed.
    ///
    /// # Errors
    /// As [`Home::approve`].
    pub fn begin_approval(&self, order: &str, payment: &str) -> Result<Approval> {
        let received = self.received_order(order)?;
        let order = &received.order;
        self.check_own_history()?;
        let approved = receipt_of(self.read(), &order.id().to_string())?;
        let sale = match (approved, received.status) {
            (Some(_), _) => None,
            (None, OrderStatus::Declined) => return Err(declined_already()),
            (None, _) => Some(self.sale(order)?),
        };
        Ok(Approval {
            order: order.id(),
            payment: payment.trim().to_owned(),
            sale,
            vault: Arc::clone(&self.vault),
        })
    }

    /// Begins the approval of an order that waits, after whatever decided on it.
    pub(crate) fn approval(&self, order: &Signed<Order>, payment: &str) -> Result<Approval> {
        Ok(Approval {
            order: order.id(),
            payment: payment.to_owned(),
            sale: Some(self.sale(order)?),
            vault: Arc::clone(&self.vault),
        })
    }

    fn sale(&self, order: &Signed<Order>) -> Result<Sale> {
        let prospect = self.prospect(self.read(), order)?;
        prospect.check(order)?;
        Ok(Sale {
            secrets: ListingSecrets::ciphertext(self.read(), &prospect.own.series)?,
            listing: prospect.own.listing,
            series: prospect.own.series,
            level: order.payload().to_micro_epsilon,
            held: prospect.held,
        })
    }

    /// Signs, stores and sends a sale. Everything is checked again, as the home is now.
    ///
    /// # Errors
    /// As [`Home::approve`]. Nothing is written then.
    pub fn finish_approval(&self, approved: Approved) -> Result<ReceiptView> {
        let received = self.received_order(&approved.order.to_string())?;
        let order = &received.order;
        let id = order.id().to_string();
        let receipt = match (receipt_of(self.read(), &id)?, received.status) {
            (Some(receipt), _) => {
                // Sent again, the same bytes, in case the market lost them.
                self.read().execute(
                    "UPDATE outbox SET sent = 0 WHERE path = ?1",
                    [delivery_path(&order.signer(), &receipt.id())],
                )?;
                receipt
            }
            (None, OrderStatus::Declined) => return Err(declined_already()),
            (None, _) => {
                let transaction = self.db.begin()?;
                let moment = self.moment(&transaction)?;
                let receipt = self.sell(&transaction, order, approved, &moment)?;
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

    /// Sells what an order asks for, in the caller's transaction. Everything is checked.
    pub(crate) fn sell(
        &self,
        connection: &Connection,
        order: &Signed<Order>,
        approved: Approved,
        moment: &Moment,
    ) -> Result<Signed<Receipt>> {
        let prospect = self.prospect(connection, order)?;
        prospect.check(order)?;
        let response = approved
            .response
            .filter(|made| made.level == order.payload().to_micro_epsilon)
            .filter(|made| made.held == prospect.held)
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::HoldingChanged,
                    "what this buyer holds changed while the release was computed",
                )
                .hint("Nothing was written. Approve it again.")
            })?;
        let listing = &prospect.own.listing;
        let Moment { previous, now } = moment;
        let base = match prospect.held.receipt {
            Some(held) => Some(base_release(connection, held)?),
            None => None,
        };
        let release = self.sign(Release {
            listing: listing.id(),
            order: order.id(),
            micro_epsilon: response.level,
            values_sha256: Digest::of(&response.file),
            rows: response.rows,
            base,
            jwk: self.identity.jwk(),
            issued_at: *now,
        })?;
        let receipt = self.receipt(
            order,
            &prospect,
            previous.as_ref(),
            release.id(),
            &approved.payment,
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
            response.file,
            &checkpoint,
            Inclusion {
                index: sequence,
                size: sequence + 1,
                hashes: proof,
            },
        );
        let bytes = bundle.to_bytes().map_err(|e| {
            Error::failed(ErrorCode::Bundle, format!("the bundle cannot be made: {e}"))
        })?;
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

impl Prospect {
    /// Whether the order may be approved.
    fn check(&self, order: &Signed<Order>) -> Result<()> {
        check_order(
            order.payload(),
            self.own.listing.payload(),
            self.own.status,
            self.held,
            self.dataset_loss_after,
        )
    }
}

impl Approval {
    /// Reads the release off the path, and the one before it. Needs no home.
    ///
    /// # Errors
    /// When there is no response at this level; `stopped`.
    pub fn run(self, work: &Work<'_>) -> Result<Approved> {
        let response = self
            .sale
            .map(|sale| sale.respond(&self.vault, work))
            .transpose()?;
        Ok(Approved {
            order: self.order,
            payment: self.payment,
            response,
        })
    }
}

impl Sale {
    fn respond(self, vault: &Vault, work: &Work<'_>) -> Result<Response> {
        let listing = self.listing.payload();
        let secrets = ListingSecrets::unseal(&self.secrets, vault, &self.series)?;
        let holds = self.held.receipt.is_some();
        let share = if holds { 450 } else { 0 };
        let before = if holds {
            let stage = work.stage(Step::Before, listing.dimension, 0..share);
            Some(secrets.respond(listing, self.held.level, &stage)?)
        } else {
            None
        };
        let stage = work.stage(Step::Noise, listing.dimension, share..900);
        let response = secrets.respond(listing, self.level, &stage)?;
        let fault = |e: values::ValuesError| {
            Error::failed(
                ErrorCode::Values,
                format!("the values file cannot be made: {e}"),
            )
        };
        let rows = values::rows(&listing.labels, &response, before.as_deref()).map_err(fault)?;
        let file = values::write(&rows).map_err(fault)?;
        work.stage(Step::Noise, listing.dimension, 900..1000)
            .tell(listing.dimension)?;
        Ok(Response {
            level: self.level,
            held: self.held,
            rows: rows.len() as u64,
            file,
        })
    }
}

fn declined_already() -> Error {
    Error::refused(
        ErrorCode::DeclinedAlready,
        "this order was declined; it cannot be approved any more",
    )
    .hint("The buyer may order anew.")
}

/// The release of an earlier receipt.
fn base_release(connection: &Connection, receipt: DocumentId) -> Result<DocumentId> {
    let text = db::document(connection, &receipt.to_string())?.ok_or_else(|| {
        Error::failed(
            ErrorCode::DatabaseDamaged,
            format!("receipt {receipt} is missing"),
        )
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
                    ErrorCode::TotalTooLarge,
                    format!("the total in {currency} would pass the largest amount"),
                )
            })?;
        }
        Err(i) => totals.insert(i, (currency, price)),
    }
    Ok(totals)
}
