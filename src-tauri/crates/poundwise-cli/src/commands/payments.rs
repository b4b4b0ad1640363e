//! `payments` and `bank`: what bank statements say was paid.

use std::path::Path;

use poundwise_market::view::{
    BankRemoval, BankView, BookedOrder, BookedOrderState, BookingState, BookingView,
    BookingsApproved, CsvColumns, CsvHead, DayOrder, DecimalSign, Encoding, RowFault,
    StatementImported, StatementPreview,
};
use poundwise_market::{
    BankName, BookingNumber, Home, Job, Result, Roles, bank_columns, format, preview_statement,
};

use crate::args::{Bank, Global, Payments, typed};
use crate::commands::sell::whole;
use crate::commands::shown::undelivered;
use crate::confirm::{Question, confirmed};
use crate::messages::FinalAct;
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::shell::in_quotes;
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, home: &Home, command: Payments) -> Result<Outcome> {
    match command {
        Payments::Import { file, bank } => {
            let imported = home.seller().import_statement(&file, bank.as_ref())?;
            let unreadable = match &bank {
                Some(name) if imported.unreadable > 0 => unreadable_rows(home, &file, name)?,
                _ => String::new(),
            };
            out.answer(&imported, || told(&imported, &unreadable))?;
        }
        Payments::List { all } => {
            let mut bookings = home.seller().bookings()?;
            bookings.retain(|booking| all || is_open(booking.state));
            out.answer(&bookings, || match bookings.as_slice() {
                [] => "No booking waits. Import a statement: poundwise payments import FILE\n"
                    .to_owned(),
                some => rows(some),
            })?;
        }
        Payments::Show { booking } => {
            let booking = home.seller().booking(booking)?;
            out.answer(&booking, || shown(&booking))?;
        }
        Payments::Approve { bookings } => return approve(out, home, &bookings),
        Payments::Honour { booking, order } => {
            let receipt = working(|work| home.seller().honour(booking, &order, work))?;
            undelivered(home);
            let left = home.seller().booking(booking)?;
            out.answer(&receipt, || {
                format!("Approved.\n{}{}", whole(&receipt), left_of(&left))
            })?;
        }
        Payments::SetAside { booking } => {
            let booking = home.seller().set_booking_aside(booking)?;
            out.answer(&booking, || format!("Set aside.\n{}", shown(&booking)))?;
        }
        Payments::Restore { booking } => {
            let booking = home.seller().restore_booking(booking)?;
            out.answer(&booking, || {
                format!("It counts again.\n{}", shown(&booking))
            })?;
        }
        Payments::Refunded { booking } => {
            let booking = home.seller().refund(booking)?;
            out.answer(&booking, || {
                let said = match booking.state {
                    BookingState::TakenBack => "Recorded as dealt with.",
                    _ => "Recorded as paid back.",
                };
                format!("{said}\n{}", shown(&booking))
            })?;
        }
    }
    Ok(Outcome::Done)
}

fn approve(out: &mut Output, home: &Home, bookings: &[BookingNumber]) -> Result<Outcome> {
    let approved = working(|work| {
        home.seller()
            .begin_bookings(bookings)
            .and_then(|job| job.complete(home, work))
    })?;
    if !approved.receipts.is_empty() {
        undelivered(home);
    }
    out.answer(&approved, || all_of(&approved))?;
    Ok(
        if approved.refused.is_empty() && approved.unsent.is_empty() {
            Outcome::Done
        } else {
            Outcome::Wrong
        },
    )
}

