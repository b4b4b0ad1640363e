//! `audit`: what holds and what does not, needing no home. `replay`: the same with an opening.

use std::path::{Path, PathBuf};

use poundwise_audit::report::{Books, FindingWords, MissingBundles, ReportWords, Verdict};
use poundwise_documents::Language;
use poundwise_documents::finding::{Code, Finding};
use poundwise_documents::log::entry_number;
use poundwise_market::view::NoiseTest;
use poundwise_market::{
    AuditReport, Copied, MarketFile, Opened, Result, SystemClock, audit_files_as, save_report,
};

use crate::args::Global;
use crate::format;
use crate::language::{language, line, say};
use crate::messages::{AuditText, Counted, Label, Sentence, SharedText, Word};
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::table::{one_line, table, unnamed};
use crate::working::working;

/// Findings shown in words; the saved report has all that were kept.
const SHOWN: usize = 20;

pub(crate) fn audit(
    out: &mut Output,
    mut files: Vec<PathBuf>,
    market_file: Option<&Path>,
    save_to: Option<(&Path, Language)>,
) -> Result<Outcome> {
    let member = market_file.map(MarketFile::read).transpose()?;
    if let Some(member) = &member {
        let market = member.url().as_str();
        let is_named = |file: &PathBuf| file.to_string_lossy().starts_with(market);
        if !files.iter().any(is_named) {
            files.push(market.into());
        }
    }
    let report = working(|work| audit_files_as(&files, member.as_ref(), work))?;
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
        let saved = line(AuditText::Saved { file: saved.file });
        out.words(&format!("\n{saved}"))?;
    }
    Ok(if format::holds(report) {
        Outcome::Done
    } else {
        Outcome::Wrong
    })
}

/// Returns the verdict, then every check with what it compared, then what the sales add up to.
fn words(report: &AuditReport) -> String {
    let words = ReportWords::of(report, language());
    let mut text = format!("{}\n", headline(report, &words));
    for gap in report.further_gaps() {
        text.push_str(&line(gap.words()));
    }
    text.push_str(&line(AuditText::ChecksMade {
        made: report.coverage().made,
        all: report.coverage().all,
    }));
    for file in report.left_out() {
        text.push_str(&line(AuditText::LeftOut {
            file: file.to_owned(),
        }));
    }
    for subject in report.subjects() {
        let name = if subject.name.is_empty() {
            say(Word::OwnerWithoutName)
        } else {
            subject.name.clone()
        };
        let key = subject.kid;
        text.push_str(&format!(
            "\n{}  {}",
            line(AuditText::Subject { name, key }),
            line(AuditText::InFiles {
                files: subject.files.join(", ")
            })
        ));
    }
    if !report.findings().is_empty() {
        text.push('\n');
    }
    let findings = report.findings().iter().zip(&words.findings);
    text.extend(findings.take(SHOWN).map(|(one, words)| found(one, words)));
    let more = report
        .findings_total()
        .saturating_sub(SHOWN.min(report.findings().len()) as u64);
    if more > 0 {
        text.push_str(&line(AuditText::AndMore { more }));
    }
    text.push('\n');
    let checks: Vec<Vec<String>> = report
        .checks()
        .iter()
        .zip(&words.checks)
        .map(|(check, words)| {
            vec![
                format::outcome(check),
                words.title.clone(),
                say(check.outcome()),
                say(AuditText::Compared {
                    what: words.what.clone(),
                    against: words.against.clone(),
                }),
            ]
        })
        .collect();
    text.push_str(&table(
        &[
            unnamed(),
            Label::Check.left(),
            Label::Found.whole(),
            Label::Compared.left(),
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
        text.push('\n');
        text.push_str(&line(Sentence::HoldersCopies));
        text.push_str(&copy_rows(report.copies()));
    }
    text.push('\n');
    text.push_str(&line(Sentence::NoAuditCanKnow));
    for limit in &words.limits {
        text.push_str(&format!("  {limit}\n"));
    }
    // Spaces that do not break are for windows.
    text.replace("ε\u{a0}", "ε ")
}

/// Returns the outcome in a sentence, and in another one the first gap if all that was checked is
/// right.
fn headline(report: &AuditReport, words: &ReportWords) -> String {
    match words.gaps.first() {
        Some(gap) if report.verdict() == Verdict::Holds => format!("{} {gap}", words.headline),
        _ => words.headline.clone(),
    }
}

/// Returns the line of a finding.
fn found(finding: &Finding, words: &FindingWords) -> String {
    let outcome = match finding.code {
        Code::NewerVersion => Word::Newer,
        _ => Word::Wrong,
    };
    format!(
        "{}  {}: {} [{}]\n",
        say(outcome),
        one_line(&words.place),
        one_line(&words.detail),
        finding.code
    )
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
                    None => say(Word::NotKnownWithoutLedger),
                    Some(0) => say(Word::None),
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
                        say(AuditText::MissingReceipts {
                            missing,
                            numbers: numbers.join(", ") + more,
                        })
                    }
                },
            ]
        })
        .collect();
    format!(
        "\n{}",
        table(
            &[
                Label::Question.left(),
                Label::BundlesGiven.right(),
                Label::Missing.left(),
            ],
            &rows,
        )
    )
}

