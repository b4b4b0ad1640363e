//! What is wrong with a page as it is seen: by axe-core's rules, and by its width.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test binary uses a part of this; a test may panic and tell"
)]

use std::{fs, path::Path};

use super::{Window, screens::wear};

/// The sizes of the window.
pub(crate) const LARGE: (u32, u32) = (1280, 800);
pub(crate) const SMALL: (u32, u32) = (900, 640);
pub(crate) const THEMES: [&str; 2] = ["light", "dark"];

/// axe-core's script, which `make test` installs with the interface's own packages.
pub(crate) fn axe() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/node_modules/axe-core/axe.min.js");
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// What axe finds on the page as it is: one line a rule and place.
pub(crate) async fn faults(window: &Window, axe: &str) -> Vec<String> {
    let there = window
        .script("return typeof axe === 'object'", vec![])
        .await;
    if there != true {
        window.script(axe, vec![]).await;
    }
    let script = "
        const done = arguments[arguments.length - 1];
        axe.run(document, { resultTypes: ['violations'] }).then(
            ({ violations }) => done(violations.flatMap(({ id, nodes }) =>
                nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`))),
            (error) => done([String(error)]),
        );";
    let found = window.script_until_done(script, vec![]).await;
    found
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap().to_owned())
        .collect()
}

/// What sticks out to the right of the page or of its main part.
pub(crate) async fn overflow(window: &Window) -> Option<String> {
    let script = "
        const main = document.querySelector('main');
        const wide = [document.documentElement, main].some((one) =>
            one.scrollWidth > one.clientWidth + 1);
        if (!wide) return null;
        const edge = main.getBoundingClientRect().right;
        const out = [...main.querySelectorAll('*')].filter((one) =>
            one.getBoundingClientRect().right > edge + 1);
        const told = out.slice(0, 3).map((one) => one.outerHTML.slice(0, 120));
        return told.join(' | ') || 'the page';";
    let answer = window.script(script, vec![]).await;
    answer.as_str().map(str::to_owned)
}

/// Tables that stand bare, or that are wider than what they stand in, one line each. A table stands
/// in a card, or in a dialog; only a region that keys reach may scroll it sideways.
pub(crate) async fn loose_tables(window: &Window) -> Vec<String> {
    let script = "
        const told = (table) => (table.caption ?? table.tHead ?? table).textContent
            .trim().replaceAll(/\\s+/g, ' ').slice(0, 80);
        const tables = [...document.querySelectorAll('main table, dialog[open] table')];
        return tables.filter((one) => one.checkVisibility()).flatMap((table) => {
            const card = table.closest('.card, dialog');
            if (!card) return [`bare: ${told(table)}`];
            const box = table.closest('[role=region][tabindex]') ?? card;
            const inner = box.getBoundingClientRect();
            const { left, right } = table.getBoundingClientRect();
            const outer = card.getBoundingClientRect();
            const scrolls = box !== card && getComputedStyle(box).overflowX !== 'visible';
            if (inner.right > outer.right + 1) return [`out of its card: ${told(table)}`];
            return !scrolls && (right > inner.right + 1 || left < inner.left - 1)
                ? [`${Math.round(right - inner.right)} too wide: ${told(table)}`] : [];
        });";
    let found = window.script(script, vec![]).await;
    let lines = found.as_array().unwrap().iter();
    lines
        .map(|line| line.as_str().unwrap().to_owned())
        .collect()
}

/// What axe finds in either theme, and what sticks out, one line each.
pub(crate) async fn look(window: &Window, name: &str, axe: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for theme in THEMES {
        wear(window, theme).await;
        for fault in faults(window, axe).await {
            wrong.push(format!("{name}, {theme}: {fault}"));
        }
    }
    wear(window, "light").await;
    if let Some(out) = overflow(window).await {
        wrong.push(format!("{name}: {out}"));
    }
    wrong
}

/// A picture of the screen in both themes and sizes.
pub(crate) async fn draw(window: &Window, name: &str) {
    for (width, height) in [LARGE, SMALL] {
        window.resize((width, height)).await;
        for theme in THEMES {
            wear(window, theme).await;
            window
                .picture(&format!("{name}-{theme}-{width}x{height}"))
                .await;
        }
    }
    window.resize(LARGE).await;
    wear(window, "light").await;
}
