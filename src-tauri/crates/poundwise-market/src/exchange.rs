//! The market store: where documents are exchanged. It is trusted for nothing but availability.
//!
//! One URL through `object_store`; a local folder (`file:///...`). Names are content addresses, so that writing
//! the same thing twice is harmless; whatever is read is hostile until verified, and bounded in size first.

use std::{fmt, path::PathBuf};

use object_store::{ObjectStore, ObjectStoreExt, local::LocalFileSystem, path::Path as ObjectPath};
use poundwise_documents::{
    checkpoint::MAX_NOTE,
    tiles::{CHECKPOINT, TileId, TileSource},
    units::{DocumentId, Kid},
};
use url::Url;

use crate::{
    error::{Error, ErrorCode, Result, Verdict},
    files::ensure_dir,
};

/// One object of a listing of the store.
#[derive(Clone)]
pub(crate) struct Entry {
    /// Its whole name.
    pub(crate) path: String,
    /// Its size in bytes, as the store says.
    pub(crate) size: u64,
    /// Changes when the object does, as the store says.
    pub(crate) version: String,
}

/// Why an object was not read.
pub(crate) enum ReadError {
    /// It is longer than what it should be can be: a verdict on it.
    TooLarge(TooLarge),
    /// The market could not be read: nothing is known of it.
    Market(Error),
}

/// An object that is longer than what it should be can be.
pub(crate) struct TooLarge {
    path: String,
    limit: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} on the market is larger than {} bytes",
            self.path, self.limit
        )
    }
}

impl Verdict for TooLarge {}

fn too_large(path: &str, limit: u64) -> ReadError {
    ReadError::TooLarge(TooLarge {
        path: path.to_owned(),
        limit,
    })
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        Self::Market(error)
    }
}

/// An opened market store.
pub(crate) struct MarketStore {
    url: String,
    folder: PathBuf,
    store: Box<dyn ObjectStore>,
    /// There until the store is dropped.
    runtime: Option<tokio::runtime::Runtime>,
}

