//! `audit`: what holds and what does not, needing no home. `replay`: the same with an opening.

use std::path::{Path, PathBuf};

use poundwise_audit::report::{Books, MissingBundles};
use poundwise_documents::Language;
use poundwise_documents::finding::Code;
use poundwise_documents::log::entry_number;
use poundwise_market::view::{Money, NoiseTest};
use poundwise_market::{
    AuditReport, Copied, Opened, Result, SystemClock, audit_files_with, format, save_report,
};

use crate::args::Global;
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::table::{Side, one_line, table};
use crate::working::working;

/// Findings shown in words; the saved report has all that were kept.
const SHOWN: usize = 20;

pub(crate) fn audit(
    out: &mut Output,
    files: &[PathBuf],
    save_to: Option<(&Path, Language)>,
) -> Result<Outcome> {
    let report = working(|work| audit_files_with(files, work))?;
    told(out, &report, save_to)
}

pub(crate) fn replay(
    out: &mut Output,
    global: &Global,
    opening: &Path,
    files: &[PathBuf],
    save_to: Option<(&Path, Language)>,
) -> Result<Outcome> {
    let opened = Opened::read(&open(global)?, opening)?;
    let report = working(|work| opened.replay(files, work))?;
    told(out, &report, save_to)
}

fn told(
    out: &mut Output,
    report: &AuditReport,
    save_to: Option<(&Path, Language)>,
) -> Result<Outcome> {
    let saved = save_to
        .map(|(file, language)| save_report(report, file, language, &SystemClock))
        .transpose()?;
    out.answer(report, || words(report))?;
    if let Some(saved) = saved {
        out.words(&format!("\nReport saved as {}\n", saved.file))?;
    }
    Ok(if format::holds(report) {
        Outcome::Done
    } else {
        Outcome::Wrong
    })
}

/// Returns the verdict, then every check with what it compared, then what the sales add up to.
fn words(report: &AuditReport) -> String {
    let mut text = format!("{}\n", report.headline());
    for gap in report.further_gaps() {
        text.push_str(&format!("{}\n", gap.words()));
    }
    text.push_str(&format!(
        "{} of {} checks were made.\n",
        report.coverage().made,
        report.coverage().all
    ));
    for file in report.left_out() {
        text.push_str(&format!("{file}: not part of the books: left out.\n"));
    }
    for subject in report.subjects() {
        text.push_str(&format!(
            "\n{}, key {}\n  in {}\n",
            if subject.name.is_empty() {
                "An owner without a name"
            } else {
                &subject.name
            },
            subject.kid,
            subject.files.join(", ")
        ));
    }
    if !report.findings().is_empty() {
        text.push('\n');
    }
    for finding in report.findings().iter().take(SHOWN) {
        let line = finding
            .line
            .map_or_else(String::new, |line| format!(", line {line}"));
        let entry = finding.entry.map_or_else(String::new, |index| {
            format!(", entry {}", entry_number(index))
        });
        let outcome = match finding.code {
            Code::NewerVersion => "NEWER",
            _ => "WRONG",
        };
        text.push_str(&format!(
            "{outcome}  {}{line}{entry}: {} [{}]\n",
            one_line(&finding.file),
            one_line(&finding.message.to_string()),
            finding.code
        ));
    }
    let more = report
        .findings_total()
        .saturating_sub(SHOWN.min(report.findings().len()) as u64);
    if more > 0 {
        text.push_str(&format!("… and {} more\n", format::integer(more)));
    }
    text.push('\n');
    let checks: Vec<Vec<String>> = report
        .checks()
        .iter()
        .map(|check| {
            vec![
                format::outcome(check).to_owned(),
                check.title.clone(),
                check.outcome().to_string(),
                format!("{}, against {}", check.what, check.against),
            ]
        })
        .collect();
    text.push_str(&table(
        &[
            ("", Side::Left),
            ("check", Side::Left),
            ("found", Side::Whole),
            ("compared", Side::Left),
        ],
        &checks,
    ));
    for test in report.noise() {
        text.push_str(&noise(test));
    }
    text.push_str(&given_bundles(report.missing_bundles()));
    for books in report.books() {
        text.push_str(&kept(books));
    }
    if !report.copies().is_empty() {
        text.push_str(
            "\nHolders' copies, signed by who made them; the owner did not sign these values\n",
        );
        text.push_str(&copy_rows(report.copies()));
    }
    text.push_str("\nNo audit of these files can know:\n");
    for limit in report.limits() {
        text.push_str(&format!("  {}\n", limit.text));
    }
    text
}

/// Returns the bundles that were given of each question, and the receipts of the ledger without
/// one.
fn given_bundles(sets: &[MissingBundles]) -> String {
    if sets.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = sets
        .iter()
        .map(|set| {
            vec![
                set.title.clone(),
                format::integer(set.given),
                match set.missing {
                    None => "not known without the whole ledger".to_owned(),
                    Some(0) => "none".to_owned(),
                    Some(missing) => {
                        let shown = set.first.iter().take(SHOWN);
                        let numbers: Vec<String> = shown
                            .map(|index| entry_number(*index).to_string())
                            .collect();
                        let more = if missing > numbers.len() as u64 {
                            ", …"
                        } else {
                            ""
                        };
                        let noun = if missing == 1 { "receipt" } else { "receipts" };
                        format!(
                            "{}: {noun} {}{more}",
                            format::integer(missing),
                            numbers.join(", ")
                        )
                    }
                },
            ]
        })
        .collect();
    format!(
        "\n{}",
        table(
            &[
                ("question", Side::Left),
                ("bundles given", Side::Right),
                ("missing", Side::Left),
            ],
            &rows,
        )
    )
}

