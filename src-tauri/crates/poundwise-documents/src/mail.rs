//! Mail files: the objects of a market that one step of a sale needs, in one file.
//!
//! A file is a ZIP in the layout of bundles ([`crate::bundle`]). Its first entry is `mail` with
//! exactly `poundwise-KIND;v=1`. The others are objects under the names that they have on a market
//! ([`crate::market`]), each at most once, in the order of [`MailObject`]:
//!
//! | kind | file | objects |
//! |---|---|---|
//! | `listing` | `.listing` | withdrawals, at most one statement of availability, and the listing with all its earlier versions |
//! | `order` | `.order` | one order, or an order and its cancellation, to one seller |
//! | `delivery` | `.delivery` | one delivery; with it, tiles and checkpoint of one published log |
//!
//! Orders and deliveries are encrypted to one home, as on a market. The same contents always give
//! the same bytes, and no other bytes are read. A reader checks the names here. It must verify each
//! object as one from a market.

use poundwise_words::Text;

use crate::bundle::MAX_BUNDLE;
use crate::checkpoint::MAX_NOTE;
use crate::kinds::{Availability, Listing, Order, Payload, Withdrawal};
use crate::market::{
    AVAILABILITY, DELIVERIES, LEDGERS, LISTINGS, ORDERS, WITHDRAWALS, availability_path,
    delivery_path, listing_path, log_path, order_path, withdrawal_path,
};
pub use crate::texts::MailFault;
use crate::tiles::{CHECKPOINT, TileId};
use crate::units::{DocumentId, Kid};
use crate::zip::{self, ZipError};

/// Name of the first entry.
const HEAD: &str = "mail";
/// The longest first entry, in bytes.
const MAX_HEAD: usize = 64;
/// Room for the bytes that encryption adds to an object.
const MAX_ADDED: usize = 64 << 10;
/// The most objects of a file. A listing may have this many versions and withdrawals.
pub const MAX_OBJECTS: usize = 4096;
/// The largest mail file, in bytes.
pub const MAX_MAIL_FILE: usize = MAX_BUNDLE + (64 << 20);

/// Kind of a mail file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum MailKind {
    /// A listing with all its versions.
    Listing,
    /// An order, or an order and its cancellation.
    Order,
    /// A receipt's bundle or a refusal.
    Delivery,
}

impl MailKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Listing, Self::Order, Self::Delivery];

    /// Returns the word of the kind. It is also the ending of its files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    fn head(self) -> String {
        format!("poundwise-{self};v=1")
    }

    /// Returns whether files of this kind have such an object.
    fn takes(self, object: &MailObject) -> bool {
        match object {
            MailObject::Tile(..) | MailObject::Checkpoint(_) | MailObject::Delivery(..) => {
                self == Self::Delivery
            }
            MailObject::Withdrawal(_) | MailObject::Availability(_) | MailObject::Listing(_) => {
                self == Self::Listing
            }
            MailObject::Order(..) => self == Self::Order,
        }
    }
}

/// An object of a mail file. Readers store objects in this order, so an object is stored after the
/// objects that it refers to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MailObject {
    /// A tile of an owner's published log.
    Tile(Kid, TileId),
    /// The checkpoint of an owner's published log.
    Checkpoint(Kid),
    /// A withdrawal.
    Withdrawal(DocumentId),
    /// An owner's statement of availability.
    Availability(Kid),
    /// A listing.
    Listing(DocumentId),
    /// An order or a cancellation, to a seller.
    Order(Kid, DocumentId),
    /// A receipt's bundle or a refusal, to a buyer.
    Delivery(Kid, DocumentId),
}

