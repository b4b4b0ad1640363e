//! The page's client of the commands, `ui/src/platform/commands.ts`, and what holds it to them.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::json;
use tauri::{
    Manager, WebviewWindow, WebviewWindowBuilder,
    ipc::{CallbackFn, InvokeBody},
    test::{INVOKE_KEY, MockRuntime, get_ipc_response, mock_builder},
    webview::InvokeRequest,
};
use ts_rs::{Config, TS, TypeVisitor};

#[path = "../build/commands.rs"]
mod read;

/// Arguments and answer of a command.
pub(crate) struct Signature {
    pub(crate) name: &'static str,
    pub(crate) docs: &'static str,
    pub(crate) arguments: Vec<(&'static str, Kind)>,
    /// Type of its progress reports.
    pub(crate) progress: Option<Kind>,
    pub(crate) answer: Kind,
}

/// A type in TypeScript, with the names that it needs.
pub(crate) struct Kind {
    name: String,
    imports: BTreeSet<String>,
}

impl Kind {
    pub(crate) fn of<T: TS + 'static + ?Sized>() -> Self {
        let config = Config::from_env();
        let mut imports = Imports(&config, BTreeSet::new());
        imports.visit::<T>();
        Self {
            name: T::name(&config),
            imports: imports.1,
        }
    }
}

/// The names of a type and of its parameters, where they have files of their own.
struct Imports<'a>(&'a Config, BTreeSet<String>);

impl TypeVisitor for Imports<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            self.1.insert(T::ident(self.0));
        }
        T::visit_generics(self);
    }
}

const HEAD: &str = "\
// The tests of poundwise-desktop write this from the commands in src-tauri/src/commands. Do not
// edit it.

import type { Call } from './contract';
import { invoke, told } from './host';
";

/// Returns every command as a function of the page.
fn client(signatures: &[Signature]) -> String {
    let kinds = signatures.iter().flat_map(|one| {
        let arguments = one.arguments.iter().map(|(_, kind)| kind);
        arguments.chain([&one.answer])
    });
    let imports: BTreeSet<&String> = kinds.flat_map(|kind| &kind.imports).collect();
    let mut text = HEAD.to_owned();
    for name in imports {
        text += &format!("import type {{ {name} }} from './types/{name}';\n");
    }
    text += "\n/** What the page may ask of its host. Each may reject with an `ErrorView`. */\n";
    text += "export const commands = {\n";
    for one in signatures {
        text += &documented(one);
        text += &function(one);
    }
    text + "};\n"
}

fn documented(
    Signature {
        docs, arguments, ..
    }: &Signature,
) -> String {
    let mut docs = (*docs).to_owned();
    for (name, _) in arguments {
        docs = docs.replace(&format!("`{name}`"), &format!("`{}`", camel(name)));
    }
    match docs.lines().collect::<Vec<_>>()[..] {
        [] => String::new(),
        [line] => format!("  /** {line} */\n"),
        ref lines => {
            let lines = lines.iter().map(|line| match *line {
                "" => "   *\n".to_owned(),
                line => format!("   * {line}\n"),
            });
            format!("  /**\n{}   */\n", lines.collect::<String>())
        }
    }
}

fn function(one: &Signature) -> String {
    let mut parameters = Vec::new();
    let mut given = Vec::new();
    for (name, kind) in &one.arguments {
        let name = camel(name);
        parameters.push(format!("{name}: {}", kind.name));
        given.push(name);
    }
    if one.progress.is_some() {
        parameters.push("call: Call".to_owned());
        given.push("...told(call)".to_owned());
    }
    let given = match given.is_empty() {
        true => String::new(),
        false => format!(", {{ {} }}", given.join(", ")),
    };
    format!(
        "  {}: ({}): Promise<{}> =>\n    invoke('{}'{given}),\n",
        camel(one.name),
        parameters.join(", "),
        one.answer.name,
        one.name,
    )
}

/// Returns a name as Tauri and the page write it.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        camel += &first.to_uppercase();
        camel += rest;
    }
    camel
}

pub(crate) fn signatures() -> Vec<Signature> {
    let modules = include!(concat!(env!("OUT_DIR"), "/commands/signatures.rs"));
    modules.into_iter().flatten().collect()
}

