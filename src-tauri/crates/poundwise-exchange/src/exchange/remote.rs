//! A market on a server: a prefix of an S3 bucket, or a folder of a WebDAV server.
//!
//! The server is trusted only to be available. Answers are read within a size, a number of entries
//! and a time. A status that denies access is never taken for a missing object, except for an
//! outsider who reads without a key: a restored home could otherwise sell a second history.

mod certificate;
mod flights;
mod s3;
mod transport;
mod webdav;
mod xml;

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool, atomic::AtomicI64,
        atomic::Ordering,
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use reqwest::{
    Method, StatusCode,
    header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH},
};
use url::Url;

use super::{
    access::MarketAccess,
    address::Address,
    fault::{Contents, Fault, Trouble},
};
use crate::messages::CertificateProblem;
use flights::Flights;
use s3::S3;
use transport::{Reply, Silence, Transport};
use webdav::WebDav;

/// Most entries of a listing. Others are left out.
const MOST_ENTRIES: usize = 100_000;
/// Longest answer in bytes to a request that asks for nothing.
const LONGEST_ANSWER: u64 = 64 * 1024;
/// Most pages of a listing. Servers fill them as they like. Others are left out.
const MOST_PAGES: usize = 1000;
/// Time in which a server that did not answer is not asked again: a command with several requests
/// then ends after the first.
const REST: Duration = Duration::from_secs(10);
/// Time in which the folder of a market counts as there after it was seen.
const SEEN: Duration = Duration::from_secs(30);

/// A market on a server.
pub(super) struct Remote {
    dialect: Dialect,
    /// Whether requests have no key, and are those of somebody who is no member.
    is_outsider: bool,
    /// The connection, with the authorities that the system trusted when it was made.
    transport: Mutex<Option<Arc<Transport>>>,
    /// When the server last did not answer, and why, until it answers again.
    hung: Mutex<Option<(Instant, String)>>,
    /// The requests that wait for an answer.
    flights: Flights,
    /// When the folder of the market was last seen.
    seen: Mutex<Option<Instant>>,
    /// Whether the server may know the condition that an object is not there yet.
    has_conditions: AtomicBool,
    /// Seconds by which the server's clock was last ahead; the least number if none is known.
    ahead: AtomicI64,
}

enum Dialect {
    S3(S3),
    WebDav(WebDav),
}

/// A request, before it is signed.
struct Ask<'a> {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Bytes,
    limit: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Ask<'_> {
    fn header(mut self, name: HeaderName, value: &'static str) -> Self {
        self.headers.insert(name, HeaderValue::from_static(value));
        self
    }
}

impl Remote {
    pub(super) fn new(address: &Address, access: Option<&MarketAccess>, is_outsider: bool) -> Self {
        let dialect = match address {
            Address::S3(bucket) => Dialect::S3(S3::new(bucket.clone(), access)),
            Address::WebDav(root) => Dialect::WebDav(WebDav::new(root.clone(), access)),
        };
        Self {
            dialect,
            is_outsider: is_outsider && access.is_none(),
            transport: Mutex::default(),
            hung: Mutex::default(),
            flights: Flights::default(),
            seen: Mutex::default(),
            has_conditions: AtomicBool::new(true),
            ahead: AtomicI64::new(i64::MIN),
        }
    }

    /// Returns by how many seconds the server's clock is ahead, if a request was answered.
    pub(super) fn seconds_ahead(&self) -> Option<i64> {
        Some(self.ahead.load(Ordering::Relaxed)).filter(|ahead| *ahead != i64::MIN)
    }

    /// Returns the entries directly under a folder; none if there is no such folder.
    pub(super) fn contents(&self, folder: &str) -> Result<Contents, Fault> {
        let mut contents = match &self.dialect {
            Dialect::S3(s3) => self.pages(s3, folder)?,
            Dialect::WebDav(dav) => {
                let url = dav.folder(folder);
                let mut go_on = |_| true;
                let ask = depth(ask("PROPFIND", url.clone(), &mut go_on), "1");
                let reply = self.send(ask)?;
                match reply.status {
                    StatusCode::MULTI_STATUS if reply.is_too_large => {
                        return Err(answer("the listing is too long"));
                    }
                    StatusCode::MULTI_STATUS => {
                        self.note_seen();
                        webdav::read_listing(&reply.body, &url).map_err(|why| answer(&why))?
                    }
                    StatusCode::NOT_FOUND => {
                        self.check_place(dav)?;
                        Contents::default()
                    }
                    _ => return Err(refused(&reply).into()),
                }
            }
        };
        contents.files.sort();
        contents.files.dedup_by(|one, other| one.0 == other.0);
        contents.folders.sort();
        contents.folders.dedup();
        Ok(contents)
    }