pub(crate) fn bank(out: &mut Output, global: &Global, command: Bank) -> Result<Outcome> {
    match command {
        Bank::Columns { file, header } => {
            let head = bank_columns(&file, header)?;
            out.answer(&head, || head_of(&head))?;
        }
        Bank::Set(asked) => {
            let name = asked.name.clone();
            let bank = open(global)?.seller().set_bank(&name, &asked.columns())?;
            out.answer(&bank, || {
                format!("Chosen.\n{}", of_bank(&bank.name, &bank.columns))
            })?;
        }
        Bank::Preview { name, file } => {
            let home = open(global)?;
            let preview = preview_statement(&file, &home.seller().bank(&name)?.columns)?;
            let unreadable = unreadable_rows(&home, &file, &name)?;
            out.answer(&preview, || previewed(&preview) + &unreadable)?;
        }
        Bank::List => {
            let banks = open(global)?.seller().banks()?;
            out.answer(&banks, || match banks.as_slice() {
                [] => {
                    "No bank's columns were chosen; CAMT needs none. Choose them: poundwise bank \
                       set --help\n"
                        .to_owned()
                }
                some => some
                    .iter()
                    .map(|bank| of_bank(&bank.name, &bank.columns))
                    .collect::<Vec<_>>()
                    .join("\n"),
            })?;
        }
        Bank::Show { name } => {
            let bank = open(global)?.seller().bank(&name)?;
            out.answer(&bank, || of_bank(&bank.name, &bank.columns))?;
        }
        Bank::Remove {
            name,
            discard_bookings,
            dry_run,
            yes,
        } => {
            let home = open(global)?;
            let preview = home.seller().preview_bank_removal(&name)?;
            if dry_run {
                out.answer(&preview, || goes(&preview))?;
                return Ok(Outcome::Done);
            }
            if discard_bookings && !yes {
                confirmed(Question {
                    act: FinalAct::RemoveBank {
                        name: name.to_string(),
                    },
                    known: &goes(&preview),
                    word: "remove",
                    command: "bank remove",
                })?;
            }
            let removed = home.seller().remove_bank(&name, discard_bookings)?;
            out.answer(&removed, || {
                format!(
                    "Removed.\n{}\n{}",
                    of_bank(&removed.name, &removed.columns),
                    fields(&[
                        (
                            "bookings discarded",
                            format::integer(all_discarded(&removed))
                        ),
                        ("bookings that stay", format::integer(removed.kept)),
                    ])
                )
            })?;
        }
    }
    Ok(Outcome::Done)
}

/// Returns whether something is still to be done with a booking.
fn is_open(state: BookingState) -> bool {
    !matches!(
        state,
        BookingState::Settled
            | BookingState::SettledByHand
            | BookingState::Refunded
            | BookingState::SetAside
            | BookingState::TakenBack
    )
}

fn all_discarded(removal: &BankRemoval) -> u64 {
    removal.discarded.len() as u64 + removal.discarded_debits
}

/// Returns what goes with a bank if its bookings are discarded, and what stays.
fn goes(removal: &BankRemoval) -> String {
    let mut text = match all_discarded(removal) {
        0 => format!("No booking of {} can be discarded.\n", removal.name),
        _ => format!(
            "These bookings of {} settled nothing and would be discarded:\n{}",
            removal.name,
            rows(&removal.discarded)
        ),
    };
    text.push('\n');
    text.push_str(&fields(&[
        ("money that went", format::integer(removal.discarded_debits)),
        ("bookings that stay", format::integer(removal.kept)),
    ]));
    text
}

