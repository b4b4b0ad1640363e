//! The form of a table's file: in words, and as options.

use poundwise_market::view::{
    CsvPreview, CurrencyMark, DecimalSign, Encoding, Grouping, Quotes, Separator, SignForms,
    TableFileKind, TableForm, UnreadReason,
};

use crate::language::say;
use crate::messages::{CellWay, FormText, FormWord};
use crate::shell::in_quotes;

/// Returns the lines above or below a table, for one line of text.
pub(super) fn around(lines: &[String], above: bool) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    let (number, shown) = (lines.len(), shown.join(", "));
    say(if above {
        FormText::LinesAbove { number, shown }
    } else {
        FormText::LinesBelow { number, shown }
    })
}

pub(super) fn header_rows(form: &TableForm) -> String {
    match form.header_rows() {
        1 => String::new(),
        rows => say(FormText::FirstHasNames { rows }),
    }
}

/// Returns the forms of numbers that are read besides plain ones, each in words with an example.
pub(super) fn numbers(form: &TableForm) -> Vec<String> {
    let numbers = form.numbers();
    let comma = numbers.decimal == DecimalSign::Comma;
    let marks = match numbers.grouping {
        Grouping::None => None,
        Grouping::Comma => Some(FormWord::Commas),
        Grouping::Point => Some(FormWord::Points),
        Grouping::Space => Some(FormWord::Spaces),
        Grouping::Apostrophe => Some(FormWord::Apostrophes),
        Grouping::Indian => Some(FormWord::Lakhs),
        Grouping::Any if comma => Some(FormWord::AnyWithComma),
        Grouping::Any => Some(FormWord::AnyWithPoint),
    };
    let signs = numbers.signs;
    let signs = [
        (signs.plus, FormWord::Plus),
        (signs.dash, FormWord::Dashes),
        (signs.trailing, FormWord::TrailingSigns),
        (signs.brackets, FormWord::Brackets),
        (numbers.percent, FormWord::Percent),
        (numbers.leading_zeros, FormWord::LeadingZeros),
    ];
    let signs = signs.into_iter().filter(|(is, _)| *is);
    let mut words: Vec<String> = marks
        .into_iter()
        .chain(signs.map(|(_, word)| word))
        .map(say)
        .collect();
    if !numbers.currency.is_empty() {
        words.push(say(FormText::LeftOut {
            marks: list(&numbers.currency),
        }));
    }
    words
}

fn list(marks: &[CurrencyMark]) -> String {
    let marks: Vec<&str> = marks.iter().map(CurrencyMark::as_str).collect();
    marks.join(",")
}

pub(super) fn separator(separator: Separator) -> FormWord {
    match separator {
        Separator::Comma => FormWord::Comma,
        Separator::Semicolon => FormWord::Semicolon,
        Separator::Tab => FormWord::Tab,
        Separator::Bar => FormWord::Bar,
    }
}

pub(super) fn quotes(quotes: Quotes) -> FormWord {
    match quotes {
        Quotes::Double => FormWord::QuotesAroundCells,
        Quotes::None => FormWord::QuotesAreCharacters,
    }
}

/// Returns the kind and the declared format of a dataset's file.
pub(super) fn read_with(kind: TableFileKind, form: &TableForm) -> String {
    let mut words = vec![say(kind)];
    if kind == TableFileKind::Csv {
        words.push(say(separator(form.separator())));
        words.push(say(match form.decimal {
            Some(DecimalSign::Comma) => FormWord::DecimalComma,
            Some(DecimalSign::Point) | None => FormWord::DecimalPoint,
        }));
    }
    if form.quotes() == Quotes::None {
        words.push(say(FormWord::NoQuotes));
    }
    if form.encoding() != Encoding::Utf8 {
        words.push(say(form.encoding()));
    }
    if let Some(sheet) = form.sheet.clone() {
        words.push(say(FormText::Sheet { sheet }));
    }
    // What the decimal sign declares is not repeated.
    let declared = form.numbers();
    let implied = [
        (Grouping::Any, SignForms::USUAL),
        (Grouping::Point, SignForms::default()),
    ];
    let mut others = form.clone();
    if implied.contains(&(declared.grouping, declared.signs)) {
        others.grouping = Some(Grouping::None);
        others.signs = None;
    }
    words.extend(numbers(&others));
    if form.first_line() > 1 {
        words.push(say(FormText::FromLine {
            line: form.first_line(),
        }));
    }
    if form.header_rows() > 1 {
        words.push(say(FormText::HeaderRows {
            rows: form.header_rows(),
        }));
    }
    if form.lines_below() > 0 {
        words.push(say(FormText::WithoutLastLines {
            lines: form.lines_below(),
        }));
    }
    if form.trailing_separators() {
        words.push(say(FormWord::NoTrailingSeparators));
    }
    if !form.ignored.is_empty() {
        words.push(say(FormText::Without {
            columns: form.ignored.join(", "),
        }));
    }
    words.join(", ")
}

/// Returns the decimal sign by which numbers were read, with an example.
pub(super) fn decimal_sign(preview: &CsvPreview) -> String {
    let sign = say(match preview.decimal {
        DecimalSign::Comma => FormWord::CommaAsIn,
        DecimalSign::Point => FormWord::PointAsIn,
    });
    if preview.decimal == preview.proposed_decimal {
        sign
    } else {
        say(FormText::SuggestOther { sign })
    }
}

