//! Parts that several sections of the page are made of.

use gradual_release::accountant::PrivacyLoss;
use maud::{Markup, html};
use poundwise_documents::log::entry_number;

use crate::report::words::{Words, fill};

/// A column's heading.
#[derive(Clone, Copy)]
pub(super) enum Column {
    Text(&'static str),
    /// A column of numbers, aligned to the right.
    Number(&'static str),
}

/// A table with more columns than this has smaller letters, so that it fits on a page.
const MANY: usize = 8;

/// Returns a table. Each row holds its cells; each stands on a line of its own.
pub(super) fn table(columns: &[Column], rows: impl IntoIterator<Item = Markup>) -> Markup {
    html! {
        table.wide[columns.len() > MANY] { "\n"
            tr {
                @for column in columns {
                    @match column {
                        Column::Text(name) => { th { (name) } },
                        Column::Number(name) => { th.n { (name) } },
                    }
                }
            } "\n"
            @for row in rows { tr { (row) } "\n" }
        } "\n"
    }
}

/// Returns a level with its sign.
pub(super) fn level(words: &Words, micro: u64) -> String {
    format!("ε {}", words.level(micro))
}

/// Returns a loss with its signs.
pub(super) fn loss(words: &Words, micro_epsilon: u64, nano_rho: u64) -> String {
    words.loss(PrivacyLoss {
        micro_epsilon,
        nano_rho,
    })
}

/// Returns the cell of a file's name, with line and entry where they are known.
pub(super) fn place(words: &Words, file: &str, line: Option<u64>, entry: Option<u64>) -> Markup {
    let numbered = |template, number| fill(template, &[&words.count(number)]);
    html! {
        td {
            (words.file(file))
            @if let Some(line) = line { (numbered(words.page.line, line)) }
            @if let Some(entry) = entry { (numbered(words.page.entry, entry_number(entry))) }
        }
    }
}

/// Returns text in which code stands between backticks.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Returns lines below one another.
pub(super) fn lines(texts: &[String]) -> Markup {
    html! {
        @for (place, text) in texts.iter().enumerate() {
            @if place > 0 { br; }
            (text)
        }
    }
}
