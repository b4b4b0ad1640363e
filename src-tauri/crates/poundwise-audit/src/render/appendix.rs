//! The report's appendix: the parts of each check, its first comparisons, and how to repeat it.

use maud::{Markup, html};
use poundwise_documents::finding::{Comparison, Side};

use super::parts::Column::{Number, Text};
use super::parts::{place, prose, table};
use crate::report::{AuditReport, Check};

/// Comparisons of a check that a page shows; the JSON has more.
const SHOWN: usize = 20;

/// Returns a section for each check that was made.
pub(super) fn section(report: &AuditReport) -> Markup {
    if report.checks.iter().all(|check| check.made == 0) {
        return Markup::default();
    }
    let made = report.checks.iter().filter(|check| check.made > 0);
    html! {
        h2.appendix { "Each check, and how to repeat it" } "\n"
        @for check in made { (check_section(check)) }
    }
}

fn check_section(check: &Check) -> Markup {
    let parts = check.parts.iter().map(|part| {
        html! {
            td { (part.what) }
            td { (part.with) }
            td.n { (part.made) }
            td.n.wrong[part.failed > 0] { (part.failed) }
        }
    });
    let columns = [
        Text("Looked at"),
        Text("Compared with"),
        Number("Times"),
        Number("Wrong"),
    ];
    let shown = check.comparisons.len().min(SHOWN);
    let compared = ["Where", "Found", "Compared with", "Outcome"].map(Text);
    html! {
        section { "\n"
            h3 { (check.title) } "\n"
            (table(&columns, parts))
            p.quiet { "By hand: " (prose(&check.by_hand)) } "\n"
            @if shown > 0 {
                details { "\n"
                    summary {
                        @if (shown as u64) < check.made {
                            "The first " (shown) " of " (check.made)
                        } @else {
                            "One by one"
                        }
                    } "\n"
                    (table(&compared, check.comparisons.iter().take(SHOWN).map(comparison)))
                } "\n"
            }
        } "\n"
    }
}

fn comparison(comparison: &Comparison) -> Markup {
    let (class, outcome) = if comparison.holds {
        ("holds", "agrees")
    } else {
        ("wrong", comparison.code.as_str())
    };
    html! {
        (place(&comparison.file, comparison.line, comparison.entry))
        td { (side(comparison.found.as_ref())) }
        td { (side(comparison.expected.as_ref())) }
        td class=(class) { (outcome) }
    }
}

fn side(side: Option<&Side>) -> &str {
    side.map(Side::text).unwrap_or_default()
}
