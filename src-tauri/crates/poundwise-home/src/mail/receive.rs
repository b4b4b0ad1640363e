//! Receiving files from others. They are hostile until they are verified.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use poundwise_documents::{
    ReaderError,
    checkpoint::Checkpoint,
    jws::{JwsError, Signed},
    keys::PublicKey,
    kinds::{Availability, Listing, Payload, Withdrawal},
    mail::{MAX_MAIL_FILE, MailError, MailFile, MailKind, MailObject},
    market::MarketLog,
    tiles::{GrowthError, TileId, TileSource, check_growth},
    units::{DocumentId, Kid},
};
use poundwise_words::Text;

use crate::{
    availability::Statements,
    error::{Error, ErrorCode, Result},
    files::read_file,
    home::{Context, MAIL},
    messages::{MailHint, MailMessage, MailVerdict},
    private::private_dir,
    reach::{InSteps, Reach, Reached},
    verdict::{InputVerdict, ObjectVerdict, Unverified},
};

/// A file that came, with the objects that it names. They are not verified.
pub struct Mail {
    file: PathBuf,
    kind: MailKind,
    objects: Vec<(MailObject, Vec<u8>)>,
}

/// The owner of a delivery that verified.
pub struct DeliveryOwner {
    /// The owner's key.
    pub key: PublicKey,
    /// The checkpoint in the delivery, unless it is a refusal.
    pub checkpoint: Option<Checkpoint>,
}

/// A file whose objects were verified and are for this home.
pub struct VerifiedMail {
    mail: Mail,
    statement: Option<Arc<Signed<Availability>>>,
    checkpoint: Option<Checkpoint>,
}

/// The result of judging an object.
type Judged<T> = std::result::Result<T, Unverified>;

impl InputVerdict for MailVerdict {}

impl InputVerdict for GrowthError {}

impl Mail {
    /// Reads a file and checks its layout and the names of its objects.
    ///
    /// # Errors
    /// `mail-file` for another or a damaged file; `mail-cut` for one that ends early;
    /// `newer-version`; `too-large`; I/O errors.
    pub fn read(file: &Path) -> Result<Self> {
        let bytes = read_file(file, MAX_MAIL_FILE as u64)?;
        let mail = MailFile::from_bytes(&bytes).map_err(|why| refused_file(file, &why))?;
        let objects = mail.objects().iter();
        Ok(Self {
            file: file.to_owned(),
            kind: mail.kind(),
            objects: objects
                .map(|(object, bytes)| (object.clone(), bytes.to_vec()))
                .collect(),
        })
    }

    /// Verifies the objects and checks that they are for this home. `judge` verifies an order or a
    /// delivery by itself, as its reader does. The home is accessed in short steps.
    ///
    /// # Errors
    /// `mail-for-other`; `mail-twice`; `own-listing`; `mail-not-verified`; `newer-version`; the
    /// errors of `judge`.
    pub fn verify(
        self,
        home: &impl Reach,
        judge: impl Fn(&MailObject, &[u8]) -> Result<Judged<Option<DeliveryOwner>>>,
    ) -> Result<VerifiedMail> {
        let home = Reached(home);
        let own = home.step(|context| Ok(context.identity.kid()))?;
        for (object, _) in &self.objects {
            if let MailObject::Order(to, _) | MailObject::Delivery(to, _) = object
                && *to != own
            {
                return Err(Error::refused(
                    ErrorCode::MailForOther,
                    MailMessage::OtherHome {
                        file: self.file,
                        to: *to,
                    },
                )
                .hint(MailHint::GiveToOther)
                .hint(MailHint::NothingStored));
            }
        }
        let mut verified = VerifiedMail {
            statement: None,
            checkpoint: None,
            mail: self,
        };
        let wrong = |mail: &Mail, why: Unverified| Err(mail.not_verified(&why, &[]));
        if verified.mail.kind == MailKind::Listing {
            let (owner, statement) = match verified.mail.offered() {
                Ok(offered) => offered,
                Err(why) => return wrong(&verified.mail, why),
            };
            if owner == own {
                return Err(Error::refused(
                    ErrorCode::OwnListing,
                    MailMessage::OwnListing {
                        file: verified.mail.file,
                    },
                )
                .hint(MailHint::NothingStored));
            }
            verified.statement = statement;
        }
        let is_known = |known: &[bool]| !known.is_empty() && known.iter().all(|known| *known);
        let known = home.step(|context| verified.known(context))?;
        if is_known(&known) {
            return Err(Error::refused(
                ErrorCode::MailTwice,
                MailMessage::Twice {
                    file: verified.mail.file,
                },
            )
            .hint(MailHint::NothingStored));
        }
        for (object, bytes) in &verified.mail.objects {
            if !matches!(object, MailObject::Order(..) | MailObject::Delivery(..)) {
                continue;
            }
            // One that was taken before is not judged again: it answers no order any more.
            let owner = if home.step(|context| context.has_received(object))? {
                home.step(|context| verified.mail.known_owner(context))?
            } else {
                match judge(object, bytes)? {
                    Ok(owner) => owner,
                    Err(why) => return wrong(&verified.mail, why),
                }
            };
            if let Some(owner) = owner {
                match verified.mail.log(&owner, own) {
                    Ok(checkpoint) => verified.checkpoint = checkpoint,
                    Err(why) => return wrong(&verified.mail, why),
                }
            }
        }
        Ok(verified)
    }

