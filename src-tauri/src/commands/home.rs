//! Homes: create, open, close, their keys and market; and the sample market.

use poundwise_sample::Seat;
use std::{path::PathBuf, sync::Arc};

use poundwise_market::{
    Home, HomeName, HomeOptions, MarketFile, MarketUrl, Passphrase, RecoveryKey, Result, Roles,
    SHORTEST_PASSPHRASE, Sends, default_home_dir, default_market_url, default_state_dir, holder,
    market_to_move_to,
    view::{CaughtUp, Exported, HomeView, LogStanding, LossesWritten, MarketChange},
};
use serde::Serialize;
use tauri::{AppHandle, Emitter, Runtime, State};

use crate::{
    grants::{Asked, AskedFile},
    handing::has_window,
    recent::RecentHome,
    sample::{SampleMarket, SampleView, not_a_sample},
    sender::SendingView,
    session::{
        Answer, CHANGED, Held, PROGRAM, Session, change_home, move_home, read, read_own_log,
        sign_alone, work,
    },
    typed::Typed,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("home");

/// State for the first screen.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct SessionView {
    /// The unlocked home.
    home: Option<HomeView>,
    /// The sample market, while it is looked at; the home is one of its homes then, if any.
    sample: Option<SampleView>,
    /// Suggested folder of a first home.
    suggested_dir: String,
    /// Homes opened lately, newest first.
    recent: Vec<RecentHome>,
    /// The market that a new home would trade on.
    market_suggestion: String,
    /// The home that the app was started with, still locked or not yet created.
    home_at_start: Option<String>,
    /// The fewest characters of a passphrase.
    shortest_passphrase: usize,
    /// The files that the app was started with, the first time they are asked for: a page that is
    /// loaded again, or another home, does not show them twice.
    files: Vec<String>,
}

/// The sample market, and the home of it that is open.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct SampleShown {
    sample: SampleView,
    /// None in the auditor's seat.
    home: Option<HomeView>,
}

/// A home with its recovery key: just made, or just changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct NewHome {
    home: HomeView,
    /// Recovery key, shown once.
    recovery_key: String,
}

/// A home that was opened.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct OpenedHome {
    home: HomeView,
    /// Whether it was opened by its recovery key, so that its passphrase may be forgotten.
    by_recovery_key: bool,
    /// Whether its recovery key is kept, as far as is known.
    recovery_key_kept: bool,
    /// Whether it was made to sell, as far as this app knows.
    made_to_sell: bool,
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
            shortest_passphrase: SHORTEST_PASSPHRASE,
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
            files: session.take_files().into_iter().map(text).collect(),
            sample: session.sample().map(SampleView::from),
            home,
        })
    })
    .await
}

#[tauri::command]
pub(crate) async fn home_exists(session: Shared<'_>, dir: Asked) -> Answer<bool> {
    let session = Arc::clone(&session);
    work(move || Ok(Home::exists(&session.grants().home(dir)?))).await
}

/// Creates a home on a market that is given by its address or folder, or by an `invitation`: the
/// `.market` file of one on a server.
#[tauri::command]
pub(crate) async fn create_home(
    session: Shared<'_>,
    dir: Asked,
    name: Typed<HomeName>,
    passphrase: String,
    market: Option<String>,
    invitation: Option<Asked>,
    to_sell: bool,
) -> Answer<NewHome> {
    let passphrase = Passphrase::from(passphrase);
    let name = name.read()?;
    let session = Arc::clone(&session);
    work(move || {
        let dir = session.grants().home(dir)?;
        let read = |file| MarketFile::read(&session.grants().reading(file)?);
        let options = HomeOptions {
            member: invitation.map(read).transpose()?,
            ..options(&session, market)?
        };
        let mut recovery_key = String::new();
        let home = session.unlock(|| {
            let (home, key) = Home::create(&dir, &name, &passphrase, &options)?;
            home.note_recovery_key(false)?;
            key.reveal().clone_into(&mut recovery_key);
            Ok(home)
        })?;
        if to_sell {
            session.recent().made_to_sell(&home.dir);
        }
        Ok(NewHome { home, recovery_key })
    })
    .await
}

