//! Imported and linked tables. An imported one is Parquet inside age. What is public of them (names, declared types, privacy
//! unit) is in the database; the secret of their questions and every count of their rows are
//! secrets of the vault.

use std::{path::Path, sync::Arc};

use poundwise_documents::units::Salt;
use poundwise_words::Text;

use crate::{
    Seller,
    error::{Doing, Error, ErrorCode, Result},
    hint::Act,
    home::DATASETS,
    link::LinkFile,
    messages::DataMessage,
    names::DatasetName,
    store::{Dataset, Reading, SecretName, Writing, damaged},
    table_file::TableFile,
    tables::{DatasetRecord, TableReport},
    vault::Vault,
    view::{ColumnView, DatasetState, DatasetView},
};
use poundwise_query::parquet::ParquetTable;

impl Seller<'_> {
    /// Returns the datasets, by name, those sealed or removed too.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn datasets(&self) -> Result<Vec<DatasetView>> {
        self.context
            .read()
            .datasets()?
            .into_iter()
            .map(|dataset| self.dataset_view(dataset))
            .collect()
    }

    /// Returns one dataset by its name: the one that is held, else the newest of that name.
    ///
    /// # Errors
    /// `no-such-dataset`.
    pub fn dataset(&self, name: &DatasetName) -> Result<DatasetView> {
        self.dataset_view(self.require_dataset(name.as_str())?)
    }

    pub(super) fn dataset_view(&self, dataset: Dataset) -> Result<DatasetView> {
        let reading = self.context.read();
        let mut listings = 0;
        for question in reading.questions_of_dataset(&dataset.id)? {
            listings += reading.series_of(&question.id)?;
        }
        let loss = reading.population_loss(&dataset.population)?;
        let report = match dataset.state {
            DatasetState::Held => self.dataset_record(&reading, &dataset.id)?.report,
            DatasetState::Sealed | DatasetState::Removed => TableReport::default(),
        };
        let unit_parts = dataset.privacy_unit();
        // The other datasets are shown although this file is damaged.
        let (link, link_problem) = match dataset.is_linked().then(|| self.link_of(&dataset)) {
            Some(Ok(link)) => (Some(link.view()), None),
            Some(Err(problem)) => (None, Some(problem.view())),
            None => (None, None),
        };
        let count = |counts: &[u64], column: usize| counts.get(column).copied().unwrap_or(0);
        Ok(DatasetView {
            state: dataset.state,
            population: dataset.population.name.clone(),
            rows: report.rows,
            rows_without_person: report.rows_without_person,
            short_rows: report.short_rows,
            kind: report.form.as_ref().map(|_| report.kind),
            form: report.form,
            link,
            link_problem,
            privacy_unit: unit_parts.to_string(),
            unit_parts,
            columns: dataset
                .schema
                .columns()
                .iter()
                .enumerate()
                .map(|(index, column)| ColumnView {
                    name: column.name.clone(),
                    column_type: column.column_type,
                    values: column.values.clone(),
                    decimals: column.decimals,
                    empty: count(&report.empty, index),
                    not_conforming: count(&report.not_conforming, index),
                })
                .collect(),
            person_column: dataset.person_column,
            rows_per_unit: dataset.rows_per_unit,
            adjacency: dataset.population.adjacency,
            cap_micro_epsilon: dataset.population.cap.micro_epsilon.get(),
            cap_nano_rho: dataset.population.cap.nano_rho.get(),
            loss_micro_epsilon: loss.micro_epsilon.get(),
            loss_nano_rho: loss.nano_rho.get(),
            listings,
            imported_at: dataset.imported_at,
            ended_at: dataset.ended_at,
            name: dataset.name,
        })
    }

    /// Returns the link of a dataset that is linked.
    fn link_of(&self, dataset: &Dataset) -> Result<LinkFile> {
        let folder = self.context.dir.join(DATASETS);
        LinkFile::open(&folder, dataset, &self.context.vault)
    }

    /// Returns the record of a dataset that is held.
    pub(crate) fn dataset_record(&self, reading: &Reading<'_>, id: &Salt) -> Result<DatasetRecord> {
        DatasetRecord::unseal(
            &reading.secret(SecretName::Dataset(*id))?,
            &self.context.vault,
            id,
        )
    }

    /// Returns the held dataset of that name.
    pub(crate) fn find_dataset(&self, name: &str) -> Result<Option<Dataset>> {
        self.context.read().dataset_held(name)
    }

    /// Returns the dataset of that name: the one that is held, else the newest.
    ///
    /// # Errors
    /// `no-such-dataset`; I/O errors of the home.
    pub fn require_dataset(&self, name: &str) -> Result<Dataset> {
        match self.find_dataset(name)? {
            Some(dataset) => Ok(dataset),
            None => self.context.read().newest_dataset(name)?.ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchDataset,
                    DataMessage::NoSuchDataset {
                        dataset: name.to_owned(),
                    },
                )
                .hint(Act::ListDatasets.to(DataMessage::SeeDatasets))
                .hint(Act::ImportDataset.to(DataMessage::ImportDataset))
            }),
        }
    }

    /// Removes a dataset whose listings are all withdrawn: its table, its secret and the secrets of
    /// its questions are erased. Its population, its losses and the digests by which its table is
    /// known again stay. It cannot be undone.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`, `listing-open`; `erasure-unfinished` as for
    /// [`Seller::seal`].
    pub fn remove_dataset(&self, name: &DatasetName) -> Result<()> {
        let dataset = self.require_dataset(name.as_str())?;
        let file = dataset.held()?.to_owned();
        let now = self.context.now()?;
        let writing = self.context.db.begin()?;
        let questions = writing.questions_of_dataset(&dataset.id)?;
        if let Some(listing) = writing.open_among(&questions)?.first() {
            return Err(Error::refused(
                ErrorCode::ListingOpen,
                DataMessage::DatasetListed {
                    dataset: name.to_string(),
                    listing: listing.clone(),
                },
            )
            .of(listing)
            .hint(DataMessage::WithdrawListings));
        }
        for question in questions {
            writing.remove_secret(SecretName::Question(question.id))?;
            writing.remove_secret(SecretName::Statement(question.id))?;
        }
        self.end_dataset(
            &writing,
            &dataset.id,
            DatasetState::Removed,
            &now.to_string(),
        )?;
        self.context.commit(writing)?;
        self.erase_table(&file)
    }

    /// Ends a dataset in the caller's transaction: its record goes, and what it was is noted.
    pub(crate) fn end_dataset(
        &self,
        writing: &Writing<'_>,
        id: &Salt,
        state: DatasetState,
        now: &str,
    ) -> Result<()> {
        writing.remove_secret(SecretName::Dataset(*id))?;
        writing.end_dataset(id, state, now)?;
        writing.note_erasure()
    }

    /// Removes a table's file, and overwrites what was removed from the database. A table that
    /// could not be removed now is removed by the next opening.
    pub(crate) fn erase_table(&self, file: &str) -> Result<()> {
        let path = self.context.dir.join(DATASETS).join(file);
        let removed = match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(crate::error::io_error(&path, Doing::Remove, &error))
            }
            _ => Ok(()),
        };
        crate::point::pass("table removed");
        removed
            .and_then(|()| self.context.db.finish_erasure())
            .map_err(unfinished)
    }
}

