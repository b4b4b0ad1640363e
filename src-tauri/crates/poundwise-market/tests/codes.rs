//! The codes of errors: a closed list, each of which an input gives.

use std::{collections::BTreeSet, env, path::Path};

use poundwise_market::{ErrorCode, error::QueryErrorCode};

/// Codes of a machine that is broken in a way that no test can bring about: without folders for
/// application data, or without randomness.
const WITHOUT_A_TEST: [ErrorCode; 3] = [
    ErrorCode::NoHomeFolder,
    ErrorCode::NoMarket,
    ErrorCode::NoRandomness,
];

#[test]
fn codes_are_written_in_one_way_and_each_is_there_once() {
    let mut words = BTreeSet::new();
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

/// Errors note their codes in a folder while all tests run (`scripts/codes.sh`).
#[test]
#[ignore = "compares with what all other tests gave: make codes"]
fn each_code_is_given_by_an_input_of_the_tests() {
    let folder = env::var("POUNDWISE_CODES").expect("make codes runs it");
    let given = |code: &ErrorCode| Path::new(&folder).join(code.as_str()).exists();
    let (never, without): (Vec<ErrorCode>, Vec<ErrorCode>) = ErrorCode::ALL
        .iter()
        .copied()
        .filter(|code| !given(code))
        .partition(|code| !WITHOUT_A_TEST.contains(code));
    assert!(never.is_empty(), "no test gives {never:?}");
    assert_eq!(
        without.len(),
        WITHOUT_A_TEST.len(),
        "a test gives one that is said to have none"
    );
}
