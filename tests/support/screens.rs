//! Every screen that the app has, and how a person gets there: the one list that all tests of every
//! screen walk.
//!
//! The walk begins in a new installation without a home, makes one, closes it, and goes on in the
//! sample market, which has something to show nearly everywhere. It names no words of the
//! catalogue, so it is the same in every language.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test binary uses a part of this; a test may panic and tell"
)]

pub(crate) mod states;

use std::{fs, time::Duration};

use serde_json::{Value, json};

use super::{
    Desk, PASSPHRASE, Window,
    language::english,
    sight::{LARGE, SMALL, THEMES, look, overflow},
};

/// A screen, or one of its states.
pub(crate) struct Screen {
    /// In a report, and in a picture's name.
    pub(crate) name: &'static str,
    /// From the screen before it.
    path: &'static [Step],
}

/// What a person does. Elements are named by `data-testid`.
enum Step {
    /// Goes to this place, by its address, as on entering it anew.
    Go(&'static str),
    Click(&'static str),
    /// Clicks, in the row (the first name) that says the words, the second name; the row itself
    /// where that is empty.
    ClickIn(&'static str, &'static str, &'static str),
    Choose(&'static str, &'static str),
    Write(&'static str, &'static str),
    /// Types the path of a file on the desk.
    WriteFile(&'static str, &'static str),
    /// Opens the part with this check.
    OpenCheck(&'static str),
    See(&'static str),
    /// Waits until the first of this name says the words.
    Reads(&'static str, &'static str),
}

use Step::{Choose, Click, ClickIn, Go, OpenCheck, Reads, See, Write, WriteFile};

const fn screen(name: &'static str, path: &'static [Step]) -> Screen {
    Screen { name, path }
}

/// Titles in the sample market, which are data and in no catalogue.
const MEAN: &str = "Mean systolic blood pressure";
const POLLEN: &str = "Birch pollen";

/// In the order of the walk.
pub(crate) const SCREENS: &[Screen] = &[
    // Without a home.
    screen("first-run", &[See("open-sample")]),
    screen(
        "settings-without-home",
        &[Go("settings"), See("settings-theme")],
    ),
    screen("verify-without-home", &[Go("verify"), See("audit-file")]),
    // A new home, where nothing is yet.
    screen(
        "recovery-key",
        &[
            Click("to-first-run"),
            Click("door-sell"),
            Write("new-home-name", "Clinic"),
            Write("new-home-passphrase", PASSPHRASE),
            Write("new-home-passphrase-again", PASSPHRASE),
            Click("create-home"),
            See("recovery-key"),
        ],
    ),
    screen(
        "recovery-key-refused",
        &[
            Write("recovery-tail", "?"),
            Click("recovery-kept"),
            See("error-note"),
        ],
    ),
    screen(
        "datasets-empty",
        &[
            WriteFile("recovery-file", "recovery.txt"),
            Click("recovery-save"),
            See("recovery-save-folder"),
            Click("recovery-kept"),
            See("home-name"),
            Go("datasets"),
            See("import-dataset"),
        ],
    ),
    screen(
        "populations-empty",
        &[Go("populations"), See("new-population")],
    ),
    screen(
        "new-population",
        &[Click("new-population"), See("population-form")],
    ),
    screen("listings-empty", &[Go("listings"), See("new-listing")]),
    screen("inbox-empty", &[Go("inbox"), See("inbox-empty")]),
    screen("rules-empty", &[Go("rules"), See("rules-empty")]),
    screen("payments-empty", &[Go("payments"), See("bookings-empty")]),
    screen("books-empty", &[Go("books")]),
    screen("invoices-empty", &[Go("invoices"), See("invoices-empty")]),
    screen("contacts-empty", &[Go("contacts"), See("contacts-empty")]),
    screen("market-empty", &[Go("market"), See("market-search")]),
    screen("orders-empty", &[Go("orders"), See("collect")]),
    screen("holdings-empty", &[Go("holdings")]),
    screen("open-home", &[Click("close-home"), See("recent-home")]),
    screen(
        "open-home-refused",
        &[
            Write("open-home-passphrase", "another"),
            Click("open-home"),
            See("error-note"),
        ],
    ),
    // The sample market, as its owner.
    screen("datasets", &[Click("open-sample"), See("dataset-row")]),
    screen("dataset", &[Click("dataset-open"), See("dataset-rows")]),
    screen(
        "dataset-remove",
        &[Click("dataset-remove"), See("dataset-remove-confirm")],
    ),
    screen(
        "dataset-seal",
        &[
            Click("dataset-remove-cancel"),
            Click("dataset-seal"),
            See("seal-kept"),
        ],
    ),
    screen("populations", &[Go("populations"), See("population-row")]),
    screen(
        "population",
        &[Click("population-open"), See("population-guess")],
    ),
    screen(
        "population-promise",
        &[
            Write("promise-persons", "2"),
            Write("promise-wish-epsilon", "8"),
            See("promise-wish"),
        ],
    ),
    screen(
        "population-cap",
        &[
            Click("population-cap"),
            Write("population-cap-value", "4"),
            See("population-cap-confirm"),
        ],
    ),
    screen("import", &[Go("import"), See("import-file")]),
    screen(
        "import-preview",
        &[
            WriteFile("import-file", "people.csv"),
            Click("import-preview"),
            See("import-preview-table"),
        ],
    ),
    screen(
        "import-answered",
        &[
            Choose("import-type-name", "number"),
            Choose("import-type-name", "text"),
            Click("import-values-part"),
            Choose("import-values-column", "name"),
            Click("import-values-propose"),
            See("import-values-stated"),
            Click("import-settled"),
            Click("import-whose-join"),
            Choose("import-population", "patients"),
            Click("import-unit-person"),
            Choose("import-person-column", "name"),
            Write("import-rows-per-person", "1"),
            See("import-counted"),
        ],
    ),
    screen(
        "import-new-people",
        &[
            Click("import-whose-new"),
            Click("import-unit-row"),
            Click("import-confirm"),
            See("error-note"),
        ],
    ),
    screen(
        "import-no-header",
        &[
            Go("import"),
            WriteFile("import-file", "bare.csv"),
            Click("import-preview"),
            See("import-header-doubt"),
            Click("import-no-header"),
            Write("import-names", "age, income"),
        ],
    ),
    screen("link", &[Go("link"), See("link-connect")]),
    screen("listings", &[Go("listings"), See("listing-row")]),
    screen(
        "new-listing",
        &[
            Go("new-listing"),
            Choose("listing-dataset", "clinic"),
            Choose("listing-kind", "mean"),
            Choose("listing-column", "age"),
            Write("listing-low", "0"),
            Write("listing-high", "120"),
            Write("listing-step", "1"),
            Write("listing-title", "Mean age"),
            Write("listing-price-level", "0.5"),
            Write("listing-price-amount", "5"),
            Write("listing-price-level-2", "8"),
            Write("listing-price-amount-2", "80"),
            See("listing-half-width"),
        ],
    ),
    screen(
        "new-listing-bins",
        &[
            Choose("listing-kind", "histogram"),
            Choose("listing-bin-way", "edges"),
            Write("listing-edge", "0"),
            Click("listing-edge-add"),
            Write("listing-edge", "18"),
            Click("listing-edge-add"),
            Write("listing-edge", "65"),
            Click("listing-edge-add"),
            Click("listing-filter-add"),
            Choose("listing-filter-column", "age"),
            Choose("listing-filter-how", ">="),
            Write("listing-filter-value", "18"),
            Click("listing-price-add"),
            See("listing-half-width"),
        ],
    ),
    screen(
        "list-columns",
        &[
            Go("list-columns"),
            Choose("batch-dataset", "clinic"),
            Write("batch-price-level", "2"),
            Write("batch-price-amount", "20"),
            Click("batch-all"),
            See("budget-said"),
        ],
    ),
    screen("codebooks", &[Go("codebooks"), See("codebook-import")]),
    screen(
        "my-listing",
        &[
            Go("listings"),
            ClickIn("listing-row", MEAN, "listing-open"),
            See("reprice"),
        ],
    ),
    screen("grant", &[Click("grant"), See("grant-recipient")]),
    screen("reprice", &[Click("reprice"), See("reprice-price-level")]),
    screen(
        "withdraw",
        &[
            Click("reprice-cancel"),
            Click("withdraw"),
            See("withdraw-reason"),
        ],
    ),
    screen(
        "inbox",
        &[
            Go("inbox"),
            Click("inbox-review"),
            Write("payment-reference", "SEPA 2026-11-21"),
        ],
    ),
    screen("inbox-refused", &[Click("decline"), See("error-note")]),
    screen(
        "inbox-answered",
        &[Go("inbox"), Click("inbox-answered"), See("answered-row")],
    ),
    screen(
        "new-rule",
        &[Go("rules"), Click("new-rule"), See("rule-form")],
    ),
    // A bank's file on its way in: its columns are proposed, and the account is typed.
    screen(
        "statement-columns",
        &[
            Go("payments"),
            WriteFile("statement-file", "bank.csv"),
            Click("statement-read"),
            Write("bank-iban", "DE75512108001245126199"),
            See("bank-preview"),
        ],
    ),
    screen(
        "statement-unnamed",
        &[Click("statement-import"), See("error-note")],
    ),
    screen(
        "payments-bank",
        &[
            Write("bank-name", "Harbour Bank"),
            Click("statement-import"),
            See("bank-row"),
            Click("bank-show"),
        ],
    ),
    screen(
        "remove-bank",
        &[Click("bank-remove"), See("remove-bank-confirm")],
    ),
    screen("books", &[Go("books"), See("receipt-row")]),
    screen(
        "invoice-setup",
        &[Click("receipt-invoice"), See("invoice-setup")],
    ),
    screen("contacts", &[Go("contacts"), See("add-contact")]),
    screen(
        "add-contact",
        &[Click("add-contact"), See("contact-name-field")],
    ),
    // As a buyer.
    screen("market", &[Go("market"), See("market-row")]),
    screen(
        "listing",
        &[
            ClickIn("market-row", POLLEN, ""),
            See("quote-then"),
            See("place-order"),
        ],
    ),
    screen("term", &[Click("term-ceiling"), See("tip-ceiling")]),
    screen(
        "listing-by-accuracy",
        &[Click("weigh-by-accuracy"), See("accuracy-input")],
    ),
    screen(
        "listing-own",
        &[
            Go("market"),
            ClickIn("market-row", MEAN, ""),
            See("page-title"),
        ],
    ),
    screen(
        "palette",
        &[
            Click("palette-open"),
            Write("palette-input", "mean"),
            See("palette-option"),
        ],
    ),
    screen(
        "palette-chosen",
        &[
            Write("palette-input", "birch"),
            ClickIn("palette-option", POLLEN, ""),
            See("quote-then"),
        ],
    ),
    screen("orders", &[Go("orders"), See("order-row")]),
    screen("holdings", &[Go("holdings"), See("holding-row")]),
    screen("holding", &[Click("holding-row"), See("holding-estimate")]),
    // As an auditor.
    screen("verify", &[Go("verify"), See("audit-file")]),
    screen(
        "audit",
        &[
            Click("audit-market"),
            Click("audit-run"),
            See("audit-verdict"),
        ],
    ),
    screen("audit-detail", &[OpenCheck("prices"), See("audit-detail")]),
    screen(
        "audit-wrong",
        &[
            Click("audit-clear"),
            WriteFile("audit-file", "spoilt.ledger"),
            Click("audit-run"),
            See("audit-finding"),
        ],
    ),
    screen("alarms", &[Go("alarms"), See("no-alarms")]),
    screen("settings", &[Go("settings"), See("settings-home-name")]),
    screen("not-here", &[Go("listing/nothing"), See("page-title")]),
    // What was ordered is the market's: last.
    screen(
        "order-placed",
        &[
            Go("market"),
            ClickIn("market-row", POLLEN, ""),
            Click("place-order"),
            See("order-placed"),
        ],
    ),
    screen("orders-waiting", &[Click("to-orders"), See("order-row")]),
    screen("orders-pay", &[Click("pay"), See("pay-card")]),
    // A rule that the waiting order does not keep, and a contact.
    screen(
        "new-rule-bounded",
        &[
            Go("rules"),
            Click("new-rule"),
            Choose("rule-who", "*"),
            Choose("rule-what", "population/patients"),
            Write("rule-up-to", "0.5"),
            Write("rule-per-order", "20"),
            Write("rule-per-month", "60"),
            Write("rule-currency", "EUR"),
            Write("rule-payment", "invoice monthly"),
            See("rule-worst"),
        ],
    ),
    screen("rules", &[Click("rule-add"), See("rule")]),
    screen("inbox-misfit", &[Go("inbox"), See("misfit")]),
    screen(
        "inbox-contact",
        &[
            Click("inbox-review"),
            Click("inbox-add-contact"),
            Write("contact-name-field", "Heart laboratory, by telephone"),
            Write("contact-note", "Read aloud by Dr. Moreau"),
        ],
    ),
    screen(
        "contacts-known",
        &[
            Click("add-contact-confirm"),
            See("contact-name"),
            Go("contacts"),
            See("contact-row"),
        ],
    ),
    screen(
        "inbox-approved",
        &[
            Go("inbox"),
            Click("inbox-review"),
            Click("payment-credit"),
            Write("payment-reference", "SEPA 2026-11-21"),
            Click("approve"),
            Click("approval-now"),
            See("inbox-said"),
        ],
    ),
    screen("books-owed", &[Go("books"), See("receipt-owed")]),
    screen("books-paid", &[Click("receipt-paid"), See("paid-on")]),
    // A cap below what sealing would keep, which has to be accepted then.
    screen(
        "population-capped",
        &[
            Go("populations"),
            Click("population-open"),
            Click("population-cap"),
            Write("population-cap-value", "5"),
            // Confirming before the effects are shown only shows them.
            Reads("population-cap-preview", "%"),
            Click("population-cap-confirm"),
            Reads("population-cap-now", "ε 5"),
        ],
    ),
    screen(
        "dataset-sealed",
        &[
            Go("datasets"),
            Click("dataset-open"),
            Click("dataset-seal"),
            Click("seal-sure"),
            Click("seal-accept"),
            Click("seal-confirm"),
            See("dataset-state"),
        ],
    ),
    screen(
        "listing-sealed",
        &[
            Go("listings"),
            ClickIn("listing-row", MEAN, "listing-open"),
            See("sealed"),
        ],
    ),
    screen(
        "listing-withdrawn",
        &[
            Click("withdraw"),
            Write("withdraw-reason", "The ward has closed."),
            Click("withdraw-confirm"),
            See("status-withdrawn"),
        ],
    ),
];

/// The files that the walk types the names of.
fn lay_out(desk: &Desk) {
    fs::write(
        desk.path("people.csv"),
        "name,age,income\nAda,36,100\nKurt,71,200\n",
    )
    .unwrap();
    fs::write(desk.path("bare.csv"), "36,100\n71,200\n36,300\n").unwrap();
    fs::write(desk.path("spoilt.ledger"), "no ledger").unwrap();
    fs::write(
        desk.path("bank.csv"),
        "Umsatz;4711\nTag;Name;Verwendungszweck;Betrag;Währung\n\
         20.11.2026;Kurt;Miete;-910,00;EUR\n21.11.2026;Ada;Rechnung 12;1.020,50;EUR\n",
    )
    .unwrap();
}

/// Opens the app in a new installation and shows every screen in turn.
pub(crate) async fn walk(
    desk: &Desk,
    language: &str,
    mut visit: impl AsyncFnMut(&Window, &Screen),
) {
    lay_out(desk);
    // No key is written over the one of another walk on the same desk.
    let _ = fs::remove_file(desk.path("recovery.txt"));
    let window = desk
        .app(&[
            "--home",
            &desk.path(&format!("clinic-{language}")),
            "--market",
            &desk.path("market"),
        ])
        .await;
    window.click("nav-settings").await;
    window.choose("settings-language", language).await;
    window.see("settings-kept").await;
    window.click("to-first-run").await;
    for screen in SCREENS {
        for step in screen.path {
            take(&window, Some(desk), step).await;
        }
        rest(&window).await;
        visit(&window, screen).await;
    }
    window.close().await;
}

/// Files are typed on a desk only.
async fn take(window: &Window, desk: Option<&Desk>, step: &Step) {
    match *step {
        Go(place) => {
            // By way of another, so that even the place where one is begins anew.
            for to in ["#/elsewhere", &format!("#/{place}")] {
                let script = "
                    const [to, done] = arguments;
                    if (location.hash === to) done();
                    else {
                        addEventListener('hashchange', () => done(), { once: true });
                        location.hash = to;
                    }";
                window.script_until_done(script, vec![json!(to)]).await;
            }
        }
        Click(id) => window.click(id).await,
        ClickIn(row, words, id) => window.click_in(row, words, id).await,
        Choose(id, value) => window.choose(id, value).await,
        Write(id, text) => window.write(id, text).await,
        WriteFile(id, name) => window.write(id, &desk.unwrap().path(name)).await,
        OpenCheck(check) => {
            let script =
                "document.querySelector(`[data-check=\"${arguments[0]}\"] summary`).click()";
            window.script(script, vec![json!(check)]).await;
        }
        See(id) => {
            window.see(id).await;
        }
        Reads(id, words) => window.reads(id, words).await,
    }
}

/// Waits until nothing is being read, asked or moved any more.
async fn rest(window: &Window) {
    let script = "
        const busy = document.querySelector(
            '[aria-busy=true], progress, main > p[role=status] span');
        return busy || document.fonts.status !== 'loaded' ? null : document.body.innerText;";
    let mut before = Value::Null;
    window
        .until("the screen rests", async || {
            let now = window.script(script, vec![]).await;
            let same = !now.is_null() && now == before;
            before = now;
            if !same {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            same
        })
        .await;
}

/// Puts a theme on, as the settings do.
pub(crate) async fn wear(window: &Window, theme: &str) {
    let script = "
        const [theme, done] = arguments;
        document.documentElement.dataset.theme = theme;
        const moves = () => document.getAnimations().map((one) => one.finished);
        requestAnimationFrame(() => Promise.allSettled(moves()).then(() => done()));";
    window.script_until_done(script, vec![json!(theme)]).await;
}

/// Looks at a page that shows these things, in both languages, in both themes and in the small
/// window, as axe and the eye see it; ends in English.
pub(crate) async fn in_both_languages(window: &Window, name: &str, axe: &str, shows: &[&str]) {
    for language in ["de", "en"] {
        let script = "
            const [language, done] = arguments;
            const back = location.hash;
            const select = () => document.querySelector('[data-testid=settings-language]');
            location.hash = '#/settings';
            const wait = (is, then) => is() ? then() : setTimeout(() => wait(is, then), 50);
            wait(select, () => {
                select().value = language;
                select().dispatchEvent(new Event('change', { bubbles: true }));
                wait(() => document.documentElement.lang === language, () => {
                    location.hash = back;
                    done();
                });
            });";
        window
            .script_until_done(script, vec![language.into()])
            .await;
        for id in shows {
            window.see(id).await;
        }
        assert_eq!(look(window, name, axe).await, Vec::<String>::new());
        if language == "de" {
            assert_eq!(english(window).await, Vec::<String>::new());
        }
        for theme in THEMES {
            wear(window, theme).await;
            window.picture(&format!("{name}-{language}-{theme}")).await;
        }
        wear(window, "light").await;
        window.resize(SMALL).await;
        assert_eq!(overflow(window).await, None);
        window.picture(&format!("{name}-{language}-small")).await;
        window.resize(LARGE).await;
    }
}
