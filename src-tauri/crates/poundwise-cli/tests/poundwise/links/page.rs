//! The commands of `docs/databases.md`, by a shell, with the databases of these tests.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::files::shared;
use crate::interop::duckdb::{duckdb_library, execute};
use crate::interop::postgresql::{Postgresql, postgresql_driver};
use crate::interop::sail::{Sail, spark_driver};
use crate::support::{PASSPHRASE, World};

use super::{COLUMNS, sail};

/// Returns the lines of the page in blocks of this language, below a heading.
fn blocks(heading: &str, language: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/databases.md");
    let page = fs::read_to_string(page).unwrap();
    let section = page
        .split("\n## ")
        .find(|section| section.starts_with(heading));
    let begin = format!("```{language}\n");
    let blocks = section.unwrap().split(&begin).skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap().to_owned());
    blocks.collect()
}

/// Runs the commands of a section as its reader would, whose installed driver is this one. Each
/// command succeeds, and prints what the page shows. `replaced` has the reader's own names.
fn run(world: &World, heading: &str, (engine, driver): (&str, &Path), replaced: &[[&str; 2]]) {
    let manifest = format!(
        "manifest_version = 1\n[Driver]\nshared = '{}'\n",
        driver.display()
    );
    let drivers = world.path(".config/adbc/drivers");
    fs::create_dir_all(&drivers).unwrap();
    for folder in [".config", ".config/adbc", ".config/adbc/drivers"] {
        fs::set_permissions(world.path(folder), fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::write(drivers.join(format!("{engine}.toml")), manifest).unwrap();
    let home = world.home("Owner").home;
    fs::create_dir_all(world.path("bin")).unwrap();
    let program = env!("CARGO_BIN_EXE_poundwise");
    let wrapper = format!(
        "#!/bin/sh\nexec '{program}' --home '{}' \"$@\"\n",
        home.display()
    );
    let wrapper = world.file("bin/poundwise", wrapper);
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!(
        "{}:{}",
        world.path("bin").display(),
        std::env::var("PATH").unwrap()
    );
    let commands = blocks(heading, "console").concat().replace("\\\n", " ");
    assert!(commands.starts_with("$ "), "{commands}");
    for command in commands.strip_prefix("$ ").unwrap().split("\n$ ") {
        let (command, shown) = command.split_once('\n').unwrap_or((command, ""));
        let mut typed = command.to_owned();
        for [of_the_page, own] in replaced {
            typed = typed.replace(of_the_page, own);
        }
        let output = Command::new("sh")
            .args(["-c", &typed])
            .current_dir(world.dir())
            .env("PATH", &path)
            .env("HOME", world.dir())
            .env("XDG_CONFIG_HOME", world.path(".config"))
            .env("XDG_STATE_HOME", world.path("state"))
            .env_remove("ADBC_DRIVER_PATH")
            .env("POUNDWISE_PASSPHRASE", PASSPHRASE)
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{typed}: {said}");
        let printed = String::from_utf8(output.stdout).unwrap();
        if !shown.trim().is_empty() && !command.starts_with("cat ") {
            assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
        }
    }
}

#[test]
fn page_goes_as_it_says_with_postgresql() {
    let (Some(census), Some(server), Some(driver)) = (
        shared("pums_1000.csv"),
        Postgresql::start(),
        postgresql_driver(),
    ) else {
        return;
    };
    let heading = "Your data in PostgreSQL";
    server.load("incomes", COLUMNS, &fs::read_to_string(census).unwrap());
    server.execute("CREATE TABLE visits (patient int, weight double precision)");
    for sql in blocks(heading, "sql") {
        server.execute(&sql);
    }
    let world = World::new();
    world.file("uri", server.address("poundwise_reader"));
    run(&world, heading, ("postgresql", &driver), &[]);
}

#[test]
fn page_goes_as_it_says_with_duckdb() {
    let (Some(census), Some(driver)) = (shared("pums_1000.csv"), duckdb_library()) else {
        return;
    };
    let world = World::new();
    let columns = COLUMNS.replace("numeric", "DECIMAL");
    let sql = format!(
        "CREATE TABLE incomes ({columns}); COPY incomes FROM '{}' (HEADER true)",
        census.display()
    );
    if execute(&world.path("census.duckdb"), &sql).is_none() {
        return;
    }
    let own = ["/data/", &format!("{}/", world.dir().display())];
    run(&world, "A DuckDB file", ("duckdb", &driver), &[own]);
}

#[test]
#[ignore = "it installs 400 MB: make engines"]
fn page_goes_as_it_says_with_sail() {
    let Some(driver) = spark_driver().filter(|_| shared("pums_1000.csv").is_some()) else {
        return;
    };
    let world = World::new();
    let mut server = Sail::start("local-cluster").unwrap();
    sail::save(&mut server, "income", &world.path("incomes"));
    let folder = ["/data/", &format!("{}/", world.dir().display())];
    let address = ["sc://127.0.0.1:15002", &server.address()];
    let heading = "Parquet on a cluster with Spark or Sail";
    run(&world, heading, ("spark", &driver), &[folder, address]);
}
