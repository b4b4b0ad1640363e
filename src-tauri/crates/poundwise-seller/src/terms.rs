//! A draft made definite: what it asks, at which levels it is sold and what it costs.

use gradual_release::mechanism::Mechanism;
use poundwise_documents::{
    kinds::Adjacency,
    tariff::Tariff,
    units::{Currency, Digest, LossPair, MicroEpsilon},
};

use crate::{
    error::{Error, ErrorCode, ErrorPlace, Result},
    hint::Field,
    messages::{TermsHint, TermsMessage},
    names::PayTo,
    store::{Dataset, Population},
    typed::{check_level, check_listed, currency, level, tariff_error},
    view::ListingDraft,
};
use poundwise_query::{Plan, Schema, Unit, plan};
use poundwise_trade::LevelName;

/// The smallest increment where the owner states none: ε 0.001.
const DEFAULT_GRAIN: u64 = 1_000;

/// A draft made definite, all but what is drawn at random or computed from the data.
pub(crate) struct Terms {
    pub(crate) plan: Plan,
    pub(crate) mechanism: Mechanism,
    pub(crate) subject: Subject,
    pub(crate) offered: Offered,
}

/// At which levels a draft is sold and what it costs, made definite.
pub(crate) struct Offered {
    pub(crate) tariff: Tariff,
    pub(crate) currency: Currency,
    pub(crate) ceiling: MicroEpsilon,
    pub(crate) top: MicroEpsilon,
    pub(crate) grain: MicroEpsilon,
    /// Payment address for buyers, or empty.
    pub(crate) pay_to: String,
}

/// Subject of an attribute: a dataset, or own numbers about the units of a population.
#[derive(Clone)]
pub(crate) struct Subject {
    /// None for the owner's own numbers.
    pub(crate) dataset: Option<Dataset>,
    pub(crate) population: Population,
    /// Whether a listing about the population states its number of rows.
    pub(crate) states_rows: bool,
}

impl Subject {
    pub(super) fn schema(&self) -> Schema {
        self.dataset
            .as_ref()
            .map_or_else(Schema::default, |dataset| dataset.schema.clone())
    }

    /// Returns the privacy unit, as plans want it.
    pub(crate) fn unit(&self) -> Unit {
        self.dataset.as_ref().map_or(
            Unit {
                adjacency: self.population.adjacency,
                rows_per_unit: 1,
                person_column: None,
            },
            Dataset::unit,
        )
    }

    /// Returns the plan of an attribute of it, checked: its query, not yet its price.
    pub(crate) fn planned(&self, draft: &ListingDraft) -> Result<Plan> {
        Ok(plan(&draft.to_be_planned()?, &self.schema(), &self.unit())?)
    }
}

impl Terms {
    /// Checks a draft against the dataset's columns and makes it definite. Reads no data but the
    /// owner's own numbers.
    pub(crate) fn of(draft: &ListingDraft, subject: Subject) -> Result<Self> {
        let plan = subject.planned(draft)?;
        check_public_rows(draft, subject.population.adjacency)?;
        let offered = Offered::of(draft, subject.population.cap)?;
        Ok(Self {
            mechanism: supported(&plan, offered.grain)?,
            plan,
            subject,
            offered,
        })
    }
}

/// Checks that a public number of rows is known elsewhere if people can be added or removed. It
/// would otherwise reveal whether one person is in the table. The table is not read.
///
/// # Errors
/// `rows-not-public`.
fn check_public_rows(draft: &ListingDraft, adjacency: Adjacency) -> Result<()> {
    let states_rows = draft.question.public_rows().is_some();
    if adjacency == Adjacency::Replace || !states_rows || draft.rows_known_elsewhere {
        return Ok(());
    }
    Err(
        Error::usage(ErrorCode::RowsNotPublic, TermsMessage::RowsNotPublic)
            .hint(Field::RowsKnownElsewhere.to(TermsHint::RowsKnownElsewhere))
            .hint(TermsHint::LeaveRowsOut),
    )
}

