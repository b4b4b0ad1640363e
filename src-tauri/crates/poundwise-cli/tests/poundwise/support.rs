//! Runs the real program in a world of its own: homes, market and platform folders in one temporary
//! folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use poundwise_market::{Home, HomeOptions, Passphrase};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const PASSPHRASE: &str = "correct horse battery staple";
const PROGRAM: &str = env!("CARGO_BIN_EXE_poundwise");

/// A temporary folder with a market and homes in it.
pub(crate) struct World {
    dir: TempDir,
    /// File of the authorities that the world trusts in place of the system's.
    authorities: Option<PathBuf>,
    /// The time of all commands in place of the machine's.
    now: Option<&'static str>,
}

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
            authorities: None,
            now: None,
        }
    }

    /// A world that trusts only the certificates of the authorities in a file.
    pub(crate) fn trusting(authorities: &Path) -> Self {
        Self {
            authorities: Some(authorities.to_owned()),
            ..Self::new()
        }
    }

    /// A world whose commands run at a stated time.
    pub(crate) fn at(now: &'static str) -> Self {
        Self {
            now: Some(now),
            ..Self::new()
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The world's own folder.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file and gives its path as an argument.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// A home made by the library, since a passphrase of full strength takes a second each.
    pub(crate) fn home(&self, name: &str) -> Trader<'_> {
        let options = HomeOptions {
            market: Some(self.path("market").display().to_string()),
            work_factor: Some(1),
            state: Some(self.path("state").join("poundwise")),
            ..HomeOptions::default()
        };
        let passphrase = Passphrase::from(PASSPHRASE.to_owned());
        drop(
            Home::create(
                &self.path(name),
                &name.parse().unwrap(),
                &passphrase,
                &options,
            )
            .unwrap(),
        );
        self.trader(name)
    }

    /// Somebody whose home is that folder, made or not.
    pub(crate) fn trader(&self, name: &str) -> Trader<'_> {
        Trader {
            world: self,
            home: self.path(name),
        }
    }

    /// The program without a home named, in an environment of this world alone.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.within(PROGRAM);
        command
            .args(arguments)
            .env("POUNDWISE_PASSPHRASE", PASSPHRASE)
            .stdin(Stdio::null());
        command
    }

    fn within(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.dir.path())
            .env("HOME", self.dir.path())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("LC_ALL", "C");
        if let Some(authorities) = &self.authorities {
            command
                .env("SSL_CERT_FILE", authorities)
                .env_remove("SSL_CERT_DIR");
        }
        if let Some(now) = self.now {
            command.env("POUNDWISE_NOW", now);
        }
        command
    }

    /// Runs a line of the program on a terminal that `script` of util-linux plays, and types into
    /// it: exit code and what was shown; nothing where there is no `script`.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_terminal(
        &self,
        passphrase: Option<&str>,
        line: &str,
        typed: &str,
    ) -> Option<(i32, String)> {
        let line = format!("'{PROGRAM}' {line}");
        let mut script = self.within("script");
        script
            .args(["--quiet", "--return", "--echo", "never"])
            .args(["--command", &line, "/dev/null"])
            .env_remove("POUNDWISE_PASSPHRASE")
            .envs(passphrase.map(|passphrase| ("POUNDWISE_PASSPHRASE", passphrase)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let Ok(mut child) = script.spawn() else {
            println!("skipped: no `script` (util-linux) to play the terminal");
            return None;
        };
        let mut keyboard = child.stdin.take().unwrap();
        keyboard.write_all(typed.as_bytes()).unwrap();
        drop(keyboard);
        let output = child.wait_with_output().unwrap();
        let code = output.status.code().expect("the program ended by itself");
        Some((code, String::from_utf8(output.stdout).unwrap()))
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        finish(self.command(arguments))
    }
}

pub(crate) fn finish(mut command: Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code().expect("the program ended by itself"),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Somebody with a home.
#[derive(Clone)]
pub(crate) struct Trader<'w> {
    pub(crate) world: &'w World,
    pub(crate) home: PathBuf,
}

impl Trader<'_> {
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut all = vec!["--home", self.home.to_str().unwrap()];
        all.extend(arguments);
        self.world.command(&all)
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        finish(self.command(arguments))
    }

    /// Words on stdout of a command that must succeed.
    pub(crate) fn say(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stderr, "", "{arguments:?}");
        String::from_utf8(run.stdout).unwrap()
    }

    /// The one JSON document of a command that must succeed.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let mut all = arguments.to_vec();
        all.push("--json");
        let run = self.run(&all);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        let document = run.document();
        keeps_to_its_schema(arguments, &document);
        document
    }

    /// Words split as a shell would without quotes.
    pub(crate) fn j(&self, line: &str) -> Value {
        self.json(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// A command that must be refused: once in words, once as JSON, the same both times.
    pub(crate) fn refused(&self, arguments: &[&str]) -> Refusal {
        refused(self.command(arguments), {
            let mut all = arguments.to_vec();
            all.push("--json");
            self.command(&all)
        })
    }

    /// Imports a table of that content with these types, about people of its own.
    pub(crate) fn import(&self, name: &str, types: &str, csv: &str) -> Value {
        let file = self.world.file(&format!("{name}.csv"), csv);
        self.json(&[
            "dataset",
            "import",
            &file,
            "--types",
            types,
            "--cap",
            "1000",
            "--new-people",
        ])
    }

    /// Lists the number of rows of a dataset.
    pub(crate) fn lists(&self, dataset: &str, price: &str, more: &[&str]) -> Value {
        let of = ["--title", "A listing", "--price", price];
        self.json(&[&["listing", "create", dataset, "count"], &of[..], more].concat())
    }

    /// Creates a population of other people.
    pub(crate) fn population(&self, name: &str, cap: &str) -> Value {
        self.json(&["population", "create", name, "--cap", cap, "--new-people"])
    }
}

/// The published schema of everything that `--json` prints.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/json/schema-1.json");
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
});

