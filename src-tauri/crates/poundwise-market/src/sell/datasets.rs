//! Imported tables: Parquet inside age, with what is public of them in the database.

use std::{fs, path::Path};

use poundwise_documents::{
    kinds::Adjacency,
    units::{MicroEpsilon, Salt},
};
use rusqlite::{OptionalExtension, params};
use zeroize::Zeroizing;

use crate::{
    data::{attribute::Unit, csv::read_csv, persons::bound_persons, table::Table},
    db::parsed,
    error::{Error, Result},
    files::{read_file, write_private},
    home::{Home, random_bytes},
    rules::level,
    view::{ColumnView, DatasetView, ImportOptions},
};

/// The most rows one person may have.
const MAX_ROWS_PER_PERSON: u64 = 1_000_000;
/// The largest stored table, as an age file.
pub(crate) const TABLE_LIMIT: u64 = 16 << 30;

/// What the database knows of a dataset.
pub(crate) struct Dataset {
    pub(crate) name: String,
    pub(crate) public_id: Salt,
    pub(crate) file: String,
    pub(crate) columns: Vec<ColumnView>,
    pub(crate) rows: u64,
    pub(crate) rows_dropped: u64,
    pub(crate) person_column: Option<String>,
    pub(crate) unit: Unit,
    pub(crate) cap: Option<MicroEpsilon>,
    pub(crate) imported_at: String,
}

impl Dataset {
    /// The privacy unit in words.
    pub(crate) fn privacy_unit(&self) -> String {
        match (&self.person_column, self.unit.rows_per_unit) {
            (None, _) => "one row".to_owned(),
            (Some(column), 1) => format!("one person ({column}), 1 row"),
            (Some(column), k) => format!("one person ({column}), at most {k} rows"),
        }
    }
}

