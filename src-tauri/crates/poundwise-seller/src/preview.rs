//! Pictures of what a listing would sell, drawn from the law and the tariff, never from the data.

use std::collections::BTreeSet;

use poundwise_documents::{
    kinds::Listing,
    tariff::{Tariff, TariffDraft},
    units::{Currency, MicroEpsilon},
};

use crate::{
    Seller,
    accuracy::Accuracy,
    advice::advice,
    caps::room,
    catalogue::LABELS_SHOWN,
    draft::ListingDraft,
    draw_up::Draft,
    error::{Error, ErrorCode, ErrorPlace, ErrorView, Result},
    ids::ListingId,
    listings::never_sold,
    make_views::{epsilon, major, own_listing},
    messages::ListingMessage,
    question::QuestionName,
    store::{OwnListing, Population},
    terms::{Offered, Subject, Terms},
    view::{
        DraftDoubts, DraftPreview, Guess, GuessBasis, HalfWidth, LawCurve, ListingCurves, Money,
        Point, PricedLevel, RepricePreview, UndeclaredBins, UndeclaredValue,
    },
};
use poundwise_query::{
    AttributeSpec, Plan, QueryHint, assuming_rows, estimate::half_widths, missing_as,
    shape::ListingShape,
};

/// The levels at which a draft's noise is shown, as far as they are sold: ε 0.1, 1 and 5.
const SHOWN: [u64; 3] = [100_000, 1_000_000, 5_000_000];
/// The rows with which a mean is reckoned where nothing is stated of them.
const RECKONED_ROWS: u64 = 1_000;
/// Points of a curve over ε, on a logarithmic scale.
const CURVE_POINTS: u32 = 64;
/// A curve begins at this share of the ceiling.
const CURVE_SPAN: f64 = 1000.0;
/// Points on each side of 0 in the picture of a law.
const LAW_POINTS: i64 = 60;

/// Price of a draft, as far as it is known.
struct Priced {
    tariff: Option<(Tariff, Currency)>,
    ceiling: Option<MicroEpsilon>,
    problem: Option<ErrorView>,
    /// As [`OpenQuestions::carried`](crate::open_questions::OpenQuestions::carried).
    carried: Option<MicroEpsilon>,
    /// The SQL text, for a linked table.
    statement: Option<String>,
}

impl Seller<'_> {
    /// Returns the preview of a draft: the query in words, its labels, its sensitivity, the
    /// accuracy for a buyer at ε 0.1, 1 and 5, and the effects of other choices. Reads no data but
    /// the owner's own numbers' count.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn preview_listing(&self, draft: &ListingDraft) -> Result<DraftPreview> {
        self.begin_listing(draft)?.preview()
    }

    /// Previews as [`Seller::preview_listing`] does, for a draft that is being written: what is
    /// wrong with its price, ceiling, smallest step or words stands beside the preview.
    ///
    /// # Errors
    /// What is wrong with the query.
    pub fn sketch_listing(&self, draft: &ListingDraft) -> Result<DraftPreview> {
        self.begin_listing(draft)?.sketch()
    }

    /// Returns the preview of another tariff of an open listing: accuracy, and price now and then,
    /// at the levels that either states. Nothing is signed.
    ///
    /// # Errors
    /// As [`Seller::reprice`].
    pub fn preview_reprice(&self, id: &ListingId, price: &TariffDraft) -> Result<RepricePreview> {
        let own = self.open_listing(id)?;
        let tariff = self.new_tariff(&own, price)?;
        repriced(own.listing.payload(), price, Ok(tariff))
    }

    /// Previews as [`Seller::preview_reprice`] does, for a tariff that is being typed: what is
    /// wrong with it stands beside the levels.
    ///
    /// # Errors
    /// `no-such-id`; `withdrawn` or `replaced` where the listing is no longer open.
    pub fn sketch_reprice(&self, id: &ListingId, price: &TariffDraft) -> Result<RepricePreview> {
        let own = self.open_listing(id)?;
        repriced(own.listing.payload(), price, self.new_tariff(&own, price))
    }

    /// Returns accuracy and price of a listing over ε, up to its ceiling, and the levels of it that
    /// matter to this home. Cost: 65 half-widths, and one bundle is opened where a mean is held.
    ///
    /// # Errors
    /// `no-such-id`.
    pub fn curves(&self, id: &ListingId) -> Result<ListingCurves> {
        let (listing, limit) = match own_listing(&self.context.read(), id) {
            Ok(own) => {
                let limit = self.room_left(&own)?;
                (own.listing, Some(limit))
            }
            Err(error) if error.code() == ErrorCode::NoSuchId => {
                let catalogue = self.context.catalogue()?;
                let offer = catalogue.find(id)?;
                (self.context.whole(offer)?, None)
            }
            Err(error) => return Err(error),
        };
        let l = listing.payload();
        let question = QuestionName::of(&listing);
        let known = Accuracy::for_buyer(self.context, l, &question)?;
        let mut accuracy_of = None;
        let mut accuracy = Vec::new();
        for level in levels(l.ceiling) {
            if let Some(width) = known.at(level)?.into_iter().next() {
                accuracy_of = Some(width.of);
                accuracy.push(Point {
                    x: epsilon(level),
                    y: width.number,
                });
            }
        }
        Ok(ListingCurves {
            accuracy,
            accuracy_of,
            price: price_curve(&l.tariff, l.currency, l.ceiling),
            bought: self.context.read().levels_bought(&question)?,
            limit_micro_epsilon: limit
                .filter(|limit| *limit < l.ceiling)
                .map(MicroEpsilon::get),
        })
    }

    /// Returns the highest level to which a listing can be sold under its population's cap, the
    /// loss of the other questions counted.
    fn room_left(&self, own: &OwnListing) -> Result<MicroEpsilon> {
        let reading = self.context.read();
        let population = reading.population(&own.population)?;
        Ok(room(
            population.cap,
            reading.population_loss(&population)?,
            own.listing.payload().family,
            reading.question_loss(&own.question)?,
        ))
    }
}

