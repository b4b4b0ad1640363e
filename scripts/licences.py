"""The licences of what others wrote and the binaries hold, on stdout: each text once, with the
names of those it comes from."""

import json
import subprocess
from pathlib import Path

PROGRAMS = {"poundwise-desktop", "poundwise-cli"}
NAMES = ("LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


def crates():
    """Name, licence and folder of each crate that is compiled in: what only a build or a test takes
    is not."""
    host = next(
        line.split()[1]
        for line in subprocess.run(
            ["rustc", "-vV"], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        if line.startswith("host:")
    )
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={host}"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    links = {
        node["id"]: [
            d["pkg"] for d in node["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"])
        ]
        for node in metadata["resolve"]["nodes"]
    }
    queue = [id for id, package in packages.items() if package["name"] in PROGRAMS]
    found = set(queue)
    while queue:
        more = [id for id in links[queue.pop()] if id not in found]
        found.update(more)
        queue.extend(more)
    for package in (packages[id] for id in found):
        if package["source"]:
            yield (
                f"{package['name']} {package['version']}",
                package["license"],
                Path(package["manifest_path"]).parent,
            )


def pages():
    """The same of what the window's pages are made with."""
    modules = Path("ui/node_modules")
    for name in ["svelte", *json.loads(Path("ui/package.json").read_text())["dependencies"]]:
        package = json.loads((modules / name / "package.json").read_text())
        yield f"{name} {package['version']}", package["license"], modules / name


texts, licences = {}, {}
for name, licence, folder in sorted([*crates(), *pages()]):
    licences[name] = licence or "see its file"
    for file in sorted(folder.iterdir()):
        if file.is_file() and file.name.upper().startswith(NAMES):
            text = "\n".join(
                line.rstrip() for line in file.read_text(errors="replace").strip().splitlines()
            )
            texts.setdefault(text, []).append(name)

print("What the binaries hold of others, and on what terms\n")
for name, licence in licences.items():
    print(f"  {name}: {licence}")
for text, names in sorted(texts.items(), key=lambda item: item[1]):
    print(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n{'-' * 80}\n{text}")