/// Returns the error of something that is done, but whose remains could not be overwritten yet.
pub(crate) fn unfinished(error: Error) -> Error {
    Error::failed(
        ErrorCode::ErasureUnfinished,
        DataMessage::ErasureUnfinished {
            why: Text::of(error),
        },
    )
    .hint(DataMessage::MakeRoom)
    .hint(DataMessage::WaitForExport)
}

/// The stored table of a dataset. Its rows are read and decrypted when they are needed. Holds data:
/// no `Debug`.
pub struct DatasetTable {
    /// The rows.
    pub rows: ParquetTable,
    file: Arc<TableFile>,
    dataset: String,
}

impl DatasetTable {
    /// Opens the table of a dataset. Cost: its head and its end, not its rows.
    ///
    /// # Errors
    /// `home-damaged` if the file is not the one that was imported; `decrypt`; `broken-table`.
    pub fn open(folder: &Path, dataset: &Dataset, vault: &Vault) -> Result<Self> {
        let path = folder.join(dataset.held()?);
        let hash = dataset.table_hash.unwrap_or_default();
        let Some(file) = TableFile::open(&path, vault, &hash)? else {
            return Err(other_table(&dataset.name));
        };
        let file = Arc::new(file);
        let bytes = Arc::<TableFile>::clone(&file);
        let rows =
            ParquetTable::of(bytes).map_err(|error| of_file(&file, &dataset.name, error.into()))?;
        Ok(Self {
            rows,
            file,
            dataset: dataset.name.clone(),
        })
    }

    /// Returns the error of a pass over the rows: `home-damaged` if the pass met bytes that this
    /// home did not write.
    pub fn error(&self, error: Error) -> Error {
        of_file(&self.file, &self.dataset, error)
    }
}

/// Returns the error of a read of a dataset's file.
fn of_file(file: &TableFile, dataset: &str, error: Error) -> Error {
    if file.is_changed() {
        other_table(dataset)
    } else {
        error
    }
}

pub(crate) fn other_table(dataset: &str) -> Error {
    damaged(DataMessage::OtherTable {
        dataset: dataset.to_owned(),
    })
}
