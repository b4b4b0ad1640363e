//! One statement of a question: from a tally to the syntax tree, and from the answer to the sums.

use std::fmt::Write as _;

use poundwise_query::Plan;
use poundwise_query::tally::{
    QuestionTally, TallyCell, TallyColumn, TallyNumber, TallySum, TallySums,
};

use crate::answer;
use crate::cells::{bin, netstring, number, passes, product};
use crate::dialect::Dialect;
use crate::messages::SqlFault;
use crate::table::LinkedTable;
use crate::tree::{
    CELLS, CHOSEN, COUNTED, Expr, From, Function, Infix, NAMED, NUMBERS, Name, Query, Select,
};

/// The longest statement, in bytes.
const MAX_BYTES: usize = 8 << 20;

const PERSON: Name = Name("p", None);
const CONTENT: Name = Name("c", None);
const ROWS: Name = Name("m", None);
const ORDINAL: Name = Name("n", None);
const PLACE: Name = Name("g", None);

const fn cell(place: usize) -> Name {
    Name("c", Some(place))
}

/// The text of a date.
const fn day(place: usize) -> Name {
    Name("d", Some(place))
}

const fn variable(place: usize) -> Name {
    Name("b", Some(place))
}

/// The statement of a question about a linked table. It has the key that chooses the rows of a
/// person: no `Debug`.
pub struct SqlStatement {
    sql: String,
    tally: QuestionTally,
    dialect: Dialect,
}

impl SqlStatement {
    /// Returns the statement of a question. `key` chooses the rows of a person that count; it
    /// appears in the statement, so it is a key of this link and of nothing else.
    ///
    /// # Errors
    /// [`SqlFault::OwnNumbers`]; [`SqlFault::OtherColumns`] if the plan is of another schema;
    /// [`SqlFault::TooWide`] if 2^40 rows within the bounds could exceed the widest integer;
    /// [`SqlFault::TooLong`].
    pub fn new(plan: &Plan, table: &LinkedTable, key: &[u8; 32]) -> Result<Self, SqlFault> {
        let dialect = table.dialect;
        let decimals = |index| table.decimals(index);
        let tally = plan.tally(&decimals).map_err(|_| SqlFault::OwnNumbers)?;
        let person = tally.person.map(|(column, _)| column);
        for column in tally.columns.iter().chain(&person) {
            let Some(linked) = table.columns.get(column.index) else {
                return Err(SqlFault::OtherColumns);
            };
            if linked.storage.column_type() != column.column_type {
                return Err(SqlFault::OtherColumns);
            }
        }
        if dialect
            .widest()
            .is_some_and(|widest| tally.largest() > widest)
        {
            return Err(SqlFault::TooWide {
                engine: dialect.words(),
            });
        }
        let query = Writer {
            tally: &tally,
            table,
        }
        .query(key);
        let sql = dialect.write(&query, &table.path, &table.names());
        if sql.len() > MAX_BYTES {
            return Err(SqlFault::TooLong { bytes: MAX_BYTES });
        }
        Ok(Self {
            sql,
            tally,
            dialect,
        })
    }

    /// Returns the SQL text.
    #[must_use]
    pub fn sql(&self) -> &str {
        &self.sql
    }

    /// Returns the number of columns of the answer, each of text.
    #[must_use]
    pub fn answer_columns(&self) -> usize {
        self.tally.sums.len() + 1
    }

    /// Returns the most rows of an answer.
    #[must_use]
    pub fn most_rows(&self) -> usize {
        self.tally.number_of_groups() + 1
    }

    /// Reads the answer, row by row. A cell that is NULL is `None`.
    ///
    /// # Errors
    /// [`SqlFault::ChangedTypes`]; [`SqlFault::Answer`] for an answer that no table has.
    pub fn read(&self, rows: &[Vec<Option<String>>]) -> Result<TallySums, SqlFault> {
        answer::read(&self.tally, self.dialect, rows)
    }

