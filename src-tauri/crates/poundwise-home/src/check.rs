//! `poundwise home check`: authenticates and adds up everything in a home.

use std::{
    fs::{self, File},
    io::{self, Read},
};

use sha2::{Digest as _, Sha256};

use crate::{
    error::{ErrorCode, Result, io_error},
    files::Hashing,
    home::{Context, DATASETS, DB_FILE},
    own_log::MarketComparison,
    secrets::ListingSecrets,
    store::{SecretName, StoredTable, damaged},
    tables::DatasetRecord,
    view::{HomeChecked, MarketMended},
    work::{Stage, Work, WorkStep},
};

/// Number of bytes of a table that are hashed at once.
const PIECE: usize = 1 << 16;

impl Context {
    /// Checks the whole home: every row and that none is missing, every document, the tree of the
    /// ledger from its entries to the signed roots, every stored table, and every question's
    /// numbers against the commitments of its listing. Progress is in bytes of the home's files.
    /// Cost: one pass over everything.
    ///
    /// # Errors
    /// `home-damaged` for the first thing that differs from what this home wrote; `decrypt`,
    /// `secret-damaged`; `stopped`; I/O errors.
    pub fn check(&self, work: &Work<'_>) -> Result<HomeChecked> {
        let database = self.dir.join(DB_FILE);
        let length = |file: &std::path::Path| fs::metadata(file).map_or(0, |about| about.len());
        let reading = self.read();
        let tables = reading.tables()?;
        let folder = self.dir.join(DATASETS);
        let in_database = length(&database);
        let total = tables
            .iter()
            .map(|table| length(&folder.join(&table.file)))
            .sum::<u64>()
            .saturating_add(in_database);
        let stage = work.stage(WorkStep::Verify, total);
        let added =
            reading.add_up_all(&mut |permille| stage.tell(in_database / 1000 * permille))?;
        let mut done = in_database;
        for table in &tables {
            self.check_table(table, &mut done, &stage)?;
        }
        let questions = self.check_secrets()?;
        stage.tell(total)?;
        Ok(HomeChecked {
            rows: added.rows,
            documents: added.documents,
            entries: added.entries,
            tables: tables.len() as u64,
            questions,
            mended: self.compare_market(MarketComparison::Whole).ok(),
        })
    }

    /// Sends the outbox, compares the market with this home, and sends missing and damaged objects
    /// again. Requires that this home is its newest copy and that the market can be reached.
    ///
    /// # Errors
    /// As [`Context::ready_to_send`]; the market's errors.
    pub fn compare_market(&self, how: MarketComparison) -> Result<MarketMended> {
        if let Some(error) = self.empty_outbox()? {
            return Err(error);
        }
        self.mend_market(how)
    }

    fn check_table(&self, table: &StoredTable, done: &mut u64, stage: &Stage<'_>) -> Result<()> {
        let path = self.dir.join(DATASETS).join(&table.file);
        let other = || {
            damaged(format!(
                "the table {} is not the one that was imported",
                path.display()
            ))
        };
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(other()),
            Err(e) => return Err(io_error(&path, "read", &e)),
        };
        let mut hash = Sha256::new();
        let mut source = Hashing::new(file, &mut hash);
        let mut piece = vec![0; PIECE];
        loop {
            let read = source
                .read(&mut piece)
                .map_err(|e| io_error(&path, "read", &e))?;
            if read == 0 {
                break;
            }
            *done += read as u64;
            stage.tell(*done)?;
        }
        if table.sha256 == <[u8; 32]>::from(hash.finalize()) {
            Ok(())
        } else {
            Err(other())
        }
    }

    /// Decrypts every secret; returns the number of questions whose numbers are in the home.
    fn check_secrets(&self) -> Result<u64> {
        let reading = self.read();
        self.digest_key()?;
        for table in reading.tables()? {
            let sealed = reading.secret(SecretName::Dataset(table.dataset))?;
            DatasetRecord::unseal(&sealed, &self.vault, &table.dataset)?;
        }
        let mut questions = 0;
        for question in reading.questions()? {
            let Some(own) = reading.newest_of(&question.id)? else {
                continue;
            };
            match ListingSecrets::load(&reading, &self.vault, own.listing.payload()) {
                Ok(_) => questions += 1,
                // Erased with its dataset, or never in this home: which secrets exist was added up
                // before.
                Err(error) if error.code() == ErrorCode::SecretMissing => {}
                Err(error) => return Err(error),
            }
        }
        Ok(questions)
    }
}
