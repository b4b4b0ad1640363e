//! What an address of PostgreSQL states (libpq, "Connection URIs" and "Parameter Key Words").

use super::after_login;
use super::host::{is_here, is_socket, unescaped, without_port};

/// The parameters that name files of certificates and keys.
const FILES: [&str; 5] = ["sslrootcert", "sslcert", "sslkey", "sslcrl", "sslcrldir"];

/// The hosts and parameters of an address.
pub(super) struct Stated<'a> {
    /// Hosts, ports and the name of the database.
    place: &'a str,
    hosts: Vec<&'a str>,
    parameters: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Stated<'a> {
    /// Reads an address without its scheme.
    pub(super) fn of(address: &'a str) -> Self {
        let rest = after_login(address);
        let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let parameters: Vec<_> = parameters
            .split('&')
            .map(|one| match one.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (one, None),
            })
            .collect();
        let named = parameters
            .iter()
            .filter(|(name, _)| ["host", "hostaddr"].contains(name))
            .flat_map(|(_, hosts)| hosts.unwrap_or_default().split(','));
        let authority = place.split('/').next().unwrap_or_default();
        let hosts = authority.split(',').map(without_port).chain(named);
        Self {
            place,
            hosts: hosts.filter(|host| !host.is_empty()).collect(),
            parameters,
        }
    }

    /// Returns whether user and password end where they seem to. A password whose `@`, `/` or `?` is
    /// not escaped ends early, and its rest is read as a host, a port or a parameter. Errors of libpq
    /// quote them.
    pub(super) fn is_clear(&self) -> bool {
        let authority = self.place.split('/').next().unwrap_or_default();
        let mut ports = authority
            .split(',')
            .map(|host| &host[without_port(host).len()..]);
        let is_port = |port: &str| port.bytes().skip(1).all(|byte| byte.is_ascii_digit());
        !self.place.contains('@')
            && ports.all(is_port)
            && self
                .parameters
                .iter()
                .all(|(name, value)| name.is_empty() || value.is_some())
    }

    /// Returns whether a parameter is stated.
    pub(super) fn has(&self, name: &str) -> bool {
        self.parameters.iter().any(|(stated, _)| *stated == name)
    }

    /// Returns whether a parameter has this value.
    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.parameters.contains(&(name, Some(value)))
    }

    /// Returns the names of the parameters.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.parameters.iter().map(|(name, _)| *name)
    }

    /// Returns whether a host is another machine.
    pub(super) fn is_remote(&self) -> bool {
        !self.hosts.iter().all(|host| is_here(host))
    }

    /// Returns whether a server is reached through a socket of this machine.
    pub(super) fn has_socket(&self) -> bool {
        self.hosts.is_empty() || self.hosts.iter().any(|host| is_socket(host))
    }

    /// Returns the files of certificates and keys.
    pub(super) fn files(&self) -> Vec<String> {
        let files = self.parameters.iter();
        let files = files.filter(|(name, _)| FILES.contains(name));
        files
            .filter_map(|(_, file)| *file)
            .map(unescaped)
            .filter(|file| file.starts_with('/'))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remote_hosts_and_sockets_are_recognised() {
        for (address, is_remote, has_socket) in [
            ("u:p@db.example.org/census", true, false),
            ("db.example.org:5433,localhost/census", true, false),
            ("10.0.0.1", true, false),
            ("[2001:db8::1]:5432/d", true, false),
            ("/d?host=db.example.org", true, false),
            ("localhost/d?hostaddr=10.0.0.1", true, false),
            ("localhost:5432/d", false, false),
            ("u:a?b@127.0.0.1/d?sslmode=require", false, false),
            ("[::1]:5432/d", false, false),
            ("/d?host=/run/postgresql&user=u", false, true),
            ("%2Frun%2Fpostgresql/d", false, true),
            ("/d", false, true),
            ("", false, true),
        ] {
            let stated = Stated::of(address);
            assert_eq!(
                (stated.is_remote(), stated.has_socket()),
                (is_remote, has_socket),
                "{address}"
            );
        }
    }

    #[test]
    fn files_of_certificates_are_named() {
        let stated = Stated::of("h/d?sslrootcert=/a%20b/ca.pem&sslkey=/k&sslcert=system&x=/y");
        assert_eq!(stated.files(), ["/a b/ca.pem", "/k"]);
        assert!(Stated::of("h/d?sslrootcert=ca.pem").files().is_empty());
    }
}
