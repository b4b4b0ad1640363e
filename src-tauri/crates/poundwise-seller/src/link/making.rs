//! Linking a table: its columns are looked up and compared with the declared types, and the home
//! then gets a dataset without rows.

use std::path::PathBuf;
use std::sync::Arc;

use poundwise_documents::units::Salt;
use poundwise_query::{Schema, canonical_text};
use poundwise_sql::{LinkedColumn, LinkedTable};
use poundwise_words::Text;
use zeroize::Zeroizing;

use super::database::{Database, Found, dialect, identity, sql_error};
use super::file::LinkFile;
use super::path;
use crate::Seller;
use crate::error::{Error, ErrorCode, Result};
use crate::home::Home;
use crate::import::{ReadyDataset, Whose, rows_per_unit};
use crate::job::Job;
use crate::messages::LinkMessage;
use crate::names::DatasetName;
use crate::random::random_bytes;
use crate::secrets::DatasetSecret;
use crate::store::{TableDigests, link_file_name};
use crate::tables::{DatasetRecord, DigestKey, TableReport};
use crate::vault::Vault;
use crate::view::{DatabaseSource, DatasetView, ImportOptions};
use crate::work::{Work, WorkStep};

/// A link that is asked for. It has the address of the database with its password.
pub struct Link {
    database: Database,
    table: Vec<String>,
    name: String,
    whose: Whose,
    person_column: Option<String>,
    rows_per_unit: u64,
    schema: Option<Schema>,
    id: Salt,
    vault: Arc<Vault>,
    digests: DigestKey,
    file: PathBuf,
}

/// A link whose table was found. Its file waits for its place in the home.
pub struct LinkMade(ReadyDataset);

impl Seller<'_> {
    /// Links a table of a database as a new dataset. No row is read or stored. Cost: three
    /// statements about the database's catalogue.
    ///
    /// # Errors
    /// As [`Seller::begin_link`], and those of [`Job::run`] and [`Job::finish`].
    pub fn link_dataset(
        &self,
        source: &DatabaseSource,
        table: &str,
        options: &ImportOptions,
    ) -> Result<DatasetView> {
        self.begin_link(source, table, options)?
            .complete(self.home, &Work::silent())
    }

    /// Checks what is asked for, before the database is asked. The options are those of an import;
    /// the form of a file is ignored.
    ///
    /// # Errors
    /// `dataset-exists`; those of [`Seller::begin_import`] about the population; `driver`; `link` if
    /// the address or the name of the table is not valid.
    pub fn begin_link(
        &self,
        source: &DatabaseSource,
        table: &str,
        options: &ImportOptions,
    ) -> Result<Link> {
        let table = path::read(table)?;
        let last = table.last().map(String::as_str).unwrap_or_default();
        let name = options.name.as_deref().unwrap_or(last);
        let name = name.parse::<DatasetName>()?.to_string();
        self.check_new(&name)?;
        let id = Salt::from_bytes(random_bytes()?);
        Ok(Link {
            database: Database::of(source)?,
            table,
            whose: self.whose(&name, options)?,
            person_column: options
                .person_column
                .as_deref()
                .map(|column| canonical_text(column).into_owned()),
            rows_per_unit: rows_per_unit(options)?,
            schema: options.schema.clone(),
            vault: Arc::clone(&self.context.vault),
            digests: self.context.digest_key()?,
            file: self.dataset_path(&link_file_name(&id)),
            id,
            name,
        })
    }
}

impl Job for Link {
    type Made = LinkMade;
    type Answer = DatasetView;

    const CHECKS_OWN_LOG: bool = true;

    /// Looks the table up in the database's catalogue, and writes the file of the link. Needs no
    /// home.
    ///
    /// # Errors
    /// `driver`, `engine`, `link`; `types-needed` with the proposed types if none are stated;
    /// `stopped`. No file is left then.
    fn run(self, work: &Work<'_>) -> Result<LinkMade> {
        let stage = work.stage(WorkStep::Query, 0);
        let found = self.database.find(&self.table, &stage)?;
        let (schema, columns) = self.declared(&found)?;
        if let Some(person) = &self.person_column
            && schema.find(person).is_none()
        {
            return Err(poundwise_query::table::unknown_column(person, schema.names()).into());
        }
        LinkedTable::new(
            dialect(self.database.engine),
            self.table.clone(),
            columns.clone(),
            &schema,
        )
        .map_err(sql_error)?;
        let content = LinkFile::new(
            &self.database,
            self.table.clone(),
            columns,
            found.table.writable,
        );
        let (part, hash) = content.store(&self.vault, &self.file)?;
        let secret = DatasetSecret::draw()?;
        let report = TableReport::default();
        let record = DatasetRecord { secret, report }.ciphertext(&self.vault, &self.id)?;
        let digests = self.table_digests()?;
        Ok(LinkMade(ReadyDataset {
            id: self.id,
            file: link_file_name(&self.id),
            part,
            hash,
            digests,
            record,
            schema: Some(schema),
            vault: self.vault,
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
            columns.push(found.column(&declared.name)?);
        }
        Ok((schema.clone(), columns))
    }

    /// Returns the digests by which the table is recognised: of its place in the database.
    fn table_digests(&self) -> Result<TableDigests> {
        let place = identity(self.database.engine, &self.database.address, &self.table);
        let digest = |label: &str| -> Result<[u8; 32]> {
            let mut digest = self.digests.digest(label)?;
            digest.update(&Zeroizing::new(place.clone()));
            Ok(digest.finish())
        };
        Ok(TableDigests {
            file: digest("poundwise-link-v1")?,
            cells: digest("poundwise-link-cells-v1")?,
        })
    }
}