/// Writes a recovery key into a file of its owner's choice.
#[tauri::command]
pub(crate) async fn save_recovery_key(
    session: Shared<'_>,
    key: String,
    file: AskedFile,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || {
        let file = session.grants().writing(file)?;
        RecoveryKey::from_text(key)?.save(&file)
    })
    .await
}

#[tauri::command]
pub(crate) async fn open_home(
    session: Shared<'_>,
    dir: Asked,
    passphrase: String,
    market: Option<String>,
) -> Answer<OpenedHome> {
    let session = Arc::clone(&session);
    let passphrase = Passphrase::from(passphrase);
    work(move || {
        let dir = session.grants().home(dir)?;
        let options = options(&session, market)?;
        let by_recovery_key = passphrase.is_recovery_key();
        let mut recovery_key_kept = by_recovery_key;
        let home = session.unlock(|| {
            let home = Home::open(&dir, &passphrase, &options)?;
            recovery_key_kept |= home.recovery_key_kept()?;
            Ok(home)
        })?;
        Ok(OpenedHome {
            made_to_sell: session.recent().sells(&home.dir),
            home,
            by_recovery_key,
            recovery_key_kept,
        })
    })
    .await
}

/// Makes a throwaway market with a dataset, listings, two buyers and some sales, and opens it as
/// its owner.
#[tauri::command]
pub(crate) async fn open_sample(session: Shared<'_>) -> Answer<SampleShown> {
    let session = Arc::clone(&session);
    work(move || {
        let market = SampleMarket::make()?;
        session.show_sample(market, Seat::Clinic, PROGRAM)?;
        shown(&session)
    })
    .await
}

/// Returns the sample market as `seat` sees it, in place of the home of it that is open. No other
/// home is opened or closed by it.
#[tauri::command]
pub(crate) async fn see_sample_as(session: Shared<'_>, seat: Seat) -> Answer<SampleShown> {
    let session = Arc::clone(&session);
    work(move || {
        session.change_seat(seat, PROGRAM)?;
        shown(&session)
    })
    .await
}

fn shown(session: &Session) -> Result<SampleShown> {
    let sample = session.sample().ok_or_else(not_a_sample)?.into();
    let home = session.home();
    Ok(SampleShown { sample, home })
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

/// Returns a full path among the home's exports, to begin with where a file is to be named.
#[tauri::command]
pub(crate) async fn suggest_file(session: Shared<'_>, name: String) -> Answer<PathBuf> {
    read(&session, move |home| home.suggest_file(&name)).await
}

/// Stops long work soon. Whether there is any of that id.
#[tauri::command]
pub(crate) async fn stop_work(session: Shared<'_>, id: String) -> Answer<bool> {
    // At once, not queued behind the work that it is to stop.
    Ok(session.works().stop(&id))
}

/// Takes a home off the list of those opened lately; the home itself is left alone.
#[tauri::command]
pub(crate) async fn forget_home(session: Shared<'_>, dir: String) -> Answer<()> {
    let session = Arc::clone(&session);
    work(move || session.recent().forget(&dir)).await
}

/// Returns whether the home is open in another window of this app, which can be asked to come
/// forward.
#[tauri::command]
pub(crate) async fn home_has_window(session: Shared<'_>, dir: Asked) -> Answer<bool> {
    let session = Arc::clone(&session);
    work(move || Ok(has_window(&session.grants().home(dir)?))).await
}

/// Asks the window that has the home open to come forward.
#[tauri::command]
pub(crate) async fn bring_forward(session: Shared<'_>, dir: Asked) -> Answer<()> {
    let session = Arc::clone(&session);
    work(move || holder::call_holder(&session.grants().home(dir)?)).await
}

/// Records that the owner confirmed the machine's clock, although documents contradict it. Actions
/// that were rejected because of the clock can then be repeated.
#[tauri::command]
pub(crate) async fn confirm_clock(session: Shared<'_>) -> Answer<()> {
    read(&session, |home| {
        home.confirm_clock();
        Ok(())
    })
    .await
}

/// Changes the passphrase; `old` may be the recovery key.
#[tauri::command]
pub(crate) async fn change_passphrase<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    old: String,
    next: String,
) -> Answer<()> {
    let (old, new) = (Passphrase::from(old), Passphrase::from(next));
    change_home(&app, &session, move |home| {
        home.change_passphrase(&old, &new)
    })
    .await
}

