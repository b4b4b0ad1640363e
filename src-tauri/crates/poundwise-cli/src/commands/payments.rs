//! `payments` and `bank`: what bank statements say was paid.

use std::path::Path;

use poundwise_market::view::{
    BankRemoval, BankView, BookedOrder, BookedOrderState, BookingState, BookingView,
    BookingsApproved, CsvColumns, CsvHead, DayOrder, DecimalSign, Encoding, RowFault,
    StatementImported, StatementPreview,
};
use poundwise_market::{
    BankName, BookingNumber, Home, Job, Result, Roles, bank_columns, preview_statement,
};

use poundwise_words::Text;

use crate::args::{Bank, Global, Payments, typed};
use crate::commands::sell::whole;
use crate::commands::shown::{problem, undelivered};
use crate::confirm::{Question, confirmed};
use crate::format;
use crate::language::{line, say};
use crate::messages::{
    BankText, BookingText, BookingWord, Counted, FinalAct, Label, Sentence, Word,
};
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::shell::in_quotes;
use crate::table::{fields, table};
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
                [] => line(Sentence::NoBookingWaits),
                some => rows(some),
            })?;
        }
        Payments::Show { booking } => {
            let booking = home.seller().booking(booking)?;
            out.answer(&booking, || shown(&booking))?;
        }
        Payments::Approve { bookings } => return approve(out, home, &bookings),
        Payments::DeliverAnyway { booking, order } => {
            let receipt = working(|work| home.seller().deliver_for_booking(booking, &order, work))?;
            undelivered(home);
            let left = home.seller().booking(booking)?;
            out.answer(&receipt, || {
                line(Sentence::Approved) + &whole(&receipt) + &left_of(&left)
            })?;
        }
        Payments::SetAside { booking } => {
            let booking = home.seller().set_booking_aside(booking)?;
            out.answer(&booking, || line(Sentence::SetAside) + &shown(&booking))?;
        }
        Payments::Restore { booking } => {
            let booking = home.seller().restore_booking(booking)?;
            out.answer(&booking, || line(Sentence::CountsAgain) + &shown(&booking))?;
        }
        Payments::Refunded { booking } => {
            let booking = home.seller().refund(booking)?;
            out.answer(&booking, || {
                let said = match booking.state {
                    BookingState::TakenBack => Sentence::DealtWith,
                    _ => Sentence::PaidBack,
                };
                line(said) + &shown(&booking)
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
                line(Sentence::Chosen) + &of_bank(&bank.name, &bank.columns)
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
                [] => line(Sentence::NoBanks),
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
                    "{}{}\n{}",
                    line(Sentence::Removed),
                    of_bank(&removed.name, &removed.columns),
                    fields(&[
                        (
                            Label::BookingsDiscarded,
                            format::integer(all_discarded(&removed))
                        ),
                        (Label::BookingsKept, format::integer(removed.kept)),
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
        0 => line(BankText::NoneToDiscard {
            bank: removal.name.clone(),
        }),
        _ => {
            line(BankText::ToDiscard {
                bank: removal.name.clone(),
            }) + &rows(&removal.discarded)
        }
    };
    text.push('\n');
    text.push_str(&fields(&[
        (
            Label::MoneyThatWent,
            format::integer(removal.discarded_debits),
        ),
        (Label::BookingsKept, format::integer(removal.kept)),
    ]));
    text
}

/// Returns the rows of a bank's CSV file that cannot be read because of their content, with a hint.
/// The text is empty if there are no such rows.
fn unreadable_rows(home: &Home, file: &Path, name: &BankName) -> Result<String> {
    let (counts, first) = home.seller().unreadable_rows(file, name)?;
    let bank = home.seller().bank(name)?;
    let mut text = String::new();
    let mut lines = |rows: u64, why: Text, shown: &dyn Fn(&RowFault) -> Option<String>| {
        if rows == 0 {
            return;
        }
        text.push('\n');
        text.push_str(&line(BankText::NotImported { why, rows }));
        let mut told = 0;
        for row in &first {
            if let Some(cell) = shown(&row.fault) {
                text.push_str(&format!(
                    "  {}\n",
                    say(BankText::Line {
                        line: row.line,
                        cell
                    })
                ));
                told += 1;
            }
        }
        if rows > told {
            let more = say(BankText::AndMore { more: rows - told });
            text.push_str(&format!("  {more}\n"));
        }
    };
    let quoted = |text: &str| {
        Some(say(BankText::Quoted {
            text: text.to_owned(),
        }))
    };
    lines(
        counts.surplus,
        BankText::MoreFields.into(),
        &|fault| match fault {
            RowFault::Fields { fields, columns } => Some(say(BankText::FieldsAndColumns {
                fields: *fields,
                columns: *columns,
            })),
            _ => None,
        },
    );
    lines(
        counts.merged,
        BankText::QuoteJoins.into(),
        &|fault| match fault {
            RowFault::Quotes { cell } => quoted(cell),
            _ => None,
        },
    );
    lines(
        counts.without_direction,
        BankText::NoDirection.into(),
        &|fault| match fault {
            RowFault::Direction { word } => quoted(word),
            _ => None,
        },
    );
    let day = BankText::NoDay {
        example: example(bank.columns.day_order),
    };
    lines(counts.without_day, day.into(), &|fault| match fault {
        RowFault::Day { day, .. } => quoted(day),
        _ => None,
    });
    if counts.surplus + counts.merged + counts.without_direction > 0 {
        text.push_str(&line(Sentence::LookAtRows));
    }
    if counts.without_day > 0 {
        let fits = first.iter().find_map(|row| match row.fault {
            RowFault::Day { fits, .. } => fits,
            _ => None,
        });
        text.push_str(&match fits {
            Some(order) => {
                line(BankText::DaysWritten {
                    example: example(order),
                }) + &set_again(&bank, order)
                    + "\n"
            }
            None => line(Sentence::CorrectDays),
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
    let mut text = line(BankText::Read {
        format: imported.format.to_string(),
        movements: say(Counted::Bookings {
            count: imported.booked,
        }),
    });
    text.push_str(&fields(&[
        (Label::ForNoOrder, format::integer(imported.unnamed)),
        (Label::ImportedBefore, format::integer(imported.known)),
        (Label::NotBookedYet, format::integer(imported.not_booked)),
        (Label::YoursCameBack, format::integer(imported.returned)),
        (Label::Unreadable, format::integer(imported.unreadable)),
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
        text.push('\n');
        text.push_str(&line(Sentence::NothingApprovedYet));
    }
    text
}

fn state(state: BookingState) -> String {
    say(match state {
        BookingState::Proposed => BookingWord::Pays,
        BookingState::NotDelivered => BookingWord::PaidNotDelivered,
        BookingState::OtherAmount => BookingWord::OtherAmount,
        BookingState::OtherCurrency => BookingWord::OtherCurrency,
        BookingState::OtherAccount => BookingWord::OtherAccount,
        BookingState::NoAccount => BookingWord::NoAccountNamed,
        BookingState::Collective => BookingWord::SeveralTransfers,
        BookingState::Ambiguous => BookingWord::Ambiguous,
        BookingState::PaidAgain => BookingWord::PaidAgain,
        BookingState::UnknownOrder => BookingWord::OrderNotTaken,
        BookingState::Rest => BookingWord::RestToPayBack,
        BookingState::TakenBackDelivered => BookingWord::TakenBackDelivered,
        BookingState::TakenBack => BookingWord::TakenBack,
        BookingState::Settled => BookingWord::Settled,
        BookingState::SettledByHand => BookingWord::SettledByHand,
        BookingState::Refunded => BookingWord::PaidBack,
        BookingState::SetAside => BookingWord::SetAside,
    })
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
                state(booking.state),
                booking.party.clone().unwrap_or_default(),
                orders.join(" "),
            ]
        })
        .collect();
    table(
        &[
            Label::Booking.right(),
            Label::Day.left(),
            Label::Amount.right(),
            Label::State.left(),
            Label::FromParty.left(),
            Label::Orders.left(),
        ],
        &rows,
    )
}

fn shown(booking: &BookingView) -> String {
    let number = booking.number.get();
    let mut text = line(BookingText::Heading {
        number,
        state: state(booking.state),
    });
    text.push_str(&fields(&[
        (Label::Day, booking.booked_on.clone().unwrap_or_default()),
        (Label::Amount, format::money(&booking.amount)),
        (
            Label::ToPayBack,
            format::money_if_any(booking.to_pay_back.as_ref()),
        ),
        (Label::Account, format::in_fours(&booking.iban)),
        (Label::FromParty, booking.party.clone().unwrap_or_default()),
        (Label::Text, booking.text.clone()),
        (
            Label::SetAside,
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
            let order = typed(order.id);
            text.push_str(&match place {
                0 => format!("\n{}", line(BookingText::DeliverAnyway { number, order })),
                _ => line(BookingText::OrDeliver { number, order }),
            });
        }
    }
    let way_out = match booking.state {
        BookingState::Proposed => BookingText::ToApprove { number },
        BookingState::NoAccount => {
            text.push('\n');
            text.push_str(&line(Sentence::ListingNamesNoAccount));
            BookingText::IfPaidBack { number }
        }
        BookingState::NotDelivered
        | BookingState::OtherAmount
        | BookingState::OtherCurrency
        | BookingState::OtherAccount
        | BookingState::Collective
        | BookingState::Ambiguous
        | BookingState::PaidAgain
        | BookingState::UnknownOrder
        | BookingState::Rest => BookingText::IfPaidBack { number },
        BookingState::TakenBackDelivered => BookingText::IfDealtWith { number },
        BookingState::TakenBack
        | BookingState::Settled
        | BookingState::SettledByHand
        | BookingState::Refunded => return text,
        BookingState::SetAside => BookingText::ToCountAgain { number },
    };
    text.push_str(&format!("\n{}", line(way_out)));
    if booking.may_be_set_aside {
        text.push_str(&line(BookingText::IfNoPayment { number }));
    }
    if booking.perhaps_paid_back {
        text.push_str(&line(Sentence::PerhapsPaidBack));
    }
    text
}

/// Returns the unused amount of a booking that paid for an order, if any.
fn left_of(booking: &BookingView) -> String {
    match &booking.to_pay_back {
        Some(left) => {
            let number = booking.number.get();
            let amount = format::money(left);
            format!("\n{}", line(BookingText::LeftToPayBack { amount, number }))
        }
        None => String::new(),
    }
}

fn of_order(one: &BookedOrder, booking: &BookingView) -> String {
    // An order knows only what is due for it; whether the booking pays that is the booking's own.
    let pays = booking.pays;
    let state = match one.state {
        BookedOrderState::Approvable if pays => say(BookingWord::WaitsPaid),
        BookedOrderState::Approvable => say(BookingWord::WaitsUnpaid),
        BookedOrderState::OnCredit if pays => say(BookingWord::CreditPaid),
        BookedOrderState::OnCredit => say(BookingWord::CreditUnpaid),
        BookedOrderState::NotDelivered if pays => say(BookingWord::PaidNotDelivered),
        BookedOrderState::NotDelivered => say(BookingWord::NotDeliveredUnpaid),
        BookedOrderState::Settled => one.delivered_order.as_ref().map_or_else(
            || say(BookingWord::PaidByThis),
            |by| say(BookingText::DeliveredThrough { order: typed(by) }),
        ),
        BookedOrderState::SettledByHand => say(BookingWord::PaidByHand),
        BookedOrderState::PaidAlready => say(BookingWord::PaidAlready),
    };
    let expected = match booking.state {
        BookingState::OtherAccount => one.order.pay_to.clone(),
        _ => String::new(),
    };
    fields(&[
        (Label::Order, one.order.id.to_string()),
        (Label::Buyer, one.order.buyer_name.clone()),
        (Label::Listing, one.order.title.clone()),
        (Label::Due, format::money(&one.due)),
        (Label::LeftOfIt, format::money_if_any(one.rest.as_ref())),
        (Label::PayTo, expected),
        (Label::State, state),
        (
            Label::Why,
            one.problem
                .as_ref()
                .map_or_else(String::new, |error| problem(error).to_owned()),
        ),
        (
            Label::DeliverableOrders,
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
        .map(|receipt| line(Sentence::Approved) + &whole(receipt))
        .collect();
    parts.extend(approved.unsent.iter().map(|one| {
        line(BookingText::NotSentYet {
            order: one.order,
            number: one.booking.get(),
            why: problem(&one.problem).to_owned(),
        })
    }));
    parts.extend(approved.refused.iter().map(|one| {
        line(BookingText::NotApproved {
            order: one.order,
            number: one.booking.get(),
            why: problem(&one.problem).to_owned(),
        })
    }));
    parts.join("\n")
}

/// Number of lines below the header that are shown with those above it.
const BELOW_HEADER: u64 = 2;

/// Returns the columns of a file, and where lines stand before their names, those lines.
fn head_of(head: &CsvHead) -> String {
    let mut text = match head.header {
        0 => line(Sentence::NoNames) + &line(Sentence::IfLineHasNames),
        number => line(BankText::NamesInLine { line: number }),
    };
    if head.encoding != Encoding::Utf8 {
        text.push_str(&line(BankText::ReadAs {
            encoding: say(head.encoding),
        }));
    }
    if head.header > 1 {
        let lines: Vec<Vec<String>> = (1..=head.header + BELOW_HEADER)
            .zip(&head.lines)
            .filter(|(_, line)| !line.is_empty())
            .map(|(number, line)| vec![format::integer(number), line.clone()])
            .collect();
        text.push('\n');
        text.push_str(&table(&[Label::Line.right(), Label::Text.left()], &lines));
        text.push('\n');
        text.push_str(&line(Sentence::IfInAnotherLine));
    }
    text.push('\n');
    let rows: Vec<Vec<String>> = head
        .columns
        .iter()
        .map(|column| vec![column.name.clone(), column.examples.join("; ")])
        .collect();
    text.push_str(&table(
        &[Label::Column.left(), Label::Examples.left()],
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
                say(if row.came { Word::Came } else { Word::Went }),
                format::money(&row.amount),
                row.party.clone().unwrap_or_default(),
                row.text.clone(),
            ]
        })
        .collect();
    let mut text = table(
        &[
            Label::Day.left(),
            Label::Money.left(),
            Label::Amount.right(),
            Label::Name.left(),
            Label::Text.left(),
        ],
        &rows,
    );
    text.push('\n');
    text.push_str(&fields(&[
        (Label::Bookings, format::integer(preview.booked)),
        (Label::NotBookedYet, format::integer(preview.not_booked)),
        (Label::Unreadable, format::integer(preview.unreadable)),
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
        (Some(currency), _) => say(BankText::OfAllRows {
            currency: currency.clone(),
        }),
        (None, Some(column)) => column.clone(),
        (None, None) => String::new(),
    };
    let booked = match (&columns.status, &columns.booked) {
        (Some(column), Some(word)) => say(BankText::ColumnSays {
            column: column.clone(),
            word: word.clone(),
        }),
        _ => say(Word::AllRows),
    };
    let direction = match (&columns.direction, &columns.came, &columns.went) {
        (Some(column), Some(came), Some(went)) => say(BankText::Directions {
            column: column.clone(),
            came: came.clone(),
            went: went.clone(),
        }),
        _ => String::new(),
    };
    let mut text = format!("{name}\n");
    text.push_str(&fields(&[
        (
            Label::Account,
            format::in_fours(&columns.iban.replace(' ', "")),
        ),
        (
            Label::Day,
            say(BankText::WrittenAs {
                column: columns.day.clone(),
                example: day,
            }),
        ),
        (
            Label::Amount,
            say(BankText::WrittenAs {
                column: columns.amount.clone(),
                example: amount,
            }),
        ),
        (Label::WhatWent, columns.debit.clone().unwrap_or_default()),
        (Label::Direction, direction),
        (Label::Currency, currency),
        (Label::Text, columns.text.join(", ")),
        (Label::Name, columns.party.clone().unwrap_or_default()),
        (Label::Booked, booked),
        (
            Label::Encoding,
            columns.encoding.map_or_else(String::new, say),
        ),
    ]));
    text
}
