//! The credentials of a member of a market, and the `.market` file with which a member joins.
//!
//! ```json
//! {"v":1,"name":"Ward data","url":"s3://bucket?endpoint=https://host&region=R","region":"R",
//!  "key_id":"...","secret":"..."}
//! ```
//!
//! A field that does not apply is left out. Without `key_id` and `secret` the market is used
//! anonymously. `read_url` is the address at which everybody may read the market without a key.

use std::path::Path;

use poundwise_documents::kinds::hidden_in;
use poundwise_words::Text;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::address::{Address, MarketUrl, Place, market_url};
use crate::{
    error::{Error, ErrorCode, ErrorPlace, Result},
    files::{Exported, read_file, write_own_file},
    messages::{FileProblem, MarketHint, MarketMessage},
};

/// Size limit of a `.market` file in bytes.
pub const MARKET_FILE_LIMIT: u64 = 16 * 1024;
/// Format of the files that this version writes and reads.
const VERSION: u64 = 1;
/// Longest name of a market, in characters.
const LONGEST_NAME: usize = 100;
/// Longest key id and longest secret, in bytes.
const LONGEST_KEY: usize = 1024;

/// The key of a member, which the market's server knows: an access key of S3, or a user name and
/// password of WebDAV. It is wiped from memory when it is dropped, and is never printed.
#[derive(Clone)]
pub struct MarketAccess {
    key_id: String,
    secret: Zeroizing<String>,
}

impl MarketAccess {
    /// Returns a key for a market.
    ///
    /// # Errors
    /// `market-file` if the key id or the secret is empty, too long, or has characters that a
    /// request cannot contain.
    pub fn new(market: &MarketUrl, key_id: &str, secret: &str) -> Result<Self> {
        let is_sized = |text: &str| (1..=LONGEST_KEY).contains(&text.len());
        let is_plain = |text: &str| match market.place() {
            // Both are parts of HTTP headers there.
            Place::Remote(Address::S3(_)) => text.bytes().all(|byte| byte.is_ascii_graphic()),
            _ => !text.chars().any(char::is_control),
        };
        let is_id = is_sized(key_id) && is_plain(key_id) && !key_id.contains([':', ',', '/']);
        if !is_id {
            return Err(bad(FileProblem::KeyId));
        }
        if !(is_sized(secret) && is_plain(secret)) {
            return Err(bad(FileProblem::Secret));
        }
        Ok(Self {
            key_id: key_id.to_owned(),
            secret: Zeroizing::new(secret.to_owned()),
        })
    }

    /// Returns the id of the key, or the user name.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// Returns the secret key, or the password.
    pub fn secret(&self) -> &str {
        &self.secret
    }
}

/// An invitation to a market: its address, its name and a key.
#[derive(Clone)]
pub struct MarketFile {
    name: String,
    url: MarketUrl,
    access: Option<MarketAccess>,
    read_url: Option<MarketUrl>,
}

/// The form of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    v: u64,
    name: String,
    url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<Zeroizing<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read_url: Option<String>,
}

/// The version of a file, before its other fields are known.
#[derive(Deserialize)]
struct Versioned {
    v: u64,
}

