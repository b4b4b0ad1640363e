//! The signed statement of the available levels: one document, replaced in the transaction that
//! changes a level.
//!
//! It follows from caps, carried losses, the losses of questions and the ceilings of open listings.
//! Data, drafts, waiting orders and buyers have no part in it.

use std::collections::HashMap;

use poundwise_documents::{
    jws::Signed,
    kinds::{Availability, AvailableLevel, Listing, MAX_AVAILABLE},
    market::availability_path,
    units::{DocumentId, LossPair, MicroEpsilon, Salt},
};

use crate::{
    Seller,
    caps::deliverable,
    error::{ErrorCode, Result},
    home::Context,
    store::{Population, Reading, SecretName, Writing},
    view::AvailabilityView,
};

impl Seller<'_> {
    /// Turns the statement of the available levels on or off, and publishes it.
    ///
    /// # Errors
    /// As [`Seller::approve`] if this home may be an older copy of itself. An unreachable market is
    /// not an error: the next [`crate::Home::deliver`] sends the statement.
    pub fn state_availability(&self, on: bool) -> Result<AvailabilityView> {
        self.context.check_own_history()?;
        let writing = self.context.db.begin()?;
        writing.choose_availability(on)?;
        state_levels(self.context, &writing)?;
        self.context.commit_and_send(writing)?;
        self.availability()
    }

    /// Returns whether this home states the available levels, and for how many listings.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn availability(&self) -> Result<AvailabilityView> {
        let own = self.context.own_statement()?;
        let levels = own.as_ref().and_then(|own| own.payload().levels.as_deref());
        Ok(AvailabilityView {
            stated: self.context.read().states_availability()?,
            listings: levels.map_or(0, |levels| levels.len() as u64),
            issued_at: own.map(|own| own.payload().issued_at.to_string()),
        })
    }
}

/// Replaces the statement if the levels differ from the stated ones, in the caller's transaction.
/// The caller has made its changes. Cost: one pass over the open listings and the questions of
/// their populations.
pub(crate) fn state_levels(context: &Context, writing: &Writing<'_>) -> Result<()> {
    let levels = stated_levels(context, writing)?;
    let before = context.own_statement()?;
    let unchanged = match &before {
        Some(before) => before.payload().levels == levels,
        None => levels.as_ref().is_none_or(Vec::is_empty),
    };
    if unchanged {
        return Ok(());
    }
    publish(context, writing, levels, before.as_deref())
}

/// States the levels in the transaction of a catch-up. If a newer copy of this home signed the
/// statement on the market, takes over its owner's choice and replaces it.
pub(crate) fn state_caught_up(context: &Context, writing: &Writing<'_>) -> Result<()> {
    let own = context.own_statement()?;
    let newer = context
        .own_statement_on_market()?
        .filter(|there| own.is_none_or(|own| own.payload().is_older_than(there.payload())));
    let Some(there) = newer else {
        return state_levels(context, writing);
    };
    writing.choose_availability(there.payload().levels.is_some())?;
    let levels = stated_levels(context, writing)?;
    publish(context, writing, levels, Some(&there))
}

/// Signs a statement that is not older than `before`, and puts it into the outbox.
fn publish(
    context: &Context,
    writing: &Writing<'_>,
    levels: Option<Vec<AvailableLevel>>,
    before: Option<&Signed<Availability>>,
) -> Result<()> {
    let now = context.now()?;
    let signed = context.sign(Availability {
        levels,
        entries: writing.log_size()?,
        jwk: context.identity.jwk(),
        issued_at: before.map_or(now, |before| before.payload().issued_at.max(now)),
    })?;
    let path = availability_path(&context.identity.kid());
    writing.enqueue_anew(&path, signed.compact().as_bytes())
}

/// Returns the levels to be stated; `None` if the owner turned the statement off.
fn stated_levels(context: &Context, reading: &Reading<'_>) -> Result<Option<Vec<AvailableLevel>>> {
    reading
        .states_availability()?
        .then(|| levels(context, reading))
        .transpose()
}

/// Returns the level up to which each open listing can be delivered now, sorted by listing. The
/// newest listings are stated if there are too many for one document.
fn levels(context: &Context, reading: &Reading<'_>) -> Result<Vec<AvailableLevel>> {
    let mut populations: HashMap<Salt, (Population, Option<LossPair>)> = HashMap::new();
    let mut levels = Vec::new();
    for (listing, question) in reading.open_listings()?.into_iter().take(MAX_AVAILABLE) {
        let Some(question) = reading.question(&question)? else {
            continue;
        };
        let (population, loss) = match populations.get(&question.population) {
            Some(known) => known,
            None => {
                let population = reading.population(&question.population)?;
                let loss = match reading.population_loss(&population) {
                    Ok(loss) => Some(loss),
                    // No order can be approved then.
                    Err(error) if error.code() == ErrorCode::LossTooLarge => None,
                    Err(error) => return Err(error),
                };
                populations
                    .entry(question.population)
                    .or_insert((population, loss))
            }
        };
        let (ceiling, grain) = levels_sold(context, reading, &listing)?;
        let up_to = match loss {
            Some(loss) if reading.has_secret(SecretName::Question(question.id))? => {
                let question = (question.family, question.loss());
                deliverable(population.cap, *loss, question, ceiling, grain)
            }
            _ => MicroEpsilon::ZERO,
        };
        levels.push(AvailableLevel { listing, up_to });
    }
    levels.sort_by_key(|level| level.listing);
    Ok(levels)
}

/// Returns the ceiling and the smallest increment of one of this home's listings. Each listing is
/// read once while the home is open.
fn levels_sold(
    context: &Context,
    reading: &Reading<'_>,
    listing: &DocumentId,
) -> Result<(MicroEpsilon, MicroEpsilon)> {
    if let Some(known) = context.levels_sold.borrow().get(listing) {
        return Ok(*known);
    }
    let signed = reading.signed::<Listing>(listing)?;
    let sold = (signed.payload().ceiling, signed.payload().grain);
    context.levels_sold.borrow_mut().insert(*listing, sold);
    Ok(sold)
}
