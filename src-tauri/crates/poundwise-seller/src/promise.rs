//! The promise of a population, for a data protection officer: its loss and its cap as (ε, δ).

use std::{fmt, str::FromStr};

use gradual_release::accountant::{Delta, PrivacyLoss};
use poundwise_documents::units::{LossPair, LossPairError, MicroEpsilon};

use crate::{
    Seller,
    caps::guess_basis,
    error::{Error, ErrorCode, Result},
    ids::whole_number,
    messages::PromiseMessage,
    names::PopulationName,
    typed::stated,
    view::{
        Guess, GuessBasis, PromiseDraft, PromiseView, PromiseWish, PromisedEpsilon, PromisedPrivacy,
    },
};

/// What a promise is asked for.
#[derive(Clone, Debug)]
pub struct PromiseRequest {
    /// A δ beside those that are always shown.
    pub delta: Option<Delta>,
    /// The number of units that are protected together, 1 or more.
    pub persons: u64,
    /// A loss that is read beside the population's.
    pub at: Option<LossPair>,
    /// An (ε, δ) for which the cap on ρ is to be found.
    pub wish: Option<Wish>,
}

impl PromiseRequest {
    /// Reads a draft as typed.
    ///
    /// # Errors
    /// `promise` for the first text that is none of its kind; `whole-number` for the size of the
    /// group.
    pub fn read(draft: &PromiseDraft) -> Result<Self> {
        let at = [&draft.at_epsilon, &draft.at_rho].map(|text| stated(Some(text)));
        let at = at
            .iter()
            .any(Option::is_some)
            .then(|| promise_loss(&at.map(|part| part.unwrap_or("0")).join(",")));
        let wish = stated(Some(&draft.wish_epsilon)).map(|epsilon| {
            let delta = stated(Some(&draft.wish_delta)).unwrap_or("1e-6");
            format!("{epsilon},{delta}").parse()
        });
        Ok(Self {
            delta: stated(Some(&draft.delta)).map(promise_delta).transpose()?,
            persons: stated(Some(&draft.persons)).map_or(Ok(1), whole_number)?,
            at: at.transpose()?,
            wish: wish.transpose()?,
        })
    }
}

/// Reads a δ of a promise.
///
/// # Errors
/// `promise`.
pub fn promise_delta(text: &str) -> Result<Delta> {
    text.trim().parse().map_err(|_| {
        let text = text.to_owned();
        Error::usage(ErrorCode::Promise, PromiseMessage::NotADelta { text })
            .hint(PromiseMessage::WriteDelta)
    })
}

/// Reads a loss of a promise.
///
/// # Errors
/// `promise`.
pub fn promise_loss(text: &str) -> Result<LossPair> {
    text.parse().map_err(|why: LossPairError| {
        Error::usage(
            ErrorCode::Promise,
            PromiseMessage::NotALoss {
                text: text.to_owned(),
                why: why.to_string(),
            },
        )
        .hint(PromiseMessage::WriteLoss)
    })
}

/// A wished (ε, δ).
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    epsilon: MicroEpsilon,
    delta: Delta,
}

/// Reads `EPS,DELTA`.
impl FromStr for Wish {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = |message: PromiseMessage| {
            Error::usage(ErrorCode::Promise, message).hint(PromiseMessage::WriteWish)
        };
        let unread = |why: &dyn fmt::Display| {
            wrong(PromiseMessage::NotAWish {
                text: text.to_owned(),
                why: why.to_string(),
            })
        };
        let (epsilon, delta) = text.split_once(',').ok_or_else(|| {
            wrong(PromiseMessage::NoCommaInWish {
                text: text.to_owned(),
            })
        })?;
        let epsilon: std::result::Result<MicroEpsilon, _> = epsilon.trim().parse();
        let delta: std::result::Result<Delta, _> = delta.trim().parse();
        Ok(Self {
            epsilon: epsilon.map_err(|why| unread(&why))?,
            delta: delta.map_err(|why| unread(&why))?,
        })
    }
}

