//! Desktop notifications.

use std::sync::atomic::{AtomicUsize, Ordering};

use notify_rust::{Hint, Notification, NotificationResponse};

/// The most notifications waited for at once: a desktop may keep one, and its thread, for days.
const MOST: usize = 8;

static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Shows a notification and waits until it is gone. Returns whether a person clicked on it; `open`
/// is the button's text on desktops that draw one. Without a session bus or a notification daemon
/// nothing happens. Beyond the number waited for, a notification is shown and not waited for.
pub(crate) fn tell(line: &str, open: &str) -> bool {
    // A summary is plain text by the specification; a body may be read as markup, and names come
    // from strangers.
    let mut notification = Notification::new();
    notification
        .appname("Poundwise")
        .icon("poundwise")
        .hint(Hint::DesktopEntry("org.poundwise.Poundwise".to_owned()))
        .summary(line);
    let place = WAITING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |waiting| {
        (waiting < MOST).then_some(waiting + 1)
    });
    if place.is_err() {
        let _ = notification.show();
        return false;
    }
    let mut clicked = false;
    // By the specification's name, "default" is what a click anywhere on the line means.
    if let Ok(shown) = notification.action("default", open).show() {
        let _ = shown.wait_for_response(|response: &NotificationResponse| {
            clicked = response.is_default_action();
        });
    }
    WAITING.fetch_sub(1, Ordering::Relaxed);
    clicked
}
