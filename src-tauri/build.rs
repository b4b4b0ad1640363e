//! Prepares the desktop package: a stand-in page where the interface was not built, then tauri-build.

use std::{fs, path::Path};

/// What the window shows when cargo ran without `npm run build`; `scripts/ui.sh` knows it by its meta element.
const STAND_IN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"stand-in\"><title>Poundwise</title>\
<p>The interface is not built. Run <code>make run</code>.</p></html>\n";

fn main() {
    let dist = Path::new("ui/dist");
    if !dist.join("index.html").exists() {
        // `cargo check` on a fresh clone has to work.
        fs::create_dir_all(dist).expect("ui/dist can be created");
        fs::write(dist.join("index.html"), STAND_IN).expect("ui/dist can be written");
    }
    // A folder is watched with all that is in it, files that appear later included.
    println!("cargo:rerun-if-changed=ui/dist");
    let attributes =
        tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes).expect("the app's configuration and capabilities are valid");
}
