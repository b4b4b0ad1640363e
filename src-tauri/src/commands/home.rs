//! Homes: create, open, close; and the sample market.

use std::{path::PathBuf, sync::Arc};

use poundwise_market::{
    Error, Home, HomeOptions, Passphrase, RecoveryKey, default_home_dir, default_market_url,
    sample::{self, SampleOptions},
    view::{Exported, HomeView},
};
use serde::Serialize;
use tauri::{AppHandle, Emitter, Runtime, State};

use crate::{
    session::{Answer, Session, read, work},
    watch::CHANGED,
};

type Shared<'a> = State<'a, Arc<Session>>;

/// What the first screen needs.
#[derive(Serialize)]
pub(crate) struct SessionView {
    /// The unlocked home.
    home: Option<HomeView>,
    /// Where a first home would be.
    suggested_dir: String,
    /// Homes opened lately, newest first.
    recent: Vec<String>,
    /// The market that a new home would trade on.
    market_suggestion: String,
    /// The home that the app was started with, still locked or not yet created.
    home_at_start: Option<String>,
}

/// A home just made.
#[derive(Serialize)]
pub(crate) struct NewHome {
    home: HomeView,
    /// Shown once.
    recovery_key: String,
}

#[tauri::command]
pub(crate) async fn session(session: Shared<'_>) -> Answer<SessionView> {
    let session = Arc::clone(&session);
    work(move || {
        let home = session.home();
        let text = |dir: PathBuf| dir.display().to_string();
        Ok(SessionView {
            suggested_dir: default_home_dir().map_or_else(String::new, text),
            recent: session.recent().homes(),
            market_suggestion: session
                .args()
                .market
                .clone()
                .or_else(default_market_url)
                .unwrap_or_default(),
            home_at_start: if home.is_some() {
                None
            } else {
                session.args().home.clone().map(text)
            },
            home,
        })
    })
    .await
}

#[tauri::command]
pub(crate) async fn home_exists(dir: PathBuf) -> Answer<bool> {
    work(move || Ok(Home::exists(&dir))).await
}

#[tauri::command]
pub(crate) async fn create_home(
    session: Shared<'_>,
    dir: PathBuf,
    name: String,
    passphrase: String,
    market: Option<String>,
) -> Answer<NewHome> {
    let session = Arc::clone(&session);
    let passphrase = Passphrase::from(passphrase);
    work(move || {
        let options = options(&session, market);
        let mut recovery_key = String::new();
        let home = session.unlock(None, || {
            let (home, key) = Home::create(&dir, &name, &passphrase, &options)?;
            key.reveal().clone_into(&mut recovery_key);
            Ok(home)
        })?;
        Ok(NewHome { home, recovery_key })
    })
    .await
}

/// Writes a recovery key into a file of its owner's choice.
#[tauri::command]
pub(crate) async fn save_recovery_key(key: String, file: PathBuf) -> Answer<Exported> {
    work(move || RecoveryKey::from_text(key)?.save(&file)).await
}

#[tauri::command]
pub(crate) async fn open_home(
    session: Shared<'_>,
    dir: PathBuf,
    passphrase: String,
    market: Option<String>,
) -> Answer<HomeView> {
    let session = Arc::clone(&session);
    let passphrase = Passphrase::from(passphrase);
    work(move || {
        let options = options(&session, market);
        session.unlock(None, || Home::open(&dir, &passphrase, &options))
    })
    .await
}

/// A throwaway market with a dataset, listings, two buyers and some sales, opened as its owner.
#[tauri::command]
pub(crate) async fn open_sample(session: Shared<'_>) -> Answer<HomeView> {
    let session = Arc::clone(&session);
    work(move || {
        let folder = tempfile::Builder::new()
            .prefix("poundwise-sample-")
            .tempdir()
            .map_err(|error| {
                Error::failed(
                    "sample-folder",
                    format!("The sample market has no place: {error}."),
                )
                .hint("Make room in the folder for temporary files.")
            })?;
        let sample = sample::build(
            &folder.path().join("sample"),
            &SampleOptions::default(),
            &mut |_| {},
        )?;
        let passphrase = Passphrase::from(sample.passphrase);
        session.unlock(Some(folder), || {
            Home::open(&sample.owner_dir, &passphrase, &HomeOptions::default())
        })
    })
    .await
}

#[tauri::command]
pub(crate) async fn close_home<R: Runtime>(app: AppHandle<R>, session: Shared<'_>) -> Answer<()> {
    let session = Arc::clone(&session);
    work(move || {
        session.close();
        Ok(())
    })
    .await?;
    let _ = app.emit(CHANGED, ());
    Ok(())
}

/// A full path among the home's exports, to begin with where a file is to be named.
#[tauri::command]
pub(crate) async fn suggest_file(session: Shared<'_>, name: String) -> Answer<PathBuf> {
    read(&session, move |home| home.suggest_file(&name)).await
}

/// Stops long work soon. Whether there is any of that id.
#[tauri::command]
pub(crate) fn stop_work(session: Shared<'_>, id: String) -> bool {
    session.works().stop(&id)
}

/// The market named for this home, else the one the app was started with, else the home's own.
fn options(session: &Session, market: Option<String>) -> HomeOptions {
    HomeOptions {
        market: market
            .filter(|url| !url.is_empty())
            .or_else(|| session.args().market.clone()),
        ..HomeOptions::default()
    }
}