impl Drop for MarketStore {
    fn drop(&mut self) {
        // Nothing is under way between calls, and waiting for that is not allowed everywhere a home may be dropped.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The canonical URL of a market given as URL or as a folder's path.
///
/// # Errors
/// For any scheme but `file`.
pub(crate) fn market_url(text: &str) -> Result<(String, PathBuf)> {
    let bad = |why: &str| {
        Error::usage(ErrorCode::MarketUrl, format!("the market {text:?} {why}"))
            .hint("Give a folder: file:///path/to/market")
    };
    if text.is_empty() {
        return Err(bad("is empty"));
    }
    let folder = if text.contains("://") {
        let url = Url::parse(text).map_err(|e| bad(&format!("is not a URL: {e}")))?;
        if url.scheme() != "file" {
            return Err(bad(
                "is not a local folder, and no other kind of store is supported",
            ));
        }
        url.to_file_path()
            .map_err(|()| bad("names no folder on this machine"))?
    } else {
        PathBuf::from(text)
    };
    let folder = std::path::absolute(&folder).map_err(|e| bad(&format!("is not a path: {e}")))?;
    let url = Url::from_directory_path(&folder).map_err(|()| bad("is not a path"))?;
    Ok((url.as_str().trim_end_matches('/').to_owned(), folder))
}

impl MarketStore {
    /// Opens the store, and creates its folder if need be.
    pub(crate) fn open(text: &str) -> Result<Self> {
        let (url, folder) = market_url(text)?;
        let folder = ensure_dir(&folder)?;
        let store = LocalFileSystem::new_with_prefix(&folder)
            .map_err(|e| {
                Error::failed(
                    ErrorCode::Market,
                    format!("cannot open the market {url}: {e}"),
                )
            })?
            .with_fsync(true);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .map_err(|e| {
                Error::failed(
                    ErrorCode::Market,
                    format!("cannot open the market {url}: {e}"),
                )
            })?;
        Ok(Self {
            url,
            folder,
            store: Box::new(store),
            runtime: Some(runtime),
        })
    }

    /// The store's URL.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Whether the store can be read and written: lists it, writes a file and removes it.
    ///
    /// # Errors
    /// What the store says.
    pub(crate) fn probe(&self) -> Result<()> {
        self.list("listings")?;
        let name = format!("probe-{}", std::process::id());
        let location = location(&name)?;
        self.run(async {
            self.store
                .put(&location, Vec::new().into())
                .await
                .map_err(|e| self.failed("write", &name, &e))?;
            self.store
                .delete(&location)
                .await
                .map_err(|e| self.failed("remove", &name, &e))
        })
    }

    /// Puts an object under a content address; the same one that is there already is left alone, a damaged one is
    /// replaced.
    pub(crate) fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let location = location(path)?;
        let is_new = self.lacks(&location);
        self.run(async {
            if is_new {
                return self.write(&location, path, bytes).await;
            }
            match self.store.get(&location).await {
                Ok(found) if found.meta.size == bytes.len() as u64 => {
                    if found.bytes().await.is_ok_and(|there| there == bytes) {
                        return Ok(());
                    }
                }
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(e) => return Err(self.failed("write to", path, &e)),
            }
            self.write(&location, path, bytes).await
        })
    }

    async fn write(&self, location: &ObjectPath, path: &str, bytes: &[u8]) -> Result<()> {
        self.store
            .put(location, bytes.to_vec().into())
            .await
            .map(|_| ())
            .map_err(|e| self.failed("write to", path, &e))
    }

    /// Whether there is certainly no object of that name. It spares a request to the store, which takes another thread.
    fn lacks(&self, location: &ObjectPath) -> bool {
        matches!(self.folder.join(location.as_ref()).try_exists(), Ok(false))
    }

    /// The objects directly under a folder, by name; none when there is no such folder.
    pub(crate) fn list(&self, folder: &str) -> Result<Vec<Entry>> {
        let prefix = location(folder)?;
        let listed = self.run(async {
            self.store
                .list_with_delimiter(Some(&prefix))
                .await
                .map_err(|e| self.failed("list", folder, &e))
        })?;
        let mut entries: Vec<Entry> = listed
            .objects
            .into_iter()
            .map(|meta| Entry {
                path: meta.location.as_ref().to_owned(),
                size: meta.size,
                version: meta.e_tag.unwrap_or_else(|| {
                    format!("{} {}", meta.size, meta.last_modified.to_rfc3339())
                }),
            })
            .collect();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(entries)
    }

    /// Reads an object of at most `limit` bytes.
    pub(crate) fn get(&self, entry: &Entry, limit: u64) -> std::result::Result<Vec<u8>, ReadError> {
        if entry.size > limit {
            return Err(too_large(&entry.path, limit));
        }
        match self.fetch(&entry.path, limit)? {
            Ok(bytes) => Ok(bytes),
            Err(gone) => Err(self.failed("read", &entry.path, &gone).into()),
        }
    }

    /// Reads an object by its name, if there is one, of at most `limit` bytes.
    pub(crate) fn read(
        &self,
        path: &str,
        limit: u64,
    ) -> std::result::Result<Option<Vec<u8>>, ReadError> {
        if self.lacks(&location(path)?) {
            return Ok(None);
        }
        Ok(self.fetch(path, limit)?.ok())
    }

    /// The bytes of an object, or how the store says that there is none. One request.
    fn fetch(
        &self,
        path: &str,
        limit: u64,
    ) -> std::result::Result<std::result::Result<Vec<u8>, object_store::Error>, ReadError> {
        let location = location(path)?;
        let bytes = self.run(async {
            let found = match self.store.get(&location).await {
                Ok(found) => found,
                Err(gone @ object_store::Error::NotFound { .. }) => return Ok(Some(Err(gone))),
                Err(e) => return Err(self.failed("read", path, &e)),
            };
            if found.meta.size > limit {
                return Ok(None);
            }
            let bytes = found.bytes().await;
            let bytes = bytes.map_err(|e| self.failed("read", path, &e))?;
            Ok(Some(Ok(bytes.to_vec())))
        })?;
        bytes.ok_or_else(|| too_large(path, limit))
    }

    /// Whether there is an object of that name.
    pub(crate) fn has(&self, path: &str) -> Result<bool> {
        let location = location(path)?;
        self.run(async {
            match self.store.head(&location).await {
                Ok(_) => Ok(true),
                Err(object_store::Error::NotFound { .. }) => Ok(false),
                Err(e) => Err(self.failed("read", path, &e)),
            }
        })
    }

    /// Removes an object; one that is not there is no error.
    pub(crate) fn remove(&self, path: &str) -> Result<()> {
        let location = location(path)?;
        self.run(async {
            match self.store.delete(&location).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
                Err(e) => Err(self.failed("remove", path, &e)),
            }
        })
    }

    /// The folders directly under a folder, by their last names.
    pub(crate) fn folders(&self, folder: &str) -> Result<Vec<String>> {
        let prefix = location(folder)?;
        let listed = self.run(async {
            self.store
                .list_with_delimiter(Some(&prefix))
                .await
                .map_err(|e| self.failed("list", folder, &e))
        })?;
        let mut names: Vec<String> = listed
            .common_prefixes
            .iter()
            .filter_map(|path| path.filename().map(str::to_owned))
            .collect();
        names.sort();
        Ok(names)
    }

