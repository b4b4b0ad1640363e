//! Imported tables: Parquet inside age, with what is public of them in the database.

use std::path::Path;

use poundwise_documents::units::{MicroEpsilon, Salt};
use rusqlite::OptionalExtension;
use sha2::{Digest, Sha256};

use crate::{
    data::{Schema, SchemaColumn, attribute::Unit, table::Table},
    db::parsed,
    error::{Error, ErrorCode, Result},
    files::read_file,
    home::Home,
    vault::Vault,
    view::{ColumnView, DatasetView, PrivacyUnit},
    work::Stage,
};

/// The largest stored table, as an age file.
const TABLE_LIMIT: u64 = 16 << 30;

/// What the database knows of a dataset.
#[derive(Clone)]
pub(crate) struct Dataset {
    pub(crate) name: String,
    pub(crate) public_id: Salt,
    pub(crate) file: String,
    pub(crate) columns: Vec<ColumnView>,
    pub(crate) rows: u64,
    pub(crate) rows_without_person: u64,
    pub(crate) unit: Unit,
    pub(crate) cap: Option<MicroEpsilon>,
    pub(crate) imported_at: String,
}

impl Dataset {
    /// The declared schema.
    pub(crate) fn schema(&self) -> Schema {
        let columns = self.columns.iter().map(|column| SchemaColumn {
            name: column.name.clone(),
            column_type: column.column_type,
            values: column.values.clone(),
        });
        Schema::of_checked(columns.collect())
    }

    /// The key by which the rows of a person that count are chosen: one for the dataset's life.
    pub(crate) fn contribution_key(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"poundwise contributions");
        hash.update(self.public_id.to_string());
        hash.finalize().into()
    }

    /// The privacy unit.
    pub(crate) fn privacy_unit(&self) -> PrivacyUnit {
        match &self.unit.person_column {
            None => PrivacyUnit::Row,
            Some(column) => PrivacyUnit::Person {
                column: column.clone(),
                rows: self.unit.rows_per_unit,
            },
        }
    }
}

impl Home {
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
        let unit_parts = dataset.privacy_unit();
        Ok(DatasetView {
            rows: dataset.rows,
            rows_without_person: dataset.rows_without_person,
            privacy_unit: unit_parts.to_string(),
            unit_parts,
            person_column: dataset.unit.person_column,
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
                            rows_without_person: r.get(5)?,
                            unit: Unit {
                                person_column: r.get(6)?,
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
                    ErrorCode::DatabaseDamaged,
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
            Error::refused(ErrorCode::NoSuchDataset, format!("there is no dataset {name:?} in this home"))
                .hint("`poundwise dataset list` shows those there are; `poundwise dataset import FILE` adds one.")
        })
    }
}

/// Decrypts a dataset's table and reads these columns of it (by their places; the others are of the right type, and
/// empty). `stage` is told of rows.
pub(crate) fn read_table(
    folder: &Path,
    dataset: &Dataset,
    vault: &Vault,
    columns: &[usize],
    stage: &Stage<'_>,
) -> Result<Table> {
    let sealed = read_file(&folder.join(&dataset.file), TABLE_LIMIT)?;
    stage.tell(0)?;
    let parquet = vault.open(&sealed, &format!("dataset {:?}", dataset.name))?;
    drop(sealed);
    Table::from_parquet_columns(parquet, columns, stage)
}