    /// Returns the error of objects that do not verify. The files with the `others` were received.
    pub fn not_verified(&self, why: &Unverified, others: &[&Self]) -> Error {
        let message = MailMessage::Refused {
            file: self.file.clone(),
            why: why.why().clone(),
        };
        if why.is_newer() {
            return newer(message);
        }
        let others: Vec<String> = others
            .iter()
            .map(|other| other.file.display().to_string())
            .collect();
        let stored = match others.is_empty() {
            true => MailHint::NothingStored,
            false => MailHint::OthersStored {
                files: others.join(", "),
            },
        };
        Error::unverified(ErrorCode::MailNotVerified, message)
            .hint(stored)
            .hint(MailHint::SendAgain)
    }

    /// Returns the owner of the log in this file, if this home has bought from it.
    fn known_owner(&self, context: &Context) -> Result<Option<DeliveryOwner>> {
        let owner = self.objects.iter().find_map(|(object, _)| match object {
            MailObject::Checkpoint(owner) => Some(*owner),
            _ => None,
        });
        let Some(owner) = owner else { return Ok(None) };
        let sellers = context.read().sellers()?;
        let listing = sellers.iter().find(|listing| listing.signer() == owner);
        Ok(listing.map(|listing| DeliveryOwner {
            key: listing.key(),
            checkpoint: None,
        }))
    }

    /// Returns the owner of the listing in this file, and the owner's statement of availability.
    fn offered(&self) -> Judged<(Kid, Option<Arc<Signed<Availability>>>)> {
        let (mut listings, mut withdrawn) = (Vec::new(), Vec::new());
        let mut statement = None;
        for (object, bytes) in &self.objects {
            let text = std::str::from_utf8(bytes)?;
            match object {
                MailObject::Listing(id) => {
                    let listing: Signed<Listing> = signed(text)?;
                    is_named(listing.id() == *id)?;
                    listings.push(listing);
                }
                MailObject::Withdrawal(id) => {
                    let withdrawal: Signed<Withdrawal> = signed(text)?;
                    is_named(withdrawal.id() == *id)?;
                    withdrawn.push((withdrawal.signer(), withdrawal.payload().listing));
                }
                MailObject::Availability(owner) => {
                    let stated: Signed<Availability> = signed(text)?;
                    is_named(stated.signer() == *owner)?;
                    statement = Some(Arc::new(stated));
                }
                _ => {}
            }
        }
        let owners: HashSet<Kid> = listings
            .iter()
            .map(Signed::signer)
            .chain(withdrawn.iter().map(|(owner, _)| *owner))
            .chain(statement.iter().map(|stated| stated.signer()))
            .collect();
        let Some(owner) = owners.iter().next().filter(|_| owners.len() == 1) else {
            return Err(MailVerdict::OtherOwner.into());
        };
        check_versions(&listings)?;
        let ids: HashSet<DocumentId> = listings.iter().map(Signed::id).collect();
        if withdrawn.iter().any(|(_, listing)| !ids.contains(listing)) {
            return Err(MailVerdict::OtherWithdrawal.into());
        }
        Ok((*owner, statement))
    }

