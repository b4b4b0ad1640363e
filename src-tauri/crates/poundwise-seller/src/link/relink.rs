//! Another address of a linked table: a new password, host or driver.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use poundwise_documents::units::Salt;
use zeroize::Zeroizing;

use super::database::{Database, identity};
use super::file::LinkFile;
use crate::Seller;
use crate::error::{Error, ErrorCode, Result};
use crate::files::PartFile;
use crate::hint::Act;
use crate::home::{DATASETS, Home};
use crate::job::Job;
use crate::messages::LinkMessage;
use crate::names::DatasetName;
use crate::random::random_bytes;
use crate::store::{Dataset, TableDigests, link_file_name};
use crate::tables::DigestKey;
use crate::vault::Vault;
use crate::view::{DatabaseSource, DatasetView};
use crate::work::{Work, WorkStep};

/// Another address of a linked table, which is asked for. It has the address with its password.
pub struct Relink {
    database: Database,
    dataset: Box<Dataset>,
    link: LinkFile,
    vault: Arc<Vault>,
    digests: DigestKey,
    /// The folder of tables.
    folder: PathBuf,
}

/// A table that was found at its other address. Its file waits for its place in the home.
pub struct Relinked {
    dataset: Box<Dataset>,
    vault: Arc<Vault>,
    digests: TableDigests,
    file: String,
    part: PartFile,
    hash: [u8; 32],
}

impl Seller<'_> {
    /// States another address of a linked table. Listings and losses stay as they are. No row is
    /// read. Cost: one statement about the database's catalogue.
    ///
    /// # Errors
    /// As [`Seller::begin_relink`], and those of [`Job::run`] and [`Job::finish`].
    pub fn relink_dataset(
        &self,
        name: &DatasetName,
        source: &DatabaseSource,
    ) -> Result<DatasetView> {
        self.begin_relink(name, source)?
            .complete(self.home, &Work::silent())
    }

    /// Checks what is asked for, before the database is asked. Without a stated driver the link
    /// keeps its own.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`, `not-linked`; `link` if the dataset is a table of another
    /// engine, or the address is not valid; `driver`.
    pub fn begin_relink(&self, name: &DatasetName, source: &DatabaseSource) -> Result<Relink> {
        let dataset = self.require_dataset(name.as_str())?;
        dataset.held()?;
        if !dataset.is_linked() {
            return Err(Error::refused(
                ErrorCode::NotLinked,
                LinkMessage::NotLinked {
                    dataset: dataset.name,
                },
            )
            .hint(Act::ListDatasets.to(LinkMessage::SeeLinked)));
        }
        let folder = self.context.dir.join(DATASETS);
        let link = LinkFile::open(&folder, &dataset, &self.context.vault)?;
        if link.engine != source.engine {
            return Err(Error::usage(
                ErrorCode::Link,
                LinkMessage::OtherEngine {
                    dataset: dataset.name,
                    engine: link.engine.to_string(),
                },
            )
            .hint(LinkMessage::LinkUnderAnotherName));
        }
        Ok(Relink {
            database: match source.stated_driver() {
                Some(_) => Database::of(source)?,
                None => link.database_at(&source.address)?,
            },
            dataset: Box::new(dataset),
            link,
            vault: Arc::clone(&self.context.vault),
            digests: self.context.digest_key()?,
            folder,
        })
    }
}

impl Job for Relink {
    type Made = Relinked;
    type Answer = DatasetView;

    /// Looks the table up at its other address, and writes the new file of the link. Needs no home.
    ///
    /// # Errors
    /// `driver`, `engine`; `link` if the table is not there or its columns have other types;
    /// `stopped`. No file is left then.
    fn run(self, work: &Work<'_>) -> Result<Relinked> {
        let table = self.link.table();
        let found = self.database.find(table, &work.stage(WorkStep::Query, 0))?;
        self.link.check_columns(&found, &self.dataset.schema)?;
        let place = identity(self.database.engine, &self.database.address, table);
        let content = LinkFile::new(
            &self.database,
            table.to_vec(),
            self.link.columns().collect(),
            found.table.writable,
        );
        let suffix = Salt::from_bytes(random_bytes()?);
        let file = link_file_name(&self.dataset.id).replace(".age", &format!(".{suffix}.age"));
        let (part, hash) = content.store(&self.vault, &self.folder.join(&file))?;
        Ok(Relinked {
            digests: link_digests(&self.digests, &Zeroizing::new(place))?,
            dataset: self.dataset,
            vault: self.vault,
            file,
            part,
            hash,
        })
    }

    fn finish(home: &Home, made: Relinked) -> Result<DatasetView> {
        Seller::of(home).finish_relink(made)
    }
}

impl Seller<'_> {
    /// Gives the new file of a link its place in the home, and removes the one before.
    fn finish_relink(&self, made: Relinked) -> Result<DatasetView> {
        self.context.check_begun_here(&made.vault)?;
        let writing = self.context.db.begin()?;
        let now = self.require_dataset(&made.dataset.name)?;
        let before = now.held()?.to_owned();
        if now.id != made.dataset.id || now.table_hash != made.dataset.table_hash {
            return Err(
                Error::refused(ErrorCode::Link, LinkMessage::ChangedMeanwhile)
                    .hint(LinkMessage::LookAgain),
            );
        }
        self.check_known(&writing, &made.digests, &now.population.id)?;
        writing.move_known_table(&now.id, &made.digests)?;
        writing.set_table(&now.id, &made.file, &made.hash)?;
        self.commit_with_file(writing, made.part, &made.file)?;
        // A file that no row names is removed at the next opening, too.
        let _ = fs::remove_file(self.dataset_path(&before));
        self.dataset_view(self.require_dataset(&now.name)?)
    }
}

/// Returns the digests by which a linked table is recognised: of its place in the database.
pub(super) fn link_digests(digests: &DigestKey, place: &[u8]) -> Result<TableDigests> {
    let digest = |label: &str| -> Result<[u8; 32]> {
        let mut digest = digests.digest(label)?;
        digest.update(place);
        Ok(digest.finish())
    };
    Ok(TableDigests {
        file: digest("poundwise-link-v1")?,
        cells: digest("poundwise-link-cells-v1")?,
    })
}
