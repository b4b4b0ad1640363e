//! Code above the noise library names no family of noise: it takes each law, path and charge from
//! `gradual_release::mechanism`.

use std::{collections::BTreeSet, fs};

use crate::circles::{modules, paths_named, sources};

/// The names of the library that know no family.
const NEUTRAL: [&[&str]; 6] = [
    &["mechanism"],
    &["accountant"],
    &["distribution", "ChiSquare"],
    &["Seed"],
    &["Progress"],
    &["Error"],
];

/// Returns the names of the library in a source text that belong to one family.
fn of_one_family(text: &str) -> BTreeSet<String> {
    let neutral = |name: &[String]| {
        NEUTRAL.iter().any(|allowed| {
            name.len() >= allowed.len() && name.iter().zip(*allowed).all(|(a, b)| a == b)
        })
    };
    let paths = paths_named(text).into_iter();
    paths
        .filter(|path| path[0] == "gradual_release" && !neutral(&path[1..]))
        .map(|path| path.join("::"))
        .collect()
}

#[test]
fn code_above_the_noise_library_uses_no_type_of_one_family() {
    let mut found = Vec::new();
    for source in sources() {
        if source.ends_with("gradual-release/src") {
            continue;
        }
        for path in modules(&source).into_values() {
            let names = of_one_family(&fs::read_to_string(&path).unwrap());
            found.extend(names.into_iter().map(|name| (path.clone(), name)));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn type_of_one_family_is_found() {
    let names = of_one_family(
        "use gradual_release::{Path as NoisePath, Seed, distribution::{ChiSquare, BridgeLaw}};
         fn law() { gradual_release::kernels::bridge(gradual_release::mechanism::Law) }
         #[cfg(test)] mod tests { use gradual_release::SealedPath; }",
    );
    let expected = [
        "gradual_release::Path",
        "gradual_release::distribution::BridgeLaw",
        "gradual_release::kernels::bridge",
    ];
    assert_eq!(names, expected.map(str::to_owned).into());
}
