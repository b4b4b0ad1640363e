//! The commands as the page calls them, without a window.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{path::Path, sync::Arc};

use poundwise_documents::kinds::AttributeKind;
use poundwise_market::{Home, HomeOptions, ListingForm, Passphrase, Roles};
use poundwise_sample::{SampleOptions, Seat};
use serde_json::{Value, json};
use tauri::{
    Manager, WebviewWindow, WebviewWindowBuilder,
    ipc::{CallbackFn, InvokeBody},
    test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder},
    utils::config::Csp,
    webview::InvokeRequest,
};

use crate::{
    args::Args, commands, context, hang::hanging_server, recent::Recent, session::Session,
};

const ID: &str = "abcdef";
const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

/// Returns what a command refuses, by its code; nothing where it answers.
fn code(window: &WebviewWindow<MockRuntime>, command: &str, args: &Value) -> Option<String> {
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body: InvokeBody::Json(args.clone()),
        headers: tauri::http::HeaderMap::new(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    let refused = get_ipc_response(window, request).err()?;
    Some(
        refused["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{command}: {refused}"))
            .to_owned(),
    )
}

/// Returns the answer of a command.
fn answer(window: &WebviewWindow<MockRuntime>, command: &str, args: &Value) -> Value {
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body: InvokeBody::Json(args.clone()),
        headers: tauri::http::HeaderMap::new(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    get_ipc_response(window, request)
        .unwrap_or_else(|error| panic!("{command} {args}: {error}"))
        .deserialize()
        .unwrap()
}

/// Returns every command that is given a path, with one in that folder.
fn with_paths(folder: &Path) -> Vec<(&'static str, Value)> {
    let at = |name: &str| folder.join(name).display().to_string();
    let (file, dir) = (at("a.csv"), at("home"));
    let to = |path: &str| json!({ "path": path, "replace": false });
    let new = to(&file);
    let market = format!("file://{}", at("market"));
    let form = ListingForm {
        file: file.clone(),
        low: "0".to_owned(),
        high: "1".to_owned(),
        step: "1".to_owned(),
        protect: "1".to_owned(),
        tariff: "8:80".into(),
        ..ListingForm::new("-", AttributeKind::Vector)
    };
    let listing = serde_json::to_value(form).unwrap();
    let mut all = vec![
        ("home_exists", json!({ "dir": dir })),
        (
            "create_home",
            json!({ "dir": dir, "name": "n", "passphrase": "short", "toSell": true }),
        ),
        (
            "open_home",
            json!({ "dir": dir, "passphrase": "three unrelated words" }),
        ),
        ("home_has_window", json!({ "dir": dir })),
        ("bring_forward", json!({ "dir": dir })),
        (
            "create_home",
            json!({
                "dir": dir, "name": "n", "passphrase": "short", "invitation": at("a.market"),
                "toSell": true,
            }),
        ),
        ("read_market_file", json!({ "file": at("a.market") })),
        (
            "join_market",
            json!({ "file": at("a.market"), "anyway": true }),
        ),
        (
            "invite",
            json!({ "name": "", "keyId": "", "secret": "", "file": to(&at("new/a.market")) }),
        ),
        ("set_market", json!({ "url": market, "anyway": true })),
        ("set_market", json!({ "url": at("market"), "anyway": true })),
        ("save_recovery_key", json!({ "key": "none", "file": new })),
        ("write_losses", json!({ "file": new })),
        (
            "create_population",
            json!({ "draft": { "name": "p", "cap": "8", "carried": file } }),
        ),
        ("preview_listing", json!({ "form": listing })),
        (
            "contributing_rows",
            json!({
                "file": file,
                "form": {},
                "schema": { "columns": [{ "name": "c", "type": "number" }] },
                "column": "c",
                "rowsPerUnit": "1",
            }),
        ),
        (
            "grant",
            json!({ "what": ID, "recipient": RECIPIENT, "file": new }),
        ),
        ("save_report", json!({ "file": new, "language": "de" })),
        ("open_folder", json!({ "file": file })),
        (
            "save_text",
            json!({ "file": to(&at("new/a.svg")), "contents": "" }),
        ),
        (
            "save_table",
            json!({ "file": to(&at("new/a.csv")), "rows": [] }),
        ),
    ];
    let options = json!({ "carried": file });
    for (command, args) in [
        ("test_market_file", json!({ "file": at("a.market") })),
        ("preview_csv", json!({ "file": file, "form": {} })),
        (
            "seen_values",
            json!({ "file": file, "form": {}, "column": "c" }),
        ),
        ("import_dataset", json!({ "file": file, "options": {} })),
        (
            "import_dataset",
            json!({ "file": file, "options": options }),
        ),
        ("create_listing", json!({ "form": listing })),
        ("export_ledger", json!({ "file": to(&at("new/a.ledger")) })),
        (
            "export_release",
            json!({ "listing": ID, "format": "csv", "csv": {}, "file": new }),
        ),
        (
            "export_figures",
            json!({ "of": ID, "figures": { "groups": [] }, "format": "csv", "csv": {}, "file": new }),
        ),
        ("export_bundle", json!({ "receipt": ID, "file": new })),
        ("tighten", json!({ "listing": ID, "to": "1", "file": new })),
        ("audit_files", json!({ "files": [file] })),
        ("audit_files", json!({ "files": [format!("{market}#key")] })),
        ("replay", json!({ "opening": file, "files": [] })),
    ] {
        let mut args = args;
        args["id"] = json!("1");
        args["progress"] = json!("__CHANNEL__:1");
        all.push((command, args));
    }
    all
}

/// Returns the app's window over a session.
fn window(session: &Arc<Session>) -> WebviewWindow<MockRuntime> {
    let app = mock_builder()
        .invoke_handler(commands())
        .manage(Arc::clone(session))
        .build(context())
        .unwrap();
    app.get_webview_window("main").unwrap_or_else(|| {
        WebviewWindowBuilder::new(&app, "main", tauri::WebviewUrl::default())
            .build()
            .unwrap()
    })
}

/// A form finds its field by the code of the error, whether or not a home is open.
#[test]
fn a_value_that_is_none_is_refused_by_its_code() {
    let folder = tempfile::tempdir().unwrap();
    let session = Arc::new(Session::new(
        Args::default(),
        Recent::in_folder(folder.path()),
    ));
    let window = window(&session);
    let long = "x".repeat(201);
    for (command, args, expected) in [
        ("quote", json!({ "listing": "x", "to": "1" }), "short-id"),
        ("quote", json!({ "listing": "a/b/c/d", "to": "1" }), "usage"),
        ("quote", json!({ "listing": ID, "to": "0" }), "zero-epsilon"),
        (
            "order",
            json!({ "listing": ID, "to": "0,5", "anyway": false }),
            "epsilon",
        ),
        (
            "quote_for_accuracy",
            json!({ "listing": ID, "halfWidth": "-1", "of": null }),
            "half-width",
        ),
        (
            "set_cap",
            json!({ "name": "p", "cap": "", "rho": "", "reason": "" }),
            "epsilon",
        ),
        (
            "set_cap",
            json!({ "name": "-", "cap": "1", "rho": "", "reason": "" }),
            "population-name",
        ),
        ("dataset", json!({ "name": "" }), "dataset-name"),
        ("block_key", json!({ "kid": ID }), "contact-key"),
        (
            "add_contact",
            json!({ "kid": "A".repeat(43), "name": " ", "note": "" }),
            "contact-name",
        ),
        (
            "approve",
            json!({
                "order": ID, "settlement": "paid", "payment": long,
                "id": "1", "progress": "__CHANNEL__:1",
            }),
            "text",
        ),
        ("holding", json!({ "of": "a.b" }), "usage"),
        ("holding", json!({ "of": ID }), "no-home"),
    ] {
        let code = code(&window, command, &args);
        assert_eq!(code.as_deref(), Some(expected), "{command} {args}");
    }
}

#[test]
fn commands_take_no_path_that_nobody_chose() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let session = Arc::new(Session::new(
        Args::default(),
        Recent::in_folder(&at("config")),
    ));
    let window = window(&session);
    let options = HomeOptions {
        market: Some(at("own-market").display().to_string()),
        work_factor: Some(2),
        state: Some(at("state")),
        ..HomeOptions::default()
    };
    let passphrase = Passphrase::from("three unrelated words".to_owned());
    let home = session
        .unlock(|| Ok(Home::create(&at("own"), &"n".parse().unwrap(), &passphrase, &options)?.0))
        .unwrap();

    let other = at("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("a.csv"), "c\n1\n").unwrap();
    for (command, args) in with_paths(&other) {
        let code = code(&window, command, &args);
        assert_eq!(code.as_deref(), Some("path-not-chosen"), "{command} {args}");
    }
    let created: Vec<_> = std::fs::read_dir(&other).unwrap().collect();
    assert_eq!(created.len(), 1, "{created:?}");

    // A market that is named beside a home's own folder.
    let create = json!({
        "dir": at("own"), "name": "n", "passphrase": "x", "market": other.join("market"),
        "toSell": false,
    });
    assert_eq!(
        code(&window, "create_home", &create).as_deref(),
        Some("path-not-chosen")
    );

    // The program's own: exports, by any name, and the market.
    let suggest = json!({ "name": "figure.csv" });
    assert_eq!(code(&window, "suggest_file", &suggest), None);
    let export = Path::new(&home.dir).join("exports/figure.csv");
    let save = json!({ "file": { "path": export, "replace": false }, "rows": [["=1"]] });
    assert_eq!(code(&window, "save_table", &save), None);
    assert_eq!(std::fs::read_to_string(&export).unwrap(), "'=1\n");
    let own = Path::new(&home.dir).join("key.age");
    let save = json!({ "file": { "path": own, "replace": true }, "contents": "" });
    assert_eq!(
        code(&window, "save_text", &save).as_deref(),
        Some("path-not-chosen")
    );
    let market = json!({ "url": home.market, "anyway": false });
    assert_ne!(
        code(&window, "set_market", &market).as_deref(),
        Some("path-not-chosen")
    );

    // What is granted is asked for nothing more.
    session.grants().within(&other);
    for (command, args) in with_paths(&other) {
        let code = code(&window, command, &args);
        assert_ne!(code.as_deref(), Some("path-not-chosen"), "{command} {args}");
    }
}

/// Nobody becomes somebody else but in the sample market, and no home is closed or opened by
/// trying.
#[test]
fn only_the_sample_market_is_seen_as_somebody_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let session = Arc::new(Session::new(
        Args::default(),
        Recent::in_folder(&at("config")),
    ));
    let window = window(&session);
    let refused = || {
        for seat in ["clinic", "insurer", "auditor"] {
            let code = code(&window, "see_sample_as", &json!({ "seat": seat }));
            assert_eq!(code.as_deref(), Some("not-a-sample"), "{seat}");
        }
    };
    refused();

    // A home of one's own, and one of a sample market that somebody kept.
    let options = SampleOptions::default();
    let kept = poundwise_sample::build(&at("kept"), options, &mut |_| ()).unwrap();
    let passphrase = Passphrase::from("three unrelated words".to_owned());
    let options = HomeOptions {
        market: Some(at("market").display().to_string()),
        work_factor: Some(2),
        state: Some(at("state")),
        ..HomeOptions::default()
    };
    let own = session
        .unlock(|| Ok(Home::create(&at("own"), &"n".parse().unwrap(), &passphrase, &options)?.0))
        .unwrap();
    refused();
    assert_eq!(session.home().unwrap().dir, own.dir);
    session
        .unlock(|| Ok(kept.open(Seat::Clinic, "a test")?.unwrap()))
        .unwrap();
    refused();

    // The app's own: each seat in turn, and nothing of it once another home is open.
    assert_eq!(code(&window, "open_sample", &json!({})), None);
    assert!(session.sample().is_some());
    let clinic = session.home().unwrap();
    for seat in ["insurer", "auditor", "clinic"] {
        let args = json!({ "seat": seat });
        assert_eq!(code(&window, "see_sample_as", &args), None, "{seat}");
    }
    assert_eq!(session.home().unwrap().kid, clinic.kid);
    assert!(
        session
            .recent()
            .homes()
            .iter()
            .all(|home| home.dir != clinic.dir)
    );
    session
        .unlock(|| Home::open(&at("own"), &passphrase, &options))
        .unwrap();
    refused();
    assert!(
        !Path::new(&clinic.dir).exists(),
        "the sample market is gone"
    );
}

