//! Linking a table: its columns are looked up and compared with the declared types, and the home
//! then gets a dataset without rows.

use std::fs;
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
use crate::files::PartFile;
use crate::home::{DATASETS, Home};
use crate::import::{Whose, rows_per_unit};
use crate::job::Job;
use crate::messages::LinkMessage;
use crate::names::DatasetName;
use crate::random::random_bytes;
use crate::secrets::DatasetSecret;
use crate::store::{NewDataset, SecretName, TableDigests, link_file_name};
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
    file: std::path::PathBuf,
}

/// A link whose table was found, and whose file only waits for its place in the home. Dropping it
/// removes the file.
pub struct LinkMade {
    link: Link,
    schema: Schema,
    part: PartFile,
    hash: [u8; 32],
    digests: TableDigests,
    record: Vec<u8>,
}

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
            file: self.context.dir.join(DATASETS).join(link_file_name(&id)),
            id,
            name,
        })
    }

    /// Gives a link its place in the home.
    ///
    /// # Errors
    /// As [`Seller::import_dataset`]. Nothing is stored then.
    fn finish_link(&self, made: LinkMade) -> Result<DatasetView> {
        let LinkMade {
            link,
            schema,
            part,
            hash,
            digests,
            record,
        } = made;
        self.context.check_begun_here(&link.vault)?;
        let is_new = matches!(link.whose, Whose::New(_));
        if is_new {
            // A new population signs its first entry.
            self.context.check_own_history()?;
        }
        let writing = self.context.db.begin()?;
        self.check_new(&link.name)?;
        let population = self.settle_population(&writing, &link.whose, &digests)?;
        writing.insert_dataset(
            &NewDataset {
                id: link.id,
                name: &link.name,
                population,
                file: &link_file_name(&link.id),
                table_hash: &hash,
                schema: &Some(schema),
                person_column: link.person_column.as_deref(),
                rows_per_unit: link.rows_per_unit,
                imported_at: &self.context.now()?.to_string(),
            },
            &digests,
        )?;
        writing.insert_secret(SecretName::Dataset(link.id), &record)?;
        part.place()?;
        if let Err(error) = self.context.commit(writing) {
            // No row names the file.
            let _ = fs::remove_file(&link.file);
            return Err(error);
        }
        if is_new {
            self.context.send_entries()?;
        }
        self.dataset_view(self.require_dataset(&link.name)?)
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
        Ok(LinkMade {
            schema,
            part,
            hash,
            digests,
            record,
            link: self,
        })
    }

    fn finish(home: &Home, made: LinkMade) -> Result<DatasetView> {
        Seller::of(home).finish_link(made)
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