impl MailObject {
    /// Returns the object of that name, or `None` for any other name.
    #[must_use]
    pub fn named(path: &str) -> Option<Self> {
        let (folder, rest) = path.split_once('/')?;
        let signed = rest.strip_suffix(".jws");
        let object = match folder {
            LISTINGS => Self::Listing(signed?.parse().ok()?),
            WITHDRAWALS => Self::Withdrawal(signed?.parse().ok()?),
            AVAILABILITY => Self::Availability(signed?.parse().ok()?),
            ORDERS | DELIVERIES | LEDGERS => {
                let (kid, name) = rest.split_once('/')?;
                let kid: Kid = kid.parse().ok()?;
                let id = name.strip_suffix(".age").and_then(|id| id.parse().ok());
                match (folder, id) {
                    (ORDERS, id) => Self::Order(kid, id?),
                    (DELIVERIES, id) => Self::Delivery(kid, id?),
                    _ if name == CHECKPOINT => Self::Checkpoint(kid),
                    _ => Self::Tile(kid, name.parse().ok()?),
                }
            }
            _ => return None,
        };
        // Every object has exactly one name.
        (object.path() == path).then_some(object)
    }

    /// Returns the object's name on a market.
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Self::Tile(owner, tile) => log_path(owner, &tile.to_string()),
            Self::Checkpoint(owner) => log_path(owner, CHECKPOINT),
            Self::Withdrawal(id) => withdrawal_path(id),
            Self::Availability(owner) => availability_path(owner),
            Self::Listing(id) => listing_path(id),
            Self::Order(seller, id) => order_path(seller, id),
            Self::Delivery(buyer, id) => delivery_path(buyer, id),
        }
    }

    /// Returns the largest size in bytes.
    #[must_use]
    pub fn limit(&self) -> usize {
        match self {
            Self::Tile(_, tile) => tile.length(),
            Self::Checkpoint(_) => MAX_NOTE,
            Self::Withdrawal(_) => Withdrawal::MAX_BYTES,
            Self::Availability(_) => Availability::MAX_BYTES,
            Self::Listing(_) => Listing::MAX_BYTES,
            Self::Order(..) => Order::MAX_BYTES + MAX_ADDED,
            Self::Delivery(..) => MAX_BUNDLE + (MAX_BUNDLE >> 8) + MAX_ADDED,
        }
    }
}

/// Reason why a mail file is refused, or cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MailError {
    /// Not a mail file.
    NotMail,
    /// The file ends early.
    Cut,
    /// A byte that the layout does not allow: damage, or another tool's ZIP.
    Layout(usize),
    /// The file is of a newer version of Poundwise.
    Newer,
    /// An object is longer than it may be.
    TooLong(String),
    /// The file does not have the objects of its kind.
    Objects(MailFault),
}

impl From<ZipError> for MailError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::NotOne => Self::NotMail,
            ZipError::Cut => Self::Cut,
            ZipError::TooLong(entry) => Self::TooLong(entry.to_owned()),
            ZipError::Differs(at) => Self::Layout(at),
        }
    }
}

/// The objects of a mail file, with the right names for its kind. Their contents are not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailFile<'a> {
    kind: MailKind,
    objects: Vec<(MailObject, &'a [u8])>,
}