impl Draft {
    /// Previews as [`Seller::preview_listing`] does. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn preview(&self) -> Result<DraftPreview> {
        let terms = Terms::of(&self.draft, self.subject.clone())?;
        let statement = self.check(&terms)?;
        self.priced(terms, Ok(statement))
    }

    /// Previews as [`Seller::sketch_listing`] does. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the query.
    pub fn sketch(&self) -> Result<DraftPreview> {
        let terms = match &self.unread {
            Some(unread) => Err(unread.clone()),
            None => Terms::of(&self.draft, self.subject.clone()),
        };
        let definite = terms.and_then(|terms| {
            let checked = self.check(&terms);
            self.priced(terms, checked)
        });
        definite.or_else(|error| {
            let plan = self.subject.planned(&self.draft)?;
            let priced = Priced {
                statement: None,
                carried: None,
                tariff: None,
                ceiling: self.draft.ceiling,
                problem: Some(error.view()),
            };
            self.foreseen(&plan, priced)
        })
    }

    /// Previews a draft whose price is definite, whatever is wrong with its words. `checked` is the
    /// result of [`Draft::check`].
    fn priced(&self, terms: Terms, checked: Result<Option<String>>) -> Result<DraftPreview> {
        let (statement, problem) = match checked {
            Ok(statement) => (statement, None),
            Err(problem) => (None, Some(problem)),
        };
        let priced = Priced {
            statement,
            carried: self.open.carried(&terms),
            tariff: Some((terms.offered.tariff, terms.offered.currency)),
            ceiling: Some(terms.offered.ceiling),
            problem: problem.map(|problem| problem.view()),
        };
        self.foreseen(&terms.plan, priced)
    }

    /// Returns the entries of the draft that may be misspelt, though it can be listed. Reads no
    /// data.
    ///
    /// # Errors
    /// What is wrong with the draft.
    pub fn doubts(&self) -> Result<DraftDoubts> {
        let spec = self.draft.to_be_planned()?;
        let offered = Offered::of(&self.draft, self.subject.population.cap)?;
        let priced = Some((&offered.tariff, offered.ceiling));
        let plan = self.subject.planned(&self.draft)?;
        Ok(self.with_earlier(&plan, doubts(&spec, &self.subject, priced)))
    }

    /// Adds the earlier listings of the question of a linked table.
    fn with_earlier(&self, plan: &Plan, doubts: DraftDoubts) -> DraftDoubts {
        DraftDoubts {
            listed_before: self.open.listed_before(plan.question()),
            ..doubts
        }
    }

    fn foreseen(&self, plan: &Plan, priced: Priced) -> Result<DraftPreview> {
        let (shape, reckoned_rows) = reckoned(plan.shape(), self.draft.reckoned_rows);
        let shape = &shape;
        let mut spec = self.draft.to_be_planned()?;
        if let Some(rows) = reckoned_rows {
            spec.assume_rows(rows);
        }
        let Population { cap, adjacency, .. } = self.subject.population;
        // The rows that accuracy is only reckoned with are not public.
        let states_rows = plan.question().public_rows().is_some();
        let of_all = GuessBasis::of(adjacency, states_rows || self.subject.states_rows);
        let of_question = match self.subject.dataset {
            None => GuessBasis::OwnNumbers,
            Some(_) => GuessBasis::of(adjacency, states_rows),
        };
        let price = match (&priced.tariff, priced.ceiling) {
            (Some((tariff, currency)), Some(ceiling)) => price_curve(tariff, *currency, ceiling),
            _ => Vec::new(),
        };
        Ok(DraftPreview {
            query: plan.query().to_string(),
            query_parts: plan.question().shortened(LABELS_SHOWN),
            missing_as: missing_as(plan.question()),
            dimension: shape.dimension,
            labels: shape.labels.iter().take(LABELS_SHOWN).cloned().collect(),
            sensitivity: shape.sensitivity,
            step: shape.question.step().to_string(),
            step_advised: plan.step_advised(),
            reckoned_rows,
            laws: levels_shown(priced.ceiling)
                .into_iter()
                .map(|level| {
                    let parts = match reckoned_rows {
                        Some(_) => half_widths(plan.shape(), level, None)?,
                        None => Vec::new(),
                    };
                    law_curve(level, shape, parts)
                })
                .collect::<Result<_>>()?,
            price,
            levels: priced_levels(
                &self.draft.price,
                priced.tariff.as_ref().map(|(tariff, of)| (tariff, *of)),
                shape,
            )?,
            ceiling: priced.ceiling,
            guess_at_ceiling: priced
                .ceiling
                .map(|ceiling| Guess::after(shape.family.charge(ceiling), of_question)),
            cap_micro_epsilon: Some(cap.micro_epsilon.get()),
            carried_micro_epsilon: priced.carried.map(MicroEpsilon::get),
            guess_at_cap: Some(Guess::after(cap, of_all)),
            statement: priced.statement,
            doubts: self.with_earlier(
                plan,
                doubts(
                    &spec,
                    &self.subject,
                    priced
                        .tariff
                        .as_ref()
                        .map(|(tariff, _)| tariff)
                        .zip(priced.ceiling),
                ),
            ),
            advice: advice(&spec, shape, &self.subject, priced.ceiling),
            problem: priced.problem,
        })
    }
}

