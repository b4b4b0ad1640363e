//! The report as one page to keep or print: no script, nothing from outside.

use maud::{Markup, PreEscaped, html};
use poundwise_documents::Language;
use poundwise_documents::finding::SideValue;
use poundwise_documents::units::{Money, Timestamp};

use super::parts::Column::{Number, Text};
use super::parts::{level, lines, loss, number, place, table};
use super::{appendix, figures, noise_figure};
use crate::messages::{CheckCounterpart, CheckObject, CheckTitle, PageText, Receipts};
use crate::report::{AuditReport, Books, Copied, MissingBundles, State, Verdict};

const STYLE: &str = include_str!("page.css");

fn money(language: Language, money: &[Money]) -> Markup {
    if money.is_empty() {
        return html! { (language.write(&PageText::NoMoney)) };
    }
    let texts: Vec<String> = money
        .iter()
        .map(|money| language.write(money).to_string())
        .collect();
    lines(&texts)
}

impl AuditReport {
    /// Returns the report as one printable HTML page in `language`, made at that time. The
    /// messages of findings stay English.
    #[must_use]
    pub fn to_html(&self, made_at: Timestamp, language: Language) -> String {
        let class = match self.verdict {
            Verdict::Holds if self.coverage.is_full() => "holds",
            Verdict::Holds | Verdict::NewerVersion => "partial",
            Verdict::Wrong => "wrong",
            Verdict::NothingChecked => "nothing",
        };
        let page = html! {
            (PreEscaped("<!doctype html>\n"))
            html lang=(language.tag()) { "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width"; "\n"
                title { (title(language, self)) } "\n"
                style { (PreEscaped(STYLE)) } "\n"
                (heading(language, self, made_at))
                h1 class=(class) { (self.headline_in(language)) } "\n"
                (coverage(language, self))
                (findings(language, self))
                (files(language, self))
                (checks(language, self))
                @for books in &self.books { (books_of(language, books)) }
                (copies(language, &self.copies))
                (missing(language, &self.missing_bundles))
                (noise_figure::section(language, self))
                h2 { (language.write(&PageText::Limits)) } "\n"
                ul { "\n"
                    @for limit in &self.limits {
                        li { (language.write(&limit.sentence(&self.missing_bundles))) } "\n"
                    }
                } "\n"
                (appendix::section(language, self))
            } "\n"
        };
        page.into_string()
    }
}

/// Returns the name of the page: that of its one owner, where there is one.
fn title(language: Language, report: &AuditReport) -> String {
    let title = match report.subjects.as_slice() {
        [] => PageText::Audit,
        [one] => PageText::AuditOf {
            owner: one.name.clone(),
        },
        several => PageText::AuditOfSeveral {
            owners: several.len(),
        },
    };
    language.write(&title).to_string()
}

/// Returns the subject of the report, its time, and the program.
fn heading(language: Language, report: &AuditReport, made_at: Timestamp) -> Markup {
    let made = PageText::Made {
        time: made_at,
        version: env!("CARGO_PKG_VERSION"),
    };
    html! {
        p.title { (title(language, report)) } "\n"
        p { (language.write(&made)) } "\n"
        @if !report.subjects.is_empty() {
            ul { "\n"
                @for subject in &report.subjects {
                    li { (subject.name) " " code { (subject.kid.to_string()) } } "\n"
                }
            } "\n"
        }
    }
}

/// Returns the number of checks made, and the gaps that the headline does not name.
fn coverage(language: Language, report: &AuditReport) -> Markup {
    let made = PageText::ChecksMade {
        made: report.coverage.made,
        all: report.coverage.all,
    };
    html! {
        p { (language.write(&made)) } "\n"
        @if !report.further_gaps().is_empty() {
            ul { "\n"
                @for gap in report.further_gaps() { li { (language.write(&gap.words())) } "\n" }
            } "\n"
        }
    }
}

fn files(language: Language, report: &AuditReport) -> Markup {
    let rows = report.files.iter().map(|file| {
        let owner = file
            .owner
            .and_then(|kid| report.subjects.iter().find(|s| s.kid == kid));
        html! {
            td { (language.write(&SideValue::file(file.name.as_str()))) }
            td { (language.write(&file.kind)) }
            td {
                @if let Some(owner) = owner { (owner.name) " " code { (owner.kid.to_string()) } }
            }
        }
    });
    html! {
        h2 { (language.write(&PageText::Files)) } "\n"
        (table(language, &[PageText::File, PageText::Kind, PageText::Owner].map(Text), rows))
    }
}