    /// Drives one request to its end.
    fn run<T>(&self, request: impl Future<Output = Result<T>>) -> Result<T> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(request),
            None => Err(Error::failed(
                ErrorCode::Market,
                format!("the market {} is closed", self.url),
            )
            .hint("Open the home again.")),
        }
    }

    fn failed(&self, doing: &str, path: &str, error: &object_store::Error) -> Error {
        let mut cause: &dyn std::error::Error = error;
        let mut full = false;
        loop {
            if let Some(io) = cause.downcast_ref::<std::io::Error>() {
                full |= io.kind() == std::io::ErrorKind::StorageFull;
            }
            match cause.source() {
                Some(next) => cause = next,
                None => break,
            }
        }
        if full {
            return Error::failed(
                ErrorCode::MarketFull,
                format!(
                    "cannot {doing} {path}: the disk of the market {} is full",
                    self.url
                ),
            )
            .hint(
                "Make room there; what is signed is kept and sent again with `poundwise deliver`.",
            );
        }
        Error::failed(ErrorCode::Market, format!("cannot {doing} {path} on the market {}: {cause}", self.url))
            .hint("Check that the market's folder is there and writable; what is signed is kept and sent again with `poundwise deliver`.")
    }
}

fn location(path: &str) -> Result<ObjectPath> {
    ObjectPath::parse(path).map_err(|e| {
        Error::refused(
            ErrorCode::MarketPath,
            format!("{path:?} is not a name on a market: {e}"),
        )
    })
}

/// Where an order is on the market.
pub(crate) fn order_path(seller: &Kid, order: &DocumentId) -> String {
    format!("orders/{seller}/{order}.age")
}

/// Where a receipt's bundle or a refusal is on the market.
pub(crate) fn delivery_path(buyer: &Kid, id: &DocumentId) -> String {
    format!("deliveries/{buyer}/{id}.age")
}

/// Where a listing is on the market.
pub(crate) fn listing_path(id: &DocumentId) -> String {
    format!("listings/{id}.jws")
}

/// Where a withdrawal is on the market.
pub(crate) fn withdrawal_path(id: &DocumentId) -> String {
    format!("withdrawals/{id}.jws")
}

/// Where a file of an owner's published log is on the market: `checkpoint`, or a tile.
pub(crate) fn log_path(seller: &Kid, name: &str) -> String {
    format!("ledgers/{seller}/{name}")
}

/// The folder of the copies that an owner keeps of its own entries, encrypted for itself.
pub(crate) fn own_folder(owner: &Kid) -> String {
    format!("ledgers/{owner}/own")
}

/// Where an owner's copy of one of its own entries is on the market.
pub(crate) fn own_path(owner: &Kid, entry: &DocumentId) -> String {
    format!("{}/{entry}.age", own_folder(owner))
}

/// An owner's published log on a market, as the documents' readers see it.
pub(crate) struct PublishedLog<'a> {
    pub(crate) store: &'a MarketStore,
    pub(crate) owner: Kid,
}

impl PublishedLog<'_> {
    /// The checkpoint's note, or in words why it is none; nothing where there is none.
    ///
    /// # Errors
    /// Those of the market.
    pub(crate) fn found(&self) -> Result<Option<std::result::Result<String, String>>> {
        let path = log_path(&self.owner, CHECKPOINT);
        match self.store.read(&path, MAX_NOTE as u64) {
            Ok(Some(bytes)) => Ok(Some(
                String::from_utf8(bytes).map_err(|_| format!("{path} is not text")),
            )),
            Ok(None) => Ok(None),
            Err(ReadError::TooLarge(why)) => Ok(Some(Err(why.to_string()))),
            Err(ReadError::Market(error)) => Err(error),
        }
    }

    /// The checkpoint's note, or in words why there is none to go by.
    ///
    /// # Errors
    /// Those of the market.
    pub(crate) fn note(&self) -> Result<std::result::Result<String, String>> {
        let path = log_path(&self.owner, CHECKPOINT);
        Ok(self
            .found()?
            .unwrap_or_else(|| Err(format!("{path} is not on the market"))))
    }
}

impl TileSource for PublishedLog<'_> {
    type Error = Error;

    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>> {
        let path = log_path(&self.owner, &tile.to_string());
        match self.store.read(&path, tile.length() as u64) {
            // One byte too many is enough to be refused as no tile.
            Err(ReadError::TooLarge(_)) => Ok(Some(vec![0; tile.length() + 1])),
            Err(ReadError::Market(error)) => Err(error),
            Ok(read) => Ok(read),
        }
    }
}
