//! Importing a table: the long part needs no home, and the home is changed by a short one at the
//! end.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use poundwise_documents::{kinds::Adjacency, units::Salt};
use sha2::{Digest as _, Sha256};

use crate::{
    Seller,
    error::{Error, ErrorCode, QueryErrorCode, Result, io_error},
    files::{Hashing, PartFile},
    hint::Field,
    home::{DATASETS, Home},
    job::Job,
    names::DatasetName,
    populations::{NewPopulation, adjacency, population_exists},
    random::random_bytes,
    secrets::DatasetSecret,
    source::preview_csv,
    store::{NewDataset, Population, SecretName, TableDigests},
    tables::{DatasetRecord, DigestKey, TableReport},
    typed::rows_per_person,
    typed::stated,
    vault::Vault,
    view::{DatasetView, ImportOptions, ImportReport, PopulationDraft, UnreadCell},
    work::{Work, WorkStep},
};
use poundwise_query::{
    Schema, TableForm, canonical_text,
    csv::Survey,
    parquet::{GROUP, TableWriter},
    report::RepeatedIds,
    table::unknown_column,
};

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
    id: Salt,
    digests: DigestKey,
    stored: PathBuf,
    vault: Arc<Vault>,
}

/// Population of a table.
enum Whose {
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
    /// The dataset's secret and report, encrypted.
    record: Vec<u8>,
    digests: TableDigests,
    /// SHA-256 of the table's file.
    sha256: [u8; 32],
    part: PartFile,
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
            Some(name) => name.parse::<DatasetName>()?,
            None => suggested_name(file).parse()?,
        }
        .to_string();
        self.check_new(&name)?;
        let whose = self.whose(&name, options)?;
        let id = Salt::from_bytes(random_bytes()?);
        Ok(Import {
            file: file.to_owned(),
            name,
            whose,
            digests: self.context.digest_key()?,
            rows_per_unit: rows_per_unit(options)?,
            person_column: options
                .person_column
                .as_deref()
                .map(|column| canonical_text(column).into_owned()),
            each_row_differs: options.each_row_differs,
            form: options.form.clone(),
            schema: options.schema.clone(),
            stored: self.context.dir.join(DATASETS).join(format!("{id}.age")),
            id,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Returns the population of a table, by the owner's options.
    fn whose(&self, dataset: &str, options: &ImportOptions) -> Result<Whose> {
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
                    format!(
                        "The carried loss of the population {name:?} was stated when it was made."
                    ),
                )
                .hint("Leave the carried loss out."));
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
            let error = Error::usage(
                ErrorCode::NoPopulation,
                "The population and its cap are missing.",
            );
            return Err(if there.is_empty() {
                error.hint(
                    Field::Cap
                        .to("State a cap on all that will ever be sold of them")
                        .such_as("8"),
                )
            } else {
                error
                    .hint(Field::Population.to(format!(
                        "If they are about people who are here already ({}), name their population",
                        there.join(", ")
                    )))
                    .hint(
                        Field::Cap
                            .to(
                                "If they are about others, state a cap on all that will ever be \
                                 sold of them",
                            )
                            .such_as("8"),
                    )
                    .hint(Field::NewPeople.to("And state that they are new people"))
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

    fn check_new(&self, name: &str) -> Result<()> {
        if self.find_dataset(name)?.is_some() {
            return Err(Error::refused(
                ErrorCode::DatasetExists,
                format!("There is a dataset {name:?} already."),
            )
            .hint(Field::Name.to("Give this one another name")));
        }
        Ok(())
    }

    /// Gives a table its place in the home.
    ///
    /// # Errors
    /// `dataset-exists` if there is one of that name by now, `other-home` if the import was begun
    /// in another home or before the recovery key was changed; I/O errors, such as `disk-full`. On
    /// an error nothing is stored.
    fn finish_import(&self, imported: Imported) -> Result<DatasetView> {
        let Imported {
            import,
            report: _,
            record,
            digests,
            sha256,
            part,
        } = imported;
        self.context.check_begun_here(&import.vault)?;
        let is_new = matches!(import.whose, Whose::New(_));
        if is_new {
            // A new population signs its first entry.
            self.context.check_own_history()?;
        }
        let writing = self.context.db.begin()?;
        self.check_new(&import.name)?;
        let population = match import.whose {
            Whose::Of(population) => self.require_live_population(&population.name)?.id,
            Whose::New(new) => self.insert_population(&writing, &new)?.id,
        };
        if let Some((before, of)) = writing.known_table(&digests)?
            && of != population
        {
            let of = writing.population(&of)?.name;
            return Err(Error::refused(
                ErrorCode::KnownTable,
                format!("This table was imported before, as {before:?} of the population {of:?}."),
            )
            .hint(
                Field::Population
                    .to("Its people are the same, and so is their loss: name their population")
                    .such_as(format!("{of:?}")),
            ));
        }
        writing.insert_dataset(
            &NewDataset {
                id: import.id,
                name: &import.name,
                population,
                file: &format!("{}.age", import.id),
                sha256: &sha256,
                schema: &import.schema,
                person_column: import.person_column.as_deref(),
                rows_per_unit: import.rows_per_unit,
                imported_at: &self.context.now()?.to_string(),
            },
            &digests,
        )?;
        writing.insert_secret(SecretName::Dataset(import.id), &record)?;
        part.place()?;
        if let Err(error) = self.context.commit(writing) {
            // The row is not there, so the file is nobody's.
            let _ = fs::remove_file(&import.stored);
            return Err(error);
        }
        if is_new {
            self.context.send_entries()?;
        }
        self.dataset_view(self.require_dataset(&import.name)?)
    }
}

impl Job for Import {
    type Made = Imported;
    type Answer = DatasetView;

    /// Reads the file, twice, and writes its table, encrypted, beside the home's others. Needs no
    /// home.
    ///
    /// # Errors
    /// Errors of the file, with its line and column; I/O errors, such as `disk-full`;
    /// `stopped`. Then nothing is left.
    fn run(mut self, work: &Work<'_>) -> Result<Imported> {
        let Some(schema) = &self.schema else {
            return Err(self.types_needed(work));
        };
        let steps = work.through(&[WorkStep::Check, WorkStep::Store]);
        let checking = steps.at(WorkStep::Check, 0);
        let survey = checking
            .query(|progress| Survey::make(&self.file, &self.form, Some(schema), progress))?;
        if let Some((column, cell)) = survey.undecided_comma() {
            return Err(comma_undecided(&self.file, column, &cell));
        }
        if let Some(person) = &self.person_column
            && schema.find(person).is_none()
        {
            return Err(unknown_column(person, schema.names()).into());
        }
        if self.person_column.is_none() && !self.each_row_differs {
            check_ids(&self.file, &survey.repeated_ids())?;
        }
        let storing = steps.at(WorkStep::Store, 0);
        let layout = survey.layout()?;
        let mut cells = self.digests.digest("poundwise-table-cells-v1")?;
        cells.update(&layout.schema().canonical_bytes());
        let mut stored = Sha256::new();
        let part = PartFile::write(&self.stored, |out| {
            let out = Hashing::new(out, &mut stored);
            let mut writer = TableWriter::new(self.vault.encrypting(out)?, &layout)?;
            storing
                .query(|progress| {
                    survey.groups(GROUP, progress, |group| {
                        group.each_cell(|bytes| cells.update(bytes));
                        writer
                            .write(&group, 0..group.rows())
                            .map_err(|problem| io_error(&self.stored, "write", &problem))
                    })
                })
                .map_err(io::Error::other)?;
            writer.finish()?.finish()?;
            Ok(())
        })?;
        let report = survey.report(self.person_column.as_deref());
        let record = DatasetRecord {
            secret: DatasetSecret::draw()?,
            report: TableReport::of(&report, &self.form),
        }
        .ciphertext(&self.vault, &self.id)?;
        let digests = TableDigests {
            file: self.file_digest()?,
            cells: cells.finish(),
        };
        // As it was declared, stated values too, in the order of the file's columns.
        let names: Vec<String> = layout.schema().names().map(str::to_owned).collect();
        self.schema = self
            .schema
            .map(|schema| schema.in_order_of(&names))
            .transpose()?;
        Ok(Imported {
            report,
            record,
            digests,
            sha256: stored.finalize().into(),
            import: self,
            part,
        })
    }

    fn finish(home: &Home, made: Imported) -> Result<DatasetView> {
        Seller::of(home).finish_import(made)
    }
}

impl Import {
    /// Returns the keyed digest of the file's bytes.
    fn file_digest(&self) -> Result<[u8; 32]> {
        let read = |e: io::Error| io_error(&self.file, "read", &e);
        let mut digest = self.digests.digest("poundwise-table-file-v1")?;
        let mut file = File::open(&self.file).map_err(read)?;
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece).map_err(read)? {
                0 => return Ok(digest.finish()),
                length => digest.update(piece.get(..length).unwrap_or_default()),
            }
        }
    }

    /// Returns the error for types that nobody settled. It says what most cells suggest; taking
    /// that is a person's decision.
    fn types_needed(&self, work: &Work<'_>) -> Error {
        match preview_csv(&self.file, &self.form, work) {
            Ok(preview) => Error::usage(
                ErrorCode::TypesNeeded,
                "What the columns hold is not settled; nothing was imported.",
            )
            .hint(
                "Most cells suggest these types. Look at them, change what is wrong, and state \
                 them:",
            )
            .hint(preview.types),
            Err(problem) => problem,
        }
    }
}