impl<'a> MailFile<'a> {
    /// Returns the file of these objects, given in any order.
    ///
    /// # Errors
    /// [`MailError::TooLong`], [`MailError::Objects`].
    pub fn new(
        kind: MailKind,
        mut objects: Vec<(MailObject, &'a [u8])>,
    ) -> Result<Self, MailError> {
        objects.sort_by(|(a, _), (b, _)| a.cmp(b));
        let file = Self { kind, objects };
        file.check()?;
        Ok(file)
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> MailKind {
        self.kind
    }

    /// Returns the objects in their order, each with its bytes.
    #[must_use]
    pub fn objects(&self) -> &[(MailObject, &'a [u8])] {
        &self.objects
    }

    /// Returns the file's bytes. The same objects always give the same bytes.
    ///
    /// # Errors
    /// [`MailError::TooLong`]: the file does not fit a ZIP of 4 GiB.
    pub fn to_bytes(&self) -> Result<Vec<u8>, MailError> {
        let head = self.kind.head();
        let names: Vec<String> = self
            .objects
            .iter()
            .map(|(object, _)| object.path())
            .collect();
        let mut entries = vec![(HEAD.as_bytes(), head.as_bytes())];
        entries.extend(
            names
                .iter()
                .zip(&self.objects)
                .map(|(name, (_, bytes))| (name.as_bytes(), *bytes)),
        );
        zip::write_any(&entries).ok_or_else(|| MailError::TooLong(HEAD.to_owned()))
    }

    /// Reads a mail file: exactly the prescribed bytes. No object is verified.
    ///
    /// # Errors
    /// [`MailError`].
    pub fn from_bytes(file: &'a [u8]) -> Result<Self, MailError> {
        let kind = kind_of(file)?;
        let entries = zip::read_any(file, MAX_OBJECTS + 1)?;
        let mut objects = Vec::with_capacity(entries.len());
        for (name, bytes) in entries.into_iter().skip(1) {
            let name = std::str::from_utf8(name).ok();
            let object = name
                .and_then(MailObject::named)
                .ok_or(MailError::Objects(MailFault::OtherName))?;
            objects.push((object, bytes));
        }
        let mail = Self { kind, objects };
        mail.check()?;
        Ok(mail)
    }

    fn check(&self) -> Result<(), MailError> {
        let wrong = |fault| Err(MailError::Objects(fault));
        if self.objects.len() > MAX_OBJECTS {
            return wrong(MailFault::TooMany);
        }
        if !self.objects.is_sorted_by(|(a, _), (b, _)| a < b) {
            return wrong(MailFault::Order);
        }
        let (mut things, mut logs) = (Vec::new(), Vec::new());
        let (mut statements, mut checkpoints) = (0, 0);
        for (object, bytes) in &self.objects {
            if !self.kind.takes(object) {
                return wrong(MailFault::OtherName);
            }
            if bytes.len() > object.limit() {
                return Err(MailError::TooLong(object.path()));
            }
            match object {
                MailObject::Tile(owner, _) => logs.push(*owner),
                MailObject::Checkpoint(owner) => {
                    checkpoints += 1;
                    logs.push(*owner);
                }
                MailObject::Availability(_) => statements += 1,
                MailObject::Withdrawal(_) => {}
                MailObject::Listing(_) => things.push(None),
                MailObject::Order(to, _) | MailObject::Delivery(to, _) => things.push(Some(*to)),
            }
        }
        let most = match self.kind {
            MailKind::Listing => MAX_OBJECTS,
            MailKind::Order => 2,
            MailKind::Delivery => 1,
        };
        let of_one = |all: &[Option<Kid>]| all.windows(2).all(|two| two[0] == two[1]);
        logs.dedup();
        let right = (1..=most).contains(&things.len())
            && of_one(&things)
            && statements <= 1
            && logs.len() == checkpoints
            && checkpoints <= 1;
        match right {
            true => Ok(()),
            false => wrong(MailFault::Count),
        }
    }
}

/// Returns the kind of a mail file by its first bytes, without reading the rest.
///
/// # Errors
/// [`MailError::NotMail`]; [`MailError::Cut`] if the file is too short to tell;
/// [`MailError::Newer`].
pub fn kind_of(file: &[u8]) -> Result<MailKind, MailError> {
    let head = match zip::first(file, HEAD, MAX_HEAD) {
        Ok(head) => std::str::from_utf8(head).map_err(|_| MailError::NotMail)?,
        Err(ZipError::Cut) => return Err(MailError::Cut),
        Err(_) => return Err(MailError::NotMail),
    };
    if let Some(kind) = MailKind::ALL.into_iter().find(|kind| kind.head() == head) {
        return Ok(kind);
    }
    // A later version, or a kind that a later version has added.
    let is_ours = head
        .strip_prefix("poundwise-")
        .and_then(|rest| rest.split_once(";v="))
        .is_some_and(|(_, version)| version.parse::<u32>().is_ok());
    Err(match is_ours {
        true => MailError::Newer,
        false => MailError::NotMail,
    })
}

impl MailError {
    /// Returns the reason in words.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::of(self.clone())
    }
}

#[cfg(test)]
mod tests;