    fn pages(&self, s3: &S3, folder: &str) -> Result<Contents, Fault> {
        let mut contents = Contents::default();
        let mut next: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let (url, prefix) = s3.page(folder, next.as_deref());
            let mut go_on = |_| true;
            let mut ask = ask("GET", url, &mut go_on);
            ask.limit = s3::LONGEST_PAGE;
            let reply = self.send(ask)?;
            if reply.status != StatusCode::OK {
                return Err(refused(&reply).into());
            }
            if reply.is_too_large {
                return Err(answer("a page of the listing is too long"));
            }
            next =
                s3::read_page(&reply.body, &prefix, &mut contents).map_err(|why| answer(&why))?;
            if next.is_none() || contents.is_cut {
                return Ok(contents);
            }
        }
        contents.is_cut = true;
        Ok(contents)
    }

    /// Returns the size of an object.
    pub(super) fn size(&self, name: &str) -> Result<u64, Fault> {
        let mut go_on = |_| true;
        let reply = self.send(ask("HEAD", self.url(name), &mut go_on))?;
        if !reply.status.is_success() {
            return Err(self.fault_of_object(&reply));
        }
        let length = reply.headers.get(CONTENT_LENGTH);
        length
            .and_then(|length| length.to_str().ok()?.parse().ok())
            .ok_or(Fault::Odd)
    }

    /// Reads an object of at most `limit` bytes. `go_on` gets the number of bytes read some ten
    /// times a second, and stops the reading by `false`.
    pub(super) fn read(
        &self,
        name: &str,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, Fault> {
        let mut ask = ask("GET", self.url(name), go_on);
        ask.limit = limit;
        let reply = self.send(ask)?;
        match reply.status {
            StatusCode::OK if reply.is_too_large => Err(Fault::TooLarge),
            StatusCode::OK => Ok(reply.body),
            _ => Err(self.fault_of_object(&reply)),
        }
    }

    /// Writes an object in place of the one there, whole or not at all. `part` is an unpredictable
    /// name.
    pub(super) fn write(&self, name: &str, bytes: &[u8], part: &str) -> Result<(), Fault> {
        match &self.dialect {
            Dialect::S3(s3) => self.put(s3.url(name), bytes, false).map(drop),
            Dialect::WebDav(dav) => self.place(dav, name, bytes, part, true).map(drop),
        }
    }

    /// Writes an object as [`Remote::write`] does, and without another name on WebDAV: one request.
    /// It may be cut until this has succeeded.
    pub(super) fn write_in_place(&self, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        let url = self.url(name);
        let Dialect::WebDav(dav) = &self.dialect else {
            return self.put(url, bytes, false).map(drop);
        };
        let mut reply = self.send_bytes(url.clone(), bytes, false)?;
        if is_without_folder(&reply) {
            self.make_folders(dav, name)?;
            reply = self.send_bytes(url, bytes, false)?;
        }
        match reply.status {
            status if status.is_success() => Ok(()),
            _ => Err(self.fault_of_write(&reply)),
        }
    }

    /// Writes an object unless there is one, whole or not at all. Returns `false` if there is one,
    /// or if the server cannot tell.
    pub(super) fn write_new(&self, name: &str, bytes: &[u8], part: &str) -> Result<bool, Fault> {
        match &self.dialect {
            Dialect::S3(_) if !self.has_conditions.load(Ordering::Relaxed) => Ok(false),
            Dialect::S3(s3) => self.put(s3.url(name), bytes, true),
            Dialect::WebDav(dav) => self.place(dav, name, bytes, part, false),
        }
    }

    /// Puts an object of S3, which is whole there or missing.
    fn put(&self, url: Url, bytes: &[u8], only_new: bool) -> Result<bool, Fault> {
        let reply = self.send_bytes(url, bytes, only_new)?;
        match reply.status {
            status if status.is_success() => Ok(true),
            StatusCode::PRECONDITION_FAILED | StatusCode::CONFLICT if only_new => Ok(false),
            StatusCode::NOT_IMPLEMENTED if only_new => {
                self.has_conditions.store(false, Ordering::Relaxed);
                Ok(false)
            }
            _ => Err(self.fault_of_write(&reply)),
        }
    }

    fn send_bytes(&self, url: Url, bytes: &[u8], only_new: bool) -> Result<Reply, Fault> {
        let mut go_on = |_| true;
        let mut ask = ask("PUT", url, &mut go_on).header(CONTENT_TYPE, "application/octet-stream");
        if only_new {
            ask = ask.header(IF_NONE_MATCH, "*");
        }
        ask.body = Bytes::copy_from_slice(bytes);
        self.send(ask)
    }

    /// Puts an object of WebDAV under another name and moves it, since many servers store what was
    /// sent before a connection broke. Nextcloud refuses names that end in `.part`.
    fn place(
        &self,
        dav: &WebDav,
        name: &str,
        bytes: &[u8],
        part: &str,
        replace: bool,
    ) -> Result<bool, Fault> {
        let from = dav.url(&format!("poundwise-{part}.tmp"));
        let moved = self.put(from.clone(), bytes, false).and_then(|_| {
            let reply = self.move_part(dav, &from, name, replace)?;
            // Apache answers 500.
            if is_without_folder(&reply) || reply.status == StatusCode::INTERNAL_SERVER_ERROR {
                self.make_folders(dav, name)?;
                return self.move_part(dav, &from, name, replace);
            }
            Ok(reply)
        });
        let placed = match moved {
            Ok(reply) if reply.status.is_success() => return Ok(true),
            Ok(reply) if reply.status == StatusCode::PRECONDITION_FAILED && !replace => Ok(false),
            // The server may have moved it before, and its answer was lost.
            Ok(reply) if reply.status == StatusCode::NOT_FOUND && self.has(name, bytes) => {
                return Ok(true);
            }
            Ok(reply) => Err(self.fault_of_write(&reply)),
            Err(fault) => Err(fault),
        };
        // If the server went away, the file stays. It is in nobody's way.
        if !matches!(
            &placed,
            Err(Fault::Stopped | Fault::Server(Trouble::Offline { .. }))
        ) {
            let mut go_on = |_| true;
            let _ = self.send(ask("DELETE", from, &mut go_on));
        }
        placed
    }

    /// Returns whether the server has an object with these bytes.
    fn has(&self, name: &str, bytes: &[u8]) -> bool {
        let there = self.read(name, bytes.len() as u64, &mut |_| true);
        there.is_ok_and(|there| there == bytes)
    }

    fn move_part(
        &self,
        dav: &WebDav,
        from: &Url,
        name: &str,
        replace: bool,
    ) -> Result<Reply, Fault> {
        let mut go_on = |_| true;
        let mut ask = ask("MOVE", from.clone(), &mut go_on).header(
            HeaderName::from_static("overwrite"),
            if replace { "T" } else { "F" },
        );
        let to =
            HeaderValue::try_from(dav.url(name).as_str()).map_err(|e| answer(&e.to_string()))?;
        ask.headers
            .insert(HeaderName::from_static("destination"), to);
        self.send(ask)
    }

    /// Makes the folders of an object, and that of the market.
    fn make_folders(&self, dav: &WebDav, name: &str) -> Result<(), Fault> {
        let folders = name.match_indices('/').map(|(end, _)| &name[..end]);
        for folder in folders {
            let mut go_on = |_| true;
            let reply = self.send(ask("MKCOL", dav.folder(folder), &mut go_on))?;
            // 405 is the answer if it is there.
            if !(reply.status.is_success() || reply.status == StatusCode::METHOD_NOT_ALLOWED) {
                return Err(self.fault_of_write(&reply));
            }
        }
        Ok(())
    }

    /// Removes an object.
    pub(super) fn remove(&self, name: &str) -> Result<(), Fault> {
        let mut go_on = |_| true;
        let reply = self.send(ask("DELETE", self.url(name), &mut go_on))?;
        if reply.status.is_success() {
            Ok(())
        } else {
            Err(self.fault_of_object(&reply))
        }
    }

    fn url(&self, name: &str) -> Url {
        match &self.dialect {
            Dialect::S3(s3) => s3.url(name),
            Dialect::WebDav(dav) => dav.url(name),
        }
    }

    /// Returns why the server did not give an object.
    fn fault_of_object(&self, reply: &Reply) -> Fault {
        match refused(reply) {
            Trouble::Denied { .. } if self.is_outsider => Fault::Missing,
            Trouble::NoPlace if reply.status == StatusCode::NOT_FOUND => match &self.dialect {
                Dialect::S3(_)
                    if xml::text_of(&reply.body, "Code")
                        .is_some_and(|code| code == "NoSuchBucket") =>
                {
                    Trouble::NoPlace.into()
                }
                Dialect::S3(_) => Fault::Missing,
                // If the folder of the market is gone, nothing in it is to count as missing.
                Dialect::WebDav(dav) => self.check_place(dav).err().unwrap_or(Fault::Missing),
            },
            trouble => trouble.into(),
        }
    }

    /// Returns why the server did not write an object or make a folder.
    fn fault_of_write(&self, reply: &Reply) -> Fault {
        let is_gone = match &self.dialect {
            // The answer also if the folder of the market is gone.
            Dialect::WebDav(dav) if reply.status == StatusCode::CONFLICT => {
                self.check_place(dav).err()
            }
            Dialect::S3(_) | Dialect::WebDav(_) => None,
        };
        is_gone.unwrap_or_else(|| refused(reply).into())
    }

    /// Checks that the folder of the market is there.
    fn check_place(&self, dav: &WebDav) -> Result<(), Fault> {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_outsider || seen.is_some_and(|seen| seen.elapsed() < SEEN) {
            return Ok(());
        }
        let mut go_on = |_| true;
        let ask = depth(ask("PROPFIND", dav.folder(""), &mut go_on), "0");
        let reply = self.send(ask)?;
        match reply.status {
            StatusCode::MULTI_STATUS => {
                self.note_seen();
                Ok(())
            }
            _ => Err(refused(&reply).into()),
        }
    }

    fn note_seen(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn hung(&self) -> MutexGuard<'_, Option<(Instant, String)>> {
        self.hung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the reason why the server is not asked now: it did not answer a moment ago, or has
    /// not answered another request for long. After a rest, one request at a time tries it again.
    fn reason_not_to_ask(&self) -> Option<String> {
        if let Some((since, why)) = &*self.hung()
            && (since.elapsed() < REST || self.flights.has_any())
        {
            return Some(why.clone());
        }
        let is_late = self.flights.has_late();
        is_late.then(|| "another request waits for an answer".to_owned())
    }

    fn made_transport(&self) -> MutexGuard<'_, Option<Arc<Transport>>> {
        self.transport
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn transport(&self, server: &Url) -> Result<Arc<Transport>, CertificateProblem> {
        let mut made = self.made_transport();
        if let Some(transport) = &*made {
            return Ok(Arc::clone(transport));
        }
        let transport = Arc::new(Transport::new(server)?);
        *made = Some(Arc::clone(&transport));
        Ok(transport)
    }

    fn send(&self, ask: Ask<'_>) -> Result<Reply, Fault> {
        if let Some(why) = self.reason_not_to_ask() {
            return Err(Trouble::Offline { why }.into());
        }
        let server = match &self.dialect {
            Dialect::S3(s3) => s3.server(),
            Dialect::WebDav(dav) => dav.root(),
        };
        let transport = self.transport(server).map_err(Trouble::Certificate)?;
        let Ask {
            method,
            url,
            headers,
            body,
            limit,
            go_on,
        } = ask;
        let request = || match &self.dialect {
            Dialect::S3(s3) => s3.request(&method, &url, &headers, &body),
            Dialect::WebDav(dav) => Ok(dav.request(&method, &url, &headers, &body)),
        };
        let flight = self.flights.begin(transport.usual_time(body.len() as u64));
        let mut go_on = |done| {
            flight.note(done, transport.usual_time(0));
            go_on(done)
        };
        let sent = transport.send(&request, limit, &mut go_on);
        if !matches!(sent, Err(Silence::Hung(_) | Silence::Stopped)) {
            *self.hung() = None;
        }
        match sent {
            Ok(reply) => {
                if let Some(ahead) = transport::ahead(&reply) {
                    self.ahead.store(ahead, Ordering::Relaxed);
                }
                Ok(reply)
            }
            Err(Silence::Stopped) => Err(Fault::Stopped),
            Err(Silence::Untrusted(problem)) => {
                // The owner may have the system trust another authority before the next request.
                *self.made_transport() = None;
                Err(Trouble::Certificate(problem).into())
            }
            Err(Silence::Broken(why)) => Err(Trouble::Offline { why }.into()),
            Err(Silence::Hung(after)) => {
                let why = format!("no answer within {} s", after.as_secs_f32().ceil());
                *self.hung() = Some((Instant::now(), why.clone()));
                Err(Trouble::Offline { why }.into())
            }
        }
    }
}

impl Contents {
    /// Adds a file, or leaves it out if there are too many entries.
    fn add_file(&mut self, file: (String, u64, String)) {
        if self.has_room() {
            self.files.push(file);
        }
    }

    /// Adds a folder, or leaves it out if there are too many entries.
    fn add_folder(&mut self, name: String) {
        if self.has_room() {
            self.folders.push(name);
        }
    }

    fn has_room(&mut self) -> bool {
        let has_room = self.files.len() + self.folders.len() < MOST_ENTRIES;
        if !has_room {
            self.odd += 1;
            self.is_cut = true;
        }
        has_room
    }
}

/// Returns whether a WebDAV server answered that the folder of an object is missing. Some servers
/// give 404 in place of 409.
fn is_without_folder(reply: &Reply) -> bool {
    [StatusCode::CONFLICT, StatusCode::NOT_FOUND].contains(&reply.status)
}

fn ask<'a>(method: &str, url: Url, go_on: &'a mut dyn FnMut(u64) -> bool) -> Ask<'a> {
    Ask {
        method: Method::from_bytes(method.as_bytes()).unwrap_or_default(),
        url,
        headers: HeaderMap::new(),
        body: Bytes::new(),
        limit: LONGEST_ANSWER,
        go_on,
    }
}

