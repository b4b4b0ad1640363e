//! Prepares the desktop package: a stand-in page where the interface was not built, what follows
//! from the table of commands, then tauri-build.

#[path = "build/commands.rs"]
mod commands;

use std::{env, fs, path::Path};

/// What the window shows when cargo ran without `npm run build`; `scripts/ui.sh` knows it by its
/// meta element.
const STAND_IN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
<meta name=\"stand-in\"><title>Poundwise</title>\
<p>The interface is not built. Run <code>make run</code>.</p></html>\n";

const HANDLERS: &str = "src-tauri/src/commands";

fn main() {
    let dist = Path::new("ui/dist");
    if !dist.join("index.html").exists() {
        // `cargo check` on a fresh clone has to work.
        fs::create_dir_all(dist).expect("ui/dist can be created");
        fs::write(dist.join("index.html"), STAND_IN).expect("ui/dist can be written");
    }
    // A folder is watched with all that is in it, files that appear later included.
    println!("cargo:rerun-if-changed=ui/dist");
    let out = env::var_os("OUT_DIR").expect("cargo names a folder");
    let permissions = write_commands(Path::new(&out));
    let attributes = tauri_build::Attributes::new()
        .capabilities_path_pattern("./src-tauri/capabilities/**/*")
        .app_manifest(tauri_build::AppManifest::new().permissions_path_pattern(permissions));
    tauri_build::try_build(attributes).expect("the app's configuration and capabilities are valid");
}

/// Writes what follows from the handlers. Returns where the permissions are.
fn write_commands(out: &Path) -> &'static str {
    println!("cargo:rerun-if-changed={HANDLERS}");
    println!("cargo:rerun-if-changed=src-tauri/build");
    let commands = commands::read(Path::new(HANDLERS)).unwrap_or_else(|why| panic!("{why}"));
    let write = |name: &str, text: String| {
        let file = out.join(name);
        let folder = file.parent().expect("it is in a folder");
        fs::create_dir_all(folder).expect("the output folder can be written");
        fs::write(&file, text).expect("the output folder can be written");
        file
    };
    write("commands/handler.rs", commands::handler(&commands));
    let (modules, all) = commands::signatures(&commands);
    for (module, signatures) in modules {
        write(&format!("commands/signatures/{module}.rs"), signatures);
    }
    write("commands/signatures.rs", all);
    let file = write("commands/permissions.toml", commands::permission(&commands));
    // Tauri takes a pattern, which has to mean that one file.
    let literally = |c| match c {
        '*' | '?' | '[' | ']' => format!("[{c}]"),
        c => String::from(c),
    };
    let name = file.to_str().expect("the folder's name is text");
    name.chars().map(literally).collect::<String>().leak()
}
