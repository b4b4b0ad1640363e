//! The vault key: one age X25519 identity, kept under the passphrase in `key.age`, that decrypts
//! every secret of a home. The format is that of age (C2SP age), so that `age` decrypts all of it
//! without this program. Sealed values of rows are under a key derived from it (`store/sealed.rs`).
//!
//! A home whose recovery key was changed keeps the earlier keys (secrets `vault-key/1`,
//! `vault-key/2`, ..., oldest first, each the text of an age identity) for what others encrypted
//! for them. Its own secrets are under the newest key.
//!
//! Methods that encrypt: `no-randomness`, and an `internal` fault of the cipher.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, Read, Seek},
    iter,
    path::Path,
    str::FromStr,
};

use age::secrecy::{ExposeSecret, SecretString};
use hkdf::Hkdf;
use poundwise_words::{Language, Localize};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::{
    error::{Doing, Error, ErrorCode, ErrorPlace, NewFileFault, Result, io_error},
    files::{Exported, write_file},
    hint::without_stop,
    messages::{
        DamageHint, DamageMessage, Encrypted, EncryptedName, HeaderFault, KeyHint, KeyMessage,
        Typed, key_not_derived, not_encrypted,
    },
    private::is_private,
    reserved::resolved,
    store::{SecretName, damaged},
    verdict::InputVerdict,
};

pub use crate::reserved::KEY_FILE;

/// Label of the key that authenticates a home (HKDF info).
const HOME_LABEL: &[u8] = b"poundwise-home-authentication-v1";

/// The fewest characters of a passphrase; shorter ones can be guessed by anybody who has the
/// folder. NIST SP 800-63B asks for at least 8 where something else slows guessing down; here only
/// scrypt does.
pub const SHORTEST_PASSPHRASE: usize = 12;

/// The longest header of an age file that is read, in bytes. One recipient takes some 200 bytes;
/// `age` adds a meaningless stanza of up to 300, and a passphrase takes 100.
pub(crate) const LONGEST_HEADER: usize = 4 << 10;
/// The most bytes that encryption adds to a text of at most 64 KiB: header, the nonce after it, and
/// the tag of its one chunk (C2SP age, "Payload").
pub const MOST_ADDED: usize = LONGEST_HEADER + 16 + 16;
/// The most recipients of one age file.
pub(crate) const MOST_STANZAS: usize = 16;

/// The longest key file that is read, in bytes.
const LONGEST_KEY_FILE: usize = 4 << 10;

/// A passphrase as typed. It is zeroized when dropped, and never shown.
pub struct Passphrase(SecretString);

impl From<String> for Passphrase {
    fn from(text: String) -> Self {
        Self(SecretString::from(text))
    }
}

impl From<RecoveryKey> for Passphrase {
    fn from(key: RecoveryKey) -> Self {
        Self(key.0)
    }
}

impl Passphrase {
    /// Returns whether the text is a recovery key, typed in place of a passphrase.
    pub fn is_recovery_key(&self) -> bool {
        age::x25519::Identity::from_str(self.0.expose_secret().trim()).is_ok()
    }

    /// Checks that the passphrase may protect a home.
    fn check_new(&self) -> Result<()> {
        let text = self.0.expose_secret();
        let advice = KeyHint::ChoosePassphrase;
        if text.is_empty() {
            let message = KeyMessage::EmptyPassphrase;
            return Err(Error::usage(ErrorCode::EmptyPassphrase, message).hint(advice));
        }
        if text.chars().count() < SHORTEST_PASSPHRASE {
            return Err(Error::usage(
                ErrorCode::ShortPassphrase,
                KeyMessage::ShortPassphrase {
                    least: SHORTEST_PASSPHRASE,
                },
            )
            .hint(advice));
        }
        if self.is_recovery_key() {
            return Err(Error::usage(
                ErrorCode::RecoveryKeyAsPassphrase,
                KeyMessage::RecoveryKeyAsPassphrase,
            )
            .hint(advice));
        }
        Ok(())
    }
}

/// The vault key as text (`AGE-SECRET-KEY-1...`), to be printed or saved when a home is created.
pub struct RecoveryKey(SecretString);

impl RecoveryKey {
    /// Returns the text. Show it once; store it nowhere.
    pub fn reveal(&self) -> &str {
        self.0.expose_secret()
    }

