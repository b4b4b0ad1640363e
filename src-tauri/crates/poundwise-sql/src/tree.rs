//! The closed syntax tree of statements. Names and texts of an owner are leaves of the tree.

use num_bigint::BigInt;

use crate::storage::CellStorage;

/// A name of this crate, such as `c0`. It needs no quotes in any dialect.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) &'static str, pub(crate) Option<usize>);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)?;
        self.1.map_or(Ok(()), |number| write!(f, "{number}"))
    }
}

/// Names of the selections of a statement.
pub(crate) const CELLS: Name = Name("poundwise_cells", None);
pub(crate) const NAMED: Name = Name("poundwise_named", None);
pub(crate) const COUNTED: Name = Name("poundwise_counted", None);
pub(crate) const CHOSEN: Name = Name("poundwise_chosen", None);
pub(crate) const NUMBERS: Name = Name("poundwise_numbers", None);
/// The names of selections, which no table of one name may have.
pub(crate) const SELECTIONS: [Name; 5] = [CELLS, NAMED, COUNTED, CHOSEN, NUMBERS];

/// An operator between two expressions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Infix {
    And,
    Or,
    Equal,
    NotEqual,
    Below,
    AtMost,
    Above,
    AtLeast,
    Plus,
    Minus,
    Times,
    Join,
}

impl Infix {
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Or => "OR",
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Join => "||",
        }
    }
}

/// A function that each dialect writes in its own way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    /// The canonical form of a text, or NULL if that is empty.
    CanonicalText,
    /// A text as it is compared: byte by byte, whatever the collation.
    Exact,
    /// The number of bytes of a text in UTF-8.
    Bytes,
    /// A number as an integer of 10^-decimals, rounded half away from zero.
    Scaled(CellStorage, u32),
    /// A day as its number of days after 1970-01-01, or NULL outside of the years 1 to 9999.
    Days,
    /// A day as YYYY-MM-DD.
    DayText,
    /// An integer as decimal digits.
    Digits,
    /// SHA-256 of a text in UTF-8, in a form that is ordered byte by byte.
    Sha256,
    /// An integer of the widest type.
    Wide,
    /// The exact sum of integers over the rows of a group; 0 for no integer.
    Sum,
    /// The number of values that are not NULL.
    Count,
}

/// An expression.
#[derive(Clone)]
pub(crate) enum Expr {
    Null,
    Integer(BigInt),
    Text(String),
    Name(Name),
    /// A column of the linked table, by its name there.
    Column(String),
    /// The first value whose condition holds, or the last one.
    Case(Vec<(Expr, Expr)>, Box<Expr>),
    Infix(Infix, Box<Expr>, Box<Expr>),
    IsNull(Box<Expr>),
    IsNotNull(Box<Expr>),
    /// The first value, or the second one if that is NULL.
    Or(Box<Expr>, Box<Expr>),
    Call(Function, Box<Expr>),
    CountRows,
    /// The number of rows with equal values.
    CountOver(Vec<Expr>),
    /// The number of a row, from 1, among those with equal values, in an order.
    RowNumber(Vec<Expr>, Box<Expr>),
    /// Whether the column still has its type.
    HasType(String, CellStorage),
    /// Whether the session gives texts as they are stored, in UTF-8.
    IsUnicode,
}

impl Expr {
    pub(crate) fn integer(value: impl Into<BigInt>) -> Self {
        Self::Integer(value.into())
    }

    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn call(self, function: Function) -> Self {
        Self::Call(function, self.into())
    }

    pub(crate) fn infix(self, infix: Infix, other: Self) -> Self {
        Self::Infix(infix, self.into(), other.into())
    }

    /// Returns whether all of the conditions hold, or `None` for no condition.
    pub(crate) fn all(conditions: impl IntoIterator<Item = Self>) -> Option<Self> {
        let and = |one: Self, other: Self| one.infix(Infix::And, other);
        conditions.into_iter().reduce(and)
    }
}

/// The source of the rows of a selection.
pub(crate) enum From {
    /// The linked table.
    Table,
    /// A selection before.
    Named(Name),
    /// One row.
    One,
}

/// Keys with numbers, to be joined by equality.
pub(crate) struct Lookup {
    /// Name of the list of values.
    pub(crate) name: Name,
    /// Name of the numbers.
    pub(crate) number: Name,
    /// Name of the keys.
    pub(crate) key: Name,
    pub(crate) values: Vec<(usize, Expr)>,
    pub(crate) on: Expr,
}

/// A selection of rows.
pub(crate) struct Select {
    pub(crate) columns: Vec<(Expr, Name)>,
    pub(crate) from: From,
    pub(crate) lookups: Vec<Lookup>,
    pub(crate) filter: Option<Expr>,
    pub(crate) group: Option<Name>,
}

impl Select {
    pub(crate) fn new(columns: Vec<(Expr, Name)>, from: From) -> Self {
        Self {
            columns,
            from,
            lookups: Vec::new(),
            filter: None,
            group: None,
        }
    }
}

/// Selections that follow one another, and the rows of the last ones together.
pub(crate) struct Query {
    pub(crate) with: Vec<(Name, Select)>,
    pub(crate) union: Vec<Select>,
}
