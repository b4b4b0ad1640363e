//! The recipes of ARCHITECTURE.md name the places that a new kind, family, source or store touches.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::{Expr, Item, visit::Visit};

use crate::circles::{is_of_tests, modules, paths_named, sources};

/// Each recipe, by the words that its heading has after "To add".
const RECIPES: [&str; 5] = [
    "a kind of listing",
    "a family of noise",
    "a source of rows",
    "a market store",
    "a dialect of a database",
];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    root.canonicalize().unwrap()
}

/// Returns the files and folders that a recipe names.
fn places(recipe: &str) -> BTreeSet<PathBuf> {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let heading = format!("\n## To add {recipe}, do these things in these places\n");
    let (_, text) = architecture.split_once(&heading).expect(recipe);
    let (text, _) = text.split_once("\n## ").expect("a section after it");
    let quoted = text.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|name| {
        let is_file = [".rs", ".ts", ".svelte", ".md", ".sql"];
        !name.contains([' ', '(', ':'])
            && (is_file.iter().any(|e| name.ends_with(e)) || name.ends_with('/'))
    });
    let mut folder = PathBuf::new();
    paths
        .flat_map(|name| {
            let found = resolved(name, &folder);
            assert!(
                !found.is_empty(),
                "the recipe for {recipe} names {name}, which does not exist"
            );
            folder = found[0].parent().unwrap().to_owned();
            found
        })
        .collect()
}

/// Returns the files that a name stands for: from the root, from a crate's folder without
/// `poundwise-`, or beside or above the file that was named before it. `*` stands for each language.
fn resolved(name: &str, before: &Path) -> Vec<PathBuf> {
    let crates = root().join("src-tauri/crates");
    let languages = |path: PathBuf| {
        ["en", "de"].map(|language| PathBuf::from(path.to_str().unwrap().replace('*', language)))
    };
    [
        root().join(name),
        crates.join(name),
        crates.join(format!("poundwise-{name}")),
        before.join(name),
        before.join("..").join(name),
    ]
    .into_iter()
    .map(languages)
    .find(|paths| paths.iter().all(|path| path.exists()))
    .map_or_else(Vec::new, |paths| {
        paths
            .iter()
            .map(|path| path.canonicalize().unwrap())
            .collect()
    })
}

/// Returns the names of the variants of an enum in a file.
fn variants(file: &str, name: &str) -> BTreeSet<String> {
    let file = syn::parse_file(&fs::read_to_string(root().join(file)).unwrap()).unwrap();
    let is_it = |item: &Item| match item {
        Item::Enum(found) if found.ident == name => Some(
            found
                .variants
                .iter()
                .map(|one| one.ident.to_string())
                .collect(),
        ),
        _ => None,
    };
    file.items.iter().find_map(is_it).expect(name)
}

/// Returns the files outside of tests whose text meets a condition.
fn files(of: impl Fn(&str) -> bool) -> BTreeSet<PathBuf> {
    let all = sources()
        .into_iter()
        .flat_map(|source| modules(&source).into_values());
    all.filter(|file| of(&fs::read_to_string(file).unwrap()))
        .map(|file| file.canonicalize().unwrap())
        .collect()
}

/// Returns whether a text names a variant of one of these enums.
fn names(text: &str, enums: &BTreeMap<&str, BTreeSet<String>>) -> bool {
    paths_named(text).iter().any(|path| {
        path.windows(2).any(|pair| {
            let variants = enums.get(pair[0].as_str());
            variants.is_some_and(|variants| variants.contains(&pair[1]))
        })
    })
}

/// Returns whether a text implements a trait, outside of its tests.
fn implements(text: &str, name: &str) -> bool {
    let file = syn::parse_file(text).unwrap();
    file.items.iter().any(|item| match item {
        Item::Impl(found) => found.trait_.as_ref().is_some_and(|(_, path, _)| {
            path.segments.last().is_some_and(|last| last.ident == name)
        }),
        _ => false,
    })
}

/// Returns whether a text calls a method without arguments, outside of its tests.
fn calls(text: &str, name: &str) -> bool {
    struct Calls<'a>(&'a str, bool);
    impl<'ast> Visit<'ast> for Calls<'_> {
        fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
            if !is_of_tests(module) {
                syn::visit::visit_item_mod(self, module);
            }
        }

        fn visit_expr(&mut self, expression: &'ast Expr) {
            if let Expr::MethodCall(call) = expression {
                self.1 |= call.method == self.0 && call.args.is_empty();
            }
            syn::visit::visit_expr(self, expression);
        }
    }
    let mut found = Calls(name, false);
    found.visit_file(&syn::parse_file(text).unwrap());
    found.1
}

/// Returns the files that are in none of the places.
fn left_out(files: BTreeSet<PathBuf>, recipe: &str) -> Vec<PathBuf> {
    assert!(!files.is_empty(), "nothing is found for {recipe}");
    let places = places(recipe);
    let is_named = |file: &PathBuf| places.iter().any(|place| file.starts_with(place));
    files.into_iter().filter(|file| !is_named(file)).collect()
}

#[test]
fn recipes_name_files_that_exist() {
    for recipe in RECIPES {
        assert!(places(recipe).len() > 3, "{recipe}");
    }
}

#[test]
fn each_file_that_names_a_kind_is_in_its_recipe() {
    let kinds = variants(
        "src-tauri/crates/poundwise-documents/src/kinds/question/kind.rs",
        "AttributeKind",
    );
    let enums = ["AttributeKind", "Question", "AttributeSpec"].map(|name| (name, kinds.clone()));
    let enums = BTreeMap::from(enums);
    let found = files(|text| names(text, &enums));
    let left = left_out(found, "a kind of listing");
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn each_file_that_names_a_family_is_in_its_recipe() {
    let families = variants(
        "src-tauri/crates/poundwise-documents/src/kinds/family.rs",
        "Family",
    );
    let enums = BTreeMap::from([("Family", families)]);
    let left = left_out(files(|text| names(text, &enums)), "a family of noise");
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn each_source_of_rows_is_in_its_recipe() {
    let left = left_out(files(|text| implements(text, "Rows")), "a source of rows");
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn each_file_that_takes_a_market_for_a_folder_is_in_its_recipe() {
    let left = left_out(files(|text| calls(text, "folder")), "a market store");
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn what_a_recipe_lacks_is_found() {
    let kinds = BTreeSet::from(["Mean".to_owned()]);
    let enums = BTreeMap::from([("Question", kinds)]);
    assert!(names(
        "fn f(q: Question) { if let Question::Mean(_) = q {} }",
        &enums
    ));
    assert!(!names(
        "#[cfg(test)] mod tests { fn f() { Question::Mean } }",
        &enums
    ));
    assert!(!names("fn f() { Question::kind }", &enums));
    assert!(implements("impl crate::rows::Rows for Table {}", "Rows"));
    assert!(calls("fn f() { market.folder() }", "folder"));
    assert!(!calls("fn f() { market.folder(1); folder() }", "folder"));
    assert!(resolved("query/src/no_such_file.rs", &root()).is_empty());
}
