//! The market store, through which documents are exchanged. It is trusted only to be available.
//!
//! It has one URL, that of a local folder (`file:///...`), of a prefix of an S3 bucket (`s3://...`)
//! or of a folder of a WebDAV server (`https://...`). What objects are and how they are named is in
//! [`poundwise_documents::market`]. Everything that is read is hostile until it is verified, and
//! its size is limited first.

mod access;
mod address;
mod fault;
mod folder;
mod remote;
mod trial;

use std::{io, path::Path};

use poundwise_documents::market::{LISTINGS, ORDERS, ObjectRead, ObjectSource, WITHDRAWALS};
use poundwise_words::{Text, texts_of};

pub use access::{MARKET_FILE_LIMIT, MarketAccess, MarketFile};
pub use address::{MarketUrl, market_url};
pub use trial::{
    MarketTestStep, MarketTestView, MarketTrial, StepOutcome, TrialOutcome, TrialStep,
};

use crate::{
    error::{Error, ErrorCode, Result, stopped},
    hint::Act,
    messages::{CertificateProblem, MarketDoing, MarketHint, MarketMessage, ObjectProblem},
    private::ensure_dir,
    random::random_bytes,
    reserved::MARKET_FILE,
};
use address::Place;
use fault::{Contents, Fault, Trouble};
use folder::{Folder, is_name};
use remote::Remote;

/// An object in a listing of the store.
#[derive(Clone)]
pub struct MarketEntry {
    /// Full name.
    pub path: String,
    /// Size in bytes, as the store states it.
    pub size: u64,
    /// A text that changes when the object does, as the store states it.
    pub version: String,
}

/// Reason why an object was not read.
pub enum ReadError {
    /// The object is longer than any of its kind: a verdict on it.
    TooLarge(TooLarge),
    /// This object cannot be read (`market-entry`): nothing is known about it, and the others are
    /// unaffected.
    Entry(Error),
    /// The market could not be read, or the reading was cancelled: nothing is known about the
    /// object.
    Market(Error),
}

/// The verdict on an object that is longer than any of its kind.
#[derive(Clone)]
pub struct TooLarge {
    path: String,
    limit: u64,
}

texts_of! {
    TooLarge [path, limit] => {
        en: "{path} on the market is larger than {limit} bytes",
        de: "{path} auf dem Markt ist größer als {limit} Bytes",
    }
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        Self::Market(error)
    }
}

/// Returns the size of all objects in bytes; it saturates, as a file may claim any size.
pub fn size_of_all(entries: &[MarketEntry]) -> u64 {
    entries
        .iter()
        .fold(0, |all: u64, entry| all.saturating_add(entry.size))
}

/// The objects directly under a folder of the store.
#[derive(Default)]
pub struct Listed {
    /// The objects that can be read, by name.
    pub entries: Vec<MarketEntry>,
    /// Number of entries that are not objects: links, pipes, names that no document has. Entries
    /// that were left out because the folder has too many count as well.
    pub odd: u64,
}

/// An opened market store.
pub struct MarketStore {
    url: String,
    backend: Backend,
    /// The objects that a home received in files. They are read together with those of the market.
    received: Option<Folder>,
}

/// The URL of the store of the objects that a home received in files. It is the same in every
/// folder, since a home may be moved.
const RECEIVED: &str = "mail:";

/// Where the objects of a store are.
enum Backend {
    Folder(Folder),
    Remote(Box<Remote>),
}

impl Backend {
    fn contents(&self, folder: &str) -> std::result::Result<Contents, Fault> {
        match self {
            Self::Folder(store) => store.contents(folder),
            Self::Remote(store) => store.contents(folder),
        }
    }

    fn size(&self, name: &str) -> std::result::Result<u64, Fault> {
        match self {
            Self::Folder(store) => store.size(name),
            Self::Remote(store) => store.size(name),
        }
    }