/// Returns the levels whose noise is shown: none above the ceiling, which stands for those.
fn levels_shown(ceiling: Option<MicroEpsilon>) -> BTreeSet<MicroEpsilon> {
    let shown = SHOWN
        .iter()
        .filter_map(|micro| MicroEpsilon::new(*micro).ok());
    shown
        .map(|level| ceiling.map_or(level, |ceiling| level.min(ceiling)))
        .collect()
}

/// Returns the levels that a price as typed states, with their prices by the tariff, as far as
/// there is one, and the half-widths of a response there.
pub(super) fn priced_levels(
    price: &TariffDraft,
    tariff: Option<(&Tariff, Currency)>,
    shape: &ListingShape,
) -> Result<Vec<PricedLevel>> {
    price
        .levels()
        .into_iter()
        .map(|level| {
            Ok(PricedLevel {
                level,
                price: tariff.and_then(|(tariff, currency)| price_at(tariff, currency, level)),
                price_now: None,
                widths: half_widths(shape, level, None)?,
            })
        })
        .collect()
}

/// Returns a mean whose rows are not public as if so many were, so that its own half-widths are
/// known; other shapes as they are.
pub(super) fn reckoned(shape: &ListingShape, rows: Option<u64>) -> (ListingShape, Option<u64>) {
    let rows = rows.filter(|rows| *rows > 0).unwrap_or(RECKONED_ROWS);
    match assuming_rows(shape, rows) {
        Some(assumed) => (assumed, Some(rows)),
        None => (shape.clone(), None),
    }
}

/// Returns the entries that may be misspelt: statements are compared with statements, never with
/// rows.
pub(super) fn doubts(
    spec: &AttributeSpec,
    subject: &Subject,
    priced: Option<(&Tariff, MicroEpsilon)>,
) -> DraftDoubts {
    let schema = subject.schema();
    let bins = spec.undeclared_bins(&schema).into_iter();
    let values = spec.undeclared_values(&schema).into_iter();
    DraftDoubts {
        undeclared_bins: bins
            .map(|(column, bins)| UndeclaredBins { column, bins })
            .collect(),
        undeclared_values: values
            .map(|condition| UndeclaredValue {
                column: condition.column.clone(),
                value: condition.value.trim().to_owned(),
            })
            .collect(),
        never_sold: priced.map_or_else(Vec::new, |(tariff, ceiling)| never_sold(tariff, ceiling)),
        listed_before: Vec::new(),
    }
}

/// Levels up to a ceiling, evenly spread on a logarithmic scale. A figure's abscissae, nothing that
/// is sold.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)]
fn levels(ceiling: MicroEpsilon) -> Vec<MicroEpsilon> {
    let mut levels: Vec<MicroEpsilon> = (0..=CURVE_POINTS)
        .filter_map(|i| {
            let share = CURVE_SPAN.powf(f64::from(i) / f64::from(CURVE_POINTS) - 1.0);
            MicroEpsilon::new(((ceiling.get() as f64) * share).round().max(1.0) as u64).ok()
        })
        .collect();
    levels.dedup();
    levels
}

