//! The losses of a home that sells no more, for the populations of a new one to carry.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::Path,
};

use poundwise_documents::{
    jws::Signed,
    kinds::Listing,
    units::{Digest, MicroEpsilon, Salt},
};
use serde::{Deserialize, Serialize};

use crate::{
    Seller,
    error::{Error, ErrorCode, ErrorKind, ErrorPlace, Result, sentence},
    files::{read_file, write_file},
    hint::Act,
    own_log::Closed,
    store::loss_too_large,
    view::{CarriedLoss, LossesWritten},
};

/// Kind of the file, as stated in it.
const KIND: &str = "poundwise-losses;v=1";
const LIMIT: u64 = 16 * 1024 * 1024;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Losses {
    kind: String,
    /// The key whose listings they are of.
    kid: String,
    populations: Vec<CarriedLoss>,
}

/// A population as its listings tell of it.
struct Told {
    name: String,
    unit_name: String,
    adjacency: String,
    carried: u64,
    questions: HashSet<Digest>,
}

impl Seller<'_> {
    /// Writes what the populations of a new home have to carry for this one, which sells no more
    /// from then on: for each, what it carries and the ceilings of all the questions that were ever
    /// listed of it, since what was sold of them is not known for sure. A question that was listed
    /// in two populations counts in both.
    ///
    /// # Errors
    /// `sells-still` for a home that is its newest copy and can sell; `market` when the market,
    /// which may have listings that this home lacks, cannot be read; I/O errors.
    pub fn write_losses(&self, file: &Path) -> Result<LossesWritten> {
        match self.context.check_own_history() {
            Ok(()) => {
                return Err(Error::refused(
                    ErrorCode::SellsStill,
                    "This home can sell: no other home needs to carry its losses.",
                )
                .hint("Nothing was changed."));
            }
            Err(error) if matches!(error.kind(), ErrorKind::Failed | ErrorKind::Unverified) => {
                return Err(error);
            }
            Err(_) => {}
        }
        let losses = Losses {
            kind: KIND.to_owned(),
            kid: self.context.identity.kid().to_string(),
            populations: self.losses()?,
        };
        let text = serde_json::to_string_pretty(&losses).map_err(|e| Error::fault(sentence(e)))?;
        // Before anything is carried elsewhere.
        self.context.note_closed(Closed::GivenUp)?;
        let written = write_file(file, format!("{text}\n").as_bytes())?;
        Ok(LossesWritten {
            file: written.file,
            populations: losses.populations,
        })
    }

    fn losses(&self) -> Result<Vec<CarriedLoss>> {
        let mut listings: Vec<Signed<Listing>> = self
            .context
            .read()
            .own_listings()?
            .iter()
            .map(|own| Signed::clone(&own.listing))
            .collect();
        listings.extend(self.own_on_market()?.listings);
        let mut told: BTreeMap<String, Told> = BTreeMap::new();
        for population in self.populations()? {
            told.insert(
                population.id,
                Told {
                    name: population.name,
                    unit_name: population.unit_name,
                    adjacency: population.adjacency.to_string(),
                    carried: population.carried_micro_epsilon,
                    questions: HashSet::new(),
                },
            );
        }
        let mut levels: HashMap<Digest, u64> = HashMap::new();
        for listing in &listings {
            let l = listing.payload();
            let question = l.seed_commitment;
            // Of all versions: what was sold before a ceiling was lowered stays sold.
            let level = levels.entry(question).or_default();
            *level = (*level).max(l.ceiling_micro_epsilon.get());
            let of = told
                .entry(l.population.to_string())
                .or_insert_with(|| Told {
                    name: unnamed(&l.population),
                    unit_name: l.unit_name.clone(),
                    adjacency: l.adjacency.to_string(),
                    carried: 0,
                    questions: HashSet::new(),
                });
            of.carried = of.carried.max(l.population_carried_micro_epsilon.get());
            of.questions.insert(question);
        }
        for (question, level) in &mut levels {
            // Some version has a ceiling of at least this. What another home is to carry takes the
            // word of both.
            *level = (*level).max(self.context.read().question_loss(question)?.counted.get());
        }
        told.into_iter()
            .map(|(id, told)| {
                let sum = told.questions.iter().fold(told.carried, |sum, question| {
                    sum.saturating_add(levels.get(question).copied().unwrap_or(0))
                });
                let loss = MicroEpsilon::new(sum).map_err(|_| loss_too_large())?;
                Ok(CarriedLoss {
                    id,
                    name: told.name,
                    unit_name: told.unit_name,
                    adjacency: told.adjacency,
                    questions: told.questions.len() as u64,
                    micro_epsilon: loss.get(),
                })
            })
            .collect()
    }
}

fn unnamed(population: &Salt) -> String {
    format!("recovered {population}")
}

/// Reads a file that [`Seller::write_losses`] wrote.
///
/// # Errors
/// `losses-file` for any other file; I/O errors.
pub fn read_losses(file: &Path) -> Result<Vec<CarriedLoss>> {
    let bytes = read_file(file, LIMIT)?;
    serde_json::from_slice::<Losses>(&bytes)
        .ok()
        .filter(|losses| losses.kind == KIND)
        .map(|losses| losses.populations)
        .ok_or_else(|| {
            Error::usage(
                ErrorCode::LossesFile,
                format!("{} is not a file of losses.", file.display()),
            )
            .hint(Act::GiveUp.to("The home that sells no more writes one"))
        })
}

/// Returns the loss of one population in a file: the one of that name, or the only one.
///
/// # Errors
/// `losses-file`; I/O errors.
pub(crate) fn carried_in(file: &Path, name: &str) -> Result<CarriedLoss> {
    one_of(read_losses(file)?, file, name)
}

fn one_of(mut losses: Vec<CarriedLoss>, file: &Path, name: &str) -> Result<CarriedLoss> {
    let populations: Vec<String> = losses.iter().map(|loss| loss.name.clone()).collect();
    let found = match losses.iter().position(|loss| loss.name == name) {
        None if losses.len() == 1 => Some(0),
        found => found,
    };
    found.map(|index| losses.swap_remove(index)).ok_or_else(|| {
        let names: Vec<String> = populations.iter().map(|one| format!("{one:?}")).collect();
        Error::usage(
            ErrorCode::LossesFile,
            format!("{} has no population {name:?}.", file.display()),
        )
        .hint(format!(
            "It has {}. Give the new one the same name.",
            names.join(", ")
        ))
        .at(ErrorPlace::Losses { populations })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_populations_of_a_file_are_told_where_none_is_meant() {
        let of = |name: &str| CarriedLoss {
            id: String::new(),
            name: name.to_owned(),
            unit_name: "person".to_owned(),
            adjacency: "replace".to_owned(),
            questions: 1,
            micro_epsilon: 1_000_000,
        };
        let losses = vec![of("people"), of("farms")];
        let find = |name: &str| one_of(losses.clone(), Path::new("losses.json"), name);
        assert_eq!(find("farms").unwrap(), of("farms"));
        // The only one needs no name.
        let only = one_of(vec![of("people")], Path::new("losses.json"), "towns");
        assert_eq!(only.unwrap(), of("people"));
        let error = find("towns").unwrap_err();
        assert!(error.message().ends_with("has no population \"towns\"."));
        assert_eq!(
            error.place().cloned(),
            Some(ErrorPlace::Losses {
                populations: vec!["people".to_owned(), "farms".to_owned()]
            })
        );
    }
}
