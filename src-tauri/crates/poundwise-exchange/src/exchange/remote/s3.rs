//! A prefix of a bucket on an S3 server: the names, signatures and listings of its protocol.
//!
//! Listings (`ListObjectsV2`) are read here and not by `object_store`, which fails a whole listing
//! because of one key such as `orders//x`, which any member can write.

use object_store::{
    aws::{AwsAuthorizer, AwsCredential},
    client::HttpRequestBody,
};
use reqwest::{Method, Request, header::HeaderMap};
use url::Url;

use super::xml;
use crate::exchange::{access::MarketAccess, address::Bucket, fault::Contents, folder::is_part};

/// Longest page of a listing in bytes: 1000 keys of 1024 characters, each escaped.
pub(super) const LONGEST_PAGE: u64 = 8 << 20;

/// A bucket, and the key with which requests are signed.
pub(super) struct S3 {
    bucket: Bucket,
    credential: Option<AwsCredential>,
}

impl S3 {
    pub(super) fn new(bucket: Bucket, access: Option<&MarketAccess>) -> Self {
        let credential = access.map(|access| AwsCredential {
            key_id: access.key_id().to_owned(),
            secret_key: access.secret().to_owned(),
            token: None,
        });
        Self { bucket, credential }
    }

    /// Returns the URL of the server.
    pub(super) fn server(&self) -> &Url {
        &self.bucket.endpoint
    }

    /// Returns the URL of an object.
    pub(super) fn url(&self, name: &str) -> Url {
        let mut url = self.bucket.endpoint.clone();
        url.set_path(&format!("/{}/{}", self.bucket.bucket, self.key(name)));
        url
    }

    fn key(&self, name: &str) -> String {
        if self.bucket.prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.bucket.prefix)
        }
    }

    /// Returns the URL of a page of the listing of a folder, and the beginning of all its keys.
    pub(super) fn page(&self, folder: &str, next: Option<&str>) -> (Url, String) {
        let prefix = format!("{}/", self.key(folder));
        let mut url = self.bucket.endpoint.clone();
        url.set_path(&format!("/{}", self.bucket.bucket));
        let mut query = url.query_pairs_mut();
        if let Some(next) = next {
            query.append_pair("continuation-token", next);
        }
        query
            .append_pair("delimiter", "/")
            .append_pair("encoding-type", "url")
            .append_pair("list-type", "2")
            .append_pair("max-keys", "1000")
            .append_pair("prefix", &prefix);
        drop(query);
        (url, prefix)
    }

    /// Returns a signed request.
    pub(super) fn request(
        &self,
        method: &Method,
        url: &Url,
        headers: &HeaderMap,
        body: &bytes::Bytes,
    ) -> Result<Request, String> {
        let mut made = Request::new(method.clone(), url.clone());
        *made.headers_mut() = headers.clone();
        if let Some(credential) = &self.credential {
            let mut signed = http::Request::builder()
                .method(method.clone())
                .uri(url.as_str())
                .body(HttpRequestBody::from(body.clone()))
                .map_err(|e| e.to_string())?;
            *signed.headers_mut() = headers.clone();
            AwsAuthorizer::new(credential, "s3", &self.bucket.region)
                .try_authorize(&mut signed, None)
                .map_err(|e| e.to_string())?;
            *made.headers_mut() = std::mem::take(signed.headers_mut());
        }
        *made.body_mut() = Some(body.clone().into());
        Ok(made)
    }
}

/// A page of a listing was read; where the next one begins.
pub(super) type Next = Option<String>;

/// Adds a page of a listing to the entries of a folder. An entry with a name that no document has
/// is counted as odd.
///
/// # Errors
/// The text of what is wrong with the page.
pub(super) fn read_page(bytes: &[u8], prefix: &str, into: &mut Contents) -> Result<Next, String> {
    let mut entry = Entry::default();
    let mut common = String::new();
    let (mut is_cut, mut next) = (false, None);
    let mut path: Vec<String> = Vec::new();
    xml::read(bytes, &mut |part| {
        match part {
            xml::Part::Start(name) => {
                path.push(name.to_owned());
                if name == "Contents" {
                    entry = Entry::default();
                }
                return Ok(());
            }
            xml::Part::End(name, text) => {
                path.pop();
                let parent = path.last().map_or("", String::as_str);
                match (parent, name) {
                    ("Contents", "Key") => entry.key = text.to_owned(),
                    ("Contents", "Size") => entry.size = text.parse().unwrap_or(u64::MAX),
                    ("Contents", "ETag") => entry.tag = text.to_owned(),
                    ("Contents", "LastModified") => entry.time = text.to_owned(),
                    ("ListBucketResult", "Contents") => entry.add(prefix, into),
                    ("CommonPrefixes", "Prefix") => common = text.to_owned(),
                    ("ListBucketResult", "CommonPrefixes") => add_folder(&common, prefix, into),
                    ("ListBucketResult", "IsTruncated") => is_cut = text == "true",
                    ("ListBucketResult", "NextContinuationToken") => next = Some(text.to_owned()),
                    _ => {}
                }
            }
        }
        Ok(())
    })?;
    match (is_cut, next) {
        (false, _) => Ok(None),
        (true, Some(next)) if !next.is_empty() => Ok(Some(next)),
        (true, _) => Err("the listing is cut".to_owned()),
    }
}