fn findings(language: Language, report: &AuditReport) -> Markup {
    if report.findings.is_empty() {
        return Markup::default();
    }
    let rows = report.findings.iter().map(|finding| {
        html! {
            (place(language, &finding.file, finding.line, finding.entry))
            td.wrong { (language.write(&finding.message)) }
            td { code { (finding.code.as_str()) } }
        }
    });
    let shown = report.findings.len() as u64;
    let more = report.findings_total.saturating_sub(shown);
    let heading = match report.verdict {
        Verdict::NewerVersion => PageText::NotChecked,
        Verdict::Holds | Verdict::Wrong | Verdict::NothingChecked => PageText::Findings,
    };
    let columns = [PageText::Place, PageText::Finding, PageText::Code].map(Text);
    html! {
        h2 { (language.write(&heading)) } "\n"
        (table(language, &columns, rows))
        @if more > 0 { p { (language.write(&PageText::More { count: more })) } "\n" }
    }
}

fn checks(language: Language, report: &AuditReport) -> Markup {
    let rows = report.checks.iter().map(|check| {
        let class = match check.state {
            State::Holds => "holds",
            State::Wrong => "wrong",
            State::NotChecked => "quiet",
        };
        html! {
            td { (language.write(&CheckTitle(check.id))) }
            td { (language.write(&CheckObject(check.id))) }
            td { (language.write(&CheckCounterpart(check.id))) }
            td class=(class) { (language.write(&check.outcome())) }
        }
    });
    let columns = [
        PageText::Check,
        PageText::Checked,
        PageText::ComparedWith,
        PageText::Found,
    ]
    .map(Text);
    html! {
        h2 { (language.write(&PageText::Checks)) } "\n"
        (table(language, &columns, rows))
    }
}

fn copies(language: Language, copies: &[Copied]) -> Markup {
    if copies.is_empty() {
        return Markup::default();
    }
    let rows = copies.iter().map(|copy| {
        html! {
            td { (copy.file) }
            td { (copy.title) }
            td { (copy.maker_name) " " code { (copy.maker.to_string()) } }
            (number(language, level(copy.level.get())))
            (number(language, copy.rows))
            td {
                code { (copy.release.to_string()) } ", "
                @match &copy.release_file {
                    Some(file) => { (language.write(&PageText::InFile { file: file.clone() })) },
                    None => { (language.write(&PageText::NotGiven)) },
                }
            }
        }
    });
    let columns = [
        Text(PageText::File),
        Text(PageText::CopyOf),
        Text(PageText::Maker),
        Number(PageText::Level),
        Number(PageText::Values),
        Text(PageText::FromRelease),
    ];
    html! {
        h2 { (language.write(&PageText::Copies)) } "\n"
        p { (language.write(&PageText::AboutCopies)) } "\n"
        (table(language, &columns, rows))
    }
}

fn books_of(language: Language, books: &Books) -> Markup {
    let heading = PageText::BooksOf {
        owner: books.owner_name.clone(),
    };
    let openings = PageText::OpeningsGranted {
        openings: books.openings,
    };
    html! {
        h2 {
            (language.write(&heading)) " " code { (books.owner.to_string()) }
        } "\n"
        @if !books.complete {
            p { (language.write(&PageText::BooksArePartial)) } "\n"
        }
        (totals(language, books))
        p { (language.write(&PageText::MoneyCounts)) } "\n"
        p { (language.write(&openings)) } "\n"
        (figures::of(language, books))
        (questions(language, books))
        (populations(language, books))
        (buyers(language, books))
    }
}

fn totals(language: Language, books: &Books) -> Markup {
    let by_currency = books.by_currency.iter().map(|currency| {
        let name = PageText::InCurrency {
            currency: currency.money.currency,
        };
        html! {
            td { (language.write(&name)) }
            (number(language, currency.receipts))
            (number(language, loss(currency.sold_micro_epsilon, currency.sold_nano_rho)))
            (number(language, currency.money))
        }
    });
    let in_all = PageText::InAll {
        buyers: books.buyers,
    };
    let all = html! {
        td { (language.write(&in_all)) }
        (number(language, books.receipts))
        td.n {}
        td.n { (money(language, &books.money)) }
    };
    let no_money = [
        (PageText::NotReceived, None, &books.credit),
        (PageText::Free, Some(books.free), &books.waived),
    ];
    let no_money = no_money.into_iter().filter(|(_, _, sum)| !sum.is_empty());
    let no_money = no_money.map(|(what, receipts, sum)| {
        html! {
            td { (language.write(&what)) }
            td.n { @if let Some(receipts) = receipts { (language.write(&receipts)) } }
            td.n {}
            td.n { (money(language, sum)) }
        }
    });
    let columns = [
        Text(PageText::Totals),
        Number(PageText::Receipts),
        Number(PageText::IncrementsSold),
        Number(PageText::Money),
    ];
    table(language, &columns, by_currency.chain([all]).chain(no_money))
}

