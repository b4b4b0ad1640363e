"""The packaged app in figures: how long until one can use it, how much memory and how much of the disk it takes.
   bench.py FOLDER-OF-THE-PACKAGE

Beside it, driven by the same driver on the same display, WebKitGTK's own MiniBrowser with one button on a blank page: what the
webview takes by itself, though it draws an empty window first and then the page. Times have the driver's own steps in them.
Starts are with the files in the page cache and with a new, empty user; the median of them is told."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from webdriver import Screen, Window

STARTS = 7
BARE = "data:text/html,<title>bare</title><button id=go>Go</button>"
SETTLED = 2.0  # seconds after the last change, before memory is read


def app(screen, program):
    """Seconds to the first screen's button, seconds to the sample market's inbox, KiB then and there."""
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


def lines(package):
    (deb,) = package.glob("poundwise_*.deb")
    told = subprocess.run(["dpkg-deb", "-f", deb, "Installed-Size"], check=True, capture_output=True, text=True).stdout
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
    with Screen() as screen, tempfile.TemporaryDirectory() as room:
        subprocess.run(["dpkg-deb", "-x", deb, room], check=True)
        on_disk = subprocess.run(["du", "-sk", room], check=True, capture_output=True, text=True).stdout.split()[0]
        program = Path(room, "usr/bin/poundwise-desktop")
        # In turns, so that whatever else the machine does meets both; the first of each warms it up.
        ours, peers = [], []
        for _ in range(STARTS + 1):
            ours.append(app(screen, program))
            if browser:
                peers.append(bare(screen, browser))
    usable, sample, first, memory = (statistics.median(column) for column in zip(*ours[1:]))
    peer = [statistics.median(column) for column in zip(*peers[1:])] or [None, None]

    def row(what, value, unit, beside=None):
        if beside is None:
            return what, f"{value:,.2f} {unit}", "–", "–"
        return what, f"{value:,.2f} {unit}", f"{beside:,.2f} {unit}", f"{value / beside:.2f}"

    mib = lambda kib: None if kib is None else kib / 1024
    yield "", "Poundwise", "bare WebKitGTK", "ratio"
    yield row("start to usable window", usable, "s", peer[0])
    yield row("start to sample market open", sample, "s")
    yield row("memory of the first screen (PSS)", mib(first), "MiB", mib(peer[1]))
    yield row("memory with the sample market (PSS)", mib(memory), "MiB", mib(peer[1]))
    yield row("installed, as the package says", mib(int(told)), "MiB")
    yield row("installed, on this disk", mib(int(on_disk)), "MiB")
    yield row("the package", mib(deb.stat().st_size / 1024), "MiB")


table = list(lines(Path(sys.argv[1])))
widths = [max(len(row[column]) for row in table) for column in range(4)]
for what, *cells in table:
    print(what.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:])), sep="  ")
print(f"\nMedians of {STARTS} starts, files in the page cache, a new user each.")
if table[1][2] == "–":
    print("Beside nothing: MiniBrowser, which comes with WebKitGTK on Debian, is not here.")
