//! The window by keyboard alone: every key goes to whatever has the focus, and the focus moves by
//! keys only.

use fantoccini::{
    actions::{InputSource, KeyAction, KeyActions},
    key::Key,
};
use serde_json::Value;
use tokio::time::timeout;

use super::{PATIENCE, Window};

/// Whoever needs more presses than that to get to the next thing to do has lost the way.
const MOST: usize = 40;

/// What has the focus: its name (a summary's is its details'), what it and its row say, and whether
/// an eye finds it.
const FOCUSED: &str = "
    const focused = document.activeElement;
    const named = focused.tagName === 'SUMMARY' ? focused.parentElement : focused;
    const row = focused.closest('tr, li') ?? focused;
    const style = getComputedStyle(focused);
    const box = focused.getBoundingClientRect();
    const inside = box.bottom > 0 && box.right > 0
        && box.top < innerHeight && box.left < innerWidth;
    const ringed = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
    return {
        id: focused.dataset.testid ?? named.dataset.testid ?? '',
        words: `${named.innerText ?? ''} ${row.innerText}`,
        html: focused.outerHTML.slice(0, 160),
        nowhere: focused === document.body,
        seen: inside && ringed,
        look: `${style.outline}, ${box.top} to ${box.bottom} of ${innerHeight}`,
    };";

impl Window {
    /// Presses keys, with Shift held down if wanted.
    async fn press_all(&self, keys: impl Iterator<Item = char>, shift: bool) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        let held = char::from(Key::Shift);
        if shift {
            actions = actions.then(KeyAction::Down { value: held });
        }
        for value in keys {
            actions = actions
                .then(KeyAction::Down { value })
                .then(KeyAction::Up { value });
        }
        if shift {
            actions = actions.then(KeyAction::Up { value: held });
        }
        let pressed = timeout(PATIENCE, self.client.perform_actions(actions)).await;
        pressed.expect("the window takes no key").unwrap();
    }

    /// Presses one key.
    pub(crate) async fn press(&self, key: Key) {
        self.press_all([char::from(key)].into_iter(), false).await;
    }

    /// Presses a key while another is held down.
    pub(crate) async fn press_with(&self, held: Key, value: char) {
        let held = char::from(held);
        let actions = KeyActions::new("keyboard".to_owned())
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: held });
        let pressed = timeout(PATIENCE, self.client.perform_actions(actions)).await;
        pressed.expect("the window takes no key").unwrap();
    }

    /// Types, in place of what is selected; whoever comes to a field by Tab finds its text
    /// selected.
    pub(crate) async fn types(&self, text: &str) {
        self.press_all(text.chars(), false).await;
    }

    /// What has the focus, as [`FOCUSED`] tells it.
    async fn focused(&self) -> Value {
        self.script(FOCUSED, vec![]).await
    }

    /// Returns what has the focus, as soon as it is in sight: the page scrolls to it a moment later.
    async fn focused_in_sight(&self) -> Value {
        let mut focused = Value::Null;
        self.until("the focus is in sight", async || {
            focused = self.focused().await;
            focused["nowhere"] == true || focused["seen"] == true
        })
        .await;
        focused
    }

    /// Whether that has the focus.
    async fn is_at(&self, id: &str, words: &str) -> bool {
        let focused = self.focused().await;
        focused["id"] == id && focused["words"].as_str().unwrap().contains(words)
    }

    /// Waits until that has the focus without a key.
    pub(crate) async fn is_focused(&self, id: &str) {
        self.until(&format!("{id} has the focus"), async || {
            self.is_at(id, "").await
        })
        .await;
    }

    /// Waits until the focus is in front of the page's contents.
    pub(crate) async fn is_at_page(&self) {
        self.until("the page has the focus", async || {
            let at = "return document.activeElement.tagName === 'MAIN'";
            self.script(at, vec![]).await == true
        })
        .await;
    }

    /// Waits until the row of that name that says it has the focus without a key, and is in sight.
    pub(crate) async fn is_led_to(&self, row: &str, words: &str) {
        self.until(&format!("the focus is on {row} {words:?}"), async || {
            self.is_at(row, words).await && self.focused().await["seen"] == true
        })
        .await;
    }

    /// Whether the focus is in that element, or nowhere in the page.
    pub(crate) async fn is_within(&self, id: &str) -> bool {
        let within = "const at = document.activeElement;
            return at === document.body ||
                at.closest(`[data-testid=\"${arguments[0]}\"]`) !== null";
        self.script(within, vec![id.into()]).await == true
    }

    /// Moves the focus until `id` has it, in a row that says `words`. Everything passed must show
    /// that it is focused.
    async fn walk(&self, id: &str, words: &str, back: bool) {
        // What is not there yet cannot be come to.
        self.see(id).await;
        if self.is_at(id, words).await {
            return;
        }
        let mut way = Vec::new();
        for _ in 0..MOST {
            self.press_all([char::from(Key::Tab)].into_iter(), back)
                .await;
            let focused = self.focused_in_sight().await;
            if focused["id"] == id && focused["words"].as_str().unwrap().contains(words) {
                return;
            }
            way.push(focused["html"].as_str().unwrap().to_owned());
        }
        self.picture("failed").await;
        panic!(
            "{id} ({words:?}) is more than {MOST} keys away:\n{}",
            way.join("\n")
        );
    }

    /// Presses Tab until the element of that name has the focus.
    pub(crate) async fn tab_to(&self, id: &str) {
        self.walk(id, "", false).await;
    }

    /// Presses Tab until the element of that name, in a row that says it, has the focus.
    pub(crate) async fn tab_to_row(&self, id: &str, words: &str) {
        self.walk(id, words, false).await;
    }

    /// Presses Shift+Tab until the element of that name has the focus.
    pub(crate) async fn tab_back_to(&self, id: &str) {
        self.walk(id, "", true).await;
    }

    /// Presses Shift+Tab until the element of that name, in a row that says it, has the focus.
    pub(crate) async fn tab_back_to_row(&self, id: &str, words: &str) {
        self.walk(id, words, true).await;
    }

    /// Fills in the next field of that name.
    pub(crate) async fn fill(&self, id: &str, text: &str) {
        self.tab_to(id).await;
        self.types(text).await;
        self.until(&format!("{id} holds {text:?}"), async || {
            self.value(id).await == text
        })
        .await;
    }

    /// Chooses in the next field of that name by its option's first letters, as one does without
    /// opening it.
    pub(crate) async fn pick(&self, id: &str, letters: &str, value: &str) {
        self.tab_to(id).await;
        self.types(letters).await;
        self.until(&format!("{id} is {value:?}"), async || {
            self.value(id).await == value
        })
        .await;
    }

    /// Goes on to that button or link and presses Enter.
    pub(crate) async fn enter(&self, id: &str) {
        self.tab_to(id).await;
        self.press(Key::Enter).await;
    }

    /// Goes back to that entry of the navigation and presses Enter; the focus is then in front of
    /// the page's contents.
    pub(crate) async fn visit(&self, place: &str) {
        let entry = format!("nav-{place}");
        self.tab_back_to(&entry).await;
        self.press(Key::Enter).await;
        self.until(&format!("{place} is shown"), async || {
            let at = "return location.hash === '#/' + arguments[0] &&
                document.activeElement.tagName === 'MAIN'";
            self.script(at, vec![place.into()]).await == true
        })
        .await;
    }
}
