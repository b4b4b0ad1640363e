//! Completions and manual pages, made from the program's own grammar: no home, no market.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_complete::env::Shells;
use clap_mangen::Man;
use poundwise_market::{Error, Result, view::Exported, write_file};
use schemars::JsonSchema;
use serde::Serialize;
use std::{fmt, io};

use crate::args::Arguments;
use crate::language::line;
use crate::messages::{CommandMessage, SharedText};
use crate::opening::Outcome;
use crate::output::Output;

const PROGRAM: &str = "poundwise";

/// Lines after the script, for a folder of functions: zsh reads such a file when it completes for
/// the first time, and expects an answer of it.
const ZSH_AUTOLOADED: &str = "\
if [[ \"$funcstack[1]\" == \"_poundwise\" ]]; then
    _clap_dynamic_completer_poundwise \"$@\"
fi
";

/// A script for a shell.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Completions {
    shell: String,
    script: String,
}

/// Prints a script by which a shell asks this program what may follow: `completions`.
pub(crate) fn completions(out: &mut Output, shell: Shell) -> Result<Outcome> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    shells
        .completer(&shell.to_string())
        .ok_or_else(|| std::io::Error::other("no completer"))
        .and_then(|completer| {
            completer.write_registration("COMPLETE", PROGRAM, PROGRAM, PROGRAM, &mut script)
        })
        .map_err(|error| not_generated(&shell, &error))?;
    if shell == Shell::Zsh {
        script.extend_from_slice(ZSH_AUTOLOADED.as_bytes());
    }
    if out.json() {
        let script = String::from_utf8_lossy(&script).into_owned();
        let shell = shell.to_string();
        out.answer(&Completions { shell, script }, String::new)?;
    } else {
        out.bytes(&script)?;
    }
    Ok(Outcome::Done)
}

/// Writes one page a command into a folder that is there: `manual`.
pub(crate) fn manual(out: &mut Output, folder: &Path) -> Result<Outcome> {
    // Without the page of `help`; built, every command knows its full name.
    let mut grammar = Arguments::command().disable_help_subcommand(true);
    grammar.build();
    let mut written = Vec::new();
    pages(folder, &grammar, &mut written)?;
    out.answer(&written, || {
        line(SharedText::WrotePages {
            pages: written.len(),
            folder: folder.to_owned(),
        })
    })?;
    Ok(Outcome::Done)
}

fn pages(folder: &Path, command: &Command, written: &mut Vec<Exported>) -> Result<()> {
    let page = Man::new(command.clone()).manual("Poundwise");
    let name = page.get_filename();
    let mut text = Vec::new();
    page.render(&mut text)
        .map_err(|error| not_generated(&name, &error))?;
    written.push(write_file(&folder.join(name), &text)?);
    command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
        .try_for_each(|below| pages(folder, below, written))
}

fn not_generated(name: &dyn fmt::Display, error: &io::Error) -> Error {
    Error::fault(CommandMessage::NotGenerated {
        name: name.to_string(),
        why: error.to_string(),
    })
}
