//! Trade by mail: saving files and receiving them.

use std::path::PathBuf;

use poundwise_buyer::{collect_received, judge_delivery};
use poundwise_documents::mail::{MailKind, MailObject};
use poundwise_home::Inside;
use poundwise_home::mail::{Mail, Mailing, VerifiedMail};
use poundwise_home::verdict::Unverified;
use poundwise_seller::{fetch_received, judge_order};

use crate::error::{ErrorCode, Result};
use crate::view::{Collected, ReceivedMail};
use crate::{ListingId, OrderId, Reach, Roles, Work, look_at_own_log, send_waiting};

/// What is saved as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMail<'a> {
    /// A listing of this home, with its versions.
    Listing(&'a ListingId),
    /// An order of this home.
    Order(&'a OrderId),
    /// The answer of this home to an order: a delivery or a refusal.
    Delivery(&'a OrderId),
}

/// Returns a document as a file to send. A document that waits is sent to the home's market before,
/// because a sale leaves a home only after its entry is on its own market. The home is accessed in
/// short steps.
///
/// # Errors
/// As `Seller::listing_file`, `Seller::delivery_file` and `Buyer::order_file`; the market's errors
/// if the document has not reached it.
pub fn save_mail(home: &impl Reach, what: ToMail<'_>) -> Result<Mailing> {
    if let ToMail::Order(order) = what {
        return home.ask(|home| home.buyer().order_file(order));
    }
    let made = || {
        let seen = look_at_own_log(home)?;
        home.ask(|home| {
            home.knowing(&seen, |home| match what {
                ToMail::Listing(listing) => home.seller().listing_file(listing),
                ToMail::Delivery(order) => home.seller().delivery_file(order),
                ToMail::Order(order) => home.buyer().order_file(order),
            })
        })
    };
    let waits = |made: &Result<Mailing>| {
        let error = made.as_ref().err();
        error.is_some_and(|error| error.code() == ErrorCode::OutboxWaiting)
    };
    let first = made();
    if !waits(&first) {
        return first;
    }
    let sent = send_waiting(home)?;
    let second = made();
    match sent.problem {
        Some(why) if waits(&second) => Err(why),
        _ => second,
    }
}

/// Receives files that others saved with [`save_mail`], and completes the step: a listing is on the
/// market of this home, an order is in its inbox, and a delivery is collected. All files are verified
/// before one of them is stored. A file that does not fit what the home has is not stored; the others
/// are. The market is not read. The home is accessed in short steps.
///
/// # Errors
/// As [`Mail::read`] and [`Mail::verify`], for the first file with an error; `mail-not-verified` if
/// a file does not fit what the home has; the errors of a collection; `stopped`.
pub fn receive_mail(
    home: &impl Reach,
    files: &[PathBuf],
    work: &Work<'_>,
) -> Result<Vec<ReceivedMail>> {
    let mut mails = Vec::with_capacity(files.len());
    for file in files {
        let mail = Mail::read(file)?.verify(home, |object, bytes| match object {
            MailObject::Delivery(..) => Ok(judge_delivery(home, &object.path(), bytes)?.map(Some)),
            _ => Ok(judge_order(home, &object.path(), bytes)?.map(|()| None)),
        })?;
        mails.push(mail);
    }
    let mut wrong: Vec<(usize, Unverified)> = Vec::new();
    let mut collected: Option<Collected> = None;
    for (at, mail) in mails.iter().enumerate() {
        home.ask(|home| mail.store(home.inside()))?;
        if mail.kind() != MailKind::Delivery {
            continue;
        }
        let more = collect_received(home, work)?;
        wrong.extend(more.rejected.first().map(|why| (at, why.clone().into())));
        match &mut collected {
            Some(collected) => collected.add(more),
            None => collected = Some(more),
        }
    }
    if mails.iter().any(|mail| mail.kind() == MailKind::Order) {
        for (path, why) in fetch_received(home)? {
            let named = |object: &MailObject| object.path() == path;
            let of = mails.iter().position(|mail| mail.objects().any(named));
            wrong.extend(of.map(|at| (at, why)));
        }
    }
    for (at, _) in &wrong {
        remove(home, &mails[*at])?;
    }
    if let Some((first, why)) = wrong.first() {
        let is_wrong = |place: &usize| wrong.iter().any(|(at, _)| at == place);
        let others = (0..mails.len()).filter(|place| !is_wrong(place));
        let others: Vec<&Mail> = others.map(|place| mails[place].mail()).collect();
        return Err(mails[*first].mail().not_verified(why, &others));
    }
    mails
        .iter()
        .map(|mail| received(home, mail, &mut collected))
        .collect()
}

/// Removes the orders and deliveries of a file.
fn remove(home: &impl Reach, mail: &VerifiedMail) -> Result<()> {
    home.ask(|home| {
        let context = home.inside();
        mail.objects()
            .filter(|object| matches!(object, MailObject::Order(..) | MailObject::Delivery(..)))
            .try_for_each(|object| context.remove_received(object))
    })
}

/// Returns the result of one file. The collection is that of all deliveries, and the first has it.
fn received(
    home: &impl Reach,
    mail: &VerifiedMail,
    collected: &mut Option<Collected>,
) -> Result<ReceivedMail> {
    let file = mail.file().display().to_string();
    match mail.kind() {
        MailKind::Listing => {
            let listing = home.ask(|home| home.buyer().received_listing(mail.objects()))?;
            Ok(ReceivedMail::Listing {
                file,
                listing: Box::new(listing),
            })
        }
        MailKind::Order => {
            let order = home.ask(|home| home.seller().received_in(mail.objects()))?;
            Ok(ReceivedMail::Order {
                file,
                order: order.map(Box::new),
            })
        }
        MailKind::Delivery => Ok(ReceivedMail::Delivery {
            file,
            collected: collected.take(),
        }),
    }
}
