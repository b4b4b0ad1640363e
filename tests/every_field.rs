//! Wrong values in every field of every form: each is refused in words, or accepted. None leads to
//! an error of the window itself.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{
    Desk, Window,
    screens::{SCREENS, walk},
};

/// Returns the names of the fields of text on the page.
const FIELDS: &str = "
    return [...document.querySelectorAll('input, textarea')].filter((one) =>
        ['text', 'search', 'password', 'textarea'].includes(one.type) && one.dataset.testid
        && one.offsetParent !== null && !one.disabled && !one.readOnly)
        .map((one) => one.dataset.testid);";

/// Types a text into a field, and submits the form if that is asked for. Returns whether the window
/// shows an error of its own.
const TRY: &str = "
    const [testid, text, submits, done] = arguments;
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const rest = async () => {
        const end = performance.now() + 5000;
        do await pause(30);
        while (document.querySelector('[aria-busy=true], progress') && performance.now() < end);
    };
    const run = async () => {
        const field = document.querySelector(`[data-testid='${testid}']`);
        if (!field) return false;
        const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
        Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(
            field, field.maxLength > 0 ? text.slice(0, field.maxLength) : text);
        for (const event of ['input', 'change'])
            field.dispatchEvent(new Event(event, { bubbles: true }));
        await rest();
        const form = field.closest('form, dialog, section, .card');
        const button = submits && form?.querySelector('button.primary, button[type=submit]');
        if (button && button.getAttribute('aria-disabled') !== 'true') {
            button.click();
            await rest();
        }
        return document.querySelector('[data-code=window]') !== null
            || document.body.innerText.includes('This window has an internal error');
    };
    run().then(done, (why) => done(`${why}`));";

/// A field whose submitted text joins a list that later screens use. It is not submitted.
const LISTED: &str = "audit-file";

/// A text longer than any field accepts.
const LONG: usize = 20_000;

/// Tries wrong values in a field, and restores its text. Submits a symbol in a field for numbers, and
/// a text that is too long in other fields. Returns the values that failed.
async fn wrong_values(window: &Window, field: &str) -> Vec<String> {
    let (old, mode) = (
        window.value(field).await,
        window.attr(field, "inputmode").await,
    );
    let is_number = mode.is_some();
    let long = "x".repeat(LONG);
    let mut faults = Vec::new();
    for (text, submits) in [
        ("-3", false),
        ("1.5", false),
        ("1e400", false),
        ("\u{2603}", is_number),
        (&long, !is_number && field != LISTED),
        (&old, false),
    ] {
        let arguments = vec![json!(field), json!(text), json!(submits)];
        let failed = window.script_until_done(TRY, arguments).await;
        if failed != Value::Bool(false) {
            let start: String = text.chars().take(12).collect();
            faults.push(format!("{field} with {start}: {failed}"));
        }
    }
    faults
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_value_is_never_a_fault_of_the_window() {
    let Some(desk) = Desk::open() else { return };
    let mut tried: BTreeSet<String> = BTreeSet::new();
    let mut faults: Vec<String> = Vec::new();
    let mut screens = 0;
    walk(&desk, "en", async |window, screen| {
        screens += 1;
        let fields = window.script(FIELDS, vec![]).await;
        for field in fields.as_array().unwrap() {
            let field = field.as_str().unwrap();
            if tried.insert(field.to_owned()) && window.count(field).await > 0 {
                let wrong = wrong_values(window, field).await;
                faults.extend(wrong.iter().map(|one| format!("{}: {one}", screen.name)));
            }
        }
    })
    .await;
    assert_eq!(screens, SCREENS.len());
    assert!(tried.len() > 60, "{} fields: {tried:?}", tried.len());
    assert_eq!(faults, Vec::<String>::new());
}
