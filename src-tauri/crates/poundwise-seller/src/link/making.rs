//! Linking or importing a table of a database: its columns are looked up and compared with the
//! declared types. The home then gets a dataset without rows, or one with a copy of the rows.

use std::sync::Arc;

use poundwise_documents::units::Salt;
use poundwise_query::{IncomingRows, Schema, canonical_text, is_id_name};
use poundwise_sql::{Dialect, LinkedColumn, LinkedTable, SnapshotStatement, SqlFault};
use poundwise_words::Text;
use zeroize::Zeroizing;

use super::database::{Database, Found, identity, sql_error};
use super::file::LinkFile;
use super::path;
use super::relink::link_digests;
use crate::Seller;
use crate::error::{Error, ErrorCode, Result};
use crate::home::Home;
use crate::import::{
    ReadyDataset, Whose, ask_whose_rows, repeated_ids, rows_per_unit, table_file_name,
};
use crate::job::Job;
use crate::messages::{DataMessage, LinkMessage};
use crate::names::DatasetName;
use crate::new_table::{NewTable, StoredRows};
use crate::random::random_bytes;
use crate::store::link_file_name;
use crate::tables::TableReport;
use crate::view::{DatasetView, ImportOptions, LinkMode, TableSource};
use crate::work::{Stage, Work, WorkStep};

/// The most rows of a table that are read. It has more than any table, and bounds the bytes of an
/// answer.
const MAX_ROWS: usize = 1 << 40;

/// A link or a snapshot that is asked for. It has the address of the database with its password.
pub struct Link {
    database: Database,
    table: Vec<String>,
    mode: LinkMode,
    name: String,
    whose: Whose,
    person_column: Option<String>,
    rows_per_unit: u64,
    each_row_differs: bool,
    schema: Option<Schema>,
    new: NewTable,
    /// Name of the file in the folder of tables.
    file: String,
}

/// A dataset whose table was found. Its file waits for its place in the home.
pub struct LinkMade(ReadyDataset);

impl Seller<'_> {
    /// Makes a new dataset of a table of a database. A link reads no row; its cost is one statement
    /// about the database's catalogue. A snapshot reads all rows of the declared columns by one
    /// statement and stores them as an import does, in time linear in the cells and with memory
    /// that does not grow with the rows.
    ///
    /// # Errors
    /// As [`Seller::begin_link`], and those of [`Job::run`] and [`Job::finish`].
    pub fn link_dataset(
        &self,
        source: &TableSource,
        options: &ImportOptions,
    ) -> Result<DatasetView> {
        self.begin_link(source, options)?
            .complete(self.home, &Work::silent())
    }

    /// Checks what is asked for, before the database is asked. The options are those of an import;
    /// the form of a file is ignored.
    ///
    /// # Errors
    /// `dataset-exists`; those of [`Seller::begin_import`] about the population; `driver`; `link` if
    /// the address or the name of the table is not valid.
    pub fn begin_link(&self, source: &TableSource, options: &ImportOptions) -> Result<Link> {
        let table = path::read(&source.table)?;
        let last = table.last().map(String::as_str).unwrap_or_default();
        let name = options.name.as_deref().unwrap_or(last);
        let name = name.parse::<DatasetName>()?.to_string();
        self.check_new(&name, DataMessage::OtherDatasetName)?;
        let id = Salt::from_bytes(random_bytes()?);
        let file = match source.mode {
            LinkMode::Link => link_file_name(&id),
            LinkMode::Snapshot => table_file_name(&id),
        };
        Ok(Link {
            database: Database::of(&source.database)?,
            table,
            mode: source.mode,
            whose: self.whose(&name, options)?,
            person_column: options
                .person_column
                .as_deref()
                .map(|column| canonical_text(column).into_owned()),
            rows_per_unit: rows_per_unit(options)?,
            each_row_differs: options.each_row_differs,
            schema: options.schema.clone(),
            new: NewTable {
                path: self.dataset_path(&file),
                id,
                vault: Arc::clone(&self.context.vault),
                digests: self.context.digest_key()?,
            },
            file,
            name,
        })
    }
}

impl Job for Link {
    type Made = LinkMade;
    type Answer = DatasetView;

    const CHECKS_OWN_LOG: bool = true;

