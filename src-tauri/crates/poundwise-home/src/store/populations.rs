//! Populations, their losses, and their tables.

use gradual_release::accountant::{LossSum, PrivacyLoss};
use poundwise_documents::{
    kinds::{Adjacency, Family},
    units::{Digest, LossPair, MicroEpsilon, Salt},
};
use rusqlite::params;

use super::{
    Reading, Writing, damaged,
    rows::Row,
    table::{Cell, Kind, Table},
};
use crate::{
    error::{Error, ErrorCode, Result},
    messages::{DamageMessage, StoreHint, StoreMessage, StoredThing, not_encoded},
    view::DatasetState,
};
use poundwise_query::{PrivacyUnit, Schema, Unit};

pub(super) static POPULATIONS: Table = Table {
    name: "populations",
    kind: Kind::Small(2),
    key: &["id"],
    columns: &[
        "id",
        "name",
        "unit_name",
        "adjacency",
        "cap_micro",
        "cap_nano",
        "carried_micro",
        "carried_nano",
        "merged_into",
        "created_at",
    ],
    sealed: &[],
    body: None,
};

pub(super) static DATASETS: Table = Table {
    name: "datasets",
    kind: Kind::Small(3),
    key: &["id"],
    columns: &[
        "id",
        "name",
        "population",
        "file",
        "table_sha256",
        "rows_per_unit",
        "state",
        "imported_at",
        "ended_at",
    ],
    sealed: &["schema", "person_column"],
    body: None,
};

pub(super) static KNOWN_TABLES: Table = Table {
    name: "known_tables",
    kind: Kind::Small(4),
    key: &["dataset"],
    columns: &["dataset", "file", "cells"],
    sealed: &[],
    body: None,
};

/// A population: the privacy units that share a loss and a cap.
#[derive(Clone)]
pub struct Population {
    /// Random id, as documents state it.
    pub id: Salt,
    /// The owner's name for it.
    pub name: String,
    /// Name of one privacy unit.
    pub unit_name: String,
    /// Relation by which tables are neighbours.
    pub adjacency: Adjacency,
    /// The most that may be lost.
    pub cap: LossPair,
    /// Loss from elsewhere with which it began.
    pub carried: LossPair,
    /// The population into which it was merged.
    pub merged_into: Option<Salt>,
    /// Time at which it was created.
    pub created_at: String,
}

impl Population {
    fn of(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.parsed("id")?,
            name: row.text("name")?.to_owned(),
            unit_name: row.text("unit_name")?.to_owned(),
            adjacency: row.parsed("adjacency")?,
            cap: row.pair("cap_micro", "cap_nano")?,
            carried: row.pair("carried_micro", "carried_nano")?,
            merged_into: row.parsed_if("merged_into")?,
            created_at: row.text("created_at")?.to_owned(),
        })
    }
}

/// An imported or linked table.
#[derive(Clone)]
pub struct Dataset {
    /// Random id.
    pub id: Salt,
    /// The owner's name for it.
    pub name: String,
    /// The population of its rows.
    pub population: Population,
    /// `None` once the dataset is sealed or removed.
    pub file: Option<String>,
    /// Hash of the table's file ([`crate::table_file`]).
    pub table_hash: Option<[u8; 32]>,
    /// Declared schema.
    pub schema: Schema,
    /// Column that names the person of a row; `None` if each row is a privacy unit.
    pub person_column: Option<String>,
    /// The most rows of one privacy unit.
    pub rows_per_unit: u64,
    /// State of the dataset.
    pub state: DatasetState,
    /// Time of the import.
    pub imported_at: String,
    /// Time at which it was sealed or removed.
    pub ended_at: Option<String>,
}

/// A table as it is stored.
pub struct StoredTable {
    /// Id of the dataset.
    pub dataset: Salt,
    /// Its name in the folder of tables.
    pub file: String,
    /// Hash of that file ([`crate::table_file`]).
    pub hash: [u8; 32],
}

