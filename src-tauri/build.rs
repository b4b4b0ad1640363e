//! Prepares the desktop package: a stand-in page when the interface was not built, then tauri-build.

use std::{fs, path::Path};

fn main() {
    let dist = Path::new("ui/dist");
    if !dist.join("index.html").exists() {
        // `cargo check` on a fresh clone must work; the page says what to do.
        fs::create_dir_all(dist).expect("ui/dist can be created");
        fs::write(
            dist.join("index.html"),
            "<!doctype html><meta charset=\"utf-8\"><title>Poundwise</title><p>The interface is not built. Run <code>make run</code>.</p>\n",
        )
        .expect("ui/dist can be written");
    }
    println!("cargo:rerun-if-changed=ui/dist");
    let attributes =
        tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes).expect("tauri-build");
}