    /// Looks the table up in the database's catalogue, and writes the file of the dataset. Needs no
    /// home.
    ///
    /// # Errors
    /// `driver`, `engine`, `link`; `types-needed` with the proposed types if none are stated;
    /// `repeated-ids` as for an import, and for a link if a column looks like ids, since a link reads
    /// no rows; `stopped`. No file is left then.
    fn run(self, work: &Work<'_>) -> Result<LinkMade> {
        let stage = work.stage(WorkStep::Query, 0);
        let found = self.database.find(&self.table, &stage)?;
        let (schema, columns) = self.declared(&found)?;
        if let Some(person) = &self.person_column
            && schema.find(person).is_none()
        {
            if found.has_column(person) {
                found.column(person)?;
                let column = person.clone();
                let message = LinkMessage::PersonNotDeclared { column };
                return Err(
                    Error::usage(ErrorCode::Link, message).hint(LinkMessage::AddPersonColumn)
                );
            }
            return Err(poundwise_query::table::unknown_column(person, schema.names()).into());
        }
        if self.mode == LinkMode::Link
            && self.person_column.is_none()
            && !self.each_row_differs
            && let Some(ids) = schema.names().find(|name| is_id_name(name))
        {
            let (table, column) = (path::write(&self.table), ids.to_owned());
            return Err(ask_whose_rows(
                DataMessage::UnreadIds { table, column },
                ids,
            ));
        }
        let table = LinkedTable::new(
            Dialect::from(self.database.engine),
            self.table.clone(),
            columns.clone(),
            &schema,
        )
        .map_err(sql_error)?;
        let place = identity(self.database.engine, &self.database.address, &self.table);
        let mut digests = link_digests(&self.new.digests, &Zeroizing::new(place))?;
        let StoredRows {
            part,
            hash,
            cells,
            record,
        } = match self.mode {
            LinkMode::Link => {
                let content = LinkFile::new(
                    &self.database,
                    self.table.clone(),
                    columns,
                    found.table.writable,
                );
                let (part, hash) = content.store(&self.new.vault, &self.new.path)?;
                StoredRows {
                    part,
                    hash,
                    cells: digests.cells,
                    record: self.new.record(TableReport::default())?,
                }
            }
            LinkMode::Snapshot => {
                let snapshot = SnapshotStatement::new(table);
                let scales = snapshot.scales(&found.digits(&columns));
                let rows = IncomingRows::new(&schema, &scales);
                self.read_rows(snapshot, rows, &stage)?
            }
        };
        digests.cells = cells;
        Ok(LinkMade(ReadyDataset {
            id: self.new.id,
            file: self.file,
            part,
            hash,
            digests,
            record,
            schema: Some(schema),
            vault: self.new.vault,
            name: self.name,
            whose: self.whose,
            person_column: self.person_column,
            rows_per_unit: self.rows_per_unit,
        }))
    }

    fn finish(home: &Home, made: LinkMade) -> Result<DatasetView> {
        Seller::of(home).place_dataset(made.0)
    }
}

impl Link {
    /// Reads all rows by one statement, and stores them. Another statement counts them before, for
    /// the progress alone.
    fn read_rows(
        &self,
        mut snapshot: SnapshotStatement,
        mut rows: IncomingRows,
        stage: &Stage<'_>,
    ) -> Result<StoredRows> {
        let counted = self.database.ask(&snapshot.count_sql(), (1, 1), stage)?;
        let counted = counted.rows.into_iter().flatten().next().flatten();
        let total = counted.and_then(|number| number.parse().ok());
        let stage = &stage.of(total.unwrap_or_default());
        let size = (snapshot.answer_columns(), MAX_ROWS);
        let sql = snapshot.sql().to_owned();
        self.new.store(&rows.layout()?, |store| {
            self.database.ask_rows(&sql, size, stage, |more| {
                for row in more {
                    let Some(row) = snapshot.read(row).map_err(sql_error)? else {
                        continue;
                    };
                    if !rows.push(&row)? {
                        return Err(sql_error(SqlFault::ChangedTypes));
                    }
                    if rows.is_full() {
                        store(rows.take()?)?;
                    }
                }
                Ok(())
            })?;
            snapshot.finish().map_err(sql_error)?;
            store(rows.take()?)?;
            if self.person_column.is_none()
                && !self.each_row_differs
                && let Some(ids) = rows.repeated_ids()
            {
                return Err(repeated_ids(path::write(&self.table).as_ref(), &ids));
            }
            Ok(self.report(&rows))
        })
    }

    /// Returns the counts of the rows, for the owner alone.
    fn report(&self, rows: &IncomingRows) -> TableReport {
        let missing = rows.missing();
        let person = self.person_column.as_deref().and_then(|person| {
            let schema = self.schema.as_ref()?;
            let place = schema.names().position(|name| name == person)?;
            missing.get(place).copied()
        });
        TableReport {
            rows: rows.rows(),
            rows_without_person: person.unwrap_or(0),
            not_conforming: vec![0; missing.len()],
            empty: missing,
            ..TableReport::default()
        }
    }

    /// Returns the declared schema, and the columns of the database that it names.
    fn declared(&self, found: &Found) -> Result<(Schema, Vec<LinkedColumn>)> {
        let Some(schema) = &self.schema else {
            return Err(
                Error::usage(ErrorCode::TypesNeeded, LinkMessage::TypesNeeded)
                    .hint(LinkMessage::CheckTypes)
                    .hint(Text::verbatim(found.types())),
            );
        };
        let mut columns = Vec::new();
        for declared in schema.columns() {
            columns.push(found.column(&declared.name)?.1);
        }
        Ok((schema.clone(), columns))
    }
}
