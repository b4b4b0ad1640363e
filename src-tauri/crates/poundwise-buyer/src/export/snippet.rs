//! Code that reads an exported answer, in Python with its standard library where that can read the
//! form, and in R. No digit is lost in Python; R's numbers keep 15 of them.

use poundwise_documents::units::DecimalSign;

use super::{ExportFormat, quoted};
use crate::spreadsheet::CsvForm;

/// Python code that computes ranges and quantiles again, from the bins.
const RANGES_IN_PYTHON: &str = r#"
# ranges and quantiles again, from the bins
DASH = " \u2013 "
bins = []
for answer in answers:
    edges = answer["label"].split(DASH)
    if len(edges) == 2 and not edges[0].startswith("range "):
        bins.append((Decimal(edges[0]), Decimal(edges[1]), Decimal(str(answer["estimate"]))))
below = [Decimal(0)]
for low, high, rows in bins:
    below.append(below[-1] + rows)

def quantile(share):
    excess = [rows - share * below[-1] for rows in below]
    first = next(i for i, rows in enumerate(excess) if rows >= 0)
    last = max(i for i, rows in enumerate(excess) if rows <= 0)
    zero = lambda i: i + excess[i] / (excess[i] - excess[i + 1])
    ends = [zero(first - 1) if first > 0 else first, zero(last) if last < len(bins) else last]
    place = (ends[0] + max(ends)) / 2
    low, high, rows = bins[min(int(place), len(bins) - 1)]
    return low + (high - low) * (place - min(int(place), len(bins) - 1))

for answer in answers:
    kind, _, of = answer["label"].partition(" ")
    if kind == "range":
        ends = [Decimal(end) for end in of.split(DASH)]
        print(answer["label"], sum(rows for low, high, rows in bins
                                   if ends[0] <= low and high <= ends[1]))
    elif kind == "quantile":
        print(answer["label"], quantile(Decimal(of)))
"#;

/// R code that does the same.
const RANGES_IN_R: &str = r#"
# ranges and quantiles again, from the bins
edges <- strsplit(answers$label, " \u2013 ")
of_bin <- lengths(edges) == 2 & !startsWith(answers$label, "range ")
bins <- data.frame(low = as.numeric(sapply(edges[of_bin], `[`, 1)),
                   high = as.numeric(sapply(edges[of_bin], `[`, 2)),
                   rows = answers$estimate[of_bin])
below <- c(0, cumsum(bins$rows))
quantile_of <- function(share) {
  excess <- below - share * below[length(below)]
  zero <- function(i) i + excess[i] / (excess[i] - excess[i + 1])
  first <- which(excess >= 0)[1]
  last <- max(which(excess <= 0))
  ends <- c(if (first > 1) zero(first - 1) else first,
            if (last < length(below)) zero(last) else last)
  place <- (ends[1] + max(ends)) / 2
  bin <- min(floor(place), nrow(bins))
  bins$low[bin] + (bins$high[bin] - bins$low[bin]) * (place - bin)
}
for (label in answers$label) {
  of <- sub("^[a-z]+ ", "", label)
  if (startsWith(label, "range ")) {
    ends <- as.numeric(strsplit(of, " \u2013 ")[[1]])
    print(c(label, sum(bins$rows[bins$low >= ends[1] & bins$high <= ends[2]])))
  } else if (startsWith(label, "quantile ")) {
    print(c(label, quantile_of(as.numeric(of))))
  }
}
"#;

/// Returns Python code that reads a file of answers, and computes its ranges again if it has some.
pub(super) fn python(form: (ExportFormat, CsvForm), file: &str, has_ranges: bool) -> String {
    let read = reading_in_python(form, file);
    match (has_ranges, form.0) {
        (false, _) => read,
        (true, ExportFormat::Csv | ExportFormat::Json) => read + RANGES_IN_PYTHON,
        (true, ExportFormat::Parquet) => {
            let records = "from decimal import Decimal\n\nanswers = answers.to_dict(\"records\")\n";
            format!("{read}{records}{RANGES_IN_PYTHON}")
        }
    }
}

fn reading_in_python((format, csv): (ExportFormat, CsvForm), file: &str) -> String {
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

/// Returns R code that reads a file of answers, and computes its ranges again if it has some.
pub(super) fn r(form: (ExportFormat, CsvForm), file: &str, has_ranges: bool) -> String {
    let ranges = if has_ranges { RANGES_IN_R } else { "" };
    reading_in_r(form, file) + ranges
}

fn reading_in_r((format, csv): (ExportFormat, CsvForm), file: &str) -> String {
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
