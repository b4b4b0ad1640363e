//! Addresses of markets, in their canonical form. An address contains no credentials, so that it
//! may be shown, stored and signed into a name.
//!
//! ```text
//! file:///path/to/market                                 a folder of this machine
//! s3://bucket/prefix?endpoint=https://host&region=REGION a prefix of a bucket
//! https://host/path                                      a folder of a WebDAV server
//! ```

use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use poundwise_words::Text;
use url::{Host, Url};

use super::folder::is_name;
use crate::{
    error::{Error, ErrorCode, Result},
    hint::Act,
    messages::{AddressProblem, MarketHint, MarketMessage},
};

/// The region of an S3 server that has none. Most servers other than Amazon's accept it.
const DEFAULT_REGION: &str = "us-east-1";
/// Longest address in bytes.
const LONGEST: usize = 2000;

/// The place of a market: its canonical URL, and a folder of this machine or a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketUrl {
    url: String,
    place: Place,
}

/// Where a market is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A server.
    Remote(Address),
}

/// The address of a market on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A prefix of a bucket.
    S3(Bucket),
    /// A folder of a WebDAV server, without a slash at its end.
    WebDav(Url),
}

/// A prefix of a bucket on an S3 server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bucket {
    /// The server: scheme, host and port.
    pub(super) endpoint: Url,
    /// Name of the bucket.
    pub(super) bucket: String,
    /// Parts of the names of all objects of the market, joined by slashes; empty for none.
    pub(super) prefix: String,
    /// The region that signatures name.
    pub(super) region: String,
}

impl MarketUrl {
    /// Returns the canonical URL.
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// Returns the folder, or `None` for a market on a server.
    pub fn folder(&self) -> Option<&Path> {
        match &self.place {
            Place::Folder(folder) => Some(folder),
            Place::Remote(_) => None,
        }
    }

    /// Returns the server's host, and its port if it is not the usual one; `None` for a folder.
    pub fn host(&self) -> Option<String> {
        let url = match &self.place {
            Place::Folder(_) => return None,
            Place::Remote(Address::S3(bucket)) => &bucket.endpoint,
            Place::Remote(Address::WebDav(root)) => root,
        };
        Some(url[url::Position::BeforeHost..url::Position::AfterPort].to_owned())
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }
}

impl FromStr for MarketUrl {
    type Err = Error;

    /// Reads a URL or a folder's path, without the spaces around it.
    ///
    /// # Errors
    /// As [`market_url`].
    fn from_str(text: &str) -> Result<Self> {
        market_url(text.trim())
    }
}

/// Returns the place of a market that is given as a URL or as a folder's path.
///
/// # Errors
/// `market-url` for an unknown scheme, an address with credentials, plain `http` to another
/// machine, and a path or an address that is empty or not valid.
pub fn market_url(text: &str) -> Result<MarketUrl> {
    if text.is_empty() {
        return Err(bad(MarketMessage::NoAddress).hint(MarketHint::GiveAddress));
    }
    if !text.contains("://") {
        return folder(text, Path::new(text));
    }
    if text.len() > LONGEST {
        return Err(bad(MarketMessage::LongAddress).hint(MarketHint::GiveAddress));
    }
    let url = Url::parse(text).map_err(|e| {
        bad(MarketMessage::NotAUrl {
            text: without_user(text),
            why: e.to_string(),
        })
        .hint(MarketHint::GiveAddress)
    })?;
    // Before anything else, so that no message repeats a password.
    if !url.username().is_empty() || url.password().is_some() {
        return Err(credentials());
    }
    let address = match url.scheme() {
        "file" => {
            let path = url.to_file_path().map_err(|()| no_folder_here(text))?;
            return folder(text, &path);
        }
        "s3" => Address::S3(bucket(text, &url)?),
        "https" | "http" => Address::WebDav(web_dav(text, url)?),
        _ => {
            let message = MarketMessage::OtherScheme {
                text: text.to_owned(),
            };
            return Err(bad(message).hint(MarketHint::GiveAddress));
        }
    };
    Ok(MarketUrl {
        url: address.canonical(),
        place: Place::Remote(address),
    })
}

impl Address {
    fn canonical(&self) -> String {
        match self {
            Self::S3(bucket) => bucket.canonical(),
            Self::WebDav(root) => root.as_str().trim_end_matches('/').to_owned(),
        }
    }
}

impl Bucket {
    fn canonical(&self) -> String {
        let slash = if self.prefix.is_empty() { "" } else { "/" };
        let endpoint = self.endpoint.as_str().trim_end_matches('/');
        let endpoint = if endpoint == amazon(&self.region) {
            String::new()
        } else {
            format!("endpoint={endpoint}&")
        };
        format!(
            "s3://{}{slash}{}?{endpoint}region={}",
            self.bucket, self.prefix, self.region
        )
    }
}

