//! Populations: whose privacy it is. Loss and cap are a population's, over all its datasets and own numbers.

use std::path::Path;

use poundwise_documents::{
    jws::Signed,
    kinds::{Adjacency, Cap},
    units::{Digest, MicroEpsilon, Salt},
};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    db::{checked_level, parsed, stored},
    error::{Error, ErrorCode, Result},
    home::{Home, random_bytes},
    rules::level,
    sell::{
        ledger::{NewEntry, append},
        losses::carried_in,
    },
    view::{
        CapView, CarriedLoss, DatasetState, ListingStatus, PopulationDataset, PopulationDraft,
        PopulationView,
    },
    views::best_guess,
};

/// The unit where the owner names none.
const PERSON: &str = "person";

/// What the database knows of a population.
#[derive(Clone)]
pub(crate) struct Population {
    pub(crate) id: Salt,
    pub(crate) name: String,
    pub(crate) unit_name: String,
    pub(crate) adjacency: Adjacency,
    pub(crate) cap: MicroEpsilon,
    pub(crate) carried: MicroEpsilon,
    merged_into: Option<Salt>,
    created_at: String,
}

/// A population that is asked for, checked.
pub(crate) struct NewPopulation {
    name: String,
    unit_name: String,
    adjacency: Adjacency,
    cap: MicroEpsilon,
    carried: MicroEpsilon,
}

