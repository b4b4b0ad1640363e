//! Names and ids that a shell completes: read from the home named on the line and from its market,
//! without the passphrase. What cannot be read completes nothing, and says nothing.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::StyledStr;
use clap_complete::{ArgValueCandidates, CompletionCandidate};
use poundwise_market::{
    Name, NameKind, Result, default_home_dir, listings_on, market_of, names_in,
};

use crate::output::tame;

/// One completer of each kind of name, as arguments take it.
macro_rules! completers {
    ($($(#[$doc:meta])* $name:ident = $($kind:ident),+;)+) => {$(
        $(#[$doc])*
        pub(crate) fn $name() -> ArgValueCandidates {
            in_home(&[$(NameKind::$kind),+])
        }
    )+};
}

completers! {
    /// Datasets of the home.
    datasets = Datasets;
    /// Populations of the home.
    populations = Populations;
    /// Listings of the home.
    own_listings = OwnListings;
    /// Orders to the home.
    orders_received = OrdersReceived;
    /// Orders that wait for the home's answer.
    orders_waiting = OrdersWaiting;
    /// Orders that the home can approve.
    orders_to_approve = OrdersToApprove;
    /// Orders of the home.
    own_orders = OrdersPlaced;
    /// Orders of the home that are not answered.
    own_orders_waiting = OrdersPlacedWaiting;
    /// Receipts that the home signed.
    signed_receipts = ReceiptsSigned;
    /// Receipts of what the home holds.
    held_receipts = ReceiptsHeld;
    /// Listings of which the home holds something.
    held_listings = ListingsHeld;
    /// Numbers of alarms.
    alarms = Alarms;
    /// Keys of contacts: their names are encrypted.
    contacts = Contacts;
    /// Keys that ordered something of the home.
    keys_met = Buyers;
    /// Blocked keys.
    blocked_keys = BlockedKeys;
    /// Numbers of rules.
    rules = Rules;
    /// Numbers of bookings.
    bookings = Bookings;
}

/// Returns listings on the market named on the line, else on the home's own, and those that the home
/// received in files.
pub(crate) fn market_listings() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let line = Line::of_this_completion();
        let home = line.home();
        candidates(
            line.market()
                .map(|market| listings_on(&market, home.as_deref())),
        )
    })
}

fn in_home(kinds: &'static [NameKind]) -> ArgValueCandidates {
    ArgValueCandidates::new(move || {
        let Some(home) = Line::of_this_completion().home() else {
            return Vec::new();
        };
        kinds
            .iter()
            .flat_map(|kind| candidates(Some(names_in(&home, *kind))))
            .collect()
    })
}

/// Returns the completions of a shell: nothing where they could not be read.
fn candidates(names: Option<Result<Vec<Name>>>) -> Vec<CompletionCandidate> {
    names
        .and_then(Result::ok)
        .unwrap_or_default()
        .into_iter()
        .filter(|name| one_line(&name.value) == name.value && is_no_code(&name.value))
        .enumerate()
        .map(|(place, name)| {
            let about = one_line(&name.about);
            CompletionCandidate::new(name.value)
                .help(Some(StyledStr::from(about)))
                .display_order(Some(place))
        })
        .collect()
}

/// Returns a text without what a terminal would obey, on one line: shells part candidates by lines,
/// and what a name is about may be a stranger's words.
fn one_line(text: &str) -> String {
    tame(text).replace('\n', " ")
}

/// Returns whether a shell reads a text as plain words. Some shells do not quote completions, and
/// anyone who can write the home's files can put any name into them. zsh replaces `=ls` by the path
/// of that program.
fn is_no_code(text: &str) -> bool {
    !text.starts_with('=') && !text.contains(|c| "$`\\\"';&|<>(){}[]*?!#~^".contains(c))
}

/// The words of the line that is completed: what follows `--` among this program's arguments.
struct Line(Vec<OsString>);

impl Line {
    fn of_this_completion() -> Self {
        Self(
            env::args_os()
                .skip_while(|word| word != "--")
                .skip(1)
                .collect(),
        )
    }

    /// Returns the value of an option, as the shell would read it: shells hand words over as typed.
    fn value(&self, option: &str) -> Option<String> {
        let mut words = self.0.iter().filter_map(|word| word.to_str());
        let typed = loop {
            let word = words.next()?;
            if word == option {
                break words.next()?;
            }
            let value = word
                .strip_prefix(option)
                .and_then(|rest| rest.strip_prefix('='));
            if let Some(value) = value {
                break value;
            }
        };
        let bare = ['\'', '"']
            .into_iter()
            .find_map(|quote| typed.strip_prefix(quote)?.strip_suffix(quote))
            .unwrap_or(typed);
        Some(match (bare.strip_prefix("~/"), env::home_dir()) {
            (Some(below), Some(home)) if bare == typed => home.join(below).display().to_string(),
            _ => bare.to_owned(),
        })
    }

    fn home(&self) -> Option<PathBuf> {
        self.value("--home")
            .map(PathBuf::from)
            .or_else(default_home_dir)
    }

    fn market(&self) -> Option<String> {
        self.value("--market")
            .or_else(|| market_of(&self.home()?).ok().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_words_cannot_steer_the_shell() {
        let name = |value: &str, about: &str| Name {
            value: value.to_owned(),
            about: about.to_owned(),
        };
        let shown = candidates(Some(Ok(vec![
            name("abc", "a\u{1b}[2J\nb\u{202e}c"),
            name("a\nrm", "two lines"),
            name("a\u{1b}", "an escape"),
            name("$(rm -r x)", "a command"),
            name("a;rm", "two commands"),
            name("`rm`", "a command"),
            name("=ls", "a command of zsh"),
        ])));
        let [only] = shown.as_slice() else {
            panic!("{shown:?}");
        };
        assert_eq!(only.get_value(), "abc");
        let about = only.get_help().map(ToString::to_string);
        assert_eq!(about.as_deref(), Some("a\u{fffd}[2J b\u{fffd}c"));
    }

    #[test]
    fn options_are_read_as_a_shell_would() {
        let line = |words: &[&str]| Line(words.iter().map(OsString::from).collect());
        for (words, expected) in [
            (&["poundwise", "--home", "a", "order"][..], Some("a")),
            (&["poundwise", "order", "--home=a b"], Some("a b")),
            (&["poundwise", "--home", "'a b'"], Some("a b")),
            (&["poundwise", "--homes", "a"], None),
            (&["poundwise", "--home"], None),
        ] {
            assert_eq!(
                line(words).value("--home").as_deref(),
                expected,
                "{words:?}"
            );
        }
    }
}
