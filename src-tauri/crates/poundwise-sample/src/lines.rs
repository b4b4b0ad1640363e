//! The facts of the story in words, one a line.

use super::messages::{FactLabel, SampleMessage, StoryText};
use super::sale::Sale;
use poundwise_market::format;
use poundwise_market::view::{HoldingView, InboxItem, Money, Quote, ResponseView};
use poundwise_market::{Error, Result};
use poundwise_words::{Language, Localize, Text};

/// Writes the facts of the story in a language.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) language: Language,
}

impl Facts {
    /// Returns a text in the language of the story.
    pub(super) fn say(self, text: impl Localize) -> String {
        self.language.write(&text).to_string()
    }

    /// Returns a fact behind its name.
    pub(super) fn fact(self, label: FactLabel, text: impl Localize) -> String {
        self.line(&self.say(label), text)
    }

    /// Returns a further text about the fact before it.
    pub(super) fn more(self, text: impl Localize) -> String {
        self.line("", text)
    }

    fn line(self, label: &str, text: impl Localize) -> String {
        // The longest name and a blank.
        let width = match self.language {
            Language::English => 9,
            Language::German => 12,
        };
        format!("{label:width$}{}", self.say(text))
    }

    /// Returns the facts of a sale for both sides: price, accuracy, loss and receipt.
    pub(super) fn sale(self, sale: &Sale) -> Vec<String> {
        let quote = &sale.quote;
        let price = format::money(self.language, &quote.price);
        let price = if quote.from.is_zero() {
            Text::verbatim(price)
        } else {
            let in_all = Money {
                minor: quote.price_in_all.minor,
                ..quote.price
            };
            StoryText::ForStep {
                price,
                from: format::epsilon(self.language, quote.from),
                in_all: format::money(self.language, &in_all),
            }
            .into()
        };
        let then = format::half_widths(self.language, &quote.then);
        let accuracy = if quote.now.is_empty() {
            Text::verbatim(then)
        } else {
            let now = format::half_widths(self.language, &quote.now);
            StoryText::Before { then, now }.into()
        };
        vec![
            self.fact(FactLabel::Price, price),
            self.fact(FactLabel::Accuracy, accuracy),
            self.loss(&sale.item),
            self.fact(
                FactLabel::Receipt,
                StoryText::Receipt {
                    number: sale.receipt.number,
                    id: format::short_id(sale.receipt.id),
                    payment: sale.receipt.payment_reference.clone(),
                },
            ),
        ]
    }

    /// Returns the loss of one privacy unit of the population by the sale, compared with the
    /// population's cap.
    pub(super) fn loss(self, item: &InboxItem) -> String {
        let (after, cap) = (item.population_loss_after, item.cap_micro_epsilon);
        self.fact(
            FactLabel::Loss,
            StoryText::Loss {
                before: format::epsilon(self.language, item.population_loss_before),
                after: format::loss(self.language, after, Some(cap)),
            },
        )
    }

    /// Returns the number as the buyer reads it.
    pub(super) fn number(self, holding: &HoldingView) -> Result<String> {
        let newest = newest(holding)?;
        let estimate = newest.estimates.first().ok_or_else(|| {
            Error::fault(SampleMessage::NoAnswer {
                title: holding.listing.title.clone(),
            })
        })?;
        Ok(self.fact(
            FactLabel::Number,
            format::estimate(self.language, estimate, &holding.listing.unit),
        ))
    }

    /// Returns the number of coordinates of the previous response that changed.
    pub(super) fn changed(self, holding: &HoldingView) -> Result<String> {
        let (changed, all) = (newest(holding)?.changed, holding.listing.dimension);
        let text = if changed < all {
            StoryText::SomeChanged { changed, all }
        } else {
            StoryText::AllChanged { changed }
        };
        Ok(self.fact(FactLabel::Changed, text))
    }

    /// Returns the level of a quote.
    pub(super) fn level(self, quote: &Quote) -> String {
        format::epsilon(self.language, quote.to)
    }
}

fn newest(holding: &HoldingView) -> Result<&ResponseView> {
    holding.responses.last().ok_or_else(|| {
        Error::fault(SampleMessage::NoAnswer {
            title: holding.listing.title.clone(),
        })
    })
}

/// Checks that two buyers at one level hold the same response.
pub(super) fn same_numbers(one: &HoldingView, other: &HoldingView) -> Result<()> {
    let (one, other) = (newest(one)?, newest(other)?);
    let texts = |response: &ResponseView| -> Vec<String> {
        response
            .estimates
            .iter()
            .map(|estimate| estimate.text.clone())
            .collect()
    };
    if one.level == other.level && texts(one) == texts(other) {
        Ok(())
    } else {
        Err(Error::fault(SampleMessage::AnswersDiffer))
    }
}
