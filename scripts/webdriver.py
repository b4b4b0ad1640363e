"""A program's window without a screen: Xvfb, WebKitWebDriver, and what the tests and the bench
ask of them."""

import base64
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 60.0
# Bytes: a window of one colour takes a quarter of it, a page of words four times as much.
BLANK = 20_000
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Screen:
    """A display that nobody sees."""

    def __init__(self):
        self.process = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1440x1000x24",
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.name = ":" + self.process.stdout.readline().decode().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def surroundings(screen, user):
    """The environment of a person whose folders are all in `user`."""
    user = Path(user)
    # dconf and what else asks for it want a folder at run time that is theirs alone.
    (user / "run").mkdir(parents=True, exist_ok=True, mode=0o700)
    inherited = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    return inherited | {
        "DISPLAY": screen.name,
        "GDK_BACKEND": "x11",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "LC_ALL": "C.UTF-8",
        "HOME": str(user),
        "XDG_DATA_HOME": str(user / "data"),
        "XDG_CONFIG_HOME": str(user / "config"),
        "XDG_CACHE_HOME": str(user / "cache"),
        "XDG_RUNTIME_DIR": str(user / "run"),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "NO_AT_BRIDGE": "1",
        "GIO_USE_VFS": "local",
    }


class Window:
    """A program that draws with WebKitGTK, driven; it ends with the driver's whole process
    group."""

    def __init__(self, screen, program, args):
        self.user = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", "--host=127.0.0.1", f"--port={port}"],
            env=surroundings(screen, self.user.name) | {"TAURI_WEBVIEW_AUTOMATION": "true"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            wait(lambda: _listens(port), "the driver listens", 0.02)
            self.started = time.monotonic()
            options = {"binary": str(program), "args": [str(arg) for arg in args]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            self.session = self._post("/session", wanted)["sessionId"]
        except BaseException:
            self.__exit__()
            raise

    def _post(self, path, body):
        request = urllib.request.Request(
            self.base + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def _ask(self, path, body=None):
        path = f"/session/{self.session}{path}"
        if body is not None:
            return self._post(path, body)
        with urllib.request.urlopen(self.base + path, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def script(self, text, *args):
        """What a function's body answers in the page."""
        return self._ask("/execute/sync", {"script": text, "args": list(args)})

    def go(self, address):
        self._ask("/url", {"url": address})

    def see(self, selector):
        """The element, once it is there, to be seen and enabled."""
        script = (
            "const e = document.querySelector(arguments[0]);"
            "return e && e.getClientRects().length > 0 && !e.disabled ? e : null"
        )

        def look():
            try:
                return self.script(script, selector)
            except urllib.error.HTTPError:  # Between two pages there is none to ask.
                return None

        return wait(look, f"{selector} is to be seen", 0.01)

    def click(self, selector):
        self._ask(f"/element/{self.see(selector)[ELEMENT]}/click", {})

    def says(self, words):
        wait(
            lambda: words in self.script("return document.body.innerText"),
            f"the window says {words!r}",
        )

    def picture(self, path):
        """The window as it is drawn, which is a frame or more after its page says a thing."""

        def drawn():
            png = base64.b64decode(self._ask("/screenshot"))
            return len(png) > BLANK and png

        Path(path).write_bytes(wait(drawn, "the page is drawn"))

    def processes(self):
        """The program's processes and those of its webview: all below the driver."""
        parents = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    # The name before may have spaces and brackets of its own.
                    parents[int(entry.name)] = int(
                        (entry / "stat").read_text().rpartition(")")[2].split()[1]
                    )
                except OSError:
                    continue
        below, grown = {self.driver.pid}, True
        while grown:
            more = {pid for pid, parent in parents.items() if parent in below} - below
            below |= more
            grown = bool(more)
        return below - {self.driver.pid}

    def memory(self):
        """The proportional set size of them all, in KiB."""
        lines = (
            Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in self.processes()
        )
        return sum(
            int(line.split()[1]) for rollup in lines for line in rollup if line.startswith("Pss:")
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.driver.wait()
        self.user.cleanup()


def _listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait(holds, what, pause=0.05):
    """What `holds` answers, once it is true."""
    until = time.monotonic() + PATIENCE
    while True:
        found = holds()
        if found:
            return found
        if time.monotonic() > until:
            raise TimeoutError(f"waited in vain until {what}")
        time.sleep(pause)
