//! No two public types of the workspace share a name, so that a name in an error or a search
//! means one thing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use syn::{
    Item, ItemMacro, ItemMod, Visibility,
    visit::{Visit, visit_item, visit_item_mod},
};

use crate::circles::{is_of_tests, modules, sources};

/// Names that each crate has for itself: the error of its calls, and their result.
const IDIOMS: [&str; 2] = ["Error", "Result"];

/// The public types that a file declares outside of its tests, and the macros that declare some.
#[derive(Default)]
struct Declared {
    types: Vec<String>,
    /// Each macro by its name, with its rules as text.
    macros: BTreeMap<String, String>,
    /// Each use of a macro by the macro's name, with the capitalized names given to it.
    uses: Vec<(String, Vec<String>)>,
}

impl Declared {
    fn read(text: &str) -> Self {
        let mut declared = Self::default();
        declared.visit_file(&syn::parse_file(text).unwrap());
        declared
    }

    fn macro_used(&mut self, used: &ItemMacro) {
        let name = used.mac.path.segments.last().unwrap().ident.to_string();
        let tokens = &used.mac.tokens;
        if let Some(ident) = &used.ident {
            self.macros.insert(ident.to_string(), tokens.to_string());
            return;
        }
        let given = tokens.clone().into_iter().map(|token| token.to_string());
        let is_type = |name: &String| name.starts_with(|first: char| first.is_ascii_uppercase());
        self.uses.push((name, given.filter(is_type).collect()));
    }
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_of_tests(module) {
            visit_item_mod(self, module);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let (visibility, name) = match item {
            Item::Struct(of) => (&of.vis, &of.ident),
            Item::Enum(of) => (&of.vis, &of.ident),
            Item::Union(of) => (&of.vis, &of.ident),
            Item::Trait(of) => (&of.vis, &of.ident),
            Item::Type(of) => (&of.vis, &of.ident),
            Item::Macro(used) => return self.macro_used(used),
            _ => return visit_item(self, item),
        };
        if matches!(visibility, Visibility::Public(_)) {
            self.types.push(name.to_string());
        }
    }
}

/// The names of macros that declare a public type, by themselves or by another one.
fn declaring(macros: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut declaring = BTreeSet::new();
    loop {
        let before = declaring.len();
        for (name, rules) in macros {
            let itself = ["pub struct $", "pub enum $"]
                .iter()
                .any(|new| rules.contains(new));
            let by_other = |other: &String| rules.contains(&format!("{other} !"));
            if itself || declaring.iter().any(by_other) {
                declaring.insert(name.clone());
            }
        }
        if declaring.len() == before {
            return declaring;
        }
    }
}

/// The names that more than one of the files of some crates declares, with the files.
fn shared(files: &[(String, String)]) -> BTreeMap<String, Vec<&str>> {
    let declared: Vec<_> = files
        .iter()
        .map(|(path, text)| (&**path, Declared::read(text)))
        .collect();
    let macros = declared.iter().flat_map(|(_, file)| file.macros.clone());
    let declaring = declaring(&macros.collect());
    let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, file) in declared {
        let uses = file.uses.into_iter();
        let made = uses.filter(|(name, _)| declaring.contains(name));
        for name in file
            .types
            .into_iter()
            .chain(made.flat_map(|(_, types)| types))
        {
            names.entry(name).or_default().push(path);
        }
    }
    names.retain(|name, paths| paths.len() > 1 && !IDIOMS.contains(&&**name));
    names
}

#[test]
fn no_two_public_types_share_a_name() {
    let paths = sources()
        .into_iter()
        .flat_map(|source| modules(&source).into_values());
    let files: Vec<(String, String)> = paths
        .map(|path| {
            (
                path.display().to_string(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    assert!(files.len() > 200);
    let shared = shared(&files);
    assert!(shared.is_empty(), "{shared:#?}");
}

#[test]
fn a_second_type_of_one_name_is_found() {
    let shared = |texts: &[&str]| -> Vec<String> {
        let file = |(number, text): (usize, &&str)| (number.to_string(), (*text).to_owned());
        let files: Vec<_> = texts.iter().enumerate().map(file).collect();
        shared(&files).into_keys().collect()
    };
    assert_eq!(shared(&["pub struct A;", "pub enum A {}"]), ["A"]);
    assert_eq!(
        shared(&["pub trait A {}", "mod b { pub type A = u8; }"]),
        ["A"]
    );
    let named = "macro_rules! named { ($name:ident) => { pub struct $name(String); } }";
    let both = "macro_rules! both { ($name:ident) => { named! { $name } } }";
    assert_eq!(
        shared(&[named, both, "both! { A }", "pub struct A;"]),
        ["A"]
    );
    let nothing: [&str; 0] = [];
    assert_eq!(
        shared(&["pub struct A;", "pub(crate) struct A;", "struct A;"]),
        nothing
    );
    assert_eq!(
        shared(&["pub struct A;", "#[cfg(test)] mod tests { pub struct A; }"]),
        nothing
    );
    assert_eq!(shared(&["pub enum Error {}", "pub struct Error;"]), nothing);
}
