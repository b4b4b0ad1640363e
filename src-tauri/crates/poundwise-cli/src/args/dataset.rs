//! `dataset` and its commands.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::LossPair;
use poundwise_market::view::{
    DatabaseEngine, DatabaseSource, ImportOptions, LinkMode, TableSource,
};
use poundwise_market::{
    DatasetName, PopulationName, Result, Schema, UnitName, cap_pair, read_schema,
};

use super::engine::{Address, Database};
use super::table_form::Form;
use super::values::{Carried, cap_texts, positive_number, types, words};
use crate::complete;

const IMPORT_HELP: &str = "\
What the columns hold is yours to say: a cell that is no number in a column of numbers is missing.
On a terminal the types that most cells suggest are shown, and you are asked; elsewhere the import
stops and prints them. The JSON file:
{\"columns\":[{\"name\":\"age\",\"type\":\"number\"},
            {\"name\":\"sex\",\"type\":\"text\",\"values\":[\"f\",\"m\"]}]}

How the file is written is yours to say too, so that no row changes how another one is read: cells
are divided by commas unless --separator says otherwise, --decimal comma reads 6,5 and 1.234,5,
--decimal point reads 6.5 and 1,234.5, and without --decimal a number in another form stops the
import. The text is UTF-8 unless --encoding names another encoding, and bytes that are no character
of it stop the import. `dataset preview` proposes all options. A double quote encloses a cell;
--quotes none makes it a character like any other. A row with too many cells stops the import, cells
that a row lacks at its end are missing, and so is the cell of a blank line in a table of one column;
in other tables a blank line is no row. `number(2)` in --types keeps two decimals; otherwise 18 are
kept, and further ones are rounded half away from zero.

A file has at most 4 GiB, a table at most 4096 columns and a cell at most 16 MiB. The number of rows
is not limited.

State also whose data they are. People who are here already, in another table or in numbers of your
own, keep one budget: --population names theirs. Other people need a cap: --cap makes a population
for them, named as the dataset is, or as --population says. The same file, or the same rows, cannot
be imported into two populations.";

const LINK_HELP: &str = "\
The rows stay in the database. Each question is one SQL statement, whose answer is exact sums; the
noise is added in this home. `listing create --dry-run` shows the statement. A driver of the database
is needed: `engine list` shows which are installed, and `engine test` shows tables, columns and types.

--uri-file names a file with the address in its first line, for example
postgresql://READER:PASSWORD@HOST/DATABASE, the absolute path of a DuckDB file, or sc://HOST:PORT for
Spark Connect. The address is stored encrypted in this home, and the file can be removed.

A linked table can change. So each listing draws noise of its own, and two listings of the same
question add their losses. An auditor can check all that was sold, but cannot compute the numbers
again from the table.

With --snapshot the rows of the columns in --types are copied into this home instead, encrypted, by
one statement. The dataset is then like an imported file: it does not change, its questions have one
path of noise each, and the database is not needed any more.";

const SEAL_HELP: &str = "\
What stays, of each open listing, is the response at the level where its path starts, and the seed
of the noise below it: every level up to the ceiling is sold as before, with the same numbers.
Whoever takes this home and opens it then learns what those responses tell, and what was sold of
everything else; the sum is shown before.

Gone for good: the table, the numbers of its listings, the seeds of their top noise, every count of
its rows, and the salts without which no opening can be granted. Withdrawn listings go wholly.
Nothing new can be listed of the dataset, no ceiling can be raised, and an import of the same table
is not recognised. Not touched: backups made before, and copies that the disk itself keeps. Sealing
cannot be undone.";

const REMOVE_HELP: &str = "\
Its listings have to be withdrawn before. The table, its counts and the numbers of its listings are
erased; what was sold of it stays in its population's loss, and the same table is still recognised
when it is imported again.";

#[derive(Subcommand)]
pub(crate) enum Dataset {
    /// Show what a CSV file holds and which types its columns suggest, and store nothing
    Preview {
        /// The CSV file
        file: PathBuf,
        #[command(flatten)]
        form: Form,
    },
    /// Show the values that a text column of a CSV file has, to be stated in a schema
    Values {
        /// The CSV file
        file: PathBuf,
        /// The column
        column: String,
        #[command(flatten)]
        form: Form,
    },
    /// Show how many rows of a CSV file a question would use if a column named the privacy unit
    Contributions {
        /// The CSV file
        file: PathBuf,
        /// The column that would name the unit
        column: String,
        /// The most rows of one unit that would count
        #[arg(long, value_name = "N", value_parser = positive_number)]
        rows_per_person: u64,
        /// What each column holds, number or text; else what its cells suggest
        #[arg(
            long,
            value_name = "NAME:TYPE,...",
            allow_hyphen_values = true,
            value_parser = types
        )]
        types: Option<Schema>,
        #[command(flatten)]
        form: Form,
    },
    /// Import a CSV file
    #[command(after_help = IMPORT_HELP)]
    Import(Box<Import>),
    /// Link a table of a database, whose rows stay there
    #[command(after_help = LINK_HELP)]
    Link(Box<Link>),
    /// Change the address of a linked table, such as its password; listings and driver stay
    Relink(Relink),
    /// The datasets and the losses of their populations
    List,
    /// Columns, rows, privacy unit, population, loss so far against the cap
    Show {
        /// The dataset's name
        #[arg(add = complete::datasets())]
        name: DatasetName,
    },
    /// Erase a dataset's table whose listings are withdrawn; what was sold of it still counts
    #[command(after_help = REMOVE_HELP)]
    Remove {
        /// The dataset's name
        #[arg(add = complete::datasets())]
        name: DatasetName,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
    /// Erase a dataset's table and the seeds of its top noise for good, and go on selling its open
    /// listings
    #[command(after_help = SEAL_HELP)]
    Seal {
        /// The dataset's name
        #[arg(add = complete::datasets())]
        name: DatasetName,
        /// Seal although an attacker who copies the home would then have more of the population
        /// than its cap
        #[arg(long)]
        accept_over_cap: bool,
        /// Show what would stay and what would be erased, and erase nothing
        #[arg(long, conflicts_with = "yes")]
        dry_run: bool,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Args)]
pub(crate) struct Import {
    /// The CSV file: comma, semicolon, tab or bar
    file: PathBuf,
    #[command(flatten)]
    form: Form,
    /// Name in this home [default: the file's]
    #[arg(long)]
    name: Option<DatasetName>,
    #[command(flatten)]
    declared: Declared,
    /// State that every row is a different person, even if ids in a column repeat
    #[arg(long, conflicts_with = "person_column")]
    each_row_differs: bool,
}

#[derive(Args)]
pub(crate) struct Link {
    /// Name in this home
    name: DatasetName,
    #[command(flatten)]
    database: Database,
    /// The table or view, as SCHEMA.TABLE; a name with a point goes into double quotes
    #[arg(long, value_name = "SCHEMA.TABLE")]
    table: String,
    /// Copy the rows of the declared columns into this home once, as an import does
    #[arg(long)]
    snapshot: bool,
    #[command(flatten)]
    declared: Declared,
    /// State that every row is a different person, even if a column looks like ids
    #[arg(long, conflicts_with = "person_column")]
    each_row_differs: bool,
}

#[derive(Args)]
pub(crate) struct Relink {
    /// The dataset's name
    #[arg(add = complete::datasets())]
    pub(crate) name: DatasetName,
    #[command(flatten)]
    address: Address,
}

impl Relink {
    pub(crate) fn source(self, engine: DatabaseEngine) -> Result<DatabaseSource> {
        self.address.source(engine)
    }
}

/// What the owner declares of a table.
#[derive(Args)]
struct Declared {
    /// What each column holds, number, text or date; a name with a comma goes into double quotes
    #[arg(
        long,
        value_name = "NAME:TYPE,...",
        conflicts_with = "schema",
        allow_hyphen_values = true,
        value_parser = types
    )]
    types: Option<Schema>,
    /// A JSON file that says what each column holds, and which values a text column may have
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The population that the table is about; with --cap, the name of a new one
    #[arg(long, value_name = "NAME", add = complete::populations())]
    population: Option<PopulationName>,
    /// Of a new population: the most that its loss may ever become, all sales together
    #[arg(
        long,
        value_name = "EPS[,RHO]",
        allow_negative_numbers = true,
        value_parser = cap_pair
    )]
    cap: Option<LossPair>,
    /// The name of one unit of a new population [default: person]
    #[arg(long, value_name = "W")]
    unit_name: Option<UnitName>,
    /// What may change between neighbouring tables of a new population [default: add-remove]
    #[arg(long, value_name = "KIND", value_parser = words(Adjacency::ALL))]
    adjacency: Option<Adjacency>,
    /// The loss that a new population brings from elsewhere, or a file of losses [default: 0]
    #[arg(long, value_name = "EPS[,RHO]|FILE", allow_negative_numbers = true)]
    carried: Option<Carried>,
    /// The people of a new population are in no other population of this home
    #[arg(long, requires = "cap")]
    new_people: bool,
    /// The column that names the person; without it each row is a person of its own
    #[arg(long, value_name = "C")]
    person_column: Option<String>,
    /// How many rows of one person count in a question
    #[arg(
        long,
        value_name = "K",
        requires = "person_column",
        allow_negative_numbers = true,
        value_parser = positive_number
    )]
    rows_per_person: Option<u64>,
}