impl NewPopulation {
    /// Checks a draft.
    pub(crate) fn of(draft: &PopulationDraft) -> Result<Self> {
        let cap = match draft.cap.trim() {
            "" => return Err(no_cap()),
            text => level(text, "the cap")?,
        };
        let mut draft = draft.clone();
        let carried = match draft.carried.as_deref().map(str::trim) {
            None | Some("" | "0") => MicroEpsilon::ZERO,
            Some(file) if Path::new(file).is_file() => {
                let loss = carried_in(Path::new(file), draft.name.trim())?;
                same_units(&mut draft, &loss)?;
                MicroEpsilon::new(loss.micro_epsilon).map_err(|_| loss_too_large())?
            }
            Some(text) => level(text, "the loss that it carries")?,
        };
        Ok(Self {
            name: checked_line(&draft.name, ErrorCode::PopulationName, "a population")?,
            unit_name: match draft.unit_name.as_deref().map(str::trim) {
                None | Some("") => PERSON.to_owned(),
                Some(name) => checked_line(name, ErrorCode::UnitName, "a privacy unit")?,
            },
            adjacency: match draft.adjacency.as_deref().map(str::trim) {
                None | Some("") => Adjacency::AddRemove,
                Some(text) => adjacency(text)?,
            },
            cap,
            carried,
        })
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Gives a draft the privacy unit of the losses that it carries, where it states none.
fn same_units(draft: &mut PopulationDraft, loss: &CarriedLoss) -> Result<()> {
    for (stated, carried, what) in [
        (&mut draft.unit_name, &loss.unit_name, "privacy unit"),
        (&mut draft.adjacency, &loss.adjacency, "adjacency"),
    ] {
        let differs = stated
            .as_deref()
            .map(str::trim)
            .is_some_and(|stated| !stated.is_empty() && stated != carried);
        if differs {
            return Err(Error::refused(
                ErrorCode::PopulationMismatch,
                format!(
                    "the losses in the file are of another {what}, {carried}: they do not add up"
                ),
            )
            .hint("Leave it out, and it is taken from the file."));
        }
        *stated = Some(carried.clone());
    }
    Ok(())
}

/// An adjacency as typed.
pub(crate) fn adjacency(text: &str) -> Result<Adjacency> {
    text.trim().parse().map_err(|_| {
        Error::usage(ErrorCode::Adjacency, format!("{text:?} is no adjacency"))
            .hint("It is add-remove (one privacy unit more or less) or replace (one changed).")
    })
}

/// The error of a new population whose cap is not stated.
pub(crate) fn no_cap() -> Error {
    Error::usage(ErrorCode::NoCap, "a population needs a cap")
        .hint("State the most that its loss may ever become, over all that is sold: --cap 8")
}

fn checked_line(text: &str, code: ErrorCode, of: &str) -> Result<String> {
    let text = text.trim();
    let good = !text.is_empty()
        && text != "-"
        && text.chars().count() <= 100
        && !text.chars().any(char::is_control);
    if good {
        Ok(text.to_owned())
    } else {
        Err(Error::usage(code, format!("{text:?} is no name for {of}"))
            .hint("Give one of 1 to 100 characters on one line."))
    }
}

impl Home {
    /// Makes a population.
    ///
    /// # Errors
    /// `population-name`, `population-exists`, `no-cap`, `epsilon`, `adjacency`, `unit-name`.
    pub fn create_population(&self, draft: &PopulationDraft) -> Result<PopulationView> {
        let new = NewPopulation::of(draft)?;
        let transaction = self.db.begin()?;
        let made = self.insert_population(&transaction, &new)?;
        transaction.commit()?;
        self.population_view(&made)
    }

    /// Stores a new population, in the caller's transaction.
    pub(crate) fn insert_population(
        &self,
        connection: &Connection,
        new: &NewPopulation,
    ) -> Result<Population> {
        if find(connection, "name", &new.name)?.is_some() {
            return Err(Error::refused(
                ErrorCode::PopulationExists,
                format!("there is a population {:?} already", new.name),
            )
            .hint("Are these the same people? Then join it: --population NAME, without a cap.")
            .hint("Other people need a population of another name: --population NAME --cap EPS."));
        }
        let made = Population {
            id: Salt::from_bytes(random_bytes()?),
            name: new.name.clone(),
            unit_name: new.unit_name.clone(),
            adjacency: new.adjacency,
            cap: new.cap,
            carried: new.carried,
            merged_into: None,
            created_at: self.now()?.to_string(),
        };
        connection.execute(
            "INSERT INTO populations (id, name, unit_name, adjacency, cap_micro, carried_micro, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                made.id.to_string(),
                made.name,
                made.unit_name,
                made.adjacency.as_str(),
                made.cap.get(),
                made.carried.get(),
                made.created_at
            ],
        )?;
        Ok(made)
    }

    /// The populations of this home, by name, those merged into another one too.
    ///
    /// # Errors
    /// What the database says.
    pub fn populations(&self) -> Result<Vec<PopulationView>> {
        all(self.read())?
            .iter()
            .map(|population| self.population_view(population))
            .collect()
    }

    /// One population.
    ///
    /// # Errors
    /// `no-such-population`.
    pub fn population(&self, name: &str) -> Result<PopulationView> {
        self.population_view(&self.require_population(name)?)
    }

    /// The population of that name.
    pub(crate) fn require_population(&self, name: &str) -> Result<Population> {
        self.find_population(name)?.ok_or_else(|| {
            Error::refused(
                ErrorCode::NoSuchPopulation,
                format!("there is no population {name:?} in this home"),
            )
            .hint("`poundwise population list` shows those there are; `poundwise population create NAME --cap EPS` makes one.")
        })
    }

    pub(crate) fn find_population(&self, name: &str) -> Result<Option<Population>> {
        find(self.read(), "name", name.trim())
    }

    /// The population with that random name.
    pub(crate) fn population_by_id(
        &self,
        connection: &Connection,
        id: &Salt,
    ) -> Result<Population> {
        find(connection, "id", &id.to_string())?.ok_or_else(|| {
            Error::failed(
                ErrorCode::DatabaseDamaged,
                format!("population {id} is missing"),
            )
            .hint("Bring the home back from a backup.")
        })
    }

    /// Changes a population's cap: an entry of the ledger. It can be lowered at any time, below the present loss too
    /// (then nothing more is sold that adds to it), and raised only with a reason. Where it is raised, every open listing
    /// gets a new version: a bundle by itself is checked against the cap that its listing states. Orders of the versions
    /// before are then for their buyers to make anew.
    ///
    /// # Errors
    /// `no-such-population`, `epsilon`, `cap-unchanged`, `no-reason`; `behind-market` and `two-histories` as for
    /// [`Home::approve`].
    pub fn set_cap(&self, name: &str, new: &str, reason: &str) -> Result<PopulationView> {
        let population = self.require_live_population(name)?;
        let new = level(new, "the cap")?;
        let reason = reason.trim();
        if new == population.cap {
            return Err(Error::refused(
                ErrorCode::CapUnchanged,
                format!("the cap of {:?} is ε {new} already", population.name),
            )
            .hint("Nothing was changed."));
        }
        if new > population.cap && reason.is_empty() {
            return Err(Error::usage(
                ErrorCode::NoReason,
                format!(
                    "raising the cap of {:?} from ε {} to ε {new} needs a reason",
                    population.name, population.cap
                ),
            )
            .hint("The ledger shows it to every auditor: --reason \"second study year, approved by the board\""));
        }
        self.check_own_history()?;
        let transaction = self.db.begin()?;
        let moment = self.moment(&transaction)?;
        let entry = self.sign(Cap {
            sequence: moment.sequence,
            population: population.id,
            old_micro_epsilon: population.cap,
            new_micro_epsilon: new,
            reason: reason.to_owned(),
            previous_entry: moment.previous,
            salt: Salt::from_bytes(random_bytes()?),
            jwk: self.identity.jwk(),
            issued_at: moment.now,
        })?;
        append(self, &transaction, NewEntry::Cap(&entry))?;
        transaction.execute(
            "UPDATE populations SET cap_micro = ?2 WHERE id = ?1",
            params![population.id.to_string(), new.get()],
        )?;
        if new > population.cap {
            for own in self.own_listings()? {
                let listing = own.listing.payload();
                if own.population == population.id
                    && own.status == ListingStatus::Open
                    && listing.population_cap_micro_epsilon < new
                {
                    self.new_version(&transaction, &own, listing.tariff.clone())?;
                }
            }
        }
        transaction.commit()?;
        self.send_entries()?;
        self.population(&population.name)
    }

    /// Merges a population into another one that turned out to be of the same units: the datasets of the first belong
    /// to the second, whose loss grows by the whole loss of the first. It cannot be undone. A question of the first
    /// that is listed again counts in the second as well as in what that carries: too much, never too little.
    ///
    /// # Errors
    /// `no-such-population`, `population-mismatch` where unit or adjacency differ or both are one, `listing-open`
    /// while either has an open listing (listings state what a population carries), `loss-too-large`.
    pub fn merge_populations(&self, from: &str, into: &str) -> Result<PopulationView> {
        let from = self.require_live_population(from)?;
        let into = self.require_live_population(into)?;
        if from.id == into.id {
            return Err(Error::usage(
                ErrorCode::PopulationMismatch,
                "a population cannot be merged into itself",
            )
            .hint("Name two populations."));
        }
        if from.adjacency != into.adjacency || from.unit_name != into.unit_name {
            return Err(Error::refused(
                ErrorCode::PopulationMismatch,
                format!(
                    "{:?} protects one {} ({}), {:?} one {} ({}): their losses do not add up",
                    from.name,
                    from.unit_name,
                    from.adjacency,
                    into.name,
                    into.unit_name,
                    into.adjacency
                ),
            )
            .hint("Import the tables anew into a population of one unit and adjacency."));
        }
        // What a population carries is stated by listings, which an old copy does not know.
        self.check_own_history()?;
        let transaction = self.db.begin()?;
        for population in [&from, &into] {
            let open: Option<String> = transaction
                .query_row(
                    "SELECT l.id FROM listings l JOIN questions q ON q.id = l.question
                     WHERE q.population = ?1 AND l.status = 'open' LIMIT 1",
                    [population.id.to_string()],
                    |r| r.get(0),
                )
                .optional()?;
            if let Some(listing) = open {
                return Err(Error::refused(
                    ErrorCode::ListingOpen,
                    format!(
                        "the population {:?} has an open listing, {listing}",
                        population.name
                    ),
                )
                .hint("Withdraw its listings first, merge, and list them again: they sell the same numbers as before."));
            }
        }
        let brought = population_loss(&transaction, &from)?.counted;
        let carried = MicroEpsilon::new(into.carried.get().saturating_add(brought.get()))
            .map_err(|_| loss_too_large())?;
        transaction.execute(
            "UPDATE populations SET carried_micro = ?2 WHERE id = ?1",
            params![into.id.to_string(), carried.get()],
        )?;
        transaction.execute(
            "UPDATE populations SET merged_into = ?2 WHERE id = ?1",
            params![from.id.to_string(), into.id.to_string()],
        )?;
        transaction.execute(
            "UPDATE datasets SET population = ?2 WHERE population = ?1",
            params![from.id.to_string(), into.id.to_string()],
        )?;
        transaction.commit()?;
        self.population(&into.name)
    }

    /// The population of that name, if it was not merged into another one.
    pub(crate) fn require_live_population(&self, name: &str) -> Result<Population> {
        let population = self.require_population(name)?;
        match &population.merged_into {
            None => Ok(population),
            Some(into) => {
                let into = self.population_by_id(self.read(), into)?;
                Err(Error::refused(
                    ErrorCode::NoSuchPopulation,
                    format!("the population {name:?} was merged into {:?}", into.name),
                )
                .hint(format!("Use {:?}.", into.name)))
            }
        }
    }

    fn population_view(&self, population: &Population) -> Result<PopulationView> {
        let connection = self.read();
        let id = population.id.to_string();
        let loss = population_loss(connection, population)?;
        let count =
            |sql: &str| -> Result<u64> { Ok(connection.query_row(sql, [&id], |r| r.get(0))?) };
        let datasets = connection
            .prepare_cached(
                "SELECT name, state FROM datasets WHERE population = ?1 ORDER BY name, imported_at",
            )?
            .query_map([&id], |r| {
                Ok(PopulationDataset {
                    name: r.get(0)?,
                    state: state(&r.get::<_, String>(1)?),
                })
            })?
            .collect::<std::result::Result<_, _>>()?;
        Ok(PopulationView {
            name: population.name.clone(),
            unit_name: population.unit_name.clone(),
            adjacency: population.adjacency.to_string(),
            cap_micro_epsilon: population.cap.get(),
            carried_micro_epsilon: population.carried.get(),
            loss_micro_epsilon: loss.counted.get(),
            guess_now: best_guess(loss.counted),
            guess_at_cap: best_guess(population.cap),
            datasets,
            questions: count("SELECT count(*) FROM questions WHERE population = ?1")?,
            openings: count(
                "SELECT count(*) FROM grants g JOIN questions q ON q.id = g.question WHERE q.population = ?1",
            )?,
            caps: caps(connection, &population.id)?,
            merged_into: match &population.merged_into {
                Some(into) => Some(self.population_by_id(connection, into)?.name),
                None => None,
            },
            created_at: population.created_at.clone(),
            id,
        })
    }
}

/// What became of a dataset, as the database has it.
pub(crate) fn state(text: &str) -> DatasetState {
    match text {
        "sealed" => DatasetState::Sealed,
        "removed" => DatasetState::Removed,
        _ => DatasetState::Held,
    }
}

/// A loss, as it was sold and as it counts against a cap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Loss {
    /// By the sales that this home knows of: what receipts state.
    pub(crate) sold: MicroEpsilon,
    /// At least that, and more where this home may lack sales (it was an older copy of itself).
    pub(crate) counted: MicroEpsilon,
}

