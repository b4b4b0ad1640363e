//! Importing a table: the long part needs no home, and the home is changed by a short one at the
//! end.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use poundwise_documents::{kinds::Adjacency, units::Salt};

use crate::{
    Seller,
    error::{Doing, Error, ErrorCode, QueryErrorCode, Result, both, io_error},
    files::PartFile,
    hint::{Field, Hint},
    home::{DATASETS, Home},
    job::Job,
    messages::{CellPlace, DataMessage, NumberReading, PopulationMessage, TextList, ThingName},
    names::DatasetName,
    new_table::{NewTable, StoredRows},
    populations::{NewPopulation, adjacency, population_exists},
    random::random_bytes,
    store::{NewDataset, Population, SecretName, TableDigests, Writing},
    tables::TableReport,
    typed::rows_per_person,
    typed::stated,
    vault::Vault,
    view::{DatasetView, ImportOptions, ImportReport, PopulationDraft, UnreadCell},
    work::{Stage, Work, WorkStep},
};
use poundwise_query::{
    Schema, TableFileKind, TableForm, canonical_text,
    declared::{CheckedRows, DeclarationFault, DeclaredFile},
    files_of,
    report::RepeatedIds,
    rows::each_owned_batch,
};
use poundwise_words::Text;

/// Number of bytes of a file that are hashed at once.
const PIECE: usize = 1 << 16;

/// An import that is asked for.
pub struct Import {
    file: PathBuf,
    name: String,
    whose: Whose,
    person_column: Option<String>,
    rows_per_unit: u64,
    each_row_differs: bool,
    form: TableForm,
    schema: Option<Schema>,
    table: NewTable,
}

/// Population of a table.
pub(crate) enum Whose {
    /// The units of a population that is there.
    Of(Population),
    /// Others, for whom a population is made.
    New(NewPopulation),
}

/// A table that is read, encrypted and written, and only waits for its place in the home. Dropped,
/// it is gone.
pub struct Imported {
    import: Import,
    report: ImportReport,
    stored: StoredRows,
    /// The keyed digest of the file's bytes.
    file: [u8; 32],
}

impl Imported {
    /// Returns the report of missing cells: for the owner, and nobody else.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }
}

