//! A folder of a WebDAV server (RFC 4918): its names, and the listings of its protocol.

use reqwest::{
    Method, Request,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
};
use url::Url;

use super::xml;
use crate::exchange::{access::MarketAccess, fault::Contents, folder::is_part};

/// Longest listing in bytes. The protocol has no pages; an entry takes up to a kilobyte.
pub(super) const LONGEST_LISTING: u64 = 64 << 20;

/// The properties that a listing asks for.
pub(super) const ASKED: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\
    <propfind xmlns=\"DAV:\"><prop><resourcetype/><getcontentlength/><getetag/>\
    <getlastmodified/></prop></propfind>";

/// A folder of a server, and how requests prove who sends them.
pub(super) struct WebDav {
    root: Url,
    authorization: Option<HeaderValue>,
}

impl WebDav {
    pub(super) fn new(root: Url, access: Option<&MarketAccess>) -> Self {
        let authorization = access.and_then(|access| {
            let pair = zeroize::Zeroizing::new(format!("{}:{}", access.key_id(), access.secret()));
            let mut value =
                HeaderValue::try_from(format!("Basic {}", base64_of(pair.as_bytes()))).ok()?;
            value.set_sensitive(true);
            Some(value)
        });
        Self {
            root,
            authorization,
        }
    }

    /// Returns the URL of the market's own folder.
    pub(super) fn root(&self) -> &Url {
        &self.root
    }

    /// Returns the URL of an object.
    pub(super) fn url(&self, name: &str) -> Url {
        let mut url = self.root.clone();
        url.set_path(&format!(
            "{}/{name}",
            self.root.path().trim_end_matches('/')
        ));
        url
    }

    /// Returns the URL of a folder, which ends in a slash.
    pub(super) fn folder(&self, name: &str) -> Url {
        self.url(&if name.is_empty() {
            String::new()
        } else {
            format!("{name}/")
        })
    }

    pub(super) fn request(
        &self,
        method: &Method,
        url: &Url,
        headers: &HeaderMap,
        body: &bytes::Bytes,
    ) -> Request {
        let mut made = Request::new(method.clone(), url.clone());
        *made.headers_mut() = headers.clone();
        if let Some(authorization) = &self.authorization {
            made.headers_mut()
                .insert(AUTHORIZATION, authorization.clone());
        }
        *made.body_mut() = Some(body.clone().into());
        made
    }
}

fn base64_of(bytes: &[u8]) -> String {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    STANDARD.encode(bytes)
}

/// Reads the listing of a folder. An entry with a name that no document has is counted as odd.
///
/// # Errors
/// The text of what is wrong with the listing.
pub(super) fn read_listing(bytes: &[u8], folder: &Url) -> Result<Contents, String> {
    let mut contents = Contents::default();
    let mut entry = Entry::default();
    let mut props = Props::default();
    let mut is_listing = false;
    xml::read(bytes, &mut |part| {
        match part {
            xml::Part::Start("multistatus") => is_listing = true,
            xml::Part::Start("response") => entry = Entry::default(),
            xml::Part::Start("propstat") => props = Props::default(),
            xml::Part::Start("collection") => props.is_folder = true,
            xml::Part::End("href", text) => {
                // Other properties may have one, too; the first is the entry's.
                entry.href.get_or_insert_with(|| text.to_owned());
            }
            xml::Part::End("getcontentlength", text) => props.size = text.parse().ok(),
            xml::Part::End("getetag", text) => {
                // Apache calls a tag weak for a second after a change, and then not any more.
                text.trim_start_matches("W/").clone_into(&mut props.tag);
            }
            xml::Part::End("getlastmodified", text) => text.clone_into(&mut props.time),
            xml::Part::End("status", text) => props.is_missing = !text.contains(" 200"),
            // The properties that the entry does not have come in another group.
            xml::Part::End("propstat", _) if !props.is_missing => {
                entry.props = std::mem::take(&mut props);
            }
            xml::Part::End("response", _) => entry.add(folder, &mut contents),
            xml::Part::Start(_) | xml::Part::End(..) => {}
        }
        Ok(())
    })?;
    if !is_listing {
        return Err("the answer is not a listing".to_owned());
    }
    Ok(contents)
}

#[derive(Default)]
struct Props {
    is_folder: bool,
    is_missing: bool,
    size: Option<u64>,
    tag: String,
    time: String,
}

/// An entry as a listing states it.
#[derive(Default)]
struct Entry {
    href: Option<String>,
    props: Props,
}

impl Entry {
    fn add(&self, folder: &Url, into: &mut Contents) {
        let Some(name) = self
            .href
            .as_deref()
            .and_then(|href| last_part(href, folder))
        else {
            into.odd += 1;
            return;
        };
        let Props {
            is_folder,
            size,
            tag,
            time,
            ..
        } = &self.props;
        // The folder itself, and what other programs hide.
        if name.is_empty() || name.starts_with('.') {
            return;
        }
        match size {
            _ if !is_part(&name) => into.odd += 1,
            _ if *is_folder => into.add_folder(name),
            Some(size) => {
                let version = format!("{size:x}-{tag}-{time}");
                into.add_file((name, *size, version));
            }
            None => into.odd += 1,
        }
    }
}

