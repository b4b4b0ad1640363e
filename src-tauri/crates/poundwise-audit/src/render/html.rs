//! The report as one page to keep or print: no script, nothing from outside.

use maud::{Markup, PreEscaped, html};
use poundwise_documents::Language;
use poundwise_documents::finding::Finding;
use poundwise_documents::log::entry_number;
use poundwise_documents::units::{Money, Timestamp};

use super::parts::Column::{Number, Text};
use super::parts::{level, lines, loss, place, table};
use super::{appendix, figures, noise_figure};
use crate::report::words::{self, Words, fill};
use crate::report::{AuditReport, Books, Copied, Limit, MissingBundles, State, Verdict, headline};

const STYLE: &str = include_str!("page.css");

fn money(words: &Words, money: &[Money]) -> Markup {
    if money.is_empty() {
        return html! { (words.page.nothing) };
    }
    let texts: Vec<String> = money.iter().map(|money| words.money(money)).collect();
    lines(&texts)
}

impl AuditReport {
    /// Returns the report as one printable HTML page in `language`, made at that time. What files
    /// say stays as it is, and what was compared and found stays English.
    #[must_use]
    pub fn to_html(&self, made_at: Timestamp, language: Language) -> String {
        let words = words::of(language);
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
                title { (title(words, self)) } "\n"
                style { (PreEscaped(STYLE)) } "\n"
                (heading(words, self, made_at))
                h1 class=(class) { (headline(self, words)) } "\n"
                (coverage(words, self))
                (findings(words, self))
                (files(words, self))
                (checks(words, self))
                @for books in &self.books { (books_of(words, books)) }
                (copies(words, &self.copies))
                (missing(words, &self.missing_bundles))
                (noise_figure::section(words, self))
                h2 { (words.page.limits) } "\n"
                ul { "\n"
                    @for limit in &self.limits { (limit_of(words, self, limit)) "\n" }
                } "\n"
                (appendix::section(words, self))
            } "\n"
        };
        page.into_string()
    }
}

/// Returns the name of the page: that of its one owner, where there is one.
fn title(words: &Words, report: &AuditReport) -> String {
    let said = &words.page;
    match report.subjects.as_slice() {
        [] => said.audit.to_owned(),
        [one] => fill(said.audit_of_one, &[&one.name]),
        several => fill(said.audit_of_several, &[&words.count(several.len() as u64)]),
    }
}

fn limit_of(words: &Words, report: &AuditReport, limit: &Limit) -> Markup {
    html! { li { (words.limit_in(limit, report)) } }
}