    /// Reads a recovery key from its text.
    ///
    /// # Errors
    /// `no-recovery-key` for anything else.
    pub fn from_text(text: String) -> Result<Self> {
        let text = SecretString::from(text);
        match age::x25519::Identity::from_str(text.expose_secret().trim()) {
            Ok(identity) => Ok(Self(identity.to_string())),
            Err(_) => Err(
                Error::usage(ErrorCode::NoRecoveryKey, KeyMessage::NotARecoveryKey)
                    .hint(KeyHint::RecoveryKeyBegins),
            ),
        }
    }

    /// Reads a recovery key from a file as [`Self::save`] writes it: one key, and lines that begin
    /// with `#`. The file may be a pipe.
    ///
    /// # Errors
    /// `key-file-not-private` if another user can read the file or owns it; `no-recovery-key` if it
    /// has no key, or anything else; I/O errors.
    pub fn read(path: &Path) -> Result<Self> {
        let failed = |e: io::Error| io_error(path, Doing::Read, &e);
        let file = File::open(path).map_err(failed)?;
        if !is_private(&file.metadata().map_err(failed)?) {
            return Err(Error::refused(
                ErrorCode::KeyFileNotPrivate,
                KeyMessage::KeyFileNotPrivate {
                    file: path.to_owned(),
                },
            )
            .hint(KeyHint::MakeKeyFilePrivate));
        }
        let mut text = Zeroizing::new(String::with_capacity(LONGEST_KEY_FILE));
        file.take(LONGEST_KEY_FILE as u64)
            .read_to_string(&mut text)
            .map_err(failed)?;
        let lines = text.lines().map(str::trim);
        let mut keys = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        match (keys.next(), keys.next()) {
            (Some(key), None) => Self::from_text(key.to_owned()),
            _ => Err(Error::usage(
                ErrorCode::NoRecoveryKey,
                KeyMessage::NotOneKey {
                    file: path.to_owned(),
                },
            )
            .hint(KeyHint::KeyFileForm)),
        }
    }

    /// Writes the key to a file that only its owner can read, in the form that `age -i FILE` reads.
    ///
    /// # Errors
    /// `file-exists`; `key-in-home` for a file in a home's folder; the errors of [`write_file`].
    pub fn save(&self, file: &Path) -> Result<Exported> {
        if file.exists() {
            return Err(Error::refused(
                ErrorCode::FileExists,
                KeyMessage::KeyFileExists {
                    file: file.to_owned(),
                },
            )
            .hint(KeyHint::ChooseOtherName)
            .at(ErrorPlace::NewFile {
                fault: NewFileFault::OfAKey,
            }));
        }
        // One copied folder would then hold the lock and its key.
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::path::absolute(folder.unwrap_or(Path::new(".")))
            .map(|folder| resolved(&folder))
            .map_err(|e| io_error(file, Doing::Write, &e))?;
        if let Some(home) = folder.ancestors().find(|dir| dir.join(KEY_FILE).is_file()) {
            return Err(Error::refused(
                ErrorCode::KeyInHome,
                KeyMessage::KeyFileInHome {
                    file: file.to_owned(),
                    home: home.to_owned(),
                },
            )
            .hint(KeyHint::ChoosePlaceOutside));
        }
        let mut text = Zeroizing::new(String::from("# Recovery key of a Poundwise home\n"));
        text.push_str(self.reveal());
        text.push('\n');
        write_file(file, text.as_bytes())
    }
}

/// The unlocked vault key.
pub struct Vault {
    identity: age::x25519::Identity,
    /// That of the identity, whose computation is a whole scalar multiplication.
    recipient: age::x25519::Recipient,
    /// The earlier keys, oldest first.
    earlier: Vec<age::x25519::Identity>,
}

/// The work of a new passphrase, as the exponent of scrypt's N: about a second and 256 MiB, the
/// reference implementation's own (filippo.io/age, `ScryptRecipient`). It is not measured: a busy
/// machine would make a weak key.
const WORK_FACTOR: u8 = 18;
/// The most work that a passphrase is tried with, as in the reference implementation.
const MOST_WORK: u8 = 22;

impl Vault {
    /// Generates a new key from the operating system's randomness.
    pub fn generate() -> Self {
        Self::of(age::x25519::Identity::generate())
    }

    /// Generates a new key that also decrypts what this one does.
    pub fn successor(&self) -> Self {
        let mut earlier = self.earlier.clone();
        earlier.push(self.identity.clone());
        Self {
            earlier,
            ..Self::generate()
        }
    }