impl Loss {
    fn of(sold: u64, counted: u64) -> Result<Self> {
        let level = |micro| MicroEpsilon::new(micro).map_err(|_| loss_too_large());
        Ok(Self {
            sold: level(sold)?,
            counted: level(counted)?,
        })
    }

    /// The same with `rise` more of each.
    pub(crate) fn plus(self, rise: Self) -> Result<Self> {
        Self::of(
            self.sold.get().saturating_add(rise.sold.get()),
            self.counted.get().saturating_add(rise.counted.get()),
        )
    }

    /// By how much selling a question with this loss up to a level raises it.
    pub(crate) fn rise_to(self, level: MicroEpsilon) -> Self {
        let rise = |from: MicroEpsilon| level.checked_sub(from).unwrap_or(MicroEpsilon::ZERO);
        Self {
            sold: rise(self.sold),
            counted: rise(self.counted),
        }
    }
}

/// The highest level of a question sold to anyone. Cost: two index look-ups.
pub(crate) fn question_loss(connection: &Connection, question: &Digest) -> Result<Loss> {
    let (sold, assumed) = connection
        .prepare_cached(
            "SELECT coalesce((SELECT max(to_micro) FROM receipts WHERE question = ?1), 0),
                    coalesce((SELECT assumed_micro FROM questions WHERE id = ?1), 0)",
        )?
        .query_row([question.to_string()], |r| {
            Ok((r.get::<_, u64>(0)?, r.get::<_, u64>(1)?))
        })?;
    Loss::of(sold, sold.max(assumed))
}

