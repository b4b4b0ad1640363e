//! Apache of Debian as a market's server over https, with the configuration of `docs/market.md`.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const PROGRAM: &str = "/usr/sbin/apache2";
const MODULES: &str = "/usr/lib/apache2/modules";
/// The modules of a new Apache of Debian that the guide uses.
const USUAL: &str = "mpm_event authn_core authn_file authz_core authz_user auth_basic alias mime";
/// The user who runs the server, if root starts it.
const NOBODY: u32 = 65534;

/// What the certificate of a server is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certificate {
    /// One for this host, of the authority of the server's folder.
    Valid,
    Expired,
    OtherHost,
    /// One that names its host only where programs no longer look.
    NoName,
}

/// A server of Apache, for as long as it is kept.
pub(crate) struct Apache {
    process: Child,
    port: u16,
    folder: TempDir,
    /// Whether the market is on a disk that the server alone sees.
    has_own_disk: bool,
    /// Number of lines of the log that were read.
    logged: usize,
}

impl Drop for Apache {
    fn drop(&mut self) {
        // Its processes end with the first one.
        let mut end = Command::new("kill");
        let _ = end.arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// Runs OpenSSL in a folder.
fn openssl(folder: &Path, line: &str) {
    let words = line.split_whitespace();
    run(Command::new("openssl").args(words).current_dir(folder));
}

const NEW_KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";

/// Makes an authority of certificates with a name: `NAME.pem` and `NAME.key` in a folder.
pub(crate) fn authority(folder: &Path, name: &str) -> PathBuf {
    let extensions = "-addext basicConstraints=critical,CA:TRUE \
                      -addext keyUsage=critical,keyCertSign,cRLSign";
    openssl(
        folder,
        &format!(
            "req -x509 {NEW_KEY} -keyout {name}.key -out {name}.pem -days 30 {extensions} \
             -subj /CN={name}"
        ),
    );
    folder.join(format!("{name}.pem"))
}

/// Makes the certificate of a server and its key, `server.pem` and `server.key`, in the folder of the
/// authority.
pub(crate) fn certificate(folder: &Path, certificate: Certificate) {
    openssl(
        folder,
        &format!("req -new {NEW_KEY} -keyout server.key -out server.csr -subj /CN=localhost"),
    );
    let name = match certificate {
        Certificate::Valid | Certificate::Expired => "subjectAltName=DNS:localhost\n",
        Certificate::OtherHost => "subjectAltName=DNS:other.example\n",
        Certificate::NoName => "",
    };
    let extensions = format!("{name}extendedKeyUsage=serverAuth\n");
    fs::write(folder.join("server.ext"), extensions).unwrap();
    // One of no days expires at the end of the second in which it is made.
    let days = if certificate == Certificate::Expired {
        0
    } else {
        30
    };
    openssl(
        folder,
        &format!(
            "x509 -req -in server.csr -CA authority.pem -CAkey authority.key -days {days} \
             -extfile server.ext -out server.pem"
        ),
    );
    if certificate == Certificate::Expired {
        thread::sleep(Duration::from_millis(1100));
    }
}

/// Returns the text of a guide between the first such line and the next that ends a block.
fn block<'a>(guide: &'a str, begin: &str) -> &'a str {
    let (_, after) = guide.split_once(begin).unwrap();
    after.split_once("```").unwrap().0
}

/// Returns the configuration: what Debian has around a site, and the site of the guide with the
/// paths of a folder.
fn configuration(folder: &Path, port: u16) -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/market.md");
    let guide = fs::read_to_string(guide).unwrap();
    let added = block(&guide, "\na2enmod ").lines().next().unwrap();
    let here = folder.display();
    let mut all = format!(
        "ServerRoot {here}\nDefaultRuntimeDir {here}\nPidFile {here}/pid\n\
         ErrorLog {here}/error.log\nCustomLog {here}/access.log \"%m %U\"\n\
         User #{NOBODY}\nGroup #{NOBODY}\nServerName localhost\nListen 127.0.0.1:{port}\n"
    );
    for module in USUAL.split(' ').chain(added.split(' ')) {
        writeln!(all, "LoadModule {module}_module {MODULES}/mod_{module}.so").unwrap();
    }
    let frame = "<Directory />\nRequire all denied\n</Directory>\nTypesConfig /etc/mime.types\n";
    writeln!(all, "{frame}DavLockDB {here}/locks/db").unwrap();
    let mut site = block(&guide, "```apache\n").to_owned();
    for (there, here) in [
        ("*:443", format!("*:{port}")),
        ("market.example.org", "localhost".to_owned()),
        ("/etc/ssl/certs/market.pem", format!("{here}/server.pem")),
        ("/etc/ssl/private/market.key", format!("{here}/server.key")),
        (
            "Alias /market /srv/market",
            format!("Alias /market {here}/market"),
        ),
        ("/etc/apache2/market.passwords", format!("{here}/passwords")),
    ] {
        assert!(site.contains(there), "the guide has no {there}");
        site = site.replace(there, &here);
    }
    all + &site
}

impl Apache {
    /// Starts a server with passwords for the members `anna` and `ben` and for `rita`, who may only
    /// read. `None` outside of CI if there is no Apache of Debian.
    pub(crate) fn start(like: Certificate) -> Option<Self> {
        Self::started(like, Command::new(PROGRAM), false)
    }