impl Home {
    /// Imports a table: parsed, bounded by person if a column names one, stored encrypted. Nothing of the file is
    /// kept elsewhere. Cost: linear in its cells.
    ///
    /// # Errors
    /// `dataset-exists`, what is wrong with the file (line and column named), a bad option, or what the disk says.
    /// On an error nothing is stored.
    pub fn import_dataset(&self, file: &Path, options: &ImportOptions) -> Result<DatasetView> {
        let name = match &options.name {
            Some(name) => checked_name(name)?,
            None => checked_name(&suggested_name(file))?,
        };
        let adjacency = match options.adjacency.as_deref() {
            None => Adjacency::AddRemove,
            Some(text) => text.parse().map_err(|_| {
                Error::usage("adjacency", format!("{text:?} is no adjacency")).hint(
                    "It is add-remove (one privacy unit more or less) or replace (one changed).",
                )
            })?,
        };
        let cap = options
            .cap
            .as_deref()
            .map(|text| level(text, "the cap"))
            .transpose()?;
        let rows_per_unit = match (&options.person_column, options.rows_per_person) {
            (None, None) => 1,
            (None, Some(_)) => {
                return Err(Error::usage(
                    "no-person-column",
                    "rows per person need a person column",
                )
                .hint("Say which column names the person: --person-column NAME"));
            }
            (Some(_), None) => {
                return Err(Error::usage("no-rows-per-person", "a person column needs the most rows one person may have")
                    .hint("Say --rows-per-person K; further rows of a person are dropped, and noise grows with K."));
            }
            (Some(_), Some(k)) if (1..=MAX_ROWS_PER_PERSON).contains(&k) => k,
            (Some(_), Some(k)) => {
                return Err(Error::usage(
                    "rows-per-person",
                    format!("{k} rows per person are not from 1 to {MAX_ROWS_PER_PERSON}"),
                )
                .hint("Say how many rows of one person may count, such as 5."));
            }
        };
        if self.find_dataset(&name)?.is_some() {
            return Err(Error::refused(
                "dataset-exists",
                format!("there is a dataset {name:?} already"),
            )
            .hint("Give this one another name with --name."));
        }
        let table = read_csv(file)?.table;
        let (table, dropped) = match &options.person_column {
            Some(column) => bound_persons(&table, column, rows_per_unit)?,
            None => (table, 0),
        };
        let columns = table.column_views();
        let rows = table.rows() as u64;
        let public_id = Salt::from_bytes(random_bytes()?);
        let parquet = Zeroizing::new(table.to_parquet()?);
        drop(table);
        let sealed = self.vault.seal(&parquet)?;
        drop(parquet);
        let stored = format!("{public_id}.age");
        let path = self.dir.join("datasets").join(&stored);
        let transaction = self.db.begin()?;
        transaction.execute(
            "INSERT INTO datasets (name, public_id, file, columns, row_count, rows_dropped, person_column, rows_per_unit, adjacency, cap_micro, imported_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                name,
                public_id.to_string(),
                stored,
                to_json(&columns)?,
                rows,
                dropped,
                options.person_column,
                rows_per_unit,
                adjacency.as_str(),
                cap.map(MicroEpsilon::get),
                self.now()?.to_string(),
            ],
        )?;
        write_private(&path, &sealed)?;
        if let Err(error) = transaction.commit() {
            // The row is not there, so the file is nobody's.
            let _ = fs::remove_file(&path);
            return Err(error.into());
        }
        self.dataset(&name)
    }

    /// The imported datasets, by name.
    ///
    /// # Errors
    /// What the database says.
    pub fn datasets(&self) -> Result<Vec<DatasetView>> {
        let mut statement = self
            .read()
            .prepare("SELECT name FROM datasets ORDER BY name")?;
        let names = statement
            .query_map([], |r| r.get::<_, String>(0))?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        names.iter().map(|name| self.dataset(name)).collect()
    }

    /// One dataset.
    ///
    /// # Errors
    /// `no-such-dataset`.
    pub fn dataset(&self, name: &str) -> Result<DatasetView> {
        let dataset = self.require_dataset(name)?;
        let listings = self.read().query_row(
            "SELECT count(*) FROM listings WHERE dataset = ?1 AND version = 0",
            [name],
            |r| r.get(0),
        )?;
        let loss = self.dataset_loss(self.read(), name)?;
        let privacy_unit = dataset.privacy_unit();
        Ok(DatasetView {
            rows: dataset.rows,
            rows_dropped: dataset.rows_dropped,
            privacy_unit,
            person_column: dataset.person_column,
            rows_per_unit: dataset.unit.rows_per_unit,
            adjacency: dataset.unit.adjacency.to_string(),
            cap_micro_epsilon: dataset.cap.map(MicroEpsilon::get),
            loss_micro_epsilon: loss.get(),
            listings,
            imported_at: dataset.imported_at,
            columns: dataset.columns,
            name: dataset.name,
        })
    }

    pub(crate) fn find_dataset(&self, name: &str) -> Result<Option<Dataset>> {
        let raw = self
            .read()
            .query_row(
                "SELECT name, public_id, file, columns, row_count, rows_dropped, person_column, rows_per_unit, adjacency, cap_micro, imported_at
                 FROM datasets WHERE name = ?1",
                [name],
                |r| {
                    Ok((
                        Dataset {
                            name: r.get(0)?,
                            public_id: parsed(r, 1)?,
                            file: r.get(2)?,
                            columns: Vec::new(),
                            rows: r.get(4)?,
                            rows_dropped: r.get(5)?,
                            person_column: r.get(6)?,
                            unit: Unit {
                                rows_per_unit: r.get(7)?,
                                adjacency: parsed(r, 8)?,
                            },
                            cap: r
                                .get::<_, Option<u64>>(9)?
                                .and_then(|micro| MicroEpsilon::new(micro).ok()),
                            imported_at: r.get(10)?,
                        },
                        r.get::<_, String>(3)?,
                    ))
                },
            )
            .optional()?;
        raw.map(|(mut dataset, columns)| {
            dataset.columns = serde_json::from_str(&columns).map_err(|e| {
                Error::failed(
                    "database-damaged",
                    format!("the columns of dataset {name:?} cannot be read: {e}"),
                )
                .hint("Bring the home back from a backup.")
            })?;
            Ok(dataset)
        })
        .transpose()
    }

    pub(crate) fn require_dataset(&self, name: &str) -> Result<Dataset> {
        self.find_dataset(name)?.ok_or_else(|| {
            Error::refused("no-such-dataset", format!("there is no dataset {name:?} in this home"))
                .hint("`poundwise dataset list` shows those there are; `poundwise dataset import FILE` adds one.")
        })
    }

    /// Decrypts a dataset's table.
    pub(crate) fn load_table(&self, dataset: &Dataset) -> Result<Table> {
        let path = self.dir.join("datasets").join(&dataset.file);
        let sealed = read_file(&path, TABLE_LIMIT)?;
        let parquet = self
            .vault
            .open(&sealed, &format!("dataset {:?}", dataset.name))?;
        Table::from_parquet(&parquet)
    }
}

/// A name for a dataset, taken from its file's.
pub(crate) fn suggested_name(file: &Path) -> String {
    file.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn checked_name(name: &str) -> Result<String> {
    let name = name.trim();
    let good = !name.is_empty()
        && name != "-"
        && name.chars().count() <= 100
        && !name.chars().any(char::is_control);
    if good {
        Ok(name.to_owned())
    } else {
        Err(
            Error::usage("dataset-name", format!("{name:?} is no name for a dataset")).hint(
                "Give one of 1 to 100 characters with --name; `-` stands for your own numbers.",
            ),
        )
    }
}

fn to_json<T: serde::Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|e| Error::failed("json", e.to_string()))
}
