//! Invoices of what was sold.

use std::sync::Arc;

use poundwise_market::{
    InvoiceNumber, ReceiptId, Roles,
    view::{Exported, InvoiceFormat, InvoiceNumbers, InvoiceTerms, InvoiceView, Invoicing},
};
use tauri::{AppHandle, Runtime, State};

use crate::{
    grants::AskedFile,
    session::{Answer, Session, change, read, sign},
    typed::Typed,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("invoices");

/// Returns the details shared by all invoices, if they are set.
#[tauri::command]
pub(crate) async fn invoicing(session: Shared<'_>) -> Answer<Option<Invoicing>> {
    read(&session, |home| home.seller().invoicing()).await
}

/// Says what all invoices from now on have in common.
#[tauri::command]
pub(crate) async fn set_invoicing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    invoicing: Invoicing,
) -> Answer<Invoicing> {
    change(&app, &session, move |home| {
        home.seller().set_invoicing(&invoicing)
    })
    .await
}

/// Returns the state of the numbers of invoices.
#[tauri::command]
pub(crate) async fn invoice_numbers(session: Shared<'_>) -> Answer<InvoiceNumbers> {
    read(&session, |home| home.seller().invoice_numbers()).await
}

/// Sets the number of the next invoice.
#[tauri::command]
pub(crate) async fn set_next_invoice<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: u64,
) -> Answer<InvoiceNumbers> {
    change(&app, &session, move |home| {
        home.seller().set_next_invoice(number)
    })
    .await
}

/// Returns the invoices and credit notes, or those of a receipt, the newest first.
#[tauri::command]
pub(crate) async fn invoices(
    session: Shared<'_>,
    receipt: Option<Typed<ReceiptId>>,
) -> Answer<Vec<InvoiceView>> {
    let receipt = receipt.map(|receipt| receipt.read()).transpose()?;
    read(&session, move |home| {
        home.seller().invoices(receipt.as_ref())
    })
    .await
}

/// Returns the invoice of receipts as it would be issued now.
#[tauri::command]
pub(crate) async fn preview_invoice(
    session: Shared<'_>,
    receipts: Vec<Typed<ReceiptId>>,
    terms: InvoiceTerms,
) -> Answer<InvoiceView> {
    let receipts = ids(receipts)?;
    read(&session, move |home| {
        home.seller().preview_invoice(&receipts, &terms)
    })
    .await
}

/// Issues the invoice of receipts: it never changes after that.
#[tauri::command]
pub(crate) async fn issue_invoice<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    receipts: Vec<Typed<ReceiptId>>,
    terms: InvoiceTerms,
) -> Answer<InvoiceView> {
    let receipts = ids(receipts)?;
    sign(&app, &session, move |home| {
        home.seller().issue_invoice(&receipts, &terms)
    })
    .await
}

/// Issues the credit note that takes an invoice back.
#[tauri::command]
pub(crate) async fn credit_invoice<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: Typed<InvoiceNumber>,
    reason: String,
) -> Answer<InvoiceView> {
    let number = number.read()?;
    sign(&app, &session, move |home| {
        home.seller().credit_invoice(&number, &reason)
    })
    .await
}

/// Writes an invoice or a credit note into a file.
#[tauri::command]
pub(crate) async fn export_invoice(
    session: Shared<'_>,
    number: Typed<InvoiceNumber>,
    format: InvoiceFormat,
    file: AskedFile,
) -> Answer<Exported> {
    let number = number.read()?;
    let own = Arc::clone(&session);
    read(&session, move |home| {
        home.seller()
            .export_invoice(&number, format, &own.grants().writing(file)?)
    })
    .await
}

fn ids(receipts: Vec<Typed<ReceiptId>>) -> Answer<Vec<ReceiptId>> {
    receipts.into_iter().map(|one| one.read()).collect()
}
