//! The report as one page to keep or print: no script, nothing from outside.

use std::fmt::Write;

use super::{appendix, figures, noise_figure};
use crate::report::{
    Books, Copied, FileKind, MissingBundles, Money, Report, State, Verdict, level_text,
};

const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#1a1a1a;background:#fff}\
h1{font-size:1.5em;line-height:1.3;padding:.6em .8em;border-left:.3em solid}\
h1.holds{border-color:#1a7f37}h1.wrong{border-color:#b42318}h1.nothing{border-color:#767676}\
h2{font-size:1.15em;margin:2em 0 .5em}h3{font-size:1em;margin:1.5em 0 .5em}\
table{border-collapse:collapse;width:100%}\
th,td{text-align:left;vertical-align:top;padding:.35em .6em;border-bottom:1px solid #ddd}\
th{font-weight:600}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
code{font-size:.85em;word-break:break-all}.wrong{color:#b42318}.holds{color:#1a7f37}.quiet{color:#595959}\
figure{margin:1em 0}figcaption{font-weight:600}svg{width:100%;max-width:720px;height:auto;font-size:13px}\
.bar{fill:#2f6f9f}.seen{fill:#9dc3ae}.law{fill:none;stroke:#1a5c3a;stroke-width:2}.grid{stroke:#ddd}.axis{stroke:#767676}.over{fill:#b42318}.limit{fill:#eef2f5;stroke:#767676}\
@page{margin:15mm}\
@media print{body{margin:0;max-width:none;font-size:10.5px}h2,h3,figcaption,tr:has(th){break-after:avoid}\
tr,figure,section{break-inside:avoid}svg{max-width:140mm}details:not([open]){display:none}.appendix{break-before:page}\
svg rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}a{color:inherit}}";

/// Text in which `code` stands between backticks.
pub(super) struct Prose<'a>(pub(super) &'a str);

impl std::fmt::Display for Prose<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, part) in self.0.split('`').enumerate() {
            if place % 2 == 1 {
                write!(f, "<code>{}</code>", Text(part))?;
            } else {
                Text(part).fmt(f)?;
            }
        }
        Ok(())
    }
}

/// Text as HTML shows it.
pub(super) struct Text<'a>(pub(super) &'a str);

impl std::fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

fn money(money: &[Money]) -> String {
    let texts: Vec<String> = money.iter().map(|m| Text(&m.text).to_string()).collect();
    if texts.is_empty() {
        "nothing".to_owned()
    } else {
        texts.join("<br>")
    }
}

impl Report {
    /// The report as one printable HTML page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_page(&mut page);
        page
    }

    fn write_page(&self, out: &mut String) -> std::fmt::Result {
        let class = match self.verdict {
            Verdict::Holds => "holds",
            Verdict::Wrong => "wrong",
            Verdict::NothingChecked => "nothing",
        };
        write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>Poundwise audit</title>\n\
             <style>{STYLE}</style>\n<h1 class=\"{class}\">{}</h1>\n",
            Text(&self.headline)
        )?;
        self.write_findings(out)?;
        self.write_files(out)?;
        self.write_checks(out)?;
        for books in &self.books {
            write_books(out, books)?;
        }
        write_copies(out, &self.copies)?;
        write_missing(out, &self.missing_bundles)?;
        noise_figure::write(out, self)?;
        out.push_str("<h2>What this audit cannot know</h2>\n<ul>\n");
        for limit in &self.limits {
            writeln!(out, "<li>{}</li>", Text(&limit.text))?;
        }
        out.push_str("</ul>\n");
        appendix::write(out, self)?;
        out.push_str("</html>\n");
        Ok(())
    }

    fn write_files(&self, out: &mut String) -> std::fmt::Result {
        out.push_str(
            "<h2>Files</h2>\n<table>\n<tr><th>File</th><th>Kind</th><th>Owner</th></tr>\n",
        );
        for file in &self.files {
            let kind = match file.kind {
                FileKind::Ledger => "ledger",
                FileKind::Bundle => "bundle",
                FileKind::Copy => "holder's copy",
                FileKind::Checkpoint => "checkpoint",
                FileKind::Document => "document",
                FileKind::Unknown => "not readable",
            };
            let owner = file
                .owner
                .and_then(|kid| self.subjects.iter().find(|s| s.kid == kid));
            let owner = owner.map_or_else(String::new, |subject| {
                format!("{} <code>{}</code>", Text(&subject.name), subject.kid)
            });
            writeln!(
                out,
                "<tr><td>{}</td><td>{kind}</td><td>{owner}</td></tr>",
                Text(&file.name)
            )?;
        }
        out.push_str("</table>\n");
        Ok(())
    }

    fn write_findings(&self, out: &mut String) -> std::fmt::Result {
        if self.findings.is_empty() {
            return Ok(());
        }
        out.push_str(
            "<h2>What is wrong</h2>\n<table>\n<tr><th>Where</th><th>What</th><th>Code</th></tr>\n",
        );
        for finding in &self.findings {
            let line = finding
                .line
                .map_or_else(String::new, |line| format!(", line {line}"));
            let entry = finding
                .entry
                .map_or_else(String::new, |number| format!(", entry {number}"));
            writeln!(
                out,
                "<tr><td>{}{line}{entry}</td><td class=\"wrong\">{}</td><td><code>{}</code></td></tr>",
                Text(&finding.file),
                Text(&finding.message),
                finding.code
            )?;
        }
        out.push_str("</table>\n");
        let more = self
            .findings_total
            .saturating_sub(self.findings.len() as u64);
        if more > 0 {
            writeln!(out, "<p>and {more} more.</p>")?;
        }
        Ok(())
    }

    fn write_checks(&self, out: &mut String) -> std::fmt::Result {
        out.push_str(
            "<h2>Checks</h2>\n<table>\n\
             <tr><th>Check</th><th>What</th><th>Compared with</th><th>Found</th></tr>\n",
        );
        for check in &self.checks {
            let class = match check.state {
                State::Holds => "holds",
                State::Wrong => "wrong",
                State::NotChecked => "quiet",
            };
            writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{class}\">{}</td></tr>",
                Text(&check.title),
                Text(&check.what),
                Text(&check.against),
                Text(&check.found)
            )?;
        }
        out.push_str("</table>\n");
        Ok(())
    }
}

