//! The form of a table's file: in words, and as options.

use poundwise_market::view::{
    CsvPreview, CurrencyMark, DecimalSign, Encoding, Grouping, Quotes, Separator, SignForms,
    TableFileKind, TableForm, UnreadReason,
};

use crate::shell::in_quotes;

/// Returns the lines around a table, for one line of text.
pub(super) fn around(lines: &[String], side: &str) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    format!(
        "{} that are {side} the table: {}",
        lines.len(),
        shown.join(", ")
    )
}

pub(super) fn header_rows(form: &TableForm) -> String {
    match form.header_rows() {
        1 => String::new(),
        rows => format!("{rows}; the first has the names, the others are skipped"),
    }
}

/// Returns the forms of numbers that are read besides plain ones, each in words with an example.
pub(super) fn numbers(form: &TableForm) -> Vec<String> {
    let numbers = form.numbers();
    let mut words: Vec<String> = Vec::new();
    let comma = numbers.decimal == DecimalSign::Comma;
    let marks = match numbers.grouping {
        Grouping::None => "",
        Grouping::Comma => "commas between thousands (1,234)",
        Grouping::Point => "points between thousands (1.234)",
        Grouping::Space => "spaces between thousands (1 234)",
        Grouping::Apostrophe => "apostrophes between thousands (1'234)",
        Grouping::Indian => "commas between lakhs and thousands (12,34,567)",
        Grouping::Any if comma => "points, spaces or apostrophes between thousands (1.234)",
        Grouping::Any => "commas, spaces or apostrophes between thousands (1,234)",
    };
    let signs = numbers.signs;
    for (is, what) in [
        (!marks.is_empty(), marks),
        (signs.plus, "a plus (+5)"),
        (signs.dash, "dashes as a minus (\u{2212}5)"),
        (signs.trailing, "signs after the number (5-)"),
        (signs.brackets, "parentheses as a minus ((5))"),
        (numbers.percent, "percent signs (12 % is 12)"),
        (numbers.leading_zeros, "leading zeros (007 is 7)"),
    ] {
        if is {
            words.push(what.to_owned());
        }
    }
    if !numbers.currency.is_empty() {
        words.push(format!("left out: {}", list(&numbers.currency)));
    }
    words
}

fn list(marks: &[CurrencyMark]) -> String {
    let marks: Vec<&str> = marks.iter().map(CurrencyMark::as_str).collect();
    marks.join(",")
}

pub(super) fn separator(separator: Separator) -> &'static str {
    match separator {
        Separator::Comma => "comma",
        Separator::Semicolon => "semicolon",
        Separator::Tab => "tab",
    }
}

pub(super) fn quotes(quotes: Quotes) -> &'static str {
    match quotes {
        Quotes::Double => "double, around cells",
        Quotes::None => "none: they are characters like any other",
    }
}

/// Returns the kind and the declared format of a dataset's file.
pub(super) fn read_with(kind: TableFileKind, form: &TableForm) -> String {
    let mut words = vec![kind.to_string()];
    if kind == TableFileKind::Csv {
        words.push(separator(form.separator()).to_owned());
        words.push(match form.decimal {
            Some(DecimalSign::Comma) => "decimal comma".to_owned(),
            Some(DecimalSign::Point) | None => "decimal point".to_owned(),
        });
    }
    if form.quotes() == Quotes::None {
        words.push("no quotes".to_owned());
    }
    if form.encoding() != Encoding::Utf8 {
        words.push(form.encoding().to_string());
    }
    if let Some(sheet) = &form.sheet {
        words.push(format!("sheet {sheet}"));
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
        words.push(format!("from line {}", form.first_line()));
    }
    if form.header_rows() > 1 {
        words.push(format!("{} header rows", form.header_rows()));
    }
    if form.lines_below() > 0 {
        words.push(format!("without the last {} lines", form.lines_below()));
    }
    if form.trailing_separators() {
        words.push("without trailing separators".to_owned());
    }
    if !form.ignored.is_empty() {
        words.push(format!("without {}", form.ignored.join(", ")));
    }
    words.join(", ")
}

/// Returns the decimal sign by which numbers were read, with an example.
pub(super) fn decimal_sign(preview: &CsvPreview) -> String {
    let how = if preview.decimal == preview.proposed_decimal {
        ""
    } else {
        "; the cells suggest the other one"
    };
    match preview.decimal {
        DecimalSign::Comma => format!("comma, as in 1.234,5{how}"),
        DecimalSign::Point => format!("point, as in 1234.5{how}"),
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
        options.push_str(separator(preview.delimiter));
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

/// Returns the missing option that would make a cell a number, in words; empty if there is none.
pub(super) fn way_out(reason: &UnreadReason) -> String {
    match reason {
        UnreadReason::DecimalSign => " with this decimal sign".to_owned(),
        UnreadReason::Grouping(grouping) => {
            format!(" without --thousands {}", grouping_word(*grouping))
        }
        UnreadReason::Plus => " without --signs plus".to_owned(),
        UnreadReason::Dash => " without --signs dash".to_owned(),
        UnreadReason::TrailingSign => " without --signs trailing".to_owned(),
        UnreadReason::Brackets => " without --signs brackets".to_owned(),
        UnreadReason::Percent => " without --percent".to_owned(),
        UnreadReason::LeadingZeros => " without --leading-zeros".to_owned(),
        UnreadReason::Currency(mark) => {
            format!(" without --currency {}", in_quotes(mark.as_str()))
        }
        UnreadReason::TooManyDigits => ": it has more than 37 digits".to_owned(),
        UnreadReason::NoNumber => String::new(),
    }
}