/// What a population has lost: what it carries, and the highest level sold of each of its questions (sequential
/// composition), withdrawn, sealed and removed ones too. Cost: an index look-up a question.
pub(crate) fn population_loss(connection: &Connection, population: &Population) -> Result<Loss> {
    let (sold, counted) = connection
        .prepare_cached(
            "SELECT coalesce(sum(sold), 0), coalesce(sum(max(sold, assumed_micro)), 0) FROM (
                 SELECT q.assumed_micro,
                     coalesce((SELECT max(to_micro) FROM receipts r WHERE r.question = q.id), 0) AS sold
                 FROM questions q WHERE q.population = ?1)",
        )?
        .query_row([population.id.to_string()], |r| {
            Ok((r.get::<_, u64>(0)?, r.get::<_, u64>(1)?))
        })?;
    let carried = population.carried.get();
    Loss::of(
        carried.saturating_add(sold),
        carried.saturating_add(counted),
    )
}

/// The refusal of a loss beyond the largest level there is.
pub(crate) fn loss_too_large() -> Error {
    Error::refused(
        ErrorCode::LossTooLarge,
        "the population's loss would pass the largest ε there is",
    )
    .hint("An order that leads there can only be declined.")
}

/// The changes of a population's cap, oldest first.
fn caps(connection: &Connection, population: &Salt) -> Result<Vec<CapView>> {
    let texts = connection
        .prepare_cached(
            "SELECT d.compact FROM entries e JOIN documents d ON d.id = e.id WHERE e.kind = 'cap' ORDER BY e.sequence",
        )?
        .query_map([], |r| r.get::<_, String>(0))?
        .collect::<std::result::Result<Vec<_>, _>>()?;
    let mut views = Vec::new();
    for text in texts {
        let entry: Signed<Cap> = stored(&text)?;
        let cap = entry.payload();
        if cap.population == *population {
            views.push(CapView {
                sequence: cap.sequence,
                old_micro_epsilon: cap.old_micro_epsilon.get(),
                new_micro_epsilon: cap.new_micro_epsilon.get(),
                reason: cap.reason.clone(),
                issued_at: cap.issued_at.to_string(),
            });
        }
    }
    Ok(views)
}

