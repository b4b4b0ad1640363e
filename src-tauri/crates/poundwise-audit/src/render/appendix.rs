//! The report's appendix: the parts of each check, its first comparisons, and how to repeat it.

use maud::{Markup, html};
use poundwise_documents::finding::{Comparison, ComparisonSide};

use super::parts::Column::{Number, Text};
use super::parts::{place, prose, table};
use crate::report::words::{Words, fill};
use crate::report::{AuditReport, Check};

/// Comparisons of a check that a page shows; the JSON has more.
const SHOWN: usize = 20;

/// Returns a section for each check that was made.
pub(super) fn section(words: &Words, report: &AuditReport) -> Markup {
    if report.checks.iter().all(|check| check.made == 0) {
        return Markup::default();
    }
    let made = report.checks.iter().filter(|check| check.made > 0);
    html! {
        h2.appendix { (words.page.appendix.heading) } "\n"
        @for check in made { (check_section(words, check)) }
    }
}

fn check_section(words: &Words, check: &Check) -> Markup {
    let said = &words.page.appendix;
    let own = (words.check)(check.id);
    let parts = check.parts.iter().map(|part| {
        let [what, with] = (words.compared)(part.code);
        html! {
            td { (what) }
            td { (with) }
            td.n { (words.count(part.made)) }
            td.n.wrong[part.failed > 0] { (words.count(part.failed)) }
        }
    });
    let columns = [
        Text(said.looked_at),
        Text(said.compared_with),
        Number(said.times),
        Number(said.wrong),
    ];
    let shown = check.comparisons.len().min(SHOWN);
    let numbers = [shown as u64, check.made].map(|n| words.count(n));
    // What is wrong comes first.
    let wrong = check.comparisons.iter().filter(|one| !one.holds);
    let right = check.comparisons.iter().filter(|one| one.holds);
    let comparisons = wrong.chain(right).take(SHOWN);
    let comparisons = comparisons.map(|one| comparison(words, one));
    let compared = [
        words.page.findings.place,
        words.page.checks.found,
        said.compared_with,
        said.outcome,
    ]
    .map(Text);
    html! {
        section { "\n"
            h3 { (own.title) } "\n"
            (table(&columns, parts))
            p.quiet { (prose(&fill(said.by_hand, &[own.by_hand]))) } "\n"
            @if shown > 0 {
                details { "\n"
                    summary {
                        @if (shown as u64) < check.made {
                            (fill(said.first_of, &numbers.each_ref().map(String::as_str)))
                        } @else {
                            (said.one_by_one)
                        }
                    } "\n"
                    (table(&compared, comparisons))
                } "\n"
            }
        } "\n"
    }
}

fn comparison(words: &Words, comparison: &Comparison) -> Markup {
    let (class, outcome) = if comparison.holds {
        ("holds", words.page.appendix.agrees)
    } else {
        ("wrong", comparison.code.as_str())
    };
    let [what, with] = (words.compared)(comparison.code);
    html! {
        (place(words, &comparison.file, comparison.line, comparison.entry))
        td { span.what { (what) } " " (side(words, comparison.found.as_ref())) }
        td { span.what { (with) } " " (side(words, comparison.expected.as_ref())) }
        td class=(class) { (outcome) }
    }
}

fn side(words: &Words, side: Option<&ComparisonSide>) -> String {
    side.map(|side| words.side(side)).unwrap_or_default()
}
