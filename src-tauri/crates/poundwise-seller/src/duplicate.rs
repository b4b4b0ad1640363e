//! A listing as the draft of another one, and the replacement of a wrong listing by a corrected
//! one.

use poundwise_documents::{
    kinds::{BinnedColumn, Listing, MissingCells},
    tariff::{Tariff, TariffDraft, TypedPoint},
    units::{Currency, Decimal},
};

use crate::{
    Seller,
    draft::OWN,
    draw_up::{Draft, Replaced},
    error::{Error, ErrorCode, Result},
    ids::ListingId,
    make_views::own_listing,
    view::{Condition, DraftColumn, ListingDraft},
};
use poundwise_query::Schema;

impl Seller<'_> {
    /// Returns the draft of a listing like one of this home's, from what was signed of it: the same
    /// question, price and words. Own numbers and their file are left out. No data is read.
    ///
    /// # Errors
    /// `no-such-id`; `dataset-gone` where the dataset answers no new question.
    pub fn duplicate_listing(&self, id: &ListingId) -> Result<ListingDraft> {
        let own = own_listing(&self.context.read(), id)?;
        let listing = own.listing.payload();
        let (schema, population) = match &own.dataset {
            Some(name) => {
                let dataset = self.require_dataset(name)?;
                dataset.held()?;
                (dataset.schema, None)
            }
            None => {
                let population = self.context.read().population(&own.population)?;
                (Schema::default(), Some(population.name))
            }
        };
        Ok(ListingDraft {
            dataset: own.dataset.clone().unwrap_or_else(|| OWN.to_owned()),
            population,
            ..draft_of(listing, &schema)
        })
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
            return Err(Error::usage(
                ErrorCode::NoReason,
                "A withdrawal that corrects a listing needs a reason.",
            )
            .hint("It is signed and published: say it for buyers."));
        }
        Ok(begun.in_place_of(Replaced {
            listing: id.clone(),
            reason: reason.to_owned(),
        }))
    }
}

/// Returns the draft of such a listing, without the parts that only its home knows.
fn draft_of(listing: &Listing, schema: &Schema) -> ListingDraft {
    let named = |label: &String| {
        schema
            .labelled(label)
            .map_or_else(|| label.clone(), |column| column.name.clone())
    };
    let texts = |decimals: &[Decimal]| decimals.iter().map(ToString::to_string).collect();
    let written = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    ListingDraft {
        kind: listing.kind.to_string(),
        column: listing.column.as_ref().map(named),
        filters: listing
            .filters
            .iter()
            .map(|filter| {
                Condition::new(
                    named(&filter.column),
                    filter.operator.into(),
                    filter.value.clone(),
                )
            })
            .collect(),
        bounds: match listing.bounds.as_slice() {
            [low, high] => Some(format!("{low}..{high}")),
            _ => None,
        },
        step: (!listing.kind.is_count()).then(|| listing.step.to_string()),
        bins: listing.bins.clone(),
        edges: texts(&listing.edges),
        columns: listing
            .columns
            .iter()
            .map(
                |BinnedColumn {
                     column,
                     bins,
                     edges,
                     ..
                 }| DraftColumn {
                    column: named(column),
                    bins: bins.clone(),
                    edges: texts(edges),
                },
            )
            .collect(),
        protect: listing.distance.map(|distance| distance.to_string()),
        unit: written(&listing.unit),
        title: written(&listing.title),
        description: written(&listing.description),
        price: price_of(&listing.tariff, listing.currency),
        currency: Some(listing.currency.to_string()),
        ceiling: Some(listing.ceiling.to_string()),
        top: Some(listing.top.to_string()),
        grain: Some(listing.grain.to_string()),
        pay_to: written(&listing.pay_to),
        terms: written(&listing.terms),
        public_rows: listing.public_rows.map(|rows| rows.to_string()),
        // The listing has made the number public.
        rows_known_elsewhere: listing.public_rows.is_some(),
        missing_as_mid: listing.missing == MissingCells::AsMid,
        ..ListingDraft::default()
    }
}

/// Returns a tariff as it is typed.
pub(super) fn price_of(tariff: &Tariff, currency: Currency) -> TariffDraft {
    let points = tariff.knots().iter().map(|(level, amount)| TypedPoint {
        level: level.to_string(),
        price: currency.format(*amount),
    });
    TariffDraft::from(points.collect::<Vec<_>>())
}
