//! No sentence for people is outside of the catalogue of messages. A text of an error or a hint is a
//! message, or a name or value, which is the same in each language.

use std::fs;

use syn::{
    Expr, ExprCall, ItemMod, Lit,
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
