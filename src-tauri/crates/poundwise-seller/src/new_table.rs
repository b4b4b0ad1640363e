//! Storing the rows of any source as the table of a new dataset, without the home.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, mpsc::sync_channel},
    thread,
};

use poundwise_documents::units::Salt;
use poundwise_query::{Table, parquet::TableWriter};

use crate::{
    error::{Error, Result},
    files::PartFile,
    messages::FaultMessage,
    secrets::DatasetSecret,
    table_file::TableFileWriter,
    tables::{DatasetRecord, DigestKey, TableReport},
    vault::Vault,
};

/// Number of batches that are read ahead of the one that is written.
const AHEAD: usize = 2;

/// The place of a new dataset's table in a home.
pub(crate) struct NewTable {
    pub(crate) id: Salt,
    pub(crate) path: PathBuf,
    pub(crate) vault: Arc<Vault>,
    pub(crate) digests: DigestKey,
}

/// A stored table that has no dataset yet. Dropping it removes the file.
pub(crate) struct StoredRows {
    pub(crate) part: PartFile,
    /// The hash of the table's file.
    pub(crate) hash: [u8; 32],
    /// The keyed digest of the typed cells.
    pub(crate) cells: [u8; 32],
    /// The dataset's secret and report, encrypted.
    pub(crate) record: Vec<u8>,
}

impl NewTable {
    /// Writes rows as an encrypted Parquet file, and draws the dataset's secret. `read` calls its
    /// argument with the rows in order, some at a time, with the columns of `layout`; it returns the
    /// report of the whole. One thread reads while another one encodes and encrypts, with a few
    /// batches in memory.
    ///
    /// # Errors
    /// Errors of `read`; I/O errors, for example `disk-full`. No file is left then.
    pub(crate) fn store(
        &self,
        layout: &Table,
        read: impl FnOnce(&mut Taking<'_>) -> Result<TableReport>,
    ) -> Result<StoredRows> {
        let mut cells = self.digests.digest("poundwise-table-cells-v1")?;
        cells.update(&layout.schema().canonical_bytes());
        let mut stored = None;
        let part = PartFile::write(&self.path, |out| {
            let file = TableFileWriter::new(&self.vault, out)?;
            let mut writer = TableWriter::new(file, layout)?;
            let (send, receive) = sync_channel::<Table>(AHEAD);
            let (read, written) = thread::scope(|scope| {
                let writing = scope.spawn(move || -> io::Result<_> {
                    for batch in receive {
                        batch.each_cell(|bytes| cells.update(bytes));
                        writer.write(&batch, 0..batch.rows())?;
                    }
                    Ok((writer.finish()?.finish()?, cells.finish()))
                });
                let read = read(&mut |batch| {
                    // Sending fails only if writing has failed. That error is returned below.
                    send.send(batch)
                        .map_err(|_| poundwise_query::Error::Stopped)
                });
                drop(send);
                let failed = |_| Err(io::Error::other("the thread that writes panicked"));
                (read, writing.join().unwrap_or_else(failed))
            });
            // Without an error of writing, the reason is one of the source.
            let written = written?;
            stored = Some((written, read.map_err(io::Error::other)?));
            Ok(())
        })?;
        let ((hash, cells), report) = stored.ok_or_else(|| Error::fault(FaultMessage::NoTable))?;
        Ok(StoredRows {
            part,
            hash,
            cells,
            record: self.record(report)?,
        })
    }

    /// Draws the secret of the dataset, and returns it encrypted with the report.
    pub(crate) fn record(&self, report: TableReport) -> Result<Vec<u8>> {
        let secret = DatasetSecret::draw()?;
        DatasetRecord { secret, report }.ciphertext(&self.vault, &self.id)
    }
}

/// Takes rows that are to be stored. It fails if they cannot be written; the error is then that of
/// [`NewTable::store`].
pub(crate) type Taking<'a> = dyn FnMut(Table) -> poundwise_query::Result<()> + 'a;