    /// Starts a server whose disk has room for 256 KiB. `None` also if this user may not mount one.
    pub(crate) fn start_on_small_disk() -> Option<Self> {
        let mut within = Command::new("unshare");
        within.args(["--mount", "--", "true"]);
        if !within.output().is_ok_and(|done| done.status.success()) {
            eprintln!("skipped: only root has a small disk");
            return None;
        }
        // The server alone sees the disk.
        let mut start = Command::new("unshare");
        start.args(["--mount", "--", "sh", "-ec"]).arg(format!(
            "mount -t tmpfs -o size=256k,uid={NOBODY},gid={NOBODY},mode=755 disk \
             \"$(dirname \"$2\")/market\"; exec {PROGRAM} \"$@\""
        ));
        start.arg("sh");
        Self::started(Certificate::Valid, start, true)
    }

    fn started(like: Certificate, mut start: Command, has_own_disk: bool) -> Option<Self> {
        if !Path::new(PROGRAM).exists() || !Path::new(MODULES).exists() {
            assert!(std::env::var_os("CI").is_none(), "no Apache");
            eprintln!("skipped: no Apache of Debian");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        fs::set_permissions(here, fs::Permissions::from_mode(0o755)).unwrap();
        for place in ["market", "locks"] {
            fs::create_dir(here.join(place)).unwrap();
            // Only root can, and needs to.
            let _ = chown(here.join(place), Some(NOBODY), Some(NOBODY));
        }
        authority(here, "authority");
        certificate(here, like);
        fs::write(here.join("passwords"), "").unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let conf = here.join("apache.conf");
        fs::write(&conf, configuration(here, port)).unwrap();
        start.arg("-f").arg(&conf).args(["-D", "FOREGROUND"]);
        start.stdin(Stdio::null()).stdout(Stdio::null());
        let server = Self {
            process: start.stderr(Stdio::null()).spawn().unwrap(),
            port,
            folder,
            has_own_disk,
            logged: 0,
        };
        for member in ["anna", "ben", "rita"] {
            server.set_password(member, &Self::password(member));
        }
        let begin = Instant::now();
        let listens = || TcpStream::connect(("127.0.0.1", port)).is_ok();
        while !listens() && begin.elapsed() < Duration::from_secs(120) {
            thread::sleep(Duration::from_millis(50));
        }
        let log = || fs::read_to_string(server.folder.path().join("error.log"));
        assert!(listens(), "Apache does not start: {:?}", log());
        Some(server)
    }

    /// The market's address.
    pub(crate) fn url(&self) -> String {
        format!("https://localhost:{}/market", self.port)
    }

    /// The certificate of the authority that issued the server's.
    pub(crate) fn authority(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    /// A member's password, as the server was started.
    pub(crate) fn password(member: &str) -> String {
        format!("{member}'s password")
    }

    pub(crate) fn set_password(&self, member: &str, password: &str) {
        let mut change = Command::new("htpasswd");
        change.arg("-b").arg(self.folder.path().join("passwords"));
        run(change.args([member, password]));
    }

    /// Takes a member's password away.
    pub(crate) fn revoke(&self, member: &str) {
        let mut change = Command::new("htpasswd");
        change.arg("-D").arg(self.folder.path().join("passwords"));
        run(change.arg(member));
    }

    /// The folder of the market, as the server sees it.
    fn market(&self) -> PathBuf {
        let folder = self.folder.path().join("market");
        if !self.has_own_disk {
            return folder;
        }
        let root = format!("/proc/{}/root", self.process.id());
        Path::new(&root).join(folder.strip_prefix("/").unwrap())
    }

    /// Fills the server's disk.
    pub(crate) fn fill(&self) {
        let mut filler = fs::File::create(self.market().join("filler")).unwrap();
        while filler.write_all(&[0; 4096]).is_ok() {}
    }

    /// Makes room on the server's disk again.
    pub(crate) fn make_room(&self) {
        fs::remove_file(self.market().join("filler")).unwrap();
    }

    /// The names of all objects.
    pub(crate) fn names(&self) -> Vec<String> {
        fn add(folder: &Path, under: &str, names: &mut Vec<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = format!("{under}{}", path.file_name().unwrap().to_str().unwrap());
                match path.is_dir() {
                    true => add(&path, &format!("{name}/"), names),
                    false => names.push(name),
                }
            }
        }
        let mut names = Vec::new();
        add(&self.market(), "", &mut names);
        names
    }

    /// Returns the requests since the last call, as the server's log has them: method and path.
    pub(crate) fn requests(&mut self) -> Vec<String> {
        let log = self.folder.path().join("access.log");
        let lines = || -> Vec<String> {
            let log = fs::read_to_string(&log).unwrap();
            log.lines().map(str::to_owned).collect()
        };
        // The server logs a request after its answer.
        let mut all = lines();
        loop {
            thread::sleep(Duration::from_millis(200));
            let now = lines();
            if now.len() == all.len() {
                break;
            }
            all = now;
        }
        let new = all.split_off(self.logged);
        self.logged += new.len();
        new
    }
}