    fn read(
        &self,
        name: &str,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> std::result::Result<Vec<u8>, Fault> {
        match self {
            Self::Folder(store) => store.read(name, limit, go_on),
            Self::Remote(store) => store.read(name, limit, go_on),
        }
    }

    fn write(&self, name: &str, bytes: &[u8], part: &str) -> std::result::Result<(), Fault> {
        match self {
            Self::Folder(store) => store.write(name, bytes, part),
            Self::Remote(store) => store.write(name, bytes, part),
        }
    }

    fn write_in_place(
        &self,
        name: &str,
        bytes: &[u8],
        part: &str,
    ) -> std::result::Result<(), Fault> {
        match self {
            Self::Folder(store) => store.write(name, bytes, part),
            Self::Remote(store) => store.write_in_place(name, bytes),
        }
    }

    fn remove(&self, name: &str) -> std::result::Result<(), Fault> {
        match self {
            Self::Folder(store) => store.remove(name),
            Self::Remote(store) => store.remove(name),
        }
    }
}

impl MarketStore {
    /// Opens a store without a key, and without creating its folder.
    ///
    /// The folder may be missing, for example if its disk is not mounted. Calls then fail until it
    /// exists. Nothing is sent to a server before the first call.
    ///
    /// # Errors
    /// `market-url` if the text is neither a path nor a market's URL.
    pub fn open(text: &str) -> Result<Self> {
        Ok(Self::open_with(&market_url(text)?, None))
    }

    /// Opens a store as a member, with the member's key if the market has keys.
    pub fn open_with(market: &MarketUrl, access: Option<&MarketAccess>) -> Self {
        Self::opened(market, access, false)
    }

    /// Opens a store to read it as somebody who may be no member. Without a key, an object that the
    /// server does not give to everybody counts as missing. A home must not use this for its own
    /// log.
    pub fn open_outside(market: &MarketUrl, access: Option<&MarketAccess>) -> Self {
        Self::opened(market, access, true)
    }

    fn opened(market: &MarketUrl, access: Option<&MarketAccess>, is_outside: bool) -> Self {
        let backend = match market.place() {
            Place::Folder(folder) => {
                let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
                Backend::Folder(Folder::new(&folder))
            }
            Place::Remote(address) => {
                Backend::Remote(Box::new(Remote::new(address, access, is_outside)))
            }
        };
        Self {
            url: market.as_str().to_owned(),
            backend,
            received: None,
        }
    }

    /// Opens the store of the objects that a home received in files. It is a folder of the home.
    /// Its files are for their owner alone. The folder need not exist: it has then no objects.
    pub fn received(folder: &Path) -> Self {
        Self {
            url: RECEIVED.to_owned(),
            backend: Backend::Folder(Folder::private(folder)),
            received: None,
        }
    }

    /// Returns the store with the listings, withdrawals and orders of [`MarketStore::received`] added
    /// to its own. A received object hides an object of its name on the market: it was verified, and
    /// other members cannot write it. Objects are written to the market only.
    #[must_use]
    pub fn with_received(mut self, folder: &Path) -> Self {
        self.received = Some(Folder::private(folder));
        self
    }

    /// Returns the folder of received objects if it may have an object of that name.
    fn received_as(&self, path: &str) -> Option<&Folder> {
        let folder = path.split('/').next().unwrap_or_default();
        let shown = [LISTINGS, WITHDRAWALS, ORDERS].contains(&folder);
        self.received.as_ref().filter(|_| shown)
    }

    /// Opens a store, which must exist if it is a folder. Nothing is sent to a server.
    ///
    /// # Errors
    /// `no-such-market` if the folder does not exist.
    pub fn open_existing(market: &MarketUrl, access: Option<&MarketAccess>) -> Result<Self> {
        if let Some(folder) = market.folder().filter(|folder| !folder.is_dir()) {
            return Err(Error::refused(
                ErrorCode::NoSuchMarket,
                MarketMessage::NoFolder {
                    folder: folder.to_owned(),
                },
            )
            .hint(MarketHint::CheckPathOrCreate));
        }
        Ok(Self::open_with(market, access))
    }