impl Seller<'_> {
    /// Imports a table into an existing or a new population. Reads it by its declared types, stores
    /// all rows encrypted, and keeps the file's content nowhere else. Cost: linear in its cells;
    /// the memory does not grow with its rows.
    ///
    /// # Errors
    /// `dataset-exists`; `no-population` if the population is not stated; `population-exists`,
    /// `no-such-population`, `population-mismatch`; `known-table` if the table was imported into
    /// another population; `types-needed`, with the proposed types as a hint; `decimal-sign` if a
    /// number has a comma and the form does not state the decimal sign; `repeated-ids` if each row
    /// is declared to be a different person and a column that looks like ids repeats; faults of the
    /// file, with line and column; a bad option; as [`Seller::approve`] for a new population if
    /// this home may be an older copy of itself, then `new-people` as for
    /// [`Seller::create_population`]; I/O errors, such as `disk-full`. An error leaves the home
    /// unchanged, except for `mark-unwritable`: the import is then stored but not sent.
    pub fn import_dataset(&self, file: &Path, options: &ImportOptions) -> Result<DatasetView> {
        self.begin_import(file, options)?
            .complete(self.home, &Work::silent())
    }

    /// Checks what is asked for, before the file is read.
    ///
    /// # Errors
    /// `dataset-exists`, a bad option.
    pub fn begin_import(&self, file: &Path, options: &ImportOptions) -> Result<Import> {
        let name = match &options.name {
            Some(name) => name.parse::<DatasetName>(),
            None => suggested_name(file).parse(),
        };
        let name = name.and_then(|name| {
            let other = Field::Name.to(DataMessage::OtherDatasetName);
            self.check_new(name.as_str(), other)?;
            Ok(name.to_string())
        });
        // A population without a name of its own has that of the dataset.
        let dataset = match (&name, stated(options.population.as_deref())) {
            (Ok(name), _) => name,
            (Err(_), Some(population)) => population,
            (Err(error), None) => return Err(error.clone()),
        };
        let whose = self.whose(dataset, options);
        let (name, (whose, rows_per_unit)) = both(name, both(whose, rows_per_unit(options)))?;
        let id = Salt::from_bytes(random_bytes()?);
        Ok(Import {
            file: file.to_owned(),
            name,
            whose,
            rows_per_unit,
            person_column: options
                .person_column
                .as_deref()
                .map(|column| canonical_text(column).into_owned()),
            each_row_differs: options.each_row_differs,
            form: options.form.clone(),
            schema: options.schema.clone(),
            table: NewTable {
                path: self.dataset_path(&table_file_name(&id)),
                id,
                vault: Arc::clone(&self.context.vault),
                digests: self.context.digest_key()?,
            },
        })
    }

    /// Returns the population of a table, by the owner's options.
    pub(crate) fn whose(&self, dataset: &str, options: &ImportOptions) -> Result<Whose> {
        let said = |text: &Option<String>| {
            text.as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
        };
        let (named, cap) = (said(&options.population), said(&options.cap));
        let cap_rho = said(&options.cap_rho);
        // A cap of ρ alone.
        let cap = cap.or_else(|| cap_rho.as_ref().map(|_| "0".to_owned()));
        let wanted = said(&options.adjacency)
            .as_deref()
            .map(adjacency)
            .transpose()?;
        if let (Some(name), None) = (&named, &cap) {
            let population = self.require_live_population(name)?;
            check_fits(&population, wanted, said(&options.unit_name).as_deref())?;
            if said(&options.carried).is_some() || said(&options.carried_rho).is_some() {
                return Err(Error::usage(
                    ErrorCode::PopulationMismatch,
                    DataMessage::CarriedLossStated {
                        population: name.clone(),
                    },
                )
                .hint(DataMessage::LeaveOutCarriedLoss));
            }
            return Ok(Whose::Of(population));
        }
        let Some(cap) = cap else {
            let there: Vec<String> = self
                .populations()?
                .into_iter()
                .filter(|population| population.merged_into.is_none())
                .map(|population| population.name)
                .collect();
            let error = Error::usage(ErrorCode::NoPopulation, DataMessage::PopulationMissing);
            let cap = |text: Text| Field::Cap.to(text).such_as(Text::verbatim("8"));
            return Err(if there.is_empty() {
                error.hint(cap(PopulationMessage::StateCap.into()))
            } else {
                error
                    .hint(Field::Population.to(DataMessage::NamePopulation {
                        populations: TextList::verbatim(there),
                    }))
                    .hint(cap(DataMessage::OtherwiseStateCap.into()))
                    .hint(Field::NewPeople.to(DataMessage::AlsoNewPeople))
            });
        };
        let new = NewPopulation::of(&PopulationDraft {
            name: named.unwrap_or_else(|| dataset.to_owned()),
            unit_name: options.unit_name.clone(),
            adjacency: options.adjacency.clone(),
            cap,
            cap_rho,
            carried: options.carried.clone(),
            carried_rho: options.carried_rho.clone(),
            new_people: options.new_people,
        })?;
        if self.find_population(new.name())?.is_some() {
            return Err(population_exists(new.name()));
        }
        self.context.check_own_history()?;
        self.check_new_people(&new)?;
        Ok(Whose::New(new))
    }

    /// Fails with `dataset-exists` and a hint if there is a dataset of that name.
    pub(crate) fn check_new(&self, name: &str, other: impl Into<Hint>) -> Result<()> {
        if self.find_dataset(name)?.is_some() {
            return Err(Error::refused(
                ErrorCode::DatasetExists,
                DataMessage::DatasetExists {
                    dataset: name.to_owned(),
                },
            )
            .hint(other));
        }
        Ok(())
    }

    /// Returns the id of a new dataset's population, which is created if it is new, in the caller's
    /// transaction.
    ///
    /// # Errors
    /// `known-table` if the table is in another population.
    fn settle_population(
        &self,
        writing: &Writing<'_>,
        whose: &Whose,
        digests: &TableDigests,
    ) -> Result<Salt> {
        let population = match whose {
            Whose::Of(population) => self.require_live_population(&population.name)?.id,
            Whose::New(new) => self.insert_population(writing, new)?.id,
        };
        self.check_known(writing, digests, &population)?;
        Ok(population)
    }

    /// Checks that a table is in no other population.
    ///
    /// # Errors
    /// `known-table`.
    pub(crate) fn check_known(
        &self,
        writing: &Writing<'_>,
        digests: &TableDigests,
        population: &Salt,
    ) -> Result<()> {
        if let Some((before, of)) = writing.known_table(digests)?
            && of != *population
        {
            let of = writing.population(&of)?.name;
            return Err(Error::refused(
                ErrorCode::KnownTable,
                DataMessage::KnownTable {
                    dataset: before,
                    population: of.clone(),
                },
            )
            .hint(
                Field::Population
                    .to(DataMessage::NameKnownPopulation)
                    .such_as(ThingName::Quoted { name: of }),
            ));
        }
        Ok(())
    }

    /// Gives a table its place in the home.
    ///
    /// # Errors
    /// As [`Seller::place_dataset`].
    fn finish_import(&self, imported: Imported) -> Result<DatasetView> {
        let Imported {
            import,
            report: _,
            stored,
            file,
        } = imported;
        let Import { table, .. } = import;
        self.place_dataset(ReadyDataset {
            id: table.id,
            vault: table.vault,
            name: import.name,
            whose: import.whose,
            file: table_file_name(&table.id),
            part: stored.part,
            hash: stored.hash,
            digests: TableDigests {
                file,
                cells: stored.cells,
            },
            record: stored.record,
            schema: import.schema,
            person_column: import.person_column,
            rows_per_unit: import.rows_per_unit,
        })
    }

    /// Gives the file of a new dataset its place in the home.
    ///
    /// # Errors
    /// `dataset-exists` if there is one of that name by now; `known-table`; `other-home` if the work
    /// was begun in another home or before the recovery key was changed; I/O errors, such as
    /// `disk-full`. On an error nothing is stored.
    pub(crate) fn place_dataset(&self, ready: ReadyDataset) -> Result<DatasetView> {
        self.context.check_begun_here(&ready.vault)?;
        let is_new = matches!(ready.whose, Whose::New(_));
        if is_new {
            // A new population signs its first entry.
            self.context.check_own_history()?;
        }
        let writing = self.context.db.begin()?;
        self.check_new(&ready.name, DataMessage::OtherDatasetName)?;
        let population = self.settle_population(&writing, &ready.whose, &ready.digests)?;
        writing.insert_dataset(
            &NewDataset {
                id: ready.id,
                name: &ready.name,
                population,
                file: &ready.file,
                table_hash: &ready.hash,
                schema: &ready.schema,
                person_column: ready.person_column.as_deref(),
                rows_per_unit: ready.rows_per_unit,
                imported_at: &self.context.now()?.to_string(),
            },
            &ready.digests,
        )?;
        writing.insert_secret(SecretName::Dataset(ready.id), &ready.record)?;
        self.commit_with_file(writing, ready.part, &ready.file)?;
        if is_new {
            self.context.send_entries()?;
        }
        self.dataset_view(self.require_dataset(&ready.name)?)
    }

    /// Gives a file its place in the folder of tables, and commits the rows that name it.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; those of the commit. On an error the file is removed.
    pub(crate) fn commit_with_file(
        &self,
        writing: Writing<'_>,
        part: PartFile,
        file: &str,
    ) -> Result<()> {
        part.place()?;
        self.context.commit(writing).inspect_err(|_| {
            // No row names the file.
            let _ = fs::remove_file(self.dataset_path(file));
        })
    }

    /// Returns the path of a dataset's file.
    pub(crate) fn dataset_path(&self, file: &str) -> PathBuf {
        self.context.dir.join(DATASETS).join(file)
    }
}

