//! A bench: every command of the window is called while the server of the home's market hangs.
//! `make bench-hang` runs it, prints the slowest commands, and fails if one waits for the server
//! that does not ask it by its meaning.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench may panic and print"
)]

use std::{
    collections::BTreeMap,
    net::TcpListener,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use poundwise_market::{Home, HomeOptions, Passphrase, Sends};
use poundwise_sample::{PASSPHRASE, SampleOptions};
use serde_json::{Value, json};
use tauri::{
    Manager, WebviewWindow, WebviewWindowBuilder,
    ipc::{CallbackFn, InvokeBody},
    test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder},
    webview::InvokeRequest,
};

use crate::{
    args::Args, client, commands, context, recent::Recent, sending, session::Session,
    settings::SettingsFile, watch,
};

/// Longest time that a command may take.
const LONGEST: Duration = Duration::from_secs(1);
/// Time in which the background notices that the server does not answer.
const NOTICED: Duration = Duration::from_secs(8);
/// Number of commands that are printed.
const SHOWN: usize = 10;

/// Commands that ask the market by their meaning.
const ASK_THE_MARKET: [&str; 8] = [
    "test_own_market",
    "order",
    "deliver",
    "collect",
    "catch_up",
    "confirm_home",
    "grant",
    "set_market",
];

/// Commands that are not called: they open a dialog, read a file that a person chose, or open
/// another home.
const NOT_CALLED: [&str; 27] = [
    "audit_files",
    "replay",
    "import_codebook",
    "choose_files",
    "choose_folder",
    "choose_save_file",
    "create_home",
    "open_home",
    "open_sample",
    "see_sample_as",
    "home_exists",
    "home_has_window",
    "bring_forward",
    "receive",
    "read_market_file",
    "test_market_file",
    "join_market",
    "look_at_statement",
    "preview_statement",
    "import_statement",
    "open_folder",
    "preview_csv",
    "seen_values",
    "contributing_rows",
    "import_dataset",
    "write_losses",
    "notify",
];

/// A server that takes every connection and answers none. Returns its port.
pub(crate) fn hanging_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let mut held = Vec::new();
        for connection in listener.incoming() {
            held.push(connection);
        }
    });
    port
}

