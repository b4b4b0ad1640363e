//! Bank statements: their import, the banks whose columns were chosen, and what bookings pay.

use std::sync::Arc;

use poundwise_market::{
    BankName, BookingNumber, OrderId, Reach, Roles, Work, WorkProgress, fetch_orders,
    view::{
        BankRemoval, BankView, BookingView, BookingsApproved, CsvColumns, ReceiptView,
        StatementImported, StatementLook, StatementPreview,
    },
};
use tauri::{AppHandle, Emitter, Runtime, State, ipc::Channel};

use crate::{
    grants::Asked,
    session::{Answer, CHANGED, Session, change, read, work},
    typed::Typed,
    work::long_change,
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("payments");

/// Returns the kind of a bank statement, the banks that have its columns, and the columns that the
/// line of a header names, or one that is proposed: nothing of it is stored.
#[tauri::command]
pub(crate) async fn look_at_statement(
    session: Shared<'_>,
    file: Asked,
    header: Option<u64>,
) -> Answer<StatementLook> {
    let own = Arc::clone(&session);
    read(&session, move |home| {
        home.seller()
            .look_at_statement(&own.grants().reading(file)?, header)
    })
    .await
}

/// Returns the first rows of a bank's CSV, as columns read it that are not chosen for good yet.
#[tauri::command]
pub(crate) async fn preview_statement(
    session: Shared<'_>,
    file: Asked,
    columns: CsvColumns,
) -> Answer<StatementPreview> {
    let own = Arc::clone(&session);
    work(move || poundwise_market::preview_statement(&own.grants().reading(file)?, &columns)).await
}

/// Stores what a statement says of orders of this home; nothing is approved.
#[tauri::command]
pub(crate) async fn import_statement<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    file: Asked,
    bank: Option<Typed<BankName>>,
) -> Answer<StatementImported> {
    let bank = bank.map(|bank| bank.read()).transpose()?;
    let own = Arc::clone(&session);
    let answer = work(move || {
        let file = own.grants().reading(file)?;
        let held = own.held()?;
        fetch_orders(&held, &Work::silent())?;
        held.ask(|home| home.seller().store_statement(&file, bank.as_ref()))
    })
    .await;
    let _ = app.emit(CHANGED, ());
    answer
}

/// Returns the money that came for orders, newest first.
#[tauri::command]
pub(crate) async fn bookings(session: Shared<'_>) -> Answer<Vec<BookingView>> {
    read(&session, |home| home.seller().bookings()).await
}

/// Approves the orders that these bookings pay, and records the payments of those on credit.
#[tauri::command]
pub(crate) async fn approve_bookings<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    numbers: Vec<BookingNumber>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<BookingsApproved> {
    long_change(&app, &session, Call { id, progress }, move |home| {
        home.seller().begin_bookings(&numbers)
    })
    .await
}

/// Approves an order for what a booking paid, and that was not delivered.
#[tauri::command]
pub(crate) async fn deliver_for_booking<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: BookingNumber,
    order: Typed<OrderId>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ReceiptView> {
    let order = order.read()?;
    long_change(&app, &session, Call { id, progress }, move |home| {
        home.seller().begin_delivery_for_booking(number, &order)
    })
    .await
}

/// Records that what a booking did not pay was paid back.
#[tauri::command]
pub(crate) async fn refund_booking<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: BookingNumber,
) -> Answer<BookingView> {
    change(&app, &session, move |home| home.seller().refund(number)).await
}

/// Records that a booking is no payment of an order.
#[tauri::command]
pub(crate) async fn set_booking_aside<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: BookingNumber,
) -> Answer<BookingView> {
    change(&app, &session, move |home| {
        home.seller().set_booking_aside(number)
    })
    .await
}

/// Counts a booking again that was set aside.
#[tauri::command]
pub(crate) async fn restore_booking<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: BookingNumber,
) -> Answer<BookingView> {
    change(&app, &session, move |home| {
        home.seller().restore_booking(number)
    })
    .await
}

/// Returns the banks whose columns were chosen, by name.
#[tauri::command]
pub(crate) async fn banks(session: Shared<'_>) -> Answer<Vec<BankView>> {
    read(&session, |home| home.seller().banks()).await
}

/// Chooses the columns of a bank's CSV, in place of those chosen before.
#[tauri::command]
pub(crate) async fn set_bank<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<BankName>,
    columns: CsvColumns,
) -> Answer<BankView> {
    let name = name.read()?;
    change(&app, &session, move |home| {
        home.seller().set_bank(&name, &columns)
    })
    .await
}

/// Returns what would go with a bank, and changes nothing.
#[tauri::command]
pub(crate) async fn preview_bank_removal(
    session: Shared<'_>,
    name: Typed<BankName>,
) -> Answer<BankRemoval> {
    let name = name.read()?;
    read(&session, move |home| {
        home.seller().preview_bank_removal(&name)
    })
    .await
}

/// Removes a bank; what was imported stays, unless the bookings that settled nothing are to be
/// discarded with it.
#[tauri::command]
pub(crate) async fn remove_bank<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<BankName>,
    discard: bool,
) -> Answer<BankRemoval> {
    let name = name.read()?;
    change(&app, &session, move |home| {
        home.seller().remove_bank(&name, discard)
    })
    .await
}