    /// Opens the store of a new home and creates its folder unless it exists.
    ///
    /// # Errors
    /// As [`MarketStore::open`]; I/O errors if the folder cannot be created.
    pub fn create(text: &str) -> Result<Self> {
        let market = market_url(text)?;
        if let Some(folder) = market.folder() {
            ensure_dir(folder)?;
        }
        let store = Self::open_with(&market, None);
        store.sign_post();
        Ok(store)
    }

    /// Creates the file that identifies a market's folder without objects and protects it from
    /// outputs. Errors are ignored.
    pub fn sign_post(&self) {
        if let Backend::Folder(folder) = &self.backend {
            let _ = folder.make(MARKET_FILE);
        }
    }

    /// Returns the market's folder, or `None` for a market on a server.
    pub fn folder(&self) -> Option<&Path> {
        match &self.backend {
            Backend::Folder(folder) => Some(folder.root()),
            Backend::Remote(_) => None,
        }
    }

    /// Returns the store's URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Checks that the store can be read and written: lists it, writes a file and removes it.
    ///
    /// # Errors
    /// `market`, `market-full` and the other errors of a market; `no-randomness`.
    pub fn probe(&self) -> Result<()> {
        self.list(LISTINGS)?;
        let name = format!("probe-{}", random_name()?);
        self.put_new(&name, &[])?;
        self.remove(&name)
    }

