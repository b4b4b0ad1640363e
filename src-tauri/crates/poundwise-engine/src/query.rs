//! The statement, through ADBC (Arrow Database Connectivity).

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use adbc_core::error::{Error, Status};
use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::sync::{CancelHandle, Connection, Database, Driver, Statement};
use adbc_driver_manager::ManagedDriver;
use arrow_array::{Array, LargeStringArray, RecordBatch, StringArray, StringViewArray};
use poundwise_driver::wire::PART;
use poundwise_driver::{AnswerPart, Failed, Failure, Limits, Request, SqlState, TextRows};
use rustix::io::Errno;

fn refused(failure: Failure) -> impl Fn(Error) -> Failed {
    move |error| Failed {
        failure,
        state: state(&error),
        said: without_statement(&error.message).to_owned(),
    }
}

/// Returns the message before the statement that PostgreSQL's driver repeats.
fn without_statement(said: &str) -> &str {
    said.split("\n\nQuery was: ").next().unwrap_or(said)
}

/// Returns the SQLSTATE of an error, or one of the same meaning as its status.
fn state(error: &Error) -> Option<SqlState> {
    let own = SqlState::new(error.sqlstate.map(|byte| byte.to_ne_bytes()[0]));
    let own = own.filter(|state| *state != SqlState::SUCCESS);
    own.or_else(|| {
        SqlState::new(match error.status {
            Status::Unauthenticated => *b"28000",
            Status::Unauthorized => *b"42501",
            Status::Cancelled | Status::Timeout => *b"57014",
            _ => return None,
        })
    })
}

/// Returns the error of rows that were on their way. Of its code, only the number of the system's
/// error is left.
fn interrupted(said: &str) -> Failed {
    let own = said.split_once("Producer error: ").map(|(_, own)| own);
    let is_cancelled = said.contains(&format!("Error code: {}.", Errno::CANCELED.raw_os_error()));
    Failed {
        failure: Failure::Execute,
        state: is_cancelled.then(|| SqlState::new(*b"57014")).flatten(),
        said: without_statement(own.unwrap_or(said)).to_owned(),
    }
}

/// Why a statement has no answer.
pub(crate) enum Unanswered {
    /// The driver or the database failed, or the answer is not within its limits.
    Failed(Failed),
    /// The answer cannot be written.
    Unread(io::Error),
}

impl From<Failed> for Unanswered {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

/// Sends the statement of a request, and writes all rows within its limits as parts of the answer.
/// `running` receives the handle that cancels the statement.
///
/// # Errors
/// The stage that failed, and the driver's own code and message, which may quote cells; an error of
/// `output`.
pub(crate) fn query(
    request: &Request,
    running: &Sender<Box<dyn CancelHandle>>,
    output: &mut impl Write,
) -> Result<(), Unanswered> {
    let entrypoint = request.entrypoint.as_bytes();
    let entrypoint = (!entrypoint.is_empty()).then_some(entrypoint);
    let load =
        |version| ManagedDriver::load_dynamic_from_filename(&request.driver, entrypoint, version);
    let driver = load(AdbcVersion::V110).or_else(|_| load(AdbcVersion::V100));
    let mut driver = driver.map_err(refused(Failure::Load))?;
    let options = request.options.iter().map(|(key, value)| {
        let key = OptionDatabase::from(key.as_str());
        (key, OptionValue::String(value.to_string()))
    });
    let connect = refused(Failure::Connect);
    let database = driver.new_database_with_opts(options).map_err(&connect)?;
    let mut connection = database.new_connection().map_err(&connect)?;
    let execute = refused(Failure::Execute);
    let mut statement = connection.new_statement().map_err(&execute)?;
    statement
        .set_sql_query(request.sql.as_str())
        .map_err(&execute)?;
    // The receiver is gone if the process is about to end.
    let _ = running.send(statement.get_cancel_handle());
    let batches = statement.execute().map_err(&execute)?;
    let mut answer = Answer {
        left: request.limits,
        rows: Vec::new(),
        bytes: 0,
        output,
    };
    for batch in batches {
        let batch = batch.map_err(|error| interrupted(&error.to_string()))?;
        answer.take(&batch)?;
    }
    answer.write()
}

/// The answer that is written.
struct Answer<W> {
    /// What is left of the limits.
    left: Limits,
    /// The rows of the next part.
    rows: TextRows,
    /// Bytes of these rows.
    bytes: usize,
    output: W,
}

impl<W: Write> Answer<W> {
    fn take(&mut self, batch: &RecordBatch) -> Result<(), Unanswered> {
        let types = || Failed::at(Failure::Types);
        let size = || Failed::at(Failure::Size);
        if batch.num_columns() != self.left.columns {
            return Err(types().into());
        }
        if batch.num_rows() > self.left.rows {
            return Err(size().into());
        }
        self.left.rows -= batch.num_rows();
        let columns = batch.columns().iter().map(|column| Texts::of(column));
        let columns: Option<Vec<Texts<'_>>> = columns.collect();
        let columns = columns.ok_or_else(types)?;
        for row in 0..batch.num_rows() {
            let mut cells = Vec::with_capacity(columns.len());
            for column in &columns {
                let cell = column.cell(row);
                let length = cell.map_or(0, str::len);
                self.left.bytes = self.left.bytes.checked_sub(length).ok_or_else(size)?;
                self.bytes += length;
                cells.push(cell.map(str::to_owned));
            }
            self.rows.push(cells);
            if self.bytes.max(self.rows.len() * columns.len()) >= PART {
                self.write()?;
            }
        }
        Ok(())
    }

    /// Writes the rows that were taken.
    fn write(&mut self) -> Result<(), Unanswered> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let part = AnswerPart::Rows(std::mem::take(&mut self.rows));
        self.bytes = 0;
        part.write(&mut self.output).map_err(Unanswered::Unread)
    }
}

/// A column of text.
enum Texts<'a> {
    Short(&'a StringArray),
    Long(&'a LargeStringArray),
    View(&'a StringViewArray),
}

impl<'a> Texts<'a> {
    fn of(column: &'a dyn Array) -> Option<Self> {
        let any = column.as_any();
        let short = any.downcast_ref().map(Self::Short);
        let short = short.or_else(|| any.downcast_ref().map(Self::Long));
        short.or_else(|| any.downcast_ref().map(Self::View))
    }

    fn cell(&self, row: usize) -> Option<&'a str> {
        match self {
            Self::Short(texts) => texts.is_valid(row).then(|| texts.value(row)),
            Self::Long(texts) => texts.is_valid(row).then(|| texts.value(row)),
            Self::View(texts) => texts.is_valid(row).then(|| texts.value(row)),
        }
    }
}
