//! Contacts, standing rules, and what arrives.

use std::sync::Arc;

use poundwise_documents::units::Kid;
use poundwise_market::{
    ContactName, ContactNote, ContactRef, Roles, RuleNumber, deliveries_waiting,
    view::{ContactView, RuleDraft, RuleView, RuleWorst},
};
use tauri::{AppHandle, Runtime, State};

use crate::{
    notify,
    session::{Answer, Session, change, read, work},
    settings::SettingsFile,
    typed::Typed,
    window,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("standing");

#[tauri::command]
pub(crate) async fn contacts(session: Shared<'_>) -> Answer<Vec<ContactView>> {
    read(&session, |home| home.seller().contacts()).await
}

/// Adds a contact. `kid` is its full key id.
#[tauri::command]
pub(crate) async fn add_contact<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    kid: Typed<Kid>,
    name: Typed<ContactName>,
    note: Typed<ContactNote>,
) -> Answer<ContactView> {
    let (kid, name, note) = (kid.read()?, name.read()?, note.read()?);
    change(&app, &session, move |home| {
        home.seller().add_contact(kid, &name, &note)
    })
    .await
}

/// Changes the name and note of a contact.
#[tauri::command]
pub(crate) async fn edit_contact<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    kid: Typed<ContactRef>,
    name: Typed<ContactName>,
    note: Typed<ContactNote>,
) -> Answer<ContactView> {
    let (kid, name, note) = (kid.read()?, name.read()?, note.read()?);
    change(&app, &session, move |home| {
        home.seller().edit_contact(&kid, Some(&name), Some(&note))
    })
    .await
}

#[tauri::command]
pub(crate) async fn remove_contact<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    kid: Typed<ContactRef>,
) -> Answer<ContactView> {
    let kid = kid.read()?;
    change(&app, &session, move |home| {
        home.seller().remove_contact(&kid)
    })
    .await
}

#[tauri::command]
pub(crate) async fn rules(session: Shared<'_>, removed: bool) -> Answer<Vec<RuleView>> {
    read(&session, move |home| home.seller().rules(removed)).await
}

/// Returns the most that a rule of this draft could do.
#[tauri::command]
pub(crate) async fn rule_worst(session: Shared<'_>, draft: RuleDraft) -> Answer<RuleWorst> {
    read(&session, move |home| home.seller().rule_worst(&draft)).await
}

/// Lets the rule look at the orders that wait at once.
#[tauri::command]
pub(crate) async fn add_rule<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    draft: RuleDraft,
) -> Answer<RuleView> {
    let rule = change(&app, &session, move |home| home.seller().add_rule(&draft)).await?;
    session.look_now();
    Ok(rule)
}

#[tauri::command]
pub(crate) async fn pause_rule<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: RuleNumber,
) -> Answer<RuleView> {
    change(&app, &session, move |home| home.seller().pause_rule(number)).await
}

/// Lets the rule look at the orders that wait at once.
#[tauri::command]
pub(crate) async fn resume_rule<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: RuleNumber,
) -> Answer<RuleView> {
    let rule = change(&app, &session, move |home| {
        home.seller().resume_rule(number)
    })
    .await?;
    session.look_now();
    Ok(rule)
}

#[tauri::command]
pub(crate) async fn remove_rule<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: RuleNumber,
) -> Answer<RuleView> {
    change(&app, &session, move |home| {
        home.seller().remove_rule(number)
    })
    .await
}

/// Returns the number of deliveries on the market for this home, not yet collected.
#[tauri::command]
pub(crate) async fn deliveries(session: Shared<'_>) -> Answer<usize> {
    let session = Arc::clone(&session);
    work(move || match session.server_away() {
        Some(why) => Err(why),
        None => Ok(deliveries_waiting(&session.held()?)?.len()),
    })
    .await
}

/// Shows a line on the desktop, unless the person wants none, and answers when it is gone: whether
/// it was clicked on, which brings the window forward. The window writes both words, in its
/// language.
#[tauri::command]
pub(crate) async fn notify<R: Runtime>(
    app: AppHandle<R>,
    settings: State<'_, Arc<SettingsFile>>,
    line: String,
    open: String,
) -> Answer<bool> {
    if !settings.get().notify {
        return Ok(false);
    }
    let clicked = work(move || Ok(notify::tell(&line, &open))).await?;
    if clicked {
        window::come_forward(&app);
    }
    Ok(clicked)
}