    /// Returns the checkpoint in this file, if there is one. It is the owner's, and the tiles in the
    /// file are those of its log. A contradiction of two checkpoints is left to the collection.
    fn log(&self, owner: &DeliveryOwner, own: Kid) -> Judged<Option<Checkpoint>> {
        let mut checkpoint = None;
        for (object, bytes) in &self.objects {
            let (MailObject::Tile(of, _) | MailObject::Checkpoint(of)) = object else {
                continue;
            };
            if *of == own {
                return Err(MailVerdict::OwnLog.into());
            }
            if *of != owner.key.kid() {
                return Err(MailVerdict::OtherOwner.into());
            }
            if let MailObject::Checkpoint(_) = object {
                let note = std::str::from_utf8(bytes)?;
                checkpoint = Some(Checkpoint::verify(note, &owner.key)?);
            }
        }
        if let (Some(newest), Some(delivered)) = (&checkpoint, &owner.checkpoint)
            && delivered.size() <= newest.size()
            && let Err(ReaderError::Refused(why @ GrowthError::Tiles(_))) =
                check_growth(self, delivered, newest)
        {
            return Err(why.into());
        }
        Ok(checkpoint)
    }
}

/// The tiles in the file.
impl TileSource for Mail {
    type Error = std::convert::Infallible;

    fn tile(&self, tile: TileId) -> std::result::Result<Option<Vec<u8>>, Self::Error> {
        let found = self
            .objects
            .iter()
            .find(|(object, _)| matches!(object, MailObject::Tile(_, there) if *there == tile));
        Ok(found.map(|(_, bytes)| bytes.clone()))
    }
}

/// Checks that the listings are one listing with all its earlier versions.
fn check_versions(listings: &[Signed<Listing>]) -> Judged<()> {
    let mut newest = listings.iter().filter(|listing| {
        let id = Some(listing.id());
        listings.iter().all(|other| other.payload().previous != id)
    });
    let (Some(first), None) = (newest.next(), newest.next()) else {
        return Err(MailVerdict::TwoListings.into());
    };
    let (mut version, mut count) = (first, 1);
    // An id is a hash over the id of its predecessor, so the versions cannot be a circle.
    while let Some(previous) = version.payload().previous {
        let earlier = listings.iter().find(|earlier| earlier.id() == previous);
        let Some(earlier) =
            earlier.filter(|earlier| version.payload().is_version_of(earlier.payload()))
        else {
            return Err(MailVerdict::NotContinued.into());
        };
        version = earlier;
        count += 1;
    }
    if count == listings.len() {
        Ok(())
    } else {
        Err(MailVerdict::TwoListings.into())
    }
}

fn signed<P: Payload>(text: &str) -> std::result::Result<Signed<P>, JwsError> {
    Signed::verify(text)
}

fn is_named(right: bool) -> Judged<()> {
    match right {
        true => Ok(()),
        false => Err(ObjectVerdict::OtherName.into()),
    }
}

impl VerifiedMail {
    /// Returns the file.
    pub fn mail(&self) -> &Mail {
        &self.mail
    }

    /// Returns the path of the file.
    pub fn file(&self) -> &Path {
        &self.mail.file
    }

    /// Returns the kind of the file.
    pub fn kind(&self) -> MailKind {
        self.mail.kind
    }

    /// Returns the objects in the file.
    pub fn objects(&self) -> impl Iterator<Item = &MailObject> {
        self.mail.objects.iter().map(|(object, _)| object)
    }

