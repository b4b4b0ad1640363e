//! Code that reads an exported answer, in Python with its standard library where that can read the
//! form, and in R. No digit is lost in Python; R's numbers keep 15 of them.

use super::ExportFormat;

/// Returns Python code that reads a file of answers.
pub(super) fn python(format: ExportFormat, file: &str) -> String {
    let file = quoted(file);
    match format {
        ExportFormat::Csv => format!(
            r#"import csv, re
from decimal import Decimal

numbers = ["estimate", "noise_low95", "noise_high95", "epsilon"]
with open({file}, encoding="utf-8", newline="") as table:
    answers = list(csv.DictReader(table))
for answer in answers:
    for name, cell in answer.items():
        if name in numbers:
            answer[name] = Decimal(cell) if cell else None
        else:  # an apostrophe keeps a spreadsheet from computing a text
            answer[name] = re.sub(r"^'(?='*[=+\-@\t\r])", "", cell)
for answer in answers:
    print(answer["label"], answer["estimate"], answer["noise_low95"], answer["noise_high95"])
"#
        ),
        ExportFormat::Json => format!(
            r#"import json
from decimal import Decimal

numbers = ["estimate", "noise_low95", "noise_high95", "epsilon"]
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
pub(super) fn r(format: ExportFormat, file: &str) -> String {
    let file = quoted(file);
    let read = match format {
        ExportFormat::Csv => format!(
            r#"answers <- read.csv({file}, colClasses = "character", na.strings = "",
                    encoding = "UTF-8")
# an apostrophe keeps a spreadsheet from computing a text
answers[] <- lapply(answers, sub, pattern = "^'(?='*[=+@\t\r-])", replacement = "",
                    perl = TRUE)
"#
        ),
        ExportFormat::Json => format!("answers <- jsonlite::fromJSON({file})\n"),
        ExportFormat::Parquet => format!("answers <- arrow::read_parquet({file})\n"),
    };
    format!(
        r#"{read}numbers <- c("estimate", "noise_low95", "noise_high95", "epsilon")
answers[numbers] <- lapply(answers[numbers], as.numeric)
answers[c("label", "estimate", "noise_low95", "noise_high95")]
"#
    )
}

/// Returns a text as both languages quote it: JSON's escapes are theirs too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