/// Returns a window under that label, of an app with one handler more than the table has.
fn window(label: &str) -> WebviewWindow<MockRuntime> {
    let app = mock_builder()
        .invoke_handler(|invoke| {
            let name = invoke.message.command().to_owned();
            invoke.resolver.resolve(name);
            true
        })
        .build(crate::context())
        .unwrap();
    app.get_webview_window(label).unwrap_or_else(|| {
        WebviewWindowBuilder::new(&app, label, tauri::WebviewUrl::default())
            .build()
            .unwrap()
    })
}

/// Returns whether the permissions let a window ask for a command; the handlers here answer all.
fn may(window: &WebviewWindow<MockRuntime>, command: &str) -> bool {
    let request = InvokeRequest {
        cmd: command.to_owned(),
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: "tauri://localhost".parse().unwrap(),
        body: InvokeBody::Json(json!({})),
        headers: tauri::http::HeaderMap::new(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    match get_ipc_response(window, request) {
        Ok(_) => true,
        Err(why) => {
            assert!(why.as_str().unwrap().contains("not allowed"), "{why}");
            false
        }
    }
}

#[test]
fn the_client_is_what_the_commands_give() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/platform/commands.ts");
    let written = fs::read_to_string(&file).unwrap_or_default();
    let given = client(&signatures());
    if written != given {
        fs::write(&file, given).unwrap();
        panic!("{} was out of date and is written anew", file.display());
    }
}

/// Registered alone, a command is out of reach: what permits and describes it comes with it.
#[test]
fn every_command_is_permitted_to_the_one_window_and_nothing_else_is() {
    let (main, other) = (window("main"), window("other"));
    let all = signatures();
    assert!(all.len() > 80, "{}", all.len());
    for Signature { name, .. } in &all {
        assert!(may(&main, name), "{name}");
        assert!(!may(&other, name), "{name}");
    }
    assert!(!may(&main, "of_no_table"));
}

#[test]
fn handler_permission_and_client_are_of_the_same_commands() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src-tauri/src/commands");
    let table = read::read(&folder).unwrap();
    let (handler, permission) = (read::handler(&table), read::permission(&table));
    let all = signatures();
    for Signature { name, .. } in &all {
        assert!(handler.contains(&format!("::{name},\n")), "{name}");
        assert!(permission.contains(&format!("\"{name}\"")), "{name}");
    }
    assert_eq!(handler.lines().count(), all.len() + 2);
    assert_eq!(table.len(), all.len());
    let (modules, together) = read::signatures(&table);
    assert_eq!(together.lines().count(), modules.len() + 2);
    // No handler is anywhere else.
    let sources = fs::read_dir(folder.parent().unwrap()).unwrap();
    for source in sources.map(|entry| entry.unwrap().path()) {
        if source.is_file() {
            let text = fs::read_to_string(&source).unwrap();
            assert_eq!(read::declared("", &text).unwrap().len(), 0, "{source:?}");
        }
    }
}

#[test]
fn what_cannot_be_described_is_no_command() {
    let refused = |signature: &str| {
        let source = format!("#[tauri::command] async fn act{signature} {{}}");
        read::declared("m", &source).err()
    };
    assert_eq!(refused("(of: Option<String>) -> Answer<u64>"), None);
    assert_eq!(
        refused("(id: String, progress: Channel<WorkProgress>) -> Answer<()>"),
        None
    );
    let channel = "`act`: a channel is named `progress` and follows `id: String`";
    let answer = "`act`: a command returns an `Answer`";
    for (signature, why) in [
        ("(of: String)", answer),
        ("(of: String) -> Result<u64>", answer),
        ("(progress: Channel<WorkProgress>) -> Answer<()>", channel),
        (
            "(id: u64, progress: Channel<WorkProgress>) -> Answer<()>",
            channel,
        ),
        (
            "(id: String, told: Channel<WorkProgress>) -> Answer<()>",
            channel,
        ),
        (
            "(id: String, progress: Channel<WorkProgress>, of: String) -> Answer<()>",
            "`act`: the channel is the last argument",
        ),
        (
            "((a, b): (u64, u64)) -> Answer<()>",
            "`act`: an argument has no name",
        ),
    ] {
        assert_eq!(refused(signature).as_deref(), Some(why), "{signature}");
    }
}