    /// Returns the newest earlier key, if there is one.
    pub fn newest_earlier(&self) -> Option<RecoveryKey> {
        self.earlier.last().map(|key| RecoveryKey(key.to_string()))
    }

    /// Adds an earlier key from its text.
    pub fn remember(&mut self, text: &[u8]) -> Result<()> {
        let identity = std::str::from_utf8(text)
            .ok()
            .and_then(|text| age::x25519::Identity::from_str(text.trim_end()).ok())
            .ok_or_else(|| {
                Error::unverified(ErrorCode::HomeDamaged, DamageMessage::EarlierKey)
                    .hint(DamageHint::BringBack)
            })?;
        self.earlier.push(identity);
        Ok(())
    }

    /// Checks that the passphrase, and not the recovery key, opens this vault's `key.age`.
    ///
    /// # Errors
    /// `wrong-passphrase`; `passphrase-needed` for a recovery key.
    pub fn check(&self, key_age: &[u8], passphrase: &Passphrase, name: &str) -> Result<()> {
        if passphrase.is_recovery_key() {
            return Err(
                Error::usage(ErrorCode::PassphraseNeeded, KeyMessage::PassphraseNeeded)
                    .hint(KeyHint::ChangePassphraseFirst),
            );
        }
        self.same(&Self::unlock(key_age, passphrase, name)?, name)
    }

    /// Checks that the passphrase or the recovery key is this vault's.
    ///
    /// # Errors
    /// `wrong-passphrase` or `wrong-recovery-key`.
    pub fn check_either(&self, key_age: &[u8], passphrase: &Passphrase, name: &str) -> Result<()> {
        self.same(&Self::unlock(key_age, passphrase, name)?, name)
    }

    fn same(&self, other: &Self, name: &str) -> Result<()> {
        if self.recipient() == other.recipient() {
            return Ok(());
        }
        Err(Error::refused(
            ErrorCode::WrongRecoveryKey,
            KeyMessage::WrongRecoveryKey {
                file: name.to_owned(),
            },
        )
        .hint(KeyHint::KeyOfThisHome))
    }

    /// Returns the content of `key.age`: the identity under the passphrase (age scrypt, N = 2^18
    /// unless `work_factor` says otherwise; only tests and throwaway homes set it).
    pub fn lock(&self, passphrase: &Passphrase, work_factor: Option<u8>) -> Result<Vec<u8>> {
        passphrase.check_new()?;
        let mut recipient = age::scrypt::Recipient::new(passphrase.0.clone());
        recipient.set_work_factor(work_factor.unwrap_or(WORK_FACTOR));
        let mut text = Zeroizing::new(self.identity.to_string().expose_secret().to_owned());
        text.push('\n');
        age::encrypt(&recipient, text.as_bytes()).map_err(|e| not_encrypted(&e))
    }

    /// Opens the content of `key.age`. The typed text may also be the recovery key itself, which
    /// needs no `key.age`; a secret that is decrypted with it shows whether it is this home's.
    pub fn unlock(key_age: &[u8], passphrase: &Passphrase, name: &str) -> Result<Self> {
        use age::DecryptError as E;
        if let Ok(identity) = age::x25519::Identity::from_str(passphrase.0.expose_secret().trim()) {
            return Ok(Self::of(identity));
        }
        let mut identity = age::scrypt::Identity::new(passphrase.0.clone());
        identity.set_max_work_factor(MOST_WORK);
        let opened = decryptor(key_age).and_then(|decryptor| {
            let mut text = Zeroizing::new(Vec::with_capacity(key_age.len()));
            decryptor
                .decrypt(iter::once(&identity as _))?
                .read_to_end(&mut text)?;
            Ok(text)
        });
        let file = || name.to_owned();
        let text = opened.map_err(|e| match e {
            Unopened::Age(E::DecryptionFailed | E::KeyDecryptionFailed | E::NoMatchingKeys) => {
                Error::refused(
                    ErrorCode::WrongPassphrase,
                    KeyMessage::WrongPassphrase { file: file() },
                )
                .hint(KeyHint::TypeAgain)
                .hint(KeyHint::RecoveryKeyOpensToo)
            }
            Unopened::Age(E::ExcessiveWork { .. }) => Error::refused(
                ErrorCode::KeyTooSlow,
                KeyMessage::TooMuchWork { file: file() },
            )
            .hint(KeyHint::BringBackOwnKey),
            Unopened::Age(other) => damaged_key(KeyMessage::KeyDamaged {
                file: file(),
                why: other.to_string(),
            }),
            Unopened::Header(header) => damaged_key(KeyMessage::KeyHeader {
                file: file(),
                header,
            }),
        })?;
        let damaged = || damaged_key(KeyMessage::NoAgeKey { file: file() });
        let text = std::str::from_utf8(&text).map_err(|_| damaged())?;
        let identity = age::x25519::Identity::from_str(text.trim_end()).map_err(|_| damaged())?;
        Ok(Self::of(identity))
    }

