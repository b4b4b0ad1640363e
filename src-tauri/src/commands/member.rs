//! Membership of a market on a server: `.market` files are shown, tested and joined with, and written
//! for others.

use std::sync::Arc;

use poundwise_market::{
    Error, Home, MarketAccess, MarketFile, MarketTestView, WorkProgress, market_to_join,
    test_market, test_market_of,
    view::{Exported, MarketChange},
};
use serde::Serialize;
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::{Asked, AskedFile},
    session::{Answer, Held, Session, move_home, work},
    work::long,
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("member");

/// What a `.market` file says of its market, without its secret.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct MarketFileView {
    /// Name of the market.
    name: String,
    /// Address of the market.
    market: String,
    /// Host of the server, with its port if that is not the usual one.
    host: String,
    /// Id of the access key; `None` for a market without keys.
    key_id: Option<String>,
}

/// Reads a `.market` file. Nothing is sent to its market.
#[tauri::command]
pub(crate) async fn read_market_file(session: Shared<'_>, file: Asked) -> Answer<MarketFileView> {
    let session = Arc::clone(&session);
    work(move || {
        let member = MarketFile::read(&session.grants().reading(file)?)?;
        Ok(MarketFileView {
            name: member.name().to_owned(),
            market: member.url().as_str().to_owned(),
            host: member.url().host().unwrap_or_default(),
            key_id: member.access().map(|access| access.key_id().to_owned()),
        })
    })
    .await
}

/// Tests what works on the market of a `.market` file, without a home.
#[tauri::command]
pub(crate) async fn test_market_file(
    session: Shared<'_>,
    file: Asked,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<MarketTestView> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |_| {
        let member = MarketFile::read(&own.grants().reading(file)?)?;
        Ok(test_market(&member)?.view(Error::view))
    })
    .await
}

/// Tests what works on the home's market.
#[tauri::command]
pub(crate) async fn test_own_market(
    session: Shared<'_>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<MarketTestView> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |_| {
        Ok(test_market_of(&own.held()?)?.view(Error::view))
    })
    .await
}

/// Joins the market of a `.market` file, on which the home trades from now on. `anyway`: even if
/// something waits for the market before.
#[tauri::command]
pub(crate) async fn join_market<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    file: Asked,
    anyway: bool,
) -> Answer<MarketChange> {
    let own = Arc::clone(&session);
    let new = move |held: &Held<'_>| {
        let member = MarketFile::read(&own.grants().reading(file)?)?;
        market_to_join(held, &member)
    };
    move_home(&app, &session, new, anyway).await
}

/// Writes an invitation to the home's market, with the home's own key or with that of the new
/// member.
#[tauri::command]
pub(crate) async fn invite(
    session: Shared<'_>,
    name: String,
    key_id: String,
    secret: String,
    file: AskedFile,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || {
        let file = session.grants().writing(file)?;
        let name = Some(name.trim()).filter(|name| !name.is_empty());
        let (_, own) = session.with_home(|home: &Home| home.invitation(name))?;
        let access = match (key_id.trim(), secret.as_str()) {
            ("", "") => None,
            (key_id, secret) => Some(MarketAccess::new(own.url(), key_id, secret)?),
        };
        own.with(access, None)?.write(&file)
    })
    .await
}
