//! `block` and its commands: keys whose orders are not stored.

use poundwise_documents::units::Kid;
use poundwise_market::view::BlockedKey;
use poundwise_market::{Error, ErrorCode, Home, Result, Roles};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Block;
use crate::commands::contact::{own_name, table_with_contacts};
use crate::format;
use crate::language::{line, say};
use crate::messages::{CommandMessage, Counted, Label, Sentence};
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::fields;

/// A key that is blocked no longer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Unblocked {
    unblocked: String,
}

pub(crate) fn run(out: &mut Output, home: &Home, command: &Block) -> Result<Outcome> {
    match command {
        Block::Add { key } => add(out, home, *key)?,
        Block::List => {
            let blocked = home.seller().blocked_keys()?;
            out.answer(&blocked, || rows(&blocked))?;
        }
        Block::Show { key } => {
            let blocked = home
                .seller()
                .blocked_keys()?
                .into_iter()
                .find(|blocked| blocked.kid == *key)
                .ok_or_else(|| {
                    Error::refused(
                        ErrorCode::NotBlocked,
                        CommandMessage::NotBlocked { key: *key },
                    )
                    .hint(CommandMessage::SeeBlocked)
                })?;
            out.answer(&blocked, || {
                fields(&[
                    (Label::Key, blocked.kid.to_string()),
                    (Label::Contact, own_name(blocked.contact.as_ref())),
                    (Label::Blocked, format::time(&blocked.blocked_at)),
                ])
            })?;
        }
        Block::Remove { key } => {
            home.seller().unblock(*key)?;
            let unblocked = Unblocked {
                unblocked: key.to_string(),
            };
            out.answer(&unblocked, || line(Sentence::Unblocked))?;
        }
    }
    Ok(Outcome::Done)
}

fn add(out: &mut Output, home: &Home, key: Kid) -> Result<()> {
    let blocking = home.seller().block(key)?;
    out.answer(&blocking, || {
        let count = blocking.discarded.len() as u64;
        line(Sentence::Blocked)
            + &fields(&[
                (Label::Key, blocking.blocked.kid.to_string()),
                (Label::Contact, own_name(blocking.blocked.contact.as_ref())),
                (Label::Discarded, say(Counted::Orders { count })),
            ])
    })
}

fn rows(blocked: &[BlockedKey]) -> String {
    if blocked.is_empty() {
        return line(Sentence::NoKeyBlocked);
    }
    let rows = blocked
        .iter()
        .map(|key| vec![key.kid.to_string(), format::time(&key.blocked_at)])
        .collect();
    table_with_contacts(
        &[Label::Key.left(), Label::Blocked.left()],
        rows,
        0,
        blocked.iter().map(|key| key.contact.as_ref()),
    )
}