    fn of(identity: age::x25519::Identity) -> Self {
        Self {
            recipient: identity.to_public(),
            identity,
            earlier: Vec::new(),
        }
    }

    /// Returns the recovery key.
    pub fn recovery_key(&self) -> RecoveryKey {
        RecoveryKey(self.identity.to_string())
    }

    /// Returns the recipient to which others encrypt for this home.
    pub fn recipient(&self) -> String {
        self.recipient.to_string()
    }

    /// Encrypts for this home itself.
    pub fn encrypt(&self, plaintext: &[u8]) -> Result<Vec<u8>> {
        age::encrypt(&self.recipient, plaintext).map_err(|e| not_encrypted(&e))
    }

    /// Encrypts for this home itself, into `out`, the bytes that are written to the result;
    /// [`age::stream::StreamWriter::finish`] ends it.
    pub fn encrypting<W: std::io::Write>(
        &self,
        out: W,
    ) -> std::io::Result<age::stream::StreamWriter<W>> {
        age::Encryptor::with_recipients(iter::once(&self.recipient as _))
            .map_err(std::io::Error::other)?
            .wrap_output(out)
    }

    /// Returns the key that authenticates the home's rows: HKDF-SHA256 (RFC 5869) of the vault
    /// key's text, under a label of its own.
    pub fn home_key(&self) -> Result<Zeroizing<[u8; 32]>> {
        let text = self.identity.to_string();
        let mut key = Zeroizing::new([0u8; 32]);
        Hkdf::<Sha256>::new(None, text.expose_secret().as_bytes())
            .expand(HOME_LABEL, key.as_mut_slice())
            .map_err(|e| key_not_derived(&e))?;
        Ok(key)
    }

    /// Encrypts a secret for this home itself together with its name. An age file does not show its
    /// sender, so without the name anybody who can write to the home could put one secret in the
    /// place of another.
    pub fn encrypt_named(&self, name: SecretName, secret: &[u8]) -> Result<Vec<u8>> {
        let name = name.to_string();
        let mut plain = Zeroizing::new(Vec::with_capacity(name.len() + 1 + secret.len()));
        plain.extend_from_slice(name.as_bytes());
        plain.push(b'\n');
        plain.extend_from_slice(secret);
        self.encrypt(&plain)
    }

    /// Decrypts the result of [`Vault::encrypt_named`], if it is the secret of that name.
    ///
    /// # Errors
    /// `decrypt`; `home-damaged` for another secret.
    pub fn decrypt_named(&self, name: SecretName, ciphertext: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        let plain = self.decrypt(ciphertext, Encrypted::Secret(name))?;
        let secret = plain
            .strip_prefix(name.to_string().as_bytes())
            .and_then(|rest| rest.strip_prefix(b"\n"))
            .ok_or_else(|| damaged(DamageMessage::SecretReplaced { secret: name }))?;
        Ok(Zeroizing::new(secret.to_vec()))
    }

    /// Decrypts what was encrypted for this home; `what` names it in errors.
    ///
    /// # Errors
    /// `long-header`, before anything is parsed; `decrypt`. Both are verdicts on the bytes, under
    /// any name.
    pub fn decrypt(
        &self,
        ciphertext: &[u8],
        what: impl Into<Encrypted>,
    ) -> std::result::Result<Zeroizing<Vec<u8>>, NotOpened> {
        let what = what.into();
        let keys = iter::once(&self.identity).chain(self.earlier.iter().rev());
        let opened = decryptor(ciphertext).and_then(|decryptor| {
            let mut reader = decryptor.decrypt(keys.map(|key| key as &dyn age::Identity))?;
            // Large enough from the start: a buffer that grows leaves copies behind that are not
            // wiped.
            let mut plain = Zeroizing::new(Vec::with_capacity(ciphertext.len()));
            reader.read_to_end(&mut plain)?;
            Ok(plain)
        });
        opened.map_err(|fault| NotOpened {
            what,
            is_cut: match &fault {
                Unopened::Header(_) => is_cut_header(ciphertext),
                Unopened::Age(error) => matches!(error, age::DecryptError::Io(_)),
            },
            fault: fault.into(),
        })
    }