/// Returns the rows of a bank's CSV file that cannot be read because of their content, with a hint.
/// The text is empty if there are no such rows.
fn unreadable_rows(home: &Home, file: &Path, name: &BankName) -> Result<String> {
    let (counts, first) = home.seller().unreadable_rows(file, name)?;
    let bank = home.seller().bank(name)?;
    let mut text = String::new();
    let mut lines = |count: u64, why: &str, shown: &dyn Fn(&RowFault) -> Option<String>| {
        if count == 0 {
            return;
        }
        let rows = format::count(count, "row", "rows");
        text.push_str(&format!("\n{why}, so nothing is imported of {rows}:\n"));
        let mut told = 0;
        for row in &first {
            if let Some(cell) = shown(&row.fault) {
                text.push_str(&format!("  line {}: {cell}\n", row.line));
                told += 1;
            }
        }
        if count > told {
            let more = format::integer(count - told);
            text.push_str(&format!("  and {more} more\n"));
        }
    };
    lines(
        counts.surplus,
        "More fields than the header has columns",
        &|fault| match fault {
            RowFault::Fields { fields, columns } => {
                Some(format!("{fields} fields, {columns} columns"))
            }
            _ => None,
        },
    );
    lines(
        counts.merged,
        "A quote joins several fields",
        &|fault| match fault {
            RowFault::Quotes { cell } => Some(format!("“{cell}”")),
            _ => None,
        },
    );
    lines(
        counts.without_direction,
        "It is not known whether money came or went",
        &|fault| match fault {
            RowFault::Direction { word } => Some(format!("“{word}”")),
            _ => None,
        },
    );
    let day = format!(
        "The day cannot be read as {}",
        example(bank.columns.day_order)
    );
    lines(counts.without_day, &day, &|fault| match fault {
        RowFault::Day { day, .. } => Some(format!("“{day}”")),
        _ => None,
    });
    if counts.surplus + counts.merged + counts.without_direction > 0 {
        text.push_str("Look at these rows in your account: a payment in them is not counted.\n");
    }
    if counts.without_day > 0 {
        let fits = first.iter().find_map(|row| match row.fault {
            RowFault::Day { fits, .. } => fits,
            _ => None,
        });
        text.push_str(&match fits {
            Some(order) => format!(
                "If days are written as {}, choose that and import the file again:\n{}\n",
                example(order),
                set_again(&bank, order)
            ),
            None => "Correct the day in these lines, and import the file again.\n".to_owned(),
        });
    }
    Ok(text)
}

/// Returns the command that chooses the columns of a bank again, with another order of days.
fn set_again(bank: &BankView, order: DayOrder) -> String {
    let columns = &bank.columns;
    let order = match order {
        DayOrder::YearMonthDay => "year-month-day",
        DayOrder::DayMonthYear => "day-month-year",
        DayOrder::MonthDayYear => "month-day-year",
    };
    let decimal = match columns.decimal {
        DecimalSign::Comma => "comma",
        DecimalSign::Point => "point",
    };
    let mut command = format!(
        "poundwise bank set {} --day-order {order} --decimal {decimal}",
        in_quotes(&bank.name)
    );
    let stated = [
        ("iban", &columns.iban),
        ("day", &columns.day),
        ("amount", &columns.amount),
    ];
    let optional = [
        ("debit", &columns.debit),
        ("direction", &columns.direction),
        ("in", &columns.came),
        ("out", &columns.went),
        ("currency", &columns.currency),
        ("currency-column", &columns.currency_column),
        ("party", &columns.party),
        ("status", &columns.status),
        ("booked", &columns.booked),
    ];
    let optional = optional
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_ref()?)));
    let texts = columns.text.iter().map(|column| ("text", column));
    for (name, value) in stated.into_iter().chain(optional).chain(texts) {
        // One word, since a column's name may begin as an option does.
        command.push_str(&format!(" --{name}={}", in_quotes(value)));
    }
    command
}

/// Returns a day in an order of its parts.
fn example(order: DayOrder) -> &'static str {
    match order {
        DayOrder::YearMonthDay => "2026-11-30",
        DayOrder::DayMonthYear => "30.11.2026",
        DayOrder::MonthDayYear => "11/30/2026",
    }
}