fn questions(language: Language, books: &Books) -> Markup {
    let on_credit = books
        .listings
        .iter()
        .any(|listing| !listing.credit.is_empty());
    let rows = books.listings.iter().map(|listing| {
        html! {
            td { (listing.title) }
            (number(language, listing.receipts))
            (number(language, listing.openings))
            (number(language, listing.buyers))
            (number(language, level(listing.highest.get())))
            (number(language, level(listing.ceiling.get())))
            (number(language, loss(listing.independent_loss_micro_epsilon, listing.independent_loss_nano_rho)))
            td.n { (money(language, &listing.money)) }
            @if on_credit { td.n { (money(language, &listing.credit)) } }
        }
    });
    let mut columns = vec![
        Text(PageText::Question),
        Number(PageText::Receipts),
        Number(PageText::Openings),
        Number(PageText::Buyers),
        Number(PageText::HighestLevel),
        Number(PageText::Ceiling),
        Number(PageText::IndependentNoise),
        Number(PageText::Money),
    ];
    if on_credit {
        columns.push(Number(PageText::OnCredit));
    }
    html! {
        h3 { (language.write(&PageText::ByQuestion)) } "\n"
        (table(language, &columns, rows))
    }
}

fn populations(language: Language, books: &Books) -> Markup {
    if books.populations.is_empty() {
        return Markup::default();
    }
    let on_credit = books
        .populations
        .iter()
        .any(|population| !population.credit.is_empty());
    let rows = books.populations.iter().map(|population| {
        html! {
            td { code { (population.population.to_string()) } }
            td { (language.write(&SideValue::Unit(population.unit_name.clone()))) }
            (number(language, population.questions))
            (number(language, population.receipts))
            (number(language, population.openings))
            (number(language, loss(population.carried_micro_epsilon.get(), population.carried_nano_rho.get())))
            (number(language, loss(population.loss_micro_epsilon, population.loss_nano_rho)))
            (number(language, loss(population.cap_micro_epsilon.get(), population.cap_nano_rho.get())))
            (number(language, loss(population.independent_loss_micro_epsilon, population.independent_loss_nano_rho)))
            td.n { (money(language, &population.money)) }
            @if on_credit { td.n { (money(language, &population.credit)) } }
        }
    });
    let mut columns = vec![
        Text(PageText::Population),
        Text(PageText::Unit),
        Number(PageText::Questions),
        Number(PageText::Receipts),
        Number(PageText::Openings),
        Number(PageText::Carried),
        Number(PageText::Loss),
        Number(PageText::CapInForce),
        Number(PageText::IndependentNoise),
        Number(PageText::Money),
    ];
    if on_credit {
        columns.push(Number(PageText::OnCredit));
    }
    html! {
        h3 { (language.write(&PageText::ByPopulation)) } "\n"
        (table(language, &columns, rows))
    }
}

fn buyers(language: Language, books: &Books) -> Markup {
    let on_credit = books.by_buyer.iter().any(|buyer| !buyer.credit.is_empty());
    let rows = books.by_buyer.iter().map(|buyer| {
        let held: Vec<String> = buyer
            .holdings
            .iter()
            .map(|held| {
                let holding = PageText::Holding {
                    title: held.title.clone(),
                    level: held.level,
                };
                language.write(&holding).to_string()
            })
            .collect();
        html! {
            td { (buyer.name) " " code { (buyer.buyer.to_string()) } }
            (number(language, buyer.receipts))
            td { (lines(&held)) }
            (number(language, loss(buyer.held_micro_epsilon, buyer.held_nano_rho)))
            td.n { (money(language, &buyer.money)) }
            @if on_credit { td.n { (money(language, &buyer.credit)) } }
        }
    });
    let mut columns = vec![
        Text(PageText::Buyer),
        Number(PageText::Receipts),
        Text(PageText::Holdings),
        Number(PageText::HeldInAll),
        Number(PageText::Money),
    ];
    if on_credit {
        columns.push(Number(PageText::OnCredit));
    }
    html! {
        h3 { (language.write(&PageText::ByBuyer)) } "\n"
        (table(language, &columns, rows))
    }
}

/// Returns the receipts without a bundle among the files.
fn missing(language: Language, sets: &[MissingBundles]) -> Markup {
    if sets.is_empty() {
        return Markup::default();
    }
    let rows = sets.iter().map(|set| {
        html! {
            td { (set.title) }
            (number(language, set.given))
            @if let Some(missing) = set.missing {
                (number(language, missing))
                td { (language.write(&Receipts::of(set))) }
            } @else {
                (number(language, PageText::NotKnown))
                td { (language.write(&PageText::NotKnownWithoutLedger)) }
            }
        }
    });
    let columns = [
        Text(PageText::Question),
        Number(PageText::Given),
        Number(PageText::Missing),
        Text(PageText::ReceiptsWithoutBundle),
    ];
    html! {
        h2 { (language.write(&PageText::Bundles)) } "\n"
        (table(language, &columns, rows))
    }
}
