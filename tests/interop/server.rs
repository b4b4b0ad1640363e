//! Servers of markets, which nobody here wrote: moto for S3 and wsgidav for WebDAV, from PyPI.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::proxy::Proxy;
use super::python;

/// The program of the servers.
const SCRIPT: &str = include_str!("market_server.py");
const LIBRARIES: &str = "moto[server]==5.2.5 wsgidav==4.4.0 cheroot==11.1.2";

/// Protocol of a market's server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    S3,
    WebDav,
}

impl Protocol {
    pub(crate) const ALL: [Self; 2] = [Self::S3, Self::WebDav];
}

/// A market's server behind a proxy, for as long as it is kept.
pub(crate) struct Server {
    pub(crate) protocol: Protocol,
    pub(crate) proxy: Proxy,
    port: u16,
    process: Child,
    talk: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    keys: Value,
    _folder: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts a server; `None` if there is no Python with these libraries.
    pub(crate) fn start(protocol: Protocol) -> Option<Self> {
        let python = python(LIBRARIES)?;
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new(python)
            .args(["-c", SCRIPT])
            .arg(match protocol {
                Protocol::S3 => "s3",
                Protocol::WebDav => "dav",
            })
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let mut talk = (input.unwrap(), BufReader::new(output.unwrap()));
        let hello = answer(&mut talk.1);
        let port = u16::try_from(hello["port"].as_u64().unwrap()).unwrap();
        Some(Self {
            protocol,
            proxy: Proxy::to(port),
            port,
            process,
            talk: Mutex::new(talk),
            keys: hello["keys"].clone(),
            _folder: folder,
        })
    }

    fn ask(&self, asked: &Value) -> Value {
        let mut talk = self.talk.lock().unwrap();
        writeln!(talk.0, "{asked}").unwrap();
        answer(&mut talk.1)
    }

    /// Another proxy to the same server, for a member with a connection of its own.
    pub(crate) fn line(&self) -> Proxy {
        Proxy::to(self.port)
    }

    /// The market's address, through the proxy.
    pub(crate) fn url(&self) -> String {
        self.url_through(&self.proxy)
    }

    /// The market's address, through a proxy to it.
    pub(crate) fn url_through(&self, proxy: &Proxy) -> String {
        let port = proxy.port;
        match self.protocol {
            Protocol::S3 => {
                format!("s3://market/m?endpoint=http://127.0.0.1:{port}&region=us-east-1")
            }
            Protocol::WebDav => format!("http://127.0.0.1:{port}/market"),
        }
    }

    /// A member's key: its id and its secret.
    pub(crate) fn key(&self, member: &str) -> (&str, &str) {
        let key = &self.keys[member];
        (key[0].as_str().unwrap(), key[1].as_str().unwrap())
    }

    /// The `.market` file of a member, through a proxy to the server.
    pub(crate) fn invitation(&self, member: &str, proxy: &Proxy) -> String {
        let key = &self.keys[member];
        self.invitation_with(proxy, &key[0], &key[1])
    }

    fn invitation_with(&self, proxy: &Proxy, id: &Value, secret: &Value) -> String {
        let file = json!({
            "v": 1,
            "name": "Ward data",
            "url": self.url_through(proxy),
            "key_id": id,
            "secret": secret,
        });
        file.to_string()
    }

    fn name(&self, name: &str) -> String {
        match self.protocol {
            Protocol::S3 => format!("m/{name}"),
            Protocol::WebDav => name.to_owned(),
        }
    }

    /// Puts an object, as any member could.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        let body: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.ask(&json!({ "act": "put", "name": self.name(name), "body": body }));
    }

    /// Puts an object of that many bytes.
    pub(crate) fn put_large(&self, name: &str, bytes: u64) {
        self.ask(&json!({ "act": "put", "name": self.name(name), "bytes": bytes }));
    }

    pub(crate) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let found = self.ask(&json!({ "act": "get", "name": self.name(name) }));
        let hex = found.as_str()?;
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        Some((0..hex.len()).step_by(2).map(byte).collect())
    }

    pub(crate) fn delete(&self, name: &str) {
        self.ask(&json!({ "act": "delete", "name": self.name(name) }));
    }

    /// The names of all objects.
    pub(crate) fn names(&self) -> Vec<String> {
        let prefix = self.name("");
        let names = self.ask(&json!({ "act": "names" }));
        let names = names.as_array().unwrap().iter();
        names
            .map(|name| name.as_str().unwrap())
            .filter_map(|name| name.strip_prefix(&prefix).map(str::to_owned))
            .collect()
    }

    /// Answers requests of these methods for paths that contain a text by a status and a code.
    pub(crate) fn refuse(&self, methods: &[&str], path: &str, status: u16, code: &str) {
        self.ask(&json!({
            "act": "refuse",
            "methods": methods,
            "path": path,
            "status": status,
            "code": code,
        }));
    }

    /// Refuses nothing any more.
    pub(crate) fn allow(&self) {
        self.ask(&json!({ "act": "allow" }));
    }

    /// Takes a member's key away.
    pub(crate) fn revoke(&self, member: &str) {
        self.ask(&json!({ "act": "revoke", "name": member }));
    }

    /// Gives a member a new key. Returns the new `.market` file.
    pub(crate) fn renewed(&self, member: &str) -> String {
        let key = self.ask(&json!({ "act": "renew", "name": member }));
        self.invitation_with(&self.proxy, &key[0], &key[1])
    }
}

fn answer(output: &mut BufReader<ChildStdout>) -> Value {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    serde_json::from_str(&line).expect("the server ended")
}
