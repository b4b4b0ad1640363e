//! The tests of the noise on the page: what was released as bars, what honest noise gives as a
//! line, and the numbers.

use maud::{Markup, html};
use poundwise_documents::Language;

use super::parts::Column::{Number, Text};
use super::parts::{level, number, table};
use crate::messages::{Figure, NoiseMessage, PageText};
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
pub(super) fn section(language: Language, report: &AuditReport) -> Markup {
    if report.noise.is_empty() {
        return Markup::default();
    }
    html! {
        h2 { (language.write(&PageText::LawOfNoise)) } "\n"
        p { (language.write(&PageText::AboutLaw)) } "\n"
        @for test in &report.noise { (test_section(language, test)) }
    }
}

fn test_section(language: Language, test: &NoiseTest) -> Markup {
    let title = test.titles.join(", ");
    html! {
        h3 { (title) } "\n"
        p { strong { (sentence(&language.write(&test.words()).to_string())) } } "\n"
        p {
            (language.write(&NoiseMessage::counts(test)))
            "\n"
            (language.write(&NoiseMessage::outcome(test)))
        } "\n"
        (figure(language, &title, &test.bins))
        @if !test.pairs_shown.is_empty() { (pairs(language, test)) }
    }
}

fn pairs(language: Language, test: &NoiseTest) -> Markup {
    let rows = test.pairs_shown.iter().take(PAIRS).map(|pair| {
        html! {
            td { (pair.title) }
            (number(language, level(pair.low.get())))
            (number(language, level(pair.high.get())))
            (number(language, pair.increments))
            (number(language, pair.unchanged))
            (number(language, Figure::tenths(pair.unchanged_expected)))
        }
    });
    let columns = [
        Text(PageText::Question),
        Number(PageText::From),
        Number(PageText::To),
        Number(PageText::Values),
        Number(PageText::Unchanged),
        Number(PageText::ByTheLaw),
    ];
    let more = test.pairs.saturating_sub(PAIRS as u64);
    html! {
        (table(language, &columns, rows))
        @if more > 0 { p.quiet { (language.write(&PageText::MorePairs { count: more })) } "\n" }
    }
}

/// Returns the words as a sentence: a capital first, a full stop last.
fn sentence(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string());
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), characters.as_str())
}

#[allow(clippy::cast_precision_loss, reason = "for a figure")]
fn figure(language: Language, title: &str, bins: &[NoiseBin]) -> Markup {
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
    let grid = round_counts(most).map(|counted| {
        let y = up(counted as f64);
        html! {
            line.grid x1=(LEFT.to_string()) x2=(WIDTH.to_string()) y1=(one(y)) y2=(one(y)) {}
            text x=((LEFT - 6.0).to_string()) y=(one(y + 4.0)) text-anchor="end" {
                (language.write(&counted))
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
                    text-anchor="middle" { (label(language, bin)) } "\n"
            }
        }
    });
    html! {
        figure { "\n"
            figcaption { (language.write(&PageText::ChangesCaption)) } "\n"
            svg viewBox={ "0 0 " (WIDTH.to_string()) " " (HEIGHT.to_string()) } role="img"
                aria-label=(language.write(&PageText::ChangesOf { title: title.to_owned() })) { "\n"
                @for line in grid { (line) }
                @for bar in bars { (bar) }
                polyline.law points=(law.join(" ")) {} "\n"
                line.axis x1=(LEFT.to_string()) x2=(WIDTH.to_string()) y1=(BOTTOM.to_string())
                    y2=(BOTTOM.to_string()) {} "\n"
                text x=(WIDTH.to_string()) y=((HEIGHT - 4.0).to_string()) text-anchor="end" {
                    (language.write(&PageText::ChangeAxis))
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
fn label(language: Language, bin: &NoiseBin) -> String {
    let number = |number: i64| language.write(&number).to_string();
    match (bin.from, bin.to) {
        (Some(from), Some(to)) => number(from.saturating_add(to) / 2),
        (Some(from), None) => format!("≥ {}", number(from)),
        (None, Some(to)) => format!("≤ {}", number(to)),
        (None, None) => language.write(&PageText::AllChanges).to_string(),
    }
}
