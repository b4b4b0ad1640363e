//! Tells on the desktop what arrived, where somebody is there to be told.

use std::thread;

/// Shows one line on the desktop. Without a session bus, or nobody on it who shows such lines, nothing happens; nobody
/// waits for it either way.
pub(crate) fn tell(line: String) {
    // A summary is plain text by the specification; a body may be read as markup, and names come from strangers.
    thread::spawn(move || {
        let mut notification = notify_rust::Notification::new();
        notification.appname("Poundwise").summary(&line);
        let _ = notification.show();
    });
}
