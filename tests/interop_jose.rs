//! Four JOSE libraries from PyPI verify every document of an exported ledger.

use poundwise_market::Roles;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    interop::python,
    trade::{create, offer, paid, parsed},
};
use serde_json::Value;

/// Each library's name for the script, and its pinned package.
const LIBRARIES: [(&str, &str); 4] = [
    ("joserfc", "joserfc==1.8.0"),
    ("jwcrypto", "jwcrypto==1.6.1"),
    ("PyJWT", "PyJWT[crypto]==2.15.1"),
    ("Authlib", "Authlib==1.9.10"),
];

#[test]
fn python_jose_libraries_verify_an_exported_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = exported_ledger(folder.path());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop/receipts.py");
    for (library, package) in LIBRARIES {
        let Some(python) = python(package) else {
            continue;
        };
        let out = Command::new(python)
            .arg(&script)
            .arg(library)
            .arg(&ledger)
            .output()
            .unwrap();
        assert!(
            out.status.success(),
            "{package}: {}",
            String::from_utf8_lossy(&out.stderr)
        );
        let kinds: Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(kinds["poundwise-receipt;v=1"], 3, "{package}: {kinds}");
        assert_eq!(kinds["poundwise-order;v=1"], 3, "{package}: {kinds}");
        assert_eq!(kinds["poundwise-listing;v=1"], 1, "{package}: {kinds}");
    }
}

/// Sells three levels of one listing, withdraws it, and returns the path of the exported ledger.
fn exported_ledger(folder: &Path) -> PathBuf {
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
    ledger
}
