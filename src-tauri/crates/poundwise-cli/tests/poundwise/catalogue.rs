//! No sentence for people is outside of the catalogue of messages. A text of an error or a hint is a
//! message, or a name or value, which is the same in each language.

use std::fs;
use std::path::Path;

use syn::{
    Attribute, Expr, ExprCall, ItemMod, Lit, LitStr, Macro, Token,
    punctuated::Punctuated,
    visit::{Visit, visit_expr_call, visit_item_mod},
};

use crate::circles::{is_of_tests, modules, sources};

/// The sentences that a file passes as a name or value, outside of its tests.
#[derive(Default)]
struct Sentences(Vec<String>);

impl<'ast> Visit<'ast> for Sentences {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_of_tests(module) {
            visit_item_mod(self, module);
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let is_verbatim = match &*call.func {
            Expr::Path(path) => path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "verbatim"),
            _ => false,
        };
        if let (true, Some(Expr::Lit(literal))) = (is_verbatim, call.args.first())
            && let Lit::Str(text) = &literal.lit
            && is_sentence(&text.value())
        {
            self.0.push(text.value());
        }
        visit_expr_call(self, call);
    }
}

/// Returns whether a text has several words and none of the signs of a command.
fn is_sentence(text: &str) -> bool {
    text.contains(' ') && !text.contains("$(")
}

fn sentences(text: &str) -> Vec<String> {
    let mut found = Sentences::default();
    found.visit_file(&syn::parse_file(text).unwrap());
    found.0
}

/// The string literals of a file, outside of its tests and attributes.
#[derive(Default)]
struct Literals(Vec<String>);

impl<'ast> Visit<'ast> for Literals {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_of_tests(module) {
            visit_item_mod(self, module);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_macro(&mut self, used: &'ast Macro) {
        let arguments = used.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for argument in arguments.iter().flatten() {
            let mut inner = Self::default();
            inner.visit_expr(argument);
            self.0.append(&mut inner.0);
        }
    }

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.0.push(text.value());
    }
}

/// Returns whether a literal has prose: three words in a row, or two of which the first has a
/// capital. Words of a command line are not prose.
fn has_prose(literal: &str) -> bool {
    literal.lines().any(|line| {
        let is_command = line.contains("poundwise") || line.contains("--");
        let is_word = |word: &&str| {
            let word = word.trim_end_matches(['.', ',', ':', ';']);
            !word.is_empty() && word.chars().all(char::is_alphabetic)
        };
        let words: Vec<&str> = line.split(' ').collect();
        !is_command
            && (words.windows(3).any(|three| three.iter().all(is_word))
                || words
                    .windows(2)
                    .any(|two| two.iter().all(is_word) && two[0].starts_with(char::is_uppercase)))
    })
}

/// Returns the prose in the literals of a file.
fn prose(text: &str) -> Vec<String> {
    let mut literals = Literals::default();
    literals.visit_file(&syn::parse_file(text).unwrap());
    let literals = literals.0.into_iter();
    literals.filter(|literal| has_prose(literal)).collect()
}

/// What people read is a message in both languages. No command has a text of its own.
#[test]
fn no_command_has_prose_of_its_own() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let commands = fs::read_dir(source.join("commands")).unwrap();
    let mut files: Vec<_> = commands.map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 15);
    let others = [
        "confirm.rs",
        "format.rs",
        "passphrase.rs",
        "question.rs",
        "table.rs",
        "working.rs",
    ];
    files.extend(others.map(|name| source.join(name)));
    let mut wrong = Vec::new();
    for file in files {
        let found = prose(&fs::read_to_string(&file).unwrap()).into_iter();
        wrong.extend(found.map(|text| format!("{}: {text}", file.display())));
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn prose_is_found() {
    let text = "fn f() {
            out(\"Nothing is held yet.\\n\");
            format!(\"{done}\\n{} orders do not fit\", 3);
            vec![(\"Not yet: {}\", 1)];
            run(\"dataset remove\");
            format!(\"  poundwise decline {id} --reason TEXT\\n\");
        }
        /// Returns nothing at all.
        #[cfg(test)] mod tests { fn f() { say(\"It is a test.\") } }";
    assert_eq!(
        prose(text),
        [
            "Nothing is held yet.\n",
            "{done}\n{} orders do not fit",
            "Not yet: {}",
        ]
    );
}

#[test]
fn no_sentence_is_a_name_or_a_value() {
    let mut wrong = Vec::new();
    for source in sources() {
        for file in modules(&source).into_values() {
            let text = fs::read_to_string(&file).unwrap();
            let found = sentences(&text).into_iter();
            wrong.extend(found.map(|text| format!("{}: {text}", file.display())));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_sentence_is_found() {
    let text =
        "fn f() { Error::usage(code, Text::verbatim(\"The file is gone.\")); g(verbatim(\"8\")) }
        #[cfg(test)] mod tests { fn f() { Text::verbatim(\"It is a test.\") } }";
    assert_eq!(sentences(text), ["The file is gone."]);
}
