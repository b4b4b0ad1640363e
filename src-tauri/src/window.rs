//! The window itself: its theme, its place, and coming forward when it is called.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use poundwise_market::holder;
use tauri::{
    AppHandle, DragDropEvent, Emitter, Manager, PhysicalPosition, PhysicalSize, Runtime,
    UserAttentionType, WebviewWindow, WindowEvent,
};

use crate::{
    handing::HANDED,
    session::Session,
    settings::{Place, SettingsFile, Theme},
};

const MAIN: &str = "main";
/// Time between two looks at the home's lock, and so the longest wait for a window that is called.
const PERIOD: Duration = Duration::from_millis(250);
/// Time that the window has to rest before its place is stored.
const REST: Duration = Duration::from_secs(1);
/// The sizes that are restored: not below the configured minimum, not above any screen.
const SIZES: std::ops::RangeInclusive<u32> = 300..=20_000;

/// Applies the theme to the window; [`Theme::System`] follows the desktop's.
pub(crate) fn apply_theme<R: Runtime>(app: &AppHandle<R>, theme: Theme) {
    let theme = match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    };
    if let Some(window) = app.get_webview_window(MAIN) {
        // On a desktop without themes the page still has its own.
        let _ = window.set_theme(theme);
    }
}

/// Restores the window's place, stores its changes, and brings the window forward when called.
pub(crate) fn start<R: Runtime>(
    app: &AppHandle<R>,
    session: Arc<Session>,
    settings: Arc<SettingsFile>,
) {
    let chosen = settings.get();
    apply_theme(app, chosen.theme);
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    if let Some(place) = chosen.window {
        put(&window, place);
    }
    // The first place is stored too: a window may end without being closed.
    let moved = Arc::new(Mutex::new(Some(Instant::now())));
    let closing = Arc::new(AtomicBool::new(false));
    window.on_window_event({
        let (window, moved) = (window.clone(), Arc::clone(&moved));
        let (settings, closing) = (Arc::clone(&settings), Arc::clone(&closing));
        let own = Arc::clone(&session);
        move |event| match event {
            // Before the page hears of it.
            WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
                own.grants().read(paths.iter().map(PathBuf::as_path));
            }
            // Whoever comes back to the window wants to see what has come meanwhile.
            WindowEvent::Focused(true) => own.look_now(),
            WindowEvent::Moved(_) | WindowEvent::Resized(_) => {
                *moved.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            }
            WindowEvent::CloseRequested { .. } => {
                closing.store(true, Ordering::Relaxed);
                keep(&window, &settings);
            }
            _ => {}
        }
    });
    thread::spawn(move || {
        let mut seen = None;
        while !closing.load(Ordering::Relaxed) {
            thread::sleep(PERIOD);
            let rested = {
                let mut moved = moved.lock().unwrap_or_else(PoisonError::into_inner);
                moved.take_if(|at| at.elapsed() > REST).is_some()
            };
            if rested {
                keep(&window, &settings);
            }
            // A busy home is looked at next time; the call stays.
            let Some(folder) = session.home_folder() else {
                continue;
            };
            let Some(now) = holder::called(&folder).map(|at| (folder, at)) else {
                continue;
            };
            let is_new = seen.as_ref() != Some(&now);
            if called(seen.as_ref(), &now) {
                come_forward(window.app_handle());
            }
            if is_new {
                take_handed(window.app_handle(), &session, &now.0);
            }
            seen = Some(now);
        }
    });
}

/// Passes the files that another start of the app handed over to the page, which takes them as if
/// they were dropped.
fn take_handed<R: Runtime>(app: &AppHandle<R>, session: &Session, home: &Path) {
    let files = holder::take_handed(home);
    if files.is_empty() {
        return;
    }
    session.grants().read(files.iter().map(PathBuf::as_path));
    let files: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    let _ = app.emit(HANDED, files);
}

