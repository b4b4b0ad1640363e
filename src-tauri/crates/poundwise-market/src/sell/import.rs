//! Importing a table: the long part needs no home, and the home is changed by a short one at the end.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use poundwise_documents::{
    kinds::Adjacency,
    units::{MicroEpsilon, Salt},
};
use rusqlite::params;

use crate::{
    data::{
        Header, Schema,
        attribute::MAX_ROWS_PER_UNIT,
        csv::{Survey, preview},
        parquet::{GROUP, TableWriter},
        table::unknown_column,
    },
    error::{Error, ErrorCode, Result},
    files::{Part, io_error},
    home::{DATASETS, Home, random_bytes},
    rules::level,
    vault::Vault,
    view::{DatasetView, ImportOptions, ImportReport},
    work::{Step, Work},
};

/// An import that is asked for.
pub struct Import {
    file: PathBuf,
    name: String,
    adjacency: Adjacency,
    cap: Option<MicroEpsilon>,
    person_column: Option<String>,
    rows_per_unit: u64,
    header: Header,
    schema: Option<Schema>,
    public_id: Salt,
    stored: PathBuf,
    vault: Arc<Vault>,
}

/// A table that is read, encrypted and written, and only waits for its place in the home. Dropped, it is gone.
pub struct Imported {
    import: Import,
    report: ImportReport,
    part: Part,
}

impl Imported {
    /// What of the table is missing: for the owner, and nobody else.
    pub fn report(&self) -> &ImportReport {
        &self.report
    }
}

impl Home {
    /// Imports a table: read as its declared types say, all of its rows stored encrypted. Nothing of the file is kept
    /// elsewhere. Cost: linear in its cells, in memory that does not grow with its rows.
    ///
    /// # Errors
    /// `dataset-exists`, `types-needed` (with the types that are proposed as a hint), what is wrong with the file (line
    /// and column named), a bad option, or what the disk says. On an error nothing is stored.
    pub fn import_dataset(&self, file: &Path, options: &ImportOptions) -> Result<DatasetView> {
        self.import_dataset_with(file, options, &Work::silent())
    }

    /// As [`Home::import_dataset`], telling how far it is. Of the two readings `work` is told the file's bytes.
    ///
    /// # Errors
    /// As there; `stopped`.
    pub fn import_dataset_with(
        &self,
        file: &Path,
        options: &ImportOptions,
        work: &Work<'_>,
    ) -> Result<DatasetView> {
        self.finish_import(self.begin_import(file, options)?.run(work)?)
    }

    /// Checks what is asked for, before the file is read.
    ///
    /// # Errors
    /// `dataset-exists`, a bad option.
    pub fn begin_import(&self, file: &Path, options: &ImportOptions) -> Result<Import> {
        let name = match &options.name {
            Some(name) => checked_name(name)?,
            None => checked_name(&suggested_name(file))?,
        };
        let adjacency = match options.adjacency.as_deref() {
            None => Adjacency::AddRemove,
            Some(text) => text.parse().map_err(|_| {
                Error::usage(ErrorCode::Adjacency, format!("{text:?} is no adjacency")).hint(
                    "It is add-remove (one privacy unit more or less) or replace (one changed).",
                )
            })?,
        };
        let cap = options
            .cap
            .as_deref()
            .map(|text| level(text, "the cap"))
            .transpose()?;
        self.check_new(&name)?;
        let public_id = Salt::from_bytes(random_bytes()?);
        Ok(Import {
            file: file.to_owned(),
            name,
            adjacency,
            cap,
            rows_per_unit: rows_per_unit(options)?,
            person_column: options.person_column.clone(),
            header: options.columns.clone().into(),
            schema: options.schema.clone(),
            stored: self.dir.join(DATASETS).join(format!("{public_id}.age")),
            public_id,
            vault: Arc::clone(&self.vault),
        })
    }

    fn check_new(&self, name: &str) -> Result<()> {
        if self.find_dataset(name)?.is_some() {
            return Err(Error::refused(
                ErrorCode::DatasetExists,
                format!("there is a dataset {name:?} already"),
            )
            .hint("Give this one another name with --name."));
        }
        Ok(())
    }