/// Returns the name of the file of an imported table, in the folder of tables.
pub(crate) fn table_file_name(id: &Salt) -> String {
    format!("{id}.age")
}

/// A new dataset whose file only waits for its place in the home. Dropping it removes the file.
pub(crate) struct ReadyDataset {
    pub(crate) id: Salt,
    pub(crate) vault: Arc<Vault>,
    pub(crate) name: String,
    pub(crate) whose: Whose,
    /// Name of the file in the folder of tables.
    pub(crate) file: String,
    pub(crate) part: PartFile,
    /// The hash of the file.
    pub(crate) hash: [u8; 32],
    pub(crate) digests: TableDigests,
    /// The dataset's secret and report, encrypted.
    pub(crate) record: Vec<u8>,
    pub(crate) schema: Option<Schema>,
    pub(crate) person_column: Option<String>,
    pub(crate) rows_per_unit: u64,
}

impl Job for Import {
    type Made = Imported;
    type Answer = DatasetView;

    const CHECKS_OWN_LOG: bool = true;

    /// Reads the file, twice, and writes its table, encrypted, beside the home's others. Needs no
    /// home.
    ///
    /// # Errors
    /// Errors of the file, with its line and column; I/O errors, such as `disk-full`;
    /// `stopped`. Then nothing is left.
    fn run(mut self, work: &Work<'_>) -> Result<Imported> {
        let steps = work.through(&[WorkStep::Check, WorkStep::Store]);
        let checked = self.check(&steps.at(WorkStep::Check, 0))?;
        let storing = steps.at(WorkStep::Store, 0);
        let layout = checked.rows.layout()?;
        let stored = self.table.store(&layout, |store| {
            let columns: Vec<usize> = (0..layout.columns().len()).collect();
            storing.query(|progress| {
                each_owned_batch(&*checked.rows, &columns, progress, |batch| {
                    store(batch.into_owned())
                })
            })?;
            Ok(TableReport::of(&checked.report, &self.form))
        })?;
        let file = self.file_digest()?;
        self.schema = Some(checked.schema);
        Ok(Imported {
            report: checked.report,
            stored,
            file,
            import: self,
        })
    }

