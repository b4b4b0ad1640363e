//! Bins from what an owner has at hand: a codebook, the ends and the width of bands, or a range of
//! periods. All are statements of the owner's; no table is read.

use std::collections::HashSet;

use poundwise_documents::units::{Decimal, Period};

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, EdgeFault, QueryFault};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::text::canonical_text;

/// The most bins that are read from a codebook or made of a width.
const MAX_BINS: usize = 100_000;

/// The first words of a codebook's heading.
const HEADINGS: [&str; 6] = ["code", "codes", "value", "values", "wert", "schlüssel"];

/// Returns the values that a codebook lists, in its order, each once.
///
/// One line is a list divided by tabs, semicolons or commas; of several lines each is an entry.
/// Where all entries have a tab, an equals sign, a semicolon, a colon before a space, or
/// the same number of commas, what stands behind it is the value's meaning and is left out. A value
/// may stand in double quotes. A heading is left out, and so are empty lines.
///
/// # Errors
/// `no-bins`: it lists none; `too-many-values`.
pub fn codebook(text: &str) -> Result<Vec<String>> {
    let lines: Vec<&str> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let mut values = match lines.as_slice() {
        [] => Vec::new(),
        [line] => coded(&listed(line)),
        lines => {
            let mut values = coded(lines);
            if HEADINGS.contains(&values[0].to_lowercase().as_str()) {
                values.remove(0);
            }
            values
        }
    };
    let mut seen = HashSet::new();
    values.retain(|value| !value.is_empty() && seen.insert(value.clone()));
    if values.is_empty() {
        return Err(
            Error::usage(QueryErrorCode::NoBins, QuestionMessage::EmptyCodebook)
                .hint(QueryHint::WriteCodebook),
        );
    }
    few(values.len())?;
    Ok(values)
}

/// Returns an edge of bins as a person typed it, with a point.
///
/// # Errors
/// `edges`.
pub fn edge(text: &str) -> Result<Decimal> {
    let text = text.trim();
    text.parse().map_err(|_| {
        let text = text.to_owned();
        let fault = EdgeFault::NoNumber { text: text.clone() };
        Error::usage(
            QueryErrorCode::Edges,
            QuestionMessage::EdgeNotANumber { text },
        )
        .hint(QueryHint::WriteRisingEdges)
        .at(QueryFault::Edges { fault })
    })
}

/// Returns the edges of bands of one width from `low` to `high`; the last band is narrower where
/// the width does not divide the range.
///
/// # Errors
/// `edges`: a width that is not above 0, or ends that do not rise; `too-many-values`.
pub fn bands(low: Decimal, high: Decimal, width: Decimal) -> Result<Vec<Decimal>> {
    if !width.is_positive() {
        return Err(
            Error::usage(QueryErrorCode::Edges, QuestionMessage::BandWidth { width })
                .hint(QueryHint::WidthAboveZero)
                .at(QueryFault::Edges {
                    fault: EdgeFault::NoWidth,
                }),
        );
    }
    if low >= high {
        return Err(Error::usage(
            QueryErrorCode::Edges,
            QuestionMessage::BandsNotRising { low, high },
        )
        .hint(QueryHint::LowerBoundFirst)
        .at(QueryFault::Edges {
            fault: EdgeFault::EndsNotRising,
        }));
    }
    let mut edges = vec![low];
    let mut edge = low;
    loop {
        edge = edge
            .checked_add(&width)
            .filter(|next| *next < high)
            .unwrap_or(high);
        edges.push(edge);
        if edge == high {
            return Ok(edges);
        }
        few(edges.len())?;
    }
}

