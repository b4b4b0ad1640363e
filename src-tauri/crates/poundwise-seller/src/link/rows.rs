//! A question about a linked table, computed by its database.

use std::path::Path;

use poundwise_query::Plan;
use poundwise_sql::{SqlFault, SqlStatement};

use super::database::{Database, sql_error};
use super::file::LinkFile;
use crate::error::Result;
use crate::store::Dataset;
use crate::vault::Vault;
use crate::work::Stage;

/// The rows of a linked table, which are in a database. They are not read until a question is
/// computed.
pub(crate) struct LinkedRows {
    file: LinkFile,
    schema: poundwise_query::Schema,
}

impl LinkedRows {
    /// Opens the link of a dataset.
    ///
    /// # Errors
    /// As [`LinkFile::open`].
    pub(crate) fn open(folder: &Path, dataset: &Dataset, vault: &Vault) -> Result<Self> {
        Ok(Self {
            file: LinkFile::open(folder, dataset, vault)?,
            schema: dataset.schema.clone(),
        })
    }

    /// Returns the statement of a question. `key` chooses the rows of a person that count.
    ///
    /// # Errors
    /// `engine-question` if the database cannot compute it exactly.
    pub(crate) fn statement(&self, plan: &Plan, key: &[u8; 32]) -> Result<SqlStatement> {
        let table = self.file.linked(&self.schema)?;
        SqlStatement::new(plan, &table, key).map_err(sql_error)
    }

    /// Computes x of a question. Stopping the stage cancels the statement in the database.
    ///
    /// # Errors
    /// `driver`, `engine`, `engine-answer`; `stopped`. The hints can have the own message of the
    /// database, for the owner alone.
    pub(crate) fn compute(
        &self,
        plan: &Plan,
        statement: &SqlStatement,
        stage: &Stage<'_>,
    ) -> Result<Vec<i64>> {
        let database: Database = self.file.database()?;
        let answer = database.ask(
            statement.sql(),
            (statement.answer_columns(), statement.most_rows()),
            stage,
        )?;
        let sums = match statement.read(&answer.rows) {
            // The answer does not say which column it is.
            Err(SqlFault::ChangedTypes) => {
                let found = database.find(self.file.table(), stage)?;
                self.file.check_columns(&found, &self.schema)?;
                return Err(sql_error(SqlFault::ChangedTypes));
            }
            read => read.map_err(sql_error)?,
        };
        Ok(statement.compute(plan, &sums)?)
    }
}
