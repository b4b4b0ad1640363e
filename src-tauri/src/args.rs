//! What the app is started with.

use std::{
    ffi::OsString,
    path::{self, PathBuf},
};

/// The command line's short help.
pub(crate) const USAGE: &str = "\
Usage: poundwise-desktop [--home DIR] [--market URL] [--state DIR] [--allow DIR]... [--] [FILE]...

  --home DIR     the home to open (asked for when absent)
  --market URL   the market to trade on, in place of the home's own
  --state DIR    the folder of the marks, which say how far the ledger of each home reached on this machine
                 (in the platform's state folder when absent)
  --allow DIR    a folder in which the window may read and write any file, not only those chosen in a dialog
  FILE           bundles, copies, ledgers, checkpoints, signed documents and openings to verify, or a table to import";

/// The home and the market that the app was told to use, and what it was to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Args {
    /// The home's folder.
    pub(crate) home: Option<PathBuf>,
    /// The market's URL.
    pub(crate) market: Option<String>,
    /// The folder of the homes' marks.
    pub(crate) state: Option<PathBuf>,
    /// Folders in which the page may name any file.
    pub(crate) allow: Vec<PathBuf>,
    /// Files to show, by their full paths: whoever reads them need not know where the app was started.
    pub(crate) files: Vec<PathBuf>,
}

impl Args {
    /// Reads them; `Err` says what is wrong, or nothing where help was asked for.
    pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Self, Option<String>> {
        let mut args = Self::default();
        let mut words = words.into_iter();
        let mut only_files = false;
        while let Some(word) = words.next() {
            if only_files || !word.as_encoded_bytes().starts_with(b"-") {
                let file = path::absolute(&word).map_err(|_| {
                    Some("A file's name is empty, or the folder it is in is gone.".to_owned())
                })?;
                args.files.push(file);
                continue;
            }
            let text = word.to_string_lossy();
            let (name, inline) = match text.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(OsString::from(value))),
                None => (text.into_owned(), None),
            };
            match name.as_str() {
                "--help" | "-h" => return Err(None),
                "--" => only_files = true,
                "--home" | "--market" | "--state" | "--allow" => {
                    let value = inline
                        .or_else(|| words.next())
                        .filter(|value| !value.is_empty())
                        .ok_or_else(|| Some(format!("{name} needs a value.")))?;
                    match name.as_str() {
                        "--home" => args.home = Some(PathBuf::from(value)),
                        "--state" => args.state = Some(PathBuf::from(value)),
                        "--allow" => args.allow.push(PathBuf::from(value)),
                        _ => {
                            let url = value
                                .into_string()
                                .map_err(|_| Some("--market takes a URL in UTF-8.".to_owned()))?;
                            args.market = Some(url);
                        }
                    }
                }
                _ => return Err(Some(format!("{name} is not known."))),
            }
        }
        Ok(args)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::Args;

    fn parse(words: &[&str]) -> Result<Args, Option<String>> {
        Args::parse(words.iter().map(Into::into))
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
        assert_eq!(
            parse(&[
                "--home",
                "/a b",
                "--market=file:///m",
                "--state=/s",
                "--allow=/x",
                "--allow",
                "/y"
            ]),
            Ok(expected)
        );
        assert_eq!(parse(&[]), Ok(Args::default()));
    }

    #[test]
    fn files_are_named_in_full_wherever_they_stand() {
        let args = parse(&["/a b.bundle", "--home=/h", "c.ledger", "--", "--home"]).unwrap();
        let here = std::env::current_dir().unwrap();
        assert_eq!(args.home, Some("/h".into()));
        assert_eq!(
            args.files,
            [
                "/a b.bundle".into(),
                here.join("c.ledger"),
                here.join("--home")
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(
            parse(&["--home"]),
            Err(Some("--home needs a value.".to_owned()))
        );
        assert_eq!(
            parse(&["--house", "x"]),
            Err(Some("--house is not known.".to_owned()))
        );
        assert_eq!(
            parse(&[""]),
            Err(Some(
                "A file's name is empty, or the folder it is in is gone.".to_owned()
            ))
        );
        assert_eq!(parse(&["--help"]), Err(None));
    }
}
