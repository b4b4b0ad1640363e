//! Accuracy of a response: the one source for quotes, orders, inbox, holdings and books.
//!
//! Before a response is there, its half-widths are foreseen ([`Accuracy::at`]); they are the same
//! for the buyer who asks and the owner who is asked, because both go on from the release that the
//! buyer holds. Once it is there, they are its own ([`Widths::held`], [`Widths::sold`]). Only a
//! mean's differ: those of all other kinds follow from the level alone.
//!
//! Every method: `no-law` for a level whose noise has no law; `nothing-held`, `home-damaged`, and
//! errors of the database, such as `busy`.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, btree_map::Entry},
};

use poundwise_documents::{
    bundle::VerifiedBundle,
    jws::Signed,
    kinds::{Listing, Order},
    units::{Digest, DocumentId, MicroEpsilon},
};
use poundwise_query::estimate::{half_widths, half_widths_of};
use poundwise_query::shape::ListingShape;

use crate::{
    error::{ErrorKind, QueryErrorCode, Result},
    held::held_bundle,
    home::Context,
    question::QuestionName,
    secrets::ListingSecrets,
    store::Held,
    view::{HalfWidth, OrderStatus},
    work::Stage,
};

/// Knowledge about the accuracy of a listing's responses: the numbers that a buyer holds sharpen
/// that of a mean.
pub struct Accuracy {
    shape: ListingShape,
    held: Option<(MicroEpsilon, Vec<i64>)>,
}

impl Accuracy {
    /// Returns the accuracy for this home as a buyer. Opens the newest bundle held where the
    /// listing is of a mean, and nothing otherwise.
    pub fn for_buyer(
        context: &Context,
        listing: &Listing,
        question: &QuestionName,
    ) -> Result<Self> {
        let shape = ListingShape::of(listing);
        if !listing.question.has_own_estimator() {
            return Ok(Self { shape, held: None });
        }
        let Held { level, receipt } = context.read().held(question)?;
        let held = match receipt {
            Some(receipt) => {
                let held = held_bundle(context, &receipt)?;
                // Another question that its owner listed under these seeds has other numbers.
                let is_same = held.listing.payload().question_hash() == listing.question_hash();
                is_same.then(|| (level, values_of(&held)))
            }
            None => None,
        };
        Ok(Self { shape, held })
    }

    /// Returns half-widths at a level; none at level 0. At the level held they are those of what is
    /// held.
    ///
    /// # Errors
    /// `no-law` where the noise of so low a level has no law.
    pub fn at(&self, level: MicroEpsilon) -> Result<Vec<HalfWidth>> {
        if level.is_zero() {
            return Ok(Vec::new());
        }
        Ok(match &self.held {
            Some((held, values)) if *held == level => half_widths_of(&self.shape, values, level)?,
            Some((_, values)) => half_widths(&self.shape, level, Some(values))?,
            None => half_widths(&self.shape, level, None)?,
        })
    }