#[test]
fn the_policy_of_the_pages_lets_nothing_else_in() {
    let context = context::<MockRuntime>();
    let Some(Csp::Policy(policy)) = &context.config().app.security.csp else {
        panic!("no policy");
    };
    let rules: Vec<&str> = policy.split("; ").collect();
    assert_eq!(
        rules,
        [
            "default-src 'self'",
            "img-src 'self' data:",
            "style-src 'self'",
            "connect-src ipc: http://ipc.localhost",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    );
}

/// A market on a server may hang: what waits for it is never the home.
#[test]
fn no_step_of_a_sale_asks_the_market_for_anything_while_it_holds_the_home() {
    let folder = tempfile::tempdir().unwrap();
    let session = Arc::new(Session::new(
        Args::default(),
        Recent::in_folder(&folder.path().join("config")),
    ));
    let window = window(&session);
    let options = SampleOptions::default();
    let sample = poundwise_sample::build(&folder.path().join("sample"), options, &mut |_| ());
    let sample = sample.unwrap();
    let sit = |seat| session.unlock(|| Ok(sample.open(seat, "a test")?.unwrap()));
    let ask = |command: &str, mut args: Value| {
        args["id"] = args.get("id").cloned().unwrap_or(json!("work-1"));
        args["progress"] = json!("__CHANNEL__:1");
        let answer = answer(&window, command, &args);
        let asked = session.take_asked();
        assert!(asked.is_empty(), "{command}: {asked:?}");
        answer
    };
    let send = || {
        let sent = poundwise_market::send_waiting(&session.held().unwrap()).unwrap();
        assert!(sent.problem.is_none() && sent.waiting == 0);
        let asked = session.take_asked();
        assert!(asked.is_empty(), "{asked:?}");
    };

    sit(Seat::Insurer).unwrap();
    let query = json!({
        "search": "", "seller": "", "kind": null, "max_price": "", "sort": "newest",
        "reverse": false,
    });
    let market = ask("market", json!({ "query": query }));
    let micro = |value: &Value| {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        text.parse::<u64>().unwrap()
    };
    let offer = market["offers"]
        .as_array()
        .unwrap()
        .iter()
        .find(|offer| {
            offer["seller_name"] == "Harbour Clinic"
                && micro(&offer["ceiling"]) >= micro(&offer["held"]) + 500_000
        })
        .unwrap();
    let listing = offer["id"].as_str().unwrap();
    let level = micro(&offer["held"]) + 500_000;
    let to = format!("{}.{:06}", level / 1_000_000, level % 1_000_000);
    let to = to.trim_end_matches('0').trim_end_matches('.');
    let quote = ask("quote", json!({ "listing": listing, "to": to }));
    assert!(quote.is_object());
    let order = json!({ "listing": listing, "to": to, "anyway": true });
    let order = ask("order", order)["id"].as_str().unwrap().to_owned();
    ask("orders", json!({}));
    ask("holdings", json!({}));
    ask("collect", json!({}));
    send();

    sit(Seat::Clinic).unwrap();
    let waiting = ask("inbox", json!({}));
    let ours = waiting.as_array().unwrap().iter();
    let ids: Vec<&str> = ours
        .map(|item| item["order"]["id"].as_str().unwrap())
        .collect();
    assert!(ids.contains(&order.as_str()), "{ids:?}");
    for command in [
        "log_standing",
        "books",
        "my_listings",
        "datasets",
        "sending",
    ] {
        ask(command, json!({}));
    }
    let approved = ask(
        "approve",
        json!({ "order": order, "settlement": "paid", "payment": "cash", "id": "work-1" }),
    );
    assert!(approved["number"].is_u64(), "{approved}");
    let own = ask("my_listings", json!({}));
    let own = own[0]["id"].as_str().unwrap();
    ask("withdraw_listing", json!({ "id": own, "reason": "over" }));
    ask("state_availability", json!({ "on": false }));
    ask("deliver", json!({}));
    send();

    sit(Seat::Insurer).unwrap();
    let collected = ask("collect", json!({}));
    let releases = collected["releases"].as_array().unwrap();
    assert_eq!(releases.len(), 1, "{collected}");

    // Without its market too, which is away for some calls.
    let market = session.market_folder().unwrap();
    let away = market.with_extension("away");
    std::fs::rename(&market, &away).unwrap();
    for command in ["holdings", "orders", "inbox", "log_standing"] {
        ask(command, json!({}));
    }
    let sending = ask("sending", json!({}));
    assert_eq!(sending["offline"], true);
    let cancel = session
        .with_home(|home| home.buyer().orders())
        .unwrap()
        .1
        .into_iter()
        .find(|order| order.status == poundwise_market::view::OrderStatus::Pending);
    let _ = session.take_asked();
    if let Some(order) = cancel {
        ask("cancel_order", json!({ "order": order.id }));
        assert_eq!(ask("sending", json!({}))["waiting"], 1);
    }
    std::fs::rename(&away, &market).unwrap();
    send();
    assert_eq!(ask("sending", json!({}))["waiting"], 0);
}

/// A server that hangs is waited for until a person stops the test.
#[test]
fn test_of_a_market_that_hangs_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let session = Arc::new(Session::new(
        Args::default(),
        Recent::in_folder(&folder.path().join("config")),
    ));
    session.grants().within(folder.path());
    let window = window(&session);
    let file = folder.path().join("anna.market");
    let market = json!({
        "v": 1,
        "name": "Ward data",
        "url": format!("http://127.0.0.1:{}/market", hanging_server()),
    });
    std::fs::write(&file, market.to_string()).unwrap();
    let args = json!({ "file": file, "id": "work-1", "progress": "__CHANNEL__:1" });
    let tested = std::thread::spawn({
        let window = window.clone();
        move || code(&window, "test_market_file", &args)
    });
    // It is told to stop as soon as it has begun.
    while !tested.is_finished()
        && answer(&window, "stop_work", &json!({ "id": "work-1" })) != json!(true)
    {
        std::thread::yield_now();
    }
    assert_eq!(tested.join().unwrap().as_deref(), Some("stopped"));
}