/// Returns the totals of an owner's sales.
fn kept(books: &Books) -> String {
    let received = match format::amounts(&books.money) {
        none if none.is_empty() => say(Word::Nothing),
        amounts => amounts,
    };
    let mut parts = vec![
        say(Counted::Receipts {
            count: books.receipts,
        }),
        say(Counted::Buyers {
            count: books.buyers,
        }),
        say(AuditText::Received { amounts: received }),
    ];
    if !books.credit.is_empty() {
        parts.push(say(AuditText::OnCredit {
            amounts: format::amounts(&books.credit),
        }));
    }
    if !books.waived.is_empty() {
        parts.push(say(AuditText::FreeInstead {
            free: books.free,
            amounts: format::amounts(&books.waived),
        }));
    }
    parts.push(say(AuditText::Granted {
        openings: books.openings,
    }));
    let (owner, sales) = (books.owner_name.clone(), parts.join(", "));
    let mut text = String::from("\n");
    text.push_str(&line(if books.complete {
        AuditText::Books { owner, sales }
    } else {
        AuditText::BooksOfBundles { owner, sales }
    }));
    text.push_str(&line(Sentence::ReceivedCounts));
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
        let population = format::short_id(book.population);
        let questions = say(Counted::Questions {
            count: book.questions,
        });
        let name = say(match carried {
            (0, 0) => AuditText::Population {
                population,
                questions,
            },
            (micro, nano) => AuditText::PopulationCarried {
                population,
                questions,
                carried: format::pair(micro, nano),
            },
        });
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
            Label::Sold.left(),
            Label::Loss.left(),
            Label::DrawnAfresh.left(),
            Label::Openings.right(),
        ],
        &rows,
    ));
    text
}

/// Returns the increments' law, in numbers.
fn noise(test: &NoiseTest) -> String {
    let mut lines = vec![
        say(AuditText::Noise {
            titles: test.titles.join(", "),
            verdict: say(test.words()),
        }),
        say(AuditText::Increments {
            increments: say(Counted::Increments {
                count: test.increments,
            }),
            pairs: test.pairs,
        }),
        say(AuditText::Unchanged {
            unchanged: test.unchanged,
            expected: format::decimal(&format!("{:.1}", test.unchanged_expected)),
            low: test.unchanged_low,
            high: test.unchanged_high,
            p: probability(test.p_unchanged),
        }),
    ];
    if let (Some(statistic), Some(degrees), Some(p)) = (test.statistic, test.degrees, test.p_law) {
        lines.push(say(AuditText::ChiSquare {
            statistic: format::decimal(&format!("{statistic:.1}")),
            degrees: degrees.to_string(),
            p: probability(p),
        }));
    }
    format!("\n{}\n", lines.join("\n  "))
}

fn probability(p: f64) -> String {
    format::decimal(&if p < 0.001 {
        format!("{p:.1e}")
    } else {
        format!("{p:.3}")
    })
}

fn copy_rows(copies: &[Copied]) -> String {
    let rows: Vec<Vec<String>> = copies
        .iter()
        .map(|copy| {
            vec![
                copy.file.clone(),
                copy.title.clone(),
                format::epsilon(copy.level.get()),
                say(SharedText::NameAndKey {
                    name: copy.maker_name.clone(),
                    key: copy.maker,
                }),
                copy.release_file
                    .clone()
                    .unwrap_or_else(|| say(Word::NotShown)),
            ]
        })
        .collect();
    table(
        &[
            Label::File.whole(),
            Label::CopyOf.left(),
            Label::Level.left(),
            Label::MadeBy.left(),
            Label::ItsRelease.left(),
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
