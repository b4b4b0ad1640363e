//! The report as one page to keep or print: no script, nothing from outside.

use maud::{Markup, PreEscaped, html};
use poundwise_documents::log::entry_number;
use poundwise_documents::units::Timestamp;

use super::parts::Column::{Number, Text};
use super::parts::{level, lines, place, table};
use super::{appendix, figures, noise_figure};
use crate::report::{
    AuditMoney, AuditReport, Books, Copied, FileKind, MissingBundles, State, Verdict, level_text,
};

const STYLE: &str = include_str!("page.css");

fn money(money: &[AuditMoney]) -> Markup {
    if money.is_empty() {
        return html! { "nothing" };
    }
    let texts: Vec<String> = money.iter().map(|money| money.text.clone()).collect();
    lines(&texts)
}

impl AuditReport {
    /// Returns the report as one printable HTML page, made at that time.
    #[must_use]
    pub fn to_html(&self, made_at: Timestamp) -> String {
        let class = match self.verdict {
            Verdict::Holds if self.coverage.is_full() => "holds",
            Verdict::Holds => "partial",
            Verdict::Wrong => "wrong",
            Verdict::NothingChecked => "nothing",
        };
        let page = html! {
            (PreEscaped("<!doctype html>\n"))
            html lang="en" { "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width"; "\n"
                title { (title(self)) } "\n"
                style { (PreEscaped(STYLE)) } "\n"
                (heading(self, made_at))
                h1 class=(class) { (self.headline) } "\n"
                (coverage(self))
                (findings(self))
                (files(self))
                (checks(self))
                @for books in &self.books { (books_of(books)) }
                (copies(&self.copies))
                (missing(&self.missing_bundles))
                (noise_figure::section(self))
                h2 { "What this audit cannot know" } "\n"
                ul { "\n"
                    @for limit in &self.limits { li { (limit.text) } "\n" }
                } "\n"
                (appendix::section(self))
            } "\n"
        };
        page.into_string()
    }
}

/// Returns the name of the page: that of its one owner, where there is one.
fn title(report: &AuditReport) -> String {
    match report.subjects.as_slice() {
        [] => "Audit".to_owned(),
        [one] => format!("Audit of {}", one.name),
        several => format!("Audit of {} owners", several.len()),
    }
}