    /// Decrypts what was encrypted for this home from any place; `what` names it in errors. The
    /// source must give the same header each time that it is read.
    ///
    /// # Errors
    /// `long-header`, before anything is parsed; `decrypt`.
    #[allow(clippy::disallowed_methods, reason = "the header is bounded before")]
    pub(crate) fn decrypting_at<R: BufRead + Seek>(
        &self,
        mut ciphertext: R,
        what: &dyn fmt::Display,
    ) -> Result<age::stream::StreamReader<R>> {
        let not_opened = |fault: OpenFault| {
            Error::from(NotOpened {
                what: Encrypted::Named(what.to_string()),
                is_cut: false,
                fault,
            })
        };
        let failed = |e: &dyn fmt::Display| not_opened(OpenFault::Key(e.to_string()));
        let mut head = Vec::with_capacity(LONGEST_HEADER);
        ciphertext
            .by_ref()
            .take(LONGEST_HEADER as u64)
            .read_to_end(&mut head)
            .and_then(|_| ciphertext.rewind())
            .map_err(|e| failed(&e))?;
        check_header(&head).map_err(|header| not_opened(OpenFault::Header(header)))?;
        let keys = iter::once(&self.identity).chain(self.earlier.iter().rev());
        age::Decryptor::new_buffered(ciphertext)
            .and_then(|decryptor| decryptor.decrypt(keys.map(|key| key as &dyn age::Identity)))
            .map_err(|e| failed(&e))
    }
}

/// The verdict on bytes that are not encrypted for this home or were changed. They are read from
/// memory, so nothing else can fail.
#[derive(Clone)]
pub struct NotOpened {
    what: Encrypted,
    fault: OpenFault,
    /// Whether the bytes may be the beginning of a file: its header ends early, or it is for this
    /// home and its payload does not verify to the end.
    is_cut: bool,
}

/// Why bytes were not opened.
#[derive(Clone)]
enum OpenFault {
    Header(HeaderFault),
    Key(String),
}

impl From<Unopened> for OpenFault {
    fn from(error: Unopened) -> Self {
        match error {
            Unopened::Header(header) => Self::Header(header),
            Unopened::Age(age::DecryptError::Io(error)) => Self::Key(error.to_string()),
            Unopened::Age(error) => Self::Key(error.to_string()),
        }
    }
}

impl NotOpened {
    /// Returns the message, with or without a capital at its beginning.
    fn message(&self, first: bool) -> KeyMessage {
        let what = EncryptedName {
            of: self.what.clone(),
            first,
        };
        match &self.fault {
            OpenFault::Header(header) => KeyMessage::Header {
                what,
                header: *header,
            },
            OpenFault::Key(why) => KeyMessage::NotForThisHome {
                what,
                why: why.clone(),
            },
        }
    }
}

/// As it stands after a colon.
impl Localize for NotOpened {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_stop(language, &self.message(false).into()))
    }
}

poundwise_words::in_english!(NotOpened);

impl InputVerdict for NotOpened {
    fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl From<NotOpened> for Error {
    fn from(error: NotOpened) -> Self {
        let code = match &error.fault {
            OpenFault::Header(header) => header.code(),
            OpenFault::Key(_) => ErrorCode::Decrypt,
        };
        Self::unverified(code, error.message(true))
    }
}

/// The verdict on a text that is not an encryption key.
#[derive(Clone)]
pub struct NoRecipient {
    text: String,
    why: &'static str,
}

impl NoRecipient {
    pub(crate) fn message(&self) -> KeyMessage {
        KeyMessage::NotAnEncryptionKey {
            text: Typed::of(&self.text),
            why: self.why.to_owned(),
        }
    }
}

/// As it stands after a colon.
impl Localize for NoRecipient {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_stop(language, &self.message().into()))
    }
}

poundwise_words::in_english!(NoRecipient);

impl InputVerdict for NoRecipient {}

