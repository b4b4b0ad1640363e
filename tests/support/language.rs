//! English on a German screen: what a person would notice, found by words that every English
//! sentence has.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test binary uses a part of this; a test may panic"
)]

use std::{fs, path::Path};

use serde_json::Value;

use super::Window;

/// Where the sample market's own words are: titles, names and terms are data, in the language of
/// who wrote them.
const SAMPLE: [&str; 2] = ["clinic.rs", "story.rs"];

/// Every text between quotation marks in the sample market's sources, the longest first.
fn sample_data() -> Vec<String> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src-tauri/crates/poundwise-sample/src");
    let mut data: Vec<String> = SAMPLE
        .iter()
        .flat_map(|name| {
            let source = fs::read_to_string(folder.join(name)).unwrap();
            let odd = source.split('"').skip(1).step_by(2);
            odd.filter(|text| text.contains(' '))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    data.sort_by_key(|text| std::cmp::Reverse(text.len()));
    data
}

/// The English that can be read, heard or pointed at where the page does not mark it as English.
pub(crate) async fn english(window: &Window) -> Vec<String> {
    let script = r#"
        const words = 'the|of|is|are|and|with|has|have|this|that|from|each|where|your|not|cannot|' +
            'row|rows';
        const english = new RegExp(`\\b(${words})\\b`, 'i');
        // Keys and ids, whole or with their middle left out: a dash in one may part off a word.
        const ids = /[\w-]+…[\w-]+|[\w-]{22,}/g;
        const found = [];
        const look = (element, text) => {
            if (element.closest('[lang=en], [lang=""], code, script, style')) return;
            const rest = arguments[0].reduce(
                (left, datum) => left.replaceAll(datum, ''), text.trim().replaceAll(ids, ''));
            if (english.test(rest)) found.push(text.trim());
        };
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.parentElement.checkVisibility()) look(node.parentElement, node.data);
        }
        for (const name of ['aria-label', 'placeholder', 'alt']) {
            for (const element of document.querySelectorAll(`[${name}]`))
                look(element, element.getAttribute(name));
        }
        return found;"#;
    let data = sample_data().into_iter().map(Value::from).collect();
    let found = window.script(script, vec![Value::Array(data)]).await;
    let texts = found.as_array().unwrap().iter();
    texts
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

/// Of an English sentence it does speak, and of one that is marked as English, or is data, it does
/// not.
pub(crate) async fn english_is_found(window: &Window) {
    let plant = "
        const planted = document.createElement('p');
        planted.id = 'planted';
        planted.innerHTML = 'That is not here. <b lang=\"en\">This is marked.</b>' +
            '<i>-3-4…IS-w</i> <i>qC6-is-9cIuSvmUZJ5WzeGv7n0cTIu0hQRcKw1pXbMs</i>';
        document.querySelector('main').append(planted);";
    window.script(plant, vec![]).await;
    assert_eq!(english(window).await, ["That is not here."]);
    window
        .script("document.querySelector('#planted').remove()", vec![])
        .await;
}
