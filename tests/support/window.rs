//! One running window, and what a person does in it.

use std::{
    fs, mem,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use fantoccini::{Client, Locator, elements::Element, key::Key, wd::WebDriverCompatibleCommand};
use http::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

use super::{
    Group, PASSPHRASE, PATIENCE,
    screen::{Part, Screen},
};

/// Makes the time in which an approval can be undone ten minutes long. What a test does in the ten
/// seconds of the product may take longer on a loaded machine.
const UNDO_FOR_LONGER: &str = "
    const set = window.setTimeout;
    window.setTimeout = (call, time, ...more) =>
        set(call, time === 10_000 ? 600_000 : time, ...more);";

/// One running app.
pub(crate) struct Window {
    pub(super) client: Client,
    pub(super) driver: Group,
    /// The host, where it is not in the window's own process, and its folder.
    pub(super) host: Option<(Group, TempDir)>,
    /// Where it is to be seen; a browser without a head has none.
    pub(super) screen: Option<Arc<Screen>>,
}

impl Window {
    /// The driver's session, for what no person sees.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(super) async fn ready(&self) {
        self.until("the page is there", async || {
            let body = self
                .client
                .execute("return document.body && document.body.innerText", vec![])
                .await;
            matches!(body, Ok(Value::String(text)) if !text.trim().is_empty())
        })
        .await;
        self.script(UNDO_FOR_LONGER, vec![]).await;
    }

    /// Closes the window as a person would, and waits until its processes are gone.
    pub(crate) async fn close(self) {
        let _ = self.client.close().await;
        drop(self.driver);
        drop(self.host);
    }

    /// Waits until something holds, or fails with what the window says instead.
    pub(crate) async fn until(&self, what: &str, mut holds: impl AsyncFnMut() -> bool) {
        let started = Instant::now();
        while !holds().await {
            if started.elapsed() > PATIENCE {
                self.picture("failed").await;
                panic!(
                    "waited in vain until {what}. The window says:\n{}",
                    self.text().await
                );
            }
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
    }

    /// All that is to be read in the window, with every space a plain one.
    pub(crate) async fn text(&self) -> String {
        let text = self
            .client
            .execute("return document.body.innerText", vec![])
            .await;
        text.ok()
            .and_then(|text| text.as_str().map(|text| text.replace('\u{a0}', " ")))
            .unwrap_or_default()
    }

    /// Waits until the window says it.
    pub(crate) async fn says(&self, words: &str) {
        self.until(&format!("it says {words:?}"), async || {
            self.text().await.contains(words)
        })
        .await;
    }

    /// The first element of that name, once it is there and to be seen.
    pub(crate) async fn see(&self, id: &str) -> Element {
        self.see_nth(id, 0).await
    }

    /// The element of that name and number (from 0), once it is there and to be seen.
    pub(crate) async fn see_nth(&self, id: &str, index: usize) -> Element {
        let mut seen = None;
        self.until(
            &format!("{id} number {index} is to be seen"),
            async || match self.all(id).await.into_iter().nth(index) {
                Some(element) if element.is_displayed().await.unwrap_or(false) => {
                    seen = Some(element);
                    true
                }
                _ => false,
            },
        )
        .await;
        seen.unwrap()
    }

    /// How many elements of that name there are now.
    pub(crate) async fn count(&self, id: &str) -> usize {
        self.all(id).await.len()
    }

    /// The elements of that name. The driver fails where the page changes while it counts them:
    /// then it is asked again.
    async fn all(&self, id: &str) -> Vec<Element> {
        let selector = selector(id);
        let started = Instant::now();
        loop {
            match self.client.find_all(Locator::Css(&selector)).await {
                Ok(found) => return found,
                Err(error) => {
                    assert!(
                        started.elapsed() < PATIENCE,
                        "{id} cannot be looked for: {error}"
                    );
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    /// Waits for that many elements of that name.
    pub(crate) async fn sees(&self, id: &str, number: usize) {
        self.until(&format!("there are {number} of {id}"), async || {
            self.count(id).await == number
        })
        .await;
    }

    /// Whether that button does something when it is pressed now.
    pub(crate) async fn is_available(&self, id: &str) -> bool {
        self.attr(id, "aria-disabled").await.as_deref() != Some("true")
    }

    /// Clicks it, once it is there and available.
    pub(crate) async fn click(&self, id: &str) {
        self.click_nth(id, 0).await;
    }

    /// Approves the order that is open in the inbox, as paid, and waits for no second thought.
    pub(crate) async fn approve(&self, reference: &str) {
        self.click("payment-paid").await;
        self.write("payment-reference", reference).await;
        self.click("approve").await;
        self.click("approval-now").await;
    }

    /// Clicks the one of that number.
    pub(crate) async fn click_nth(&self, id: &str, index: usize) {
        self.until(&format!("{id} number {index} can be clicked"), async || {
            let element = self.see_nth(id, index).await;
            let off = element.attr("aria-disabled").await.ok().flatten();
            element.is_enabled().await.unwrap_or(false)
                && off.as_deref() != Some("true")
                && self.is_clicked(&element).await
        })
        .await;
    }

    /// Clicks an element, and returns whether it was clicked. The driver presses and releases at one
    /// place. If the page moves in between, there is no click, and the driver reports no error.
    async fn is_clicked(&self, element: &Element) -> bool {
        let listen = "
            window.clicked = false;
            arguments[0].addEventListener('click', () => { window.clicked = true; },
                { once: true, capture: true });
        ";
        let Ok(of) = serde_json::to_value(element) else {
            return false;
        };
        self.client.execute(listen, vec![of]).await.is_ok()
            && element.click().await.is_ok()
            // A page that the click has left does not answer.
            && self
                .client
                .execute("return window.clicked", vec![])
                .await
                .map_or(true, |clicked| clicked != json!(false))
    }

    /// Clicks, inside the `row` whose text contains `words`, the element named `id`; the row itself
    /// if `id` is empty.
    pub(crate) async fn click_in(&self, row: &str, words: &str, id: &str) {
        let row_selector = selector(row);
        let inner = selector(id);
        self.until(
            &format!("{id} can be clicked in the {row} that says {words:?}"),
            async || {
                let Ok(rows) = self.client.find_all(Locator::Css(&row_selector)).await else {
                    return false;
                };
                for row in rows {
                    if !row.text().await.unwrap_or_default().contains(words) {
                        continue;
                    }
                    if id.is_empty() {
                        return self.is_clicked(&row).await;
                    }
                    return match row.find(Locator::Css(&inner)).await {
                        Ok(element) => self.is_clicked(&element).await,
                        Err(_) => false,
                    };
                }
                false
            },
        )
        .await;
    }

    /// Types into it, in place of what is there; again, where the page put another in its place
    /// meanwhile.
    pub(crate) async fn write(&self, id: &str, text: &str) {
        let clear = format!(
            "{}a{}{}",
            char::from(Key::Control),
            char::from(Key::Null),
            char::from(Key::Backspace)
        );
        self.until(&format!("{id} takes {text:?}"), async || {
            let element = self.see(id).await;
            element.send_keys(&clear).await.is_ok()
                // The driver refuses to type nothing.
                && (text.is_empty() || element.send_keys(text).await.is_ok())
                && matches!(element.prop("value").await, Ok(Some(value)) if value == text)
        })
        .await;
    }

    /// Types two points of a tariff, as `EPS:AMOUNT`, into the table of that name.
    pub(crate) async fn write_tariff(&self, table: &str, points: [&str; 2]) {
        for (point, row) in points.into_iter().zip(["", "-2"]) {
            let (level, amount) = point.split_once(':').unwrap();
            self.write(&format!("{table}-level{row}"), level).await;
            self.write(&format!("{table}-amount{row}"), amount).await;
        }
    }

    /// Adds chips to the list of that name, one after the other.
    pub(crate) async fn add_chips<S: AsRef<str>>(&self, list: &str, chips: &[S]) {
        let before = self.count(&format!("{list}-chip")).await;
        for (added, chip) in chips.iter().enumerate() {
            self.write(list, chip.as_ref()).await;
            self.click(&format!("{list}-add")).await;
            self.sees(&format!("{list}-chip"), before + added + 1).await;
        }
    }

    /// Presses a key where the focus is.
    pub(crate) async fn key(&self, key: char) {
        let key = key.to_string();
        self.until("a key is pressed", async || {
            match self.client.active_element().await {
                Ok(focused) => focused.send_keys(&key).await.is_ok(),
                Err(_) => false,
            }
        })
        .await;
    }

    /// Chooses from it by value; again, where the page put another in its place meanwhile.
    pub(crate) async fn choose(&self, id: &str, value: &str) {
        let mut is_chosen = false;
        self.until(&format!("{value:?} is chosen in {id}"), async || {
            let Some(element) = self.all(id).await.into_iter().next() else {
                // The choice may take the question away.
                return is_chosen;
            };
            let holds =
                async || matches!(element.prop("value").await, Ok(Some(held)) if held == value);
            if is_chosen && holds().await {
                return true;
            }
            is_chosen |= element.is_displayed().await.unwrap_or(false)
                && self.is_scrolled_to(&element).await
                && element.select_by_value(value).await.is_ok();
            is_chosen && holds().await
        })
        .await;
    }

    /// Scrolls to it, since an option below the visible part of a page cannot be clicked.
    async fn is_scrolled_to(&self, element: &Element) -> bool {
        let scroll = "arguments[0].scrollIntoView({ block: 'center' })";
        match serde_json::to_value(element) {
            Ok(of) => self.client.execute(scroll, vec![of]).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Chooses from it by what is read.
    pub(crate) async fn choose_words(&self, id: &str, words: &str) {
        self.until(&format!("{words:?} is chosen in {id}"), async || {
            self.see(id).await.select_by_label(words).await.is_ok()
        })
        .await;
    }

    /// What it says.
    pub(crate) async fn read(&self, id: &str) -> String {
        let mut said = None;
        self.until(&format!("{id} can be read"), async || {
            said = self.see(id).await.text().await.ok();
            said.is_some()
        })
        .await;
        said.unwrap()
    }

    /// What an input holds.
    pub(crate) async fn value(&self, id: &str) -> String {
        let mut held = None;
        self.until(&format!("{id} can be read"), async || {
            held = self.see(id).await.prop("value").await.ok();
            held.is_some()
        })
        .await;
        held.flatten().unwrap_or_default()
    }

    /// An attribute of it, if it is there.
    pub(crate) async fn attr(&self, id: &str, name: &str) -> Option<String> {
        let element = self.client.find(Locator::Css(&selector(id))).await.ok()?;
        element.attr(name).await.ok().flatten()
    }

    /// Waits until it says it.
    pub(crate) async fn reads(&self, id: &str, words: &str) {
        let selector = selector(id);
        self.until(&format!("{id} says {words:?}"), async || {
            match self.client.find(Locator::Css(&selector)).await {
                Ok(element) => element.text().await.unwrap_or_default().contains(words),
                Err(_) => false,
            }
        })
        .await;
    }

    /// Runs a script in the page, for what eyes cannot see.
    pub(crate) async fn script(&self, script: &str, args: Vec<Value>) -> Value {
        self.client.execute(script, args).await.unwrap()
    }

    /// Runs a script that says when it is done: its last argument is the function to call with the
    /// answer.
    pub(crate) async fn script_until_done(&self, script: &str, args: Vec<Value>) -> Value {
        self.client.execute_async(script, args).await.unwrap()
    }

    /// The window with that much room for the page.
    pub(crate) async fn resize(&self, (width, height): (u32, u32)) {
        let is = async || {
            self.script("return [innerWidth, innerHeight]", vec![])
                .await
                == json!([width, height])
        };
        // Asked for the size that it has, the driver waits for ever for a change of it.
        if is().await {
            return;
        }
        // A browser has its own bars around the page; the app's window is all page.
        let (mut wide, mut high) = (width, height);
        if self.host.is_some() {
            let around = "return [outerWidth - innerWidth, outerHeight - innerHeight]";
            let around = self.script(around, vec![]).await;
            wide += around[0].as_u64().map_or(0, |n| u32::try_from(n).unwrap());
            high += around[1].as_u64().map_or(0, |n| u32::try_from(n).unwrap());
        }
        self.client.set_window_size(wide, high).await.unwrap();
        self.until(&format!("the page is {width} by {height}"), is)
            .await;
        // Drawings learn their new width with the next frame, and are of it in the one after.
        let drawn = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";
        self.script_until_done(drawn, vec![]).await;
    }

    /// What a screen reader says that it is, and what it is called: the first element of that name.
    pub(crate) async fn spoken(&self, id: &str) -> (String, String) {
        let element = self.see(id).await;
        let ask = async |what| {
            let element = element.element_id().to_string();
            let said = self.client.issue_cmd(Spoken { element, what }).await;
            said.unwrap().as_str().unwrap().to_owned()
        };
        (ask("computedrole").await, ask("computedlabel").await)
    }

    /// Types the passphrase that all homes have here, and waits until the home is open.
    pub(crate) async fn unlock(&self) {
        self.write("open-home-passphrase", PASSPHRASE).await;
        self.click("open-home").await;
        self.see("home-name").await;
    }

    /// Chooses a door of the first run, names the home and types its passphrase twice. The focus is
    /// on the name by then.
    pub(crate) async fn begin_home(&self, door: &str, name: &str, passphrase: &str) {
        self.click(&format!("door-{door}")).await;
        self.write("new-home-name", name).await;
        self.write("new-home-passphrase", passphrase).await;
        self.write("new-home-passphrase-again", passphrase).await;
    }

    /// Names the folders of a home, which are proposed.
    pub(crate) async fn place_home(&self, folder: &str, market: &str) {
        self.click("new-home-advanced").await;
        self.write("new-home-dir", folder).await;
        self.write("new-home-market", market).await;
    }

    /// Types the end of the recovery key, as it was written down, and goes on.
    pub(crate) async fn keep_key(&self) {
        let key = self.read("recovery-key").await;
        self.write("recovery-tail", &key[key.len() - 4..]).await;
        self.click("recovery-kept").await;
    }

    /// Answers all that an import asks of a file that was looked at: the types are those proposed,
    /// the people are new here, every row is another one.
    pub(crate) async fn settle_import(&self, cap: &str) {
        self.click("import-settled").await;
        self.click("import-whose-new").await;
        self.write("import-cap", cap).await;
        self.click("import-unit-row").await;
    }

    /// A picture of the window in `screenshots/`, which git ignores.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        // What was typed last is drawn a frame later.
        let drawn = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done()))";
        self.client.execute_async(drawn, vec![]).await.unwrap();
        let picture = match &self.screen {
            Some(screen) => self.seen(screen).await,
            None => self.client.screenshot().await.unwrap(),
        };
        fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// What is to be seen of it on its screen, once that stays as it is. A drawn page comes there
    /// by way of the app; what blinks or moves is taken as it is then.
    async fn seen(&self, screen: &Screen) -> Vec<u8> {
        let place = "return [screenX, screenY, innerWidth, innerHeight]";
        let place = self.script(place, vec![]).await;
        let [left, top, width, height] =
            [0, 1, 2, 3].map(|n| usize::try_from(place[n].as_u64().unwrap()).unwrap());
        let part = Part {
            left,
            top,
            width,
            height,
        };
        let mut seen = screen.look(part);
        for _ in 0..8 {
            tokio::time::sleep(Duration::from_millis(40)).await;
            let before = mem::replace(&mut seen, screen.look(part));
            if seen == before {
                break;
            }
        }
        seen.png()
    }
}

/// The two commands about what a screen reader hears, which the client has no names for.
#[derive(Debug)]
struct Spoken {
    element: String,
    what: &'static str,
}

impl WebDriverCompatibleCommand for Spoken {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!(
            "session/{session}/element/{}/{}",
            self.element, self.what
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::GET, None)
    }
}

fn selector(id: &str) -> String {
    format!("[data-testid=\"{id}\"]")
}
