//! The report's appendix: the parts of each check, its first comparisons, and how to repeat it.

use maud::{Markup, html};
use poundwise_documents::Language;
use poundwise_documents::finding::{Comparison, ComparisonSide};
use poundwise_words::Localize;

use super::parts::Column::{Number, Text};
use super::parts::{number, place, prose, table};
use crate::messages::{CheckByHand, CheckTitle, ComparedObject, ComparedWith, PageText};
use crate::report::{AuditReport, Check};

/// Comparisons of a check that a page shows; the JSON has more.
const SHOWN: usize = 20;

/// Returns a section for each check that was made.
pub(super) fn section(language: Language, report: &AuditReport) -> Markup {
    if report.checks.iter().all(|check| check.made == 0) {
        return Markup::default();
    }
    let made = report.checks.iter().filter(|check| check.made > 0);
    html! {
        h2.appendix { (language.write(&PageText::Appendix)) } "\n"
        @for check in made { (check_section(language, check)) }
    }
}

fn check_section(language: Language, check: &Check) -> Markup {
    let parts = check.parts.iter().map(|part| {
        html! {
            td { (language.write(&ComparedObject(part.code))) }
            td { (language.write(&ComparedWith(part.code))) }
            (number(language, part.made))
            td.n.wrong[part.failed > 0] { (language.write(&part.failed)) }
        }
    });
    let columns = [
        Text(PageText::Checked),
        Text(PageText::ComparedWith),
        Number(PageText::Times),
        Number(PageText::Wrong),
    ];
    let shown = check.comparisons.len().min(SHOWN);
    // What is wrong comes first.
    let wrong = check.comparisons.iter().filter(|one| !one.holds);
    let right = check.comparisons.iter().filter(|one| one.holds);
    let comparisons = wrong.chain(right).take(SHOWN);
    let comparisons = comparisons.map(|one| comparison(language, one));
    let compared = [
        PageText::Place,
        PageText::Found,
        PageText::ComparedWith,
        PageText::Outcome,
    ]
    .map(Text);
    let summary = if (shown as u64) < check.made {
        PageText::FirstOf {
            shown: shown as u64,
            all: check.made,
        }
    } else {
        PageText::OneByOne
    };
    let by_hand = PageText::ByHand {
        instructions: CheckByHand(check.id),
    };
    html! {
        section { "\n"
            h3 { (language.write(&CheckTitle(check.id))) } "\n"
            (table(language, &columns, parts))
            p.quiet { (prose(&language.write(&by_hand).to_string())) } "\n"
            @if shown > 0 {
                details { "\n"
                    summary { (language.write(&summary)) } "\n"
                    (table(language, &compared, comparisons))
                } "\n"
            }
        } "\n"
    }
}

fn comparison(language: Language, comparison: &Comparison) -> Markup {
    let code = comparison.code;
    html! {
        (place(language, &comparison.file, comparison.line, comparison.entry))
        (side(language, &ComparedObject(code), comparison.found.as_ref()))
        (side(language, &ComparedWith(code), comparison.expected.as_ref()))
        @if comparison.holds {
            td.holds { (language.write(&PageText::Agrees)) }
        } @else {
            td.wrong { (code.as_str()) }
        }
    }
}

/// Returns the cell of a side, behind its name.
fn side(language: Language, name: &impl Localize, side: Option<&ComparisonSide>) -> Markup {
    html! {
        td {
            span.what { (language.write(name)) } " "
            @if let Some(side) = side { (language.write(side)) }
        }
    }
}