/// Parses another home's recipient from its text (`age1...`).
pub fn recipient(text: &str) -> std::result::Result<age::x25519::Recipient, NoRecipient> {
    text.parse().map_err(|why| NoRecipient {
        text: text.to_owned(),
        why,
    })
}

fn damaged_key(message: KeyMessage) -> Error {
    Error::unverified(ErrorCode::KeyDamaged, message).hint(KeyHint::BringBackKey)
}

/// The first line of an age file.
pub(crate) const VERSION_LINE: &[u8] = b"age-encryption.org/v1\n";

/// An age file whose header was checked: the bytes read for that, and the rest.
type Bounded<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// Reason why an age file was not opened.
enum Unopened {
    Header(HeaderFault),
    Age(age::DecryptError),
}

impl From<age::DecryptError> for Unopened {
    fn from(error: age::DecryptError) -> Self {
        Self::Age(error)
    }
}

impl From<io::Error> for Unopened {
    fn from(error: io::Error) -> Self {
        Self::Age(error.into())
    }
}

/// Opens the header: the only call of `age`'s decryption. For each line of a header `age` parses
/// the header again from its start, so that a long one takes time with the square of its length. It
/// gets only headers that end within limits.
#[allow(
    clippy::disallowed_methods,
    reason = "the one place where the header is bounded before"
)]
fn decryptor<R: BufRead>(
    mut ciphertext: R,
) -> std::result::Result<age::Decryptor<Bounded<R>>, Unopened> {
    let mut head = Vec::with_capacity(LONGEST_HEADER);
    ciphertext
        .by_ref()
        .take(LONGEST_HEADER as u64)
        .read_to_end(&mut head)?;
    check_header(&head).map_err(Unopened::Header)?;
    Ok(age::Decryptor::new_buffered(
        io::Cursor::new(head).chain(ciphertext),
    )?)
}

/// Refuses bytes that do not begin with an age header within the limits.
fn check_header(head: &[u8]) -> std::result::Result<(), HeaderFault> {
    if !head.starts_with(VERSION_LINE) {
        return Err(HeaderFault::NotEncrypted);
    }
    if header_length(head).is_none() {
        return Err(HeaderFault::Long);
    }
    Ok(())
}

/// Returns whether bytes may be the beginning of an age file that ends within its header.
fn is_cut_header(bytes: &[u8]) -> bool {
    VERSION_LINE.starts_with(bytes)
        || (bytes.starts_with(VERSION_LINE)
            && bytes.len() < LONGEST_HEADER
            && header_length(bytes).is_none()
            && header_stanzas(bytes) <= MOST_STANZAS)
}

fn header_stanzas(bytes: &[u8]) -> usize {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines.filter(|line| line.starts_with(b"->")).count()
}

impl HeaderFault {
    fn code(self) -> ErrorCode {
        match self {
            Self::NotEncrypted => ErrorCode::Decrypt,
            Self::Long => ErrorCode::LongHeader,
        }
    }
}

/// Returns the length of an age header that ends within these bytes and [`MOST_STANZAS`], in one
/// pass.
pub(crate) fn header_length(head: &[u8]) -> Option<usize> {
    let (mut stanzas, mut length) = (0, 0);
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        length += line.len();
        if line.starts_with(b"---") {
            return line.ends_with(b"\n").then_some(length);
        }
        stanzas += usize::from(line.starts_with(b"->"));
        if stanzas > MOST_STANZAS {
            return None;
        }
    }
    None
}

