use serde::{Deserialize, Serialize};

use super::{MAX_DIMENSION, PayloadError, present, text};
use crate::keys::Jwk;
use crate::units::{Currency, Digest, DocumentId, Kid, MicroEpsilon, MinorUnits, Salt, Timestamp};

/// A buyer's wish to go from the level it holds to a higher one, at the tariff's price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The version of the listing that is bought from.
    pub listing: DocumentId,
    /// Who buys.
    pub buyer_name: String,
    /// The level held of the listing's series, 0 for nothing.
    pub from_micro_epsilon: MicroEpsilon,
    /// The level wanted.
    pub to_micro_epsilon: MicroEpsilon,
    /// What the buyer pays for the increment: the tariff's price of it.
    pub price_minor: MinorUnits,
    /// The buyer's key.
    pub jwk: Jwk,
    /// The buyer's age recipient, to which the delivery is encrypted.
    pub deliver_to: String,
    /// 128 random bits, so that no two orders are the same.
    pub nonce: Salt,
    /// The buyer's receipt for the level held, of any version of the series; null exactly when `from` is 0.
    #[serde(deserialize_with = "present")]
    pub previous_receipt: Option<DocumentId>,
    /// When the buyer signed, by the buyer's clock.
    pub issued_at: Timestamp,
}

impl Order {
    /// Whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// The first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::name("buyer_name", &self.buyer_name)?;
        text::recipient("deliver_to", &self.deliver_to)?;
        rises(self.from_micro_epsilon, self.to_micro_epsilon)?;
        if self.previous_receipt.is_none() != self.from_micro_epsilon.is_zero() {
            return Err(PayloadError::new(
                "previous_receipt",
                "must name the receipt for the level held, and be null when nothing is held",
            ));
        }
        Ok(())
    }
}

/// The owner's record of one sale: an entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The entry's place in the ledger, from 0.
    pub sequence: u64,
    /// The version of the listing that was sold from.
    pub listing: DocumentId,
    /// The order that was approved.
    pub order: DocumentId,
    /// The buyer's key, by name.
    pub buyer: Kid,
    /// The level held before.
    pub from_micro_epsilon: MicroEpsilon,
    /// The level held now.
    pub to_micro_epsilon: MicroEpsilon,
    /// What was paid.
    pub price_minor: MinorUnits,
    /// The currency of the price.
    pub currency: Currency,
    /// How the payment is known; may be empty.
    pub payment_reference: String,
    /// What was delivered.
    pub release: DocumentId,
    /// The highest level sold so far of the listing's series, all versions and buyers, this sale included.
    pub listing_loss_micro_epsilon: MicroEpsilon,
    /// The sum of the highest levels sold so far over the series that name the same dataset, this sale included;
    /// for the owner's own numbers the same as the listing's loss.
    pub dataset_loss_micro_epsilon: MicroEpsilon,
    /// The number of receipts so far, this one included: `sequence` + 1.
    pub total_receipts: u64,
    /// Money received so far, this sale included: one entry for each currency that any receipt so far has named, by
    /// currency in rising order.
    pub total_money: Vec<(Currency, MinorUnits)>,
    /// The receipt before this one in the ledger; null exactly for the first.
    #[serde(deserialize_with = "present")]
    pub previous_receipt: Option<DocumentId>,
    /// 128 random bits, so that the log's entries cannot be guessed.
    pub salt: Salt,
    /// The owner's key.
    pub jwk: Jwk,
    /// When the owner signed.
    pub issued_at: Timestamp,
}

impl Receipt {
    /// Whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// The first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        let fail = |field, problem: &str| Err(PayloadError::new(field, problem));
        text::line("payment_reference", &self.payment_reference)?;
        rises(self.from_micro_epsilon, self.to_micro_epsilon)?;
        if self.listing_loss_micro_epsilon < self.to_micro_epsilon {
            return fail(
                "listing_loss_micro_epsilon",
                "must not be below the level sold",
            );
        }
        if self.dataset_loss_micro_epsilon < self.listing_loss_micro_epsilon {
            return fail(
                "dataset_loss_micro_epsilon",
                "must not be below the listing's loss",
            );
        }
        if Some(self.total_receipts) != self.sequence.checked_add(1) {
            return fail("total_receipts", "must be sequence + 1");
        }
        if self.previous_receipt.is_none() != (self.sequence == 0) {
            return fail(
                "previous_receipt",
                "must be null for the first receipt, and only for it",
            );
        }
        if !self
            .total_money
            .windows(2)
            .all(|pair| pair[0].0 < pair[1].0)
        {
            return fail(
                "total_money",
                "must be by currency, in rising order, each once",
            );
        }
        match self
            .total_money
            .iter()
            .find(|(currency, _)| *currency == self.currency)
        {
            Some((_, total)) if *total >= self.price_minor => Ok(()),
            _ => fail("total_money", "must include this sale's price"),
        }
    }
}

/// What was delivered: the signed fingerprint of a values file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// The version of the listing that was sold from.
    pub listing: DocumentId,
    /// The order that was approved.
    pub order: DocumentId,
    /// The level of the response.
    pub micro_epsilon: MicroEpsilon,
    /// The SHA-256 of the values file.
    pub values_sha256: Digest,
    /// The number of rows of the values file: the listing's dimension.
    pub rows: u64,
    /// The same buyer's release before this one, of the same series; null exactly for a first purchase.
    #[serde(deserialize_with = "present")]
    pub base: Option<DocumentId>,
    /// The owner's key.
    pub jwk: Jwk,
    /// When the owner signed.
    pub issued_at: Timestamp,
}

impl Release {
    /// Whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// The first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        if self.micro_epsilon.is_zero() {
            return Err(PayloadError::new("micro_epsilon", "must be above 0"));
        }
        if !(1..=MAX_DIMENSION).contains(&self.rows) {
            return Err(PayloadError::new("rows", "must be from 1 to 2^24"));
        }
        Ok(())
    }
}

fn rises(from: MicroEpsilon, to: MicroEpsilon) -> Result<(), PayloadError> {
    if to > from {
        Ok(())
    } else {
        Err(PayloadError::new(
            "to_micro_epsilon",
            "must be above from_micro_epsilon",
        ))
    }
}
