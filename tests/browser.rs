//! The same pages in a plain browser, on the app's real host: no command is imitated.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
};

use crate::{
    support::{Window, browser},
    trade,
};
use fantoccini::key::Key;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_market_opens_in_a_plain_browser() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    page.click("open-sample").await;
    page.see("home-name").await;
    page.click("nav-inbox").await;
    page.see("inbox-row").await;
    let waiting = page.count("inbox-row").await;

    // A command changes the home, and the event by which the page reads again comes over the
    // stream.
    page.click_nth("inbox-review", 0).await;
    page.approve("SEPA 1").await;
    page.reads("inbox-said", "eceipt").await;
    page.sees("inbox-row", waiting - 1).await;
    page.picture("browser-inbox").await;
}

/// A command's answer, as the page would get it.
async fn ask(page: &Window, command: &str, args: Value) -> Value {
    let script = "const [command, args] = arguments;
        const body = JSON.stringify(args);
        const answer = await fetch('/ipc/' + command, { method: 'POST', body });
        return await answer.json();";
    page.script(script, vec![json!(command), args]).await
}

/// By its id or, for the one that is for sale, by its question; where there is none, a refusal.
#[tokio::test(flavor = "multi_thread")]
async fn one_listing_is_read_by_its_id_or_its_question() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    page.click("open-sample").await;
    page.see("home-name").await;
    let offered = ask(&page, "market", json!({ "query": {} })).await;
    let offered = offered["offers"].as_array().unwrap();
    let theirs = offered.iter().find(|one| one["mine"] == false).unwrap();
    let mine = offered.iter().find(|one| one["mine"] == true).unwrap();
    for one in [mine, theirs] {
        for name in [&one["id"], &one["question"]] {
            let read = ask(&page, "listing", json!({ "id": name })).await;
            // An offer is a listing and what it costs.
            for (field, value) in read.as_object().unwrap() {
                assert_eq!(value, &one[field], "{name}: {field}");
            }
        }
    }
    let none = ask(&page, "listing", json!({ "id": "f".repeat(12) })).await;
    assert_eq!(none["code"], "no-such-id", "{none}");

    // A holding leads to what is for sale of its question.
    page.click("nav-holdings").await;
    page.click("holding-row").await;
    page.click("top-up").await;
    page.see("epsilon-input").await;
    page.script("location.hash = '#/listing/ffffffffffff'", vec![])
        .await;
    page.reads("page-title", "Not on this market").await;
}

