//! The app is started a second time, by a double click on a file, while its window is open.

use std::{fs, path::Path, thread};

use serde_json::json;

use crate::{support::Desk, trade};

#[tokio::test(flavor = "multi_thread")]
async fn second_start_hands_its_files_to_the_window_that_is_open() {
    let Some(desk) = Desk::open() else { return };
    let [market, home] = ["market", "clinic"].map(|name| desk.path(name));
    let made = thread::spawn(move || {
        drop(trade::create(
            Path::new(&home),
            "Clinic",
            Path::new(&market),
        ));
    });
    made.join().unwrap();
    let window = desk.home("clinic").await;
    let invitation = |name: &str| {
        let file = desk.path(&format!("{name}.market"));
        let market = json!({
            "v": 1,
            "name": name,
            "url": "https://cloud.example.org/market",
            "key_id": "anna",
            "secret": "hidden",
        });
        fs::write(&file, market.to_string()).unwrap();
        file
    };

    // The home that was opened last has a window.
    desk.second_start(&window, &[&invitation("Ward data")]);
    window.reads("join-name", "Ward data").await;
    window.click("join-cancel").await;
    window.sees("join-name", 0).await;
    // A home that is named has it.
    let file = invitation("Other data");
    desk.second_start(&window, &["--home", &desk.path("clinic"), &file]);
    window.reads("join-name", "Other data").await;
    let left = fs::read_dir(desk.path("clinic")).unwrap();
    let mut names = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.all(|name| !name.starts_with("handed-")));
    window.close().await;
}
