"""Starts an unpacked package's app as its desktop entry says, with files, and looks at the window.
package_window.py ROOT PICTURE FILE..."""

import configparser
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from webdriver import Screen, Window, surroundings, wait

root, picture, *files = (Path(arg).resolve() for arg in sys.argv[1:])
entry = root / "usr/share/applications/org.poundwise.Poundwise.desktop"


def by_the_desktop(screen):
    """As a file manager does: GIO reads the entry, and the window is there by its title and its
    class."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as user:
        around = surroundings(screen, user) | {"PATH": f"{root}/usr/bin:{os.environ['PATH']}"}
        app = subprocess.Popen(
            ["gio", "launch", entry, *files],
            env=around,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

        def shown():
            tree = subprocess.run(
                ["xwininfo", "-root", "-tree"], env=around, capture_output=True, text=True
            ).stdout
            windows = [line for line in tree.splitlines() if line.strip().startswith("0x")]
            return next(
                (line for line in windows if '"Poundwise": ("poundwise-desktop"' in line), None
            )

        try:
            found = wait(shown, "there is a window")
            number = found.split()[0]
            info = ["xwininfo", "-id", number]
            viewable = lambda: (
                "IsViewable"
                in subprocess.run(info, env=around, capture_output=True, text=True).stdout
            )
            wait(viewable, "the window shows")
        finally:
            # GIO leaves what it started to itself, in a group of its own.
            app.wait()
            for process in Path("/proc").iterdir():
                try:
                    ours = (
                        process.name.isdigit()
                        and (process / "exe").readlink() == root / "usr/bin/poundwise-desktop"
                    )
                    if ours and f"DISPLAY={screen.name}".encode() in (
                        process / "environ"
                    ).read_bytes().split(b"\0"):
                        os.kill(int(process.name), signal.SIGTERM)
                except OSError:
                    continue


def by_its_words(screen):
    """The same words given to the driver, which looks inside."""
    parser = configparser.RawConfigParser(delimiters="=")
    parser.optionxform = str
    parser.read(entry, encoding="utf-8")
    program, *words = shlex.split(parser["Desktop Entry"]["Exec"])
    args = [arg for word in words for arg in (files if word == "%F" else [word])]
    with Window(screen, root / "usr/bin" / program, args) as window:
        for file in files:
            # An opening is asked for what it opens, by whoever has the home it is for.
            sign = "replay-needs-home" if file.suffix == ".opening" else "audit-listed"
            window.see(f'[data-testid="{sign}"]')
            if sign == "audit-listed":
                window.says(file.name)
        # How much was checked differs with the files.
        window.see('[data-testid="audit-verdict"][data-verdict="holds"]')
        window.picture(picture)


with Screen() as screen:
    by_the_desktop(screen)
    print("gio launch: the window shows")
    by_its_words(screen)
    print("the window verifies", ", ".join(file.name for file in files))
