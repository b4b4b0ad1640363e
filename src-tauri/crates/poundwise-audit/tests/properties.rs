//! What holds for every input: nothing panics, and what is no file of Poundwise is a finding.

use poundwise_audit::{Input, audit};
use proptest::collection::vec;
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_261_121),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_bytes_are_taken_for_a_file(bytes in vec(any::<u8>(), 0..400), text in "\\PC{0,200}") {
        for start in ["", "eyJ", "PK\x03\x04", "poundwise/", "PAR1"] {
            let mut file = start.as_bytes().to_vec();
            file.extend(&bytes);
            let text = format!("{start}{text}").into_bytes();
            let report = audit(vec![Input::from_bytes("a", file), Input::from_bytes("b", text)]);
            prop_assert_eq!(report.findings.len(), 2);
            prop_assert!(report.to_html().ends_with("</html>\n"));
        }
    }
}