/// Returns the subject of the report, its time, and the program.
fn heading(report: &AuditReport, made_at: Timestamp) -> Markup {
    html! {
        p.title { (title(report)) } "\n"
        p {
            "Made on " (made_at) " by Poundwise " (env!("CARGO_PKG_VERSION")) "."
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
fn coverage(report: &AuditReport) -> Markup {
    let (made, all) = (report.coverage.made, report.coverage.all);
    html! {
        p { (made) " of " (all) " checks were made." } "\n"
        @if !report.further_gaps().is_empty() {
            ul { "\n"
                @for gap in report.further_gaps() { li { (gap.words()) } "\n" }
            } "\n"
        }
    }
}

fn files(report: &AuditReport) -> Markup {
    let rows = report.files.iter().map(|file| {
        let kind = match file.kind {
            FileKind::Ledger => "ledger",
            FileKind::Bundle => "bundle",
            FileKind::Copy => "holder's copy",
            FileKind::Checkpoint => "checkpoint",
            FileKind::Document => "document",
            FileKind::Unknown => "not readable",
            FileKind::LeftOut => "not part of the books: left out",
        };
        let owner = file
            .owner
            .and_then(|kid| report.subjects.iter().find(|s| s.kid == kid));
        html! {
            td { (file.name) }
            td { (kind) }
            td {
                @if let Some(owner) = owner { (owner.name) " " code { (owner.kid.to_string()) } }
            }
        }
    });
    html! {
        h2 { "Files" } "\n"
        (table(&[Text("File"), Text("Kind"), Text("Owner")], rows))
    }
}

fn findings(report: &AuditReport) -> Markup {
    if report.findings.is_empty() {
        return Markup::default();
    }
    let rows = report.findings.iter().map(|finding| {
        html! {
            (place(&finding.file, finding.line, finding.entry))
            td.wrong { (finding.message) }
            td { code { (finding.code.as_str()) } }
        }
    });
    let shown = report.findings.len() as u64;
    let more = report.findings_total.saturating_sub(shown);
    html! {
        h2 { "What is wrong" } "\n"
        (table(&[Text("Where"), Text("What"), Text("Code")], rows))
        @if more > 0 { p { "and " (more) " more." } "\n" }
    }
}

fn checks(report: &AuditReport) -> Markup {
    let rows = report.checks.iter().map(|check| {
        let class = match check.state {
            State::Holds => "holds",
            State::Wrong => "wrong",
            State::NotChecked => "quiet",
        };
        html! {
            td { (check.title) }
            td { (check.what) }
            td { (check.against) }
            td class=(class) {
                (check.found)
                @if !check.lacks.is_empty() {
                    "; lacks "
                    @for (i, needed) in check.lacks.iter().enumerate() {
                        @if i > 0 { " and " }
                        (needed.words())
                    }
                }
            }
        }
    });
    let columns = ["Check", "What", "Compared with", "Found"].map(Text);
    html! {
        h2 { "Checks" } "\n"
        (table(&columns, rows))
    }
}

fn copies(copies: &[Copied]) -> Markup {
    if copies.is_empty() {
        return Markup::default();
    }
    let rows = copies.iter().map(|copy| {
        html! {
            td { (copy.file) }
            td { (copy.title) }
            td { (copy.maker_name) " " code { (copy.maker.to_string()) } }
            td.n { (level(copy.micro_epsilon)) }
            td.n { (copy.rows) }
            td {
                code { (copy.release.to_string()) } ", "
                @match &copy.release_file {
                    Some(file) => { "in " (file) },
                    None => { "not shown" },
                }
            }
        }
    });
    let columns = [
        Text("File"),
        Text("Of"),
        Text("Made by"),
        Number("Level"),
        Number("Values"),
        Text("From release"),
    ];
    html! {
        h2 { "Holders' copies" } "\n"
        p {
            "Made more private by a holder, who signed them. The owner of the data did not sign "
            "these values. Copies made by several holders together can tell up to what those "
            "holders hold."
        } "\n"
        (table(&columns, rows))
    }
}

fn books_of(books: &Books) -> Markup {
    html! {
        h2 { "Books of " (books.owner_name) " " code { (books.owner.to_string()) } } "\n"
        @if !books.complete {
            p { "Of the purchases shown only, not of a whole ledger." } "\n"
        }
        (totals(books))
        p {
            "Money: receipts settled as paid. A receipt on credit stays on credit here, even once \
             it is paid, since no receipt says so. A free one has no money; its price stands \
             beside it."
        } "\n"
        p {
            "Openings granted, each of which gives the data of its question away: "
            (books.openings) "."
        } "\n"
        (figures::of(books))
        (questions(books))
        (populations(books))
        (buyers(books))
    }
}

fn totals(books: &Books) -> Markup {
    let by_currency = books.by_currency.iter().map(|currency| {
        html! {
            td { "in " (currency.money.currency.as_str()) }
            td.n { (currency.receipts) }
            td.n { (level(level_text(currency.sold_micro_epsilon))) }
            td.n { (currency.money.text) }
        }
    });
    let all = html! {
        td {
            "in all, "
            @if books.buyers == 1 { "one buyer" } @else { (books.buyers) " buyers" }
        }
        td.n { (books.receipts) }
        td.n {}
        td.n { (money(&books.money)) }
    };
    let no_money = [
        ("on credit, not received", None, &books.credit),
        ("free, instead of", Some(books.free), &books.waived),
    ];
    let no_money = no_money.into_iter().filter(|(_, _, sum)| !sum.is_empty());
    let no_money = no_money.map(|(what, receipts, sum)| {
        html! {
            td { (what) }
            td.n { @if let Some(receipts) = receipts { (receipts) } }
            td.n {}
            td.n { (money(sum)) }
        }
    });
    let columns = [
        Text("Totals"),
        Number("Receipts"),
        Number("Increments of ε sold"),
        Number("Money"),
    ];
    table(&columns, by_currency.chain([all]).chain(no_money))
}

fn questions(books: &Books) -> Markup {
    let rows = books.listings.iter().map(|listing| {
        html! {
            td { (listing.title) }
            td.n { (listing.receipts) }
            td.n { (listing.openings) }
            td.n { (listing.buyers) }
            td.n { (level(listing.highest_micro_epsilon)) }
            td.n { (level(listing.ceiling_micro_epsilon)) }
            td.n { (level(level_text(listing.independent_loss_micro_epsilon))) }
            td.n { (money(&listing.money)) }
        }
    });
    let columns = [
        Text("Question"),
        Number("Receipts"),
        Number("Openings granted"),
        Number("Buyers"),
        Number("Highest ε"),
        Number("Ceiling"),
        Number("With independent noise"),
        Number("Money"),
    ];
    html! {
        h3 { "By question" } "\n"
        (table(&columns, rows))
    }
}

fn populations(books: &Books) -> Markup {
    if books.populations.is_empty() {
        return Markup::default();
    }
    let rows = books.populations.iter().map(|population| {
        html! {
            td { code { (population.population.to_string()) } }
            td { (population.unit_name) }
            td.n { (population.questions) }
            td.n { (population.receipts) }
            td.n { (population.openings) }
            td.n { (level(population.carried_micro_epsilon)) }
            td.n { (level(level_text(population.loss_micro_epsilon))) }
            td.n { (level(population.cap_micro_epsilon)) }
            td.n { (level(level_text(population.independent_loss_micro_epsilon))) }
            td.n { (money(&population.money)) }
        }
    });
    let columns = [
        Text("Population"),
        Text("Unit"),
        Number("Questions"),
        Number("Receipts"),
        Number("Openings granted"),
        Number("Carried"),
        Number("Loss"),
        Number("Cap in force"),
        Number("With independent noise"),
        Number("Money"),
    ];
    html! {
        h3 { "By population" } "\n"
        (table(&columns, rows))
    }
}

fn buyers(books: &Books) -> Markup {
    let rows = books.by_buyer.iter().map(|buyer| {
        let held: Vec<String> = buyer
            .holdings
            .iter()
            .map(|held| format!("{} at ε {}", held.title, held.micro_epsilon))
            .collect();
        html! {
            td { (buyer.name) " " code { (buyer.buyer.to_string()) } }
            td.n { (buyer.receipts) }
            td { (lines(&held)) }
            td.n { (level(level_text(buyer.held_micro_epsilon))) }
            td.n { (money(&buyer.money)) }
        }
    });
    let columns = [
        Text("Buyer"),
        Number("Receipts"),
        Text("Holds"),
        Number("In all"),
        Number("Money"),
    ];
    html! {
        h3 { "By buyer" } "\n"
        (table(&columns, rows))
    }
}

/// Returns the receipts without a bundle among the files.
fn missing(sets: &[MissingBundles]) -> Markup {
    if sets.is_empty() {
        return Markup::default();
    }
    let rows = sets.iter().map(|set| {
        let numbers: Vec<String> = set
            .first
            .iter()
            .map(|index| entry_number(*index).to_string())
            .collect();
        let shown = set.first.len() as u64;
        html! {
            td { (set.title) }
            td.n { (set.given) }
            @if let Some(missing) = set.missing {
                td.n { (missing) }
                td {
                    (numbers.join(", "))
                    @if missing > shown { " and " (missing - shown) " more" }
                }
            } @else {
                td.n { "not known" }
                td { "not known: no whole ledger was given" }
            }
        }
    });
    let columns = [
        Text("Question"),
        Number("Given"),
        Number("Missing"),
        Text("Receipts without a bundle"),
    ];
    html! {
        h2 { "Bundles given and missing" } "\n"
        (table(&columns, rows))
    }
}