fn call(
    window: &WebviewWindow<MockRuntime>,
    command: &str,
    args: &Value,
) -> (Duration, Result<Value, Value>) {
    let mut args = args.clone();
    if args.get("id").is_none() {
        args["id"] = json!("work");
    }
    args["progress"] = json!("__CHANNEL__:1");
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body: InvokeBody::Json(args),
        headers: tauri::http::HeaderMap::new(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    let begun = Instant::now();
    let answer = get_ipc_response(window, request);
    (
        begun.elapsed(),
        answer.map(|body| body.deserialize().unwrap()),
    )
}

/// Returns the arguments of the commands that have some, with the ids of the home's documents.
fn arguments(ids: &Ids, exports: &str) -> BTreeMap<&'static str, Value> {
    let Ids {
        listing,
        order,
        receipt,
        holding,
        kid,
        dataset,
        population,
        form,
        batch,
    } = ids;
    let to = |name: &str| json!({ "path": format!("{exports}/{name}"), "replace": true });
    let rule = json!({
        "contact": null, "anyone": true, "listing": listing, "population": null, "up_to": "1",
        "per_order": "1", "per_month": null, "currency": null, "payment": "", "until": null,
    });
    let csv = json!({ "separator": ",", "decimal": "point", "mark": false });
    let price = json!([{ "level": "1", "price": "10" }]);
    let population_draft = json!({
        "name": "other", "unit_name": null, "adjacency": null, "cap": "8", "cap_rho": null,
        "carried": null, "carried_rho": null, "new_people": true,
    });
    let promise = json!({
        "persons": "", "delta": "", "at_epsilon": "", "at_rho": "", "wish_epsilon": "",
        "wish_delta": "",
    });
    let terms = json!({ "buyer": null, "vat": null, "language": null });
    let fit = json!({ "response": "a", "predictors": ["b"], "factors": [], "without_other": true });
    let invoicing = json!({
        "seller": {
            "name": "Clinic", "street": "S", "post_code": "1", "city": "C", "country": "DE",
            "vat_id": null, "tax_number": "1", "email": null, "reference": null, "id": "",
        },
        "vat": { "kind": "exempt", "reason": "r" }, "days": 14, "prefix": "I-", "language": "en",
    });
    let columns = json!({
        "iban": "DE89370400440532013000", "day": "#1", "day_order": "year-month-day",
        "amount": "#2", "decimal": "point", "currency": "EUR", "text": ["#3"], "debit": null,
        "direction": null, "came": null, "went": null, "currency_column": null, "party": null,
        "status": null, "booked": null, "encoding": null,
    });
    BTreeMap::from([
        (
            "dismiss_alarm",
            json!({ "number": 1, "trusted": "kept", "reason": "r" }),
        ),
        (
            "save_report",
            json!({ "file": to("r.html"), "language": "en" }),
        ),
        (
            "propose_listings",
            json!({ "dataset": dataset, "codebook": null }),
        ),
        ("read_listings", json!({ "form": batch })),
        ("preview_listings", json!({ "form": batch })),
        ("create_listings", json!({ "form": batch })),
        (
            "keep_codebook",
            json!({ "name": "c", "form": batch, "replace": true }),
        ),
        (
            "export_codebook",
            json!({ "name": "c", "file": to("c.csv") }),
        ),
        ("remove_codebook", json!({ "name": "c" })),
        (
            "market",
            json!({ "query": {
            "search": "", "seller": "", "kind": null, "max_price": "", "sort": "newest",
            "reverse": false,
        } }),
        ),
        ("quote", json!({ "listing": listing, "to": "1" })),
        (
            "quote_for_accuracy",
            json!({ "listing": listing, "halfWidth": "10", "of": null }),
        ),
        (
            "order",
            json!({ "listing": listing, "to": "1", "anyway": false }),
        ),
        ("qr_code", json!({ "text": "t" })),
        ("cancel_order", json!({ "order": order })),
        ("holding", json!({ "of": holding })),
        (
            "holding_ranges",
            json!({ "of": holding, "range": null, "cells": null }),
        ),
        (
            "holding_groups",
            json!({ "of": holding, "level": null, "merged": [] }),
        ),
        (
            "holding_correlations",
            json!({ "of": holding, "level": null }),
        ),
        (
            "holding_fit",
            json!({ "of": holding, "level": null, "request": fit }),
        ),
        (
            "export_release",
            json!({
                "listing": holding, "format": "csv", "csv": csv, "file": to("release.csv"), "lattice": null,
            }),
        ),
        (
            "export_figures",
            json!({
                "of": holding, "figures": { "groups": [] }, "format": "csv", "csv": csv,
                "file": to("figures.csv"), "level": null, "matrix": null,
            }),
        ),
        (
            "export_bundle",
            json!({ "receipt": receipt, "file": to("one.bundle") }),
        ),
        (
            "tighten",
            json!({ "listing": holding, "to": "0.1", "file": to("copy.bundle") }),
        ),
        (
            "save_recovery_key",
            json!({ "key": "none", "file": to("key.txt") }),
        ),
        ("suggest_file", json!({ "name": "f.csv" })),
        ("stop_work", json!({ "id": "none" })),
        ("forget_home", json!({ "dir": "/nowhere" })),
        (
            "change_passphrase",
            json!({ "old": PASSPHRASE, "next": "three unrelated words" }),
        ),
        (
            "new_recovery_key",
            json!({ "passphrase": "three unrelated words" }),
        ),
        ("confirm_home", json!({ "code": null })),
        (
            "set_market",
            json!({ "url": "http://127.0.0.1:9/other", "anyway": true }),
        ),
        ("set_invoicing", json!({ "invoicing": invoicing })),
        ("set_next_invoice", json!({ "number": 7 })),
        ("invoices", json!({ "receipt": null })),
        (
            "preview_invoice",
            json!({ "receipts": [receipt], "terms": terms }),
        ),
        (
            "issue_invoice",
            json!({ "receipts": [receipt], "terms": terms }),
        ),
        ("credit_invoice", json!({ "number": "1", "reason": "r" })),
        (
            "export_invoice",
            json!({ "number": "1", "format": "html", "file": to("i.html") }),
        ),
        (
            "save_mail",
            json!({ "what": "listing", "of": listing, "file": to("listing.jws") }),
        ),
        (
            "invite",
            json!({ "name": "m", "keyId": "", "secret": "", "file": to("m.market") }),
        ),
        ("approve_bookings", json!({ "numbers": [1] })),
        ("honour_booking", json!({ "number": 1, "order": order })),
        ("refund_booking", json!({ "number": 1 })),
        ("set_booking_aside", json!({ "number": 1 })),
        ("restore_booking", json!({ "number": 1 })),
        ("set_bank", json!({ "name": "b", "columns": columns })),
        ("preview_bank_removal", json!({ "name": "b" })),
        ("remove_bank", json!({ "name": "b", "discard": true })),
        ("save_text", json!({ "file": to("t.svg"), "contents": "" })),
        ("save_table", json!({ "file": to("t.csv"), "rows": [] })),
        ("dataset", json!({ "name": dataset })),
        ("remove_dataset", json!({ "name": "no-dataset" })),
        ("preview_seal", json!({ "dataset": dataset })),
        (
            "seal_dataset",
            json!({ "dataset": dataset, "acceptOverCap": true }),
        ),
        ("population", json!({ "name": population })),
        ("create_population", json!({ "draft": population_draft })),
        ("offered_caps", json!({ "adjacency": "add-remove" })),
        (
            "cap_guess",
            json!({ "cap": "8", "rho": "", "adjacency": "add-remove" }),
        ),
        (
            "plan_budget",
            json!({ "population": population, "trials": [] }),
        ),
        ("promise", json!({ "name": population, "asked": promise })),
        (
            "preview_cap",
            json!({ "name": population, "cap": "20", "rho": "" }),
        ),
        (
            "set_cap",
            json!({ "name": population, "cap": "20", "rho": "", "reason": "r" }),
        ),
        (
            "preview_merge",
            json!({ "from": population, "into": population }),
        ),
        (
            "merge_populations",
            json!({ "from": population, "into": population }),
        ),
        ("read_listing", json!({ "form": form })),
        ("preview_listing", json!({ "form": form, "replaces": null })),
        ("read_codebook", json!({ "text": "a" })),
        (
            "cut_bands",
            json!({ "low": "0", "high": "9", "width": "3" }),
        ),
        (
            "cut_periods",
            json!({ "first": "2026-01", "last": "2026-03" }),
        ),
        ("create_listing", json!({ "form": form })),
        ("duplicate_listing", json!({ "id": listing })),
        (
            "replace_listing",
            json!({ "listing": listing, "form": form, "reason": "r" }),
        ),
        ("listing", json!({ "id": listing })),
        ("state_availability", json!({ "on": false })),
        ("withdraw_listing", json!({ "id": listing, "reason": "r" })),
        ("preview_reprice", json!({ "id": listing, "price": price })),
        ("reprice_listing", json!({ "id": listing, "price": price })),
        ("seal_own_numbers", json!({ "listing": listing })),
        (
            "grant",
            json!({
                "what": listing, "file": to("o.opening"),
                "recipient": "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
            }),
        ),
        ("listing_curves", json!({ "id": listing })),
        (
            "approve",
            json!({ "order": order, "settlement": "paid", "payment": "cash" }),
        ),
        ("decline", json!({ "order": order, "reason": "r" })),
        ("discard_order", json!({ "order": order })),
        ("block_key", json!({ "kid": kid })),
        ("unblock_key", json!({ "kid": kid })),
        (
            "record_payment",
            json!({ "receipt": receipt, "on": "", "amount": "", "reference": "r" }),
        ),
        ("remove_payment", json!({ "number": 1 })),
        ("export_ledger", json!({ "file": to("l.ledger") })),
        (
            "export_receipts",
            json!({ "file": to("r.csv"), "csv": csv }),
        ),
        ("export_journal", json!({ "file": to("j.journal") })),
        (
            "change_settings",
            json!({ "choices": {
            "language": null, "theme": "system", "currency": "EUR", "text_size": "normal",
            "notify": false, "collect": true, "tour": false,
        } }),
        ),
        (
            "add_contact",
            json!({ "kid": kid, "name": "Somebody", "note": "" }),
        ),
        (
            "edit_contact",
            json!({ "kid": kid, "name": "Somebody else", "note": "" }),
        ),
        ("remove_contact", json!({ "kid": kid })),
        ("rules", json!({ "removed": true })),
        ("rule_worst", json!({ "draft": rule })),
        ("add_rule", json!({ "draft": rule })),
        ("pause_rule", json!({ "number": 1 })),
        ("resume_rule", json!({ "number": 1 })),
        ("remove_rule", json!({ "number": 1 })),
    ])
}

