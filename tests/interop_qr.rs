//! The QR code of a transfer is read by a program that nobody here wrote: zxing-cpp, from PyPI.

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::{
    interop::python,
    trade::{create, offer, parsed},
};
use poundwise_market::{Roles, qr_rows};
use serde_json::Value;

const LIBRARY: &str = "zxing-cpp==3.1.1";

#[test]
fn a_transfers_code_is_read_by_zxing() {
    let Some(python) = python(LIBRARY) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let market = folder.join("market");
    let owner = create(&folder.join("owner"), "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("0.5"))
        .unwrap();
    let text = order.pay.unwrap().code.unwrap();
    assert!(text.ends_with(&order.reference.unwrap().to_string()));

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop/qr.py");
    let mut reader = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut modules = reader.stdin.take().unwrap();
    modules
        .write_all(qr_rows(&text).unwrap().join("\n").as_bytes())
        .unwrap();
    drop(modules);
    let out = reader.wait_with_output().unwrap();
    assert!(out.status.success());
    let read: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(read["text"], text);
    assert_eq!(read["format"], "QR Code");
    assert_eq!(read["level"], "M");
}
