//! `engine` and its commands.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use poundwise_market::Result;
use poundwise_market::error::{Doing, io_error};
use poundwise_market::view::{DatabaseEngine, DatabaseSource};
use zeroize::Zeroizing;

use super::values::words;

/// The longest address.
const LONGEST: u16 = 16 << 10;

#[derive(Subcommand)]
pub(crate) enum Engine {
    /// The databases that can be linked, with their drivers
    List,
    /// Connect to a database, and show its tables or the columns of one of them
    Test {
        #[command(flatten)]
        database: Database,
        /// The table or view whose columns are shown, as SCHEMA.TABLE
        #[arg(long, value_name = "SCHEMA.TABLE")]
        table: Option<String>,
    },
}

/// A database and the way to it.
#[derive(Args)]
pub(crate) struct Database {
    /// The kind of database
    #[arg(long, value_name = "ENGINE", value_parser = words(DatabaseEngine::ALL))]
    engine: DatabaseEngine,
    #[command(flatten)]
    address: Address,
}

/// The way to a database.
#[derive(Args)]
pub(crate) struct Address {
    /// A file with the address of the database, with user and password, in its first line
    #[arg(long, value_name = "FILE")]
    uri_file: PathBuf,
    /// The file of the database's driver [default: that of the link, or an installed one]
    #[arg(long, value_name = "FILE")]
    driver: Option<PathBuf>,
}

impl Database {
    pub(crate) fn source(self) -> Result<DatabaseSource> {
        self.address.source(self.engine)
    }
}

impl Address {
    pub(crate) fn source(self, engine: DatabaseEngine) -> Result<DatabaseSource> {
        let unreadable = |error| io_error(&self.uri_file, Doing::Read, &error);
        let file = File::open(&self.uri_file).map_err(unreadable)?;
        let mut address = Zeroizing::new(String::with_capacity(LONGEST.into()));
        BufReader::new(file.take(LONGEST.into()))
            .read_line(&mut address)
            .map_err(unreadable)?;
        Ok(DatabaseSource {
            engine,
            address,
            driver: self.driver.map(|file| {
                let absolute = std::path::absolute(&file).unwrap_or(file);
                absolute.display().to_string()
            }),
        })
    }
}