impl MarketFile {
    /// Returns an invitation to a market on a server.
    ///
    /// # Errors
    /// `market-file` if the name is not valid, or if an address is not that of a server.
    pub fn new(
        name: &str,
        url: MarketUrl,
        access: Option<MarketAccess>,
        read_url: Option<MarketUrl>,
    ) -> Result<Self> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || hidden_in(name).is_some() {
            return Err(bad(FileProblem::Name));
        }
        if url.folder().is_some() || read_url.as_ref().is_some_and(|url| url.folder().is_some()) {
            return Err(bad(FileProblem::Folder));
        }
        Ok(Self {
            name: name.to_owned(),
            url,
            access,
            read_url,
        })
    }

    /// Returns the same invitation with another key, or another address to read at, if they are
    /// given.
    ///
    /// # Errors
    /// `market-file` if the address to read at is a folder.
    pub fn with(self, access: Option<MarketAccess>, read_url: Option<MarketUrl>) -> Result<Self> {
        let access = access.or(self.access);
        let read_url = read_url.or(self.read_url);
        Self::new(&self.name, self.url, access, read_url)
    }

    /// Returns the market's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the market's address.
    pub fn url(&self) -> &MarketUrl {
        &self.url
    }

    /// Returns the member's key, or `None` for a market without keys.
    pub fn access(&self) -> Option<&MarketAccess> {
        self.access.as_ref()
    }

    /// Returns the address at which everybody may read the market without a key.
    pub fn read_url(&self) -> Option<&MarketUrl> {
        self.read_url.as_ref()
    }

    /// Reads a `.market` file.
    ///
    /// # Errors
    /// `market-file` if it is not one, and `newer-version` if a newer program wrote it;
    /// `market-url` for an address that is not valid; I/O errors, such as `too-large`.
    pub fn read(file: &Path) -> Result<Self> {
        let bytes = Zeroizing::new(read_file(file, MARKET_FILE_LIMIT)?);
        Self::parse(&bytes).map_err(|error| error.at(ErrorPlace::of_path(file)))
    }

    /// Reads the content of a `.market` file.
    ///
    /// # Errors
    /// As [`MarketFile::read`].
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let json = |error: serde_json::Error| {
            bad(FileProblem::Json {
                // serde_json's message may quote a value, which may be the secret.
                line: error.line() as u64,
                column: error.column() as u64,
            })
        };
        if bytes.len() as u64 > MARKET_FILE_LIMIT {
            return Err(bad(FileProblem::Long));
        }
        let Versioned { v } = serde_json::from_slice(bytes).map_err(json)?;
        if v > VERSION {
            return Err(Error::refused(
                ErrorCode::NewerVersion,
                MarketMessage::NewerFile { version: v },
            )
            .hint(MarketHint::UseNewerProgram));
        }
        let form: Form = serde_json::from_slice(bytes).map_err(json)?;
        if v != VERSION {
            return Err(bad(FileProblem::Version));
        }
        let url = addressed(&form.url, form.region.as_deref())?;
        let read_url = form.read_url.as_deref().map(market_url).transpose()?;
        let access = match (&form.key_id, &form.secret) {
            (Some(key_id), Some(secret)) => Some(MarketAccess::new(&url, key_id, secret)?),
            (None, None) => None,
            _ => return Err(bad(FileProblem::HalfKey)),
        };
        Self::new(&form.name, url, access, read_url)
    }

    /// Returns the content of the `.market` file.
    ///
    /// # Errors
    /// `internal`.
    pub fn to_bytes(&self) -> Result<Zeroizing<Vec<u8>>> {
        let region = match self.url.place() {
            Place::Remote(Address::S3(bucket)) => Some(bucket.region.clone()),
            _ => None,
        };
        let form = Form {
            v: VERSION,
            name: self.name.clone(),
            url: self.url.as_str().to_owned(),
            region,
            key_id: self.access.as_ref().map(|access| access.key_id.clone()),
            secret: self.access.as_ref().map(|access| access.secret.clone()),
            read_url: self.read_url.as_ref().map(|url| url.as_str().to_owned()),
        };
        // Room for the whole, so that no smaller buffer with the secret is given back unwiped.
        let mut bytes = Zeroizing::new(Vec::with_capacity(4 * LONGEST_KEY + 8 * 1024));
        serde_json::to_writer_pretty(&mut *bytes, &form)
            .map_err(|e| Error::fault(MarketMessage::FileNotEncoded { why: e.to_string() }))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Writes the `.market` file, which only its owner may read.
    ///
    /// # Errors
    /// I/O errors.
    pub fn write(&self, file: &Path) -> Result<Exported> {
        write_own_file(file, &self.to_bytes()?)
    }
}

/// Returns the address of a file, whose region may stand beside it.
fn addressed(text: &str, region: Option<&str>) -> Result<MarketUrl> {
    let Some(region) = region else {
        return market_url(text);
    };
    let text = if text.contains("region=") {
        text.to_owned()
    } else {
        let joint = if text.contains('?') { '&' } else { '?' };
        format!("{text}{joint}region={region}")
    };
    let url = market_url(&text)?;
    match url.place() {
        Place::Remote(Address::S3(bucket)) if bucket.region == region => Ok(url),
        _ => Err(bad(FileProblem::Region)),
    }
}

fn bad(why: FileProblem) -> Error {
    Error::refused(
        ErrorCode::MarketFile,
        MarketMessage::BadFile { why: Text::of(why) },
    )
    .hint(MarketHint::AskForFile)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{fs, path::PathBuf};

    use super::*;

    fn vectors(kind: &str) -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/vectors/market")
            .join(kind);
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty());
        files
    }

    /// The format is a promise to members who have a file already.
    #[test]
    fn a_market_file_is_written_as_it_was_read() {
        for file in vectors("good") {
            let bytes = fs::read(&file).unwrap();
            let read = MarketFile::read(&file).unwrap();
            assert_eq!(*read.to_bytes().unwrap(), bytes, "{}", file.display());
        }
        let [dav, s3]: [PathBuf; 2] = vectors("good").try_into().unwrap();
        let s3 = MarketFile::read(&s3).unwrap();
        assert_eq!(s3.name(), "Ward data");
        assert_eq!(
            s3.access().unwrap().secret(),
            "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
        );
        assert_eq!(
            s3.read_url().unwrap().as_str(),
            "https://data.example.org/ward"
        );
        assert!(MarketFile::read(&dav).unwrap().url().host().is_some());
    }

    /// The name of each file says what is wrong with it.
    #[test]
    fn a_wrong_market_file_is_refused_without_its_secret() {
        for file in vectors("bad") {
            let error = MarketFile::read(&file).err();
            let error = error.unwrap_or_else(|| panic!("{} is accepted", file.display()));
            let expected = match file.file_stem().unwrap().to_str().unwrap() {
                "credentials-in-url" | "plain-http" => ErrorCode::MarketUrl,
                "newer" => ErrorCode::NewerVersion,
                _ => ErrorCode::MarketFile,
            };
            assert_eq!(error.code(), expected, "{}", file.display());
            assert!(
                !error.message().contains("EXAMPLEKEY"),
                "{}",
                error.message()
            );
        }
    }

    #[test]
    fn a_long_file_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("long.market");
        fs::write(&file, vec![b' '; 20_000]).unwrap();
        assert_eq!(
            MarketFile::read(&file).err().unwrap().code(),
            ErrorCode::TooLarge
        );
        assert!(MarketFile::parse(&vec![b' '; 20_000]).is_err());
    }
}
