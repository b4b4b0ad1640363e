//! The home itself: `init`, `whoami`, `home` and `market set`.

use poundwise_market::view::HomeView;
use poundwise_market::{Error, ErrorCode, Home, HomeName, MarketUrl, Result, default_market_url};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Global;
use crate::commands::shown::mended;
use crate::confirm::{Question, confirmed};
use crate::language::{line, say};
use crate::messages::{Counted, FinalAct, HomeMessage, HomeText, Label, Sentence};
use crate::opening::{Outcome, home_dir, home_options, open_with};
use crate::output::Output;
use crate::passphrase;
use crate::table::fields;
use crate::working::working;

/// A home with the one look at its recovery key.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CreatedHome")]
pub(crate) struct Created<'a> {
    #[serde(flatten)]
    home: &'a HomeView,
    recovery_key: &'a str,
}

pub(crate) fn init(out: &mut Output, global: &Global, name: &HomeName) -> Result<Outcome> {
    let dir = home_dir(global)?;
    // Said before a passphrase is chosen; creating would refuse as well.
    if Home::exists(&dir) {
        return Err(Error::refused(
            ErrorCode::HomeExists,
            HomeMessage::HomeExists { folder: dir },
        )
        .hint(HomeMessage::LookAtHome));
    }
    let mut options = home_options(global);
    options.market = options.market.or_else(default_market_url);
    let (home, recovery_key) = Home::create(&dir, name, &passphrase::choose()?, &options)?;
    let view = home.view();
    let created = Created {
        home: &view,
        recovery_key: recovery_key.reveal(),
    };
    let words = || {
        format!(
            "{}{}\n{}\n    {}\n\n{}{}",
            line(Sentence::HomeCreated),
            who(&view),
            line(Sentence::RecoveryKey),
            recovery_key.reveal(),
            line(Sentence::RecoveryKeyOpens),
            line(Sentence::RecoveryKeyReads),
        )
    };
    out.answer_once(&created, words, HomeMessage::NewHomeKeyNotShown)?;
    Ok(Outcome::Done)
}

pub(crate) fn whoami(out: &mut Output, home: &Home) -> Result<Outcome> {
    let view = home.view();
    out.answer(&view, || who(&view))?;
    Ok(Outcome::Done)
}

pub(crate) fn check(out: &mut Output, home: &Home) -> Result<Outcome> {
    let checked = working(|work| home.check_with(work))?;
    out.answer(&checked, || {
        let counts = [
            say(Counted::Rows {
                count: checked.rows,
            }),
            say(Counted::Documents {
                count: checked.documents,
            }),
            say(Counted::LedgerEntries {
                count: checked.entries,
            }),
            say(Counted::Tables {
                count: checked.tables,
            }),
            say(Counted::Questions {
                count: checked.questions,
            }),
        ];
        line(HomeText::NothingDamaged {
            counts: counts.join(", "),
        }) + &match &checked.mended {
            Some(repairs) => mended(repairs),
            None => line(Sentence::MarketNotCompared),
        }
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn change_passphrase(out: &mut Output, global: &Global) -> Result<Outcome> {
    let (home, old) = open_with(global)?;
    home.change_passphrase(&old, &passphrase::choose_another()?)?;
    let view = home.view();
    out.answer(&view, || {
        line(HomeText::PassphraseChanged {
            folder: view.dir.clone(),
        }) + &line(Sentence::CopiesOpenWithOldPassphrase)
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn change_recovery_key(out: &mut Output, global: &Global, yes: bool) -> Result<Outcome> {
    let (mut home, passphrase) = open_with(global)?;
    if !yes {
        confirmed(Question {
            act: FinalAct::ChangeRecoveryKey,
            known: &line(Sentence::OldKeyStops),
            word: "new",
            command: "home change-recovery-key",
        })?;
    }
    let key = home.new_recovery_key(&passphrase)?;
    let view = home.view();
    let created = Created {
        home: &view,
        recovery_key: key.reveal(),
    };
    let words = || {
        format!(
            "{}\n    {}\n\n{}",
            line(Sentence::NewRecoveryKey),
            key.reveal(),
            line(Sentence::OldKeyOpensCopies),
        )
    };
    out.answer_once(&created, words, HomeMessage::ChangedKeyNotShown)?;
    Ok(Outcome::Done)
}

pub(crate) fn set_market(
    out: &mut Output,
    home: &mut Home,
    url: &MarketUrl,
    anyway: bool,
) -> Result<Outcome> {
    let moved = home.set_market(url, anyway)?;
    out.answer(&moved, || {
        let trades = line(HomeText::TradesOn {
            name: moved.home.name.clone(),
            market: moved.home.market.clone(),
        });
        match moved.waiting {
            0 => trades,
            objects => trades + &line(HomeText::YetToReachMarket { objects }),
        }
    })?;
    Ok(Outcome::Done)
}

fn who(view: &HomeView) -> String {
    fields(&[
        (Label::Name, view.name.clone()),
        (Label::Key, view.kid.to_string()),
        (Label::AgeRecipient, view.recipient.clone()),
        (Label::Folder, view.dir.clone()),
        (Label::Market, view.market.clone()),
    ])
}