/// Returns whether another process called for this home's window. A first look is no call.
fn called(seen: Option<&(PathBuf, SystemTime)>, now: &(PathBuf, SystemTime)) -> bool {
    seen.is_some_and(|(home, before)| *home == now.0 && *before != now.1)
}

/// Brings the window forward, or, where the desktop does not allow that, marks it as asking for
/// attention.
pub(crate) fn come_forward<R: Runtime>(app: &AppHandle<R>) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    let _ = window.unminimize();
    let _ = window.show();
    let _ = window.set_focus();
    let _ = window.request_user_attention(Some(UserAttentionType::Informational));
}

fn put<R: Runtime>(window: &WebviewWindow<R>, place: Place) {
    if SIZES.contains(&place.width) && SIZES.contains(&place.height) {
        let _ = window.set_size(PhysicalSize::new(place.width, place.height));
    }
    let screens = window.available_monitors().unwrap_or_default();
    let seen = screens.iter().any(|screen| {
        let (at, size) = (screen.position(), screen.size());
        on_screen(place, (at.x, at.y), (size.width, size.height))
    });
    // On a screen that is no longer there, nobody would see the window.
    if seen {
        let _ = window.set_position(PhysicalPosition::new(place.x, place.y));
    }
    if place.maximised {
        let _ = window.maximize();
    }
}

/// Returns whether enough of a window's upper edge is on a screen to drag it.
fn on_screen(place: Place, at: (i32, i32), size: (u32, u32)) -> bool {
    const GRIP: i64 = 100;
    let (left, top) = (i64::from(place.x), i64::from(place.y));
    let (right, begins) = (left + i64::from(place.width), i64::from(at.0));
    let (ends, upper) = (begins + i64::from(size.0), i64::from(at.1));
    right - GRIP >= begins
        && left + GRIP <= ends
        && top >= upper
        && top + GRIP / 2 <= upper + i64::from(size.1)
}

fn keep<R: Runtime>(window: &WebviewWindow<R>, settings: &SettingsFile) {
    let maximised = window.is_maximized().unwrap_or(false);
    if window.is_minimized().unwrap_or(false) || window.is_fullscreen().unwrap_or(false) {
        return;
    }
    let (Ok(at), Ok(size)) = (window.outer_position(), window.inner_size()) else {
        return;
    };
    let before = settings.get().window;
    let place = match before {
        // The place before it was maximised is kept.
        Some(before) if maximised => Place {
            maximised,
            ..before
        },
        _ => Place {
            x: at.x,
            y: at.y,
            width: size.width,
            height: size.height,
            maximised,
        },
    };
    // A failure is not reported: only the window's place is lost. Unreadable settings are not
    // replaced for it.
    if before != Some(place) && settings.problem().is_none() {
        let _ = settings.change(|settings| settings.window = Some(place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_comes_back_only_where_it_can_be_seen() {
        let place = |x, y| Place {
            x,
            y,
            width: 1280,
            height: 800,
            maximised: false,
        };
        let screen = |x, y| on_screen(place(x, y), (0, 0), (1920, 1080));
        assert!(screen(0, 0) && screen(-1000, 10) && screen(1800, 1000));
        assert!(!screen(1900, 0) && !screen(-1200, 0) && !screen(0, -10) && !screen(0, 1070));
        assert!(on_screen(place(2000, 0), (1920, 0), (1920, 1080)));
    }

    #[test]
    fn a_first_look_is_no_call_and_another_home_is_none() {
        let early = SystemTime::UNIX_EPOCH;
        let look = |home: &str, at| (PathBuf::from(home), at);
        let late = early + Duration::from_secs(1);
        assert!(!called(None, &look("a", early)));
        assert!(!called(Some(&look("a", early)), &look("a", early)));
        assert!(!called(Some(&look("a", early)), &look("b", late)));
        assert!(called(Some(&look("a", early)), &look("a", late)));
    }
}
