//! The table of commands, read from their handlers.
//!
//! A function with `#[tauri::command]` in `src-tauri/src/commands` is the one declaration of a
//! command. What registers it, permits it and describes it to the page is written from there.

use std::{collections::BTreeMap, fs, path::Path};

use quote::quote;
use syn::{
    Attribute, Expr, FnArg, GenericArgument, Item, ItemFn, Lit, Meta, Pat, PathArguments,
    ReturnType, Type, ext::IdentExt,
};

/// Arguments that the host supplies, by the name of their type.
const SUPPLIED: [&str; 3] = ["AppHandle", "Shared", "State"];

/// A command as its handler declares it.
pub(crate) struct Command {
    module: String,
    name: String,
    docs: String,
    /// What the page gives.
    arguments: Vec<(String, Type)>,
    /// What it is told meanwhile, with the id by which it can stop the work.
    progress: Option<Type>,
    answer: Type,
}

/// Every command, of each module in the order of its source.
///
/// # Errors
///
/// What cannot be described, with its file and name.
pub(crate) fn read(folder: &Path) -> Result<Vec<Command>, String> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .and_then(Iterator::collect::<Result<_, _>>)
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut commands = Vec::new();
    for file in files {
        let path = file.path();
        let at = |error| format!("{}: {error}", path.display());
        let source = fs::read_to_string(&path).map_err(|error| at(error.to_string()))?;
        let module = path.file_stem().unwrap_or_default().to_string_lossy();
        commands.extend(declared(&module, &source).map_err(at)?);
    }
    let mut known = BTreeMap::new();
    for Command { name, module, .. } in &commands {
        if let Some(other) = known.insert(name, module) {
            return Err(format!("`{name}` is a command of {other} and of {module}"));
        }
    }
    Ok(commands)
}

/// The commands of one module.
///
/// # Errors
///
/// What cannot be described.
pub(crate) fn declared(module: &str, source: &str) -> Result<Vec<Command>, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let handlers = file.items.iter().filter_map(|item| match item {
        Item::Fn(handler) if handler.attrs.iter().any(is_command) => Some(handler),
        _ => None,
    });
    handlers
        .map(|handler| {
            let name = handler.sig.ident.unraw().to_string();
            command(module, &name, handler).map_err(|why| format!("`{name}`: {why}"))
        })
        .collect()
}

fn is_command(attribute: &Attribute) -> bool {
    let path = attribute.path();
    path.segments.len() == 2
        && path.segments[0].ident == "tauri"
        && path.segments[1].ident == "command"
}

fn command(module: &str, name: &str, handler: &ItemFn) -> Result<Command, String> {
    let mut arguments = Vec::new();
    let mut progress = None;
    for input in &handler.sig.inputs {
        let FnArg::Typed(input) = input else {
            return Err("a command is no method".to_owned());
        };
        let Pat::Ident(argument) = &*input.pat else {
            return Err("an argument has no name".to_owned());
        };
        let argument = argument.ident.unraw().to_string();
        let (kind, inner) = outermost(&input.ty).unwrap_or_default();
        if SUPPLIED.contains(&kind.as_str()) {
            continue;
        }
        if kind == "Channel" {
            // The page gives both as one: by the id it stops what it is told of.
            let id = arguments.pop();
            let is_id = |(name, kind): (String, Type)| name == "id" && is(&kind, "String");
            if argument != "progress" || !id.is_some_and(is_id) {
                return Err("a channel is named `progress` and follows `id: String`".to_owned());
            }
            progress = Some(inner.ok_or("a channel says of what")?);
        } else if progress.is_some() {
            return Err("the channel is the last argument".to_owned());
        } else {
            arguments.push((argument, (*input.ty).clone()));
        }
    }
    let ReturnType::Type(_, answer) = &handler.sig.output else {
        return Err("a command returns an `Answer`".to_owned());
    };
    match outermost(answer) {
        Some((kind, Some(answer))) if kind == "Answer" => Ok(Command {
            module: module.to_owned(),
            name: name.to_owned(),
            docs: docs(&handler.attrs),
            arguments,
            progress,
            answer,
        }),
        _ => Err("a command returns an `Answer`".to_owned()),
    }
}

fn is(kind: &Type, name: &str) -> bool {
    outermost(kind).is_some_and(|(outer, inner)| outer == name && inner.is_none())
}

/// The name of a type, and the first type within its angle brackets.
fn outermost(kind: &Type) -> Option<(String, Option<Type>)> {
    let Type::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(within) => within.args.iter().find_map(|one| match one {
            GenericArgument::Type(inner) => Some(inner.clone()),
            _ => None,
        }),
        _ => None,
    };
    Some((last.ident.to_string(), inner))
}

/// The doc comment, a line a line.
fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(doc) = &attribute.meta else {
            return None;
        };
        match &doc.value {
            Expr::Lit(text) if doc.path.is_ident("doc") => match &text.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The permission to ask for any command, as Tauri reads it.
pub(crate) fn permission(commands: &[Command]) -> String {
    let names: Vec<&str> = commands.iter().map(|one| one.name.as_str()).collect();
    format!(
        "[[permission]]\nidentifier = \"commands\"\n\
         description = \"Every command of the app\"\ncommands.allow = {names:?}\n"
    )
}

/// The handler of all of them: an expression.
pub(crate) fn handler(commands: &[Command]) -> String {
    let mut list = "tauri::generate_handler![\n".to_owned();
    for Command { module, name, .. } in commands {
        list += &format!("    crate::commands::{module}::{name},\n");
    }
    list + "]\n"
}

/// What the commands take and answer, by module: an expression to be evaluated in that module,
/// where the names of its types mean something, and one that puts them all together.
pub(crate) fn signatures(commands: &[Command]) -> (BTreeMap<&str, String>, String) {
    let mut modules: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for command in commands {
        let Command {
            module,
            name,
            docs,
            arguments,
            progress,
            answer,
        } = command;
        let (names, kinds): (Vec<_>, Vec<_>) = arguments.iter().cloned().unzip();
        let progress = progress.iter();
        modules.entry(module).or_default().push(quote! {
            Signature {
                name: #name,
                docs: #docs,
                arguments: vec![#((#names, Kind::of::<#kinds>())),*],
                progress: [#(Kind::of::<#progress>())*].into_iter().next(),
                answer: Kind::of::<#answer>(),
            }
        });
    }
    let mut all = "[\n".to_owned();
    for module in modules.keys() {
        all += &format!("    crate::commands::{module}::signatures(),\n");
    }
    let modules = modules
        .into_iter()
        .map(|(module, signatures)| (module, quote!(vec![#(#signatures),*]).to_string()));
    (modules.collect(), all + "]\n")
}