    fn finish(home: &Home, made: Imported) -> Result<DatasetView> {
        Seller::of(home).finish_import(made)
    }
}

impl Import {
    /// Returns the keyed digest of the file's bytes. In a folder the length of each file precedes
    /// its bytes.
    fn file_digest(&self) -> Result<[u8; 32]> {
        let mut digest = self.table.digests.digest("poundwise-table-file-v1")?;
        let mut piece = vec![0; PIECE];
        for path in files_of(&self.file)? {
            let read = |e: io::Error| io_error(&path, Doing::Read, &e);
            let mut file = File::open(&path).map_err(read)?;
            if path != self.file {
                let length = file.metadata().map_err(read)?.len();
                digest.update(&length.to_le_bytes());
            }
            loop {
                match file.read(&mut piece).map_err(read)? {
                    0 => break,
                    length => digest.update(piece.get(..length).unwrap_or_default()),
                }
            }
        }
        Ok(digest.finish())
    }

    /// Reads, types and checks the file. `checking` receives its bytes.
    ///
    /// # Errors
    /// The errors of [`Seller::import_dataset`] about the file and its declaration.
    fn check(&self, checking: &Stage<'_>) -> Result<CheckedRows> {
        let declared = DeclaredFile {
            path: &self.file,
            form: &self.form,
            schema: self.schema.as_ref(),
            person_column: self.person_column.as_deref(),
            each_row_differs: self.each_row_differs,
        };
        checking.query(|progress| {
            declared.check(progress).map_err(|fault| match fault {
                DeclarationFault::NoTypes { proposal } => types_needed(&proposal),
                DeclarationFault::UndeclaredNumber { kind, column, cell } => {
                    number_undeclared(&self.file, kind, &column, &cell)
                }
                DeclarationFault::RepeatedIds(ids) => repeated_ids(&self.file, &ids),
                DeclarationFault::Other(error) => error.into(),
            })
        })
    }
}

