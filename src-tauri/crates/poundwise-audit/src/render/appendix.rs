//! The report's appendix: of what each check consists, its first comparisons, and how anybody can
//! repeat it.

use std::fmt::{self, Write};

use super::html::{Prose, Text};
use crate::report::{Check, Report};
use poundwise_documents::finding::Comparison;

/// Comparisons of a check that a page shows; the JSON has more.
const SHOWN: usize = 20;

/// Every check that was made.
pub(super) fn write(out: &mut String, report: &Report) -> fmt::Result {
    let mut made = report
        .checks
        .iter()
        .filter(|check| check.made > 0)
        .peekable();
    if made.peek().is_none() {
        return Ok(());
    }
    out.push_str("<h2 class=\"appendix\">Each check, and how to repeat it</h2>\n");
    made.try_for_each(|check| write_check(out, check))
}

fn write_check(out: &mut String, check: &Check) -> fmt::Result {
    writeln!(out, "<section>\n<h3>{}</h3>", Text(&check.title))?;
    out.push_str(
        "<table>\n<tr><th>Looked at</th><th>Compared with</th><th class=\"n\">Times</th><th class=\"n\">Wrong</th></tr>\n",
    );
    for part in &check.parts {
        let class = if part.failed > 0 { "n wrong" } else { "n" };
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"{class}\">{}</td></tr>",
            Text(&part.what),
            Text(&part.with),
            part.made,
            part.failed
        )?;
    }
    writeln!(
        out,
        "</table>\n<p class=\"quiet\">By hand: {}</p>",
        Prose(&check.by_hand)
    )?;
    if !check.comparisons.is_empty() {
        let shown = check.comparisons.len().min(SHOWN);
        let summary = if (shown as u64) < check.made {
            format!("The first {shown} of {}", check.made)
        } else {
            "One by one".to_owned()
        };
        writeln!(
            out,
            "<details>\n<summary>{summary}</summary>\n<table>\n\
             <tr><th>Where</th><th>Found</th><th>Compared with</th><th>Outcome</th></tr>"
        )?;
        for comparison in check.comparisons.iter().take(SHOWN) {
            write_comparison(out, comparison)?;
        }
        out.push_str("</table>\n</details>\n");
    }
    out.push_str("</section>\n");
    Ok(())
}

fn write_comparison(out: &mut String, comparison: &Comparison) -> fmt::Result {
    let line = comparison
        .line
        .map_or_else(String::new, |line| format!(", line {line}"));
    let entry = comparison
        .entry
        .map_or_else(String::new, |number| format!(", entry {number}"));
    let (class, outcome) = if comparison.holds {
        ("holds", "agrees")
    } else {
        ("wrong", comparison.code.as_str())
    };
    writeln!(
        out,
        "<tr><td>{}{line}{entry}</td><td>{}</td><td>{}</td><td class=\"{class}\">{outcome}</td></tr>",
        Text(&comparison.file),
        Text(&comparison.found),
        Text(&comparison.expected)
    )
}