/// Returns the name of an entry directly under a folder, decoded; it is empty for the folder
/// itself.
fn last_part(href: &str, folder: &Url) -> Option<String> {
    let path = folder.join(href).ok()?;
    let decoded = |path: &str| {
        percent_encoding::percent_decode_str(path)
            .decode_utf8()
            .ok()
            .map(std::borrow::Cow::into_owned)
    };
    let (path, folder) = (decoded(path.path())?, decoded(folder.path())?);
    let folder = folder.trim_end_matches('/');
    let name = path.strip_prefix(folder)?;
    if name.is_empty() {
        return Some(String::new());
    }
    let name = name.strip_prefix('/')?;
    let name = name.strip_suffix('/').unwrap_or(name);
    (!name.contains('/')).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::exchange::remote::MOST_ENTRIES;

    fn entry(href: &str, props: &str) -> String {
        format!(
            "<D:response><D:href>{href}</D:href><D:propstat><D:prop>{props}</D:prop>\
             <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
        )
    }

    fn read(inner: &str) -> Result<Contents, String> {
        let text = format!("<D:multistatus xmlns:D=\"DAV:\">{inner}</D:multistatus>");
        let folder = Url::parse("https://h/dav/a%40b/orders/").unwrap();
        read_listing(text.as_bytes(), &folder)
    }

    #[test]
    fn odd_entries_are_counted_and_stop_nothing() {
        let file = "<D:resourcetype/><D:getcontentlength>7</D:getcontentlength>\
                    <D:getetag>\"e\"</D:getetag>";
        let folder = "<D:resourcetype><D:collection/></D:resourcetype>";
        let inner = [
            entry("/dav/a@b/orders/", folder),
            entry("/dav/a%40b/orders/good.age", file),
            entry("https://h/dav/a%40b/orders/other.age", file),
            entry("/dav/a%40b/orders/kid/", folder),
            entry("/dav/a%40b/orders/.hidden", file),
            entry("/dav/a%40b/orders/a%20b", file),
            entry("/dav/a%40b/orders/%2e%2e%2fescape", file),
            entry("/dav/a%40b/orders/a/b", file),
            entry(
                "/dav/a%40b/orders/a.sync-conflict-20261101-101010-ABCDEFG.age",
                file,
            ),
            entry("/dav/a%40b/orders/kid.sync-conflict-1/", folder),
            entry("/elsewhere/good.age", file),
            entry("/dav/a%40b/orders/no-size", "<D:resourcetype/>"),
        ]
        .concat();
        let contents = read(&inner).unwrap();
        let names: Vec<&str> = contents.files.iter().map(|file| file.0.as_str()).collect();
        assert_eq!(names, ["good.age", "other.age"]);
        assert_eq!(contents.folders, ["kid"]);
        assert_eq!(contents.odd, 7);
    }

    /// Otherwise each object would be read once more a second after it was written.
    #[test]
    fn a_weak_tag_is_the_same_version() {
        let version = |tag: &str| {
            let file = format!(
                "<D:resourcetype/><D:getcontentlength>7</D:getcontentlength><D:getetag>{tag}\
                 </D:getetag>"
            );
            let contents = read(&entry("/dav/a%40b/orders/good.age", &file)).unwrap();
            contents.files[0].2.clone()
        };
        assert_eq!(version("W/\"7-1\""), version("\"7-1\""));
        assert_ne!(version("W/\"7-1\""), version("\"7-2\""));
    }

    #[test]
    fn entries_beyond_the_most_are_left_out_and_stop_nothing() {
        let file = "<D:resourcetype/><D:getcontentlength>7</D:getcontentlength>";
        let most = MOST_ENTRIES;
        let inner: String = (0..most + 5)
            .map(|number| entry(&format!("/dav/a%40b/orders/{number}"), file))
            .collect();
        let contents = read(&inner).unwrap();
        assert_eq!((contents.files.len(), contents.odd), (most, 5));
        assert!(contents.is_cut);
    }

    /// Servers name what a folder does not have, such as its length, in a second group.
    #[test]
    fn properties_that_are_missing_are_not_taken() {
        let inner = "<D:response><D:href>/dav/a%40b/orders/kid/</D:href>\
             <D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop>\
             <D:status>HTTP/1.1 200 OK</D:status></D:propstat>\
             <D:propstat><D:prop><D:getcontentlength/></D:prop>\
             <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>";
        assert_eq!(read(inner).unwrap().folders, ["kid"]);
    }

    #[test]
    fn what_is_no_listing_is_refused() {
        let folder = Url::parse("https://h/dav/").unwrap();
        for text in ["", "<html></html>", "<multistatus><response>", "{}"] {
            assert!(read_listing(text.as_bytes(), &folder).is_err(), "{text}");
        }
    }
}