/// Returns the periods of one unit from `first` to `last`, such as the months from `2026-01` to
/// `2026-12`.
///
/// # Errors
/// `periods`: a text is no period, the periods have two units, or the last one is before the first.
/// `too-many-values`.
pub fn periods(first: &str, last: &str) -> Result<Vec<Period>> {
    let refused = |message: QuestionMessage| {
        Error::usage(QueryErrorCode::Periods, message).hint(QueryHint::WritePeriods)
    };
    let read = |text: &str| {
        let text = canonical_text(text);
        text.parse::<Period>().map_err(|_| {
            refused(QuestionMessage::NotAPeriod {
                text: text.to_string(),
            })
        })
    };
    let (first, last) = (read(first)?, read(last)?);
    if first.unit() != last.unit() {
        return Err(refused(QuestionMessage::PeriodsOfTwoUnits {
            first: first.to_string(),
            last: last.to_string(),
        }));
    }
    if first.first() > last.first() {
        return Err(refused(QuestionMessage::PeriodsNotRising {
            first: first.to_string(),
            last: last.to_string(),
        }));
    }
    let mut periods = vec![first];
    let mut period = first;
    while period != last {
        let Some(next) = period.next() else { break };
        period = next;
        periods.push(period);
        few(periods.len())?;
    }
    Ok(periods)
}

/// Checks that there are not too many bins.
///
/// # Errors
/// `too-many-values`.
pub(crate) fn few(bins: usize) -> Result<()> {
    if bins <= MAX_BINS {
        return Ok(());
    }
    Err(Error::usage(
        QueryErrorCode::TooManyValues,
        QuestionMessage::TooManyBins { most: MAX_BINS },
    )
    .hint(QueryHint::FewerBins)
    .at(QueryFault::TooMany {
        of: Counted::Bins,
        most: MAX_BINS as u64,
        found: None,
    }))
}

/// Divides one line into its entries.
fn listed(line: &str) -> Vec<&str> {
    let mark = ['\t', ';', ',']
        .into_iter()
        .find(|mark| line.contains(*mark));
    mark.map_or_else(|| vec![line], |mark| fields(line, mark))
}

/// Returns the value of each of several entries.
fn coded(lines: &[&str]) -> Vec<String> {
    let marks = ["\t", "=", ";", ": "];
    let mark = marks
        .into_iter()
        .find(|mark| lines.iter().all(|line| before(line, mark).is_some()));
    if let Some(mark) = mark {
        let value = |line: &&str| before(line, mark).map(unquoted).unwrap_or_default();
        return lines.iter().map(value).collect();
    }
    let first = |line: &str| -> (usize, String) {
        let fields = fields(line, ',');
        (
            fields.len(),
            fields.first().map_or_else(String::new, |one| unquoted(one)),
        )
    };
    let read: Vec<(usize, String)> = lines.iter().map(|line| first(line)).collect();
    if read.iter().all(|(fields, _)| *fields == read[0].0) {
        return read.into_iter().map(|(_, value)| value).collect();
    }
    lines.iter().map(|line| unquoted(line)).collect()
}

/// Returns the text before a mark that is not the line's first sign and not in quotes.
fn before<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let skip = quoted(line);
    let at = line[skip..].find(mark)? + skip;
    (at > 0).then(|| line[..at].trim())
}

/// Returns the length of a quoted value at the beginning of a line; 0 where there is none.
fn quoted(line: &str) -> usize {
    let Some(rest) = line.strip_prefix('"') else {
        return 0;
    };
    let mut at = 0;
    while let Some(end) = rest[at..].find('"').map(|end| at + end) {
        if rest[end + 1..].starts_with('"') {
            at = end + 2;
        } else {
            return end + 2;
        }
    }
    0
}

/// Splits a line at a mark, outside of quotes.
fn fields(line: &str, mark: char) -> Vec<&str> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        let start = rest.len() - rest.trim_start().len();
        let skip = start + quoted(&rest[start..]);
        match rest[skip..].find(mark) {
            Some(at) => {
                fields.push(rest[..skip + at].trim());
                rest = &rest[skip + at + mark.len_utf8()..];
            }
            None => {
                fields.push(rest.trim());
                return fields;
            }
        }
    }
}