/// Rejects a table with repeated ids if each row is declared to be a different person.
///
/// # Errors
/// `repeated-ids`.
fn check_ids(file: &Path, repeated: &[RepeatedIds]) -> Result<()> {
    let Some(ids) = repeated.first() else {
        return Ok(());
    };
    Err(Error::refused(
        ErrorCode::RepeatedIds,
        format!(
            "{}: column '{}' looks like ids, and one of them is in {} rows. Without a person \
             column every row counts as another person, and a person with several rows is \
             protected less than stated. Nothing was imported.",
            file.display(),
            ids.column,
            ids.most
        ),
    )
    .hint(
        Field::PersonColumn
            .to("If a column names the person, say which one")
            .such_as(format!("{:?}", ids.column)),
    )
    .hint(Field::EachRowDiffers.to("If every row is another person nevertheless, say so")))
}

/// Returns the error for a number with a comma, where nobody said what the comma is.
fn comma_undecided(file: &Path, column: &str, cell: &UnreadCell) -> Error {
    Error::usage(
        ErrorCode::DecimalSign,
        format!(
            "{}: the row at line {}, column '{column}': '{}' is a number only if its comma is \
             read.",
            file.display(),
            cell.line,
            cell.text
        ),
    )
    .hint(Field::Decimal.to(
        "Nothing was imported. Say which sign is before the decimals; with a point, such cells are \
         missing",
    ))
}

