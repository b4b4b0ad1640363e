//! Codebooks: how columns are listed, kept under a name for the next dataset.

use std::{collections::HashSet, path::Path};

use poundwise_documents::kinds::{Adjacency, ColumnType};
use poundwise_query::{Schema, SchemaColumn, Unit, canonical_text, plan};

use crate::{
    Seller,
    batch_files::{MAX_ROWS, codebook_text, read_codebook_columns},
    batch_row::{in_table, stated_draft},
    draft::{attribute, kinds_of, takes_bins},
    error::{CodebookFault, Error, ErrorCode, ErrorPlace, Result},
    files::{Exported, write_file},
    hint::Act,
    names::CodebookName,
    store::StoredCodebook,
    view::{BatchRow, CodebookColumn, CodebookView, ListingBatch},
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
                format!("There is no codebook “{name}” in this home."),
            )
            .hint(Act::ListCodebooks.to("See the codebooks"))
            .hint(Act::ImportCodebook.to("Or import one"))),
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
        let columns = checked(columns)?;
        let json = serde_json::to_string(&columns)
            .map_err(|e| Error::fault(format!("The codebook: {e}.")))?;
        let now = self.context.now()?.to_string();
        let writing = self.context.db.begin()?;
        if !replace && writing.codebook(name.as_str())?.is_some() {
            return Err(Error::refused(
                ErrorCode::CodebookExists,
                format!("There is a codebook “{name}” already."),
            )
            .hint("Nothing was changed. Choose another name, or replace it."));
        }
        writing.put_codebook(name.as_str(), &json, &now)?;
        self.context.commit(writing)?;
        self.codebook(name)
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
        self.keep_codebook(name, &read_codebook_columns(file)?, replace)
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
        columns: serde_json::from_str(&stored.columns)
            .map_err(|e| Error::fault(format!("The codebook: {e}.")))?,
        name: stored.name,
        kept_at: stored.kept_at,
    })
}

/// Returns whether a column of a codebook can be listed of a column that is declared so.
pub(super) fn fits(stated: &CodebookColumn, column: &SchemaColumn) -> bool {
    column.column_type == ColumnType::Number || !is_of_numbers(stated)
}

/// Returns whether what is stated can be listed of a column of numbers alone.
fn is_of_numbers(stated: &CodebookColumn) -> bool {
    let of_text = kinds_of(ColumnType::Text);
    let kind = stated.kind.parse();
    kind.is_ok_and(|kind| !of_text.contains(&kind)) || !stated.edges.is_empty()
}

/// Returns the columns of a codebook, without spaces around their texts.
fn checked(columns: &[CodebookColumn]) -> Result<Vec<CodebookColumn>> {
    if columns.is_empty() || columns.len() > MAX_ROWS {
        let fault = if columns.is_empty() {
            CodebookFault::NoRow
        } else {
            CodebookFault::TooManyRows {
                most: MAX_ROWS as u64,
            }
        };
        let message = format!(
            "A codebook has from 1 to {MAX_ROWS} columns, not {}.",
            columns.len()
        );
        return Err(unreadable(message, fault));
    }
    let mut names = HashSet::new();
    columns
        .iter()
        .map(|stated| {
            let trimmed = trimmed(stated);
            if trimmed.column.is_empty() {
                return Err(unreadable(
                    "A column of the codebook has no name.".into(),
                    CodebookFault::NoName,
                ));
            }
            if !names.insert(trimmed.column.clone()) {
                let column = trimmed.column;
                return Err(unreadable(
                    format!("The column '{column}' is in the codebook twice."),
                    CodebookFault::ColumnTwice { column },
                ));
            }
            check(&trimmed).map_err(|problem| {
                let name = &trimmed.column;
                in_table(problem).about(format!("“{name}”")).of(name)
            })?;
            Ok(trimmed)
        })
        .collect()
}

/// Checks what is stated of a column by the rules of a listing, as of a table that has it.
fn check(stated: &CodebookColumn) -> Result<()> {
    let row = BatchRow {
        stated: stated.clone(),
        ..BatchRow::default()
    };
    let batch = ListingBatch {
        // A step is advised for a ceiling; which one it is makes no difference here.
        ceiling: Some("1".to_owned()),
        ..ListingBatch::default()
    };
    let asked = attribute(&stated_draft(&batch, &row)?)?;
    if takes_bins(asked.kind()) && stated.bins.is_empty() && stated.edges.is_empty() {
        // Its bins are the declared values of the column that it is used for.
        return Ok(());
    }
    let schema = Schema::new(vec![SchemaColumn {
        name: stated.column.clone(),
        column_type: if is_of_numbers(stated) {
            ColumnType::Number
        } else {
            ColumnType::Text
        },
        values: Vec::new(),
    }])?;
    let unit = Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit: 1,
        person_column: None,
    };
    plan(&asked, &schema, &unit)?;
    Ok(())
}

fn trimmed(stated: &CodebookColumn) -> CodebookColumn {
    let text = |text: &String| text.trim().to_owned();
    let texts = |texts: &[String]| texts.iter().map(text).collect();
    CodebookColumn {
        column: canonical_text(&stated.column).into_owned(),
        title: text(&stated.title),
        kind: text(&stated.kind),
        low: text(&stated.low),
        high: text(&stated.high),
        step: text(&stated.step),
        unit: text(&stated.unit),
        bins: texts(&stated.bins),
        edges: texts(&stated.edges),
        value: text(&stated.value),
    }
}

fn unreadable(message: String, fault: CodebookFault) -> Error {
    Error::usage(ErrorCode::Codebook, message)
        .hint("Nothing was changed. A codebook has one row for each column.")
        .at(ErrorPlace::Codebook { fault })
}