/// A dataset that is to be stored.
pub struct NewDataset<'a> {
    /// Random id.
    pub id: Salt,
    /// The owner's name for it.
    pub name: &'a str,
    /// Id of the population of its rows.
    pub population: Salt,
    /// Name of the table's file in the folder of tables.
    pub file: &'a str,
    /// Hash of that file ([`crate::table_file`]).
    pub table_hash: &'a [u8; 32],
    /// Declared schema.
    pub schema: &'a Option<Schema>,
    /// Column that names the person of a row; `None` if each row is a privacy unit.
    pub person_column: Option<&'a str>,
    /// The most rows of one privacy unit.
    pub rows_per_unit: u64,
    /// Time of the import.
    pub imported_at: &'a str,
}

/// Two keyed digests that recognise a table: of its file's bytes, and of its typed cells in row
/// order.
#[derive(Clone, PartialEq, Eq)]
pub struct TableDigests {
    /// Digest of the file's bytes.
    pub file: [u8; 32],
    /// Digest of the typed cells.
    pub cells: [u8; 32],
}

/// Returns the name of the first file of a linked dataset, in the folder of tables. A new recovery
/// key puts a number before its last part.
pub fn link_file_name(id: &Salt) -> String {
    format!("link-{id}.age")
}

/// Returns a sum of losses as documents state it.
///
/// # Errors
/// `loss-too-large`.
pub fn loss_of(sum: LossSum) -> Result<LossPair> {
    LossPair::try_from(sum.loss()).map_err(|_| loss_too_large())
}

/// Returns the sum of two losses.
///
/// # Errors
/// `loss-too-large`.
pub fn loss_plus(loss: LossPair, more: LossPair) -> Result<LossPair> {
    loss.checked_add(more).ok_or_else(loss_too_large)
}

/// Returns a population's loss after one of its questions rose to a level.
///
/// # Errors
/// `loss-too-large`.
pub fn loss_after(
    population: LossPair,
    family: Family,
    before: MicroEpsilon,
    level: MicroEpsilon,
) -> Result<LossPair> {
    let mut sum = LossSum::new(population.into());
    sum.raise(family.charge(before), family.charge(level));
    loss_of(sum)
}

/// Returns the refusal of a loss beyond the largest one.
pub fn loss_too_large() -> Error {
    Error::refused(ErrorCode::LossTooLarge, StoreMessage::LossTooLarge).hint(StoreHint::DeclineOnly)
}

fn state(row: &Row) -> Result<DatasetState> {
    match row.text("state")? {
        "held" => Ok(DatasetState::Held),
        "sealed" => Ok(DatasetState::Sealed),
        "removed" => Ok(DatasetState::Removed),
        other => Err(row.unknown("state", other)),
    }
}

