//! The names of errors: a closed list, of which each is in use somewhere.

use std::{collections::HashSet, fs, path::Path};

use poundwise_market::{ErrorCode, error::QueryErrorCode};

/// Everything that the program's own sources say, without their tests.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_stem().is_some_and(|name| name != "tests")
        {
            let text = fs::read_to_string(&path).unwrap();
            all.push_str(text.split("#[cfg(test)]\nmod tests").next().unwrap());
        }
    }
}

#[test]
fn every_code_is_used_and_written_in_one_way() {
    let market = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    for folder in [
        "src",
        "../poundwise-buyer/src",
        "../poundwise-exchange/src",
        "../poundwise-home/src",
        "../poundwise-seller/src",
        "../poundwise-trade/src",
        "../poundwise-sample/src",
        "../poundwise-cli/src",
        "../../src",
    ] {
        sources(&market.join(folder), &mut all);
    }
    let used: HashSet<&str> = all
        .split("ErrorCode::")
        .skip(1)
        .map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            &rest[..end.unwrap_or(rest.len())]
        })
        .collect();
    let mut words = HashSet::new();
    for code in ErrorCode::ALL {
        let name = format!("{code:?}");
        assert!(used.contains(&*name), "nothing fails with {code}");
    }
    // Those of the crate below are each given by an input of its own tests.
    let below = QueryErrorCode::ALL.iter().copied().map(ErrorCode::from);
    for code in ErrorCode::ALL.iter().copied().chain(below) {
        assert!(words.insert(code.as_str()), "{code} is there twice");
        assert!(
            code.as_str()
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{code}"
        );
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
    }
}
