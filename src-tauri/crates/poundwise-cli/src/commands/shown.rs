//! Texts that several commands show.

use poundwise_documents::units::MicroEpsilon;
use poundwise_market::view::{
    Exported, HalfWidth, ListingView, MarketMended, Misfit, OrderStatus, OrderView, RuleMisfit,
};
use poundwise_market::{AlarmNumber, Home, format};
use poundwise_words::Text;

use crate::args::typed;
use crate::commands::contact::{own_name, table_with_contacts};
use crate::messages::{MendedParts, NoteMessage};
use crate::output::note;
use crate::table::{Side, fields};

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
        format!(
            "ε {} → {}",
            format::decimal_epsilon(from),
            format::epsilon(to)
        )
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
    party: &'static str,
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
            ("order", Side::Left),
            ("signed", Side::Left),
            (party, Side::Left),
            ("listing", Side::Left),
            ("level", Side::Left),
            ("price", Side::Right),
            ("reference", Side::Left),
            ("status", Side::Left),
        ],
        rows,
        2,
        orders.iter().map(|order| order.contact.as_ref()),
    )
}

/// Returns the reference by which an order is paid.
pub(crate) fn reference(order: &OrderView) -> String {
    order.reference.as_ref().map_or_else(
        || "nothing to pay".to_owned(),
        |reference| format::in_fours(&reference.to_string()),
    )
}

/// Returns an order with the other party under a name of its own.
pub(crate) fn ordered(order: &OrderView, party: &str, name: &str) -> String {
    fields(&[
        ("order", order.id.to_string()),
        (
            "listing",
            format!("{} ({})", order.title, format::short_id(order.listing)),
        ),
        (party, name.to_owned()),
        ("contact", own_name(order.contact.as_ref())),
        ("alarm", open_alarm(order.alarm)),
        ("level", step(order)),
        ("noise interval", widths(&order.accuracy)),
        ("price", format::money(&order.price)),
        ("reference", reference(order)),
        ("status", status(order)),
        ("expires", format::time(&order.expires_at)),
        ("only one", rivals(order)),
    ])
}

/// Returns a warning about an open alarm about the seller, with the command that shows it, or an
/// empty text.
pub(crate) fn open_alarm(alarm: Option<AlarmNumber>) -> String {
    alarm.map_or_else(String::new, |number| {
        format!(
            "alarm {number} about this owner is open: the owner contradicted itself, and nothing \
             is stored or ordered until you decide. See it: poundwise alarm show {number}"
        )
    })
}

/// Returns the orders of which only one can be approved besides this one; nothing where there is
/// none.
pub(crate) fn rivals(order: &OrderView) -> String {
    if order.rivals.is_empty() {
        return String::new();
    }
    let ids: Vec<String> = order.rivals.iter().map(typed).collect();
    format!(
        "of this order and {}: they begin at the same level of the same question.",
        ids.join(" ")
    )
}

/// Returns that a file was written, and how large it is.
pub(crate) fn wrote_file(exported: &Exported) -> String {
    format!(
        "Wrote {} ({}).\n",
        exported.file,
        format::bytes(exported.bytes)
    )
}

pub(crate) fn wrote(exported: &Exported) -> String {
    format!(
        "Wrote {} ({}). Anyone can check it: poundwise audit FILE\n",
        exported.file,
        format::bytes(exported.bytes)
    )
}

/// Returns the repairs of the market as lines, or an empty text.
pub(crate) fn mended(mended: &MarketMended) -> String {
    mended_notes(mended)
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}

fn mended_notes(mended: &MarketMended) -> Vec<NoteMessage> {
    let sent = MendedParts::of(mended).map(|parts| NoteMessage::SentAgain { parts });
    let removed = (mended.junk > 0).then_some(NoteMessage::JunkRemoved { files: mended.junk });
    sent.into_iter().chain(removed).collect()
}

/// Empties the outbox after something was signed. What was signed is safe either way, so this never
/// fails: it says what has not left yet.
pub(crate) fn undelivered(home: &Home) {
    match home.deliver() {
        Ok(delivered) => {
            for line in mended_notes(&delivered.mended) {
                note(line);
            }
            if delivered.undelivered > 0 {
                note(NoteMessage::Undelivered {
                    documents: delivered.undelivered,
                });
            }
        }
        Err(error) => note(NoteMessage::NotSent {
            why: Text::of(error),
        }),
    }
}

/// Returns the highest available level of a listing in words; empty at the ceiling and without a
/// statement.
pub(crate) fn available(available: Option<MicroEpsilon>, ceiling: MicroEpsilon) -> String {
    match available {
        Some(MicroEpsilon::ZERO) => "nothing now".to_owned(),
        Some(level) if level < ceiling => format!("up to {}", format::epsilon(level)),
        _ => String::new(),
    }
}

/// Returns the holding of this home of a listing.
pub(crate) fn holds(listing: &ListingView) -> String {
    if listing.mine {
        "yours".to_owned()
    } else if listing.held == 0 {
        "nothing".to_owned()
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
            let why = match misfit.why {
                Misfit::Paused => "is paused",
                Misfit::Expired => "is over",
                Misfit::Currency => "is in another currency",
                Misfit::Level => "does not go to that level",
                Misfit::Price => "does not go to that price",
                Misfit::Month => "has no room for it this month",
            };
            format!("rule {} {why}", misfit.rule)
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
            Some(_) => "pending: do not pay".to_owned(),
            None => "pending".to_owned(),
        },
        OrderStatus::Delivered => match order.rule {
            Some(rule) => format!("delivered by rule {rule}"),
            None => "delivered".to_owned(),
        },
        OrderStatus::Declined => match &order.reason {
            Some(reason) => format!("declined: {reason}"),
            None => "declined".to_owned(),
        },
        OrderStatus::Cancelled => "cancelled".to_owned(),
        OrderStatus::Discarded => "discarded".to_owned(),
        OrderStatus::Expired => "expired".to_owned(),
    }
}