/// Encrypts for another home's recipient (`age1...`).
pub fn encrypt_to(recipient: &str, plaintext: &[u8]) -> Result<Vec<u8>> {
    let key = self::recipient(recipient).map_err(|e| {
        Error::refused(ErrorCode::Recipient, e.message()).hint(KeyHint::FaultyDocument)
    })?;
    let encryptor =
        age::Encryptor::with_recipients(iter::once(&key as _)).map_err(|e| not_encrypted(&e))?;
    let mut out = Vec::with_capacity(plaintext.len() + 512);
    let failed = |e: std::io::Error| not_encrypted(&e);
    let mut writer = encryptor.wrap_output(&mut out).map_err(failed)?;
    std::io::Write::write_all(&mut writer, plaintext).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Returns an age file with `stanzas` stanzas of `bytes` bytes each, whose header ends.
    fn file(stanzas: usize, bytes: usize) -> Vec<u8> {
        let stanza = format!("-> x {}\n\n", "a".repeat(bytes - 7));
        let end = format!("--- {}\n", "A".repeat(43));
        ["age-encryption.org/v1\n", &stanza.repeat(stanzas), &end]
            .concat()
            .into_bytes()
    }

    fn refusal(vault: &Vault, file: &[u8]) -> Error {
        vault.decrypt(file, "it").err().unwrap().into()
    }

    fn code(vault: &Vault, file: &[u8]) -> &'static str {
        refusal(vault, file).code().as_str()
    }

    /// A file's name alone is one in the folder that one is in.
    #[test]
    fn a_recovery_key_is_saved_under_a_bare_name() {
        let name = format!("recovery-{}.key", std::process::id());
        let saved = Vault::generate().recovery_key().save(Path::new(&name));
        let there = std::fs::read_to_string(&name);
        let _ = std::fs::remove_file(&name);
        saved.unwrap();
        assert!(there.unwrap().contains("AGE-SECRET-KEY-1"));
    }

    #[test]
    fn what_is_no_recovery_key_is_told() {
        let refused = RecoveryKey::from_text("age1abc".to_owned()).err().unwrap();
        assert_eq!(refused.code().as_str(), "no-recovery-key");
    }

    /// Of age's own limit, which it measures, nothing is left: a busy machine measures too little,
    /// and would refuse its own key or make a weak one.
    #[test]
    fn work_is_the_same_however_busy_the_machine_is() {
        let passphrase = Passphrase::from("three unrelated words".to_owned());
        let asks = |file: &[u8], factor: &str| {
            let stanza = file.split(|byte| *byte == b'\n').nth(1).unwrap();
            stanza.ends_with(factor.as_bytes())
        };
        let usual = Vault::generate().lock(&passphrase, None).unwrap();
        assert!(asks(&usual, " 18"));
        let file = Vault::generate().lock(&passphrase, Some(2)).unwrap();
        assert!(asks(&file, " 2"));
        let end = file.windows(3).position(|three| three == b" 2\n").unwrap();
        let slow = [&file[..end], b" 23", &file[end + 2..]].concat();
        let refused = Vault::unlock(&slow, &passphrase, "key.age").err().unwrap();
        assert_eq!(refused.code().as_str(), "key-too-slow");
        assert_eq!(MOST_WORK, 22);
    }

    /// `age` reports all of these as `decrypt`, so `long-header` shows that it was not called.
    #[test]
    fn a_long_header_is_refused_before_age_sees_it() {
        let vault = Vault::generate();
        assert_eq!(code(&vault, &file(MOST_STANZAS, 100)), "decrypt");
        assert_eq!(code(&vault, &file(MOST_STANZAS + 1, 100)), "long-header");
        assert_eq!(code(&vault, &file(1, 4000)), "decrypt");
        assert_eq!(code(&vault, &file(1, 4100)), "long-header");
        for junk in [&[b'\n'; 131_072][..], &[b'a'; 131_072], b"", b"-> x\n---"] {
            let refused = refusal(&vault, junk);
            assert_eq!(refused.message(), "it: it is not an encrypted file.");
            assert_eq!(refused.code().as_str(), "decrypt");
        }
        for open_end in [&b"-> x\n"[..], b"", b"---"] {
            let cut = [VERSION_LINE, open_end].concat();
            assert_eq!(code(&vault, &cut), "long-header");
        }
        let junk = [
            b"age-encryption.org/v1\n".as_slice(),
            &b"-> x\n\n".repeat(20_000),
        ]
        .concat();
        assert_eq!(code(&vault, &junk), "long-header");
        let passphrase = Passphrase::from("four unrelated short words".to_owned());
        let refused = Vault::unlock(&junk, &passphrase, "key.age").err().unwrap();
        assert_eq!(refused.code().as_str(), "key-damaged");
        assert!(refused.message().contains("does not end within"));
    }

    #[test]
    fn what_this_program_encrypts_is_within_the_bounds() {
        let vault = Vault::generate();
        for length in [0, 1, 4095, 4096, 4097, 200_000] {
            let plain = vec![7; length];
            assert_eq!(
                *vault
                    .decrypt(&vault.encrypt(&plain).unwrap(), "it")
                    .ok()
                    .unwrap(),
                plain
            );
            let sealed = encrypt_to(&vault.recipient(), &plain).unwrap();
            assert_eq!(*vault.decrypt(&sealed, "it").ok().unwrap(), plain);
        }
    }
}