impl Reading<'_> {
    /// Returns the populations by name, including those merged into another one.
    pub fn populations(&self) -> Result<Vec<Population>> {
        self.rows(&POPULATIONS, "ORDER BY name", [0; 0])?
            .iter()
            .map(Population::of)
            .collect()
    }

    /// Returns the population of that name.
    pub fn population_named(&self, name: &str) -> Result<Option<Population>> {
        self.row(&POPULATIONS, "WHERE name = ?1", [name])?
            .as_ref()
            .map(Population::of)
            .transpose()
    }

    /// Returns the population with that random id, if there is one.
    pub fn find_population(&self, id: &Salt) -> Result<Option<Population>> {
        self.row(&POPULATIONS, "WHERE id = ?1", [id.to_string()])?
            .as_ref()
            .map(Population::of)
            .transpose()
    }

    /// Returns the population with a random id that another row of the home states.
    pub fn population(&self, id: &Salt) -> Result<Population> {
        self.find_population(id)?.ok_or_else(|| {
            damaged(DamageMessage::Missing {
                thing: StoredThing::Population,
                id: id.to_string(),
            })
        })
    }

    /// Returns the loss of a question: the maximum of the highest level sold and the assumed loss.
    /// Cost: one index look-up.
    pub fn question_loss(&self, question: &Digest) -> Result<MicroEpsilon> {
        let known = self.question(question)?;
        Ok(known.map_or(MicroEpsilon::ZERO, |known| known.loss()))
    }

    /// Returns the loss of a population: the loss that it carries, plus the loss of each of its
    /// questions (sequential composition), including withdrawn, sealed and removed ones. Cost: one
    /// pass over the questions of the home.
    ///
    /// # Errors
    /// `home-damaged` if a question of the home is missing; `loss-too-large`.
    pub fn population_loss(&self, population: &Population) -> Result<LossPair> {
        self.all_questions()?;
        let mut sum = LossSum::new(population.carried.into());
        for question in self.questions_of(&population.id)? {
            sum.raise(PrivacyLoss::ZERO, question.charge());
        }
        loss_of(sum)
    }

    /// Returns the population at the end of a chain of merges. An unmerged population is returned
    /// itself.
    pub fn live_population(&self, id: &Salt) -> Result<Population> {
        let mut population = self.population(id)?;
        while let Some(into) = population.merged_into {
            population = self.population(&into)?;
        }
        Ok(population)
    }

    fn dataset_of(&self, row: &Row) -> Result<Dataset> {
        let name = row.text("name")?.to_owned();
        Ok(Dataset {
            id: row.parsed("id")?,
            population: self.population(&row.parsed("population")?)?,
            file: row.optional("file")?.map(str::to_owned),
            table_hash: row.bytes_if("table_sha256")?,
            schema: serde_json::from_str(row.text("schema")?).map_err(|e| {
                damaged(DamageMessage::SchemaUnreadable {
                    dataset: name.clone(),
                    why: e.to_string(),
                })
            })?,
            name,
            person_column: row.optional("person_column")?.map(str::to_owned),
            rows_per_unit: row.number("rows_per_unit")?,
            state: state(row)?,
            imported_at: row.text("imported_at")?.to_owned(),
            ended_at: row.optional("ended_at")?.map(str::to_owned),
        })
    }

    /// Returns the datasets by name, including those sealed or removed.
    pub fn datasets(&self) -> Result<Vec<Dataset>> {
        self.rows(&DATASETS, "ORDER BY name, imported_at", [0; 0])?
            .iter()
            .map(|row| self.dataset_of(row))
            .collect()
    }

    /// Returns the held dataset of that name.
    pub fn dataset_held(&self, name: &str) -> Result<Option<Dataset>> {
        self.row(&DATASETS, "WHERE name = ?1 AND state = 'held'", [name])?
            .map(|row| self.dataset_of(&row))
            .transpose()
    }

    /// Returns the newest dataset of that name, held or not.
    pub fn newest_dataset(&self, name: &str) -> Result<Option<Dataset>> {
        self.row(&DATASETS, "WHERE name = ?1 ORDER BY rowid DESC", [name])?
            .map(|row| self.dataset_of(&row))
            .transpose()
    }

    /// Returns the dataset with a random id that another row of the home states.
    pub fn dataset(&self, id: &Salt) -> Result<Dataset> {
        let row = self
            .row(&DATASETS, "WHERE id = ?1", [id.to_string()])?
            .ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::Dataset,
                    id: id.to_string(),
                })
            })?;
        self.dataset_of(&row)
    }

    /// Returns the name of a dataset that a question states.
    pub(super) fn dataset_name(&self, id: &Salt) -> Result<String> {
        self.row(&DATASETS, "WHERE id = ?1", [id.to_string()])?
            .ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::Dataset,
                    id: id.to_string(),
                })
            })?
            .text("name")
            .map(str::to_owned)
    }

    /// Returns the stored tables: dataset, file and its hash.
    pub fn tables(&self) -> Result<Vec<StoredTable>> {
        self.rows(&DATASETS, "WHERE file IS NOT NULL ORDER BY id", [0; 0])?
            .iter()
            .map(|row| {
                Ok(StoredTable {
                    dataset: row.parsed("id")?,
                    file: row.text("file")?.to_owned(),
                    hash: row.bytes("table_sha256")?,
                })
            })
            .collect()
    }

    /// Returns the names and states of a population's datasets, by name.
    pub fn datasets_of(&self, population: &Salt) -> Result<Vec<(String, DatasetState)>> {
        self.rows(
            &DATASETS,
            "WHERE population = ?1 ORDER BY name, imported_at",
            [population.to_string()],
        )?
        .iter()
        .map(|row| Ok((row.text("name")?.to_owned(), state(row)?)))
        .collect()
    }

    /// Returns the names of the held datasets of a population other than `dataset`.
    pub fn held_beside(&self, population: &Salt, dataset: &Salt) -> Result<Vec<String>> {
        self.rows(
            &DATASETS,
            "WHERE population = ?1 AND state = 'held' AND id <> ?2 ORDER BY name",
            params![population.to_string(), dataset.to_string()],
        )?
        .iter()
        .map(|row| row.text("name").map(str::to_owned))
        .collect()
    }

    /// Returns the dataset's name and the population of a known table, if it was imported before
    /// and its dataset was not sealed.
    pub fn known_table(&self, digests: &TableDigests) -> Result<Option<(String, Salt)>> {
        let known = self.row(
            &KNOWN_TABLES,
            "WHERE file = ?1 OR cells = ?2 ORDER BY rowid",
            params![digests.file, digests.cells],
        )?;
        known
            .map(|row| {
                let dataset = self.dataset(&row.parsed("dataset")?)?;
                Ok((dataset.name, dataset.population.id))
            })
            .transpose()
    }
}