    /// Puts an object under a content address. An identical object there is left alone; a damaged
    /// one is replaced. A server is sent the object first, on the condition that it has none of
    /// that name, since most objects are new.
    ///
    /// # Errors
    /// `market`, `market-full` and the other errors of a market; `no-randomness`.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        if let Backend::Remote(remote) = &self.backend {
            let written = remote.write_new(checked(path)?, bytes, &random_name()?);
            if written.map_err(|fault| self.failed(MarketDoing::Write, path, fault))? {
                return Ok(());
            }
        }
        let there = self
            .backend
            .read(checked(path)?, bytes.len() as u64, &mut |_| true);
        if there.is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        self.put_new(path, bytes)
    }

    /// Puts an object under a name that only its writer knows or may write, without reading it
    /// before: one request. An object there is replaced.
    ///
    /// # Errors
    /// `market`, `market-full`; `market-entry` if the market does not take this object;
    /// `no-randomness`.
    pub fn put_new(&self, path: &str, bytes: &[u8]) -> Result<()> {
        self.backend
            .write(checked(path)?, bytes, &random_name()?)
            .map_err(|fault| self.failed(MarketDoing::Write, path, fault))
    }

    /// Puts an object as [`MarketStore::put_new`] does, if nobody is harmed by a part of it: no
    /// member reads it before another object names it, or its reader takes a part for a missing
    /// object. A WebDAV server may have a part of it until this call has succeeded, and needs one
    /// request less.
    ///
    /// # Errors
    /// As [`MarketStore::put_new`].
    pub fn put_unread(&self, path: &str, bytes: &[u8]) -> Result<()> {
        self.backend
            .write_in_place(checked(path)?, bytes, &random_name()?)
            .map_err(|fault| self.failed(MarketDoing::Write, path, fault))
    }

    /// Writes an object in place of the one there, whose content changes with time. It takes a
    /// server one request less than [`MarketStore::put`] for each object that is there.
    ///
    /// # Errors
    /// As [`MarketStore::put`].
    pub fn replace(&self, path: &str, bytes: &[u8]) -> Result<()> {
        match &self.backend {
            Backend::Folder(_) => self.put(path, bytes),
            Backend::Remote(_) => self.put_new(path, bytes),
        }
    }

    /// Returns the objects directly under a folder, by name; none if there is no such folder. Of a
    /// folder on a server with more than 100 000 entries, it returns some, and counts others as odd.
    ///
    /// # Errors
    /// `market` where the store cannot be reached.
    pub fn list(&self, folder: &str) -> Result<Listed> {
        Ok(Self::listed(folder, self.contents(folder)?))
    }

    /// Returns the objects directly under a folder as [`MarketStore::list`] does, and fails if it
    /// cannot return all of them.
    ///
    /// # Errors
    /// `market` if the store cannot be reached, or the folder has too many entries.
    pub fn list_all(&self, folder: &str) -> Result<Listed> {
        Ok(Self::listed(folder, self.all_contents(folder)?))
    }

    fn listed(folder: &str, contents: Contents) -> Listed {
        let Contents { files, odd, .. } = contents;
        let entries = files
            .into_iter()
            .map(|(name, size, version)| MarketEntry {
                path: format!("{folder}/{name}"),
                size,
                version,
            })
            .collect();
        Listed { entries, odd }
    }

    fn all_contents(&self, folder: &str) -> Result<Contents> {
        let contents = self.contents(folder)?;
        if contents.is_cut {
            let why = "the folder has too many objects".to_owned();
            return Err(self.failed(MarketDoing::List, folder, Trouble::Answer { why }.into()));
        }
        Ok(contents)
    }

    fn contents(&self, folder: &str) -> Result<Contents> {
        let failed = |fault| self.failed(MarketDoing::List, folder, fault);
        let mut contents = self.backend.contents(checked(folder)?).map_err(failed)?;
        if let Some(received) = self.received_as(folder) {
            let more = received.contents(folder).map_err(failed)?;
            let is_received =
                |name: &String| more.files.binary_search_by(|file| file.0.cmp(name)).is_ok();
            contents.files.retain(|(name, ..)| !is_received(name));
            contents.files.extend(more.files);
            contents.files.sort();
            contents.odd += more.odd;
        }
        Ok(contents)
    }

    /// Reads an object, the received one if there is one.
    fn read_object(
        &self,
        path: &str,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> std::result::Result<Vec<u8>, Fault> {
        match self
            .received_as(path)
            .map(|store| store.read(path, limit, go_on))
        {
            None | Some(Err(Fault::Missing)) => self.backend.read(path, limit, go_on),
            Some(received) => received,
        }
    }

    /// Reads an object of at most `limit` bytes.
    ///
    /// # Errors
    /// [`ReadError`]: the object is gone, too large or unreadable, or the store cannot be reached.
    pub fn get(&self, entry: &MarketEntry, limit: u64) -> std::result::Result<Vec<u8>, ReadError> {
        self.get_telling(entry, limit, &mut |_| Ok(()))
    }

    /// Reads an object as [`MarketStore::get`], calling `tell` with the number of bytes read, once
    /// a MiB. An error of `tell` ends the reading.
    ///
    /// # Errors
    /// The errors of [`MarketStore::get`], and that of `tell`.
    pub fn get_telling(
        &self,
        entry: &MarketEntry,
        limit: u64,
        tell: &mut dyn FnMut(u64) -> Result<()>,
    ) -> std::result::Result<Vec<u8>, ReadError> {
        self.fetch(&entry.path, limit, tell).and_then(|found| {
            found.ok_or_else(|| ReadError::Entry(unreadable(&entry.path, ObjectProblem::Gone)))
        })
    }

    fn fetch(
        &self,
        path: &str,
        limit: u64,
        tell: &mut dyn FnMut(u64) -> Result<()>,
    ) -> std::result::Result<Option<Vec<u8>>, ReadError> {
        let mut told = Ok(());
        let read = self.read_object(checked(path)?, limit, &mut |done| {
            told = tell(done);
            told.is_ok()
        });
        told?;
        match read {
            Ok(bytes) => Ok(Some(bytes)),
            Err(Fault::Missing) => Ok(None),
            Err(Fault::Stopped) => Err(ReadError::Market(stopped())),
            Err(Fault::Odd) => Err(ReadError::Entry(unreadable(
                path,
                ObjectProblem::NotOrdinary,
            ))),
            Err(Fault::TooLarge) => Err(too_large(path, limit)),
            Err(Fault::Io(error)) => Err(ReadError::Entry(unreadable(
                path,
                ObjectProblem::System {
                    why: error.to_string(),
                },
            ))),
            Err(fault @ (Fault::Away(_) | Fault::Server(_))) => Err(ReadError::Market(
                self.failed(MarketDoing::Read, path, fault),
            )),
        }
    }

    /// Reads an object of at most `limit` bytes by its name; returns `None` if there is none.
    ///
    /// # Errors
    /// [`ReadError`]: the object is too large or unreadable, or the store cannot be reached.
    pub fn read(&self, path: &str, limit: u64) -> std::result::Result<Option<Vec<u8>>, ReadError> {
        self.fetch(path, limit, &mut |_| Ok(()))
    }

    /// Returns whether there is an object of that name.
    ///
    /// # Errors
    /// `market` where the store cannot be reached.
    pub fn has(&self, path: &str) -> Result<bool> {
        Ok(self.size(path)?.is_some())
    }

    /// Returns the size of an object in bytes, if the object exists.
    ///
    /// # Errors
    /// `market` if the store cannot be reached.
    pub fn size(&self, path: &str) -> Result<Option<u64>> {
        match self.backend.size(checked(path)?) {
            Ok(size) => Ok(Some(size)),
            Err(Fault::Missing | Fault::Odd) => Ok(None),
            Err(fault) => Err(self.failed(MarketDoing::Read, path, fault)),
        }
    }

    /// Removes an object; a missing one is no error. A received object is removed, and not the one
    /// of its name on the market.
    ///
    /// # Errors
    /// `market` where the store cannot be reached.
    pub fn remove(&self, path: &str) -> Result<()> {
        if let Some(received) = self.received_as(path)
            && received.remove(checked(path)?).is_ok()
        {
            return Ok(());
        }
        match self.backend.remove(checked(path)?) {
            Ok(()) | Err(Fault::Missing) => Ok(()),
            Err(fault) => Err(self.failed(MarketDoing::Remove, path, fault)),
        }
    }

    /// Returns the folders directly under a folder, by their last names.
    ///
    /// # Errors
    /// As [`MarketStore::list_all`].
    pub fn folders(&self, folder: &str) -> Result<Vec<String>> {
        Ok(self.all_contents(folder)?.folders)
    }

    /// Returns the error of a server that did not do what it was asked.
    fn refused(&self, doing: MarketDoing, path: &str, trouble: Trouble) -> Error {
        let (path, market) = (path.to_owned(), self.url.clone());
        let (code, message, hint) = match trouble {
            Trouble::Offline { why } => (
                ErrorCode::MarketOffline,
                MarketMessage::Offline {
                    doing,
                    path,
                    market,
                    why,
                },
                MarketHint::CheckConnection,
            ),
            Trouble::Certificate(problem) => {
                let hint = hint_about(&problem);
                let message = MarketMessage::NotTrusted {
                    doing,
                    path,
                    market,
                    why: problem.into(),
                };
                (ErrorCode::MarketOffline, message, hint)
            }
            Trouble::Denied { answer } => {
                let message = MarketMessage::Denied {
                    doing,
                    path,
                    market,
                    answer,
                };
                return Error::failed(ErrorCode::MarketDenied, message)
                    .hint(Act::TestMarket.to(MarketHint::AskForAccess))
                    .hint(Act::JoinMarket.to(MarketHint::JoinAgain));
            }
            Trouble::Clock => (
                ErrorCode::MarketClock,
                MarketMessage::Clock {
                    doing,
                    path,
                    market,
                },
                MarketHint::SetClock,
            ),
            Trouble::Full => (
                ErrorCode::MarketFull,
                MarketMessage::NoRoom {
                    doing,
                    path,
                    market,
                },
                MarketHint::AskForRoom,
            ),
            Trouble::NoPlace => (
                ErrorCode::Market,
                MarketMessage::NoPlace { market },
                MarketHint::CheckAddress,
            ),
            Trouble::NotTaken { answer } if doing == MarketDoing::Write => (
                ErrorCode::MarketEntry,
                MarketMessage::NotTaken {
                    path,
                    market,
                    answer,
                },
                MarketHint::AskToTake,
            ),
            Trouble::NotTaken { answer } => (
                ErrorCode::Market,
                MarketMessage::Cannot {
                    doing,
                    path,
                    market,
                    why: format!("the server answered {answer}"),
                },
                MarketHint::CheckServer,
            ),
            Trouble::Answer { why } => (
                ErrorCode::Market,
                MarketMessage::Cannot {
                    doing,
                    path,
                    market,
                    why,
                },
                MarketHint::CheckServer,
            ),
        };
        Error::failed(code, message)
            .hint(hint)
            .hint(Act::Deliver.to(MarketHint::SendAgain))
    }

    fn failed(&self, doing: MarketDoing, path: &str, fault: Fault) -> Error {
        let is_away = matches!(fault, Fault::Away(_));
        let is_remote = matches!(self.backend, Backend::Remote(_));
        let error = match fault {
            Fault::Io(error) | Fault::Away(error) => error,
            Fault::Missing => io::Error::from(io::ErrorKind::NotFound),
            Fault::Odd => {
                return unreadable(path, ObjectProblem::OddPath);
            }
            Fault::Stopped => return stopped(),
            Fault::Server(trouble) => return self.refused(doing, path, trouble),
            // A write is not limited.
            Fault::TooLarge => io::Error::from(io::ErrorKind::Other),
        };
        let (path, market) = (path.to_owned(), self.url.clone());
        let (code, message, hint) = if error.kind() == io::ErrorKind::StorageFull {
            let message = MarketMessage::Full {
                doing,
                path,
                market,
            };
            (ErrorCode::MarketFull, message, MarketHint::MakeRoom)
        } else if is_remote {
            // A server has no I/O errors of its own: an object that was to be written is missing.
            let message = MarketMessage::NoPlace { market };
            (ErrorCode::Market, message, MarketHint::CheckAddress)
        } else if is_away && error.kind() == io::ErrorKind::NotFound {
            let message = MarketMessage::Missing { market };
            (ErrorCode::Market, message, MarketHint::CheckPath)
        } else {
            let message = MarketMessage::Cannot {
                doing,
                path,
                market,
                why: error.to_string(),
            };
            (ErrorCode::Market, message, MarketHint::CheckFolder)
        };
        Error::failed(code, message)
            .hint(hint)
            .hint(Act::Deliver.to(MarketHint::SendAgain))
    }
}