/// As the list has it; where there is none of that name, the page says so and offers the list.
#[tokio::test(flavor = "multi_thread")]
async fn one_dataset_and_one_population_are_read_by_name() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    page.click("open-sample").await;
    page.see("home-name").await;
    for (list, one, code) in [
        ("datasets", "dataset", "no-such-dataset"),
        ("populations", "population", "no-such-population"),
    ] {
        let all = ask(&page, list, json!({})).await;
        let all = all.as_array().unwrap();
        assert!(!all.is_empty(), "{list}");
        for expected in all {
            let read = ask(&page, one, json!({ "name": expected["name"] })).await;
            assert_eq!(&read, expected, "{one}");
        }
        let none = ask(&page, one, json!({ "name": "nowhere" })).await;
        assert_eq!(none["code"], code, "{none}");
        let there = format!("location.hash = '#/{one}/nowhere'");
        page.script(&there, vec![]).await;
        page.says(&format!("There is no {one} of that name in this home."))
            .await;
        assert_eq!(page.count("try-again").await, 0, "{one}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_was_discarded_can_be_approved() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    page.click("open-sample").await;
    page.click("nav-inbox").await;
    page.see("inbox-row").await;
    let waiting = page.count("inbox-row").await;
    page.click_nth("inbox-review", 0).await;
    page.click("discard").await;
    page.click("discard-confirm").await;
    page.reads("inbox-said", "Discarded").await;
    page.sees("inbox-row", waiting - 1).await;

    page.click("inbox-answered").await;
    page.sees("approve-discarded", 1).await;
    page.see("status-discarded").await;
    page.click("approve-discarded").await;
    page.write("approve-discarded-reference", "SEPA late").await;
    // How it is settled is asked first.
    page.click("approve-discarded-confirm").await;
    page.reads("error-note", "settled").await;
    page.click("approve-discarded-credit").await;
    page.click("approve-discarded-confirm").await;
    page.click("approve-discarded-now").await;
    page.reads("inbox-said", "eceipt").await;
    page.sees("approve-discarded", 0).await;
    page.sees("status-discarded", 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_refuses_what_the_window_may_not_do() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    let ask = "const [command, args] = arguments;
        const answer = await fetch('/ipc/' + command, {
            method: 'POST',
            body: JSON.stringify(args),
        });
        return [answer.status, await answer.json()];";
    for command in [
        "plugin:event|emit",
        "plugin:dialog|open",
        "plugin:dialog|save",
    ] {
        let args = json!({ "event": "changed", "options": {} });
        let denied = page.script(ask, vec![json!(command), args]).await;
        assert_eq!(denied[0], 422);
        let why = denied[1].as_str().unwrap();
        assert!(why.contains("not allowed"), "{denied}");
    }
    // And an error of the app's own comes as the page knows it.
    let refused = page.script(ask, vec![json!("datasets"), json!({})]).await;
    assert_eq!(refused[0], 422);
    assert_eq!(refused[1]["code"], "no-home");
}

/// The status of the host's answer to a request with these headers.
fn status(port: u16, path: &str, headers: &[&str]) -> u16 {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let headers: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_answers_its_own_name_and_its_token_alone() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    let url = page.client().current_url().await.unwrap();
    assert_eq!(url.query(), None, "the page does not show the token");
    let port = url.port().unwrap();
    let token = page.client().get_named_cookie("token").await.unwrap();
    assert_eq!(token.http_only(), Some(true));
    let cookie = format!("Cookie: token={}", token.value());
    let host = format!("Host: 127.0.0.1:{port}");
    let ask = |path: &str, headers: &[&str]| status(port, path, headers);

    assert_eq!(ask("/", &[&host, &cookie]), 200);
    assert_eq!(ask("/", &[&host]), 403);
    assert_eq!(ask("/events", &[&host]), 403);
    assert_eq!(ask("/index.html", &[&host, "Cookie: token=0"]), 403);
    assert_eq!(ask("/?token=0", &[&host]), 403);
    for other in [
        format!("Host: localhost:{port}"),
        format!("Host: rebound.example:{port}"),
        "Host: 127.0.0.1".to_owned(),
    ] {
        assert_eq!(ask("/", &[&other, &cookie]), 421, "{other}");
    }
    assert_eq!(ask("/", &[&host, "Host: rebound.example", &cookie]), 421);
    let origin = "Origin: http://rebound.example";
    assert_eq!(ask("/", &[&host, origin, &cookie]), 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_scale_and_a_figure_tell_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    // The market crate has a runtime of its own, which may not be started within the test's.
    thread::spawn(move || {
        let market = path.join("market");
        trade::offer(
            &trade::create(&path.join("owner"), "Office", &market),
            &path,
        );
        trade::create(&path.join("buyer"), "Bea", &market);
    })
    .join()
    .unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let words = ["--home", &place("buyer"), "--market", &place("market")];
    let Some(page) = browser::open(&words).await else {
        return;
    };
    page.unlock().await;
    page.click("nav-market").await;
    page.click_in("market-row", "Married people", "").await;

    // The beam's end, a stop before it, and a level typed: each with its own price.
    page.tab_to("epsilon-slider").await;
    page.press(Key::End).await;
    page.reads("epsilon-pounds", "8 lb").await;
    page.reads("quote-price", "€80.00").await;
    page.press(Key::Left).await;
    page.reads("epsilon-pounds", "7.9 lb").await;
    page.reads("quote-price", "€79.00").await;
    page.write("epsilon-input", "1 1/2").await;
    page.reads("epsilon-pounds", "1½ lb").await;
    page.reads("quote-price", "€15.00").await;

    // A figure reads out its points, and nothing once it is left.
    page.tab_to("figure").await;
    assert_eq!(page.read("figure-reading").await, "");
    page.press(Key::End).await;
    page.reads("figure-reading", "ε 8 (8 lb)").await;
    page.press(Key::Tab).await;
    page.until("the reading is gone", async || {
        page.read("figure-reading").await.is_empty()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_keeps_the_focus_and_the_language_changes_at_once() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    page.click("open-sample").await;
    page.click("nav-listings").await;
    page.click_nth("listing-open", 0).await;
    page.click("withdraw").await;
    page.see("withdraw-confirm").await;
    for _ in 0..4 {
        page.press(Key::Tab).await;
        assert!(page.is_within("withdraw-dialog").await);
    }
    page.press(Key::Escape).await;
    page.sees("withdraw-confirm", 0).await;
    page.is_focused("withdraw").await;

    page.click("nav-settings").await;
    page.reads("page-title", "Settings").await;
    page.choose("settings-language", "de").await;
    page.reads("page-title", "Einstellungen").await;
    page.click("nav-market").await;
    page.reads("page-title", "Markt").await;
    let language = page
        .script("return document.documentElement.lang", vec![])
        .await;
    assert_eq!(language, "de");
}