fn told(imported: &StatementImported, unreadable: &str) -> String {
    let mut text = format!(
        "Read {}: {}.\n",
        imported.format,
        format::count(imported.booked, "booked movement", "booked movements")
    );
    text.push_str(&fields(&[
        ("for no order of yours", format::integer(imported.unnamed)),
        ("imported before", format::integer(imported.known)),
        ("not booked yet", format::integer(imported.not_booked)),
        ("yours that came back", format::integer(imported.returned)),
        ("unreadable", format::integer(imported.unreadable)),
    ]));
    text.push_str(unreadable);
    if !imported.bookings.is_empty() {
        text.push('\n');
        text.push_str(&rows(&imported.bookings));
    }
    if imported
        .bookings
        .iter()
        .any(|booking| booking.state == BookingState::Proposed)
    {
        text.push_str("\nNothing is approved yet: poundwise payments approve\n");
    }
    text
}

fn state(state: BookingState) -> &'static str {
    match state {
        BookingState::Proposed => "pays",
        BookingState::NotDelivered => "paid, not delivered",
        BookingState::OtherAmount => "other amount",
        BookingState::OtherCurrency => "other currency",
        BookingState::OtherAccount => "other account",
        BookingState::NoAccount => "no account named",
        BookingState::Collective => "several transfers",
        BookingState::Ambiguous => "ambiguous",
        BookingState::PaidAgain => "paid again",
        BookingState::UnknownOrder => "order not taken",
        BookingState::Rest => "rest to pay back",
        BookingState::TakenBackDelivered => "taken back after delivery",
        BookingState::TakenBack => "taken back",
        BookingState::Settled => "settled",
        BookingState::SettledByHand => "settled by hand",
        BookingState::Refunded => "paid back",
        BookingState::SetAside => "set aside",
    }
}

fn rows(bookings: &[BookingView]) -> String {
    let rows: Vec<Vec<String>> = bookings
        .iter()
        .map(|booking| {
            let orders: Vec<String> = booking
                .orders
                .iter()
                .map(|one| format::short_id(one.order.id))
                .collect();
            vec![
                booking.number.to_string(),
                booking.booked_on.clone().unwrap_or_default(),
                format::money(&booking.amount),
                state(booking.state).to_owned(),
                booking.party.clone().unwrap_or_default(),
                orders.join(" "),
            ]
        })
        .collect();
    table(
        &[
            ("booking", Side::Right),
            ("day", Side::Left),
            ("amount", Side::Right),
            ("state", Side::Left),
            ("from", Side::Left),
            ("orders", Side::Left),
        ],
        &rows,
    )
}

fn shown(booking: &BookingView) -> String {
    let mut text = format!("Booking {}, {}\n", booking.number, state(booking.state));
    text.push_str(&fields(&[
        ("day", booking.booked_on.clone().unwrap_or_default()),
        ("amount", format::money(&booking.amount)),
        (
            "to pay back",
            booking
                .to_pay_back
                .as_ref()
                .map(format::money)
                .unwrap_or_default(),
        ),
        ("account", format::in_fours(&booking.iban)),
        ("from", booking.party.clone().unwrap_or_default()),
        ("text", booking.text.clone()),
        (
            "set aside",
            booking
                .set_aside_at
                .as_deref()
                .map(format::time)
                .unwrap_or_default(),
        ),
    ]));
    for one in &booking.orders {
        text.push('\n');
        text.push_str(&of_order(one, booking));
    }
    if booking.state == BookingState::NotDelivered {
        let orders = booking.orders.iter().flat_map(|one| &one.instead);
        for (place, order) in orders.enumerate() {
            text.push_str(match place {
                0 => "\nTo deliver for it all the same: ",
                _ => "Or: ",
            });
            text.push_str(&format!(
                "poundwise payments honour {} --order {}\n",
                booking.number,
                typed(order.id)
            ));
        }
    }
    let way_out = match booking.state {
        BookingState::Proposed => "To approve what it pays: poundwise payments approve",
        BookingState::NoAccount => {
            text.push_str(
                "\nIts listing names no account. If it is your money, approve the order as paid: \
                 then this is its payment.\n",
            );
            "If you paid it back: poundwise payments refunded"
        }
        BookingState::NotDelivered
        | BookingState::OtherAmount
        | BookingState::OtherCurrency
        | BookingState::OtherAccount
        | BookingState::Collective
        | BookingState::Ambiguous
        | BookingState::PaidAgain
        | BookingState::UnknownOrder
        | BookingState::Rest => "If you paid it back: poundwise payments refunded",
        BookingState::TakenBackDelivered => "If that is dealt with: poundwise payments refunded",
        BookingState::TakenBack
        | BookingState::Settled
        | BookingState::SettledByHand
        | BookingState::Refunded => return text,
        BookingState::SetAside => "To count it again: poundwise payments restore",
    };
    text.push_str(&format!("\n{way_out} {}\n", booking.number));
    if booking.may_be_set_aside {
        text.push_str(&format!(
            "If it is no payment of an order: poundwise payments set-aside {}\n",
            booking.number
        ));
    }
    if booking.perhaps_paid_back {
        text.push_str(PERHAPS);
    }
    text
}

