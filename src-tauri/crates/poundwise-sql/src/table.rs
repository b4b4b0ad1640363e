//! A table in a database: its name, and its columns as they are stored.

use poundwise_query::Schema;
use poundwise_query::tally::kept_decimals;

use crate::answer::GUARD;
use crate::dialect::Dialect;
use crate::messages::SqlFault;
use crate::storage::CellStorage;
use crate::tree::{Expr, From, Function, Name, Select};

/// A column of a linked table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedColumn {
    /// Its name in the database, as it is there. The name in the schema is its canonical form.
    pub name: String,
    /// How its cells are stored.
    pub storage: CellStorage,
}

/// A table in a database, with the declared schema of its columns.
#[derive(Clone, Debug)]
pub struct LinkedTable {
    /// Dialect of the database.
    pub(crate) dialect: Dialect,
    /// The names of catalogue, schema and table, the table last.
    pub(crate) path: Vec<String>,
    pub(crate) columns: Vec<LinkedColumn>,
    decimals: Vec<u32>,
}

/// The most digits of a number, as everywhere in a table.
const MAX_DIGITS: u32 = 37;

impl LinkedTable {
    /// Returns the table of this path, whose columns are those of the schema in its order.
    ///
    /// # Errors
    /// [`SqlFault::OtherColumns`], [`SqlFault::DeclaredType`]; [`SqlFault::Name`] for a name that the
    /// database cannot have or cuts; [`SqlFault::LongDecimal`], [`SqlFault::LongNumber`] and
    /// [`SqlFault::DroppedDecimals`] for numbers that cannot be taken exactly. Floating-point
    /// columns have no [`CellStorage`].
    pub fn new(
        dialect: Dialect,
        path: Vec<String>,
        columns: Vec<LinkedColumn>,
        schema: &Schema,
    ) -> Result<Self, SqlFault> {
        if columns.len() != schema.columns().len() || path.is_empty() || path.len() > 3 {
            return Err(SqlFault::OtherColumns);
        }
        let names = columns.iter().map(|column| &column.name).chain(&path);
        for name in names {
            if !dialect.has_name(name) {
                return Err(SqlFault::Name {
                    engine: dialect.words(),
                    name: name.clone(),
                });
            }
        }
        let mut decimals = Vec::with_capacity(columns.len());
        for (column, declared) in columns.iter().zip(schema.columns()) {
            let name = || declared.name.clone();
            if column.storage.column_type() != declared.column_type {
                return Err(SqlFault::DeclaredType { column: name() });
            }
            decimals.push(match column.storage {
                CellStorage::Decimal(None) => kept_decimals(declared),
                CellStorage::Decimal(Some((precision, scale))) => {
                    let kept = kept_decimals(declared).min(scale);
                    if kept < scale && !dialect.rounds() {
                        return Err(SqlFault::DroppedDecimals {
                            engine: dialect.words(),
                            column: name(),
                        });
                    }
                    // A digit more, since rounding may carry.
                    let digits = (precision + kept).saturating_sub(scale) + u32::from(kept < scale);
                    if scale > precision || digits > MAX_DIGITS || !dialect.scales(precision, scale)
                    {
                        let column = name();
                        return Err(match dialect.rounds() && kept > 0 {
                            true => SqlFault::LongDecimal { column },
                            false => SqlFault::LongNumber { column },
                        });
                    }
                    kept
                }
                CellStorage::Integer | CellStorage::Text | CellStorage::Date => 0,
            });
        }
        Ok(Self {
            dialect,
            path,
            columns,
            decimals,
        })
    }

    /// Returns the dialect of the database.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Returns the scale of the integers that a statement makes of the numbers of a column.
    pub(crate) fn decimals(&self, index: usize) -> u32 {
        self.decimals.get(index).copied().unwrap_or_default()
    }

    /// Returns the expression of the value of a cell, and that of the text of a date.
    pub(crate) fn value(&self, index: usize) -> (Expr, Option<Expr>) {
        // Each column was found before.
        let Some(LinkedColumn { name, storage }) = self.columns.get(index) else {
            return (Expr::Null, None);
        };
        let raw = Expr::Column(name.clone());
        match storage {
            CellStorage::Text => (raw.call(Function::CanonicalText), None),
            CellStorage::Date => (
                raw.clone().call(Function::Days),
                Some(raw.call(Function::DayText)),
            ),
            CellStorage::Integer | CellStorage::Decimal(_) => {
                let scaled = Function::Scaled(*storage, self.decimals(index));
                (raw.call(scaled), None)
            }
        }
    }

    /// Returns the guard row, whose first number is 1 if these columns and the session are as they
    /// were declared. It has `numbers` columns after its place, and `rest` in the others.
    pub(crate) fn guard(
        &self,
        columns: impl Iterator<Item = usize>,
        numbers: usize,
        rest: &Expr,
    ) -> Select {
        let types = columns.filter_map(|index| {
            let column = self.columns.get(index)?;
            Some(Expr::HasType(column.name.clone(), column.storage))
        });
        let holds = Expr::all(std::iter::once(Expr::IsUnicode).chain(types));
        let holds = holds.unwrap_or(Expr::IsUnicode);
        let yes = Expr::Case(vec![(holds, Expr::integer(1))], Expr::integer(0).into());
        let mut columns = vec![
            (Expr::text(GUARD), Name("place", None)),
            (yes.call(Function::Digits), Name("n", Some(0))),
        ];
        let others = 1..numbers;
        columns.extend(others.map(|at| (rest.clone(), Name("n", Some(at)))));
        Select::new(columns, From::One)
    }
}