impl Offered {
    /// Checks price and levels of a draft whose population has this cap.
    ///
    /// # Errors
    /// `currency`, `tariff`, `zero-epsilon`, `tariff-too-short`, `top-below-ceiling`, `grain`,
    /// `ceiling-over-cap`.
    pub(crate) fn of<Q>(draft: &ListingDraft<Q>, cap: LossPair) -> Result<Self> {
        // Levels are ε: the cap on ρ limits none of them.
        let cap = cap.micro_epsilon;
        let currency = draft.currency.unwrap_or(Currency::EUR);
        check_listed(currency)?;
        let tariff = draft.price.in_currency(currency).map_err(tariff_error)?;
        let ceiling = draft.ceiling.unwrap_or_else(|| tariff.last_level());
        let top = draft.top.unwrap_or(ceiling);
        let grain = draft.grain.unwrap_or_else(|| usual_grain(ceiling));
        for (level, what) in [
            (ceiling, LevelName::Ceiling),
            (top, LevelName::Top),
            (grain, LevelName::SmallestStep),
        ] {
            check_level(level, what)?;
        }
        levels_fit(ceiling, top, grain, Some(&tariff))?;
        if ceiling > cap {
            return Err(Error::usage(
                ErrorCode::CeilingOverCap,
                TermsMessage::CeilingOverCap { ceiling, cap },
            )
            .hint(TermsHint::LowerCeiling)
            .at(ErrorPlace::Level {
                level: ceiling,
                limit: cap,
            }));
        }
        Ok(Self {
            tariff,
            currency,
            ceiling,
            top,
            grain,
            pay_to: draft
                .pay_to
                .as_ref()
                .map(PayTo::to_string)
                .unwrap_or_default(),
        })
    }
}

/// Reads the currency of a listing as typed, the usual one where none is.
///
/// # Errors
/// `currency`.
pub(super) fn stated_currency(text: Option<&str>) -> Result<Currency> {
    text.map_or(Ok(Currency::EUR), currency)
}

/// Returns the smallest increment where the owner states none.
fn usual_grain(ceiling: MicroEpsilon) -> MicroEpsilon {
    MicroEpsilon::new(DEFAULT_GRAIN.min(ceiling.get())).unwrap_or(ceiling)
}

/// Reads the smallest increment of a listing as typed.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub(super) fn grain(text: Option<&str>, ceiling: MicroEpsilon) -> Result<MicroEpsilon> {
    match text {
        Some(text) => level(text, LevelName::SmallestStep),
        None => Ok(usual_grain(ceiling)),
    }
}

/// Checks that the levels of a listing and its price, if it has one, go together.
///
/// # Errors
/// `tariff-too-short`, `top-below-ceiling`, `grain`.
pub(super) fn levels_fit(
    ceiling: MicroEpsilon,
    top: MicroEpsilon,
    grain: MicroEpsilon,
    tariff: Option<&Tariff>,
) -> Result<()> {
    let against = |level, limit| ErrorPlace::Level { level, limit };
    if let Some(last) = tariff
        .map(Tariff::last_level)
        .filter(|last| *last < ceiling)
    {
        return Err(Error::usage(
            ErrorCode::TariffTooShort,
            TermsMessage::TariffTooShort { last, ceiling },
        )
        .hint(TermsHint::PriceUpToCeiling)
        .at(against(last, ceiling)));
    }
    if top < ceiling {
        return Err(Error::usage(
            ErrorCode::TopBelowCeiling,
            TermsMessage::TopBelowCeiling { top, ceiling },
        )
        .hint(TermsHint::RaiseTop)
        .at(against(top, ceiling)));
    }
    if !ceiling.get().is_multiple_of(grain.get()) {
        return Err(Error::usage(
            ErrorCode::Grain,
            TermsMessage::CeilingOffGrain { ceiling, grain },
        )
        .hint(TermsHint::ChooseMultiple)
        .at(against(ceiling, grain)));
    }
    Ok(())
}

/// The number of the rules by which a statement is put into bytes.
const STATEMENT_LABEL: &[u8] = b"poundwise-statement-v1";