/// What is said of money that may be paid back already.
const PERHAPS: &str = "It may be paid back already: this home was put back from a backup, and what \
                       it recorded since may be missing. Look at the account first.\n";

/// Returns what is left of a booking by which an order was honoured; nothing where nothing is.
fn left_of(booking: &BookingView) -> String {
    match &booking.to_pay_back {
        Some(left) => format!(
            "\n{} of booking {} are left to pay back; then: poundwise payments refunded {}\n",
            format::money(left),
            booking.number,
            booking.number
        ),
        None => String::new(),
    }
}

fn of_order(one: &BookedOrder, booking: &BookingView) -> String {
    // An order knows only what is due for it; whether the booking pays that is the booking's own.
    let said = |paid: &str, unpaid: &str| {
        if booking.pays {
            paid.to_owned()
        } else {
            format!("{unpaid}; this booking does not pay it")
        }
    };
    let state = match one.state {
        BookedOrderState::Approvable => said("waits, and is paid", "waits"),
        BookedOrderState::OnCredit => {
            said("delivered on credit, and paid now", "delivered on credit")
        }
        BookedOrderState::NotDelivered => said("paid, not delivered", "not delivered"),
        BookedOrderState::Settled => one.honoured_by.as_ref().map_or_else(
            || "paid by this booking".to_owned(),
            |by| format!("honoured by order {}", typed(by)),
        ),
        BookedOrderState::SettledByHand => "paid; you recorded it by hand".to_owned(),
        BookedOrderState::PaidAlready => "paid already".to_owned(),
    };
    let expected = match booking.state {
        BookingState::OtherAccount => one.order.pay_to.clone(),
        _ => String::new(),
    };
    fields(&[
        ("order", one.order.id.to_string()),
        ("buyer", one.order.buyer_name.clone()),
        ("listing", one.order.title.clone()),
        ("due", format::money(&one.due)),
        (
            "left of it",
            one.rest.as_ref().map(format::money).unwrap_or_default(),
        ),
        ("pay to", expected),
        ("state", state),
        (
            "why",
            one.problem
                .as_ref()
                .map(|problem| problem.message.clone())
                .unwrap_or_default(),
        ),
        (
            "can be honoured by",
            one.instead
                .iter()
                .map(|order| typed(order.id))
                .collect::<Vec<_>>()
                .join(" "),
        ),
    ])
}

fn all_of(approved: &BookingsApproved) -> String {
    let mut parts: Vec<String> = approved
        .receipts
        .iter()
        .map(|receipt| format!("Approved.\n{}", whole(receipt)))
        .collect();
    parts.extend(approved.unsent.iter().map(|one| {
        format!(
            "Approved, and not sent yet: order {} of booking {}. {}\n",
            one.order, one.booking, one.problem.message
        )
    }));
    parts.extend(approved.refused.iter().map(|one| {
        format!(
            "Not approved: order {} of booking {}. {}\n",
            one.order, one.booking, one.problem.message
        )
    }));
    parts.join("\n")
}

