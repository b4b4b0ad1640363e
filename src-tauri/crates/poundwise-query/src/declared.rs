//! A file as its owner declares it: read, typed and checked, before any of it is stored.

use std::path::Path;

use crate::csv::{Survey, preview};
use crate::error::{Error, QueryErrorCode};
use crate::form::{TableFileKind, TableForm};
use crate::hint::QueryHint;
use crate::messages::{FileMessage, RowPlace};
use crate::progress::RowProgress;
use crate::report::{ImportReport, RepeatedIds, UnreadCell};
use crate::rows::Rows;
use crate::schema::Schema;
use crate::table::unknown_column;

/// A file with everything that its owner declares of it.
pub struct DeclaredFile<'a> {
    /// The file.
    pub path: &'a Path,
    /// How it is written.
    pub form: &'a TableForm,
    /// The types of its columns.
    pub schema: Option<&'a Schema>,
    /// The column that names the person.
    pub person_column: Option<&'a str>,
    /// Whether each row is another person, even if ids repeat.
    pub each_row_differs: bool,
}

/// The rows of a file that passed all checks. Holds data: no `Debug`.
pub struct CheckedRows {
    /// The rows, in the declared types.
    pub rows: Box<dyn Rows>,
    /// The schema as it was declared, in the order of the file's columns.
    pub schema: Schema,
    /// Report of the missing cells, for the owner alone.
    pub report: ImportReport,
}

/// A declaration that lacks something, or does not fit its file.
pub enum DeclarationFault {
    /// No types are declared.
    NoTypes {
        /// The types that most cells suggest. A person settles them.
        proposal: String,
    },
    /// A cell of a column of numbers is a number only in a form with another declaration, and no
    /// decimal sign is declared.
    UndeclaredNumber {
        /// Kind of the file.
        kind: TableFileKind,
        /// The column.
        column: String,
        /// The first such cell.
        cell: UnreadCell,
    },
    /// Each row is declared to be another person, but a column of ids has repeated values.
    RepeatedIds(RepeatedIds),
    /// Anything else that is wrong with the file or the schema.
    Other(Error),
}

impl From<Error> for DeclarationFault {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl DeclaredFile<'_> {
    /// Reads the file once, as declared, and checks it. `progress` receives its bytes.
    ///
    /// # Errors
    /// As [`crate::read_csv`]; `unknown-column` if the file has no such person column; the first of
    /// the other faults; [`Error::Stopped`].
    pub fn check(&self, progress: &RowProgress<'_>) -> Result<CheckedRows, DeclarationFault> {
        let Some(schema) = self.schema else {
            let proposal = preview(self.path, self.form, progress)?.types;
            return Err(DeclarationFault::NoTypes { proposal });
        };
        let survey = Survey::make(self.path, self.form, Some(schema), progress)?;
        if let Some((column, cell)) = survey.undeclared_number() {
            return Err(DeclarationFault::UndeclaredNumber {
                kind: survey.kind(),
                column: column.to_owned(),
                cell,
            });
        }
        if let Some((column, cell)) = survey.undeclared_day() {
            let message = FileMessage::UndeclaredDay {
                file: self.path.display().to_string(),
                place: RowPlace {
                    kind: survey.kind(),
                    number: cell.line,
                },
                text: cell.text,
                column: column.to_owned(),
            };
            let error = Error::usage(QueryErrorCode::UndeclaredDay, message);
            return Err(error.hint(QueryHint::DeclareDayOrder).into());
        }
        if let Some(person) = self.person_column
            && schema.find(person).is_none()
        {
            return Err(unknown_column(person, schema.names()).into());
        }
        if self.person_column.is_none()
            && !self.each_row_differs
            && let Some(ids) = survey.repeated_ids().into_iter().next()
        {
            return Err(DeclarationFault::RepeatedIds(ids));
        }
        let found = survey.layout()?.schema();
        let names: Vec<String> = found.names().map(str::to_owned).collect();
        Ok(CheckedRows {
            schema: schema.in_order_of(&names)?,
            report: survey.report(self.person_column),
            rows: Box::new(survey),
        })
    }
}
