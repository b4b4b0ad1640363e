//! A listing as the draft of another one, and the replacement of a wrong listing by a corrected
//! one.

use poundwise_documents::{
    kinds::Listing,
    tariff::{Tariff, TariffDraft, TypedPoint},
    units::Currency,
};

use crate::{
    Seller,
    draft::{CopiedQuestion, ListingDraft, ListingSubject},
    draw_up::{Draft, Replaced},
    error::{Error, ErrorCode, Result},
    ids::ListingId,
    make_views::own_listing,
    messages::ListingMessage,
};
use poundwise_query::Schema;

impl Seller<'_> {
    /// Returns the draft of a listing like one of this home's, from what was signed of it: the same
    /// question, price and words. Own numbers and their file are left out. No data is read.
    ///
    /// # Errors
    /// `no-such-id`; `dataset-gone` where the dataset answers no new question.
    pub fn duplicate_listing(&self, id: &ListingId) -> Result<ListingDraft<CopiedQuestion>> {
        let own = own_listing(&self.context.read(), id)?;
        let listing = own.listing.payload();
        let (schema, subject) = match &own.dataset {
            Some(name) => {
                let dataset = self.require_dataset(name)?;
                dataset.held()?;
                (dataset.schema, ListingSubject::Dataset(name.parse()?))
            }
            None => {
                let population = self.context.read().population(&own.population)?;
                let population = Some(population.name.parse()?);
                (Schema::default(), ListingSubject::OwnNumbers { population })
            }
        };
        draft_of(listing, subject, schema)
    }

    /// Begins the draft of a listing that is to take the place of an open one, for a preview of it:
    /// it may ask the same.
    ///
    /// # Errors
    /// As [`Seller::begin_listing`]; `no-such-id`, `withdrawn`, `replaced`.
    pub fn begin_correction(&self, id: &ListingId, draft: &ListingDraft) -> Result<Draft> {
        let replaced = self.open_listing(id)?;
        Ok(self
            .begin_listing(draft)?
            .correcting(&replaced.listing.id()))
    }

    /// Begins a listing that takes the place of an open one: it is signed in the transaction in
    /// which that one is withdrawn, for `reason`.
    ///
    /// # Errors
    /// As [`Seller::begin_listing`]; `no-such-id`, `withdrawn`, `replaced`; `no-reason` where it is
    /// blank.
    pub fn replace_listing(
        &self,
        id: &ListingId,
        draft: &ListingDraft,
        reason: &str,
    ) -> Result<Draft> {
        let begun = self.begin_correction(id, draft)?;
        if reason.trim().is_empty() {
            return Err(
                Error::usage(ErrorCode::NoReason, ListingMessage::NoReasonForBuyers)
                    .hint(ListingMessage::StateReasonForBuyers),
            );
        }
        Ok(begun.in_place_of(Replaced {
            listing: id.clone(),
            reason: reason.to_owned(),
        }))
    }
}

/// Returns the draft of such a listing.
///
/// # Errors
/// `pay-to`, which no signed listing has.
fn draft_of(
    listing: &Listing,
    subject: ListingSubject,
    schema: Schema,
) -> Result<ListingDraft<CopiedQuestion>> {
    let written = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let question = CopiedQuestion {
        question: listing.question.clone(),
        unit: listing.unit.clone(),
        schema,
    };
    Ok(ListingDraft {
        title: written(&listing.title),
        description: written(&listing.description),
        price: price_of(&listing.tariff, listing.currency),
        currency: Some(listing.currency),
        ceiling: Some(listing.ceiling),
        top: Some(listing.top),
        grain: Some(listing.grain),
        pay_to: written(&listing.pay_to)
            .map(|address| address.parse())
            .transpose()?,
        terms: written(&listing.terms),
        // The listing has made the number public.
        rows_known_elsewhere: listing.question.public_rows().is_some(),
        ..ListingDraft::new(subject, question)
    })
}

/// Returns a tariff as it is typed.
pub(super) fn price_of(tariff: &Tariff, currency: Currency) -> TariffDraft {
    let points = tariff.knots().iter().map(|(level, amount)| TypedPoint {
        level: level.to_string(),
        price: currency.format(*amount),
    });
    TariffDraft::from(points.collect::<Vec<_>>())
}