fn bad(message: MarketMessage) -> Error {
    Error::usage(ErrorCode::MarketUrl, message)
}

fn wrong(text: &str, why: AddressProblem) -> Error {
    bad(MarketMessage::BadAddress {
        text: text.to_owned(),
        why: Text::of(why),
    })
}

fn credentials() -> Error {
    bad(MarketMessage::Credentials).hint(Act::JoinMarket.to(MarketHint::UseMarketFile))
}

fn no_folder_here(text: &str) -> Error {
    bad(MarketMessage::NoFolderHere {
        text: text.to_owned(),
    })
    .hint(MarketHint::GiveAddress)
}

/// Returns the text without what is before an `@`, which may be a password.
fn without_user(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((_, after)) => format!("…@{after}"),
        None => text.to_owned(),
    }
}

fn folder(text: &str, folder: &Path) -> Result<MarketUrl> {
    let folder = std::path::absolute(folder).map_err(|e| {
        bad(MarketMessage::NotAPath {
            text: text.to_owned(),
            why: e.to_string(),
        })
        .hint(MarketHint::GiveAddress)
    })?;
    let url = Url::from_directory_path(&folder).map_err(|()| no_folder_here(text))?;
    let url = url.as_str().trim_end_matches('/').to_owned();
    Ok(MarketUrl {
        url,
        place: Place::Folder(folder),
    })
}

fn bucket(text: &str, url: &Url) -> Result<Bucket> {
    let bucket = url.host_str().unwrap_or_default();
    let prefix = url.path().trim_matches('/');
    if !is_bucket(bucket) || url.port().is_some() {
        return Err(wrong(text, AddressProblem::Bucket).hint(MarketHint::BucketForm));
    }
    if url.fragment().is_some() || !(prefix.is_empty() || is_name(prefix)) {
        return Err(wrong(text, AddressProblem::Prefix).hint(MarketHint::BucketForm));
    }
    let (mut endpoint, mut region) = (None, None);
    for (name, value) in url.query_pairs() {
        let option = match name.as_ref() {
            "endpoint" => &mut endpoint,
            "region" => &mut region,
            name if is_of_credentials(name) => return Err(credentials()),
            _ => return Err(wrong(text, AddressProblem::Option).hint(MarketHint::BucketForm)),
        };
        if option.replace(value.into_owned()).is_some() {
            return Err(wrong(text, AddressProblem::Option).hint(MarketHint::BucketForm));
        }
    }
    let region = match (&endpoint, region) {
        (_, Some(region)) if is_region(&region) => region,
        (Some(_), None) => DEFAULT_REGION.to_owned(),
        (None, None) => {
            return Err(wrong(text, AddressProblem::NoRegion).hint(MarketHint::BucketForm));
        }
        _ => return Err(wrong(text, AddressProblem::Region).hint(MarketHint::BucketForm)),
    };
    let endpoint = endpoint.unwrap_or_else(|| amazon(&region));
    let endpoint = Url::parse(&endpoint)
        .ok()
        .filter(|url| matches!(url.scheme(), "https" | "http") && url.path() == "/")
        .filter(|url| url.query().is_none() && url.fragment().is_none())
        .ok_or_else(|| {
            let text = without_user(text);
            wrong(&text, AddressProblem::Endpoint).hint(MarketHint::BucketForm)
        })?;
    if !endpoint.username().is_empty() || endpoint.password().is_some() {
        return Err(credentials());
    }
    encrypted(&endpoint)?;
    Ok(Bucket {
        endpoint,
        bucket: bucket.to_owned(),
        prefix: prefix.to_owned(),
        region,
    })
}

/// Returns Amazon's own server of a region.
fn amazon(region: &str) -> String {
    format!("https://s3.{region}.amazonaws.com")
}