/// Ids of the documents of a home.
struct Ids {
    listing: String,
    order: String,
    receipt: String,
    holding: String,
    kid: String,
    dataset: String,
    population: String,
    /// The form of a listing, and that of several.
    form: Value,
    batch: Value,
}

impl Ids {
    fn of(window: &WebviewWindow<MockRuntime>) -> Self {
        let ask = |command: &str| call(window, command, &json!({})).1.unwrap();
        let text = |value: &Value| {
            value
                .as_str()
                .unwrap_or_else(|| panic!("{value}"))
                .to_owned()
        };
        let books = ask("books");
        let receipt = &books["receipts"][0];
        let listing = text(&ask("my_listings")[0]["id"]);
        let dataset = text(&ask("datasets")[0]["name"]);
        let form = call(window, "duplicate_listing", &json!({ "id": listing }));
        let proposed = json!({ "dataset": dataset, "codebook": null });
        let batch = call(window, "propose_listings", &proposed);
        Self {
            listing,
            order: text(&ask("inbox")[0]["order"]["id"]),
            receipt: text(&receipt["id"]),
            holding: text(&ask("holdings")[0]["listing"]["id"]),
            kid: "A".repeat(43),
            population: text(&ask("populations")[0]["name"]),
            form: form.1.unwrap(),
            batch: json!({
                "dataset": dataset, "rows": batch.1.unwrap()["rows"],
                "tariff": [{ "level": "1", "price": "10" }], "currency": "EUR", "ceiling": "1",
                "top": "", "grain": "", "payTo": "", "description": "", "terms": "",
                "rowsKnownElsewhere": false,
            }),
            dataset,
        }
    }
}