impl Writing<'_> {
    /// Stores a new population.
    pub fn insert_population(&self, new: &Population) -> Result<()> {
        self.insert(
            &POPULATIONS,
            &[
                ("id", Cell::of(new.id)),
                ("name", (&new.name).into()),
                ("unit_name", (&new.unit_name).into()),
                ("adjacency", new.adjacency.as_str().into()),
                ("cap_micro", new.cap.micro_epsilon.into()),
                ("cap_nano", new.cap.nano_rho.into()),
                ("carried_micro", new.carried.micro_epsilon.into()),
                ("carried_nano", new.carried.nano_rho.into()),
                ("merged_into", new.merged_into.map(Cell::of).into()),
                ("created_at", (&new.created_at).into()),
            ],
        )
    }

    fn set_population(&self, id: &Salt, cells: &[(&str, Cell<'_>)]) -> Result<()> {
        self.set(&POPULATIONS, "id = ?1", &[&id.to_string()], cells)
            .map(drop)
    }

    /// Records a population's cap.
    pub fn set_cap(&self, population: &Salt, cap: LossPair) -> Result<()> {
        let cells = [
            ("cap_micro", cap.micro_epsilon.into()),
            ("cap_nano", cap.nano_rho.into()),
        ];
        self.set_population(population, &cells)
    }

    /// Records the loss from elsewhere that a population carries.
    pub fn set_carried(&self, population: &Salt, carried: LossPair) -> Result<()> {
        let cells = [
            ("carried_micro", carried.micro_epsilon.into()),
            ("carried_nano", carried.nano_rho.into()),
        ];
        self.set_population(population, &cells)
    }

    /// Records that a population was merged into another one, and moves its datasets there.
    pub fn merge_population(&self, from: &Salt, into: &Salt) -> Result<()> {
        self.set_population(from, &[("merged_into", Cell::of(into))])?;
        self.set(
            &DATASETS,
            "population = ?1",
            &[&from.to_string()],
            &[("population", Cell::of(into))],
        )
        .map(drop)
    }

    /// Stores a new dataset, with the digests that recognise its table.
    pub fn insert_dataset(&self, new: &NewDataset<'_>, digests: &TableDigests) -> Result<()> {
        let schema = serde_json::to_string(new.schema).map_err(|e| not_encoded(&e))?;
        self.insert(
            &DATASETS,
            &[
                ("id", Cell::of(new.id)),
                ("name", new.name.into()),
                ("population", Cell::of(new.population)),
                ("file", new.file.into()),
                ("table_sha256", new.table_hash.into()),
                ("schema", schema.as_str().into()),
                ("person_column", new.person_column.into()),
                ("rows_per_unit", new.rows_per_unit.into()),
                ("state", "held".into()),
                ("imported_at", new.imported_at.into()),
                ("ended_at", Cell::Null),
            ],
        )?;
        self.insert_known_table(&new.id, digests)
    }

    /// Stores the digests that recognise a dataset's table.
    fn insert_known_table(&self, dataset: &Salt, digests: &TableDigests) -> Result<()> {
        self.insert(
            &KNOWN_TABLES,
            &[
                ("dataset", Cell::of(dataset)),
                ("file", (&digests.file).into()),
                ("cells", (&digests.cells).into()),
            ],
        )
    }

    /// Records that a linked table is at another place. The first place is recognised as well.
    pub fn move_known_table(&self, dataset: &Salt, digests: &TableDigests) -> Result<()> {
        let moved = [("file", (&digests.file).into())];
        self.set(
            &KNOWN_TABLES,
            "dataset = ?1",
            &[&dataset.to_string()],
            &moved,
        )
        .map(drop)
    }

    fn set_dataset(&self, id: &Salt, cells: &[(&str, Cell<'_>)]) -> Result<()> {
        self.set(&DATASETS, "id = ?1", &[&id.to_string()], cells)
            .map(drop)
    }

    /// Records the file of a dataset's table, and its hash.
    pub fn set_table(&self, dataset: &Salt, file: &str, hash: &[u8; 32]) -> Result<()> {
        let cells = [("file", file.into()), ("table_sha256", hash.into())];
        self.set_dataset(dataset, &cells)
    }

    /// Records that a dataset belongs to another population.
    pub fn move_dataset(&self, dataset: &Salt, population: &Salt) -> Result<()> {
        self.set_dataset(dataset, &[("population", Cell::of(population))])
    }

    /// Ends a dataset: it no longer has a table.
    pub fn end_dataset(&self, id: &Salt, state: DatasetState, now: &str) -> Result<()> {
        let state = match state {
            DatasetState::Held => "held",
            DatasetState::Sealed => "sealed",
            DatasetState::Removed => "removed",
        };
        self.set_dataset(
            id,
            &[
                ("state", state.into()),
                ("file", Cell::Null),
                ("table_sha256", Cell::Null),
                ("ended_at", now.into()),
            ],
        )
    }

    /// Forgets the digests that recognise a dataset's table.
    pub fn forget_table(&self, dataset: &Salt) -> Result<()> {
        self.remove(&KNOWN_TABLES, "dataset = ?1", &[&dataset.to_string()])
            .map(drop)
    }
}

impl Dataset {
    /// Returns the privacy unit in parts.
    pub fn privacy_unit(&self) -> PrivacyUnit {
        let of = self.population.unit_name.clone();
        match &self.person_column {
            None => PrivacyUnit::Row { of },
            Some(column) => PrivacyUnit::Person {
                of,
                column: column.clone(),
                rows: self.rows_per_unit,
            },
        }
    }

    /// Returns the privacy unit as plans take it.
    pub fn unit(&self) -> Unit {
        Unit {
            adjacency: self.adjacency(),
            rows_per_unit: self.rows_per_unit,
            person_column: self.person_column.clone(),
        }
    }

    /// Returns whether its rows are in a database. It is not known of an ended dataset.
    pub fn is_linked(&self) -> bool {
        let begin = link_file_name(&self.id);
        let begin = begin.trim_end_matches("age");
        self.file
            .as_deref()
            .is_some_and(|file| file.starts_with(begin))
    }

    /// Returns the relation by which tables are neighbours; the population decides it.
    pub fn adjacency(&self) -> Adjacency {
        self.population.adjacency
    }

    /// Returns the table's file, and refuses a dataset whose table is no longer in the home.
    pub fn held(&self) -> Result<&str> {
        self.file.as_deref().ok_or_else(|| {
            let dataset = self.name.clone();
            Error::refused(
                ErrorCode::DatasetGone,
                match self.state {
                    DatasetState::Sealed => StoreMessage::DatasetSealed { dataset },
                    _ => StoreMessage::DatasetRemoved { dataset },
                },
            )
            .hint(StoreHint::DatasetLossesStay)
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::store::{QuestionRow, Store};

    fn level(micro: u64) -> MicroEpsilon {
        MicroEpsilon::new(micro).unwrap()
    }

    fn pair(text: &str) -> LossPair {
        text.parse().unwrap()
    }

    fn question(text: &str, sold: u64, assumed: u64) -> QuestionRow {
        QuestionRow {
            id: Digest::of(text.as_bytes()),
            population: Salt::from_bytes([0; 16]),
            dataset: None,
            statement: None,
            data_commitment: Digest::of(b"its numbers"),
            family: Family::default(),
            sold: level(sold),
            assumed: level(assumed),
            sealed_at: None,
        }
    }

    /// What a home assumes that it sold counts until it has sold more.
    #[test]
    fn the_loss_of_a_question_that_counts_is_the_higher_of_what_was_sold_and_is_assumed() {
        for (sold, assumed, counted) in [(1, 3, 3), (3, 1, 3), (2, 0, 2)] {
            assert_eq!(question("a", sold, assumed).loss().get(), counted);
        }
    }

    /// Whether SQLite tells of what was changed since the questions were added up, or not.
    #[test]
    fn no_loss_is_added_up_of_questions_of_which_one_is_missing() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::unlocked(&dir);
        let people = Population {
            id: Salt::from_bytes([0; 16]),
            name: "people".to_owned(),
            unit_name: "person".to_owned(),
            adjacency: Adjacency::AddRemove,
            cap: pair("9,0.3"),
            carried: pair("0.000001,0.02"),
            merged_into: None,
            created_at: String::new(),
        };
        let writing = store.begin().unwrap();
        writing.insert_population(&people).unwrap();
        for asked in [question("a", 2, 0), question("b", 4, 5)] {
            writing.insert_question(&asked).unwrap();
        }
        writing.commit().unwrap();
        let loss = store.read().population_loss(&people);
        assert_eq!(loss.unwrap(), pair("0.000008,0.02"));
        let stored = store.read().population(&people.id).unwrap();
        assert_eq!((stored.cap, stored.carried), (people.cap, people.carried));
        let remove = "DELETE FROM questions WHERE sold_micro = 4";
        assert_eq!(store.connection.execute(remove, []).unwrap(), 1);
        let refused = store.read().population_loss(&people);
        assert_eq!(refused.err().unwrap().code(), ErrorCode::HomeDamaged);
    }

    #[test]
    fn a_loss_beyond_the_largest_level_is_refused() {
        let most = LossPair::MAX;
        assert_eq!(loss_plus(most, LossPair::ZERO).unwrap(), most);
        for more in ["0.000001", "0,0.000000001"] {
            let beyond = loss_plus(most, pair(more));
            assert_eq!(beyond.unwrap_err().code(), ErrorCode::LossTooLarge);
        }
        assert_eq!(loss_plus(pair("1,0.1"), pair("2")).unwrap(), pair("3,0.1"));
        let family = Family::default();
        let after = |before, to| loss_after(pair("9,0.3"), family, level(before), level(to));
        assert_eq!(after(2, 5).unwrap(), pair("9.000003,0.3"));
        assert_eq!(after(5, 2).unwrap(), pair("9,0.3"));
        let beyond = loss_after(most, family, level(1), level(2));
        assert_eq!(beyond.unwrap_err().code(), ErrorCode::LossTooLarge);
    }
}
