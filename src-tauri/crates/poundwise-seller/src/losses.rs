//! The losses of a home that sells no more, which the populations of a new home carry: a signed
//! document in a file (`poundwise-losses;v=1`).

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::Path,
};

use gradual_release::accountant::{LossSum, PrivacyLoss};
use poundwise_documents::{
    jws::Signed,
    kinds::{Adjacency, Ended, Family, Listing, Losses, Payload, PopulationLoss},
    units::{Digest, LossPair, MicroEpsilon, Salt},
};

use crate::{
    Seller,
    error::{Error, ErrorCode, ErrorKind, ErrorPlace, Result},
    files::{read_file, write_file},
    hint::Act,
    messages::{LossesMessage, SharedHint, TextList},
    store::loss_of,
    view::{CarriedLoss, LossesWritten},
};

/// The maximum file length in bytes: the document and a line end.
const LIMIT: u64 = Losses::MAX_BYTES as u64 + 2;

/// A population as its listings tell of it.
struct Told {
    name: String,
    unit_name: String,
    adjacency: Adjacency,
    carried: LossPair,
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
                return Err(
                    Error::refused(ErrorCode::SellsStill, LossesMessage::SellsStill)
                        .hint(SharedHint::NothingChanged),
                );
            }
            // An owner who does not know the code may give the home up.
            Err(error) if error.code() == ErrorCode::MarkDamaged => {}
            Err(error) if matches!(error.kind(), ErrorKind::Failed | ErrorKind::Unverified) => {
                return Err(error);
            }
            Err(_) => {}
        }
        let populations = self.losses()?;
        let now = self.context.now()?;
        let losses = self.context.sign(Losses {
            populations: populations.clone(),
            jwk: self.context.identity.jwk(),
            issued_at: now,
        })?;
        let entries = self.context.log_end(&self.context.read())?.size;
        let ended = self.context.sign(Ended {
            entries,
            jwk: self.context.identity.jwk(),
            issued_at: now,
        })?;
        // The end is recorded on the market, on this machine and in the home before the losses are
        // used elsewhere. Restored copies of this home then sell no more.
        self.context.end_for_good(&ended)?;
        let written = write_file(file, format!("{}\n", losses.compact()).as_bytes())?;
        Ok(LossesWritten {
            file: written.file,
            populations: populations.iter().map(carried_loss).collect(),
        })
    }

    fn losses(&self) -> Result<Vec<PopulationLoss>> {
        let mut listings: Vec<Signed<Listing>> = self
            .context
            .read()
            .own_listings()?
            .iter()
            .map(|own| Signed::clone(&own.listing))
            .collect();
        listings.extend(self.own_on_market()?.listings);
        let mut told: BTreeMap<Salt, Told> = BTreeMap::new();
        for population in self.context.read().populations()? {
            told.insert(
                population.id,
                Told {
                    name: population.name,
                    unit_name: population.unit_name,
                    adjacency: population.adjacency,
                    carried: population.carried,
                    questions: HashSet::new(),
                },
            );
        }
        let mut levels: HashMap<Digest, (Family, MicroEpsilon)> = HashMap::new();
        for listing in &listings {
            let l = listing.payload();
            let question = l.seed_commitment;
            // Of all versions: what was sold before a ceiling was lowered stays sold.
            let known = levels.entry(question);
            let (_, level) = known.or_insert((l.family, MicroEpsilon::ZERO));
            *level = (*level).max(l.ceiling);
            let of = told.entry(l.population).or_insert_with(|| Told {
                name: unnamed(&l.population),
                unit_name: l.unit_name.clone(),
                adjacency: l.adjacency,
                carried: LossPair::ZERO,
                questions: HashSet::new(),
            });
            of.carried = of.carried.max(l.population_carried());
            of.questions.insert(question);
        }
        for (question, (_, level)) in &mut levels {
            // Some version has a ceiling of at least this. What another home is to carry takes the
            // word of both.
            *level = (*level).max(self.context.read().question_loss(question)?);
        }
        told.into_iter()
            .map(|(id, told)| {
                let mut sum = LossSum::new(told.carried.into());
                for (family, level) in told.questions.iter().filter_map(|id| levels.get(id)) {
                    sum.raise(PrivacyLoss::ZERO, family.charge(*level));
                }
                let loss = loss_of(sum)?;
                Ok(PopulationLoss {
                    id,
                    name: told.name,
                    unit_name: told.unit_name,
                    adjacency: told.adjacency,
                    questions: told.questions.len() as u64,
                    micro_epsilon: loss.micro_epsilon,
                    nano_rho: loss.nano_rho,
                })
            })
            .collect()
    }
}

fn carried_loss(loss: &PopulationLoss) -> CarriedLoss {
    CarriedLoss {
        id: loss.id,
        name: loss.name.clone(),
        unit_name: loss.unit_name.clone(),
        adjacency: loss.adjacency.to_string(),
        questions: loss.questions,
        micro_epsilon: loss.micro_epsilon.get(),
        nano_rho: loss.nano_rho.get(),
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
    std::str::from_utf8(&bytes)
        .ok()
        .and_then(|text| Signed::<Losses>::verify(text.trim_end()).ok())
        .map(|losses| {
            losses
                .payload()
                .populations
                .iter()
                .map(carried_loss)
                .collect()
        })
        .ok_or_else(|| {
            Error::usage(
                ErrorCode::LossesFile,
                LossesMessage::NotLosses {
                    path: file.to_owned(),
                },
            )
            .hint(Act::GiveUp.to(LossesMessage::WriteLosses))
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
        let hint = match &populations[..] {
            [] => LossesMessage::NothingInFile,
            names => LossesMessage::GiveSameName {
                populations: TextList::quoted(names),
            },
        };
        Error::usage(
            ErrorCode::LossesFile,
            LossesMessage::NoPopulation {
                path: file.to_owned(),
                population: name.to_owned(),
            },
        )
        .hint(hint)
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
            id: Salt::from_bytes([0; 16]),
            name: name.to_owned(),
            unit_name: "person".to_owned(),
            adjacency: "replace".to_owned(),
            questions: 1,
            micro_epsilon: 1_000_000,
            nano_rho: 0,
        };
        let losses = vec![of("people"), of("farms")];
        let find = |name: &str| one_of(losses.clone(), Path::new("losses.json"), name);
        assert_eq!(find("farms").unwrap(), of("farms"));
        // The only one needs no name.
        let only = one_of(vec![of("people")], Path::new("losses.json"), "towns");
        assert_eq!(only.unwrap(), of("people"));
        let error = find("towns").unwrap_err();
        assert!(error.message().ends_with("has no population 'towns'."));
        assert_eq!(
            error.place().cloned(),
            Some(ErrorPlace::Losses {
                populations: vec!["people".to_owned(), "farms".to_owned()]
            })
        );
    }
}
