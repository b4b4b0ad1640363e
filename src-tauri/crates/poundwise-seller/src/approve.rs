//! A sale: the release is computed without the home, and then it is one transaction from the order
//! to the delivery in the outbox.

use std::{collections::BTreeMap, sync::Arc};

use poundwise_documents::{
    bundle::{Bundle, Inclusion},
    checkpoint::Checkpoint,
    commitment::integers_sha256,
    jws::Signed,
    kinds::{Listing, Order, Receipt, Release, Settlement},
    log::Hash,
    log::entry_number,
    market::delivery_path,
    units::{
        Currency, Digest, DocumentId, MicroEpsilon, MinorUnits, PaymentReference, Salt, Timestamp,
    },
    values,
};

use crate::{
    Seller,
    accuracy::Widths,
    availability::state_levels,
    error::{Error, ErrorCode, Result},
    hint::{Act, Field},
    home::Home,
    ids::OrderId,
    inbox::{Prospect, may_be_answered},
    job::Job,
    ledger::{Moment, NewEntry, append},
    make_views::receipt_view,
    messages::{DeliveryFile, Number, SaleHint, SaleMessage},
    names::PaymentNote,
    payments::{ByBooking, Recorded, add},
    random::random_bytes,
    rules::check_order,
    secrets::ListingSecrets,
    stated::next_moment,
    store::{Held, Reading, Writing},
    vault::{Vault, encrypt_to},
    view::ReceiptView,
    work::{Work, WorkStep},
};

/// Settlement of a sale, and the payment's reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Paid, on credit, or free; none where nothing was said of it, which is enough only where
    /// there is no price, and to send a sale again. A sale at no price is free, whatever is said.
    pub settlement: Option<Settlement>,
    /// Payment reference in the receipt; where it is empty and the sale is not free, the order's
    /// own [`PaymentReference`].
    pub reference: PaymentNote,
}

impl From<PaymentNote> for Payment {
    /// Returns a payment that was made, known by that reference.
    fn from(reference: PaymentNote) -> Self {
        Self {
            settlement: Some(Settlement::Paid),
            reference,
        }
    }
}

impl Payment {
    /// Returns the payment as stated: whoever names the payment that was received says that it is
    /// paid.
    #[must_use]
    pub fn told(settlement: Option<Settlement>, reference: PaymentNote) -> Self {
        let named = !reference.as_str().is_empty();
        Self {
            settlement: settlement.or(named.then_some(Settlement::Paid)),
            reference,
        }
    }

    /// Refuses where nobody said how a sale that has a price is settled.
    fn check_said(&self, price: MinorUnits) -> Result<()> {
        if self.settlement.is_some() || price == MinorUnits::ZERO {
            return Ok(());
        }
        Err(
            Error::usage(ErrorCode::SettlementUnsaid, SaleMessage::SettlementMissing)
                .hint(Field::Settlement.to(SaleHint::StateSettlement)),
        )
    }

    /// Refuses what a receipt that is signed already does not say: it stays as it is.
    fn check_again(&self, receipt: &Receipt) -> Result<()> {
        let settled = self
            .settlement
            .filter(|_| receipt.price_minor > MinorUnits::ZERO);
        let reference = self.reference.as_str();
        if settled.is_none_or(|settled| settled == receipt.settlement)
            && (reference.is_empty() || reference == receipt.payment_reference)
        {
            return Ok(());
        }
        let (number, settlement) = (Number(entry_number(receipt.sequence)), receipt.settlement);
        let message = match receipt.payment_reference.as_str() {
            "" => SaleMessage::ApprovedAs {
                receipt: number,
                settlement,
            },
            reference => SaleMessage::ApprovedWithReference {
                receipt: number,
                settlement,
                reference: reference.to_owned(),
            },
        };
        Err(Error::refused(ErrorCode::ApprovedAlready, message)
            .hint(SaleHint::ReceiptIsFinal)
            .hint(Act::RecordPayment.to(SaleHint::RecordLaterPayment)))
    }
}

