//! Errors, hints and notes in the language of the environment or of `--language`.

use std::process::Command;

use serde_json::Value;

use crate::support::{World, finish};

/// Returns a command in a locale, without any other variable of the language.
fn in_locale(mut command: Command, variables: &[(&str, &str)]) -> Command {
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    command.envs(variables.iter().copied());
    command
}

#[test]
fn environment_and_option_choose_the_language() {
    let world = World::new();
    let said = |arguments: &[&str], variables: &[(&str, &str)]| {
        let run = finish(in_locale(world.command(arguments), variables));
        assert_eq!(run.code, 1, "{}", run.stderr);
        run.stderr
    };
    let german = "Fehler: In ";
    let english = "error: There is no home at ";
    let de = [("LANG", "de_DE.UTF-8")];
    assert!(said(&["whoami"], &de).starts_with(german));
    assert!(said(&["whoami"], &de).contains("\nHinweis: Legen Sie mit `poundwise init"));
    let all = [("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")];
    assert!(said(&["whoami"], &all).starts_with(english));
    assert!(said(&["whoami"], &[]).starts_with(english));
    assert!(said(&["--language", "en", "whoami"], &de).starts_with(english));
    assert!(said(&["whoami", "--language", "de"], &[]).starts_with(german));
    // JSON is for programs.
    let json = said(&["whoami", "--json", "--language", "de"], &de);
    let json: Value = serde_json::from_str(&json).unwrap();
    let message = json["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("There is no home at "), "{message}");
}

#[test]
fn wrong_values_are_explained_in_german_with_a_point_before_decimals() {
    let world = World::new();
    let run = world.run(&["quote", "abcdef", "--to", "0,5", "--language", "de"]);
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert!(lines[0].starts_with("Fehler: --to <EPS>: "), "{lines:?}");
    assert!(
        lines.contains(
            &"Hinweis: In Argumenten steht vor den Nachkommastellen ein Punkt, etwa 0.5."
        ),
        "{lines:?}"
    );
    let run = world.run(&["quote", "abcdef", "--to", "0,5"]);
    assert!(!run.stderr.contains("Argument"), "{}", run.stderr);
}

#[test]
fn a_wrong_currency_mark_is_explained_in_german() {
    let world = World::new();
    let line = "dataset preview people.csv --currency €,12 --language de";
    let run = world.run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.stderr.lines().collect();
    let error =
        "Fehler: --currency <MARKS>: „12“ ist kein Währungszeichen und kein Währungskürzel.";
    assert_eq!(lines[0], error);
    assert!(
        lines[1].starts_with("Hinweis: Schreiben Sie 1 bis 8 Zeichen"),
        "{lines:?}"
    );
}
