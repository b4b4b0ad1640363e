//! Arguments of the app.

use std::{
    ffi::OsString,
    path::{self, PathBuf},
};

use clap::{
    Parser,
    builder::{NonEmptyStringValueParser, OsStringValueParser, TypedValueParser},
};

/// A private data marketplace, as a desktop app
#[derive(Clone, Debug, Default, PartialEq, Eq, Parser)]
#[command(
    name = "poundwise-desktop",
    version,
    // What follows the program's name; a launcher may give an option again after its own.
    no_binary_name = true,
    args_override_self = true
)]
pub(crate) struct Args {
    /// The home to open; asked for when absent
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) home: Option<PathBuf>,
    /// The market to trade on, in place of the home's own: a folder or its file:// URL
    #[arg(
        long,
        value_name = "URL",
        allow_hyphen_values = true,
        value_parser = NonEmptyStringValueParser::new()
    )]
    pub(crate) market: Option<String>,
    /// The folder of the marks, which say how far the ledger of each home reached on this machine
    /// [default: in the platform's state folder]
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) state: Option<PathBuf>,
    /// A folder in which the window may read and write any file, not only those chosen in a dialog;
    /// may be given several times
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) allow: Vec<PathBuf>,
    /// Files to verify (bundles, copies, ledgers, checkpoints, signed documents, openings), files
    /// that came by mail, an invitation to a market, or a table to import
    // By their full paths: who reads them need not know where the app was started.
    #[arg(value_name = "FILE", value_parser = OsStringValueParser::new().try_map(in_full))]
    pub(crate) files: Vec<PathBuf>,
}

fn in_full(name: OsString) -> Result<PathBuf, &'static str> {
    path::absolute(name).map_err(|_| "A file's name is empty, or the folder it is in is gone.")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use clap::{CommandFactory, error::ErrorKind};

    use super::*;

    fn parse(words: &[&str]) -> Result<Args, clap::Error> {
        Args::try_parse_from(words)
    }

    #[test]
    fn both_forms_are_read() {
        let expected = Args {
            home: Some("/a b".into()),
            market: Some("file:///m".into()),
            state: Some("/s".into()),
            allow: vec!["/x".into(), "/y".into()],
            files: vec![],
        };
        let words = [
            "--home",
            "/a b",
            "--market=file:///m",
            "--state=/s",
            "--allow=/x",
            "--allow",
            "/y",
        ];
        assert_eq!(parse(&words).unwrap(), expected);
        assert_eq!(parse(&[]).unwrap(), Args::default());
        // The last one holds, and a folder may be named like an option.
        let args = parse(&["--home=/a", "--home", "-b"]).unwrap();
        assert_eq!(args.home, Some("-b".into()));
    }

    #[test]
    fn files_are_named_in_full_wherever_they_stand() {
        let args = parse(&["/a b.bundle", "--home=/h", "c.ledger", "--", "--home"]).unwrap();
        let here = std::env::current_dir().unwrap();
        assert_eq!(args.home, Some("/h".into()));
        let files = [
            "/a b.bundle".into(),
            here.join("c.ledger"),
            here.join("--home"),
        ];
        assert_eq!(args.files, files);
    }

    #[cfg(unix)]
    #[test]
    fn a_files_name_need_not_be_text() {
        use std::os::unix::ffi::OsStringExt;

        let name = OsString::from_vec(b"/\xff.csv".to_vec());
        let args = Args::try_parse_from([&name]).unwrap();
        assert_eq!(args.files, [PathBuf::from(name)]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (words, kind, named) in [
            (&["--home"][..], ErrorKind::InvalidValue, "--home <DIR>"),
            (&["--state="], ErrorKind::InvalidValue, "--state <DIR>"),
            (&["--market="], ErrorKind::InvalidValue, "--market <URL>"),
            (&["--house", "x"], ErrorKind::UnknownArgument, "--house"),
            (&[""], ErrorKind::ValueValidation, "A file's name is empty"),
            (&["--help"], ErrorKind::DisplayHelp, "--allow <DIR>"),
            (
                &["--version"],
                ErrorKind::DisplayVersion,
                env!("CARGO_PKG_VERSION"),
            ),
        ] {
            let error = parse(words).unwrap_err();
            assert_eq!(error.kind(), kind, "{words:?}");
            assert!(error.to_string().contains(named), "{words:?}: {error}");
        }
    }

    #[test]
    fn the_manual_names_every_option() {
        let page = include_str!("../../packaging/poundwise-desktop.1");
        let mut grammar = Args::command();
        grammar.build();
        for option in grammar.get_arguments() {
            if let Some(name) = option.get_long() {
                let escaped = format!("\\-\\-{name}");
                assert!(page.contains(&escaped), "{name} is missing");
            }
        }
    }
}
