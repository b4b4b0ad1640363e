//! Receipts verify with software nobody here wrote: joserfc, from PyPI, over an exported ledger.

use poundwise_market::Roles;
use std::{path::Path, process::Command};

use crate::{
    interop::python,
    trade::{create, offer, paid, parsed},
};
use serde_json::Value;

const LIBRARY: &str = "joserfc==1.8.0";

#[test]
fn an_exported_ledger_verifies_with_joserfc() {
    let Some(python) = python(LIBRARY) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let market = folder.join("market");
    let owner = create(&folder.join("owner"), "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    for level in ["0.5", "1", "4"] {
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        owner.seller().inbox().unwrap();
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap();
        assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
    }
    owner
        .seller()
        .withdraw(&parsed(&listing.id), "sold enough")
        .unwrap();
    let ledger = folder.join("books.ledger");
    owner.seller().export_ledger(&ledger).unwrap();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop/receipts.py");
    let out = Command::new(python)
        .arg(script)
        .arg(&ledger)
        .output()
        .unwrap();
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let kinds: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(kinds["poundwise-receipt;v=1"], 3, "{kinds}");
    assert_eq!(kinds["poundwise-order;v=1"], 3, "{kinds}");
    assert_eq!(kinds["poundwise-listing;v=1"], 1, "{kinds}");
}