/// Returns the canonical bytes of everything that with the table determines x, and of everything
/// that defines the noise, each part length-prefixed: two questions of equal bytes have equal x and
/// equal noise.
pub(super) fn statement(dataset: &Dataset, terms: &Terms) -> Vec<u8> {
    let schema = dataset.schema.canonical_bytes();
    let asked = terms.plan.canonical_bytes();
    let parts: [&[u8]; 7] = [
        STATEMENT_LABEL,
        dataset.id.as_bytes(),
        &schema,
        &asked,
        terms.plan.shape().family.as_str().as_bytes(),
        terms.mechanism.layout().as_bytes(),
        &terms.offered.top.get().to_le_bytes(),
    ];
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}

/// Returns the mechanism if it reaches from the grain to the top at this sensitivity.
fn supported(plan: &Plan, grain: MicroEpsilon) -> Result<Mechanism> {
    let fault = |e: gradual_release::Error| {
        let message = match &e {
            gradual_release::Error::ZeroSensitivity => TermsMessage::NothingMoves,
            gradual_release::Error::ScaleTooLarge { .. } => TermsMessage::NoiseTooWide {
                steps: plan.shape().sensitivity,
                level: grain,
            },
            _ => TermsMessage::NotReleased { why: e.into() },
        };
        Error::usage(ErrorCode::Sensitivity, message)
            .hint(TermsHint::NarrowBounds)
            .at(ErrorPlace::Noise {
                sensitivity: plan.shape().sensitivity,
                level: grain,
            })
    };
    let mechanism = plan.shape().mechanism().map_err(fault)?;
    mechanism.law(grain.get()).map_err(fault)?;
    Ok(mechanism)
}

/// Returns the digest that identifies a question of an imported table. Returns `None` for own numbers
/// and linked tables: each listing of them is a new question.
pub(super) fn question_of(terms: &Terms) -> Option<Digest> {
    let dataset = terms.subject.dataset.as_ref()?;
    if dataset.is_linked() {
        return None;
    }
    let statement = statement(dataset, terms);
    Some(Digest::of(&statement))
}

/// Returns the title that a draft gives.
///
/// # Errors
/// `no-title`.
pub(super) fn title(draft: &ListingDraft) -> Result<String> {
    let title = draft.title.as_deref().unwrap_or_default().trim();
    if title.is_empty() {
        return Err(Error::usage(ErrorCode::NoTitle, TermsMessage::NoTitle)
            .hint(Field::Title.to(TermsHint::GiveTitle)));
    }
    Ok(title.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::draft::ListingSubject;

    fn micro(level: u64) -> MicroEpsilon {
        MicroEpsilon::new(level).unwrap()
    }

    #[test]
    fn levels_that_do_not_fit_are_told() {
        let tariff = Tariff::parse("1:10", Currency::EUR).unwrap();
        let told = |ceiling, top, grain, tariff| {
            let error = levels_fit(micro(ceiling), micro(top), micro(grain), tariff).unwrap_err();
            (error.code(), error.place().cloned())
        };
        let place = |code, level, limit| {
            let (level, limit) = (micro(level), micro(limit));
            (code, Some(ErrorPlace::Level { level, limit }))
        };
        assert_eq!(
            told(2_000_000, 2_000_000, 1_000, Some(&tariff)),
            place(ErrorCode::TariffTooShort, 1_000_000, 2_000_000)
        );
        assert_eq!(
            told(2_000_000, 1_500_000, 1_000, None),
            place(ErrorCode::TopBelowCeiling, 1_500_000, 2_000_000)
        );
        assert_eq!(
            told(2_000_000, 2_000_000, 300_000, None),
            place(ErrorCode::Grain, 2_000_000, 300_000)
        );
        let draft = ListingDraft {
            price: "3:30".into(),
            ..ListingDraft::new(ListingSubject::OwnNumbers { population: None }, ())
        };
        let error = Offered::of(&draft, LossPair::pure(micro(2_000_000)))
            .err()
            .unwrap();
        assert_eq!(
            (error.code(), error.place().cloned()),
            place(ErrorCode::CeilingOverCap, 3_000_000, 2_000_000)
        );
    }
}
