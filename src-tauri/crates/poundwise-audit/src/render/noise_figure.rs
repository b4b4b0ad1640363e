//! The tests of the noise on the page: what was released as bars, what honest noise gives as a
//! line, and the numbers.

use std::fmt::{self, Write};

use super::html::Text;
use crate::report::{NoiseBin, NoiseTest, Report};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 46.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 200.0;
const HEIGHT: f64 = 238.0;
/// Every so many bars a number is written below.
const EVERY: usize = 4;

pub(super) fn write(out: &mut String, report: &Report) -> fmt::Result {
    if report.noise.is_empty() {
        return Ok(());
    }
    out.push_str(
        "<h2>The law of the noise</h2>\n<p>A verdict keeps its false-alarm rate only for bundles \
         that were not chosen by their values.</p>\n",
    );
    report
        .noise
        .iter()
        .try_for_each(|test| write_test(out, test))
}

fn write_test(out: &mut String, test: &NoiseTest) -> fmt::Result {
    let title = test.titles.join(", ");
    writeln!(
        out,
        "<h3>{}</h3>\n<p><strong>{}</strong></p>\n<p>{} increments between {} of releases at \
         successive levels. {} of them are 0; honest noise leaves {:.1} so, between {} and {} in 95 of 100 cases.",
        Text(&title),
        Text(&sentence(&test.words())),
        test.increments,
        if test.pairs == 1 {
            "one pair".to_owned()
        } else {
            format!("{} pairs", test.pairs)
        },
        test.unchanged,
        test.unchanged_expected,
        test.unchanged_low,
        test.unchanged_high
    )?;
    match (test.statistic, test.degrees, test.p_law) {
        (Some(statistic), Some(degrees), Some(p)) => writeln!(
            out,
            "Over all sizes of change, χ² = {statistic:.1} on {degrees} degrees of freedom, p = {}; of the number \
             unchanged, p = {}. Below {:.1e} the noise is called dishonest, which happens to honest noise in fewer than 1 \
             of {:.0} audits.</p>",
            probability(p),
            probability(test.p_unchanged),
            test.threshold,
            1.0 / test.false_alarms
        )?,
        _ => writeln!(
            out,
            "There are too few of them to tell their sizes apart; of the number unchanged, p = {}.</p>",
            probability(test.p_unchanged)
        )?,
    }
    write_figure(out, &title, &test.bins)?;
    if !test.pairs_shown.is_empty() {
        out.push_str(
            "<table>\n<tr><th>Question</th><th class=\"n\">From</th><th class=\"n\">To</th><th class=\"n\">Values</th>\
             <th class=\"n\">Unchanged</th><th class=\"n\">By the law</th></tr>\n",
        );
        for pair in test.pairs_shown.iter().take(12) {
            writeln!(
                out,
                "<tr><td>{}</td><td class=\"n\">ε {}</td><td class=\"n\">ε {}</td><td class=\"n\">{}</td>\
                 <td class=\"n\">{}</td><td class=\"n\">{:.1}</td></tr>",
                Text(&pair.title),
                pair.low_micro_epsilon,
                pair.high_micro_epsilon,
                pair.increments,
                pair.unchanged,
                pair.unchanged_expected
            )?;
        }
        out.push_str("</table>\n");
        let more = test.pairs.saturating_sub(12);
        if more > 0 {
            writeln!(out, "<p class=\"quiet\">and {more} more pairs.</p>")?;
        }
    }
    Ok(())
}

/// As it stands by itself: a capital first, a full stop last.
fn sentence(words: &str) -> String {
    let mut characters = words.chars();
    let first = characters.next().map(|c| c.to_uppercase().to_string());
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), characters.as_str())
}

/// As people read it.
fn probability(p: f64) -> String {
    if p < 0.001 {
        format!("{p:.1e}")
    } else {
        format!("{p:.3}")
    }
}

#[allow(clippy::cast_precision_loss, reason = "for a figure")]
fn write_figure(out: &mut String, title: &str, bins: &[NoiseBin]) -> fmt::Result {
    let most = bins
        .iter()
        .map(|bin| bin.expected.max(bin.observed as f64))
        .fold(0.0, f64::max);
    // Nothing to draw; and what was read from a file may be no number.
    if !most.is_normal() {
        return Ok(());
    }
    let slot = (WIDTH - LEFT) / bins.len() as f64;
    let up = |count: f64| BOTTOM - (BOTTOM - TOP) * count / most;
    writeln!(
        out,
        "<figure>\n<figcaption>Changes between releases, by size in lattice steps: bars for what was released, the line for \
         what honest noise gives</figcaption>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}: observed \
         and expected changes\">",
        Text(title)
    )?;
    for part in [0.5, 1.0] {
        let (y, count) = (up(most * part), most * part);
        writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{count:.0}</text>",
            LEFT - 6.0,
            y + 4.0
        )?;
    }
    let mut line = String::new();
    for (place, bin) in bins.iter().enumerate() {
        let x = LEFT + slot * place as f64;
        let y = up(bin.observed as f64);
        writeln!(
            out,
            "<rect class=\"seen\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            x + slot * 0.12,
            slot * 0.76,
            BOTTOM - y
        )?;
        let law = up(bin.expected);
        write!(line, "{x:.1},{law:.1} {:.1},{law:.1} ", x + slot)?;
        if place % EVERY == (bins.len() / 2) % EVERY {
            writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x + slot / 2.0,
                BOTTOM + 17.0,
                Text(&label(bin))
            )?;
        }
    }
    writeln!(
        out,
        "<polyline class=\"law\" points=\"{}\"/>\n\
         <line class=\"axis\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{BOTTOM}\" y2=\"{BOTTOM}\"/>\n\
         <text x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\">change in lattice steps</text>\n</svg>\n</figure>",
        line.trim_end(),
        HEIGHT - 4.0
    )
}

/// A bar's range: its middle, where it is wide.
fn label(bin: &NoiseBin) -> String {
    match (bin.from, bin.to) {
        (Some(from), Some(to)) => ((from.saturating_add(to)) / 2).to_string(),
        (Some(from), None) => format!("≥ {from}"),
        (None, Some(to)) => format!("≤ {to}"),
        (None, None) => "all".to_owned(),
    }
}