fn write_copies(out: &mut String, copies: &[Copied]) -> std::fmt::Result {
    if copies.is_empty() {
        return Ok(());
    }
    out.push_str(
        "<h2>Holders' copies</h2>\n<p>Made more private by a holder, who signed them. The owner of the data did not \
         sign these values. Copies made by several holders together can tell up to what those holders hold.</p>\n<table>\n<tr><th>File</th><th>Of</th><th>Made by</th><th class=\"n\">Level</th>\
         <th class=\"n\">Values</th><th>From release</th></tr>\n",
    );
    for copy in copies {
        let shown = copy.release_file.as_ref().map_or_else(
            || "not shown".to_owned(),
            |file| format!("in {}", Text(file)),
        );
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{} <code>{}</code></td><td class=\"n\">ε {}</td><td class=\"n\">{}</td>\
             <td><code>{}</code>, {shown}</td></tr>",
            Text(&copy.file),
            Text(&copy.title),
            Text(&copy.maker_name),
            copy.maker,
            copy.micro_epsilon,
            copy.rows,
            copy.release
        )?;
    }
    out.push_str("</table>\n");
    Ok(())
}

fn write_books(out: &mut String, books: &Books) -> std::fmt::Result {
    writeln!(
        out,
        "<h2>Books of {} <code>{}</code></h2>",
        Text(&books.owner_name),
        books.owner
    )?;
    if !books.complete {
        out.push_str("<p>Of the purchases shown only, not of a whole ledger.</p>\n");
    }
    writeln!(
        out,
        "<table>\n<tr><th>Totals</th><th class=\"n\">Receipts</th><th class=\"n\">Increments of ε sold</th>\
         <th class=\"n\">Money</th></tr>"
    )?;
    for currency in &books.by_currency {
        writeln!(
            out,
            "<tr><td>in {}</td><td class=\"n\">{}</td><td class=\"n\">ε {}</td><td class=\"n\">{}</td></tr>",
            currency.money.currency,
            currency.receipts,
            level_text(currency.sold_micro_epsilon),
            Text(&currency.money.text)
        )?;
    }
    writeln!(
        out,
        "<tr><td>in all, {}</td><td class=\"n\">{}</td><td class=\"n\"></td><td class=\"n\">{}</td></tr>",
        if books.buyers == 1 {
            "one buyer".to_owned()
        } else {
            format!("{} buyers", books.buyers)
        },
        books.receipts,
        money(&books.money)
    )?;
    if !books.credit.is_empty() {
        writeln!(
            out,
            "<tr><td>on credit, not received</td><td class=\"n\"></td><td class=\"n\"></td>\
             <td class=\"n\">{}</td></tr>",
            money(&books.credit)
        )?;
    }
    writeln!(
        out,
        "</table>\n<p>Openings granted, each of which gives the data of its question away: {}.</p>",
        books.openings
    )?;
    figures::write(out, books)?;
    out.push_str(
        "<h3>By question</h3>\n<table>\n\
         <tr><th>Question</th><th class=\"n\">Receipts</th><th class=\"n\">Openings granted</th>\
         <th class=\"n\">Buyers</th><th class=\"n\">Highest ε</th>\
         <th class=\"n\">Ceiling</th><th class=\"n\">With independent noise</th><th class=\"n\">Money</th></tr>\n",
    );
    for listing in &books.listings {
        writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">ε {}</td><td class=\"n\">ε {}</td><td class=\"n\">ε {}</td>\
             <td class=\"n\">{}</td></tr>",
            Text(&listing.title),
            listing.receipts,
            listing.openings,
            listing.buyers,
            listing.highest_micro_epsilon,
            listing.ceiling_micro_epsilon,
            level_text(listing.independent_loss_micro_epsilon),
            money(&listing.money)
        )?;
    }
    out.push_str("</table>\n");
    write_populations(out, books)?;
    out.push_str(
        "<h3>By buyer</h3>\n<table>\n<tr><th>Buyer</th><th class=\"n\">Receipts</th><th>Holds</th>\
         <th class=\"n\">In all</th><th class=\"n\">Money</th></tr>\n",
    );
    for buyer in &books.by_buyer {
        let held: Vec<String> = buyer
            .holdings
            .iter()
            .map(|h| format!("{} at ε {}", Text(&h.title), h.micro_epsilon))
            .collect();
        writeln!(
            out,
            "<tr><td>{} <code>{}</code></td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">ε {}</td>\
             <td class=\"n\">{}</td></tr>",
            Text(&buyer.name),
            buyer.buyer,
            buyer.receipts,
            held.join("<br>"),
            level_text(buyer.held_micro_epsilon),
            money(&buyer.money)
        )?;
    }
    out.push_str("</table>\n");
    Ok(())
}