    /// Returns x of the sums that the plan's statement was answered with.
    ///
    /// # Errors
    /// As [`Plan::compute_from`].
    pub fn compute(&self, plan: &Plan, sums: &TallySums) -> poundwise_query::Result<Vec<i64>> {
        plan.compute_from(&self.tally, sums)
    }
}

struct Writer<'a> {
    tally: &'a QuestionTally,
    table: &'a LinkedTable,
}

impl Writer<'_> {
    fn query(&self, key: &[u8; 32]) -> Query {
        let mut with = vec![(CELLS, self.cells())];
        let mut source = CELLS;
        let mut kept = None;
        if let Some((_, most)) = self.tally.person {
            with.extend(self.chosen(key, most));
            source = CHOSEN;
            let place = Expr::Name(ORDINAL);
            kept = Some(place.infix(Infix::AtMost, Expr::integer(most)));
        }
        with.push((NUMBERS, self.numbers(source, kept)));
        Query {
            with,
            union: vec![self.sums(), self.guard()],
        }
    }

    /// The typed cells of each row.
    fn cells(&self) -> Select {
        let mut columns = Vec::new();
        for (place, column) in self.tally.columns.iter().enumerate() {
            let (value, text) = self.table.value(column.index);
            columns.push((value, cell(place)));
            if self.tally.person.is_some() {
                columns.extend(text.map(|text| (text, day(place))));
            }
        }
        if let Some((person, _)) = self.tally.person {
            let (value, text) = self.table.value(person.index);
            columns.push((value, PERSON));
            columns.extend(text.map(|text| (text, Name("q", None))));
        }
        if columns.is_empty() {
            columns.push((Expr::integer(0), PLACE));
        }
        Select::new(columns, From::Table)
    }

    fn names(&self) -> Vec<(Expr, Name)> {
        let places = 0..self.tally.columns.len();
        places
            .map(|place| (Expr::Name(cell(place)), cell(place)))
            .collect()
    }

    /// The rows of each person with their order, of which the first ones count.
    fn chosen(&self, key: &[u8; 32], most: u64) -> [(Name, Select); 3] {
        let with = |more: Vec<(Expr, Name)>| [self.names(), more].concat();
        let join = |one: Expr, other: Expr| one.infix(Infix::Join, other);
        let columns = self.tally.columns.iter().enumerate();
        let contents = columns.map(|(place, column)| {
            let (value, text) = (Expr::Name(cell(place)), Expr::Name(day(place)));
            netstring(
                &value,
                &text,
                column.column_type,
                self.table.decimals(column.index),
            )
        });
        let content = contents.reduce(join).unwrap_or_else(|| Expr::text(""));
        let value = Expr::Name(PERSON);
        let person = self.tally.person.map(|(person, _)| {
            let text = Expr::Name(Name("q", None));
            netstring(
                &value,
                &text,
                person.column_type,
                self.table.decimals(person.index),
            )
        });
        let mut named = Select::new(
            with(vec![
                (person.unwrap_or(Expr::Null), PERSON),
                (content, CONTENT),
            ]),
            From::Named(CELLS),
        );
        named.filter = Some(Expr::IsNotNull(value.into()));
        let person = || Expr::Name(PERSON).call(Function::Exact);
        let content = || Expr::Name(CONTENT).call(Function::Exact);
        let ordinal = Expr::RowNumber(vec![person(), content()], person().into());
        let counted = Select::new(
            with(vec![
                (Expr::Name(PERSON), PERSON),
                (Expr::Name(CONTENT), CONTENT),
                (Expr::CountOver(vec![person()]), ROWS),
                (ordinal.infix(Infix::Minus, Expr::integer(1)), ORDINAL),
            ]),
            From::Named(NAMED),
        );
        let hashed = [
            Expr::text(hexadecimal(key)),
            Expr::Name(PERSON),
            Expr::Name(CONTENT),
            Expr::Name(ORDINAL).call(Function::Digits),
        ];
        let hashed = hashed.into_iter().reduce(join).unwrap_or(Expr::Null);
        // Rows of a person with at most K rows are kept in any order, and not hashed.
        let is_beyond = Expr::Name(ROWS).infix(Infix::Above, Expr::integer(most));
        let order = Expr::Case(
            vec![(is_beyond, hashed.call(Function::Sha256))],
            Expr::Null.into(),
        );
        let place = Expr::RowNumber(vec![person()], order.into());
        let chosen = Select::new(with(vec![(place, ORDINAL)]), From::Named(COUNTED));
        [(NAMED, named), (COUNTED, counted), (CHOSEN, chosen)]
    }

    /// The group and the numbers of each row that counts.
    fn numbers(&self, source: Name, kept: Option<Expr>) -> Select {
        let value = |of: TallyCell| Expr::Name(cell(of.0));
        let mut lookups = Vec::new();
        let mut group: Option<Expr> = None;
        for (place, bins) in self.tally.groups.iter().enumerate() {
            let (bin, lookup) = bin(&value(bins.cell), bins, place);
            lookups.extend(lookup);
            group = Some(match group {
                None => bin,
                Some(before) => before
                    .infix(Infix::Times, Expr::integer(bins.size))
                    .infix(Infix::Plus, bin),
            });
        }
        let mut columns = vec![(group.unwrap_or_else(|| Expr::integer(0)), PLACE)];
        for (place, one) in self.tally.variables.iter().enumerate() {
            columns.push((number(&value(cell_of(one)), one), variable(place)));
        }
        let conditions = self.tally.conditions.iter();
        let conditions = conditions.map(|(cell, test)| passes(&value(*cell), test));
        let mut select = Select::new(columns, From::Named(source));
        select.lookups = lookups;
        select.filter = Expr::all(kept.into_iter().chain(conditions));
        select
    }

    /// The sums of each group, as text.
    fn sums(&self) -> Select {
        let numbers = (0..self.tally.variables.len()).map(|place| Expr::Name(variable(place)));
        let numbers: Vec<Expr> = numbers.collect();
        let ranges: Vec<u128> = self
            .tally
            .variables
            .iter()
            .map(TallyNumber::range)
            .collect();
        let sums = self.tally.sums.iter().map(|sum| match sum {
            TallySum::Rows => Expr::CountRows,
            TallySum::Product(exponents) => match product(&numbers, exponents, &ranges) {
                Some(product) => product.call(Function::Sum),
                None if self.tally.complete => Expr::CountRows,
                None => {
                    let first = numbers.first().cloned();
                    first.unwrap_or(Expr::Null).call(Function::Count)
                }
            },
        });
        let place = Expr::Name(PLACE).call(Function::Digits);
        let mut columns = vec![(place, Name("place", None))];
        let sums = (0..).zip(sums);
        columns.extend(sums.map(|(at, sum)| (sum.call(Function::Digits), Name("n", Some(at)))));
        let mut select = Select::new(columns, From::Named(NUMBERS));
        if self.tally.complete {
            let there = numbers.into_iter().map(|one| Expr::IsNotNull(one.into()));
            select.filter = Expr::all(there);
        }
        select.group = Some(PLACE);
        select
    }

    /// One row that says whether columns and session are as they were declared.
    fn guard(&self) -> Select {
        let person = self.tally.person.map(|(column, _)| column);
        let mut columns: Vec<TallyColumn> = self.tally.columns.clone();
        columns.extend(person.filter(|person| !columns.contains(person)));
        // For a question about rows alone, too: Sail takes files that are not there for a table
        // without columns and rows.
        let mut places: Vec<usize> = columns.into_iter().map(|column| column.index).collect();
        if places.is_empty() {
            places.push(0);
        }
        self.table
            .guard(places.into_iter(), self.tally.sums.len(), &Expr::text("0"))
    }
}

fn cell_of(number: &TallyNumber) -> TallyCell {
    match number {
        TallyNumber::Clamped { cell, .. }
        | TallyNumber::Texts(cell, _)
        | TallyNumber::Integers(cell, _) => *cell,
    }
}

fn hexadecimal(key: &[u8; 32]) -> String {
    let mut digits = String::with_capacity(64);
    for byte in key {
        // Writing into a string does not fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}
