//! Trade by mail: `save` and `receive`.

use std::path::{Path, PathBuf};

use poundwise_market::view::{Exported, ListingStatus, ReceivedMail};
use poundwise_market::{Home, Result, ToMail, receive_mail, save_mail};

use crate::commands::buy::brought;
use crate::commands::listing::status as standing;
use crate::commands::shown::{status, wrote_file};
use crate::format;
use crate::language::{line, say};
use crate::messages::MailText;
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::one_line;
use crate::working::working;

pub(crate) fn save(
    out: &mut Output,
    home: &Home,
    what: ToMail<'_>,
    file: &Path,
) -> Result<Outcome> {
    let exported: Exported = working(|_| save_mail(home, what)?.write(file))?;
    out.answer(&exported, || {
        let next = match what {
            ToMail::Listing(_) => MailText::SendListing,
            ToMail::Order(_) => MailText::SendOrder,
            ToMail::Delivery(_) => MailText::SendDelivery,
        };
        wrote_file(&exported) + &line(next)
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn receive(out: &mut Output, home: &Home, files: &[PathBuf]) -> Result<Outcome> {
    let received = working(|work| receive_mail(home, files, work))?;
    out.answer(&received, || received.iter().map(words).collect())?;
    let alarms = received.iter().any(|one| match one {
        ReceivedMail::Delivery { collected, .. } => collected
            .as_ref()
            .is_some_and(|collected| !collected.alarms.is_empty()),
        ReceivedMail::Listing { .. } | ReceivedMail::Order { .. } => false,
    });
    Ok(if alarms {
        Outcome::Wrong
    } else {
        Outcome::Done
    })
}

fn words(received: &ReceivedMail) -> String {
    match received {
        ReceivedMail::Listing { listing, .. } if listing.status != ListingStatus::Open => {
            line(MailText::ClosedListing {
                title: one_line(&listing.title),
                seller: one_line(&listing.seller_name),
                status: say(standing(listing.status)),
            })
        }
        ReceivedMail::Listing { listing, .. } => line(MailText::Listing {
            title: one_line(&listing.title),
            seller: one_line(&listing.seller_name),
            listing: format::short_id(listing.id),
        }),
        ReceivedMail::Order {
            order: Some(order), ..
        } => line(MailText::Order {
            title: one_line(&order.title),
            buyer: one_line(&order.buyer_name),
            order: format::short_id(order.id),
            status: status(order),
        }),
        ReceivedMail::Order { file, order: None } => line(MailText::OrderWaits {
            file: one_line(file),
        }),
        ReceivedMail::Delivery { file, collected } => match collected {
            Some(collected) => brought(collected),
            None => line(MailText::Delivery {
                file: one_line(file),
            }),
        },
    }
}