impl Seller<'_> {
    /// Returns the promise of a population. Nothing is signed.
    ///
    /// Cost: some milliseconds for each δ.
    ///
    /// # Errors
    /// `no-such-population`; `promise` for a group of nobody, or one so large that its loss has no
    /// number.
    pub fn promise(&self, name: &PopulationName, request: &PromiseRequest) -> Result<PromiseView> {
        let reading = self.context.read();
        let population = self.require_population(name.as_str())?;
        let cap = population.cap;
        let now = reading.population_loss(&population)?;
        let deltas = deltas(request.delta);
        let basis = guess_basis(&reading, &population)?;
        let promised = |loss| promised(loss, request.persons, &deltas, basis);
        Ok(PromiseView {
            population: population.name.to_string(),
            unit_name: population.unit_name.clone(),
            persons: request.persons,
            now: promised(now)?,
            cap: promised(cap)?,
            at: request.at.map(promised).transpose()?,
            wish: request.wish.map(|wish| answered(cap, &wish)),
        })
    }
}

/// Returns the δ of a promise: those that are always shown, after another one that was asked for.
fn deltas(asked: Option<Delta>) -> Vec<Delta> {
    let asked = asked.filter(|asked| !Delta::SHOWN.contains(asked));
    asked.into_iter().chain(Delta::SHOWN).collect()
}

/// Returns a loss in the terms of a promise.
///
/// # Errors
/// `promise`.
fn promised(
    loss: LossPair,
    persons: u64,
    deltas: &[Delta],
    basis: GuessBasis,
) -> Result<PromisedPrivacy> {
    let of_group = Some(persons)
        .filter(|persons| *persons > 0)
        .and_then(|persons| PrivacyLoss::from(loss).group(persons))
        .ok_or_else(|| {
            let (message, hint) = match persons {
                0 => (PromiseMessage::NoGroup, PromiseMessage::StateGroup),
                _ => (
                    PromiseMessage::GroupTooLarge { persons },
                    PromiseMessage::SmallerGroup,
                ),
            };
            Error::usage(ErrorCode::Promise, message).hint(hint)
        })?;
    Ok(PromisedPrivacy {
        micro_epsilon: loss.micro_epsilon.get(),
        nano_rho: loss.nano_rho.get(),
        pure: loss.nano_rho.is_zero().then_some(of_group.micro_epsilon),
        guess: Guess::after(of_group, basis),
        curve: deltas
            .iter()
            .map(|delta| PromisedEpsilon {
                delta: delta.to_string(),
                micro_epsilon: of_group.epsilon_at(*delta),
            })
            .collect(),
    })
}

fn answered(cap: LossPair, wish: &Wish) -> PromiseWish {
    let (pure, epsilon) = (cap.micro_epsilon.get(), wish.epsilon.get());
    PromiseWish {
        micro_epsilon: epsilon,
        delta: wish.delta.to_string(),
        nano_rho: PrivacyLoss::largest_rho(pure, epsilon, wish.delta),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn empty_texts_ask_for_nothing_and_parts_have_defaults() {
        let nothing = PromiseRequest::read(&PromiseDraft::default()).unwrap();
        assert!(nothing.delta.is_none() && nothing.at.is_none() && nothing.wish.is_none());
        assert_eq!(nothing.persons, 1);
        let draft = PromiseDraft {
            persons: " 2 ".to_owned(),
            at_rho: "0.1".to_owned(),
            wish_epsilon: "5".to_owned(),
            ..PromiseDraft::default()
        };
        let asked = PromiseRequest::read(&draft).unwrap();
        assert_eq!(asked.persons, 2);
        assert_eq!(asked.at.unwrap().to_string(), "ε 0, ρ 0.1");
        assert_eq!(asked.wish.unwrap().delta.to_string(), "1e-6");
    }

    #[test]
    fn wrong_text_is_refused_with_its_code() {
        let wrong = |change: fn(&mut PromiseDraft)| {
            let mut draft = PromiseDraft::default();
            change(&mut draft);
            PromiseRequest::read(&draft).unwrap_err().code()
        };
        assert_eq!(wrong(|draft| draft.delta = "1".into()), ErrorCode::Promise);
        assert_eq!(wrong(|draft| draft.at_rho = "x".into()), ErrorCode::Promise);
        assert_eq!(
            wrong(|draft| draft.wish_epsilon = "-1".into()),
            ErrorCode::Promise
        );
        assert_eq!(
            wrong(|draft| draft.persons = "1.5".into()),
            ErrorCode::Usage
        );
    }
}