/// Returns the preview of a listing with a price as typed, or its error beside the levels.
fn repriced(
    listing: &Listing,
    price: &TariffDraft,
    tariff: Result<Tariff>,
) -> Result<RepricePreview> {
    let (tariff, problem) = match tariff {
        Ok(tariff) => (Some(tariff), None),
        Err(error) => (None, Some(error.view())),
    };
    let (levels, reckoned_rows) = levels_repriced(listing, price, tariff.as_ref())?;
    let ceiling = listing.ceiling;
    Ok(RepricePreview {
        levels,
        reckoned_rows,
        never_sold: tariff.map_or_else(Vec::new, |tariff| never_sold(&tariff, ceiling)),
        problem,
    })
}

/// Returns the levels that a price as typed and the present tariff of a listing state, each with
/// its price by the new tariff, as far as there is one, and by the present one.
fn levels_repriced(
    listing: &Listing,
    price: &TariffDraft,
    tariff: Option<&Tariff>,
) -> Result<(Vec<PricedLevel>, Option<u64>)> {
    let (shape, reckoned_rows) = reckoned(&ListingShape::of(listing), None);
    let mut levels = price.levels();
    levels.extend(listing.tariff.knots().iter().map(|(level, _)| *level));
    levels.sort_unstable();
    levels.dedup();
    let currency = listing.currency;
    let levels = levels
        .into_iter()
        .map(|level| {
            Ok(PricedLevel {
                level,
                price: tariff.and_then(|tariff| price_at(tariff, currency, level)),
                price_now: price_at(&listing.tariff, currency, level),
                widths: half_widths(&shape, level, None)?,
            })
        })
        .collect::<Result<_>>()?;
    Ok((levels, reckoned_rows))
}

/// Returns the price of everything up to a level; none above what the tariff prices.
pub(super) fn price_at(tariff: &Tariff, currency: Currency, level: MicroEpsilon) -> Option<Money> {
    let minor = tariff.price(level).ok()?;
    Some(Money::new(minor, currency))
}

fn price_curve(tariff: &Tariff, currency: Currency, ceiling: MicroEpsilon) -> Vec<Point> {
    let mut at = levels(ceiling);
    at.extend(
        tariff
            .knots()
            .iter()
            .map(|knot| knot.0)
            .filter(|level| *level <= ceiling),
    );
    at.sort_unstable();
    at.dedup();
    at.iter()
        .filter_map(|level| {
            tariff.price(*level).ok().map(|minor| Point {
                x: epsilon(*level),
                y: major(minor.get(), currency),
            })
        })
        .collect()
}

/// Returns the law of one coordinate's noise at a level.
#[allow(clippy::cast_precision_loss)] // a figure's coordinates
fn law_curve(level: MicroEpsilon, shape: &ListingShape, parts: Vec<HalfWidth>) -> Result<LawCurve> {
    let (sensitivity, step) = (shape.sensitivity, shape.question.step());
    let fault = |e: gradual_release::Error| {
        Error::usage(
            ErrorCode::Sensitivity,
            ListingMessage::NoRelease { why: e.into() },
        )
        .hint(QueryHint::LargerStepOrNarrowerBounds)
        .at(ErrorPlace::Noise { sensitivity, level })
    };
    let law = shape
        .mechanism()
        .and_then(|mechanism| mechanism.law(level.get()));
    let law = law.map_err(fault)?;
    let half = i64::try_from(law.half_width_95()).unwrap_or(i64::MAX);
    let unit = step.get().to_f64();
    // Twice the half-width to each side, in whole steps.
    let stride = (half / (LAW_POINTS / 2)).max(1);
    let reach = (half.saturating_mul(2) / stride).clamp(3, LAW_POINTS);
    let points = (-reach..=reach)
        .map(|i| {
            let n = i.saturating_mul(stride);
            Point {
                x: n as f64 * unit,
                y: law.pmf(n),
            }
        })
        .collect();
    Ok(LawCurve {
        level,
        half_width_number: half as f64 * unit,
        widths: half_widths(shape, level, None)?,
        parts,
        points,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// However low it is: at 0 nothing is sold.
    #[test]
    fn a_curve_rises_from_above_0_to_the_ceiling() {
        for ceiling in [1, 100, 8_000_000, MicroEpsilon::MAX.get()] {
            let ceiling = MicroEpsilon::new(ceiling).unwrap();
            let levels = levels(ceiling);
            assert!(!levels[0].is_zero());
            assert!(levels.is_sorted_by(|one, next| one < next));
            assert_eq!(levels.last(), Some(&ceiling));
        }
    }
}