/// Returns the subject of the report, its time, and the program.
fn heading(words: &Words, report: &AuditReport, made_at: Timestamp) -> Markup {
    html! {
        p.title { (title(words, report)) } "\n"
        p {
            (fill(words.page.made, &[&made_at.to_string(), env!("CARGO_PKG_VERSION")]))
        } "\n"
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
fn coverage(words: &Words, report: &AuditReport) -> Markup {
    let numbers = [report.coverage.made, report.coverage.all].map(|n| words.count(n));
    html! {
        p {
            (fill(words.page.checks_made, &numbers.each_ref().map(String::as_str)))
        } "\n"
        @if !report.further_gaps().is_empty() {
            ul { "\n"
                @for gap in report.further_gaps() { li { (words.gap(gap)) } "\n" }
            } "\n"
        }
    }
}

fn files(words: &Words, report: &AuditReport) -> Markup {
    let said = &words.page.files;
    let rows = report.files.iter().map(|file| {
        let owner = file
            .owner
            .and_then(|kid| report.subjects.iter().find(|s| s.kid == kid));
        html! {
            td { (words.file(&file.name)) }
            td { ((words.file_kind)(file.kind)) }
            td {
                @if let Some(owner) = owner { (owner.name) " " code { (owner.kid.to_string()) } }
            }
        }
    });
    html! {
        h2 { (said.heading) } "\n"
        (table(&[said.file, said.kind, said.owner].map(Text), rows))
    }
}

fn findings(words: &Words, report: &AuditReport) -> Markup {
    let said = &words.page.findings;
    if report.findings.is_empty() {
        return Markup::default();
    }
    let rows = report.findings.iter().map(|finding| {
        html! {
            (place(words, &finding.file, finding.line, finding.entry))
            td.wrong { (message(words, finding)) }
            td { code { (finding.code.as_str()) } }
        }
    });
    let shown = report.findings.len() as u64;
    let more = report.findings_total.saturating_sub(shown);
    let heading = match report.verdict {
        Verdict::NewerVersion => said.newer,
        Verdict::Holds | Verdict::Wrong | Verdict::NothingChecked => said.heading,
    };
    html! {
        h2 { (heading) } "\n"
        (table(&[said.place, said.what, said.code].map(Text), rows))
        @if more > 0 { p { (fill(words.page.more, &[&words.count(more)])) } "\n" }
    }
}

/// Returns a finding's title and meaning in the page's language, and below them both sides of its
/// comparison, and its own message, which may say more.
fn message(words: &Words, finding: &Finding) -> Markup {
    match (words.finding)(finding.code) {
        None => html! { (finding.message) },
        Some([title, meaning]) => html! {
            strong { (title) "." } " " (meaning) br;
            @if let Some(sides) = words.compared_in(finding) { small { (sides) } br; }
            small lang=[words.lang_of_english()] { (finding.message) }
        },
    }
}

fn checks(words: &Words, report: &AuditReport) -> Markup {
    let said = &words.page.checks;
    let rows = report.checks.iter().map(|check| {
        let class = match check.state {
            State::Holds => "holds",
            State::Wrong => "wrong",
            State::NotChecked => "quiet",
        };
        let own = (words.check)(check.id);
        let found = words.found_in(check, report);
        let lacks: Vec<&str> = check
            .lacks
            .iter()
            .map(|kind| (words.needed)(*kind))
            .collect();
        html! {
            td { (own.title) }
            td { (own.what) }
            td { (own.against) }
            td class=(class) {
                @if lacks.is_empty() {
                    (found)
                } @else {
                    (fill(words.found.lacks, &[&found, &lacks.join(words.found.and)]))
                }
            }
        }
    });
    let columns = [said.check, said.what, said.against, said.found].map(Text);
    html! {
        h2 { (said.heading) } "\n"
        (table(&columns, rows))
    }
}

fn copies(words: &Words, copies: &[Copied]) -> Markup {
    let said = &words.page.copies;
    if copies.is_empty() {
        return Markup::default();
    }
    let rows = copies.iter().map(|copy| {
        html! {
            td { (copy.file) }
            td { (copy.title) }
            td { (copy.maker_name) " " code { (copy.maker.to_string()) } }
            td.n { (level(words, copy.level.get())) }
            td.n { (words.count(copy.rows)) }
            td {
                code { (copy.release.to_string()) } ", "
                @match &copy.release_file {
                    Some(file) => { (fill(said.shown_in, &[file])) },
                    None => { (said.not_shown) },
                }
            }
        }
    });
    let columns = [
        Text(words.page.files.file),
        Text(said.of),
        Text(said.made_by),
        Number(said.level),
        Number(said.values),
        Text(said.release),
    ];
    html! {
        h2 { (said.heading) } "\n"
        p { (said.about) } "\n"
        (table(&columns, rows))
    }
}

fn books_of(words: &Words, books: &Books) -> Markup {
    let said = &words.page.books;
    html! {
        h2 {
            (fill(said.heading, &[&books.owner_name])) " " code { (books.owner.to_string()) }
        } "\n"
        @if !books.complete {
            p { (said.partial) } "\n"
        }
        (totals(words, books))
        p { (said.money_counts) } "\n"
        p { (fill(said.openings_granted, &[&words.count(books.openings)])) } "\n"
        (figures::of(words, books))
        (questions(words, books))
        (populations(words, books))
        (buyers(words, books))
    }
}

fn totals(words: &Words, books: &Books) -> Markup {
    let said = &words.page.books;
    let by_currency = books.by_currency.iter().map(|currency| {
        html! {
            td { (fill(said.in_currency, &[currency.money.currency.as_str()])) }
            td.n { (words.count(currency.receipts)) }
            td.n { (loss(words, currency.sold_micro_epsilon, currency.sold_nano_rho)) }
            td.n { (words.money(&currency.money)) }
        }
    });
    let all = html! {
        td { (words.counted(books.buyers, said.in_all, &[])) }
        td.n { (words.count(books.receipts)) }
        td.n {}
        td.n { (money(words, &books.money)) }
    };
    let no_money = [
        (said.not_received, None, &books.credit),
        (said.free, Some(books.free), &books.waived),
    ];
    let no_money = no_money.into_iter().filter(|(_, _, sum)| !sum.is_empty());
    let no_money = no_money.map(|(what, receipts, sum)| {
        html! {
            td { (what) }
            td.n { @if let Some(receipts) = receipts { (words.count(receipts)) } }
            td.n {}
            td.n { (money(words, sum)) }
        }
    });
    let columns = [
        Text(said.totals),
        Number(said.receipts),
        Number(said.sold),
        Number(said.money),
    ];
    table(&columns, by_currency.chain([all]).chain(no_money))
}

fn questions(words: &Words, books: &Books) -> Markup {
    let said = &words.page.books;
    let on_credit = books
        .listings
        .iter()
        .any(|listing| !listing.credit.is_empty());
    let rows = books.listings.iter().map(|listing| {
        html! {
            td { (listing.title) }
            td.n { (words.count(listing.receipts)) }
            td.n { (words.count(listing.openings)) }
            td.n { (words.count(listing.buyers)) }
            td.n { (level(words, listing.highest.get())) }
            td.n { (level(words, listing.ceiling.get())) }
            td.n { (loss(words, listing.independent_loss_micro_epsilon, listing.independent_loss_nano_rho)) }
            td.n { (money(words, &listing.money)) }
            @if on_credit { td.n { (money(words, &listing.credit)) } }
        }
    });
    let mut columns = vec![
        Text(said.question),
        Number(said.receipts),
        Number(said.openings),
        Number(said.buyers),
        Number(said.highest),
        Number(said.ceiling),
        Number(said.independent),
        Number(said.money),
    ];
    if on_credit {
        columns.push(Number(said.credit));
    }
    html! {
        h3 { (said.by_question) } "\n"
        (table(&columns, rows))
    }
}

fn populations(words: &Words, books: &Books) -> Markup {
    let said = &words.page.books;
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
            td { (words.unit_name(&population.unit_name)) }
            td.n { (words.count(population.questions)) }
            td.n { (words.count(population.receipts)) }
            td.n { (words.count(population.openings)) }
            td.n { (loss(words, population.carried_micro_epsilon.get(), population.carried_nano_rho.get())) }
            td.n { (loss(words, population.loss_micro_epsilon, population.loss_nano_rho)) }
            td.n { (loss(words, population.cap_micro_epsilon.get(), population.cap_nano_rho.get())) }
            td.n { (loss(words, population.independent_loss_micro_epsilon, population.independent_loss_nano_rho)) }
            td.n { (money(words, &population.money)) }
            @if on_credit { td.n { (money(words, &population.credit)) } }
        }
    });
    let mut columns = vec![
        Text(said.population),
        Text(said.unit),
        Number(said.questions),
        Number(said.receipts),
        Number(said.openings),
        Number(said.carried),
        Number(said.loss),
        Number(said.cap),
        Number(said.independent),
        Number(said.money),
    ];
    if on_credit {
        columns.push(Number(said.credit));
    }
    html! {
        h3 { (said.by_population) } "\n"
        (table(&columns, rows))
    }
}