/// Number of lines below the header that are shown with those above it.
const BELOW_HEADER: u64 = 2;

/// Returns the columns of a file, and where lines stand before their names, those lines.
fn head_of(head: &CsvHead) -> String {
    let mut text = match head.header {
        0 => "No line has names of columns: each column has its number.\n\
              If a line has names: poundwise bank columns FILE --header LINE\n"
            .to_owned(),
        line => format!(
            "The names of the columns are in line {}.\n",
            format::integer(line)
        ),
    };
    if head.encoding != Encoding::Utf8 {
        text.push_str(&format!("The text is read as {}.\n", head.encoding));
    }
    if head.header > 1 {
        let lines: Vec<Vec<String>> = (1..=head.header + BELOW_HEADER)
            .zip(&head.lines)
            .filter(|(_, line)| !line.is_empty())
            .map(|(number, line)| vec![format::integer(number), line.clone()])
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[("line", Side::Right), ("text", Side::Left)],
            &lines,
        ));
        text.push_str("\nIf they are in another: poundwise bank columns FILE --header LINE\n");
    }
    text.push('\n');
    let rows: Vec<Vec<String>> = head
        .columns
        .iter()
        .map(|column| vec![column.name.clone(), column.examples.join("; ")])
        .collect();
    text.push_str(&table(
        &[("column", Side::Left), ("examples", Side::Left)],
        &rows,
    ));
    text
}

fn previewed(preview: &StatementPreview) -> String {
    let rows: Vec<Vec<String>> = preview
        .rows
        .iter()
        .map(|row| {
            vec![
                row.booked_on.clone().unwrap_or_default(),
                if row.came { "came" } else { "went" }.to_owned(),
                format::money(&row.amount),
                row.party.clone().unwrap_or_default(),
                row.text.clone(),
            ]
        })
        .collect();
    let mut text = table(
        &[
            ("day", Side::Left),
            ("money", Side::Left),
            ("amount", Side::Right),
            ("name", Side::Left),
            ("text", Side::Left),
        ],
        &rows,
    );
    text.push('\n');
    text.push_str(&fields(&[
        ("booked movements", format::integer(preview.booked)),
        ("not booked yet", format::integer(preview.not_booked)),
        ("unreadable", format::integer(preview.unreadable)),
    ]));
    text
}

fn of_bank(name: &str, columns: &CsvColumns) -> String {
    let day = example(columns.day_order);
    let amount = match columns.decimal {
        DecimalSign::Comma => "1.234,56",
        DecimalSign::Point => "1,234.56",
    };
    let currency = match (&columns.currency, &columns.currency_column) {
        (Some(currency), _) => format!("{currency}, of all rows"),
        (None, Some(column)) => column.clone(),
        (None, None) => String::new(),
    };
    let booked = match (&columns.status, &columns.booked) {
        (Some(status), Some(booked)) => format!("{status} says {booked}"),
        _ => "all rows".to_owned(),
    };
    let direction = match (&columns.direction, &columns.came, &columns.went) {
        (Some(column), Some(came), Some(went)) => {
            format!("{column} says {came} for money that came, {went} for money that went")
        }
        _ => String::new(),
    };
    let mut text = format!("{name}\n");
    text.push_str(&fields(&[
        ("account", format::in_fours(&columns.iban.replace(' ', ""))),
        ("day", format!("{}, as {day}", columns.day)),
        ("amount", format!("{}, as {amount}", columns.amount)),
        ("what went", columns.debit.clone().unwrap_or_default()),
        ("direction", direction),
        ("currency", currency),
        ("text", columns.text.join(", ")),
        ("name", columns.party.clone().unwrap_or_default()),
        ("booked", booked),
        (
            "encoding",
            columns
                .encoding
                .map(|one| one.to_string())
                .unwrap_or_default(),
        ),
    ]));
    text
}