/// Returns the error for missing types. Its hint proposes types, which a person must settle.
fn types_needed(proposal: &str) -> Error {
    Error::usage(ErrorCode::TypesNeeded, DataMessage::TypesNeeded)
        .hint(DataMessage::CheckTypes)
        .hint(Text::verbatim(proposal))
}

/// Returns the error for a table with repeated ids if each row is declared to be a different person.
pub(crate) fn repeated_ids(file: &Path, ids: &RepeatedIds) -> Error {
    let message = DataMessage::RepeatedIds {
        file: file.to_owned(),
        column: ids.column.clone(),
        rows: ids.most,
    };
    ask_whose_rows(message, &ids.column)
}

/// Returns an error that asks whether a column of ids names the person.
pub(crate) fn ask_whose_rows(message: DataMessage, ids: &str) -> Error {
    let name = ids.to_owned();
    Error::refused(ErrorCode::RepeatedIds, message)
        .hint(
            Field::PersonColumn
                .to(DataMessage::NamePersonColumn)
                .such_as(ThingName::Quoted { name }),
        )
        .hint(Field::EachRowDiffers.to(DataMessage::EachRowDiffers))
}

/// Returns the error for a number that is read only by a declaration that the form lacks.
fn number_undeclared(file: &Path, kind: TableFileKind, column: &str, cell: &UnreadCell) -> Error {
    Error::usage(
        ErrorCode::DecimalSign,
        DataMessage::NumberUndeclared {
            file: file.to_owned(),
            place: CellPlace {
                kind,
                line: cell.line,
            },
            column: column.to_owned(),
            text: cell.text.clone(),
            reading: NumberReading::from(&cell.reason),
        },
    )
    .hint(Field::Decimal.to(DataMessage::DeclareNumbers))
}

/// Checks that a table whose owner says this may join a population.
fn check_fits(
    population: &Population,
    adjacency: Option<Adjacency>,
    unit_name: Option<&str>,
) -> Result<()> {
    let differs = |message: DataMessage| {
        Err(Error::refused(ErrorCode::PopulationMismatch, message).hint(DataMessage::LeaveOutUnit))
    };
    if let Some(stated) = adjacency.filter(|stated| *stated != population.adjacency) {
        return differs(DataMessage::OtherAdjacency {
            population: population.name.clone(),
            is: population.adjacency,
            stated,
        });
    }
    match unit_name {
        Some(stated) if stated != population.unit_name => differs(DataMessage::OtherUnit {
            population: population.name.clone(),
            is: population.unit_name.clone(),
            stated: stated.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Returns K, the most rows of a privacy unit.
pub(crate) fn rows_per_unit(options: &ImportOptions) -> Result<u64> {
    let typed = stated(options.rows_per_person.as_deref());
    match (&options.person_column, typed) {
        (None, None) => Ok(1),
        (None, Some(_)) => Err(Error::usage(
            QueryErrorCode::NoPersonColumn,
            DataMessage::RowsWithoutPerson,
        )
        .hint(Field::PersonColumn.to(DataMessage::StatePersonColumn))),
        (Some(_), None) => Err(Error::usage(
            ErrorCode::NoRowsPerPerson,
            DataMessage::NoRowsPerPerson,
        )
        .hint(Field::RowsPerPerson.to(DataMessage::StateRowsPerPerson))),
        (Some(_), Some(text)) => rows_per_person(text),
    }
}

/// Returns a name for a dataset, taken from its file's.
fn suggested_name(file: &Path) -> String {
    file.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}