fn buyers(words: &Words, books: &Books) -> Markup {
    let said = &words.page.books;
    let on_credit = books.by_buyer.iter().any(|buyer| !buyer.credit.is_empty());
    let rows = books.by_buyer.iter().map(|buyer| {
        let held: Vec<String> = buyer
            .holdings
            .iter()
            .map(|held| {
                let level = level(words, held.level.get());
                fill(said.held, &[&held.title, &level])
            })
            .collect();
        html! {
            td { (buyer.name) " " code { (buyer.buyer.to_string()) } }
            td.n { (words.count(buyer.receipts)) }
            td { (lines(&held)) }
            td.n { (loss(words, buyer.held_micro_epsilon, buyer.held_nano_rho)) }
            td.n { (money(words, &buyer.money)) }
            @if on_credit { td.n { (money(words, &buyer.credit)) } }
        }
    });
    let mut columns = vec![
        Text(said.buyer),
        Number(said.receipts),
        Text(said.holds),
        Number(said.held_in_all),
        Number(said.money),
    ];
    if on_credit {
        columns.push(Number(said.credit));
    }
    html! {
        h3 { (said.by_buyer) } "\n"
        (table(&columns, rows))
    }
}

/// Returns the receipts without a bundle among the files.
fn missing(words: &Words, sets: &[MissingBundles]) -> Markup {
    let said = &words.page.bundles;
    if sets.is_empty() {
        return Markup::default();
    }
    let rows = sets.iter().map(|set| {
        let numbers: Vec<String> = set
            .first
            .iter()
            .map(|index| words.count(entry_number(*index)))
            .collect();
        let shown = set.first.len() as u64;
        html! {
            td { (set.title) }
            td.n { (words.count(set.given)) }
            @if let Some(missing) = set.missing {
                td.n { (words.count(missing)) }
                td {
                    (numbers.join(", "))
                    @if missing > shown {
                        (fill(words.bundles.more, &[&words.count(missing - shown)]))
                    }
                }
            } @else {
                td.n { (said.unknown) }
                td { (said.unknown_why) }
            }
        }
    });
    let columns = [
        Text(words.page.books.question),
        Number(said.given),
        Number(said.missing),
        Text(said.receipts),
    ];
    html! {
        h2 { (said.heading) } "\n"
        (table(&columns, rows))
    }
}
