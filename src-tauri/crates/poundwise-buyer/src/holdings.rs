//! Holdings: every response that this home bought, as a person reads it.

use poundwise_documents::{
    bundle::VerifiedBundle,
    jws::Signed,
    kinds::{Listing, Receipt, Settlement},
    units::{DocumentId, MinorUnits},
};

use crate::{
    Buyer,
    error::{Error, ErrorCode, Result},
    held::open_held,
    hint::Act,
    ids::ListingName,
    make_views::{others_listing_view, receipt_view},
    messages::{HoldingHint, HoldingMessage},
    question::QuestionName,
    view::{HoldingView, ListingStatus, Money, ResponseView},
    work::Stage,
};
use poundwise_query::estimate::{estimates_at, half_widths_of, outline};
use poundwise_query::kinds::excerpt;
use poundwise_query::shape::ListingShape;

/// The most estimates of one response that a view carries.
const ESTIMATES_SHOWN: usize = 1000;
/// The most bars of its outline.
const OUTLINE_BARS: usize = 500;

/// One response held, opened.
pub(crate) struct Response {
    pub(crate) bundle: VerifiedBundle,
    pub(crate) changed: u64,
}

/// Prices of the responses of a holding, by how they were settled; none where none was.
#[derive(Default)]
struct Sums {
    paid: Option<MinorUnits>,
    on_credit: Option<MinorUnits>,
    free: Option<MinorUnits>,
}

impl Sums {
    fn add(&mut self, receipt: &Receipt) -> Result<()> {
        let sum = match receipt.settlement {
            Settlement::Paid => &mut self.paid,
            Settlement::Credit => &mut self.on_credit,
            Settlement::Free => &mut self.free,
        };
        let more = sum
            .unwrap_or(MinorUnits::ZERO)
            .checked_add(receipt.price_minor);
        *sum = Some(more.ok_or_else(|| {
            Error::failed(ErrorCode::TotalTooLarge, HoldingMessage::TotalTooLarge)
        })?);
        Ok(())
    }
}

impl Buyer<'_> {
    /// Returns everything held, newest question first: the level, the estimates, and how each
    /// response changed. Cost: opens every bundle held.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn holdings(&self) -> Result<Vec<HoldingView>> {
        self.context
            .read()
            .held_questions()?
            .iter()
            .map(|question| self.holding_of(question))
            .collect()
    }

    /// Returns the holding of one listing, or of its question: the level, the estimates, and the
    /// change of each response. Cost: opens the bundles held of it.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`, `nothing-held`; `home-damaged`; errors of the database, such
    /// as `busy`.
    pub fn holding(&self, of: &ListingName) -> Result<HoldingView> {
        self.holding_of(&self.question_of(of)?)
    }

    /// Returns the question of a listing that is held.
    pub(crate) fn question_of(&self, of: &ListingName) -> Result<QuestionName> {
        match of {
            ListingName::Id(id) => self.held_question(id),
            ListingName::Question(question) => Ok(*question),
        }
    }

    fn holding_of(&self, question: &QuestionName) -> Result<HoldingView> {
        let responses = self.responses(question)?;
        let newest = responses.last().ok_or_else(|| nothing_held(question))?;
        let listing = &newest.bundle.listing;
        let level = newest.bundle.release.payload().level;
        // All versions of a question have the same bins.
        let dimension = newest.bundle.rows.len();
        let shown = excerpt(&listing.payload().question, dimension, ESTIMATES_SHOWN);
        let mut sums = Sums::default();
        let mut views = Vec::with_capacity(responses.len());
        for response in &responses {
            let r = response.bundle.receipt.payload();
            sums.add(r)?;
            let shape = ListingShape::of(response.bundle.listing.payload());
            let values = lattice_values(&response.bundle);
            let level = response.bundle.release.payload().level;
            let outline = if values.len() > ESTIMATES_SHOWN {
                outline(&shape, &values, OUTLINE_BARS)?
            } else {
                Vec::new()
            };
            views.push(ResponseView {
                level: r.to,
                estimates: estimates_at(&shape, &values, level, &shown.places)?,
                outline,
                changed: response.changed,
                receipt: receipt_view(
                    self.context,
                    &response.bundle.receipt,
                    &self.context.name,
                    &listing.payload().title,
                    half_widths_of(&shape, &values, level)?,
                )?,
            });
        }
        let mut view = others_listing_view(
            self.context,
            listing.id(),
            listing.signer(),
            listing.payload(),
            self.status_on_market(listing),
        )?;
        view.held = level;
        let currency = listing.payload().currency;
        let sum = |of: Option<MinorUnits>| of.map(|sum| Money::new(sum, currency));
        Ok(HoldingView {
            paid: Money::new(sums.paid.unwrap_or(MinorUnits::ZERO), currency),
            on_credit: sum(sums.on_credit),
            free: sum(sums.free),
            level,
            axes: shown.axes,
            listing: view,
            responses: views,
        })
    }

    /// Returns whether a listing held can still be topped up. A market out of reach says nothing
    /// against it.
    fn status_on_market(&self, listing: &Signed<Listing>) -> ListingStatus {
        let catalogue = self.context.catalogue().ok();
        catalogue
            .and_then(|catalogue| catalogue.status(&listing.id()))
            .unwrap_or(ListingStatus::Open)
    }

    /// Returns the responses of a question, lowest level first.
    pub(crate) fn responses(&self, question: &QuestionName) -> Result<Vec<Response>> {
        self.context
            .read()
            .bundles(question)?
            .into_iter()
            .map(|(sealed, changed)| {
                Ok(Response {
                    bundle: open_held(&self.context.vault, &sealed, &Stage::silent())?.0,
                    changed,
                })
            })
            .collect()
    }

    /// Returns a listing of somebody else that this home has a document of.
    pub(crate) fn known_listing(&self, id: &DocumentId) -> Result<Signed<Listing>> {
        self.context.read().signed(id)
    }
}

/// Returns the error of a question without a response.
pub(crate) fn nothing_held(question: &QuestionName) -> Error {
    Error::refused(
        ErrorCode::NothingHeld,
        HoldingMessage::NothingHeld {
            question: question.to_string(),
        },
    )
    .hint(Act::ListHoldings.to(HoldingHint::ListHoldings))
}

pub(crate) fn lattice_values(bundle: &VerifiedBundle) -> Vec<i64> {
    bundle.rows.iter().map(|r| r.value).collect()
}