/// Returns the way out if a certificate is not valid.
fn hint_about(problem: &CertificateProblem) -> MarketHint {
    match problem {
        CertificateProblem::UnknownAuthority => MarketHint::TrustAuthority,
        CertificateProblem::Expired { .. } | CertificateProblem::NotYet { .. } => {
            MarketHint::RenewCertificate
        }
        CertificateProblem::OtherHost { .. } | CertificateProblem::NotThisHost { .. } => {
            MarketHint::CheckHost
        }
        CertificateProblem::NoAuthorities => MarketHint::InstallAuthorities,
        CertificateProblem::Other { .. } => MarketHint::CheckCertificate,
    }
}

/// Returns a random name for a file.
fn random_name() -> Result<String> {
    Ok(random_bytes::<16>()?
        .map(|byte| format!("{byte:02x}"))
        .concat())
}

/// Returns whether an error concerns one object that cannot be read or written, and tells nothing
/// about the others.
pub fn one_object(error: &Error) -> bool {
    error.code() == ErrorCode::MarketEntry
}

fn too_large(path: &str, limit: u64) -> ReadError {
    ReadError::TooLarge(TooLarge {
        path: path.to_owned(),
        limit,
    })
}

fn unreadable(path: &str, why: ObjectProblem) -> Error {
    Error::failed(
        ErrorCode::MarketEntry,
        MarketMessage::Unreadable {
            path: path.to_owned(),
            why: why.into(),
        },
    )
    .hint(MarketHint::LookAtObject)
}

