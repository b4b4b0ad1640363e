//! Storing the rows of any source as the table of a new dataset, without the home.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, mpsc::sync_channel},
    thread,
};

use poundwise_documents::units::Salt;
use poundwise_query::{Rows, Table, parquet::TableWriter, rows::each_owned_batch};

use crate::{
    error::{Error, Result},
    files::PartFile,
    messages::FaultMessage,
    secrets::DatasetSecret,
    table_file::TableFileWriter,
    tables::{DatasetRecord, DigestKey, TableReport},
    vault::Vault,
    work::Stage,
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
    /// Writes all rows of a source as an encrypted Parquet file, and draws the dataset's secret.
    /// `stage` receives the progress of the source. One thread reads while another one encodes and
    /// encrypts, with a few batches in memory.
    ///
    /// # Errors
    /// Errors of the source, as [`each_owned_batch`]; I/O errors, for example `disk-full`;
    /// `stopped`. No file is left then.
    pub(crate) fn store(
        &self,
        rows: &dyn Rows,
        report: TableReport,
        stage: &Stage<'_>,
    ) -> Result<StoredRows> {
        let layout = rows.layout()?;
        let columns: Vec<usize> = (0..layout.columns().len()).collect();
        let mut cells = self.digests.digest("poundwise-table-cells-v1")?;
        cells.update(&layout.schema().canonical_bytes());
        let mut stored = None;
        let part = PartFile::write(&self.path, |out| {
            let file = TableFileWriter::new(&self.vault, out)?;
            let mut writer = TableWriter::new(file, &layout)?;
            let (send, receive) = sync_channel::<Table>(AHEAD);
            let (read, written) = thread::scope(|scope| {
                let writing = scope.spawn(move || -> io::Result<_> {
                    for batch in receive {
                        batch.each_cell(|bytes| cells.update(bytes));
                        writer.write(&batch, 0..batch.rows())?;
                    }
                    Ok((writer.finish()?.finish()?, cells.finish()))
                });
                let read = stage.query(|progress| {
                    each_owned_batch(rows, &columns, progress, |batch| {
                        // Sending fails only if writing has failed. That error is returned below.
                        send.send(batch.into_owned())
                            .map_err(|_| poundwise_query::Error::Stopped)
                    })
                });
                drop(send);
                let failed = |_| Err(io::Error::other("the thread that writes panicked"));
                (read, writing.join().unwrap_or_else(failed))
            });
            // Without an error of writing, the reason is one of the source.
            let written = written?;
            read.map_err(io::Error::other)?;
            stored = Some(written);
            Ok(())
        })?;
        let (hash, cells) = stored.ok_or_else(|| Error::fault(FaultMessage::NoTable))?;
        let secret = DatasetSecret::draw()?;
        Ok(StoredRows {
            part,
            hash,
            cells,
            record: DatasetRecord { secret, report }.ciphertext(&self.vault, &self.id)?,
        })
    }
}
