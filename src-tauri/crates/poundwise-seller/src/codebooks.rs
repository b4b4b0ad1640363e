//! Codebooks: how columns are listed, kept under a name for the next dataset.

use std::{collections::HashSet, path::Path};

use poundwise_documents::{
    kinds::{Adjacency, ColumnType},
    units::MicroEpsilon,
};
use poundwise_query::{
    AttributeSpec, Schema, SchemaColumn, Unit, canonical_text, kinds::BinSpec, plan,
};

use poundwise_trade::batch::{RowName, check_kind_of_column};

use crate::{
    Seller,
    batch_files::{MAX_ROWS, codebook_text, read_codebook_columns},
    draft::kinds_of,
    error::{CodebookFault, Error, ErrorCode, ErrorPlace, Result},
    files::{Exported, write_file},
    hint::Act,
    messages::{CodebookMessage, FaultMessage, StoredJson},
    names::CodebookName,
    store::StoredCodebook,
    view::{BatchForm, CodebookColumn, CodebookView},
};

impl Seller<'_> {
    /// Returns the codebooks by name.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn codebooks(&self) -> Result<Vec<CodebookView>> {
        let stored = self.context.read().codebooks()?;
        stored.into_iter().map(view).collect()
    }

    /// Returns the codebook of a name.
    ///
    /// # Errors
    /// `no-such-codebook`.
    pub fn codebook(&self, name: &CodebookName) -> Result<CodebookView> {
        match self.context.read().codebook(name.as_str())? {
            Some(stored) => view(stored),
            None => Err(Error::refused(
                ErrorCode::NoSuchCodebook,
                CodebookMessage::NoSuchCodebook {
                    codebook: name.to_string(),
                },
            )
            .hint(Act::ListCodebooks.to(CodebookMessage::SeeCodebooks))
            .hint(Act::ImportCodebook.to(CodebookMessage::ImportCodebook))),
        }
    }

    /// Keeps a codebook under a name; `replace`: in place of one that has it.
    ///
    /// # Errors
    /// `codebook`: no column, too many, one without a name or twice; what is wrong with a column,
    /// named by it; `codebook-exists`. Nothing is changed then.
    pub fn keep_codebook(
        &self,
        name: &CodebookName,
        columns: &[CodebookColumn],
        replace: bool,
    ) -> Result<CodebookView> {
        let named = |one: &CodebookColumn| RowName::new("", one.column(), None);
        let columns = columns.iter().map(|one| (named(one), one.clone()));
        self.keep(name, columns.collect(), replace)
    }

    fn keep(
        &self,
        name: &CodebookName,
        columns: Vec<(RowName, CodebookColumn)>,
        replace: bool,
    ) -> Result<CodebookView> {
        let columns = checked(columns)?;
        let json = serde_json::to_string(&columns).map_err(|e| no_json(&e))?;
        let now = self.context.now()?.to_string();
        let writing = self.context.db.begin()?;
        if !replace && writing.codebook(name.as_str())?.is_some() {
            return Err(Error::refused(
                ErrorCode::CodebookExists,
                CodebookMessage::CodebookExists {
                    codebook: name.to_string(),
                },
            )
            .hint(CodebookMessage::ReplaceCodebook));
        }
        writing.put_codebook(name.as_str(), &json, &now)?;
        self.context.commit(writing)?;
        self.codebook(name)
    }

    /// Keeps the rows of a form that are taken as a codebook.
    ///
    /// # Errors
    /// `no-such-dataset`; a row that cannot be read, named by it; as [`Seller::keep_codebook`].
    pub fn keep_codebook_of(
        &self,
        name: &CodebookName,
        form: &BatchForm,
        replace: bool,
    ) -> Result<CodebookView> {
        let schema = self.require_dataset(form.dataset.trim())?.schema;
        self.keep_codebook(name, &form.codebook(&schema)?, replace)
    }

    /// Keeps the codebook that a CSV file has.
    ///
    /// # Errors
    /// What is wrong with the file, with its line; as [`Seller::keep_codebook`].
    pub fn import_codebook(
        &self,
        name: &CodebookName,
        file: &Path,
        replace: bool,
    ) -> Result<CodebookView> {
        self.keep(name, read_codebook_columns(file)?, replace)
    }

    /// Writes a codebook as a CSV file.
    ///
    /// # Errors
    /// `no-such-codebook`; I/O errors.
    pub fn export_codebook(&self, name: &CodebookName, file: &Path) -> Result<Exported> {
        write_file(
            file,
            codebook_text(&self.codebook(name)?.columns)?.as_bytes(),
        )
    }

    /// Removes a codebook. What was listed with it stays.
    ///
    /// # Errors
    /// `no-such-codebook`.
    pub fn remove_codebook(&self, name: &CodebookName) -> Result<CodebookView> {
        let removed = self.codebook(name)?;
        let writing = self.context.db.begin()?;
        writing.remove_codebook(name.as_str())?;
        self.context.commit(writing)?;
        Ok(removed)
    }
}