impl Declared {
    fn options(self, name: Option<DatasetName>) -> Result<ImportOptions> {
        let schema = match (self.types, &self.schema) {
            (None, Some(file)) => Some(read_schema(file)?),
            (types, _) => types,
        };
        let (cap, cap_rho) = self.cap.map(cap_texts).unzip();
        let (carried, carried_rho) = self.carried.map(|carried| carried.texts()).unzip();
        Ok(ImportOptions {
            name: name.map(|name| name.to_string()),
            person_column: self.person_column,
            rows_per_person: self.rows_per_person.map(|rows| rows.to_string()),
            population: self.population.map(|name| name.to_string()),
            cap,
            cap_rho: cap_rho.flatten(),
            unit_name: self.unit_name.map(|name| name.to_string()),
            adjacency: self.adjacency.map(|one| one.to_string()),
            carried,
            carried_rho: carried_rho.flatten(),
            new_people: self.new_people,
            schema,
            ..ImportOptions::default()
        })
    }
}

impl Import {
    pub(crate) fn options(self) -> Result<(PathBuf, ImportOptions)> {
        let options = ImportOptions {
            each_row_differs: self.each_row_differs,
            form: self.form.into(),
            ..self.declared.options(self.name)?
        };
        Ok((self.file, options))
    }
}

impl Link {
    pub(crate) fn options(self) -> Result<(TableSource, ImportOptions)> {
        let options = ImportOptions {
            each_row_differs: self.each_row_differs,
            ..self.declared.options(Some(self.name))?
        };
        let mode = match self.snapshot {
            true => LinkMode::Snapshot,
            false => LinkMode::Link,
        };
        let source = TableSource {
            database: self.database.source()?,
            table: self.table,
            mode,
        };
        Ok((source, options))
    }
}
