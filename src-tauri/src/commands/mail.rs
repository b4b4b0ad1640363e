//! Trade by mail: saved files and received files.

use std::sync::Arc;

use poundwise_market::{
    ListingId, OrderId, ToMail, WorkProgress, receive_mail,
    view::{Exported, ReceivedMail},
};
use serde::Deserialize;
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::{Asked, AskedFile},
    session::{Answer, Session},
    work::long_steps,
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("mail");

/// What is saved as a file.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) enum MailSaved {
    /// A listing of this home.
    Listing,
    /// An order of this home.
    Order,
    /// The answer of this home to an order.
    Delivery,
}

/// Saves a listing, an order or the answer to an order as a file to send. `of` is the id of the
/// listing or the order.
#[tauri::command]
pub(crate) async fn save_mail<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    what: MailSaved,
    of: String,
    file: AskedFile,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<Exported> {
    let own = Arc::clone(&session);
    long_steps(&app, &session, Call { id, progress }, move |held, _| {
        let file = own.grants().writing(file)?;
        let saved = match what {
            MailSaved::Listing => {
                let listing: ListingId = of.parse()?;
                poundwise_market::save_mail(held, ToMail::Listing(&listing))
            }
            MailSaved::Order => {
                let order: OrderId = of.parse()?;
                poundwise_market::save_mail(held, ToMail::Order(&order))
            }
            MailSaved::Delivery => {
                let order: OrderId = of.parse()?;
                poundwise_market::save_mail(held, ToMail::Delivery(&order))
            }
        };
        saved?.write(&file)
    })
    .await
}

/// Receives files from others: either all of them or none.
#[tauri::command]
pub(crate) async fn receive<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    files: Vec<Asked>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<Vec<ReceivedMail>> {
    let own = Arc::clone(&session);
    long_steps(&app, &session, Call { id, progress }, move |held, work| {
        let received = receive_mail(held, &own.grants().reading_all(files)?, work)?;
        own.look_now();
        Ok(received)
    })
    .await
}
