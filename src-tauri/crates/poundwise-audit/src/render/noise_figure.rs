//! The tests of the noise on the page: what was released as bars, what honest noise gives as a
//! line, and the numbers.

use maud::{Markup, html};

use super::parts::Column::{Number, Text};
use super::parts::{level, table};
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
pub(super) fn section(report: &AuditReport) -> Markup {
    if report.noise.is_empty() {
        return Markup::default();
    }
    html! {
        h2 { "The law of the noise" } "\n"
        p {
            "A verdict keeps its false-alarm rate only for bundles that were not chosen by their "
            "values."
        } "\n"
        @for test in &report.noise { (test_section(test)) }
    }
}

fn test_section(test: &NoiseTest) -> Markup {
    let title = test.titles.join(", ");
    html! {
        h3 { (title) } "\n"
        p { strong { (sentence(&test.words())) } } "\n"
        p {
            (test.increments) " increments between "
            @if test.pairs == 1 { "one pair" } @else { (test.pairs) " pairs" }
            " of releases at successive levels. " (test.unchanged) " of them are 0; honest noise "
            "leaves " (format_args!("{:.1}", test.unchanged_expected)) " so, between "
            (test.unchanged_low) " and " (test.unchanged_high) " in 95 of 100 cases."
            "\n"
            (outcome(test))
        } "\n"
        (figure(&title, &test.bins))
        @if !test.pairs_shown.is_empty() { (pairs(test)) }
    }
}

fn outcome(test: &NoiseTest) -> Markup {
    let unchanged = probability(test.p_unchanged);
    let (Some(statistic), Some(degrees), Some(p)) = (test.statistic, test.degrees, test.p_law)
    else {
        return html! {
            "There are too few of them to tell their sizes apart; of the number unchanged, p = "
            (unchanged) "."
        };
    };
    html! {
        "Over all sizes of change, χ² = " (format_args!("{statistic:.1}")) " on " (degrees)
        " degrees of freedom, p = " (probability(p)) "; of the number unchanged, p = "
        (unchanged) ". Below " (format_args!("{:.1e}", test.threshold)) " the noise is called "
        "dishonest, which happens to honest noise in fewer than 1 of "
        (format_args!("{:.0}", 1.0 / test.false_alarms)) " audits."
    }
}

fn pairs(test: &NoiseTest) -> Markup {
    let rows = test.pairs_shown.iter().take(PAIRS).map(|pair| {
        html! {
            td { (pair.title) }
            td.n { (level(pair.low_micro_epsilon)) }
            td.n { (level(pair.high_micro_epsilon)) }
            td.n { (pair.increments) }
            td.n { (pair.unchanged) }
            td.n { (format_args!("{:.1}", pair.unchanged_expected)) }
        }
    });
    let columns = [
        Text("Question"),
        Number("From"),
        Number("To"),
        Number("Values"),
        Number("Unchanged"),
        Number("By the law"),
    ];
    let more = test.pairs.saturating_sub(PAIRS as u64);
    html! {
        (table(&columns, rows))
        @if more > 0 { p.quiet { "and " (more) " more pairs." } "\n" }
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
fn probability(p: f64) -> String {
    if p < 0.001 {
        format!("{p:.1e}")
    } else {
        format!("{p:.3}")
    }
}

#[allow(clippy::cast_precision_loss, reason = "for a figure")]
fn figure(title: &str, bins: &[NoiseBin]) -> Markup {
    let most = bins
        .iter()
        .map(|bin| bin.expected.max(bin.observed as f64))
        .fold(0.0, f64::max);
    // Nothing to draw; and what was read from a file may be no number.
    if !most.is_normal() {
        return Markup::default();
    }
    let slot = (WIDTH - LEFT) / bins.len() as f64;
    let up = |count: f64| BOTTOM - (BOTTOM - TOP) * count / most;
    let one = |number: f64| format!("{number:.1}");
    let grid = [0.5, 1.0].map(|part| {
        let y = up(most * part);
        html! {
            line.grid x1=(LEFT.to_string()) x2=(WIDTH.to_string()) y1=(one(y)) y2=(one(y)) {}
            text x=((LEFT - 6.0).to_string()) y=(one(y + 4.0)) text-anchor="end" {
                (format_args!("{:.0}", most * part))
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
                    text-anchor="middle" { (label(bin)) } "\n"
            }
        }
    });
    html! {
        figure { "\n"
            figcaption {
                "Changes between releases, by size in lattice steps: bars for what was released, "
                "the line for what honest noise gives"
            } "\n"
            svg viewBox={ "0 0 " (WIDTH.to_string()) " " (HEIGHT.to_string()) } role="img"
                aria-label={ (title) ": observed and expected changes" } { "\n"
                @for line in grid { (line) }
                @for bar in bars { (bar) }
                polyline.law points=(law.join(" ")) {} "\n"
                line.axis x1=(LEFT.to_string()) x2=(WIDTH.to_string()) y1=(BOTTOM.to_string())
                    y2=(BOTTOM.to_string()) {} "\n"
                text x=(WIDTH.to_string()) y=((HEIGHT - 4.0).to_string()) text-anchor="end" {
                    "change in lattice steps"
                } "\n"
            } "\n"
        } "\n"
    }
}

/// Returns a bar's range: its middle, where it is wide.
fn label(bin: &NoiseBin) -> String {
    match (bin.from, bin.to) {
        (Some(from), Some(to)) => ((from.saturating_add(to)) / 2).to_string(),
        (Some(from), None) => format!("≥ {from}"),
        (None, Some(to)) => format!("≤ {to}"),
        (None, None) => "all".to_owned(),
    }
}
