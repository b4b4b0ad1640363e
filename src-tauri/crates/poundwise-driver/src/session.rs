//! The options of a connection: read-only, with a time limit for statements.

use std::path::Path;

use zeroize::Zeroizing;

use crate::engine::DatabaseEngine;
use crate::messages::DriverMessage;
use crate::wire::Network;

mod host;
mod postgresql;

use host::is_here;
pub use host::{is_this_machine, unescaped, without_port};
use postgresql::Stated;

/// The options of a connection. They have the database's address with its password: no `Debug`.
pub struct Session {
    /// Options of the database.
    pub options: Vec<(String, Zeroizing<String>)>,
    /// The driver's function, or empty for the usual one.
    pub entrypoint: String,
    /// Files of the database, and of certificates.
    pub files: Vec<String>,
    /// Where the driver connects to.
    pub network: Network,
}

/// Parameters that a session sets itself.
const OWN_PARAMETERS: [&str; 2] = ["options", "client_encoding"];

/// Seconds for a connection, unless the address states them.
const CONNECT_TIMEOUT: &str = "connect_timeout=30&";

/// Encryption to another machine, unless the address states it. libpq itself would send the rows
/// unencrypted if somebody in between asks for it.
const VERIFY: &str = "sslmode=verify-full&";

/// The certificates of the system, unless the address states others.
const SYSTEM_CERTIFICATES: &str = "sslrootcert=system&";

/// Returns whether an address has neither white space nor control characters, and each `%` of it
/// begins the escape of a byte that is not 0. Drivers quote other escapes, even those of a password.
fn is_plain(uri: &str) -> bool {
    let is_escape = |rest: &str| {
        let byte = rest.get(..2).filter(|digits| !digits.starts_with('+'));
        byte.is_some_and(|digits| u8::from_str_radix(digits, 16).is_ok_and(|byte| byte > 0))
    };
    uri.chars().all(|c| !c.is_whitespace() && !c.is_control())
        && uri.split('%').skip(1).all(is_escape)
}

/// Returns what follows user and password in an address without its scheme. As libpq does: they end
/// at the first `@`, and can have any other character but `/`.
#[must_use]
pub fn after_login(address: &str) -> &str {
    match address.find(['@', '/']) {
        Some(at) => address[at..].strip_prefix('@').unwrap_or(address),
        None => address,
    }
}

impl Session {
    /// Returns the session of an engine's database. A statement ends after so many seconds in
    /// PostgreSQL; elsewhere [`crate::ask`] ends it.
    ///
    /// # Errors
    /// [`DriverMessage::Address`].
    pub fn of(engine: DatabaseEngine, address: &str, seconds: u64) -> Result<Self, DriverMessage> {
        match engine {
            DatabaseEngine::PostgreSql => Self::postgresql(address, seconds),
            DatabaseEngine::DuckDb => Self::duckdb(address),
            DatabaseEngine::Spark => Self::spark(address),
        }
    }

