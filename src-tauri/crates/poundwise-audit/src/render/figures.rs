//! The report's figures: bars as inline SVG, to be read on paper too. Every number stands beside
//! its bar.

use maud::{Markup, html};

use crate::messages::PageText;
use crate::report::Books;
use poundwise_documents::Language;
use poundwise_documents::finding::SideValue;
use poundwise_documents::units::Money;

/// More bars than this would not be read; the tables have all.
const MAX_BARS: usize = 12;
const WIDTH: u64 = 720;
const LABEL: u64 = 210;
const BAR: u64 = 330;
const ROW: u64 = 24;
/// Characters of a label.
const LABEL_LENGTH: usize = 24;

struct Bar {
    label: String,
    /// Length of the bar, of `of`.
    amount: u64,
    of: u64,
    /// Whether `of` is a limit that is drawn.
    limited: bool,
    text: String,
}

/// Returns a figure of bars, nothing where there are none.
fn figure(language: Language, title: &PageText, bars: &[Bar]) -> Markup {
    if bars.is_empty() {
        return Markup::default();
    }
    let title = language.write(title).to_string();
    let drawn = &bars[..bars.len().min(MAX_BARS)];
    let height = ROW * drawn.len() as u64 + 4;
    let more = (bars.len() - drawn.len()) as u64;
    html! {
        figure { "\n"
            figcaption { (title) } "\n"
            svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-label=(title) { "\n"
                @for (place, bar) in (0u64..).zip(drawn) { (drawn_at(place, bar)) }
            } "\n"
            @if more > 0 {
                p.quiet { (language.write(&PageText::MoreInTables { count: more })) } "\n"
            }
        } "\n"
    }
}

/// Returns the `place`-th bar, its label before it and its number behind it.
fn drawn_at(place: u64, bar: &Bar) -> Markup {
    let (y, middle) = (place * ROW + 4, place * ROW + 17);
    let label: String = if bar.label.chars().count() > LABEL_LENGTH {
        let cut: String = bar.label.chars().take(LABEL_LENGTH - 1).collect();
        format!("{cut}\u{2026}")
    } else {
        bar.label.clone()
    };
    let scaled = u128::from(bar.amount) * u128::from(BAR) / u128::from(bar.of.max(1));
    // What is above its limit ends there, in another colour.
    let length = u64::try_from(scaled).unwrap_or(BAR).min(BAR);
    let class = if bar.amount > bar.of { "over" } else { "bar" };
    html! {
        text x="0" y=(middle) { (label) } "\n"
        @if bar.limited {
            rect.limit x=(LABEL) y=(y) width=(BAR) height="16" {} "\n"
        }
        rect class=(class) x=(LABEL) y=(y) width=(length) height="16" {} "\n"
        text x=(LABEL + BAR + 8) y=(middle) { (bar.text) } "\n"
    }
}

/// Returns the figures of an owner's books: losses against caps and ceilings, and income.
pub(super) fn of(language: Language, books: &Books) -> Markup {
    let text = |text: PageText| language.write(&text).to_string();
    let against = |label: String, loss: u64, limit: u64| Bar {
        label,
        amount: loss,
        of: limit,
        limited: true,
        text: text(PageText::LevelOf {
            level: SideValue::Level(loss),
            limit: SideValue::Level(limit),
        }),
    };
    let populations: Vec<Bar> = books
        .populations
        .iter()
        .map(|population| {
            against(
                text(PageText::PopulationNamed {
                    population: population.population.to_string(),
                }),
                population.loss_micro_epsilon,
                population.cap_micro_epsilon.get(),
            )
        })
        .collect();
    let listings: Vec<Bar> = books
        .listings
        .iter()
        .map(|listing| {
            against(
                listing.title.clone(),
                listing.highest.get(),
                listing.ceiling.get(),
            )
        })
        .collect();
    let incomes = books.by_currency.iter().map(|currency| {
        let of_currency = |money: &[Money]| {
            let found = money
                .iter()
                .find(|money| money.currency == currency.money.currency);
            found.copied()
        };
        let mut income: Vec<(String, Money)> = books
            .listings
            .iter()
            .filter_map(|listing| Some((listing.title.clone(), of_currency(&listing.money)?)))
            .collect();
        income.sort_by_key(|(_, money)| std::cmp::Reverse(money.minor));
        let most = income.first().map_or(0, |(_, money)| money.minor);
        let bars: Vec<Bar> = income
            .into_iter()
            .map(|(label, money)| Bar {
                label,
                amount: money.minor,
                of: most,
                limited: false,
                text: language.write(&money).to_string(),
            })
            .collect();
        let title = PageText::Income {
            currency: currency.money.currency,
        };
        figure(language, &title, &bars)
    });
    html! {
        (figure(language, &PageText::LossAgainstCap, &populations))
        (figure(language, &PageText::SoldAgainstCeiling, &listings))
        @for income in incomes { (income) }
    }
}