fn write_populations(out: &mut String, books: &Books) -> std::fmt::Result {
    if books.populations.is_empty() {
        return Ok(());
    }
    out.push_str(
        "<h3>By population</h3>\n<table>\n<tr><th>Population</th><th>Unit</th>\
         <th class=\"n\">Questions</th><th class=\"n\">Receipts</th>\
         <th class=\"n\">Openings granted</th><th class=\"n\">Carried</th><th class=\"n\">Loss</th>\
         <th class=\"n\">Cap in force</th><th class=\"n\">With independent noise</th>\
         <th class=\"n\">Money</th></tr>\n",
    );
    for population in &books.populations {
        writeln!(
            out,
            "<tr><td><code>{}</code></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">ε {}</td><td class=\"n\">ε {}</td>\
             <td class=\"n\">ε {}</td><td class=\"n\">ε {}</td><td class=\"n\">{}</td></tr>",
            population.population,
            Text(&population.unit_name),
            population.questions,
            population.receipts,
            population.openings,
            population.carried_micro_epsilon,
            level_text(population.loss_micro_epsilon),
            population.cap_micro_epsilon,
            level_text(population.independent_loss_micro_epsilon),
            money(&population.money)
        )?;
    }
    out.push_str("</table>\n");
    Ok(())
}

/// Which receipts have no bundle among the files.
fn write_missing(out: &mut String, sets: &[MissingBundles]) -> std::fmt::Result {
    if sets.is_empty() {
        return Ok(());
    }
    out.push_str(
        "<h2>Bundles given and missing</h2>\n<table>\n<tr><th>Question</th><th class=\"n\">Given</th>\
         <th class=\"n\">Missing</th><th>Receipts without a bundle</th></tr>\n",
    );
    for set in sets {
        let numbers: Vec<String> = set.first.iter().map(u64::to_string).collect();
        let more = set
            .missing
            .unwrap_or(0)
            .saturating_sub(set.first.len() as u64);
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}{rest}</td></tr>",
            Text(&set.title),
            set.given,
            set.missing
                .map_or_else(|| "not known".to_owned(), |missing| missing.to_string()),
            if set.missing.is_none() {
                "not known: no whole ledger was given".to_owned()
            } else {
                numbers.join(", ")
            }
        )?;
    }
    out.push_str("</table>\n");
    Ok(())
}