/// The command that these arguments begin with.
pub(crate) fn command_of(arguments: &[&str]) -> String {
    let known = &SCHEMA["$defs"];
    let mut arguments = arguments;
    // Global options, each with its value.
    while arguments[0].starts_with("--") {
        arguments = &arguments[2..];
    }
    let words = arguments.len().min(2);
    (1..=words)
        .rev()
        .map(|words| arguments[..words].join(" "))
        .find(|command| known.get(command).is_some())
        .unwrap_or_else(|| panic!("{arguments:?} begins with no command"))
}

/// The schema of a command's answer.
pub(crate) fn schema_of(command: &str) -> Value {
    let known = &SCHEMA["$defs"];
    let mut schema = known[command].clone();
    schema["$defs"] = known.clone();
    schema
}

/// What holds an answer against its command's schema. Made once for each command: it takes longer
/// than most commands do.
pub(crate) fn validator_of(command: &str) -> Arc<Validator> {
    static MADE: Mutex<BTreeMap<String, Arc<Validator>>> = Mutex::new(BTreeMap::new());
    // Two tests that ask at once may both make it; neither waits for the other's.
    if let Some(made) = MADE.lock().unwrap().get(command) {
        return Arc::clone(made);
    }
    let made = Arc::new(jsonschema::validator_for(&schema_of(command)).unwrap());
    MADE.lock()
        .unwrap()
        .insert(command.to_owned(), Arc::clone(&made));
    made
}

/// Whether an answer is what the schema says of its command.
fn keeps_to_its_schema(arguments: &[&str], document: &Value) {
    let command = command_of(arguments);
    let wrong: Vec<String> = validator_of(&command)
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(wrong, [""; 0], "{command}: {document:#}");
}

/// A listing of a small table of its own: its id.
pub(crate) fn listing(owner: &Trader) -> String {
    owner.import("table", "age:number", "age\n31\n42\n53\n");
    text(&owner.lists("table", "4:80", &[]), "id").to_owned()
}

/// A whole sale: orders, approves, collects; the receipt.
pub(crate) fn sell(owner: &Trader, buyer: &Trader, listing: &str, to: &str) -> Value {
    let order = buyer.json(&["order", listing, "--to", to]);
    let receipt = owner.json(&["approve", text(&order, "id"), "--payment", "REF"]);
    let collected = buyer.j("collect");
    assert_eq!(collected["releases"][0]["id"], receipt["id"], "{collected}");
    receipt
}

/// Audits the ledger and the bundle of a receipt as somebody without a home, and replays the sale
/// with an opening of the listing.
pub(crate) fn audit_and_replay(
    world: &World,
    owner: &Trader,
    buyer: &Trader,
    listing: &str,
    receipt: &str,
) {
    let auditor = world.home("auditor");
    let recipient = text(&auditor.json(&["whoami"]), "recipient").to_owned();
    let [opening, ledger, bundle] = ["o.opening", "sale.ledger", "sale.bundle"].map(|name| {
        let path = world.path(name);
        path.to_str().unwrap().to_owned()
    });
    owner.json(&[
        "grant", listing, "--to", &recipient, "-o", &opening, "--yes",
    ]);
    owner.json(&["ledger", "export", "-o", &ledger]);
    buyer.json(&["holding", "export", receipt, "-o", &bundle]);
    let run = auditor.run(&["audit", &ledger, &bundle, "--json"]);
    let report = run.document();
    assert_eq!(
        (run.code, text(&report, "verdict")),
        (0, "holds"),
        "{report}"
    );
    assert_eq!(report["findings"], serde_json::json!([]));
    let said = auditor.say(&["replay", &opening, &bundle]);
    assert!(said.contains("all the same bit for bit"), "{said}");
}

