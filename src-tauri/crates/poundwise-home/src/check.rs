//! `poundwise home check`: authenticates and adds up everything in a home.

use std::{fs, io};

use crate::{
    error::{Doing, Error, ErrorCode, Result, io_error},
    home::{Context, DATASETS, DB_FILE},
    own_log::{MarketComparison, mend_market},
    secrets::ListingSecrets,
    store::{SecretName, StoredTable},
    table_file::{TableFile, other_table},
    tables::DatasetRecord,
    view::{HomeChecked, MarketMended},
    work::{Stage, Work, WorkStep},
};

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
        mend_market(self, how)
    }

    fn check_table(&self, table: &StoredTable, done: &mut u64, stage: &Stage<'_>) -> Result<()> {
        let path = self.dir.join(DATASETS).join(&table.file);
        let Some(file) = TableFile::open(&path, &self.vault, &table.hash)? else {
            return Err(other_table(&path));
        };
        // Progress is in bytes of the file, of which the plaintext is the most.
        let end = *done + file.file_length();
        file.each_chunk(|piece| -> std::result::Result<(), Unchecked> {
            *done += piece.len() as u64;
            stage.tell(*done).map_err(Unchecked::Stopped)
        })
        .map_err(|unchecked| match unchecked {
            Unchecked::Stopped(error) => error,
            Unchecked::Unread(_) if file.is_changed() => other_table(&path),
            Unchecked::Unread(error) => io_error(&path, Doing::Read, &error),
        })?;
        *done = end;
        stage.tell(end)
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

/// Why a table was not read to its end.
enum Unchecked {
    Stopped(Error),
    Unread(io::Error),
}

impl From<io::Error> for Unchecked {
    fn from(error: io::Error) -> Self {
        Self::Unread(error)
    }
}
