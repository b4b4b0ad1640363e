//! `demo`: the sample market, told as it is made.

use std::path::PathBuf;

use poundwise_market::{AuditReport, Error, ErrorCode, Result};
use poundwise_sample::{PASSPHRASE, Sample, SampleOptions, StoryStep};
use poundwise_words::Language;
use schemars::JsonSchema;
use serde::Serialize;

use crate::format;
use crate::language::{language, line};
use crate::messages::{CommandMessage, HomeText, Sentence};
use crate::opening::Outcome;
use crate::output::Output;
use crate::shell::quoted;

/// The demo as one JSON document.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Demo")]
pub(crate) struct Told<'a> {
    steps: &'a [StoryStep],
    report: &'a AuditReport,
    kept: Option<Kept>,
}

/// Places of a kept sample market.
#[derive(Serialize, JsonSchema)]
struct Kept {
    dir: String,
    owner_home: String,
    buyer_homes: Vec<String>,
    market: String,
    state: String,
    passphrase: String,
    ledger: String,
    bundle: String,
}

impl Kept {
    fn of(sample: &Sample) -> Self {
        Self {
            dir: sample.dir.display().to_string(),
            owner_home: sample.owner_dir.display().to_string(),
            buyer_homes: sample
                .buyer_dirs
                .iter()
                .map(|dir| dir.display().to_string())
                .collect(),
            market: sample.market_url.clone(),
            state: sample.state_dir.display().to_string(),
            passphrase: PASSPHRASE.to_owned(),
            ledger: sample.ledger_file.display().to_string(),
            bundle: sample.bundle_file.display().to_string(),
        }
    }
}

pub(crate) fn demo(out: &mut Output, keep: Option<PathBuf>) -> Result<Outcome> {
    let (dir, temporary) = match keep {
        Some(dir) => (dir, None),
        None => {
            let temporary = tempfile::Builder::new()
                .prefix("poundwise-demo-")
                .tempdir()
                .map_err(|error| {
                    Error::failed(
                        ErrorCode::DemoFolder,
                        CommandMessage::NoDemoFolder {
                            why: error.to_string(),
                        },
                    )
                    .hint(CommandMessage::NameDemoFolder)
                })?;
            (temporary.path().to_owned(), Some(temporary))
        }
    };
    let mut steps: Vec<StoryStep> = Vec::new();
    let mut lost = None;
    let options = SampleOptions {
        // JSON is English.
        language: if out.json() {
            Language::English
        } else {
            language()
        },
        ..SampleOptions::default()
    };
    let sample = poundwise_sample::build(&dir, options, &mut |step| {
        if let Err(error) = out.words(&told(steps.len() + 1, step)) {
            lost.get_or_insert(error);
        }
        steps.push(step.clone());
    })?;
    if let Some(error) = lost {
        return Err(error);
    }
    let holds = format::holds(&sample.report);
    let document = Told {
        steps: &steps,
        report: &sample.report,
        kept: temporary.is_none().then(|| Kept::of(&sample)),
    };
    out.answer(&document, || match temporary {
        None => next(&sample),
        Some(_) => format!(
            "{}\n  poundwise demo --keep sample-market\n",
            line(Sentence::DemoIsGone)
        ),
    })?;
    Ok(if holds { Outcome::Done } else { Outcome::Wrong })
}

fn told(number: usize, step: &StoryStep) -> String {
    let mut text = format!("{number}. {}\n", step.title);
    for line in &step.lines {
        let line = format!("   {line}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push('\n');
    text
}

/// Returns next steps with the market that was kept.
fn next(sample: &Sample) -> String {
    let owner = quoted(&sample.owner_dir.display().to_string());
    let buyer = sample
        .buyer_dirs
        .first()
        .map_or_else(String::new, |dir| quoted(&dir.display().to_string()));
    let state = quoted(&sample.state_dir.display().to_string());
    format!(
        "{}\n  \
         export POUNDWISE_PASSPHRASE={}\n  \
         poundwise --state {state} --home {owner} inbox list\n  \
         poundwise --state {state} --home {owner} books\n  \
         poundwise --state {state} --home {buyer} holding list\n  \
         poundwise audit {} {}\n",
        line(HomeText::DemoIsIn {
            folder: sample.dir.clone(),
        }),
        PASSPHRASE,
        quoted(&sample.ledger_file.display().to_string()),
        quoted(&sample.bundle_file.display().to_string()),
    )
}