/// An object as a page states it.
#[derive(Default)]
struct Entry {
    key: String,
    size: u64,
    tag: String,
    time: String,
}

impl Entry {
    fn add(&self, prefix: &str, into: &mut Contents) {
        match last_part(&self.key, prefix) {
            // The empty object by which some programs make a folder.
            Some(name) if name.is_empty() => {}
            Some(name) if is_part(&name) => {
                let version = format!("{:x}-{}-{}", self.size, self.tag, self.time);
                into.add_file((name, self.size, version));
            }
            Some(name) if name.starts_with('.') => {}
            _ => into.odd += 1,
        }
    }
}

fn add_folder(key: &str, prefix: &str, into: &mut Contents) {
    let name = last_part(key, prefix);
    match name.as_deref().and_then(|name| name.strip_suffix('/')) {
        Some(name) if is_part(name) => into.add_folder(name.to_owned()),
        _ => into.odd += 1,
    }
}

/// Returns the part of a key after the folder's prefix, decoded.
fn last_part(key: &str, prefix: &str) -> Option<String> {
    let key = percent_encoding::percent_decode_str(key)
        .decode_utf8()
        .ok()?;
    key.strip_prefix(prefix).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::exchange::remote::MOST_ENTRIES;

    fn page(inner: &str) -> Vec<u8> {
        format!(
            "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\
             {inner}</ListBucketResult>"
        )
        .into_bytes()
    }

    fn key(key: &str) -> String {
        format!("<Contents><Key>{key}</Key><Size>7</Size><ETag>\"e\"</ETag></Contents>")
    }

    /// A member can write any key. It must not keep others from the rest.
    #[test]
    fn odd_keys_are_counted_and_stop_nothing() {
        let keys = [
            "m/orders/good.age",
            "m/orders/",
            "m/orders/a%00b",
            "m/orders/a%20b",
            "m/orders/%FF",
            "m/orders/..",
            "m/orders/.hidden",
            "m/orders/a.sync-conflict-20261101-101010-ABCDEFG.age",
            "elsewhere/good.age",
        ];
        let mut inner = keys.map(key).concat();
        for folder in [
            "m/orders//",
            "m/orders/kid/",
            "m/orders/a%2Fb/",
            "m/other/",
            "m/orders/kid.sync-conflict-1/",
        ] {
            inner += &format!("<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>");
        }
        inner += &format!(
            "<Contents><Key>m/orders/{}</Key><Size>-1</Size></Contents>",
            "a".repeat(201)
        );
        inner += "<Contents><Key>m/orders/huge</Key><Size>-1</Size></Contents>";
        let mut contents = Contents::default();
        let next = read_page(&page(&inner), "m/orders/", &mut contents).unwrap();
        assert_eq!(next, None);
        let names: Vec<&str> = contents.files.iter().map(|file| file.0.as_str()).collect();
        assert_eq!(names, ["good.age", "huge"]);
        assert_eq!(contents.files[1].1, u64::MAX);
        assert_eq!(contents.folders, ["kid"]);
        assert_eq!(contents.odd, 10);
    }

    #[test]
    fn entries_beyond_the_most_are_left_out_and_stop_nothing() {
        let mut contents = Contents::default();
        let mut next = None;
        for first in (0..MOST_ENTRIES + 1000).step_by(1000) {
            let keys = (first..first + 1000).map(|number| key(&format!("m/orders/{number}")));
            let inner = "<IsTruncated>true</IsTruncated>\
                 <NextContinuationToken>a</NextContinuationToken>";
            let page = page(&(keys.collect::<String>() + inner));
            next = read_page(&page, "m/orders/", &mut contents).unwrap();
        }
        assert_eq!(next.as_deref(), Some("a"));
        assert_eq!(contents.files.len(), MOST_ENTRIES);
        assert!(contents.is_cut);
        assert_eq!(contents.odd, 1000);
    }

    #[test]
    fn a_listing_goes_on_at_its_token() {
        let mut contents = Contents::default();
        let cut = "<IsTruncated>true</IsTruncated>";
        let token = format!("{cut}<NextContinuationToken>a+b/=</NextContinuationToken>");
        let next = read_page(&page(&token), "m/", &mut contents).unwrap();
        assert_eq!(next.as_deref(), Some("a+b/="));
        assert!(read_page(&page(cut), "m/", &mut contents).is_err());
        let bytes = page(&token);
        assert!(read_page(&bytes[..bytes.len() - 5], "m/", &mut contents).is_err());
    }
}
