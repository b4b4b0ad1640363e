//! Membership of a market on a server: `market invite`, `market join` and `market test`.

use std::path::{Path, PathBuf};

use poundwise_market::view::MarketChange;
use poundwise_market::{
    MarketAccess, MarketFile, MarketTestView, MarketTrial, MarketUrl, Result, TrialOutcome,
    TrialStep, check_new, test_market, test_market_of,
};
use poundwise_words::Language;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Global;
use crate::hints;
use crate::language::{language, line, say};
use crate::messages::{HomeText, MemberText, TrialWord};
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::passphrase;
use crate::working::working;

/// What an invitation contains.
pub(crate) struct Invitation {
    pub(crate) file: PathBuf,
    pub(crate) replace: bool,
    pub(crate) name: Option<String>,
    pub(crate) key_id: Option<String>,
    pub(crate) read_url: Option<MarketUrl>,
}

/// An invitation that was written, without its secret.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MarketInvitation")]
pub(crate) struct Invited {
    file: String,
    name: String,
    market: String,
    key_id: Option<String>,
}

/// A market that the home trades on now.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MarketJoined")]
pub(crate) struct Joined {
    name: String,
    #[serde(flatten)]
    change: MarketChange,
    test: MarketTestView,
}

pub(crate) fn invite(out: &mut Output, global: &Global, asked: Invitation) -> Result<Outcome> {
    check_new(&asked.file, asked.replace)?;
    let name = asked.name.as_deref();
    let remote = global
        .market
        .as_deref()
        .map(str::parse::<MarketUrl>)
        .transpose()?;
    let own = match remote {
        // No home is needed to invite to another market with a key of it.
        Some(market) => {
            let name = name.map_or_else(|| market.host().unwrap_or_default(), str::to_owned);
            MarketFile::new(&name, market, None, None)?
        }
        None => open(global)?.invitation(name)?,
    };
    let access = match &asked.key_id {
        Some(key_id) => {
            let secret = passphrase::market_secret()?;
            Some(MarketAccess::new(own.url(), key_id, &secret)?)
        }
        None => None,
    };
    let invitation = own.with(access, asked.read_url)?;
    let written = invitation.write(&asked.file)?;
    let key_id = invitation.access().map(|access| access.key_id().to_owned());
    let invited = Invited {
        file: written.file,
        name: invitation.name().to_owned(),
        market: invitation.url().as_str().to_owned(),
        key_id,
    };
    out.answer(&invited, || {
        let about = match &invited.key_id {
            None => line(MemberText::WithoutKey),
            Some(key) if asked.key_id.is_some() => line(MemberText::WithKey { key: key.clone() }),
            Some(key) => {
                line(MemberText::WithKey { key: key.clone() }) + &line(MemberText::WithOwnKey)
            }
        };
        line(MemberText::Invited {
            file: invited.file.clone(),
            market: invited.market.clone(),
        }) + &about
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn join(
    out: &mut Output,
    global: &Global,
    file: &Path,
    anyway: bool,
) -> Result<Outcome> {
    let member = MarketFile::read(file)?;
    let mut home = open(global)?;
    let (change, trial) = working(|_| {
        let change = home.join_market(&member, anyway)?;
        Ok((change, test_market_of(&home)?))
    })?;
    let joined = Joined {
        name: member.name().to_owned(),
        test: view(&trial),
        change,
    };
    out.answer(&joined, || {
        let mut text = line(MemberText::Joined {
            home: joined.change.home.name.clone(),
            name: joined.name.clone(),
            market: joined.change.home.market.clone(),
        });
        if joined.change.waiting > 0 {
            text += &line(HomeText::YetToReachMarket {
                objects: joined.change.waiting,
            });
        }
        text + &words(&trial)
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn test(out: &mut Output, global: &Global, file: Option<&Path>) -> Result<Outcome> {
    let trial = match file {
        Some(file) => {
            let member = MarketFile::read(file)?;
            working(|_| test_market(&member))?
        }
        None => {
            let home = open(global)?;
            working(|_| test_market_of(&home))?
        }
    };
    out.answer(&view(&trial), || words(&trial))?;
    Ok(if trial.works() {
        Outcome::Done
    } else {
        Outcome::Wrong
    })
}

fn view(trial: &MarketTrial) -> MarketTestView {
    trial.view(|error| error.view_in(|hint| hints::words(Language::English, hint)))
}

/// Returns the outcome of each step, and of each failure what is wrong and what to do.
fn words(trial: &MarketTrial) -> String {
    let market = trial.market.clone();
    let mut text = if trial.works() {
        line(MemberText::AllWorks { market })
    } else {
        line(MemberText::SomeFails { market })
    };
    for (step, outcome) in &trial.steps {
        let word = match outcome {
            TrialOutcome::Works => TrialWord::Works,
            TrialOutcome::Fails(_) => TrialWord::Fails,
            TrialOutcome::Skipped => TrialWord::Skipped,
        };
        text += &line(MemberText::Fault {
            step: say(step_word(*step)),
            why: say(word),
        });
        if let TrialOutcome::Fails(error) = outcome {
            let mut ways = vec![language().write(error).to_string()];
            ways.extend(
                error
                    .hints()
                    .iter()
                    .map(|hint| hints::words(language(), hint)),
            );
            for way in ways {
                text += &line(MemberText::WayOut { way });
            }
        }
    }
    text
}

fn step_word(step: TrialStep) -> TrialWord {
    match step {
        TrialStep::List => TrialWord::List,
        TrialStep::Clock => TrialWord::Clock,
        TrialStep::Write => TrialWord::Write,
        TrialStep::Read => TrialWord::Read,
        TrialStep::Delete => TrialWord::Delete,
    }
}
