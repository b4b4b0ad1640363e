//! What holds for every input: nothing panics, and what is no file of Poundwise is a finding.

use poundwise_audit::{Input, audit};
use poundwise_documents::Language;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::property_test;

use crate::property::cases;

#[property_test(config = cases(256))]
fn no_bytes_are_taken_for_a_file(
    #[strategy = vec(any::<u8>(), 0..400)] bytes: Vec<u8>,
    #[strategy = "\\PC{0,200}"] text: String,
) {
    for start in ["", "eyJ", "PK\x03\x04", "poundwise/", "PAR1"] {
        let mut file = start.as_bytes().to_vec();
        file.extend(&bytes);
        let text = format!("{start}{text}").into_bytes();
        let report = audit(vec![
            Input::from_bytes("a", file),
            Input::from_bytes("b", text),
        ]);
        prop_assert_eq!(report.findings().len(), 2);
        for language in Language::ALL {
            let page = report.to_html(crate::audits::made(), language);
            prop_assert!(page.ends_with("</html>\n"));
        }
    }
}
