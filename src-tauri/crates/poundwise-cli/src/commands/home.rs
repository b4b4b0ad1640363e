//! The home itself: `init`, `whoami`, `home` and `market set`.

use poundwise_market::view::HomeView;
use poundwise_market::{
    Error, ErrorCode, Home, HomeName, MarketUrl, Result, default_market_url, format,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Global;
use crate::commands::shown::mended;
use crate::confirm::{Question, confirmed};
use crate::messages::{FinalAct, HomeMessage};
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
            "Home created.\n{}\n\
             Recovery key, shown this once. Print it or write it down, and keep it away \
             from this computer:\n\n    \
             {}\n\n\
             It opens everything in this home if the passphrase is lost. Tables and releases also \
             open with `age`.\n\
             Whoever has it can read the home's data.\n",
            who(&view),
            recovery_key.reveal(),
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
        format!(
            "Nothing is damaged: {}, {}, {}, {}, {}.\n{}",
            format::count(checked.rows, "row", "rows"),
            format::count(checked.documents, "document", "documents"),
            format::count(checked.entries, "ledger entry", "ledger entries"),
            format::count(checked.tables, "table", "tables"),
            format::count(checked.questions, "question", "questions"),
            match &checked.mended {
                Some(repairs) => mended(repairs),
                None => "The market was not compared: `poundwise home show` says why.\n".to_owned(),
            },
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn change_passphrase(out: &mut Output, global: &Global) -> Result<Outcome> {
    let (home, old) = open_with(global)?;
    home.change_passphrase(&old, &passphrase::choose_another()?)?;
    let view = home.view();
    out.answer(&view, || {
        format!(
            "The passphrase of {} is changed. The recovery key stays as it is.\n\
             Copies of the folder made before still open with the passphrase before.\n",
            view.dir
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn change_recovery_key(out: &mut Output, global: &Global, yes: bool) -> Result<Outcome> {
    let (mut home, passphrase) = open_with(global)?;
    if !yes {
        confirmed(Question {
            act: FinalAct::ChangeRecoveryKey,
            known: "The recovery key that you have kept stops working, and a new one is shown \
                    once.\n",
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
            "New recovery key, shown this once. Print it or write it down, and keep it away \
             from this computer:\n\n    \
             {}\n\n\
             The one before does not open this home any more. It still opens copies of the folder \
             made before.\n",
            key.reveal(),
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
        let waits = match moved.waiting {
            0 => String::new(),
            n => format!("{n} signed objects have yet to reach it: poundwise deliver\n"),
        };
        format!(
            "{} trades on {} from now on.\n{waits}",
            moved.home.name, moved.home.market
        )
    })?;
    Ok(Outcome::Done)
}

fn who(view: &HomeView) -> String {
    fields(&[
        ("name", view.name.clone()),
        ("key", view.kid.to_string()),
        ("age recipient", view.recipient.clone()),
        ("folder", view.dir.clone()),
        ("market", view.market.clone()),
    ])
}