    /// Returns, for each object that is kept, whether the home has it already.
    fn known(&self, context: &Context) -> Result<Vec<bool>> {
        let mut known = Vec::new();
        for (object, bytes) in &self.mail.objects {
            known.push(match object {
                MailObject::Tile(..) => continue,
                MailObject::Checkpoint(owner) => {
                    let note = std::str::from_utf8(bytes).unwrap_or_default();
                    size_of(note) <= context.received_log(owner)?
                }
                MailObject::Availability(_) => match &self.statement {
                    Some(statement) => !context.statements()?.is_news(statement),
                    None => continue,
                },
                _ => context.has_received(object)?,
            });
        }
        Ok(known)
    }

    /// Stores the objects in the home's folder for them. A shorter log than the stored one is not
    /// stored.
    ///
    /// # Errors
    /// `home-moved`; errors of the folder.
    pub fn store(&self, context: &Context) -> Result<()> {
        context.check_place()?;
        private_dir(&context.dir.join(MAIL))?;
        let longer = match &self.checkpoint {
            Some(checkpoint) => checkpoint.size() > context.received_log(&checkpoint.owner())?,
            None => false,
        };
        for (object, bytes) in &self.mail.objects {
            match object {
                MailObject::Tile(..) | MailObject::Checkpoint(_) if !longer => {}
                MailObject::Availability(_) => {
                    if let Some(statement) = &self.statement {
                        let mut news = Statements::default();
                        news.keep(statement);
                        context.keep_statements(&news)?;
                    }
                }
                // A delivery that was taken is not kept.
                MailObject::Order(..) | MailObject::Delivery(..)
                    if context.has_received(object)? => {}
                _ => context.mail.put(&object.path(), bytes)?,
            }
        }
        Ok(())
    }
}

impl Context {
    /// Returns whether this home has an object that others may send: it dealt with it, or stored it
    /// from a file.
    fn has_received(&self, object: &MailObject) -> Result<bool> {
        let path = object.path();
        let is_taken = self.read().seen(&path)?.is_some_and(|(_, faulty)| !faulty);
        Ok(is_taken || self.mail.has(&path)?)
    }

    /// Returns the number of entries of an owner's log that came in files.
    fn received_log(&self, owner: &Kid) -> Result<u64> {
        let log = MarketLog {
            store: &*self.mail,
            owner: *owner,
        };
        Ok(log
            .found()?
            .and_then(std::result::Result::ok)
            .map_or(0, |note| size_of(&note)))
    }

    /// Returns whether any file was received.
    pub fn has_mail(&self) -> bool {
        self.dir.join(MAIL).is_dir()
    }

    /// Returns whether the log of an owner came in files.
    ///
    /// # Errors
    /// Errors of the folder.
    pub fn has_received_log(&self, owner: &Kid) -> Result<bool> {
        Ok(self.received_log(owner)? > 0)
    }

    /// Removes an object that came in a file.
    ///
    /// # Errors
    /// Errors of the folder.
    pub fn remove_received(&self, object: &MailObject) -> Result<()> {
        self.mail.remove(&object.path())
    }
}

/// Returns the number of entries that a checkpoint's note states, or 0 for another text.
fn size_of(note: &str) -> u64 {
    poundwise_documents::checkpoint::UnverifiedCheckpoint::parse(note).map_or(0, |note| note.size())
}

/// Returns the error of a file that is not as prescribed.
fn refused_file(file: &Path, why: &MailError) -> Error {
    let message = MailMessage::Refused {
        file: file.to_owned(),
        why: why.text(),
    };
    let (code, hint) = match why {
        MailError::Newer => return newer(message),
        MailError::Cut => (ErrorCode::MailCut, MailHint::SendAgain),
        MailError::NotMail => (ErrorCode::MailFile, MailHint::ChooseFile),
        _ => (ErrorCode::MailFile, MailHint::SendAgain),
    };
    Error::unverified(code, message)
        .hint(MailHint::NothingStored)
        .hint(hint)
}

fn newer(message: impl Into<Text>) -> Error {
    Error::refused(ErrorCode::NewerVersion, message)
        .hint(MailHint::NothingStored)
        .hint(crate::messages::StoreHint::UpdatePoundwise)
}