const COLUMNS: &str =
    "id, name, unit_name, adjacency, cap_micro, carried_micro, merged_into, created_at";

fn all(connection: &Connection) -> Result<Vec<Population>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM populations ORDER BY name"))?
        .query_map([], read)?
        .collect::<std::result::Result<Vec<_>, _>>()?
        .into_iter()
        .map(levels)
        .collect()
}

/// The population whose `column` (`id` or `name`) is `value`.
fn find(connection: &Connection, column: &str, value: &str) -> Result<Option<Population>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM populations WHERE {column} = ?1"
        ))?
        .query_row([value], read)
        .optional()?
        .map(levels)
        .transpose()
}

fn read(row: &Row<'_>) -> rusqlite::Result<(Population, u64, u64)> {
    Ok((
        Population {
            id: parsed(row, 0)?,
            name: row.get(1)?,
            unit_name: row.get(2)?,
            adjacency: parsed(row, 3)?,
            cap: MicroEpsilon::ZERO,
            carried: MicroEpsilon::ZERO,
            merged_into: row
                .get::<_, Option<String>>(6)?
                .map(|_| parsed(row, 6))
                .transpose()?,
            created_at: row.get(7)?,
        },
        row.get(4)?,
        row.get(5)?,
    ))
}

fn levels((population, cap, carried): (Population, u64, u64)) -> Result<Population> {
    Ok(Population {
        cap: checked_level(cap)?,
        carried: checked_level(carried)?,
        ..population
    })
}
