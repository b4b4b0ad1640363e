//! Parts that several sections of the page are made of.

use maud::{Markup, html};
use poundwise_documents::Language;
use poundwise_documents::finding::SideValue;
use poundwise_words::Localize;

use crate::messages::{PageText, Place};

/// A column's heading.
pub(super) enum Column {
    Text(PageText),
    /// A column of numbers, aligned to the right.
    Number(PageText),
}

/// A table with more columns than this has smaller letters, so that it fits on a page.
const MANY: usize = 8;

/// Returns a table. Each row holds its cells; each stands on a line of its own.
pub(super) fn table(
    language: Language,
    columns: &[Column],
    rows: impl IntoIterator<Item = Markup>,
) -> Markup {
    html! {
        table.wide[columns.len() > MANY] { "\n"
            tr {
                @for column in columns {
                    @match column {
                        Column::Text(name) => { th { (language.write(name)) } },
                        Column::Number(name) => { th.n { (language.write(name)) } },
                    }
                }
            } "\n"
            @for row in rows { tr { (row) } "\n" }
        } "\n"
    }
}

/// Returns a level with its sign.
pub(super) fn level(micro_epsilon: u64) -> SideValue {
    loss(micro_epsilon, 0)
}

/// Returns a loss with its signs.
pub(super) fn loss(micro_epsilon: u64, nano_rho: u64) -> SideValue {
    SideValue::Loss {
        micro_epsilon,
        nano_rho,
    }
}

/// Returns a cell of a number.
pub(super) fn number(language: Language, number: impl Localize) -> Markup {
    html! { td.n { (language.write(&number)) } }
}

/// Returns the cell of a place.
pub(super) fn place(
    language: Language,
    file: &str,
    line: Option<u64>,
    entry: Option<u64>,
) -> Markup {
    html! { td { (language.write(&Place { file, line, entry })) } }
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