    /// Gives a table its place in the home.
    ///
    /// # Errors
    /// `dataset-exists` if there is one of that name by now, `other-home` if the import was begun in another home or
    /// before the recovery key was changed, or what the disk says. On an error nothing is stored.
    pub fn finish_import(&self, imported: Imported) -> Result<DatasetView> {
        let Imported {
            import,
            report,
            part,
        } = imported;
        let file = format!("{}.age", import.public_id);
        self.check_begun_here(&import.vault)?;
        let transaction = self.db.begin()?;
        self.check_new(&import.name)?;
        transaction.execute(
            "INSERT INTO datasets (name, public_id, file, columns, row_count, rows_dropped, person_column, rows_per_unit, adjacency, cap_micro, imported_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                import.name,
                import.public_id.to_string(),
                file,
                serde_json::to_string(&report.columns).map_err(|e| Error::failed(ErrorCode::Json, e.to_string()))?,
                report.rows,
                report.rows_without_person.unwrap_or(0),
                import.person_column,
                import.rows_per_unit,
                import.adjacency.as_str(),
                import.cap.map(MicroEpsilon::get),
                self.now()?.to_string(),
            ],
        )?;
        part.place()?;
        if let Err(error) = transaction.commit() {
            // The row is not there, so the file is nobody's.
            let _ = fs::remove_file(&import.stored);
            return Err(error.into());
        }
        self.dataset(&import.name)
    }
}

impl Import {
    /// Reads the file, twice, and writes its table, encrypted, beside the home's others. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the file, with its line and column; what the disk says; `stopped`. Then nothing is left.
    pub fn run(self, work: &Work<'_>) -> Result<Imported> {
        let Some(schema) = &self.schema else {
            return Err(self.types_needed(work));
        };
        let checking = work.stage(Step::Check, 0, 0..400);
        let survey = Survey::make(&self.file, &self.header, Some(schema), &checking)?;
        if let Some(person) = &self.person_column
            && schema.find(person).is_none()
        {
            return Err(unknown_column(person, schema.names()));
        }
        let storing = work.stage(Step::Store, 0, 400..1000);
        let layout = survey.layout()?;
        let part = Part::write(&self.stored, |out| {
            let mut writer = TableWriter::new(self.vault.sealing(out)?, &layout)?;
            survey
                .groups(GROUP, &storing, |group| {
                    writer
                        .write(&group, 0..group.rows())
                        .map_err(|problem| io_error(&self.stored, "write", &problem))
                })
                .map_err(io::Error::other)?;
            writer.finish()?.finish()?;
            Ok(())
        })?;
        Ok(Imported {
            report: survey.report(self.person_column.as_deref()),
            import: self,
            part,
        })
    }

    /// The error for types that nobody settled. It says what most cells suggest; taking that is a person's decision.
    fn types_needed(&self, work: &Work<'_>) -> Error {
        match preview(&self.file, &self.header, work) {
            Ok(preview) => Error::usage(
                ErrorCode::TypesNeeded,
                "What the columns hold is not settled; nothing was imported.",
            )
            .hint("Most cells suggest these types. Look at them, change what is wrong, and state them:")
            .hint(preview.types),
            Err(problem) => problem,
        }
    }
}

fn rows_per_unit(options: &ImportOptions) -> Result<u64> {
    match (&options.person_column, options.rows_per_person) {
        (None, None) => Ok(1),
        (None, Some(_)) => Err(Error::usage(
            ErrorCode::NoPersonColumn,
            "rows per person need a person column",
        )
        .hint("Say which column names the person: --person-column NAME")),
        (Some(_), None) => Err(Error::usage(
            ErrorCode::NoRowsPerPerson,
            "a person column needs the most rows one person may have",
        )
        .hint("Say --rows-per-person K; further rows of a person do not count, and noise grows with K.")),
        (Some(_), Some(k)) if (1..=MAX_ROWS_PER_UNIT).contains(&k) => Ok(k),
        (Some(_), Some(k)) => Err(Error::usage(
            ErrorCode::RowsPerPerson,
            format!("{k} rows per person are not from 1 to {MAX_ROWS_PER_UNIT}"),
        )
        .hint("Say how many rows of one person may count, such as 5.")),
    }
}

/// A name for a dataset, taken from its file's.
fn suggested_name(file: &Path) -> String {
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
        Err(Error::usage(
            ErrorCode::DatasetName,
            format!("{name:?} is no name for a dataset"),
        )
        .hint("Give one of 1 to 100 characters with --name; `-` stands for your own numbers."))
    }
}