/// Commands that change what others read come after them, and the end of the home comes last.
fn place_of(command: &str) -> u8 {
    match command {
        "close_home" => 3,
        _ if ASK_THE_MARKET.contains(&command) => 2,
        "seal_dataset" | "seal_own_numbers" | "withdraw_listing" | "replace_listing" => 1,
        _ => 0,
    }
}

#[test]
#[ignore = "a bench: make bench-hang"]
fn bench_hang() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let sample = poundwise_sample::build(&at("sample"), SampleOptions::default(), &mut |_| ());
    let sample = sample.unwrap();
    let recent = Recent::in_folder(&at("config"));
    let session = Arc::new(Session::new(Args::default(), recent));
    let settings = Arc::new(SettingsFile::in_folder(&at("config")));
    let app = mock_builder()
        .invoke_handler(commands())
        .manage(Arc::clone(&session))
        .manage(Arc::clone(&settings))
        .build(context())
        .unwrap();
    let window = app.get_webview_window("main").unwrap_or_else(|| {
        WebviewWindowBuilder::new(&app, "main", tauri::WebviewUrl::default())
            .build()
            .unwrap()
    });
    let open = |market: Option<String>| {
        let options = HomeOptions {
            market,
            sends: Sends::Shell,
            state: Some(sample.state_dir.clone()),
            // A change of the passphrase is to take no time by itself.
            work_factor: Some(2),
            ..HomeOptions::default()
        };
        let passphrase = Passphrase::from(PASSPHRASE.to_owned());
        session
            .unlock(|| Home::open(&sample.owner_dir, &passphrase, &options))
            .unwrap()
    };
    // On its folder once, from which its orders are read.
    open(None);
    let ids = Ids::of(&window);
    let port = hanging_server();
    let home = open(Some(format!("http://127.0.0.1:{port}/market")));
    let exports = format!("{}/exports", home.dir);
    let arguments = arguments(&ids, &exports);
    sending::start(app.handle().clone(), Arc::clone(&session));
    watch::start(app.handle().clone(), Arc::clone(&session), settings);
    thread::sleep(NOTICED);

    let all = client::signatures();
    let mut names: Vec<&str> = all.iter().map(|one| one.name).collect();
    names.sort_by_key(|name| place_of(name));
    let (mut times, mut wrong) = (Vec::new(), Vec::new());
    for name in names {
        if NOT_CALLED.contains(&name) {
            continue;
        }
        let none = json!({});
        let args = arguments.get(name).unwrap_or(&none);
        let (time, answer) = call(&window, name, args);
        let outcome = match answer {
            Ok(_) => "answered".to_owned(),
            Err(error) => match error["code"].as_str() {
                Some(code) => code.to_owned(),
                None => {
                    wrong.push(format!("{name}: {error}"));
                    continue;
                }
            },
        };
        times.push((time, name, outcome));
    }
    times.sort();
    times.reverse();
    println!(
        "{} commands while the server hangs; the slowest:",
        times.len()
    );
    for (time, name, outcome) in times.iter().take(SHOWN) {
        println!(
            "{:>8.1} ms  {name} ({outcome})",
            time.as_secs_f64() * 1000.0
        );
    }
    let answered = times.iter().filter(|(.., outcome)| outcome == "answered");
    println!("{} of them answered without an error", answered.count());
    for (_, name, outcome) in &times {
        if outcome != "answered" {
            println!("         {name}: {outcome}");
        }
    }
    let slow: Vec<_> = times
        .iter()
        .filter(|(time, name, _)| *time > LONGEST && !ASK_THE_MARKET.contains(name))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(slow.is_empty(), "{slow:#?}");
}