fn web_dav(text: &str, mut url: Url) -> Result<Url> {
    if let Some(query) = url.query() {
        let named = |(name, _): (std::borrow::Cow<'_, str>, _)| is_of_credentials(&name);
        if url.query_pairs().any(named) {
            return Err(credentials());
        }
        if !query.is_empty() {
            return Err(wrong(text, AddressProblem::Query).hint(MarketHint::WebDavForm));
        }
        url.set_query(None);
    }
    let path = url.path().trim_end_matches('/').to_owned();
    let is_odd = path.split('/').skip(1).any(str::is_empty);
    if url.fragment().is_some() || is_odd {
        return Err(wrong(text, AddressProblem::Query).hint(MarketHint::WebDavForm));
    }
    encrypted(&url)?;
    url.set_path(&path);
    Ok(url)
}

/// Refuses an address that is reached without encryption, unless it is of this machine.
pub(super) fn encrypted(url: &Url) -> Result<()> {
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    if url.scheme() == "https" || is_here {
        return Ok(());
    }
    let host = url.host_str().unwrap_or_default().to_owned();
    Err(bad(MarketMessage::PlainHttp { host }).hint(MarketHint::UseHttps))
}

/// Returns whether a name is that of a query parameter in which a key or a token is given.
fn is_of_credentials(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [
        "key",
        "secret",
        "token",
        "password",
        "credential",
        "signature",
        "user",
    ]
    .iter()
    .any(|part| name.contains(part))
}

fn is_bucket(name: &str) -> bool {
    let inner =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
    let outer = |byte: Option<u8>| {
        byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    (3..=63).contains(&name.len())
        && name.bytes().all(inner)
        && outer(name.bytes().next())
        && outer(name.bytes().last())
        && !name.contains("..")
}

fn is_region(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_address_has_one_canonical_form() {
        for (text, canonical) in [
            (
                "s3://data/market/?region=r&endpoint=https://s3.example.org/",
                "s3://data/market?endpoint=https://s3.example.org&region=r",
            ),
            (
                "s3://data?endpoint=https%3A%2F%2Fs3.example.org:3900",
                "s3://data?endpoint=https://s3.example.org:3900&region=us-east-1",
            ),
            (
                "s3://data?region=eu-central-1",
                "s3://data?region=eu-central-1",
            ),
            (
                "s3://data?region=eu-central-1&endpoint=https://s3.eu-central-1.amazonaws.com",
                "s3://data?region=eu-central-1",
            ),
            (
                "https://Cloud.Example.org:443/dav/a%40b/",
                "https://cloud.example.org/dav/a%40b",
            ),
            ("https://example.org", "https://example.org"),
            ("http://127.0.0.1:8080/m", "http://127.0.0.1:8080/m"),
            ("http://[::1]:8080/m", "http://[::1]:8080/m"),
            ("http://localhost/m", "http://localhost/m"),
            (
                "s3://data?endpoint=http://127.9.9.9:9000&region=r",
                "s3://data?endpoint=http://127.9.9.9:9000&region=r",
            ),
        ] {
            let url = market_url(text).unwrap();
            assert_eq!(url.as_str(), canonical);
            assert_eq!(market_url(canonical).unwrap(), url, "{text}");
            assert!(url.folder().is_none() && url.host().is_some());
        }
    }

    /// An address is shown, stored in the home and written into files.
    #[test]
    fn an_address_with_credentials_is_refused_and_not_repeated() {
        for text in [
            "https://anna:hunter2@cloud.example.org/dav",
            "https://hunter2@cloud.example.org/dav",
            "https://cloud.example.org/dav?token=hunter2",
            "s3://anna:hunter2@data?region=r",
            "s3://data?region=r&secret_access_key=hunter2",
            "s3://data?region=r&endpoint=https://anna:hunter2@example.org",
            "https://anna:hunter2@[bad",
        ] {
            let error = market_url(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::MarketUrl, "{text}");
            assert!(!error.message().contains("hunter2"), "{}", error.message());
        }
    }

    #[test]
    fn plain_http_reaches_this_machine_only() {
        for text in [
            "http://example.org/dav",
            "http://10.0.0.1/dav",
            "http://localhost.example.org/dav",
            "http://[::2]/dav",
            "http://0.0.0.0/dav",
            "s3://data?endpoint=http://example.org&region=r",
        ] {
            let error = market_url(text).unwrap_err();
            assert!(
                error.message().contains("http"),
                "{text}: {}",
                error.message()
            );
        }
    }

    #[test]
    fn an_address_that_is_not_valid_is_refused() {
        for text in [
            "s3://data",
            "s3://Data!?region=r",
            "s3://ab?region=r",
            "s3://data:80?region=r",
            "s3://data/a//b?region=r",
            "s3://data/../b%20c?region=r",
            "s3://data/.hidden?region=r",
            "s3://data?region=r&region=s",
            "s3://data?region=",
            "s3://data?region=r&acl=public",
            "s3://data?endpoint=https://example.org/path&region=r",
            "s3://data?endpoint=ftp://example.org&region=r",
            "https://example.org/a//b",
            "https://example.org/a?b=c",
            "https://example.org/a#b",
            "ftp://example.org/market",
        ] {
            let error = market_url(text).err();
            let code = error.map(|error| error.code());
            assert_eq!(code, Some(ErrorCode::MarketUrl), "{text}");
        }
    }
}
