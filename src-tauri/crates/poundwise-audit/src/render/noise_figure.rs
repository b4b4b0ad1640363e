//! The tests of the noise on the page: what was released as bars, what honest noise gives as a
//! line, and the numbers.

use maud::{Markup, html};

use super::parts::Column::{Number, Text};
use super::parts::{level, table};
use crate::report::words::{Words, fill};
use crate::report::{AuditReport, NoiseBin, NoiseTest};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 200.0;
const HEIGHT: f64 = 238.0;
/// Every so many bars a number is written below.
const EVERY: usize = 4;
/// Pairs of releases that the table shows.
const PAIRS: usize = 12;

/// Returns a test, a figure and a table for each law; nothing where the noise was not tested.
pub(super) fn section(words: &Words, report: &AuditReport) -> Markup {
    if report.noise.is_empty() {
        return Markup::default();
    }
    html! {
        h2 { (words.page.law.heading) } "\n"
        p { (words.page.law.about) } "\n"
        @for test in &report.noise { (test_section(words, test)) }
    }
}

fn test_section(words: &Words, test: &NoiseTest) -> Markup {
    let title = test.titles.join(", ");
    let counted = [
        words.count(test.increments),
        words.count(test.unchanged),
        tenths(words, test.unchanged_expected),
        words.count(test.unchanged_low),
        words.count(test.unchanged_high),
    ];
    let counted = counted.each_ref().map(String::as_str);
    html! {
        h3 { (title) } "\n"
        p { strong { (sentence(&words.verdict(test))) } } "\n"
        p {
            (words.counted(test.pairs, words.page.law.counted, &counted))
            "\n"
            (outcome(words, test))
        } "\n"
        (figure(words, &title, &test.bins))
        @if !test.pairs_shown.is_empty() { (pairs(words, test)) }
    }
}

fn outcome(words: &Words, test: &NoiseTest) -> String {
    let unchanged = probability(words, test.p_unchanged);
    let (Some(statistic), Some(degrees), Some(p)) = (test.statistic, test.degrees, test.p_law)
    else {
        return fill(words.page.law.too_few, &[&unchanged]);
    };
    let written = [
        &tenths(words, statistic),
        &words.count(degrees.into()),
        &probability(words, p),
        &unchanged,
        &words.decimal(&format!("{:.1e}", test.threshold)),
        &words.decimal(&format!("{:.0}", 1.0 / test.false_alarms)),
    ];
    fill(words.page.law.outcome, &written.map(String::as_str))
}

fn pairs(words: &Words, test: &NoiseTest) -> Markup {
    let said = &words.page.law;
    let rows = test.pairs_shown.iter().take(PAIRS).map(|pair| {
        html! {
            td { (pair.title) }
            td.n { (level(words, pair.low.get())) }
            td.n { (level(words, pair.high.get())) }
            td.n { (words.count(pair.increments)) }
            td.n { (words.count(pair.unchanged)) }
            td.n { (tenths(words, pair.unchanged_expected)) }
        }
    });
    let columns = [
        Text(words.page.books.question),
        Number(said.from),
        Number(said.to),
        Number(said.values),
        Number(said.unchanged),
        Number(said.by_the_law),
    ];
    let more = test.pairs.saturating_sub(PAIRS as u64);
    html! {
        (table(&columns, rows))
        @if more > 0 { p.quiet { (fill(said.more_pairs, &[&words.count(more)])) } "\n" }
    }
}

/// Returns the words as a sentence: a capital first, a full stop last.
fn sentence(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string());
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), characters.as_str())
}

/// Returns a probability in two or three digits.
fn probability(words: &Words, p: f64) -> String {
    words.decimal(&if p < 0.001 {
        format!("{p:.1e}")
    } else {
        format!("{p:.3}")
    })
}

fn tenths(words: &Words, number: f64) -> String {
    words.decimal(&format!("{number:.1}"))
}

#[allow(clippy::cast_precision_loss, reason = "for a figure")]
fn figure(words: &Words, title: &str, bins: &[NoiseBin]) -> Markup {
    let most = bins
        .iter()
        .map(|bin| bin.expected.max(bin.observed as f64))
        .fold(0.0, f64::max);
    // Nothing to draw; and what was read from a file may be no number.
    if !most.is_normal() {
        return Markup::default();
    }
    let said = &words.page.law;
    let slot = (WIDTH - LEFT) / bins.len() as f64;
    let up = |count: f64| BOTTOM - (BOTTOM - TOP) * count / most;
    let one = |number: f64| format!("{number:.1}");
    let grid = round_counts(most).map(|counted| {
        let y = up(counted as f64);
        html! {
            line.grid x1=(LEFT.to_string()) x2=(WIDTH.to_string()) y1=(one(y)) y2=(one(y)) {}
            text x=((LEFT - 6.0).to_string()) y=(one(y + 4.0)) text-anchor="end" {
                (words.count(counted))
            } "\n"
        }
    });
    let mut law = Vec::with_capacity(2 * bins.len());
    for (place, bin) in bins.iter().enumerate() {
        let (x, y) = (LEFT + slot * place as f64, up(bin.expected));
        law.extend([(x, y), (x + slot, y)].map(|(x, y)| format!("{x:.1},{y:.1}")));
    }
    let bars = bins.iter().enumerate().map(|(place, bin)| {
        let (x, y) = (LEFT + slot * place as f64, up(bin.observed as f64));
        let (left, width) = (one(x + slot * 0.12), one(slot * 0.76));
        html! {
            rect.seen x=(left) y=(one(y)) width=(width) height=(one(BOTTOM - y)) {} "\n"
            @if place % EVERY == (bins.len() / 2) % EVERY {
                text x=(one(x + slot / 2.0)) y=((BOTTOM + 17.0).to_string())
                    text-anchor="middle" { (label(words, bin)) } "\n"
            }
        }
    });
    html! {
        figure { "\n"
            figcaption { (said.caption) } "\n"
            svg viewBox={ "0 0 " (WIDTH.to_string()) " " (HEIGHT.to_string()) } role="img"
                aria-label=(fill(said.figure, &[title])) { "\n"
                @for line in grid { (line) }
                @for bar in bars { (bar) }
                polyline.law points=(law.join(" ")) {} "\n"
                line.axis x1=(LEFT.to_string()) x2=(WIDTH.to_string()) y1=(BOTTOM.to_string())
                    y2=(BOTTOM.to_string()) {} "\n"
                text x=(WIDTH.to_string()) y=((HEIGHT - 4.0).to_string()) text-anchor="end" {
                    (said.axis)
                } "\n"
            } "\n"
        } "\n"
    }
}

/// Returns the counts at which a line is drawn: round ones, from two to five up to the most.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count, for a figure"
)]
fn round_counts(most: f64) -> impl Iterator<Item = u64> {
    let most = most as u64;
    let half = most / 2;
    let steps = (0..18).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let step = steps.take_while(|step| *step <= half).last().unwrap_or(1);
    (1..=most / step).map(move |times| times * step)
}

/// Returns a bar's range: its middle, where it is wide.
fn label(words: &Words, bin: &NoiseBin) -> String {
    let number = |number: i64| {
        let sign = if number < 0 { "-" } else { "" };
        format!("{sign}{}", words.count(number.unsigned_abs()))
    };
    match (bin.from, bin.to) {
        (Some(from), Some(to)) => number(from.saturating_add(to) / 2),
        (Some(from), None) => format!("≥ {}", number(from)),
        (None, Some(to)) => format!("≤ {}", number(to)),
        (None, None) => words.page.law.all.to_owned(),
    }
}