/// An approval that is asked for.
pub struct Approval {
    order: DocumentId,
    payment: Payment,
    again: bool,
    /// None if the order was approved before, and its delivery is there to be sent again.
    sale: Option<Sale>,
    vault: Arc<Vault>,
}

impl Approval {
    /// Returns whether the order was approved before, so that the same receipt is sent again.
    #[must_use]
    pub const fn is_again(&self) -> bool {
        self.again
    }
}

/// Inputs from which a release is computed.
struct Sale {
    listing: Arc<Signed<Listing>>,
    secrets: Vec<u8>,
    level: MicroEpsilon,
    held: Held,
}

/// An approval whose release is computed, and only waits to be signed.
pub struct Approved {
    order: DocumentId,
    payment: Payment,
    response: Option<Response>,
}

/// A release's values file.
struct Response {
    level: MicroEpsilon,
    held: Held,
    integers: Digest,
    rows: u64,
    file: Vec<u8>,
}

impl Seller<'_> {
    /// Approves an order: the release is read off the path, the receipt and the checkpoint are
    /// signed, and the finished delivery is put into the outbox, all of which in one transaction;
    /// then the outbox is emptied. Approving an order again gives the same receipt and sends the
    /// same bytes.
    ///
    /// Cost: one reading of the path at d coordinates, O(log n) for the ledger of n receipts, one
    /// durable commit.
    ///
    /// # Errors
    /// `no-such-id`, `declined-already`, `order-cancelled`, `order-expired`, `settlement-unsaid`,
    /// `approved-already` where its receipt says another settlement or reference than is asked for
    /// now, and each refusal by its own code: `wrong-from`, `stale-price`, `withdrawn`,
    /// `already-held`, `over-ceiling`, `off-grain`, `over-cap`; where this home may be an older
    /// copy of itself, `behind-mark`, `behind-market`, `behind-order`, `two-histories`,
    /// `sells-no-more`, `no-own-log`. Nothing is written then. `mark-unwritable` where the sale is
    /// entered and waits in the outbox, since the mark could not be written: nothing was sent, and
    /// approving the order again sends it.
    pub fn approve(&self, order: &OrderId, payment: impl Into<Payment>) -> Result<ReceiptView> {
        self.begin_approval(order, payment)?
            .complete(self.home, &Work::silent())
    }

    /// Checks whether an order may be approved, before its release is computed.
    ///
    /// # Errors
    /// As [`Seller::approve`].
    pub fn begin_approval(&self, order: &OrderId, payment: impl Into<Payment>) -> Result<Approval> {
        let received = self.received_order(order)?;
        let order = &received.order;
        let payment = payment.into();
        self.context.check_own_history()?;
        let approved = self.context.read().receipt_of(&order.id())?;
        let again = approved.is_some();
        let sale = match approved {
            Some(receipt) => {
                payment.check_again(receipt.payload())?;
                self.sale_again(order, &receipt)?
            }
            None => {
                may_be_answered(&received)?;
                let sale = self.sale(order)?;
                payment.check_said(order.payload().price_minor)?;
                Some(sale)
            }
        };
        Ok(Approval {
            order: order.id(),
            payment,
            again,
            sale,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Begins the approval of an order that waits, after whatever decided on it.
    pub(crate) fn approval(&self, order: &Signed<Order>, payment: Payment) -> Result<Approval> {
        Ok(Approval {
            order: order.id(),
            payment,
            again: false,
            sale: Some(self.sale(order)?),
            vault: Arc::clone(&self.context.vault),
        })
    }

    fn sale(&self, order: &Signed<Order>) -> Result<Sale> {
        self.context.check_order_checkpoint(order)?;
        let prospect = self.prospect(&self.context.read(), order)?;
        prospect.check(order, self.context.now()?)?;
        self.context.check_clock()?;
        Ok(Sale {
            secrets: ListingSecrets::ciphertext(&self.context.read(), &prospect.own.question)?,
            listing: prospect.own.listing,
            level: order.payload().to,
            held: prospect.held,
        })
    }

    /// Signs, stores and sends a sale, with the record that a booking paid it. Everything is
    /// checked again, as the home is now.
    ///
    /// # Errors
    /// As [`Seller::approve`]. Nothing is written then.
    pub(super) fn finish_approval(
        &self,
        approved: Approved,
        by: Option<ByBooking>,
    ) -> Result<ReceiptView> {
        let received = self.received_order(&approved.order.into())?;
        if by.is_some() {
            // One that was sold meanwhile is paid in another way.
            may_be_answered(&received)?;
        }
        let order = &received.order;
        let receipt = match self.context.read().receipt_of(&order.id())? {
            Some(receipt) => {
                if let Some(response) = approved.response {
                    self.deliver_again(order, &receipt, response)?;
                } else {
                    // Sent again, the same bytes, in case the market lost them.
                    let writing = self.context.db.begin()?;
                    writing.send_again(&delivery_path(&order.signer(), &receipt.id()))?;
                    self.context.commit(writing)?;
                }
                receipt
            }
            None => {
                may_be_answered(&received)?;
                let writing = self.context.db.begin()?;
                let moment = next_moment(self.context, &writing)?;
                let receipt = self.sell(&writing, order, approved, &moment)?;
                if let Some(by) = by {
                    writing.settle(&by.settles(order.id(), None))?;
                }
                self.context.commit_one_of_many(writing)?;
                receipt
            }
        };
        self.context.send_entries()?;
        let own = self.listing_of(order)?;
        let listing = own.listing.payload();
        let mut view = receipt_view(
            self.context,
            &receipt,
            &order.payload().buyer_name,
            &listing.title,
            Widths::of(self.context).sold(listing, receipt.payload().to)?,
        )?;
        Recorded::of(self.context)?.show(self.context, &mut view, &receipt)?;
        Ok(view)
    }

    /// Returns the inputs of the delivery of a receipt, where this home has caught up with the
    /// receipt and neither it nor the market has the delivery.
    fn sale_again(&self, order: &Signed<Order>, receipt: &Signed<Receipt>) -> Result<Option<Sale>> {
        let path = delivery_path(&order.signer(), &receipt.id());
        if self.context.read().was_outgoing(&path)?
            || self.context.store.has(&path).unwrap_or(false)
        {
            return Ok(None);
        }
        let own = self.listing_of(order)?;
        let secrets =
            ListingSecrets::ciphertext(&self.context.read(), &own.question).map_err(|error| {
                match error.code() {
                    ErrorCode::SecretMissing => Error::refused(
                        ErrorCode::DeliveryLost,
                        SaleMessage::NumbersMissing {
                            receipt: Number(entry_number(receipt.payload().sequence)),
                            title: own.listing.payload().title.clone(),
                        },
                    )
                    .hint(SaleHint::ListQuestionAgain)
                    .hint(SaleHint::AgreeOnRefund),
                    _ => error,
                }
            })?;
        Ok(Some(Sale {
            secrets,
            listing: own.listing,
            level: receipt.payload().to,
            held: Held {
                level: receipt.payload().from,
                receipt: order.payload().previous_receipt,
            },
        }))
    }

    /// Puts the delivery of a receipt into the outbox that was signed by a newer copy of this home:
    /// the same release, as the receipt names it.
    fn deliver_again(
        &self,
        order: &Signed<Order>,
        receipt: &Signed<Receipt>,
        response: Response,
    ) -> Result<()> {
        let own = self.listing_of(order)?;
        let writing = self.context.db.begin()?;
        let r = receipt.payload();
        let release = self.release(&writing, &own.listing, order, &response, r.issued_at)?;
        if release.id() != r.release {
            return Err(Error::unverified(
                ErrorCode::QuestionDiffers,
                SaleMessage::OtherRelease {
                    receipt: Number(entry_number(r.sequence)),
                },
            )
            .hint(SaleHint::ReportOtherRelease));
        }
        writing.insert_signed(&release)?;
        let (checkpoint, proof) = self.checkpoint_of(&writing, r.sequence)?;
        enqueue_delivery(
            &writing,
            &own.listing,
            order,
            receipt,
            &release,
            response.file,
            (&checkpoint, proof),
        )?;
        self.context.commit(writing)
    }

    /// Returns the release of a response, signed.
    fn release(
        &self,
        reading: &Reading<'_>,
        listing: &Signed<Listing>,
        order: &Signed<Order>,
        response: &Response,
        issued_at: Timestamp,
    ) -> Result<Signed<Release>> {
        let base = match response.held.receipt {
            Some(held) => Some(reading.signed::<Receipt>(&held)?.payload().release),
            None => None,
        };
        self.context.sign(Release {
            listing: listing.id(),
            order: order.id(),
            level: response.level,
            integers_sha256: response.integers,
            rows: response.rows,
            base,
            jwk: self.context.identity.jwk(),
            issued_at,
        })
    }

    /// Sells what an order asks for, in the caller's transaction. Everything is checked.
    pub(crate) fn sell(
        &self,
        writing: &Writing<'_>,
        order: &Signed<Order>,
        approved: Approved,
        moment: &Moment,
    ) -> Result<Signed<Receipt>> {
        let prospect = self.prospect(writing, order)?;
        prospect.check(order, moment.now)?;
        // A listing may be dated a second after the one before it of its question.
        let now = moment.now.max(prospect.own.listing.payload().issued_at);
        let response = approved
            .response
            .filter(|made| made.level == order.payload().to)
            .filter(|made| made.held == prospect.held)
            .ok_or_else(|| {
                Error::refused(ErrorCode::HoldingChanged, SaleMessage::HoldingChanged)
                    .hint(SaleHint::ApproveAgain)
            })?;
        let listing = &prospect.own.listing;
        let release = self.release(writing, listing, order, &response, now)?;
        let receipt = self.receipt(
            order,
            &prospect,
            release.id(),
            approved.payment,
            moment,
            now,
        )?;
        writing.insert_signed(&release)?;
        let (checkpoint, proof) = append(self.context, writing, NewEntry::Receipt(&receipt))?;
        writing.insert_receipt(&receipt, &prospect.own.question)?;
        enqueue_delivery(
            writing,
            listing,
            order,
            &receipt,
            &release,
            response.file,
            (&checkpoint, proof),
        )?;
        writing.order_approved(&order.id())?;
        state_levels(self.context, writing)?;
        Ok(receipt)
    }

    fn receipt(
        &self,
        order: &Signed<Order>,
        prospect: &Prospect,
        release: DocumentId,
        payment: Payment,
        moment: &Moment,
        now: Timestamp,
    ) -> Result<Signed<Receipt>> {
        let listing = prospect.own.listing.payload();
        let o = order.payload();
        payment.check_said(o.price_minor)?;
        let settlement = match payment.settlement {
            Some(settlement) if o.price_minor > MinorUnits::ZERO => settlement,
            _ => Settlement::Free,
        };
        let total_money = match settlement {
            Settlement::Paid => total_with(&moment.money, listing.currency, o.price_minor)?,
            Settlement::Credit | Settlement::Free => moment.money.clone(),
        };
        let reference = if payment.reference.as_str().is_empty() && settlement != Settlement::Free {
            PaymentReference::of(&order.id()).to_string()
        } else {
            payment.reference.into()
        };
        self.context.sign(Receipt {
            sequence: moment.sequence,
            listing: prospect.own.listing.id(),
            order: order.id(),
            buyer: order.signer(),
            from: o.from,
            to: o.to,
            price_minor: o.price_minor,
            currency: listing.currency,
            settlement,
            payment_reference: reference,
            release,
            question_loss: prospect.question_after,
            population_loss_micro_epsilon: prospect.population_after.micro_epsilon,
            population_loss_nano_rho: prospect.population_after.nano_rho,
            total_receipts: moment.receipts + 1,
            total_grants: moment.grants,
            total_money,
            previous_entry: moment.previous,
            salt: Salt::from_bytes(random_bytes()?),
            jwk: self.context.identity.jwk(),
            issued_at: now,
        })
    }
}

impl Prospect {
    /// Checks that the order may be approved.
    pub(super) fn check(&self, order: &Signed<Order>, now: Timestamp) -> Result<()> {
        check_order(
            order.payload(),
            self.own.listing.payload(),
            self.own.status,
            self.held,
            self.population.cap,
            self.population_after,
            now,
        )
    }
}

impl Job for Approval {
    type Made = Approved;
    type Answer = ReceiptView;

    /// Reads the release off the path, and the one before it. Needs no home.
    ///
    /// # Errors
    /// When there is no response at this level; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<Approved> {
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

    fn finish(home: &Home, made: Approved) -> Result<ReceiptView> {
        Seller::of(home).finish_approval(made, None)
    }
}

impl Sale {
    fn respond(self, vault: &Vault, work: &Work<'_>) -> Result<Response> {
        let listing = self.listing.payload();
        let secrets = ListingSecrets::unseal(&self.secrets, vault, listing)?;
        let holds = self.held.receipt.is_some();
        let steps = work.through(if holds {
            &[WorkStep::Before, WorkStep::Noise]
        } else {
            &[WorkStep::Noise]
        });
        let before = if holds {
            let stage = steps.at(WorkStep::Before, listing.dimension);
            Some(secrets.respond(listing, self.held.level, &stage)?)
        } else {
            None
        };
        let stage = steps.at(WorkStep::Noise, listing.dimension);
        let response = secrets.respond(listing, self.level, &stage)?;
        let fault = |e: values::ValuesWriteError| {
            Error::fault(SaleMessage::NotMade {
                file: DeliveryFile::Values,
                why: e.to_string(),
            })
        };
        let rows = values::rows(&listing.labels, &response, before.as_deref())
            .map_err(|e| fault(e.into()))?;
        let file = values::write(&rows).map_err(fault)?;
        stage.tell(listing.dimension)?;
        Ok(Response {
            level: self.level,
            held: self.held,
            integers: integers_sha256(&response),
            rows: rows.len() as u64,
            file,
        })
    }
}

/// Puts the delivery of a sale into the outbox: the bundle, encrypted to the buyer.
fn enqueue_delivery(
    writing: &Writing<'_>,
    listing: &Signed<Listing>,
    order: &Signed<Order>,
    receipt: &Signed<Receipt>,
    release: &Signed<Release>,
    file: Vec<u8>,
    (checkpoint, proof): (&Checkpoint, Vec<Hash>),
) -> Result<()> {
    let sequence = receipt.payload().sequence;
    let bundle = Bundle::new(
        listing,
        order,
        receipt,
        release,
        file,
        checkpoint,
        Inclusion {
            index: sequence,
            size: sequence + 1,
            hashes: proof,
        },
    );
    let bytes = bundle.to_bytes().map_err(|e| {
        Error::fault(SaleMessage::NotMade {
            file: DeliveryFile::Bundle,
            why: e.to_string(),
        })
    })?;
    let body = encrypt_to(&order.payload().deliver_to, &bytes)?;
    writing.enqueue(&delivery_path(&order.signer(), &receipt.id()), &body)
}

/// Returns the running totals with one more sale, by currency in rising order.
fn total_with(
    totals: &[(Currency, MinorUnits)],
    currency: Currency,
    price: MinorUnits,
) -> Result<Vec<(Currency, MinorUnits)>> {
    let mut totals: BTreeMap<Currency, MinorUnits> = totals.iter().copied().collect();
    add(&mut totals, currency, price)?;
    Ok(totals.into_iter().collect())
}