    /// Returns the session of a PostgreSQL server: each transaction is read-only, and a statement
    /// ends after so many seconds. The connection to another machine is encrypted, and the server's
    /// certificate is verified, unless the address has `sslmode`. Only functions and operators of the
    /// server itself are called. Those of another user would receive each cell.
    ///
    /// # Errors
    /// [`DriverMessage::Address`].
    pub fn postgresql(uri: &str, seconds: u64) -> Result<Self, DriverMessage> {
        let rest = ["postgresql://", "postgres://"]
            .iter()
            .find_map(|scheme| uri.strip_prefix(scheme));
        let (Some(rest), true) = (rest, is_plain(uri)) else {
            return Err(DriverMessage::Address);
        };
        let stated = Stated::of(rest);
        // A name with escapes could be one of ours.
        let is_own = |name: &str| OWN_PARAMETERS.contains(&name) || name.contains('%');
        if !stated.is_clear() || stated.names().any(is_own) {
            return Err(DriverMessage::Address);
        }
        let rest = after_login(rest);
        let (_, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let joint = match (rest.contains('?'), parameters.is_empty()) {
            (false, _) => "?",
            (true, true) => "",
            (true, false) => "&",
        };
        let milliseconds = seconds.saturating_mul(1000);
        let unless = |is_stated: bool, parameter| if is_stated { "" } else { parameter };
        let timeout = unless(stated.has("connect_timeout"), CONNECT_TIMEOUT);
        let is_settled = stated.has("sslmode") || !stated.is_remote();
        let verify = unless(is_settled, VERIFY);
        // libpq refuses the certificates of the system for the weaker modes.
        let is_other = is_settled && !stated.is("sslmode", "verify-full");
        let system = unless(is_other || stated.has("sslrootcert"), SYSTEM_CERTIFICATES);
        let uri = Zeroizing::new(format!(
            "{uri}{joint}{timeout}{verify}{system}client_encoding=UTF8\
             &options=-c%20default_transaction_read_only%3Don\
             %20-c%20search_path%3Dpg_catalog\
             %20-c%20statement_timeout%3D{milliseconds}"
        ));
        Ok(Self {
            options: vec![("uri".to_owned(), uri)],
            entrypoint: String::new(),
            files: stated.files(),
            network: match stated.has_socket() {
                true => Network::Sockets,
                false => Network::Hosts,
            },
        })
    }

    /// Returns the session of a DuckDB file, which is opened to be read. No extension is loaded.
    ///
    /// # Errors
    /// [`DriverMessage::Address`].
    pub fn duckdb(path: &str) -> Result<Self, DriverMessage> {
        if !Path::new(path).is_absolute() || path.contains('\0') {
            return Err(DriverMessage::Address);
        }
        let option = |key: &str, value: &str| (key.to_owned(), Zeroizing::new(value.to_owned()));
        Ok(Self {
            options: vec![
                option("path", path),
                option("access_mode", "READ_ONLY"),
                option("autoinstall_known_extensions", "false"),
                option("autoload_known_extensions", "false"),
            ],
            entrypoint: DatabaseEngine::DuckDb.entrypoint().to_owned(),
            files: vec![path.to_owned(), format!("{path}.wal")],
            network: Network::None,
        })
    }

    /// Returns the session of a server of Spark Connect. Spark has no read-only sessions: the
    /// account needs to be one that cannot write. The connection to another machine is encrypted
    /// unless the address has `use_ssl`.
    ///
    /// # Errors
    /// [`DriverMessage::Address`].
    pub fn spark(uri: &str) -> Result<Self, DriverMessage> {
        let rest = uri.strip_prefix("sc://").unwrap_or_default();
        let host = rest.split(['/', ';']).next().unwrap_or_default();
        if !is_plain(uri) || host.is_empty() {
            return Err(DriverMessage::Address);
        }
        let has_ssl = rest.split(';').any(|one| one.starts_with("use_ssl="));
        let joint = match (rest.contains('/'), rest.ends_with(';')) {
            (false, _) => "/;",
            (true, false) => ";",
            (true, true) => "",
        };
        let encrypted = match has_ssl || is_here(without_port(host)) {
            true => uri.to_owned(),
            false => format!("{uri}{joint}use_ssl=true"),
        };
        Ok(Self {
            options: vec![("uri".to_owned(), Zeroizing::new(encrypted))],
            entrypoint: String::new(),
            files: Vec::new(),
            network: Network::Hosts,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_session_cannot_be_made_writable_by_its_address() {
        for (uri, joint) in [
            ("postgresql://u:p@h:5432/d", "?"),
            ("postgres://h/d?", ""),
            ("postgresql:///d?host=/run&sslmode=require", "&"),
            ("postgresql://u:a?b@h/d", "?"),
            ("postgresql://u:a?options=b@h/d", "?"),
            ("postgresql://u:a?b@h/d?sslmode=require", "&"),
            ("postgresql://u?a:b@h", "?"),
            // The user `h?options=a`.
            ("postgresql://h?options=a@b", "?"),
        ] {
            let session = Session::postgresql(uri, 60).ok().unwrap();
            let (key, value) = &session.options[0];
            let begin =
                format!("{uri}{joint}client_encoding=UTF8&options=-c%20default_transaction_read");
            let value = value.replace(CONNECT_TIMEOUT, "");
            let value = value.replace(&format!("{VERIFY}{SYSTEM_CERTIFICATES}"), "");
            assert!(key == "uri" && value.starts_with(&begin), "{uri}");
            assert!(value.ends_with("statement_timeout%3D60000"), "{uri}");
        }
        let stated = Session::postgresql("postgresql://h/d?connect_timeout=5", 60);
        assert!(!stated.ok().unwrap().options[0].1.contains(CONNECT_TIMEOUT));
        for (uri, parameters) in [
            (
                "postgresql://h/d",
                "&sslmode=verify-full&sslrootcert=system&",
            ),
            (
                "postgresql://h/d?sslrootcert=/ca.pem",
                "&sslmode=verify-full&",
            ),
            (
                "postgresql://h/d?sslmode=verify-full",
                "&sslrootcert=system&",
            ),
            (
                "postgresql://h/d?sslmode=verify-full&sslrootcert=/ca.pem",
                "",
            ),
            ("postgresql://h/d?sslmode=verify-ca", ""),
            ("postgresql://h/d?sslmode=disable", ""),
            ("postgresql://localhost/d", ""),
            ("postgresql:///d?host=/run", ""),
        ] {
            let session = Session::postgresql(uri, 60).ok().unwrap();
            let added = session.options[0].1.replacen(uri, "", 1).replace('?', "&");
            let (added, _) = added.split_once("client_encoding").unwrap();
            let added = added.replace(CONNECT_TIMEOUT, "");
            assert_eq!(
                added.trim_matches('&'),
                parameters.trim_matches('&'),
                "{uri}"
            );
        }
        for uri in [
            "",
            "host=h dbname=d",
            "mysql://h/d",
            "postgresql://h/d?options=-c%20x",
            "postgresql://h/d?sslmode=require&options=x",
            "postgresql://h/d?client_encoding=LATIN1",
            "postgresql://h/d?%6fptions=x",
            "postgresql://u:a?b@h/d?options=x",
            "postgresql://u:a@h/d?b=c@e&options=x",
            // Passwords without escapes.
            "postgresql://u:a@b@h/d",
            "postgresql://u:a/b@h/d",
            "postgresql://u:1/b@h/d",
            "postgresql://u:1?a/b@h/d",
            "postgresql://h:54x/d",
            "postgresql://u:a%@h/d",
            "postgresql://u:a%1@h/d",
            "postgresql://u:a%zz@h/d",
            "postgresql://u:a%+1@h/d",
            "postgresql://u:a%00@h/d",
            "postgresql://h/d x",
            "postgresql://h/d\n",
        ] {
            assert!(Session::postgresql(uri, 60).is_err(), "{uri}");
        }
        for path in ["", "data.duckdb", ":memory:", "/a\0b"] {
            assert!(Session::duckdb(path).is_err(), "{path}");
        }
        for uri in [
            "",
            "sc://",
            "sc:///;token=a",
            "http://h",
            "sc://h:1 ",
            "sc://h/;token=a%z",
            "sc://h\n",
        ] {
            assert!(Session::spark(uri).is_err(), "{uri}");
        }
        for (uri, encrypted) in [
            ("sc://h", "sc://h/;use_ssl=true"),
            ("sc://h:15002/", "sc://h:15002/;use_ssl=true"),
            ("sc://h/;token=a;", "sc://h/;token=a;use_ssl=true"),
            ("sc://h/;use_ssl=false", "sc://h/;use_ssl=false"),
            ("sc://127.0.0.1:15002", "sc://127.0.0.1:15002"),
        ] {
            let session = Session::spark(uri).ok().unwrap();
            assert_eq!(*session.options[0].1, encrypted);
        }
    }
}