    /// Returns the half-widths at a level; none where the noise of so low a level has no law.
    pub fn known_at(&self, level: MicroEpsilon) -> Result<Option<Vec<HalfWidth>>> {
        match self.at(level) {
            Ok(widths) => Ok(Some(widths)),
            Err(error) if error.code() == QueryErrorCode::NoLaw.into() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Half-widths of orders and sales, with each question's secrets opened at most once, and what this
/// home holds of it looked up at most once.
pub struct Widths<'a> {
    pub context: &'a Context,
    /// Secrets by question; none where this home has lost them, which is reported elsewhere.
    secrets: RefCell<BTreeMap<Digest, Option<ListingSecrets>>>,
    levels_held: RefCell<HashMap<QuestionName, MicroEpsilon>>,
}

impl<'a> Widths<'a> {
    pub fn of(context: &'a Context) -> Self {
        Self {
            context,
            secrets: RefCell::default(),
            levels_held: RefCell::default(),
        }
    }

    /// Takes the level that this home holds of a question from whoever has just looked it up.
    #[must_use]
    pub fn with_held(mut self, question: QuestionName, level: MicroEpsilon) -> Self {
        self.levels_held.get_mut().insert(question, level);
        self
    }

    /// Returns the level that this home holds of a question.
    pub fn level_held(&self, question: QuestionName) -> Result<MicroEpsilon> {
        if let Some(level) = self.levels_held.borrow().get(&question) {
            return Ok(*level);
        }
        let level = self.context.read().held(&question)?.level;
        self.levels_held.borrow_mut().insert(question, level);
        Ok(level)
    }

    /// Returns the half-widths that an order brings, or has brought; none where it brings nothing
    /// any more.
    pub fn of_order(
        &self,
        order: &Signed<Order>,
        listing: &Signed<Listing>,
        status: OrderStatus,
    ) -> Result<Vec<HalfWidth>> {
        let level = order.payload().to;
        let own = order.signer() == self.context.identity.kid();
        let l = listing.payload();
        match status {
            // What the buyer holds changes nothing then, and is not looked up.
            OrderStatus::Pending if !l.question.has_own_estimator() => {
                Ok(half_widths(&ListingShape::of(l), level, None)?)
            }
            OrderStatus::Pending if own => {
                Accuracy::for_buyer(self.context, l, &QuestionName::of(listing))?.at(level)
            }
            OrderStatus::Pending => {
                let held = self
                    .context
                    .read()
                    .held_by(&l.seed_commitment, &order.signer())?;
                self.for_seller(l, held)?.at(level)
            }
            OrderStatus::Delivered if own => {
                match self.context.read().receipt_held(&order.id())? {
                    Some(receipt) => self.held(l, &receipt.id(), level),
                    None => Ok(Vec::new()),
                }
            }
            OrderStatus::Delivered => self.sold(l, level),
            OrderStatus::Declined
            | OrderStatus::Cancelled
            | OrderStatus::Discarded
            | OrderStatus::Expired => Ok(Vec::new()),
        }
    }

    /// Returns the accuracy of a listing as its owner knows it, for a buyer who holds that.
    pub fn for_seller(&self, listing: &Listing, held: Held) -> Result<Accuracy> {
        let values = if held.level.is_zero() {
            None
        } else {
            self.response(listing, held.level)?
        };
        Ok(Accuracy {
            shape: ListingShape::of(listing),
            held: values.map(|values| (held.level, values)),
        })
    }

    /// Returns the half-widths of a release that this home holds.
    pub fn held(
        &self,
        listing: &Listing,
        receipt: &DocumentId,
        level: MicroEpsilon,
    ) -> Result<Vec<HalfWidth>> {
        let shape = ListingShape::of(listing);
        Ok(if listing.question.has_own_estimator() {
            let values = values_of(&held_bundle(self.context, receipt)?);
            half_widths_of(&shape, &values, level)?
        } else {
            half_widths(&shape, level, None)?
        })
    }

    /// Returns the half-widths of a release that this home sold. Where its numbers are lost, the
    /// half-widths that were foreseen.
    pub fn sold(&self, listing: &Listing, level: MicroEpsilon) -> Result<Vec<HalfWidth>> {
        let shape = ListingShape::of(listing);
        Ok(match self.response(listing, level)? {
            Some(values) => half_widths_of(&shape, &values, level)?,
            None => half_widths(&shape, level, None)?,
        })
    }

    /// Returns the numbers of a mean that were sold at a level; none of another kind, and none
    /// where their secrets are lost.
    fn response(&self, listing: &Listing, level: MicroEpsilon) -> Result<Option<Vec<i64>>> {
        if !listing.question.has_own_estimator() {
            return Ok(None);
        }
        let mut known = self.secrets.borrow_mut();
        let secrets = match known.entry(listing.seed_commitment) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let loaded =
                    ListingSecrets::load(&self.context.read(), &self.context.vault, listing);
                unknown.insert(match loaded {
                    Ok(secrets) => Some(secrets),
                    Err(error) if error.kind() == ErrorKind::Unverified => None,
                    Err(error) => return Err(error),
                })
            }
        };
        secrets
            .as_ref()
            .map(|secrets| secrets.respond(listing, level, &Stage::silent()))
            .transpose()
    }
}

/// Returns the numbers of a release.
fn values_of(bundle: &VerifiedBundle) -> Vec<i64> {
    bundle.rows.iter().map(|row| row.value).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::{Adjacency, Family, Mean, MissingCells, Question};

    use super::*;

    #[test]
    fn no_error_but_that_there_is_no_law_is_told_as_an_unknown_accuracy() {
        let level = |micro| MicroEpsilon::new(micro).unwrap();
        let mean = |values: &[i64]| Accuracy {
            shape: ListingShape {
                question: Question::Mean(Mean {
                    column: "size".to_owned(),
                    filters: Vec::new(),
                    bounds: ["0", "10"].map(|bound| bound.parse().unwrap()),
                    step: "1".parse().unwrap(),
                    missing: MissingCells::Excluded,
                    public_rows: None,
                }),
                unit: String::new(),
                dimension: 2,
                labels: vec!["sum".to_owned(), "count".to_owned()],
                family: Family::DiscreteLaplace,
                sensitivity: 1 << 40,
                adjacency: Adjacency::AddRemove,
                rows_per_unit: 1,
            },
            held: Some((level(1_000_000), values.to_vec())),
        };
        let right = mean(&[1, 1]);
        assert!(right.known_at(level(2_000_000)).unwrap().is_some());
        assert!(right.known_at(level(1)).unwrap().is_none());
        let wrong = mean(&[1]).known_at(level(2_000_000)).unwrap_err();
        assert_eq!(wrong.kind(), ErrorKind::Failed);
    }
}