/// An order that waits although there is a rule for its buyer, who is the owner's contact Bea: the
/// order's id, and the buyer's key.
pub(crate) fn wait_beside_a_rule(
    owner: &Trader,
    buyer: &Trader,
    listing: &str,
) -> (String, String) {
    let order = buyer.json(&["order", listing, "--to", "1"]);
    let key = text(&owner.j("inbox list")[0]["order"], "buyer_kid").to_owned();
    owner.json(&["contact", "add", &key, "--name", "Bea"]);
    owner.j(&format!(
        "rule add --for Bea --listing {listing} --up-to 0.75 --per-order 1 --payment monthly"
    ));
    (text(&order, "id").to_owned(), key)
}

/// What a buyer holds of a listing's question.
pub(crate) fn held(buyer: &Trader, listing: &str) -> Value {
    let holdings = buyer.j("holding list");
    let holding = holdings
        .as_array()
        .unwrap()
        .iter()
        .find(|holding| holding["listing"]["id"] == listing);
    holding.expect("it is held").clone()
}

/// The estimates of the newest response held of a listing.
pub(crate) fn estimates(buyer: &Trader, listing: &str) -> Vec<Value> {
    let holding = held(buyer, listing);
    let newest = holding["responses"].as_array().unwrap().last().unwrap();
    newest["estimates"].as_array().unwrap().clone()
}

impl Run {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    /// The whole of stdout as exactly one JSON document.
    pub(crate) fn document(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap_or_else(|error| {
            panic!(
                "not one JSON document: {error}\n{}\n{}",
                self.text(),
                self.stderr
            )
        })
    }
}

/// An error as the program told it.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) exit: i32,
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) hints: Vec<String>,
}

impl Refusal {
    /// Checks the exit code, the error's code and that the message names the thing.
    #[track_caller]
    pub(crate) fn is(&self, exit: i32, code: &str, naming: &[&str]) {
        assert_eq!((self.exit, self.code.as_str()), (exit, code), "{self:?}");
        for part in naming {
            assert!(
                self.message.contains(part),
                "{part:?} is not named: {self:?}"
            );
        }
        assert!(
            self.hints.iter().any(|hint| !hint.is_empty()),
            "no way out: {self:?}"
        );
    }
}

pub(crate) fn refused(words: Command, json: Command) -> Refusal {
    let said = finish(words);
    let told = finish(json);
    assert_ne!(said.code, 0, "not refused: {}", said.text());
    assert_eq!(said.code, told.code, "{}\n{}", said.stderr, told.stderr);
    assert!(
        said.stdout.is_empty(),
        "an error leaves stdout alone: {}",
        said.text()
    );
    assert!(
        told.stdout.is_empty(),
        "an error leaves stdout alone: {}",
        told.text()
    );
    let document: Value = serde_json::from_str(&told.stderr).expect("errors are JSON on stderr");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let refusal = Refusal {
        exit: told.code,
        code: text(&document["error"]["code"]),
        message: text(&document["error"]["message"]),
        hints: document["error"]["hints"]
            .as_array()
            .expect("hints")
            .iter()
            .map(text)
            .collect(),
    };
    if refusal.code != "usage" {
        assert!(said.stderr.starts_with("error: "), "{}", said.stderr);
        // The errors of several fields come together.
        let also = document["error"]["also"].as_array();
        let others = also.into_iter().flatten();
        let hints = others.map(|other| other["hints"].as_array().expect("hints").len());
        assert_eq!(
            said.stderr.matches("\nhint: ").count(),
            refusal.hints.len() + hints.sum::<usize>(),
            "{}",
            said.stderr
        );
    }
    refusal
}

/// Every file below a folder with its content, but for the database's own working files and the
/// lock.
pub(crate) fn snapshot(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(dir) else {
        return files;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(snapshot(&path));
        } else if !name.starts_with("poundwise.db") && name != "lock" {
            files.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// A field of a JSON object that must be text.
pub(crate) fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field} is not text in {value}"))
}
