//! Code that reads an exported answer, in Python with its standard library where that can read the
//! form, and in R. No digit is lost in Python; R's numbers keep 15 of them.

use poundwise_documents::units::DecimalSign;

use super::ExportFormat;
use crate::spreadsheet::CsvForm;

/// Returns Python code that reads a file of answers.
pub(super) fn python((format, csv): (ExportFormat, CsvForm), file: &str) -> String {
    let file = quoted(file);
    let is_default = csv == CsvForm::default();
    let encoding = if csv.mark { "utf-8-sig" } else { "utf-8" };
    let delimiter = match is_default {
        true => String::new(),
        false => format!(", delimiter={}", separator(csv)),
    };
    let pointed = match csv.decimal {
        DecimalSign::Point => "cell",
        DecimalSign::Comma => r#"cell.replace(",", ".")"#,
    };
    match format {
        ExportFormat::Csv => format!(
            r#"import csv, re
from decimal import Decimal

numbers = ["estimate", "noise_low95", "noise_high95", "epsilon", "rho"]
with open({file}, encoding="{encoding}", newline="") as table:
    answers = list(csv.DictReader(table{delimiter}))
for answer in answers:
    for name, cell in answer.items():
        if name in numbers:
            answer[name] = Decimal({pointed}) if cell else None
        else:  # an apostrophe keeps a spreadsheet from computing a text
            answer[name] = re.sub(r"^'(?='*[=+\-@\t\r])", "", cell)
for answer in answers:
    print(answer["label"], answer["estimate"], answer["noise_low95"], answer["noise_high95"])
"#
        ),
        ExportFormat::Json => format!(
            r#"import json
from decimal import Decimal

numbers = ["estimate", "noise_low95", "noise_high95", "epsilon", "rho"]
with open({file}, encoding="utf-8") as table:
    answers = json.load(table, parse_float=Decimal, parse_int=Decimal)
for answer in answers:
    for name in numbers:
        if answer[name] is not None:
            answer[name] = Decimal(answer[name])
for answer in answers:
    print(answer["label"], answer["estimate"], answer["noise_low95"], answer["noise_high95"])
"#
        ),
        ExportFormat::Parquet => format!(
            r#"import pandas  # and pyarrow

answers = pandas.read_parquet({file})
print(answers[["label", "estimate", "noise_low95", "noise_high95"]])
"#
        ),
    }
}

/// Returns R code that reads a file of answers.
pub(super) fn r((format, csv): (ExportFormat, CsvForm), file: &str) -> String {
    let file = quoted(file);
    let encoding = if csv.mark {
        "fileEncoding = \"UTF-8-BOM\""
    } else {
        "encoding = \"UTF-8\""
    };
    let separator = match csv == CsvForm::default() {
        true => String::new(),
        false => format!(", sep = {}", separator(csv)),
    };
    let comma = match (format, csv.decimal) {
        (ExportFormat::Csv, DecimalSign::Comma) => {
            "\nanswers[numbers] <- lapply(answers[numbers], chartr, old = \",\", new = \".\")"
        }
        _ => "",
    };
    let read = match format {
        ExportFormat::Csv => format!(
            r#"answers <- read.csv({file}, colClasses = "character", na.strings = "",
                    {encoding}{separator})
# an apostrophe keeps a spreadsheet from computing a text
answers[] <- lapply(answers, sub, pattern = "^'(?='*[=+@\t\r-])", replacement = "",
                    perl = TRUE)
"#
        ),
        ExportFormat::Json => format!("answers <- jsonlite::fromJSON({file})\n"),
        ExportFormat::Parquet => format!("answers <- arrow::read_parquet({file})\n"),
    };
    format!(
        r#"{read}numbers <- c("estimate", "noise_low95", "noise_high95", "epsilon", "rho"){comma}
answers[numbers] <- lapply(answers[numbers], as.numeric)
answers[c("label", "estimate", "noise_low95", "noise_high95")]
"#
    )
}

/// Returns the character between the cells, in quotes.
fn separator(csv: CsvForm) -> String {
    quoted(&char::from(csv.separator.byte()).to_string())
}

/// Returns a text as both languages quote it: JSON's escapes are theirs too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