/// Makes a request one for the properties of a folder, to a depth.
fn depth<'a>(mut ask: Ask<'a>, depth: &'static str) -> Ask<'a> {
    ask.body = Bytes::from_static(webdav::ASKED.as_bytes());
    ask.limit = webdav::LONGEST_LISTING;
    ask.header(CONTENT_TYPE, "application/xml; charset=utf-8")
        .header(HeaderName::from_static("depth"), depth)
}

fn answer(why: &str) -> Fault {
    let why = why.to_owned();
    Trouble::Answer { why }.into()
}

/// Returns why a server did not do what it was asked. A 404 counts as one of the whole market here.
fn refused(reply: &Reply) -> Trouble {
    let code: String = xml::text_of(&reply.body, "Code")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(64)
        .collect();
    let status = reply.status;
    let answer = match code.as_str() {
        "" => status.as_u16().to_string(),
        code => format!("{} {code}", status.as_u16()),
    };
    let is_full = [
        "QuotaExceeded",
        "StorageFull",
        "QuotaReached",
        "InsufficientStorage",
    ]
    .iter()
    .any(|word| code.contains(word));
    match status.as_u16() {
        507 => Trouble::Full,
        _ if is_full => Trouble::Full,
        _ if code == "RequestTimeTooSkewed" || code == "RequestExpired" => Trouble::Clock,
        401 | 403 => Trouble::Denied { answer },
        404 => Trouble::NoPlace,
        // A request that took too long; S3 has its own code for that.
        408 => Trouble::Answer {
            why: format!("the server answered {answer}"),
        },
        400..=499 if !transport::is_busy(status) && code != "RequestTimeout" => {
            Trouble::NotTaken { answer }
        }
        300..=399 => Trouble::Answer {
            why: format!("the server answered {answer}: it redirects to another address"),
        },
        _ if transport::is_busy(status) => Trouble::Offline {
            why: format!("the server answered {answer}"),
        },
        _ => Trouble::Answer {
            why: format!("the server answered {answer}"),
        },
    }
}