/// Replaces the recovery key: the one before stops working.
#[tauri::command]
pub(crate) async fn new_recovery_key<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    passphrase: String,
) -> Answer<NewHome> {
    let passphrase = Passphrase::from(passphrase);
    change_home(&app, &session, move |home| {
        let key = home.new_recovery_key(&passphrase)?;
        home.note_recovery_key(false)?;
        Ok(NewHome {
            home: home.view(),
            recovery_key: key.reveal().to_owned(),
        })
    })
    .await
}

/// Notes that the owner has kept the recovery key.
#[tauri::command]
pub(crate) async fn keep_recovery_key(session: Shared<'_>) -> Answer<()> {
    read(&session, |home| home.note_recovery_key(true)).await
}

/// Returns the standing of the home with respect to its own ledger outside of it: whether it may
/// sell.
#[tauri::command]
pub(crate) async fn log_standing(session: Shared<'_>) -> Answer<LogStanding> {
    read_own_log(&session, Home::log_standing).await
}

/// Returns whether the market can be reached, and how much waits for it.
#[tauri::command]
pub(crate) async fn sending(session: Shared<'_>) -> Answer<SendingView> {
    let session = Arc::clone(&session);
    work(move || {
        let (opening, waiting) = session.with_home(Home::undelivered)?;
        Ok(SendingView {
            offline: session.sender().offline(opening).is_some(),
            waiting,
        })
    })
    .await
}

/// Confirms that a home without a valid mark is its newest copy. `code` is the code of the owner's
/// last receipt or change. Without a code the owner accepts that newer entries may be hidden.
#[tauri::command]
pub(crate) async fn confirm_home<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    code: Option<String>,
) -> Answer<CaughtUp> {
    sign_alone(&app, &session, move |home| match code {
        Some(code) => home.seller().confirm_newest(code.parse()?),
        None => home.seller().accept_without_code(),
    })
    .await
}

/// Recovers what an old copy of a home lacks of its own ledger.
#[tauri::command]
pub(crate) async fn catch_up<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
) -> Answer<CaughtUp> {
    sign_alone(&app, &session, |home| home.seller().catch_up()).await
}

/// Gives the home up, for good: writes its losses for another one to carry, and sells no more.
#[tauri::command]
pub(crate) async fn write_losses<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    file: AskedFile,
) -> Answer<LossesWritten> {
    let own = Arc::clone(&session);
    sign_alone(&app, &session, move |home| {
        home.seller().write_losses(&own.grants().writing(file)?)
    })
    .await
}

/// Sets another market for the home, from now on. `anyway`: even if something waits for the one
/// before.
#[tauri::command]
pub(crate) async fn set_market<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    url: Typed<MarketUrl>,
    anyway: bool,
) -> Answer<MarketChange> {
    let url = url.read()?;
    let own = Arc::clone(&session);
    let new = move |held: &Held<'_>| {
        own.grants().trading(url.as_str())?;
        market_to_move_to(held, &url)
    };
    move_home(&app, &session, new, anyway).await
}

/// Returns the market named for this home, else the one the app was started with, else the home's
/// own.
///
/// # Errors
/// `path-not-chosen`.
fn options(session: &Session, market: Option<String>) -> Result<HomeOptions> {
    let market = market.filter(|url| !url.is_empty());
    if let Some(url) = &market {
        session.grants().trading(url)?;
    }
    Ok(HomeOptions {
        market: market.or_else(|| session.args().market.clone()),
        program: PROGRAM,
        sends: Sends::Shell,
        state: session.args().state.clone().or_else(default_state_dir),
        ..HomeOptions::default()
    })
}
