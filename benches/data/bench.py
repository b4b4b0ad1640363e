"""Tables beside DuckDB, in one run: import, questions, and what a command costs.
   bench.py POUNDWISE [ROWS [csv|parquet]]

DuckDB makes one CSV file of 20 columns: ten of whole numbers, four of decimals, four of texts with
few values and two of texts with many; or a Parquet file of five of them. Ours imports it: reads,
types and checks it, and stores it encrypted. DuckDB writes it as Parquet, with the same types and
two threads. Then a mean, a filtered
count and a histogram are listed, and DuckDB computes the exact numbers of each from its Parquet
file. Each is run in turn, so that whatever else the machine does meets both. Times are of whole
processes, in seconds: least and median. The memory is the most of a process. A command that only
opens the home is measured too; it is part of each of ours."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3
PASSPHRASE = "tall ships in the harbour"

COLUMNS = (
    [(f"n{i}", "number", f"(random() * {10 ** (i % 6 + 1)})::BIGINT") for i in range(10)]
    + [(f"d{i}", "number", f"round(random() * {10 ** (i + 1)}, {i + 1})") for i in range(4)]
    + [(f"c{i}", "text", f"'v' || (random() * {4 ** (i + 1)})::INT") for i in range(4)]
    + [(f"t{i}", "text", "substr(md5(random()::TEXT), 1, 12)") for i in range(2)]
)

# Those of a Parquet file.
FEW = [column for column in COLUMNS if column[0] in ("n2", "n3", "n4", "d1", "c1")]

PEER = """
import sys, duckdb
db = duckdb.connect()
db.execute("SET threads = 2")
db.execute(sys.argv[1])
print(db.fetchall())
"""


def run(command, env=None):
    """Seconds, MiB at most and output of a process."""
    before = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(env or {})},
    )
    out, err = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.monotonic() - before
    if status != 0:
        sys.exit(f"{command}: {err.decode()}")
    return seconds, used.ru_maxrss / 1024, out.decode()


class Figures:
    """The runs of one thing."""

    def __init__(self, name):
        self.name, self.ours, self.peers = name, [], []

    def row(self, opening, empty):
        def told(runs):
            seconds = [one[0] for one in runs]
            memory = max(one[1] for one in runs)
            return f"{min(seconds):8.3f} {statistics.median(seconds):8.3f} {memory:8.0f}"

        ratio = ""
        if self.peers:
            ours = min(one[0] for one in self.ours) - opening
            peers = min(one[0] for one in self.peers) - empty
            ratio = f"{ours / peers:8.2f}"
        peers = told(self.peers) if self.peers else " " * 26
        return f"{self.name:<34}{told(self.ours)}   {peers}{ratio}"


def main():
    poundwise = Path(sys.argv[1]).resolve()
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    source = sys.argv[3] if len(sys.argv) > 3 else "csv"
    with tempfile.TemporaryDirectory() as folder:
        measure(poundwise, rows, source, Path(folder))


def measure(poundwise, rows, source, folder):
    duck = lambda sql: run([sys.executable, "-c", PEER, sql])
    columns = FEW if source == "parquet" else COLUMNS
    file, parquet = folder / f"t.{source}", folder / "copy.parquet"
    made = ", ".join(f"{what} AS {name}" for name, _, what in columns)
    form = "(FORMAT parquet)" if source == "parquet" else "(HEADER)"
    duck(f"COPY (SELECT {made} FROM range({rows})) TO '{file}' {form}")
    types = {"number": "DOUBLE", "text": "VARCHAR"}
    typed = ", ".join(f"'{name}': '{types[kind]}'" for name, kind, _ in columns)
    read = f"read_csv('{file}', header = true, columns = {{{typed}}})"
    if source == "parquet":
        read = f"'{file}'"
    copy = f"COPY (SELECT * FROM {read}) TO '{parquet}' (FORMAT parquet)"

    (folder / "market").mkdir()
    secret = {"POUNDWISE_PASSPHRASE": PASSPHRASE}
    places = ["--home", folder / "home", "--market", folder / "market", "--state", folder / "state"]
    _, _, created = run([poundwise, *places, "--json", "init", "--name", "Bench"], secret)
    key = folder / "home.key"
    key.touch(mode=0o600)
    key.write_text(next(part for part in created.split('"') if part.startswith("AGE-SECRET-KEY")))
    ours = lambda *arguments: run([poundwise, *places, "--key-file", key, *arguments])

    declared = ",".join(f"{name}:{kind}" for name, kind, _ in columns)
    figures = [Figures(f"import of {rows} x {len(columns)} {source}")]
    for number in range(RUNS):
        options = ["--name", f"t{number}", "--types", declared, "--each-row-differs"]
        options += ["--population", "people"] + (["--cap", "20"] if number == 0 else [])
        figures[0].ours.append(ours("dataset", "import", file, *options))
        figures[0].peers.append(duck(copy))

    questions = {
        "mean": (["mean", "n3", "--bounds", "0..10000"], "SELECT sum(least(n3, 10000)) FROM"),
        "filtered count": (["count", "--where", "n2 > 500"], "SELECT count(*) FILTER (n2 > 500) FROM"),
        "histogram": (
            ["histogram", "n4", "--bands", "0..100000:5000"],
            "SELECT floor(n4 / 5000), count(*) FROM",
        ),
    }
    for name, (question, sql) in questions.items():
        one = Figures(f"{name}, listed")
        after = " GROUP BY 1" if name == "histogram" else ""
        for number in range(RUNS):
            terms = ["--title", "Bench", "--price", "1:5,4:15"]
            one.ours.append(ours("listing", "create", f"t{number}", *question, *terms))
            one.peers.append(duck(f"{sql} '{parquet}'{after}"))
        figures.append(one)

    opening = Figures("a command with a key file")
    for _ in range(3 * RUNS):
        opening.ours.append(ours("whoami"))
    typed_passphrase = Figures("a command with the passphrase")
    for _ in range(RUNS):
        typed_passphrase.ours.append(run([poundwise, *places, "whoami"], secret))
    python = Figures("an empty query of the peer")
    for _ in range(RUNS):
        python.ours.append(duck("SELECT 1"))

    starts = [min(run[0] for run in one.ours) for one in (opening, python)]
    print(f"{'':<34}{'ours':>8} {'median':>8} {'MiB':>8}   {'peer':>8} {'median':>8} {'MiB':>8}   ratio")
    for one in [*figures, opening, typed_passphrase, python]:
        print(one.row(*starts))
    print(
        "The ratio is of the least times, without a command that only opens the home and an empty "
        "query of the peer."
    )


if __name__ == "__main__":
    main()
