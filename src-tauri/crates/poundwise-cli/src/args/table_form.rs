//! Options for how the file of a table is written.

use clap::{Args, Parser, ValueEnum};
use poundwise_market::view::{CurrencyMark, Encoding, Grouping, Quotes, SignForms, TableForm};

use super::values::{ColumnNames, Decimals, Separators, currency_mark, encodings};

/// How the file is written.
#[derive(Args)]
#[command(next_help_heading = "How the file is written")]
pub(crate) struct Form {
    /// The first row is data; --columns names the columns
    #[arg(long, requires = "columns")]
    no_header: bool,
    /// Names of the columns, in the file's order; a name with a comma goes into double quotes
    #[arg(
        long,
        value_name = "A,B,C",
        requires = "no_header",
        allow_hyphen_values = true
    )]
    columns: Option<ColumnNames>,
    /// The line with the names of the columns, from 1; with --no-header, that of the first row. The
    /// lines above it are skipped [default: 1; a preview proposes one]
    #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(u64).range(1..))]
    header: Option<u64>,
    /// Number of rows of the header; the first has the names, the others are skipped [default: 1; a
    /// preview proposes one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    header_rows: Option<u64>,
    /// Number of lines at the end of the file that are no rows [default: 0; a preview proposes one]
    #[arg(long, value_name = "N")]
    lines_below: Option<u64>,
    /// Columns that are left out, with commas between them; a column without a name is 'column N'
    #[arg(long, value_name = "A,B,C", allow_hyphen_values = true)]
    ignore: Option<ColumnNames>,
    /// The sheet of a workbook [default: its only visible one]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    sheet: Option<String>,
    /// Leave out empty cells after the last column; a line of separators alone is then blank
    #[arg(long)]
    trailing_separators: bool,
    /// The character between the cells [default: comma; a preview proposes one]
    #[arg(long)]
    separator: Option<Separators>,
    /// Whether double quotes enclose cells or are ordinary characters [default: double; a preview
    /// proposes one]
    #[arg(long)]
    quotes: Option<QuoteMarks>,
    /// The encoding of the text [default: utf-8; a preview proposes one]
    #[arg(long, value_name = "NAME", value_parser = encodings())]
    encoding: Option<Encoding>,
    /// The sign before the decimals of a number [default: point; a preview proposes one]
    #[arg(long)]
    decimal: Option<Decimals>,
    /// The marks between groups of digits [default: any if --decimal is given, else none]
    #[arg(long, value_name = "MARKS")]
    thousands: Option<Thousands>,
    /// Signs besides - before the number, with commas between them [default: usual if --decimal is
    /// given, else plain]
    #[arg(long, value_name = "SIGNS", value_delimiter = ',')]
    signs: Option<Vec<Signs>>,
    /// Currency signs and codes beside numbers, with commas between them; they are left out
    #[arg(long, value_name = "MARKS", value_delimiter = ',', value_parser = currency_mark)]
    currency: Option<Vec<CurrencyMark>>,
    /// Read 12 % as the number 12
    #[arg(long)]
    percent: bool,
    /// Read 007 as the number 7
    #[arg(long)]
    leading_zeros: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum QuoteMarks {
    Double,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum Thousands {
    /// 1234567
    None,
    /// 1,234,567
    Comma,
    /// 1.234.567
    Point,
    /// 1 234 567, also with thin spaces and those that do not break
    Space,
    /// 1'234'567
    Apostrophe,
    /// 12,34,567
    Indian,
    /// Each of these that is not the decimal separator
    Any,
}

impl From<Thousands> for Grouping {
    fn from(said: Thousands) -> Self {
        match said {
            Thousands::None => Self::None,
            Thousands::Comma => Self::Comma,
            Thousands::Point => Self::Point,
            Thousands::Space => Self::Space,
            Thousands::Apostrophe => Self::Apostrophe,
            Thousands::Indian => Self::Indian,
            Thousands::Any => Self::Any,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Signs {
    /// None of the others
    Plain,
    /// Dash, trailing and brackets
    Usual,
    /// +5
    Plus,
    /// The minus sign U+2212 and dashes
    Dash,
    /// 5-
    Trailing,
    /// (5) for -5
    Brackets,
}

fn sign_forms(said: &[Signs]) -> SignForms {
    let mut signs = SignForms::default();
    for one in said {
        match one {
            Signs::Plain => {}
            Signs::Usual => {
                signs = SignForms {
                    plus: signs.plus,
                    ..SignForms::USUAL
                }
            }
            Signs::Plus => signs.plus = true,
            Signs::Dash => signs.dash = true,
            Signs::Trailing => signs.trailing = true,
            Signs::Brackets => signs.brackets = true,
        }
    }
    signs
}

impl Form {
    /// Reads one option as it is typed on a terminal: `decimal comma`.
    pub(crate) fn typed(line: &str) -> Option<Self> {
        #[derive(Parser)]
        #[command(no_binary_name = true, disable_help_flag = true)]
        struct Typed {
            #[command(flatten)]
            form: Form,
        }
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        let option = format!("--{name}");
        let value = Some(value.trim()).filter(|value| !value.is_empty());
        let words = std::iter::once(option.as_str()).chain(value);
        Some(Typed::try_parse_from(words).ok()?.form)
    }

    /// Changes the parts of a form that are stated.
    pub(crate) fn change(self, form: &mut TableForm) {
        if let Some(decimal) = self.decimal {
            form.decimal = Some(decimal.sign());
            form.grouping = Some(Grouping::Any);
            form.signs = Some(SignForms {
                plus: form.signs.is_some_and(|signs| signs.plus),
                ..SignForms::USUAL
            });
        }
        if let Some(columns) = self.columns {
            form.columns = Some(columns.into_names());
        }
        if let Some(separator) = self.separator {
            form.separator = Some(separator.separator());
        }
        if let Some(quotes) = self.quotes {
            form.quotes = Some(match quotes {
                QuoteMarks::Double => Quotes::Double,
                QuoteMarks::None => Quotes::None,
            });
        }
        if let Some(thousands) = self.thousands {
            form.grouping = Some(thousands.into());
        }
        if let Some(signs) = self.signs {
            form.signs = Some(sign_forms(&signs));
        }
        form.encoding = self.encoding.or(form.encoding);
        form.currency = self.currency.or(form.currency.take());
        form.first_line = self.header.or(form.first_line);
        form.header_rows = self.header_rows.or(form.header_rows);
        form.lines_below = self.lines_below.or(form.lines_below);
        if let Some(ignored) = self.ignore {
            form.ignored = ignored.into_names();
        }
        form.sheet = self.sheet.or(form.sheet.take());
        form.trailing_separators = self
            .trailing_separators
            .then_some(true)
            .or(form.trailing_separators);
        form.percent |= self.percent;
        form.leading_zeros |= self.leading_zeros;
    }
}

impl From<Form> for TableForm {
    fn from(said: Form) -> Self {
        let mut form = Self::default();
        said.change(&mut form);
        form
    }
}