/// What the money of an audit's books counts.
const RECEIVED_COUNTS: &str = "\
Received: receipts settled as paid. A sale on credit stays on credit here, even once it is paid.
";

/// Returns the totals of an owner's sales.
fn kept(books: &Books) -> String {
    let list = |money: &[Money]| {
        let amounts: Vec<String> = money.iter().map(format::money).collect();
        if amounts.is_empty() {
            "nothing".to_owned()
        } else {
            amounts.join(", ")
        }
    };
    let credit = if books.credit.is_empty() {
        String::new()
    } else {
        format!(", {} on credit", list(&books.credit))
    };
    let free = if books.waived.is_empty() {
        String::new()
    } else {
        format!(
            ", {} free instead of {}",
            format::integer(books.free),
            list(&books.waived)
        )
    };
    let mut text = format!(
        "\nBooks of {}{}: {}, {}, {} received{credit}{free}, {} granted\n",
        books.owner_name,
        if books.complete {
            ""
        } else {
            ", of the bundles alone"
        },
        format::count(books.receipts, "receipt", "receipts"),
        format::count(books.buyers, "buyer", "buyers"),
        list(&books.money),
        format::count(books.openings, "opening", "openings"),
    );
    text.push_str(RECEIVED_COUNTS);
    let questions = books.listings.iter().map(|book| {
        loss_row(
            &book.title,
            [
                (book.highest.get(), 0),
                (book.ceiling.get(), 0),
                (
                    book.independent_loss_micro_epsilon,
                    book.independent_loss_nano_rho,
                ),
            ],
            book.openings,
        )
    });
    let populations = books.populations.iter().map(|book| {
        let carried = (
            book.carried_micro_epsilon.get(),
            book.carried_nano_rho.get(),
        );
        let carried = match carried {
            (0, 0) => String::new(),
            (micro, nano) => format!(", {} of it carried", format::pair(micro, nano)),
        };
        let name = format!(
            "population {} of {}{carried}",
            format::short_id(book.population),
            format::count(book.questions, "question", "questions"),
        );
        loss_row(
            &name,
            [
                (book.loss_micro_epsilon, book.loss_nano_rho),
                (book.cap_micro_epsilon.get(), book.cap_nano_rho.get()),
                (
                    book.independent_loss_micro_epsilon,
                    book.independent_loss_nano_rho,
                ),
            ],
            book.openings,
        )
    });
    let rows: Vec<Vec<String>> = questions.chain(populations).collect();
    text.push_str(&table(
        &[
            ("sold", Side::Left),
            ("loss", Side::Left),
            ("had each answer been drawn afresh", Side::Left),
            ("openings", Side::Right),
        ],
        &rows,
    ));
    text
}

/// Returns the increments' law, in numbers.
fn noise(test: &NoiseTest) -> String {
    let mut text = format!(
        "\nNoise of {}: {}\n  {} between {}\n  {} unchanged; by the law {:.1}, {} to {} in 95 of \
         100 cases (p {})\n",
        test.titles.join(", "),
        test.words(),
        format::count(test.increments, "increment", "increments"),
        format::count(test.pairs, "pair of releases", "pairs of releases"),
        format::integer(test.unchanged),
        test.unchanged_expected,
        format::integer(test.unchanged_low),
        format::integer(test.unchanged_high),
        probability(test.p_unchanged),
    );
    if let (Some(statistic), Some(degrees), Some(p)) = (test.statistic, test.degrees, test.p_law) {
        text.push_str(&format!(
            "  χ² {statistic:.1} on {degrees} over all sizes of change (p {})\n",
            probability(p)
        ));
    }
    text
}

fn probability(p: f64) -> String {
    if p < 0.001 {
        format!("{p:.1e}")
    } else {
        format!("{p:.3}")
    }
}

fn copy_rows(copies: &[Copied]) -> String {
    let rows: Vec<Vec<String>> = copies
        .iter()
        .map(|copy| {
            vec![
                copy.file.clone(),
                copy.title.clone(),
                format::epsilon(copy.level.get()),
                format!("{} (key {})", copy.maker_name, copy.maker),
                copy.release_file
                    .clone()
                    .unwrap_or_else(|| "not shown".to_owned()),
            ]
        })
        .collect();
    table(
        &[
            ("file", Side::Whole),
            ("of", Side::Left),
            ("level", Side::Left),
            ("made by", Side::Left),
            ("its release", Side::Left),
        ],
        &rows,
    )
}

fn loss_row(name: &str, [loss, limit, afresh]: [(u64, u64); 3], openings: u64) -> Vec<String> {
    vec![
        name.to_owned(),
        format::pair_of(loss, limit),
        format::pair(afresh.0, afresh.1),
        format::integer(openings),
    ]
}