fn checked(path: &str) -> Result<&str> {
    if is_name(path) {
        return Ok(path);
    }
    Err(Error::fault(MarketMessage::NotAName {
        path: path.to_owned(),
    }))
}

impl ObjectSource for MarketStore {
    type Error = Error;

    fn object(&self, name: &str, limit: u64) -> Result<ObjectRead<Error>> {
        match self.read(name, limit) {
            Ok(Some(bytes)) => Ok(ObjectRead::Bytes(bytes)),
            Ok(None) => Ok(ObjectRead::Missing),
            Err(ReadError::TooLarge(why)) => Ok(ObjectRead::TooLarge(Text::of(why))),
            Err(ReadError::Entry(error)) => Ok(ObjectRead::Unreadable(error)),
            Err(ReadError::Market(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{
        keys::Identity,
        market::{MarketLog, log_path},
        tiles::CHECKPOINT,
    };

    use super::*;

    /// Otherwise a mistyped path would create a new market and receive the sales.
    #[test]
    fn only_create_makes_a_missing_market_folder() {
        let dir = tempfile::tempdir().unwrap();
        let there = dir.path().join("market");
        let text = there.to_str().unwrap();
        let refused = MarketStore::open_existing(&text.parse().unwrap(), None);
        assert_eq!(refused.err().unwrap().code(), ErrorCode::NoSuchMarket);
        let store = MarketStore::open(text).unwrap();
        let missing = store.list("listings").err().unwrap();
        assert_eq!(missing.code(), ErrorCode::Market);
        assert!(
            missing
                .message()
                .ends_with("is missing: its folder does not exist.")
        );
        assert!(store.put_new("listings/one", b"1").is_err() && !there.exists());
        // The store works once the folder exists.
        std::fs::create_dir(&there).unwrap();
        store.put_new("listings/one", b"1").unwrap();
        std::fs::remove_dir_all(&there).unwrap();
        MarketStore::create(text).unwrap();
        assert!(there.join(MARKET_FILE).is_file());
    }

    /// Objects of other members must not hide received ones.
    #[test]
    fn received_objects_are_read_before_those_of_the_market_and_never_written() {
        let dir = tempfile::tempdir().unwrap();
        let [market, mail] = ["market", "mail"].map(|name| dir.path().join(name));
        let store = MarketStore::create(market.to_str().unwrap())
            .unwrap()
            .with_received(&mail);
        let names = |store: &MarketStore, folder: &str| -> Vec<String> {
            let entries = store.list(folder).unwrap().entries.into_iter();
            entries.map(|entry| entry.path).collect()
        };
        let read = |path: &str| store.read(path, 10).ok().flatten();
        store.put("orders/me/a.age", b"market").unwrap();
        assert_eq!(names(&store, "orders/me"), ["orders/me/a.age"]);
        // The folder need not exist.
        assert!(!mail.exists());
        std::fs::create_dir(&mail).unwrap();
        let received = MarketStore::received(&mail);
        for path in ["orders/me/a.age", "orders/me/b.age", "deliveries/me/c.age"] {
            received.put(path, b"mail").unwrap();
        }
        let both = ["orders/me/a.age", "orders/me/b.age"];
        assert_eq!(names(&store, "orders/me"), both);
        assert_eq!(read(both[0]).unwrap(), b"mail");
        // Deliveries and logs are those of one market each.
        assert!(names(&store, "deliveries/me").is_empty() && read("deliveries/me/c.age").is_none());
        store.put("orders/me/d.age", b"market").unwrap();
        assert!(!mail.join("orders/me/d.age").exists());
        for (left, path) in [(&b"market"[..], both[0]), (b"", both[0])] {
            store.remove(path).unwrap();
            assert_eq!(read(path).unwrap_or_default(), left);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &str| mail.join(path).metadata().unwrap().permissions().mode();
            assert_eq!(mode("orders/me") & 0o777, 0o700);
            assert_eq!(mode(both[1]) & 0o777, 0o600);
        }
    }

    #[test]
    fn no_name_leads_out_of_the_market() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("secret"), "own").unwrap();
        let store = MarketStore::create(dir.path().join("market").to_str().unwrap()).unwrap();
        for name in ["../secret", "listings/../../secret", "/secret", ""] {
            assert!(store.put_new(name, b"other").is_err(), "{name}");
            assert!(store.remove(name).is_err(), "{name}");
            assert!(!matches!(store.read(name, 10), Ok(Some(_))), "{name}");
        }
        assert_eq!(std::fs::read(dir.path().join("secret")).unwrap(), b"own");
    }

    /// The folder that the URL of another scheme names is not the market that it means.
    #[test]
    fn an_address_of_another_scheme_is_refused() {
        for (text, why) in [
            ("", "The address of the market is empty."),
            (
                "ftp://localhost/market",
                "The market 'ftp://localhost/market' is neither a folder nor an address that \
                 begins with s3:// or https://.",
            ),
            (
                "file://elsewhere/market",
                "The market 'file://elsewhere/market' is not a folder on this machine.",
            ),
        ] {
            let error = market_url(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::MarketUrl);
            assert_eq!(error.message(), why);
        }
    }

    /// A market that could not be listed would be taken for one without offers.
    #[test]
    fn a_folder_that_cannot_be_listed_is_no_market() {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        store.probe().unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        std::fs::write(dir.path().join("listings"), "").unwrap();
        assert_eq!(store.probe().unwrap_err().code(), ErrorCode::MarketEntry);
    }

    /// Whoever is told to make room does not look for a folder that is missing.
    #[test]
    fn a_full_disk_is_told_apart_from_a_market_that_is_away() {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        let failed = |fault| {
            let error = store.failed(MarketDoing::Write, "listings/one", fault);
            error.code()
        };
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        assert_eq!(failed(Fault::Io(full())), ErrorCode::MarketFull);
        assert_eq!(failed(Fault::Away(full())), ErrorCode::MarketFull);
        assert_eq!(failed(Fault::Missing), ErrorCode::Market);
    }

    /// What is there is not written again, so that its version stays; a damaged object is replaced.
    #[test]
    fn an_object_is_put_once() {
        use std::os::unix::fs::MetadataExt;
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        let file = dir.path().join("listings/one");
        let put = || {
            store.put("listings/one", b"12345").unwrap();
            std::fs::metadata(&file).unwrap().ino()
        };
        let first = put();
        assert_eq!(put(), first);
        for damaged in ["1234", "12346", "123456"] {
            std::fs::write(&file, damaged).unwrap();
            put();
            assert_eq!(std::fs::read(&file).unwrap(), b"12345", "{damaged}");
        }
    }

    #[test]
    fn an_object_is_read_up_to_its_limit() {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        store.put_new("listings/one", b"12345").unwrap();
        let entry = store.list("listings").unwrap().entries.remove(0);
        assert!(matches!(store.get(&entry, 5), Ok(bytes) if bytes == b"12345"));
        // Also where it has grown since it was listed.
        let shorter = MarketEntry {
            size: 4,
            ..entry.clone()
        };
        for there in [&entry, &shorter] {
            let read = store.get(there, 4);
            assert!(
                matches!(read, Err(ReadError::TooLarge(_))),
                "{}",
                there.size
            );
        }
    }

    /// One object that cannot be read says nothing of the others; a market that is away says
    /// nothing at all.
    #[test]
    fn a_checkpoint_that_cannot_be_read_is_told_apart_from_a_market_that_is_away() {
        let dir = tempfile::tempdir().unwrap();
        let market = dir.path().join("market");
        let store = MarketStore::create(market.to_str().unwrap()).unwrap();
        let owner = Identity::from_bytes(&[1; 32]).kid();
        let log = MarketLog {
            store: &store,
            owner,
        };
        let missing = log.note().unwrap().unwrap_err();
        assert!(
            missing.to_string().ends_with("is not on the market"),
            "{missing}"
        );
        std::fs::create_dir_all(market.join(log_path(&owner, CHECKPOINT))).unwrap();
        let odd = log.note().unwrap().unwrap_err();
        assert!(
            odd.to_string().ends_with("is not an ordinary file"),
            "{odd}"
        );
        // To its own home it may be anything.
        let error = log.found().unwrap_err();
        assert_eq!(error.code(), ErrorCode::MarketEntry);
        assert!(one_object(&error));
        std::fs::remove_dir_all(&market).unwrap();
        for error in [log.note().unwrap_err(), log.found().unwrap_err()] {
            assert_eq!(error.code(), ErrorCode::Market);
            assert!(!one_object(&error));
        }
    }
}