/// Checks that a table whose owner says this may join a population.
fn check_fits(
    population: &Population,
    adjacency: Option<Adjacency>,
    unit_name: Option<&str>,
) -> Result<()> {
    let differs =
        |what: &str, is: &str, said: &str| {
            Err(Error::refused(
            ErrorCode::PopulationMismatch,
            format!(
                "The population {:?} has the {what} {is}, not {said}.",
                population.name
            ),
        )
        .hint("All tables of a population protect the same unit in the same way: leave it out, or \
               make another population."))
        };
    if let Some(said) = adjacency.filter(|said| *said != population.adjacency) {
        return differs("adjacency", population.adjacency.as_str(), said.as_str());
    }
    match unit_name {
        Some(said) if said != population.unit_name => {
            differs("privacy unit", &population.unit_name, said)
        }
        _ => Ok(()),
    }
}

fn rows_per_unit(options: &ImportOptions) -> Result<u64> {
    let typed = stated(options.rows_per_person.as_deref());
    match (&options.person_column, typed) {
        (None, None) => Ok(1),
        (None, Some(_)) => Err(Error::usage(
            QueryErrorCode::NoPersonColumn,
            "Rows per person need a person column.",
        )
        .hint(Field::PersonColumn.to("Say which column names the person"))),
        (Some(_), None) => Err(Error::usage(
            ErrorCode::NoRowsPerPerson,
            "A person column needs the highest number of rows of one person that count.",
        )
        .hint(Field::RowsPerPerson.to(
            "Say how many rows of one person count: further rows do not, and noise grows with \
             the number",
        ))),
        (Some(_), Some(text)) => rows_per_person(text),
    }
}

/// Returns a name for a dataset, taken from its file's.
fn suggested_name(file: &Path) -> String {
    file.file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default()
}
