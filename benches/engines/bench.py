"""Questions of a large table in PostgreSQL, DuckDB and Sail, in one run.
   bench.py RELEASE [ROWS [RUNS]]

Each engine makes the same table by fixed arithmetic. Each question is asked through our process
(`poundwise-engine` with the driver of ADBC) and its statement is sent by the engine's own client:
psql, and the Python of DuckDB, which opens the same file. Each is run in turn, so that whatever
else the machine does meets both. Times are of whole processes in seconds, least and median; of the
Python of DuckDB, a process that only imports it is subtracted. The memory is the most of our
process and of its child, added, in MiB. DuckDB runs inside the child, so its own memory is in it.
Sail has no client besides its driver: it is measured with one, two and four workers."""

import os
import pwd
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = int(sys.argv[3]) if len(sys.argv) > 3 else 3
QUESTIONS = ("count", "sum", "histogram", "persons")
DUCKDB = "@duckdb/node-bindings-linux-x64@1.5.6-r.1"
COLUMNS = """(i * 7919) % 100003 AS n,
CAST(((i * 104729) % 1000003) / 100.0 AS DECIMAL(10, 2)) AS d,
'v' || CAST((i * 31) % 9 AS VARCHAR) AS c, (i * 48271) % 2000003 AS p"""

PEER = """
import sys, duckdb
if len(sys.argv) > 1:
    db = duckdb.connect(sys.argv[1], read_only=True)
    print(db.execute(open(sys.argv[2]).read()).fetchall())
"""

MAKE = """
import sys, duckdb
duckdb.connect(sys.argv[1]).execute(sys.argv[2])
"""

SAIL = """
import sys, time
from pysail.spark import SparkConnectServer
server = SparkConnectServer("127.0.0.1", int(sys.argv[1]))
server.start()
time.sleep(100000)
"""


def run(command, **more):
    """Seconds, MiB at most and output of a process."""
    before = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **more,
    )
    out, err = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.monotonic() - before
    if status != 0:
        sys.exit(f"{command}: {err.decode()}")
    return seconds, used.ru_maxrss / 1024, out.decode()


class Ours:
    """Our process."""

    def __init__(self, release, engine, schema, table, driver, address):
        self.program = release / "examples/ask"
        self.words = [engine, schema, table]
        self.driver, self.address = driver, address

    def sql(self, question):
        engine, *path = self.words
        return run([self.program, "sql", engine, question, *path])[2]

    def ask(self, question):
        engine, *path = self.words
        command = [self.program, "run", engine, question, *path, self.driver, self.address]
        seconds, child, out = run(command)
        own, x = out.split(" ", 1)
        return seconds, child + int(own) / 1024, x


def told(runs):
    seconds = [one[0] for one in runs]
    return f"{min(seconds):8.2f} {statistics.median(seconds):8.2f}"


def compare(name, ours, peer, empty=0.0):
    """Prints a line for each question. Returns x of each."""
    found = {}
    for question in QUESTIONS:
        mine, others = [], []
        for _ in range(RUNS):
            mine.append(ours.ask(question))
            if peer:
                others.append(peer(ours.sql(question)))
        line = f"{name:<18}{question:<10}{told(mine)}"
        if peer:
            ratio = min(one[0] for one in mine) / (min(one[0] for one in others) - empty)
            line += f" {told(others)} {ratio:6.2f}"
        else:
            line += " " * 25
        print(f"{line} {max(one[1] for one in mine):7.0f}", flush=True)
        found[question] = mine[0][2]
    return found


def postgresql(release, rows, folder, venv):
    programs = max(Path("/usr/lib/postgresql").iterdir()) / "bin"
    # It refuses to run as root.
    user = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    place = folder / "postgresql"
    place.mkdir()
    os.chown(place, user.pw_uid, user.pw_gid)
    plain = {"user": user.pw_uid, "group": user.pw_gid, "cwd": "/"}
    data = place / "data"
    run([programs / "initdb", "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
         "--no-sync", "-D", data], **plain)
    options = f"-c listen_addresses= -c unix_socket_directories={place} -c fsync=off"
    subprocess.run([programs / "pg_ctl", "start", "-w", "-s", "-l", place / "log", "-D", data,
                    "-o", options], check=True, **plain)
    client = ["psql", "-X", "-q", "-t", "-A", "-h", place, "-U", "owner", "-d", "postgres"]
    try:
        columns = COLUMNS.replace("DECIMAL(10, 2)", "numeric(10, 2)")
        make = f"CREATE TABLE t AS SELECT {columns} FROM generate_series(1::bigint, {rows}) AS s(i)"
        run([*client, "-c", make, "-c", "VACUUM ANALYZE t"])
        driver = next(venv.rglob("libadbc_driver_postgresql.so"))
        address = f"postgresql:///postgres?host={place}&user=owner"
        ours = Ours(release, "postgresql", "public", "t", driver, address)
        file = folder / "statement.sql"

        def peer(sql):
            file.write_text(sql)
            return run([*client, "-f", file])

        return compare("PostgreSQL", ours, peer)
    finally:
        subprocess.run([programs / "pg_ctl", "stop", "-s", "-m", "immediate", "-D", data], **plain)


def library(release):
    """npm's library of DuckDB, of the version of the Python."""
    folder = release.parent / "duckdb-1.5.6"
    file = folder / "package/libduckdb.so"
    if not file.exists():
        folder.mkdir(exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", DUCKDB], cwd=folder, check=True)
        subprocess.run("tar xzf *.tgz && rm *.tgz", shell=True, cwd=folder, check=True)
    return file


def duckdb(release, rows, folder):
    file = folder / "t.duckdb"
    parquet = folder / "t.parquet"
    make = f"CREATE TABLE t AS SELECT {COLUMNS} FROM range(1, {rows} + 1) AS s(i)"
    # In a process of its own: the most memory of this one would be that of its children.
    run([sys.executable, "-c", MAKE, file, f"{make}; COPY t TO '{parquet}'"])
    ours = Ours(release, "duckdb", "main", "t", library(release), file)
    statement = folder / "statement.sql"

    def peer(sql):
        statement.write_text(sql)
        return run([sys.executable, "-c", PEER, file, statement])

    empty = min(run([sys.executable, "-c", PEER])[0] for _ in range(RUNS))
    return compare("DuckDB", ours, peer, empty), parquet


def sail(release, parquet, venv, workers):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "SAIL_MODE": "local-cluster",
        "SAIL_CLUSTER__WORKER_INITIAL_COUNT": str(workers),
        "SAIL_CLUSTER__WORKER_MAX_COUNT": str(workers),
        "RUST_LOG": "error",
    }
    server = subprocess.Popen([sys.executable, "-c", SAIL, str(port)], env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        driver = next(venv.rglob("libadbc_driver_spark.so"))
        ours = Ours(release, "spark", "parquet", parquet, driver, f"sc://127.0.0.1:{port}")
        return compare(f"Sail, {workers} workers", ours, None)
    finally:
        server.kill()
        server.wait()


def main():
    release = Path(sys.argv[1]).resolve()
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    venv = Path(sys.prefix)
    print(f"{rows} rows; ours, the engine's client, ratio of the least times, MiB")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        found = [postgresql(release, rows, folder, venv)]
        x, parquet = duckdb(release, rows, folder)
        found.append(x)
        for workers in (1, 2, 4):
            found.append(sail(release, parquet, venv, workers))
    if any(one != found[0] for one in found):
        sys.exit(f"x differs: {found}")
    print("Each x is equal in all of them.")


main()
