//! No file imports, by way of others, from a file that imports from it. A module and the modules in
//! it are one place: they may know each other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::{Item, UseTree, visit::Visit};

/// A module by the names that lead to it; the root of a crate is the empty one.
pub(crate) type Module = Vec<String>;

/// The folders of the sources of all crates.
pub(crate) fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut sources: Vec<PathBuf> = fs::read_dir(root.join("src-tauri/crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("src"))
        .collect();
    sources.push(root.join("src-tauri/src"));
    assert!(sources.len() > 10);
    sources
}

/// The files of a crate by their modules, without those of tests.
pub(crate) fn modules(source: &Path) -> BTreeMap<Module, PathBuf> {
    fn walk(folder: &Path, module: &Module, found: &mut BTreeMap<Module, PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_root = matches!(&*name, "lib" | "main" | "mod");
            let mut inner = module.clone();
            if path.is_dir() {
                inner.push(name);
                walk(&path, &inner, found);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !name.ends_with("tests")
            {
                if !is_root {
                    inner.push(name);
                }
                found.insert(inner, path);
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(source, &Module::new(), &mut found);
    found
}

/// The paths that a file names, outside of its tests.
#[derive(Default)]
struct Named(Vec<Vec<String>>);

impl Named {
    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(path.ident.to_string())),
            UseTree::Name(name) => self.0.push(with(name.ident.to_string())),
            UseTree::Rename(name) => self.0.push(with(name.ident.to_string())),
            UseTree::Glob(_) => self.0.push(before.to_vec()),
            UseTree::Group(group) => group.items.iter().for_each(|one| self.tree(one, before)),
        }
    }
}

/// Whether a module is there in tests alone.
pub(crate) fn is_of_tests(module: &syn::ItemMod) -> bool {
    module.attrs.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Ident>()
                .is_ok_and(|condition| condition == "test")
    })
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_of_tests(module) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Use(import) = item {
            self.tree(&import.tree, &[]);
        }
        syn::visit::visit_item(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.0.push(names.collect());
        syn::visit::visit_path(self, path);
    }
}

/// Returns the paths that a source text names, outside of its tests.
pub(crate) fn paths_named(text: &str) -> Vec<Vec<String>> {
    let mut named = Named::default();
    named.visit_file(&syn::parse_file(text).unwrap());
    named.0
}

/// The module of this crate that a path names from within `here`, if it is one.
fn target(path: &[String], here: &Module, all: &BTreeMap<Module, PathBuf>) -> Option<Module> {
    let (mut base, mut rest) = (here.clone(), path);
    match rest.first().map(String::as_str) {
        Some("crate") => (base, rest) = (Module::new(), &rest[1..]),
        Some("self") => rest = &rest[1..],
        Some("super") => {
            while rest.first().is_some_and(|part| part == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        Some(first) => {
            let child = [here.as_slice(), &[first.to_owned()]].concat();
            if !all.contains_key(&child) {
                return None;
            }
        }
        None => return None,
    }
    base.extend_from_slice(rest);
    while !all.contains_key(&base) {
        base.pop()?;
    }
    Some(base)
}

/// Whether one of two modules is in the other.
fn related(one: &Module, other: &Module) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// What each module of a crate imports from modules that it is not in and that are not in it.
fn imports(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let all = modules(source);
    let of = |(module, path): (&Module, &PathBuf)| {
        let text = fs::read_to_string(path).unwrap();
        let named = paths_named(&text);
        let targets = named
            .iter()
            .filter_map(|path| target(path, module, &all))
            .filter(|target| !related(target, module));
        (module.clone(), targets.collect())
    };
    all.iter().map(of).collect()
}

/// The modules that a module reaches by imports, over any number of others.
fn reached(from: &Module, imports: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        for target in &imports[module] {
            if reached.insert(target.clone()) {
                next.push(target);
            }
        }
    }
    reached
}

#[test]
fn no_file_imports_from_itself_over_others() {
    for source in sources() {
        let imports = imports(&source);
        let circle: Vec<String> = imports
            .keys()
            .filter(|module| reached(module, &imports).contains(*module))
            .map(|module| module.join("::"))
            .collect();
        assert!(circle.is_empty(), "{}: {circle:?}", source.display());
    }
}

#[test]
fn a_circle_is_found() {
    let crate_of = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let imports = imports(folder.path());
        let mut found = imports.keys().filter(|m| reached(m, &imports).contains(*m));
        found.next().is_some()
    };
    let lib = ("lib.rs", "mod a; mod b; mod c;");
    assert!(!crate_of(&[
        lib,
        ("a.rs", "use crate::b::B;"),
        ("b.rs", ""),
        ("c.rs", "")
    ]));
    let three = [("a.rs", "use crate::{b::B};"), ("b.rs", "use super::c::C;")];
    assert!(crate_of(&[
        lib,
        three[0],
        three[1],
        ("c.rs", "fn f() { crate::a::g() }")
    ]));
    // A module and one in it, and what only the tests import.
    assert!(!crate_of(&[
        ("lib.rs", "mod a;"),
        ("a.rs", "mod b; use b::B;"),
        ("a/b.rs", "use super::A;"),
    ]));
    assert!(!crate_of(&[
        lib,
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; }"),
        ("c.rs", ""),
    ]));
}
