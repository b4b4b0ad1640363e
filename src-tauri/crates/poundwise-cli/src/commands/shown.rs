//! Texts that several commands show.

use std::iter;

use poundwise_documents::units::MicroEpsilon;
use poundwise_market::error::ErrorView;
use poundwise_market::view::{
    Exported, HalfWidth, ListingView, MarketMended, Misfit, OrderStatus, OrderView, RuleMisfit,
};
use poundwise_market::{AlarmNumber, Home, send_waiting};
use poundwise_words::{Language, Text};

use crate::args::typed;
use crate::commands::contact::{own_name, table_with_contacts};
use crate::format;
use crate::language::{language, line, say};
use crate::messages::{Label, MendedParts, NoteMessage, OrderText, SharedText, Word};
use crate::output::note;
use crate::table::fields;

/// Returns the message of an error that is part of an answer.
pub(crate) fn problem(error: &ErrorView) -> &str {
    match &error.german {
        Some(german) if language() == Language::German => &german.message,
        _ => &error.message,
    }
}

/// Returns the hints of an error that is part of an answer.
fn hints(error: &ErrorView) -> &[String] {
    match &error.german {
        Some(german) if language() == Language::German => &german.hints,
        _ => &error.hints,
    }
}

/// Returns the message of an error that is part of an answer, and its hints, in a line each.
pub(crate) fn problem_with_hints(error: &ErrorView) -> String {
    let hints = hints(error).iter().map(String::as_str);
    iter::once(problem(error))
        .chain(hints)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Returns half-widths as a field's text; nothing where there are none.
pub(crate) fn widths(widths: &[HalfWidth]) -> String {
    if widths.is_empty() {
        String::new()
    } else {
        format::half_widths(widths)
    }
}

/// Returns that bins of a column are none of the values that it declares.
pub(crate) fn undeclared_bins(column: &str, bins: &[String]) -> NoteMessage {
    NoteMessage::UndeclaredBins {
        column: column.to_owned(),
        number: bins.len(),
        bins: bins.join(", "),
    }
}

/// Returns that rows are picked by a value that their column does not declare.
pub(crate) fn undeclared_value(column: &str, value: &str) -> NoteMessage {
    NoteMessage::UndeclaredValue {
        column: column.to_owned(),
        value: value.to_owned(),
    }
}

/// Returns from which level to which; from nothing is not said.
pub(crate) fn span(from: MicroEpsilon, to: MicroEpsilon) -> String {
    if from.is_zero() {
        format::epsilon(to)
    } else {
        format!("ε {} → {}", format::level(from), format::epsilon(to))
    }
}

/// Tells of entries on the market that were left out.
pub(crate) fn note_skipped(number: u64) {
    if number > 0 {
        note(NoteMessage::EntriesSkipped { entries: number });
    }
}

/// Returns orders as rows, with the other party under a heading of its own.
pub(crate) fn order_rows(
    orders: &[OrderView],
    party: Label,
    name: impl Fn(&OrderView) -> &String,
) -> String {
    let rows: Vec<Vec<String>> = orders
        .iter()
        .map(|order| {
            vec![
                format::short_id(order.id),
                format::time(&order.issued_at),
                name(order).clone(),
                order.title.clone(),
                step(order),
                format::money(&order.price),
                reference(order),
                status(order),
            ]
        })
        .collect();
    table_with_contacts(
        &[
            Label::Order.left(),
            Label::Signed.left(),
            party.left(),
            Label::Listing.left(),
            Label::Level.left(),
            Label::Price.right(),
            Label::Reference.left(),
            Label::Status.left(),
        ],
        rows,
        2,
        orders.iter().map(|order| order.contact.as_ref()),
    )
}

/// Returns the reference by which an order is paid.
pub(crate) fn reference(order: &OrderView) -> String {
    order.reference.as_ref().map_or_else(
        || say(Word::NothingToPay),
        |reference| format::in_fours(&reference.to_string()),
    )
}

/// Returns an order with the other party under a name of its own.
pub(crate) fn ordered(order: &OrderView, party: Label, name: &str) -> String {
    fields(&[
        (Label::Order, order.id.to_string()),
        (
            Label::Listing,
            format!("{} ({})", order.title, format::short_id(order.listing)),
        ),
        (party, name.to_owned()),
        (Label::Contact, own_name(order.contact.as_ref())),
        (Label::Alarm, open_alarm(order.alarm)),
        (Label::Level, step(order)),
        (Label::NoiseInterval, widths(&order.accuracy)),
        (Label::Price, format::money(&order.price)),
        (Label::Reference, reference(order)),
        (Label::Status, status(order)),
        (Label::Expires, format::time(&order.expires_at)),
        (Label::OnlyOne, rivals(order)),
    ])
}

/// Returns a warning about an open alarm about the seller, with the command that shows it, or an
/// empty text.
pub(crate) fn open_alarm(alarm: Option<AlarmNumber>) -> String {
    alarm.map_or_else(String::new, |number| {
        say(OrderText::OpenAlarm {
            number: number.get(),
        })
    })
}

/// Returns the orders of which only one can be approved besides this one; nothing where there is
/// none.
pub(crate) fn rivals(order: &OrderView) -> String {
    if order.rivals.is_empty() {
        return String::new();
    }
    let ids: Vec<String> = order.rivals.iter().map(typed).collect();
    say(OrderText::Rivals {
        orders: ids.join(" "),
    })
}

/// Returns that a file was written, and how large it is.
pub(crate) fn wrote_file(exported: &Exported) -> String {
    line(SharedText::Wrote {
        file: exported.file.clone(),
        size: format::bytes(exported.bytes),
    })
}

/// Returns that a file that an audit can check was written.
pub(crate) fn wrote(exported: &Exported) -> String {
    line(SharedText::WroteAuditable {
        file: exported.file.clone(),
        size: format::bytes(exported.bytes),
    })
}

/// Returns the repairs of the market as lines, or an empty text.
pub(crate) fn mended(mended: &MarketMended) -> String {
    mended_notes(mended).into_iter().map(line).collect()
}

fn mended_notes(mended: &MarketMended) -> Vec<NoteMessage> {
    let sent = MendedParts::of(mended).map(|parts| NoteMessage::SentAgain { parts });
    let removed = (mended.junk > 0).then_some(NoteMessage::JunkRemoved { files: mended.junk });
    sent.into_iter().chain(removed).collect()
}

/// Says what has not left yet after something was signed, having tried to send it once more. What
/// was signed is safe either way, so this never fails.
pub(crate) fn undelivered(home: &Home) {
    let why = match send_waiting(home) {
        Ok(sent) if sent.waiting == 0 => return,
        Ok(sent) => match sent.problem {
            Some(problem) => problem,
            None => {
                note(NoteMessage::Undelivered {
                    documents: sent.waiting,
                });
                return;
            }
        },
        Err(error) => error,
    };
    note(NoteMessage::NotSent { why: Text::of(why) });
}

/// Returns the highest available level of a listing in words; empty at the ceiling and without a
/// statement.
pub(crate) fn available(available: Option<MicroEpsilon>, ceiling: MicroEpsilon) -> String {
    match available {
        Some(MicroEpsilon::ZERO) => say(Word::NothingNow),
        Some(level) if level < ceiling => say(SharedText::UpTo {
            level: format::epsilon(level),
        }),
        _ => String::new(),
    }
}

/// Returns the holding of this home of a listing.
pub(crate) fn holds(listing: &ListingView) -> String {
    if listing.mine {
        say(Word::Yours)
    } else if listing.held == 0 {
        say(Word::Nothing)
    } else {
        format::epsilon(listing.held)
    }
}

/// Returns the reasons why rules that name an order's buyer and listing left it waiting; empty
/// where none does.
pub(crate) fn misfits(misfits: &[RuleMisfit]) -> String {
    let parts: Vec<String> = misfits
        .iter()
        .map(|misfit| {
            let rule = misfit.rule.get();
            say(match misfit.why {
                Misfit::Paused => OrderText::RulePaused { rule },
                Misfit::Expired => OrderText::RuleOver { rule },
                Misfit::Currency => OrderText::RuleCurrency { rule },
                Misfit::Level => OrderText::RuleLevel { rule },
                Misfit::Price => OrderText::RulePrice { rule },
                Misfit::Month => OrderText::RuleMonth { rule },
            })
        })
        .collect();
    parts.join(", ")
}

/// Returns from which level to which.
pub(crate) fn step(order: &OrderView) -> String {
    span(order.from, order.to)
}

pub(crate) fn status(order: &OrderView) -> String {
    match order.status {
        OrderStatus::Pending => match order.stale {
            Some(_) => say(Word::PendingDoNotPay),
            None => say(Word::Pending),
        },
        OrderStatus::Delivered => match order.rule {
            Some(rule) => say(OrderText::DeliveredByRule { rule: rule.get() }),
            None => say(Word::Delivered),
        },
        OrderStatus::Declined => match order.reason.clone() {
            Some(reason) => say(OrderText::Declined { reason }),
            None => say(Word::Declined),
        },
        OrderStatus::Cancelled => say(Word::Cancelled),
        OrderStatus::Discarded => say(Word::Discarded),
        OrderStatus::Expired => say(Word::Expired),
    }
}
