use serde::{Deserialize, Serialize};

use super::words::word;
use super::{MAX_DIMENSION, PayloadError, present, text};
use crate::checkpoint::UnverifiedCheckpoint;
use crate::keys::Jwk;
use crate::texts::PayloadProblem;
use crate::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, NanoRho, Salt, Timestamp,
};
use poundwise_words::Text;

/// The settlement of a sale's price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum Settlement {
    /// The money was received.
    Paid,
    /// The money is owed.
    Credit,
    /// No money is asked for.
    Free,
}

word!(Settlement);

/// A buyer's wish to go from the level it holds to a higher one, at the tariff's price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The version of the listing that is bought from.
    pub listing: DocumentId,
    /// Name of the buyer.
    pub buyer_name: String,
    /// The level held of the listing's question, 0 for nothing.
    pub from: MicroEpsilon,
    /// The level wanted.
    pub to: MicroEpsilon,
    /// Price of the increment by the tariff.
    pub price_minor: MinorUnits,
    /// The buyer's key.
    pub jwk: Jwk,
    /// The buyer's age recipient, to which the delivery is encrypted.
    pub deliver_to: String,
    /// 128 random bits, so that no two orders are the same.
    pub nonce: Salt,
    /// The buyer's receipt for the level held, of any listing of the question; null exactly when
    /// `from` is 0.
    #[serde(deserialize_with = "present")]
    pub previous_receipt: Option<DocumentId>,
    /// The newest checkpoint of the owner that the buyer has: the signed note.
    #[serde(deserialize_with = "present")]
    pub checkpoint: Option<String>,
    /// Time of signing, by the buyer's clock.
    pub issued_at: Timestamp,
    /// Time at which the order ends if it has not been approved, by the buyer's clock.
    pub expires_at: Timestamp,
}

impl Order {
    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::name("buyer_name", &self.buyer_name)?;
        text::recipient("deliver_to", &self.deliver_to)?;
        rises(self.from, self.to)?;
        if self.previous_receipt.is_none() != self.from.is_zero() {
            return Err(PayloadError::new(
                "previous_receipt",
                PayloadProblem::WrongHolding,
            ));
        }
        if let Some(note) = &self.checkpoint
            && let Err(error) = UnverifiedCheckpoint::parse(note)
        {
            return Err(PayloadError::new("checkpoint", Text::of(error)));
        }
        if self.expires_at <= self.issued_at {
            return Err(PayloadError::new(
                "expires_at",
                PayloadProblem::ExpiresBeforeIssue,
            ));
        }
        Ok(())
    }
}

/// A buyer's word that an order of its own is no longer wanted. A receipt for the order wins over
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cancellation {
    /// The order that is cancelled.
    pub order: DocumentId,
    /// The buyer's key.
    pub jwk: Jwk,
    /// Time of signing, by the buyer's clock.
    pub issued_at: Timestamp,
}

impl Cancellation {
    /// Checks whether the fields are within the limits: their types say all there is to say.
    ///
    /// # Errors
    /// None.
    #[allow(clippy::unnecessary_wraps, reason = "as every kind's")]
    pub fn check(&self) -> Result<(), PayloadError> {
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
    pub from: MicroEpsilon,
    /// The level held now.
    pub to: MicroEpsilon,
    /// The price of the increment by the tariff.
    pub price_minor: MinorUnits,
    /// The currency of the price.
    pub currency: Currency,
    /// Settlement of the price.
    pub settlement: Settlement,
    /// Payment reference; may be empty.
    pub payment_reference: String,
    /// Release that was delivered.
    pub release: DocumentId,
    /// The level that the question counts for: the highest one sold so far, over all listings and
    /// buyers, this sale included.
    pub question_loss: MicroEpsilon,
    /// The carried loss of the listing's population and the losses so far of all its questions of
    /// pure families, added up, this sale included.
    pub population_loss_micro_epsilon: MicroEpsilon,
    /// The same sum over the questions of Gaussian-like families.
    pub population_loss_nano_rho: NanoRho,
    /// The number of receipts so far, this one included.
    pub total_receipts: u64,
    /// The number of grants so far.
    pub total_grants: u64,
    /// Money received so far, this sale included: the sum of the prices of all receipts settled as
    /// paid, one entry for each currency that such a receipt has named, by currency in rising
    /// order.
    pub total_money: Vec<(Currency, MinorUnits)>,
    /// The entry before this one in the ledger; null exactly for the first.
    #[serde(deserialize_with = "present")]
    pub previous_entry: Option<DocumentId>,
    /// 128 random bits, so that the log's entries cannot be guessed.
    pub salt: Salt,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Receipt {
    /// Returns the population's loss, this sale included.
    #[must_use]
    pub const fn population_loss(&self) -> LossPair {
        LossPair {
            micro_epsilon: self.population_loss_micro_epsilon,
            nano_rho: self.population_loss_nano_rho,
        }
    }

    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        let fail = |field, problem: PayloadProblem| Err(PayloadError::new(field, problem));
        text::line("payment_reference", &self.payment_reference)?;
        rises(self.from, self.to)?;
        if self.question_loss < self.to {
            return fail("question_loss", PayloadProblem::QuestionLoss);
        }
        // Population entries are entries too, and are not counted.
        let counted = self.total_receipts.checked_add(self.total_grants);
        if self.total_receipts == 0
            || counted.is_none_or(|counted| counted.saturating_sub(1) > self.sequence)
        {
            return fail("total_receipts", PayloadProblem::ReceiptCount);
        }
        chained(self.sequence, self.previous_entry)?;
        if !self
            .total_money
            .windows(2)
            .all(|pair| pair[0].0 < pair[1].0)
        {
            return fail("total_money", PayloadProblem::TotalsNotByCurrency);
        }
        let of_currency = self
            .total_money
            .iter()
            .find(|(currency, _)| *currency == self.currency);
        match of_currency {
            Some((_, total)) if *total >= self.price_minor => Ok(()),
            _ if self.settlement != Settlement::Paid => Ok(()),
            _ => fail("total_money", PayloadProblem::TotalWithoutSale),
        }
    }
}

/// The signed fingerprint of a delivered response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// The version of the listing that was sold from.
    pub listing: DocumentId,
    /// The order that was approved.
    pub order: DocumentId,
    /// The level of the response.
    pub level: MicroEpsilon,
    /// The hash of the response's integers ([`crate::commitment::integers_sha256`]). The values
    /// file is an encoding of them and is not signed.
    pub integers_sha256: Digest,
    /// The number of integers: the listing's dimension.
    pub rows: u64,
    /// The same buyer's release before this one, of the same question; null exactly for a first
    /// purchase.
    #[serde(deserialize_with = "present")]
    pub base: Option<DocumentId>,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Release {
    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        if self.level.is_zero() {
            return Err(PayloadError::new("level", PayloadProblem::NotAboveZero));
        }
        if !(1..=MAX_DIMENSION).contains(&self.rows) {
            return Err(PayloadError::new("rows", PayloadProblem::NotAsRows));
        }
        Ok(())
    }
}

/// Checks that exactly the first entry has none before it.
pub(super) fn chained(sequence: u64, previous: Option<DocumentId>) -> Result<(), PayloadError> {
    if previous.is_none() == (sequence == 0) {
        Ok(())
    } else {
        Err(PayloadError::new(
            "previous_entry",
            PayloadProblem::NotChained,
        ))
    }
}

fn rises(from: MicroEpsilon, to: MicroEpsilon) -> Result<(), PayloadError> {
    if to > from {
        Ok(())
    } else {
        Err(PayloadError::new("to", PayloadProblem::LevelNotRising))
    }
}
