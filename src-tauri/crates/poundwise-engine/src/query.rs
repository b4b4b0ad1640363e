//! The statement, through ADBC (Arrow Database Connectivity).

use std::sync::mpsc::Sender;

use adbc_core::error::{Error, Status};
use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::sync::{CancelHandle, Connection, Database, Driver, Statement};
use adbc_driver_manager::ManagedDriver;
use arrow_array::{Array, LargeStringArray, RecordBatch, StringArray, StringViewArray};
use poundwise_driver::{Failed, Failure, Limits, Request, SqlState, TextRows};
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

/// Sends the statement of a request, and returns all rows within its limits. `running` receives the
/// handle that cancels it.
///
/// # Errors
/// The stage that failed, and the driver's own code and message, which may quote cells.
pub(crate) fn query(
    request: &Request,
    running: &Sender<Box<dyn CancelHandle>>,
) -> Result<TextRows, Failed> {
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
    let mut taken = Taken {
        limits: request.limits,
        rows: Vec::new(),
        bytes: 0,
    };
    for batch in batches {
        let batch = batch.map_err(|error| interrupted(&error.to_string()))?;
        taken.take(&batch)?;
    }
    Ok(taken.rows)
}

/// The rows so far.
struct Taken {
    limits: Limits,
    rows: TextRows,
    bytes: usize,
}

impl Taken {
    fn take(&mut self, batch: &RecordBatch) -> Result<(), Failed> {
        let types = || Failed::at(Failure::Types);
        let size = || Failed::at(Failure::Size);
        if batch.num_columns() != self.limits.columns {
            return Err(types());
        }
        if batch.num_rows() > self.limits.rows - self.rows.len() {
            return Err(size());
        }
        let columns = batch.columns().iter().map(|column| Texts::of(column));
        let columns: Option<Vec<Texts<'_>>> = columns.collect();
        let columns = columns.ok_or_else(types)?;
        for row in 0..batch.num_rows() {
            let mut cells = Vec::with_capacity(columns.len());
            for column in &columns {
                let cell = column.cell(row);
                self.bytes = self.bytes.saturating_add(cell.map_or(0, str::len));
                if self.bytes > self.limits.bytes {
                    return Err(size());
                }
                cells.push(cell.map(str::to_owned));
            }
            self.rows.push(cells);
        }
        Ok(())
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