/// Returns a value without the quotes around it.
fn unquoted(text: &str) -> String {
    let text = canonical_text(text);
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .map_or_else(
            || text.to_string(),
            |inner| canonical_text(&inner.replace("\"\"", "\"")).into_owned(),
        )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn values(text: &str) -> Vec<String> {
        codebook(text).unwrap()
    }

    #[test]
    fn a_codebook_gives_its_values_without_their_meanings() {
        for text in [
            "1=never\n2=often\n9 = refused",
            "1\tnever\n2\toften, or so\n9\trefused",
            "1;never\r\n2;often\r\n9;refused\r\n",
            "1: never\n2: often: daily\n9: refused",
            "1,never\n2,often\n9,refused",
            "Code,Label\n1,never\n2,often\n9,refused",
            "\u{feff}value\tlabel\n1\tnever\n\n2\toften\n9\trefused",
            "1\n2\n9\n2\n",
            "1, 2, 9",
            "1 = never; 2 = often; 9 = refused",
            "1;2;9",
            "\"1\",\"never, ever\"\n\"2\",\"often\"\n\"9\",\"refused\"",
        ] {
            assert_eq!(values(text), ["1", "2", "9"], "{text:?}");
        }
    }

    #[test]
    fn a_line_without_a_meaning_is_a_value_as_it_stands() {
        assert_eq!(values("Ulm, old\nBonn"), ["Ulm, old", "Bonn"]);
        assert_eq!(values("18:30\n19:00"), ["18:30", "19:00"]);
        assert_eq!(values("\"Ulm, old\", Bonn"), ["Ulm, old", "Bonn"]);
        assert_eq!(values("\"a=b\"=first\nc=second"), ["a=b", "c"]);
        // A doubled quotation mark does not end what is quoted.
        let doubled = "\"say \"\"a=b\"\"\"=first\nc=second";
        assert_eq!(values(doubled), ["say \"a=b\"", "c"]);
        assert_eq!(values("say \"\"x\"\""), ["say \"\"x\"\""]);
        assert_eq!(values("\"say \"\"x\"\"\""), ["say \"x\""]);
        // A single word is no heading.
        assert_eq!(values("value"), ["value"]);
        assert_eq!(values("=\n\"\n"), ["=", "\""]);
        assert_eq!(values("=a\n=b"), ["=a", "=b"]);
    }

    #[test]
    fn a_codebook_without_values_is_none() {
        for text in ["", " \n\t\n", ",", "\"\""] {
            assert_eq!(
                codebook(text).unwrap_err().code(),
                Some(QueryErrorCode::NoBins),
                "{text:?}"
            );
        }
        let mut many: Vec<String> = (0..MAX_BINS).map(|n| n.to_string()).collect();
        assert_eq!(values(&many.join("\n")).len(), MAX_BINS);
        many.push("one more".to_owned());
        let many = codebook(&many.join("\n")).unwrap_err();
        assert_eq!(many.code(), Some(QueryErrorCode::TooManyValues));
    }

    #[test]
    fn bands_are_exact_and_end_where_they_are_said_to() {
        let of = |low: &str, high: &str, width: &str| -> Result<String> {
            let [low, high, width] = [low, high, width].map(|text| text.parse().unwrap());
            let edges: Vec<String> = bands(low, high, width)?
                .iter()
                .map(Decimal::to_string)
                .collect();
            Ok(edges.join(" "))
        };
        assert_eq!(of("0", "30", "10").unwrap(), "0 10 20 30");
        assert_eq!(of("0", "0.5", "0.1").unwrap(), "0 0.1 0.2 0.3 0.4 0.5");
        assert_eq!(of("-1", "1.5", "1").unwrap(), "-1 0 1 1.5");
        assert_eq!(of("0", "1", "5").unwrap(), "0 1");
        for (low, high, width) in [
            ("0", "1", "0"),
            ("0", "1", "-1"),
            ("1", "1", "1"),
            ("2", "1", "1"),
        ] {
            assert_eq!(
                of(low, high, width).unwrap_err().code(),
                Some(QueryErrorCode::Edges)
            );
        }
        assert_eq!(
            of("0", "1000000", "1").unwrap_err().code(),
            Some(QueryErrorCode::TooManyValues)
        );
    }
}