fn view(stored: StoredCodebook) -> Result<CodebookView> {
    Ok(CodebookView {
        columns: serde_json::from_str(&stored.columns).map_err(|e| no_json(&e))?,
        name: stored.name,
        kept_at: stored.kept_at,
    })
}

/// Returns whether a column of a codebook can be listed of a column that is declared so.
pub(super) fn fits(stated: &CodebookColumn, column: &SchemaColumn) -> bool {
    column.column_type == ColumnType::Number || !is_of_numbers(&stated.question)
}

/// Returns whether a question can be asked of a column of numbers alone.
fn is_of_numbers(question: &AttributeSpec) -> bool {
    let has_edges = matches!(question.bins(), Some(BinSpec::Edges(_)));
    has_edges || !kinds_of(ColumnType::Text).contains(&question.kind())
}

/// Returns the columns of a codebook, each by the canonical form of its name.
fn checked(columns: Vec<(RowName, CodebookColumn)>) -> Result<Vec<CodebookColumn>> {
    if columns.is_empty() || columns.len() > MAX_ROWS {
        let fault = if columns.is_empty() {
            CodebookFault::NoRow
        } else {
            CodebookFault::TooManyRows {
                most: MAX_ROWS as u64,
            }
        };
        let message = CodebookMessage::NumberOfColumns {
            columns: columns.len(),
            most: MAX_ROWS,
        };
        return Err(unreadable(message, fault));
    }
    let mut names = HashSet::new();
    columns
        .into_iter()
        .map(|(name, mut stated)| {
            if let Some(column) = stated.question.column_mut() {
                *column = canonical_text(column).into_owned();
            }
            let column = stated.column().to_owned();
            let refused = if column.is_empty() {
                Err(unreadable(
                    CodebookMessage::ColumnWithoutName,
                    CodebookFault::NoName,
                ))
            } else if !names.insert(column.clone()) {
                Err(unreadable(
                    CodebookMessage::ColumnTwice {
                        column: column.clone(),
                    },
                    CodebookFault::ColumnTwice { column },
                ))
            } else {
                check(&stated)
            };
            refused.map_err(|problem| name.name(problem))?;
            Ok(stated)
        })
        .collect()
}

/// Checks what is stated of a column by the rules of a listing, as of a table that has it.
fn check(stated: &CodebookColumn) -> Result<()> {
    let mut asked = stated.question.clone();
    check_kind_of_column(asked.kind())?;
    if matches!(asked.bins(), Some(BinSpec::Stated)) {
        // Its bins are the declared values of the column that it is used for.
        return Ok(());
    }
    // Which level a step is advised for makes no difference here.
    if let Some(ceiling) = asked.open_ceiling() {
        *ceiling = MicroEpsilon::new(1_000_000).ok();
    }
    let column_type = if is_of_numbers(&stated.question) {
        ColumnType::Number
    } else {
        ColumnType::Text
    };
    let schema = Schema::new(vec![SchemaColumn::new(stated.column(), column_type)])?;
    let unit = Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit: 1,
        person_column: None,
    };
    plan(&asked, &schema, &unit)?;
    Ok(())
}

fn no_json(why: &serde_json::Error) -> Error {
    Error::fault(FaultMessage::Json {
        what: StoredJson::Codebook,
        why: why.to_string(),
    })
}

fn unreadable(message: CodebookMessage, fault: CodebookFault) -> Error {
    Error::usage(ErrorCode::Codebook, message)
        .hint(CodebookMessage::OneRowForEachColumn)
        .at(ErrorPlace::Codebook { fault })
}
