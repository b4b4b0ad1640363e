"""The packaged app in figures: how long until one can use it, how much memory and how much of the
disk it takes.
   bench.py FOLDER-OF-THE-PACKAGE

Beside it, driven by the same driver on the same display, WebKitGTK's own MiniBrowser with one
button on a blank page: what the webview takes by itself, though it draws an empty window first and
then the page. Times have the driver's own steps in them. Warm starts have the files in the page
cache, cold ones do not: root drops it before each, driver and display included. Every start is with
a new, empty user. Told are the median and, in brackets, the least and the most."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from webdriver import Screen, Window

WARM = 7
COLD = 5
DROP = Path("/proc/sys/vm/drop_caches")
BARE = "data:text/html,<title>bare</title><button id=go>Go</button>"
SETTLED = 2.0  # seconds after the last change, before memory is read


def app(screen, program):
    """Seconds to the first screen's button, seconds to the sample market's inbox, KiB then and
    there."""
    with Window(screen, program, []) as window:
        window.see('[data-testid="open-sample"]')
        usable = time.monotonic() - window.started
        time.sleep(SETTLED)
        first = window.memory()
        opened = time.monotonic()
        window.click('[data-testid="open-sample"]')
        window.see('[data-testid="home-name"]')
        sample = time.monotonic() - opened
        time.sleep(SETTLED)
        return usable, usable + sample, first, window.memory()


def bare(screen, program):
    """Seconds to the button, KiB then."""
    with Window(screen, program, ["--automation"]) as window:
        window.go(BARE)
        window.see("#go")
        usable = time.monotonic() - window.started
        time.sleep(SETTLED)
        return usable, window.memory()


def forget_files():
    """Whether the page cache could be dropped."""
    os.sync()
    try:
        DROP.write_text("3\n")
    except OSError:
        return False
    return True


def starts(screen, program, browser, number, before):
    """The columns of our starts and of the bare window's, in turns, so that whatever else the
    machine does meets both."""
    ours, peers = [], []
    for _ in range(number):
        before()
        ours.append(app(screen, program))
        if browser:
            before()
            peers.append(bare(screen, browser))
    return list(zip(*ours)), list(zip(*peers)) or [None, None]


def lines(package):
    (deb,) = package.glob("poundwise_*.deb")
    told = subprocess.run(
        ["dpkg-deb", "-f", deb, "Installed-Size"], check=True, capture_output=True, text=True
    ).stdout
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
    with Screen() as screen, tempfile.TemporaryDirectory() as room:
        subprocess.run(["dpkg-deb", "-x", deb, room], check=True)
        on_disk = subprocess.run(
            ["du", "-sk", room], check=True, capture_output=True, text=True
        ).stdout.split()[0]
        program = Path(room, "usr/bin/poundwise-desktop")
        cold = starts(screen, program, browser, COLD, forget_files) if forget_files() else None
        # One of each warms it up.
        starts(screen, program, browser, 1, lambda: None)
        (usable, sample, first, memory), (peer, peer_memory) = starts(
            screen, program, browser, WARM, lambda: None
        )

    def figure(values, unit):
        if values is None:
            return "–"
        low, high = min(values), max(values)
        spread = "" if len(values) == 1 else f" ({low:,.2f}–{high:,.2f})"
        return f"{statistics.median(values):,.2f}{spread} {unit}"

    def row(what, values, unit, beside=None):
        ratio = (
            "–"
            if beside is None
            else f"{statistics.median(values) / statistics.median(beside):.2f}"
        )
        return what, figure(values, unit), figure(beside, unit), ratio

    mib = lambda kib: None if kib is None else [value / 1024 for value in kib]
    yield "", "Poundwise", "bare WebKitGTK", "ratio"
    if cold:
        yield row("cold start to usable window", cold[0][0], "s", cold[1][0])
    yield row("warm start to usable window", usable, "s", peer)
    yield row("warm start to sample market open", sample, "s")
    yield row("memory of the first screen (PSS)", mib(first), "MiB", mib(peer_memory))
    yield row("memory with the sample market (PSS)", mib(memory), "MiB", mib(peer_memory))
    yield row("installed, as the package says", mib([int(told)]), "MiB")
    yield row("installed, on this disk", mib([int(on_disk)]), "MiB")
    yield row("the package", mib([deb.stat().st_size / 1024]), "MiB")


print(f"Load of this machine before: {os.getloadavg()[0]:.2f}\n")
table = list(lines(Path(sys.argv[1])))
widths = [max(len(row[column]) for row in table) for column in range(4)]
for what, *cells in table:
    print(
        what.ljust(widths[0]),
        *(cell.rjust(width) for cell, width in zip(cells, widths[1:])),
        sep="  ",
    )
print(f"\nMedians (least–most) of {WARM} warm starts and {COLD} cold ones, a new user each.")
if not any(row[0].startswith("cold") for row in table):
    print(f"No cold start: {DROP} can only be written by root, on a machine of its own.")
if table[1][2] == "–":
    print("Beside nothing: MiniBrowser, which comes with WebKitGTK on Debian, is not here.")