/// Returns the options that read the file as it was previewed, with a space before each.
pub(super) fn form_options(form: &TableForm, preview: &CsvPreview) -> String {
    let mut options = String::new();
    if form.columns.is_some() {
        options.push_str(" --no-header --columns NAME,NAME,...");
    }
    if let Some(sheet) = &preview.form.sheet {
        options.push_str(&format!(" --sheet {}", in_quotes(sheet)));
    }
    if form.separator.is_some() || preview.delimiter != Separator::Comma {
        options.push_str(" --separator ");
        options.push_str(separator_word(preview.delimiter));
    }
    options.push_str(&number_options(form, preview));
    options.push_str(match preview.quotes {
        Quotes::None => " --quotes none",
        Quotes::Double if form.quotes.is_some() => " --quotes double",
        Quotes::Double => "",
    });
    if form.encoding.is_some() || preview.encoding != Encoding::Utf8 {
        options.push_str(" --encoding ");
        options.push_str(preview.encoding.as_str());
    }
    let read_as = &preview.form;
    for (option, number, usual) in [
        ("header", read_as.first_line(), 1),
        ("header-rows", read_as.header_rows(), 1),
        ("lines-below", read_as.lines_below(), 0),
    ] {
        if number != usual {
            options.push_str(&format!(" --{option} {number}"));
        }
    }
    if read_as.trailing_separators() {
        options.push_str(" --trailing-separators");
    }
    if !read_as.ignored.is_empty() {
        let names: Vec<String> = read_as.ignored.iter().map(|name| field(name)).collect();
        options.push_str(&format!(" --ignore {}", in_quotes(&names.join(","))));
    }
    options
}

/// Returns a name as a list of names has it.
fn field(name: &str) -> String {
    if name.contains(['"', ',']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

/// Returns the options by which numbers are read as they were previewed.
fn number_options(form: &TableForm, preview: &CsvPreview) -> String {
    let mut options = String::new();
    let read_as = &preview.form;
    let numbers = read_as.numbers();
    let commas = preview.columns.iter().any(|column| column.with_comma > 0);
    let declared = form.decimal.is_some() || read_as.grouping.is_some() || commas;
    let states_sign = declared || numbers.decimal == DecimalSign::Comma;
    if states_sign {
        options.push_str(match numbers.decimal {
            DecimalSign::Comma => " --decimal comma",
            DecimalSign::Point => " --decimal point",
        });
    }
    let implied = if states_sign {
        (Grouping::Any, SignForms::USUAL)
    } else {
        (Grouping::None, SignForms::default())
    };
    if let Some(grouping) = read_as.grouping.filter(|grouping| *grouping != implied.0) {
        options.push_str(&format!(" --thousands {}", grouping_word(grouping)));
    }
    if let Some(signs) = read_as.signs.filter(|signs| *signs != implied.1) {
        options.push_str(&format!(" --signs {}", signs_word(signs)));
    }
    if !numbers.currency.is_empty() {
        let marks = list(&numbers.currency);
        options.push_str(&format!(" --currency {}", in_quotes(&marks)));
    }
    if numbers.percent {
        options.push_str(" --percent");
    }
    if numbers.leading_zeros {
        options.push_str(" --leading-zeros");
    }
    options
}

fn separator_word(separator: Separator) -> &'static str {
    match separator {
        Separator::Comma => "comma",
        Separator::Semicolon => "semicolon",
        Separator::Tab => "tab",
        Separator::Bar => "bar",
    }
}

fn grouping_word(grouping: Grouping) -> &'static str {
    match grouping {
        Grouping::None => "none",
        Grouping::Comma => "comma",
        Grouping::Point => "point",
        Grouping::Space => "space",
        Grouping::Apostrophe => "apostrophe",
        Grouping::Indian => "indian",
        Grouping::Any => "any",
    }
}

fn signs_word(signs: SignForms) -> String {
    let plain = SignForms {
        plus: false,
        ..signs
    };
    let mut words = Vec::new();
    if plain == SignForms::USUAL {
        words.push("usual");
    } else {
        for (is, word) in [
            (signs.dash, "dash"),
            (signs.trailing, "trailing"),
            (signs.brackets, "brackets"),
        ] {
            if is {
                words.push(word);
            }
        }
    }
    if signs.plus {
        words.push("plus");
    }
    if words.is_empty() {
        words.push("plain");
    }
    words.join(",")
}

/// Returns the missing option that would make a cell a number, in words.
pub(super) fn way_out(reason: &UnreadReason) -> Option<CellWay> {
    let without = |option: &str| {
        Some(CellWay::WithoutOption {
            option: option.to_owned(),
        })
    };
    match reason {
        UnreadReason::DecimalSign => Some(CellWay::ThisDecimalSign),
        UnreadReason::Grouping(grouping) => {
            without(&format!("--thousands {}", grouping_word(*grouping)))
        }
        UnreadReason::Plus => without("--signs plus"),
        UnreadReason::Dash => without("--signs dash"),
        UnreadReason::TrailingSign => without("--signs trailing"),
        UnreadReason::Brackets => without("--signs brackets"),
        UnreadReason::Percent => without("--percent"),
        UnreadReason::LeadingZeros => without("--leading-zeros"),
        UnreadReason::Currency(mark) => {
            without(&format!("--currency {}", in_quotes(mark.as_str())))
        }
        UnreadReason::TooManyDigits => Some(CellWay::TooManyDigits),
        UnreadReason::NoNumber => None,
    }
}
