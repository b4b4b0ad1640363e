//! A server of PostgreSQL of Debian, and its driver of PyPI.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::python;

const DRIVER: &str = "adbc-driver-postgresql==1.13.0";

/// A user who is not root: PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;

/// A server of PostgreSQL, for as long as it is kept.
pub(crate) struct Postgresql {
    programs: PathBuf,
    folder: TempDir,
}

impl Drop for Postgresql {
    fn drop(&mut self) {
        let mut stop = unprivileged(&self.programs.join("pg_ctl"));
        stop.args(["stop", "-m", "immediate", "-D"])
            .arg(self.folder.path().join("data"));
        let _ = stop.stdout(Stdio::null()).status();
    }
}

fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new(program);
    let own = fs::metadata("/proc/self").unwrap();
    if std::os::unix::fs::MetadataExt::uid(&own) == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.current_dir("/");
    command
}

/// Returns the programs of the newest PostgreSQL of Debian.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.map(|entry| entry.unwrap().path().join("bin"));
    folders.filter(|bin| bin.join("initdb").exists()).max()
}

/// Returns the file of this name below a folder.
pub(crate) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.find_map(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => find(&path, name),
            false => path.ends_with(name).then_some(path),
        }
    })
}

/// Returns PyPI's driver of PostgreSQL.
pub(crate) fn postgresql_driver() -> Option<PathBuf> {
    let python = python(DRIVER)?;
    let venv = python.parent().unwrap().parent().unwrap();
    find(&venv.join("lib"), "libadbc_driver_postgresql.so")
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

impl Postgresql {
    /// Starts a server whose user `owner` needs no password, unlike the roles `locked` and `marked`.
    /// `None` outside of CI if there is no PostgreSQL.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(|_| String::new())
    }

    /// Starts a server on a port of 127.0.0.1 as well, with the certificate `server.pem` and its key
    /// `server.key` of a folder. Returns the port.
    pub(crate) fn start_with_tls(certificate: &Path) -> Option<(Self, u16)> {
        let mut port = 0;
        let server = Self::start_with(|folder| {
            for name in ["server.pem", "server.key"] {
                let copy = folder.join(name);
                fs::copy(certificate.join(name), &copy).unwrap();
                fs::set_permissions(&copy, fs::Permissions::from_mode(0o600)).unwrap();
                let _ = chown(&copy, Some(NOBODY), Some(NOBODY));
            }
            // It is free now; the server starts at once.
            let free = TcpListener::bind("127.0.0.1:0").unwrap();
            port = free.local_addr().unwrap().port();
            format!(
                " -c listen_addresses=127.0.0.1 -c port={port} -c ssl=on \
                 -c ssl_cert_file={folder}/server.pem -c ssl_key_file={folder}/server.key",
                folder = folder.display()
            )
        });
        server.map(|server| (server, port))
    }

    /// Starts a server with more options, which are made from its folder.
    fn start_with(more: impl FnOnce(&Path) -> String) -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "no PostgreSQL");
            eprintln!("skipped: no PostgreSQL of Debian");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let socket = folder.path().join("socket");
        let data = folder.path().join("data");
        for place in [&data, &socket] {
            fs::create_dir(place).unwrap();
            // Only root can, and needs to.
            let _ = chown(place, Some(NOBODY), Some(NOBODY));
        }
        let mut init = unprivileged(&programs.join("initdb"));
        init.args(["-U", "owner", "-A", "trust", "-E", "UTF8"]);
        init.args(["--locale=C.UTF-8", "--no-sync", "-D"]);
        run(init.arg(&data));
        // These roles have passwords.
        let roles = "local all locked,marked scram-sha-256\nlocal all all trust\n\
                     hostssl all all 127.0.0.1/32 trust\n";
        fs::write(data.join("pg_hba.conf"), roles).unwrap();
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c fsync=off -c jit=off \
             -c autovacuum=off{}",
            socket.display(),
            more(folder.path())
        );
        let mut start = unprivileged(&programs.join("pg_ctl"));
        start
            .args(["start", "-w", "-s", "-l"])
            .arg(socket.join("log"));
        start.arg("-D").arg(&data).args(["-o", &options]);
        start.stdout(Stdio::null()).stderr(Stdio::null());
        assert!(
            start.status().unwrap().success(),
            "PostgreSQL does not start"
        );
        Some(Self { programs, folder })
    }

    /// Returns the address of the server for a user.
    pub(crate) fn address(&self, user: &str) -> String {
        let socket = self.folder.path().join("socket");
        format!(
            "postgresql:///postgres?host={}&user={user}",
            socket.display()
        )
    }

    /// Executes SQL as the user `owner`, by the server's own client.
    pub(crate) fn execute(&self, sql: &str) {
        let mut client = Command::new(self.programs.join("psql"));
        client.args(["-q", "-v", "ON_ERROR_STOP=1", "-d"]);
        client.arg(self.address("owner")).stdin(Stdio::piped());
        let mut client = client.stdout(Stdio::null()).spawn().unwrap();
        client
            .stdin
            .take()
            .unwrap()
            .write_all(sql.as_bytes())
            .unwrap();
        assert!(client.wait().unwrap().success(), "{sql}");
    }

    /// Returns the one value of a query, by the server's own client.
    pub(crate) fn value(&self, sql: &str) -> String {
        let mut client = Command::new(self.programs.join("psql"));
        client.args(["-qtA", "-d"]).arg(self.address("owner"));
        let output = client.args(["-c", sql]).output().unwrap();
        assert!(output.status.success(), "{sql}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Creates a table with these columns, as SQL declares them, and fills it with the rows of a CSV
    /// file that has a header.
    pub(crate) fn load(&self, table: &str, columns: &str, csv: &str) {
        self.execute(&format!(
            "CREATE TABLE {table} ({columns});\nCOPY {table} FROM STDIN (FORMAT csv, HEADER true);\n\
             {}\n\\.\n",
            csv.trim_end()
        ));
    }
}
