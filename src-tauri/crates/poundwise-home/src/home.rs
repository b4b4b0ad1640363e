//! A home: the folder with the identity, data and books of one person or institution.
//!
//! ```text
//! key.age            the vault key (age X25519) under the passphrase (age scrypt)
//! key.N.age          the next one, while everything is encrypted for it (see keys.rs)
//! poundwise.db       SQLite: documents, ledger, log, settings; secrets as age ciphertexts
//! datasets/*.age     imported tables, Parquet inside age
//! mail/              objects that were received in files, by their names on a market
//! exports/           the folder that the window suggests for files to pass on
//! lock               held by the one program that has the home open, which writes its name and
//!                    process id there; touched by another one to make it come forward
//! ```
//!
//! Where the file system has modes, the folders have 0700 and the files 0600, and opening a home
//! sets these.

pub mod keys;

use std::{
    cell::RefCell,
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use poundwise_documents::{
    jws::{JwsError, Signed},
    keys::Identity,
    kinds::{Availability, Payload},
    log::Hash,
    units::{DocumentId, MicroEpsilon, Timestamp},
};

use crate::{
    availability::Statements,
    catalogue::{Budget, MarketMemory, Seen},
    clock::{Clock, SystemClock, timestamp},
    clock_check::ClockState,
    error::{Doing, Error, ErrorCode, ErrorPlace, Result, io_error},
    exchange::{MarketFile, MarketStore, market_url},
    files::{read_file, sweep_parts, write_own_file},
    hint::Act,
    holder::{LOCK_FILE, Lock, lock},
    home::keys::{remember_earlier, remove_strange_tables, settle_keys},
    intake::LeftOver,
    mark::{Mark, MarkFile},
    member::{access_to, stored_market},
    messages::{DamageMessage, Encrypted, KeyHint, KeyMessage, OpeningHint, OpeningMessage},
    names::HomeName,
    own_log::{ForeignCopies, OwnLogSeen},
    private::{make_all_private, make_private, private_dir},
    random::{random_bytes, system_random},
    store::{Reading, SecretName, Setting, Store, Writing, damaged},
    text_error::{not_signable, unsignable},
    turn::{Sends, Turn},
    vault::{KEY_FILE, Passphrase, RecoveryKey, Vault},
    view::{Delivered, HomeChecked, HomeView, LeftOut, LogStanding},
    work::Work,
};

pub use crate::reserved::{DATASETS, DB_FILE, EXPORTS, MAIL};

/// Size limit of a key file in bytes. It is an age file of a few hundred bytes.
pub const KEY_FILE_LIMIT: u64 = 64 * 1024;

/// Options to create or open a home.
#[derive(Clone)]
pub struct HomeOptions {
    /// The market's URL or folder. The folder is created for a new home only. `None` means the
    /// platform's default for a new home, and the stored market for an existing one.
    pub market: Option<String>,
    /// The invitation with which a new home joins its market. An existing home ignores it.
    pub member: Option<MarketFile>,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Whether the owner confirms that the clock is right. [`Context::check_clock`] then succeeds
    /// even if documents contradict the clock.
    pub clock_is_right: bool,
    /// log2 of scrypt's N for `key.age`, 18 where none is given; only tests and throwaway homes set
    /// it.
    pub work_factor: Option<u8>,
    /// Name of the program that opens the home, for other programs that want to open it: "the app".
    pub program: &'static str,
    /// Who sends what a command committed.
    pub sends: Sends,
    /// The folder of the marks, which state how far the ledger of each key has reached on this
    /// machine ([`crate::mark::default_state_dir`]). Without one no mark is kept, and a sale needs
    /// the market.
    pub state: Option<PathBuf>,
}

impl Default for HomeOptions {
    fn default() -> Self {
        Self {
            market: None,
            member: None,
            clock: Arc::new(SystemClock),
            clock_is_right: false,
            work_factor: None,
            program: "another program",
            sends: Sends::AtOnce,
            state: None,
        }
    }
}

/// Returns the platform's folder for this program's home, if the platform has one.
pub fn default_home_dir() -> Option<PathBuf> {
    dirs::data_dir().map(|d| d.join("poundwise").join("home"))
}

/// Returns the platform's default market: a folder beside the home.
pub fn default_market_url() -> Option<String> {
    let folder = dirs::data_dir()?.join("poundwise").join("market");
    market_url(&folder.to_string_lossy())
        .ok()
        .map(|market| market.as_str().to_owned())
}

/// Returns the folder of a market that is given as a URL or as a folder's path; `None` for a market
/// on a server.
///
/// # Errors
/// `market-url`.
pub fn market_folder(market: &str) -> Result<Option<PathBuf>> {
    market_url(market).map(|market| market.folder().map(Path::to_owned))
}

/// The parts of an open home, on which its owner's roles work. A [`Home`] gives shells none of
/// them.
pub struct Context {
    /// The home's folder.
    pub dir: PathBuf,
    /// Name that the owner gave it.
    pub name: String,
    /// Signing key. Shared with long-running work.
    pub identity: Arc<Identity>,
    /// The vault. Shared with long-running work.
    pub vault: Arc<Vault>,
    /// Database.
    pub db: Store,
    /// The market. Shared with long-running work.
    pub store: Arc<MarketStore>,
    /// The objects that were received in files. Shared with long-running work.
    pub mail: Arc<MarketStore>,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Times read from the clock, and whether the owner confirmed it.
    pub clock_state: ClockState,
    /// File that states how far this home's log has reached, as this machine knows it.
    pub mark: MarkFile,
    /// What is known of the market. Shared with long-running work.
    pub market_memory: Arc<MarketMemory>,
    /// Limits of what is read and kept of a market.
    pub budget: Budget,
    /// The market as it was read, and a listing of it, while [`Home::seeing`] lasts.
    pub seen: RefCell<Option<Seen>>,
    /// The newest statements of availability; `None` until they are read.
    pub statements: RefCell<Option<Statements>>,
    /// This home's own statement, by its number in the outbox.
    pub own_statement: RefCell<Option<(u64, Arc<Signed<Availability>>)>>,
    /// Ceiling and smallest increment of this home's listings that were read.
    pub levels_sold: RefCell<HashMap<DocumentId, (MicroEpsilon, MicroEpsilon)>>,
    /// Objects that the last polls left out.
    pub left_out: RefCell<LeftOut>,
    /// Orders that were opened and stay on the market.
    pub left_over: RefCell<LeftOver>,
    /// Why the market is not read, while [`Home::without_market`] lasts.
    pub(crate) away: RefCell<Option<Error>>,
    /// This home's own log on the market as it was read, while [`Home::knowing`] lasts.
    pub(crate) own_log_seen: RefCell<Option<OwnLogSeen>>,
    /// The last reading of the own log, for the next sending.
    pub(crate) own_log_read: RefCell<Option<OwnLogSeen>>,
    /// The foreign objects among the own copies on the market. Shared with long-running work.
    pub(crate) foreign: ForeignCopies,
    /// The turn of whoever sends.
    pub(crate) turn: Arc<Turn>,
    /// Who sends what was committed.
    pub(crate) sends: Sends,
}

/// An open, unlocked home. It holds the exclusive lock of its folder while it exists.
pub struct Home {
    pub(crate) context: Context,
    pub(crate) work_factor: Option<u8>,
    /// Held until the home is dropped.
    _lock: Lock,
}

/// Access to an open home for the crates that build on this one.
pub trait Inside {
    /// Returns the home's parts.
    fn inside(&self) -> &Context;
}

impl Inside for Home {
    fn inside(&self) -> &Context {
        &self.context
    }
}

impl Home {
    /// Returns whether there is a home in `dir`.
    pub fn exists(dir: &Path) -> bool {
        dir.join(KEY_FILE).exists()
    }

    /// Creates a home: vault key, identity, database. The recovery key is returned here and never
    /// again.
    ///
    /// # Errors
    /// `home-exists` if there is a home; `not-empty` if the folder holds other files;
    /// `empty-passphrase`, `short-passphrase` or `recovery-key-as-passphrase`; `no-market` or
    /// `market-url`; `mark-unwritable`; I/O errors. On an error nothing is left behind.
    pub fn create(
        dir: &Path,
        name: &HomeName,
        passphrase: &Passphrase,
        options: &HomeOptions,
    ) -> Result<(Self, RecoveryKey)> {
        let name = name.as_str();
        if Self::exists(dir) {
            return Err(Error::refused(
                ErrorCode::HomeExists,
                OpeningMessage::HomeExists {
                    folder: dir.to_owned(),
                },
            )
            .hint(OpeningHint::OpenOrChooseFolder));
        }
        if fs::read_dir(dir)
            .is_ok_and(|mut d| d.any(|entry| entry.is_ok_and(|e| e.file_name() != LOCK_FILE)))
        {
            return Err(Error::refused(
                ErrorCode::NotEmpty,
                OpeningMessage::NotEmpty {
                    folder: dir.to_owned(),
                },
            )
            .hint(OpeningHint::ChooseEmptyFolder));
        }
        let market = match (&options.member, &options.market) {
            (Some(member), _) => member.url().as_str().to_owned(),
            (None, Some(text)) => text.clone(),
            (None, None) => default_market_url().ok_or_else(|| {
                Error::usage(ErrorCode::NoMarket, OpeningMessage::NoDefaultMarket)
                    .hint(OpeningHint::GiveMarket)
            })?,
        };
        let store = match &options.member {
            Some(member) => MarketStore::open_with(member.url(), member.access()),
            None => MarketStore::create(&market)?,
        };
        let vault = Vault::generate();
        let key_age = vault.lock(passphrase, options.work_factor)?;
        let existed = dir.exists();
        let made = Self::fill(dir, name, &vault, &key_age, store.url(), options);
        let (dir, identity, db, lock, mark) = match made {
            Ok(parts) => parts,
            Err(error) => {
                // The folder was empty or absent before, so this call made everything in it.
                for file in [
                    KEY_FILE,
                    DB_FILE,
                    "poundwise.db-wal",
                    "poundwise.db-shm",
                    LOCK_FILE,
                ] {
                    let _ = fs::remove_file(dir.join(file));
                }
                let _ = fs::remove_dir(dir.join(DATASETS));
                if !existed {
                    let _ = fs::remove_dir(dir);
                }
                return Err(error);
            }
        };
        let recovery = vault.recovery_key();
        let mail = dir.join(MAIL);
        let store = store.with_received(&mail);
        let vault = Arc::new(vault);
        let market_memory = MarketMemory::of(&dir, &vault, &store);
        let home = Self {
            context: Context {
                dir,
                name: name.to_owned(),
                identity: Arc::new(identity),
                vault,
                db,
                store: Arc::new(store),
                mail: Arc::new(MarketStore::received(&mail)),
                clock: options.clock.clone(),
                clock_state: ClockState::new(options.clock_is_right),
                mark,
                market_memory,
                budget: Budget::MARKET,
                seen: RefCell::default(),
                statements: RefCell::default(),
                own_statement: RefCell::default(),
                levels_sold: RefCell::default(),
                left_out: RefCell::default(),
                left_over: RefCell::default(),
                away: RefCell::default(),
                own_log_seen: RefCell::default(),
                own_log_read: RefCell::default(),
                foreign: ForeignCopies::default(),
                turn: Arc::default(),
                sends: options.sends,
            },
            work_factor: options.work_factor,
            _lock: lock,
        };
        Ok((home, recovery))
    }

    fn fill(
        dir: &Path,
        name: &str,
        vault: &Vault,
        key_age: &[u8],
        market: &str,
        options: &HomeOptions,
    ) -> Result<(PathBuf, Identity, Store, Lock, MarkFile)> {
        let dir = private_dir(dir)?;
        let lock = lock(&dir, options.program)?;
        private_dir(&dir.join(DATASETS))?;
        let mut db = Store::create(&dir.join(DB_FILE))?;
        let identity = Identity::generate(&mut system_random()?);
        let key = vault.home_key()?;
        db.unlock_new(&key, &identity.public_key())?;
        let sealed = vault.encrypt_named(SecretName::Identity, identity.to_bytes().as_slice())?;
        let writing = db.begin()?;
        writing.insert_secret(SecretName::Identity, &sealed)?;
        let digests = zeroize::Zeroizing::new(random_bytes::<32>()?);
        let digests = vault.encrypt_named(SecretName::TableDigests, digests.as_slice())?;
        writing.insert_secret(SecretName::TableDigests, &digests)?;
        if let Some(member) = &options.member {
            let name = SecretName::MarketKey;
            let sealed = vault.encrypt_named(name, &member.to_bytes()?)?;
            writing.insert_secret(name, &sealed)?;
        }
        writing.note(Setting::Name, name)?;
        writing.note(Setting::Market, market)?;
        writing.commit()?;
        // Nothing was ever sold under this key.
        let mark = MarkFile::new(options.state.clone(), &identity)?;
        mark.write(Mark {
            size: 0,
            root: Hash::empty_root(),
            epoch: db.read().epoch()?,
            ended: false,
        })?;
        // Last, as this file makes the folder a home.
        write_own_file(&dir.join(KEY_FILE), key_age)?;
        Ok((dir, identity, db, lock, mark))
    }

    /// Opens a home with its passphrase or its recovery key.
    ///
    /// # Errors
    /// `no-home`; `in-use` if another program has it open; `wrong-passphrase`,
    /// `wrong-recovery-key`; `read-only`; `newer-home` and `older-home`; `home-damaged`;
    /// `no-such-market` if `options` names a market that does not exist; I/O errors.
    pub fn open(dir: &Path, passphrase: &Passphrase, options: &HomeOptions) -> Result<Self> {
        if !Self::exists(dir) {
            return Err(Error::refused(
                ErrorCode::NoHome,
                OpeningMessage::NoHome {
                    folder: dir.to_owned(),
                },
            )
            .hint(Act::Init.to(OpeningHint::CreateHome))
            .at(ErrorPlace::of_path(dir)));
        }
        let dir = dir
            .canonicalize()
            .map_err(|e| io_error(dir, Doing::Open, &e))?;
        let lock = lock(&dir, options.program)?;
        close_to_others(&dir);
        settle_keys(&dir)?;
        let key_file = dir.join(KEY_FILE);
        let key_age = read_file(&key_file, KEY_FILE_LIMIT)?;
        let mut vault = Vault::unlock(&key_age, passphrase, &key_file.display().to_string())?;
        let mut db = Store::open(&dir.join(DB_FILE))?;
        let sealed = db
            .locked_secret(SecretName::Identity)?
            .ok_or_else(|| damaged(DamageMessage::IdentityMissing))?;
        let identity = Encrypted::Secret(SecretName::Identity);
        let opened = vault.decrypt(&sealed, identity).map_err(|_| {
            if !passphrase.is_recovery_key() {
                // The passphrase opened key.age.
                return damaged(DamageMessage::KeyOfAnotherHome);
            }
            Error::refused(
                ErrorCode::WrongRecoveryKey,
                KeyMessage::RecoveryKeyOfAnotherHome {
                    folder: dir.clone(),
                },
            )
            .hint(KeyHint::KeyOfThisHome)
        })?;
        drop(opened);
        let secret = vault.decrypt_named(SecretName::Identity, &sealed)?;
        let secret: &[u8; 32] = secret
            .as_slice()
            .try_into()
            .map_err(|_| damaged(DamageMessage::IdentityMissing))?;
        let identity = Identity::from_bytes(secret);
        let key = vault.home_key()?;
        db.unlock(&key, &identity.public_key())?;
        remember_earlier(&mut vault, &db.read())?;
        let name = db
            .read()
            .setting(Setting::Name)?
            .ok_or_else(|| damaged(DamageMessage::NameMissing))?;
        // The stored market may be missing, but a market named in the options must exist.
        let member = stored_market(&vault, &db.read())?;
        let store = match &options.market {
            Some(text) => {
                let market = market_url(text)?;
                MarketStore::open_existing(&market, access_to(member.as_ref(), &market))?
            }
            None => {
                let market = db.read().setting(Setting::Market)?;
                let market =
                    market_url(&market.ok_or_else(|| damaged(DamageMessage::MarketMissing))?)?;
                MarketStore::open_with(&market, access_to(member.as_ref(), &market))
            }
        };
        let mail = dir.join(MAIL);
        let store = store.with_received(&mail);
        let mark = MarkFile::new(options.state.clone(), &identity)?;
        mark.close_to_others();
        for folder in [dir.clone(), dir.join(DATASETS), dir.join(EXPORTS)] {
            sweep_parts(&folder);
        }
        // A table that was sealed or removed, or whose import was interrupted, and whose file could
        // not be removed then. A folder that cannot be read must not keep the home from opening;
        // the next opening tries again.
        let _ = remove_strange_tables(&dir, &db.read());
        // A damaged mark is reported by the operations that need it.
        if let Some(there) = mark.read()?.valid()
            && there.epoch > db.read().epoch()?
        {
            db.read().hold_epoch(true)?;
        }
        let vault = Arc::new(vault);
        let market_memory = MarketMemory::of(&dir, &vault, &store);
        let home = Self {
            context: Context {
                dir,
                name,
                mark,
                identity: Arc::new(identity),
                vault,
                db,
                store: Arc::new(store),
                mail: Arc::new(MarketStore::received(&mail)),
                clock: options.clock.clone(),
                clock_state: ClockState::new(options.clock_is_right),
                market_memory,
                budget: Budget::MARKET,
                seen: RefCell::default(),
                statements: RefCell::default(),
                own_statement: RefCell::default(),
                levels_sold: RefCell::default(),
                left_out: RefCell::default(),
                left_over: RefCell::default(),
                away: RefCell::default(),
                own_log_seen: RefCell::default(),
                own_log_read: RefCell::default(),
                foreign: ForeignCopies::default(),
                turn: Arc::default(),
                sends: options.sends,
            },
            work_factor: options.work_factor,
            _lock: lock,
        };
        if home.context.db.has_whole_hashes() {
            // A damaged table must not keep the home from opening: its use is an error.
            let _ = home.context.replace_whole_hashes();
        }
        Ok(home)
    }

    /// Checks that the home's folder is where it was opened.
    ///
    /// # Errors
    /// `home-moved`.
    pub fn check_place(&self) -> Result<()> {
        self.context.check_place()
    }

    /// Records that the owner confirmed the machine's clock. The record lasts until this home is
    /// closed.
    pub fn confirm_clock(&self) {
        self.context.clock_state.confirm();
    }

    /// Returns the home's identity, folder and market.
    pub fn view(&self) -> HomeView {
        self.context.view()
    }

    /// Returns the folder that is suggested for exports; it need not exist yet.
    pub fn exports(&self) -> PathBuf {
        self.context.exports()
    }

    /// Returns a full path for a file of that name in the home's `exports` folder, which is created
    /// if it is missing.
    pub fn suggest_file(&self, name: &str) -> Result<PathBuf> {
        self.context.suggest_file(name)
    }

    /// Publishes the new entries of the log, sends the outbox to the market, and repairs the
    /// market.
    ///
    /// # Errors
    /// As [`Context::deliver`].
    pub fn deliver(&self) -> Result<Delivered> {
        self.context.deliver()
    }

    /// Returns the number of documents that wait to be sent; the log counts as one while the market
    /// does not have all of it.
    ///
    /// # Errors
    /// The database's errors.
    pub fn undelivered(&self) -> Result<u64> {
        self.context.undelivered()
    }

    /// Returns whether this home may sell, and why not.
    ///
    /// # Errors
    /// As [`Context::log_standing`].
    pub fn log_standing(&self) -> Result<LogStanding> {
        self.context.log_standing()
    }

    /// Returns the objects that the last polls of the market, the orders and the deliveries left
    /// out.
    pub fn left_out(&self) -> LeftOut {
        self.context.left_out.borrow().clone()
    }

    /// Opens and verifies everything in the home: each row, document, entry, table and secret.
    /// Cost: one pass over everything.
    ///
    /// # Errors
    /// As [`Context::check`].
    pub fn check(&self) -> Result<HomeChecked> {
        self.check_with(&Work::silent())
    }

    /// Checks the home as [`Home::check`], reporting progress in bytes of the home's files.
    ///
    /// # Errors
    /// As [`Home::check`]; `stopped`.
    pub fn check_with(&self, work: &Work<'_>) -> Result<HomeChecked> {
        self.context.check(work)
    }
}

impl Context {
    /// Refuses work that was begun under another key: in another home, or before the recovery key
    /// was changed. This home could not read what is encrypted for that key.
    ///
    /// # Errors
    /// `other-home`.
    pub fn check_begun_here(&self, vault: &Vault) -> Result<()> {
        if vault.recipient() == self.vault.recipient() {
            return Ok(());
        }
        Err(
            Error::refused(ErrorCode::OtherHome, OpeningMessage::OtherHome)
                .hint(OpeningHint::BeginAgain),
        )
    }

    /// Checks that the home's folder is where it was opened: before anything is written into it.
    ///
    /// # Errors
    /// `home-moved`.
    pub fn check_place(&self) -> Result<()> {
        self.db.check_place()
    }

    /// Returns the home's identity, folder and market.
    pub fn view(&self) -> HomeView {
        HomeView {
            name: self.name.clone(),
            kid: self.identity.kid(),
            recipient: self.vault.recipient(),
            dir: self.dir.display().to_string(),
            market: self.store.url().to_owned(),
        }
    }

    /// Returns the folder that is suggested for exports; it need not exist yet.
    pub fn exports(&self) -> PathBuf {
        self.dir.join(EXPORTS)
    }

    /// Returns the folder that is suggested for exports, which is created if it is missing.
    ///
    /// # Errors
    /// `home-moved`; I/O errors.
    pub fn make_exports(&self) -> Result<PathBuf> {
        self.check_place()?;
        private_dir(&self.exports())
    }

    /// Returns a full path for a file of that name in the home's `exports` folder, which is created
    /// if it is missing. Characters other than letters, digits, `-`, `_` and `.` become `-`.
    ///
    /// # Errors
    /// As [`Context::make_exports`].
    pub fn suggest_file(&self, name: &str) -> Result<PathBuf> {
        let safe: String = name
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || "-_.".contains(c) {
                    c
                } else {
                    '-'
                }
            })
            .collect();
        let safe = safe.trim_matches(['.', '-']);
        Ok(self
            .make_exports()?
            .join(if safe.is_empty() { "export" } else { safe }))
    }

    /// Trades on another market from now on.
    pub(crate) fn trade_on(&mut self, store: MarketStore) {
        self.store = Arc::new(store.with_received(&self.dir.join(MAIL)));
    }

    /// Returns the current time as documents state it.
    ///
    /// # Errors
    /// `clock` if documents cannot state the time.
    pub fn now(&self) -> Result<Timestamp> {
        let now = timestamp(self.clock.as_ref())?;
        self.clock_state.keep(now);
        Ok(now)
    }

    /// Returns the time that decides which orders have expired.
    ///
    /// This is the time of the last scan of the orders on the market. Orders shown as pending
    /// therefore stay pending until the next scan. Before the first scan it is the current time.
    ///
    /// # Errors
    /// As [`Context::now`].
    pub fn order_time(&self) -> Result<Timestamp> {
        self.clock_state.last_look().map_or_else(|| self.now(), Ok)
    }

    /// Checks the time read last against the newest documents, before a signature.
    ///
    /// # Errors
    /// `clock`; `clock-doubtful` if the time contradicts the newest documents and the owner has not
    /// confirmed the clock.
    pub fn check_clock(&self) -> Result<()> {
        let now = match self.clock_state.last() {
            Some(last) => last,
            None => self.now()?,
        };
        self.clock_state.check(now, || self.read().newest_times())
    }

    /// Signs a document as this home.
    ///
    /// # Errors
    /// As [`Context::check_clock`]; a usage error if the document violates its own rules.
    pub fn sign<T: Payload>(&self, payload: T) -> Result<Signed<T>> {
        self.check_clock()?;
        Signed::sign(&self.identity, payload).map_err(|e| match e {
            JwsError::Invalid { error, .. } => unsignable(&error),
            e => not_signable(&e),
        })
    }

    /// Returns the database for reading.
    pub fn read(&self) -> Reading<'_> {
        self.db.read()
    }

    /// Commits a transaction. If it changed authenticated data, also writes the mark, which reveals
    /// an older copy of the home. A mark that cannot be written now is written by the next command.
    ///
    /// # Errors
    /// The database's errors; then nothing was changed.
    pub fn commit(&self, writing: Writing<'_>) -> Result<()> {
        if writing.commit()? {
            self.remember();
        }
        Ok(())
    }

    /// Commits a transaction as [`Context::commit`], without the mark: the command itself writes
    /// it, before it sends or after many transactions.
    pub fn commit_one_of_many(&self, writing: Writing<'_>) -> Result<bool> {
        writing.commit()
    }

    /// Writes the mark, if there is one that is not ahead and it can be written.
    pub fn remember(&self) {
        let _ = self.bring_mark_forward();
    }
}

/// Removes other users' permissions for the parts of a home, which an earlier program, a copy or a
/// restored backup may have left open. Other files in the folder are not the home's.
fn close_to_others(dir: &Path) {
    for folder in [DATASETS, EXPORTS, MAIL] {
        make_all_private(&dir.join(folder));
    }
    for file in [KEY_FILE, DB_FILE, "poundwise.db-wal", "poundwise.db-shm"] {
        make_private(&dir.join(file));
    }
}
