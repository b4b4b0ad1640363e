#!/usr/bin/env bash
# Installs what this machine lacks, and nothing when nothing is missing.
#   scripts/packages.sh demo|run|test|package|package-test
# for the command line, the app, the tests, the Debian package
set -euo pipefail

purpose=${1:?"say what for: demo, run, test, package or package-test"}

# The compiler and linker, and the system's webview, by which the window is drawn.
needed=(build-essential)
if [ "$purpose" != demo ]; then
  needed+=(pkg-config libwebkit2gtk-4.1-dev)
fi
if [ "$purpose" = test ]; then
  # The webview's own driver, a display that nobody sees with its software renderer, a session bus,
  # what shows lines on it and what looks at windows, and a venv; and what reads a home's database
  # and its journal besides us; a database that gives the same numbers as a file; and a server of
  # markets with certificates.
  needed+=(webkit2gtk-driver xvfb libgl1-mesa-dri dbus dunst x11-utils sqlite3 hledger postgresql)
  needed+=(apache2 openssl)
  # A plain browser with its driver; Ubuntu has it only as a snap, which no driver can start on a
  # profile of the tests'.
  if [ "$(. /etc/os-release 2>/dev/null && printf %s "${ID:-}")" = debian ]; then
    needed+=(chromium chromium-driver)
  fi
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    needed+=(python3-venv)
  fi
fi
case $purpose in package | package-test)
  if ! command -v dpkg-deb >/dev/null; then
    printf '%s\n' "A Debian package is made and tried on Debian or Ubuntu." >&2
    exit 1
  fi
  # What finds the libraries' packages, draws the icons, and gathers the licences.
  needed+=(dpkg-dev librsvg2-bin python3)
  ;;
esac
if [ "$purpose" = package-test ]; then
  # What checks each part of a package, a small system to install it in, a display, and the
  # webview's driver.
  needed+=(
    mmdebstrap lintian desktop-file-utils appstream shared-mime-info xdg-utils libfile-mimeinfo-perl
    libglib2.0-bin man-db file webkit2gtk-driver xvfb x11-utils libgl1-mesa-dri dbus python3
  )
fi

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    say "This needs root, and sudo is not here. Run as root: $*"
    return 1
  fi
}

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
  missing=()
  for package in "${needed[@]}"; do
    installed "$package" || missing+=("$package")
  done
  # A distribution's own compiler and Node.js are taken only where there is none at all.
  if ! command -v cargo >/dev/null && ! [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
    missing+=(rustup)
  fi
  if [ "$purpose" != demo ] && ! command -v npm >/dev/null; then missing+=(nodejs npm); fi
  if [ ${#missing[@]} -gt 0 ]; then
    say "Installing: ${missing[*]}"
    patience=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=5)
    as_root env DEBIAN_FRONTEND=noninteractive apt-get "${patience[@]}" update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get "${patience[@]}" \
      install -y --no-install-recommends "${missing[@]}"
  fi
  if [[ " ${missing[*]-} " == *" rustup "* ]]; then rustup default stable; fi
else
  lacking=()
  command -v cc >/dev/null || lacking+=("a C compiler")
  [ "$purpose" = demo ] ||
    { command -v pkg-config >/dev/null && pkg-config --exists webkit2gtk-4.1; } ||
    lacking+=("WebKitGTK 4.1 with its development files and pkg-config")
  if [ "$purpose" = test ]; then
    command -v WebKitWebDriver >/dev/null ||
      lacking+=("WebKitWebDriver, which comes with WebKitGTK or beside it")
    command -v Xvfb >/dev/null || lacking+=("Xvfb")
    command -v dunst >/dev/null || lacking+=("dunst")
    command -v xwininfo >/dev/null && command -v xev >/dev/null || lacking+=("xwininfo and xev")
    command -v sqlite3 >/dev/null || lacking+=("the sqlite3 shell")
    command -v hledger >/dev/null || lacking+=("hledger")
    [ -d /usr/lib/postgresql ] || lacking+=("PostgreSQL in /usr/lib/postgresql")
    [ -d /usr/lib/apache2/modules ] || lacking+=("Apache with its modules in /usr/lib/apache2")
  fi
  if [ ${#lacking[@]} -gt 0 ]; then
    say "This is neither Debian nor Ubuntu, so nothing was installed." \
      "Install by the means of your system:"
    for thing in "${lacking[@]}"; do say "  - $thing"; done
    say "On Fedora: dnf install gcc pkgconf webkit2gtk4.1-devel webkit2gtk-driver" \
      "xorg-x11-server-Xvfb dunst xwininfo xev sqlite hledger"
    say "On Arch:   pacman -S base-devel webkit2gtk-4.1 xorg-server-xvfb dunst" \
      "xorg-xwininfo xorg-xev sqlite hledger"
    # Tests without a driver, or without one of the others' programs, say themselves that they were
    # skipped.
    if [ "$purpose" != test ] ||
      [[ "${lacking[*]}" == *compiler* || "${lacking[*]}" == *"development files"* ]]; then
      exit 1
    fi
  fi
fi

# Versions, last: what a distribution installs may be too old, and then the message must be the last
# line read.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
rust=$(cargo --version 2>/dev/null | cut -d' ' -f2 || true)
if ! at_least 1.90.0 "${rust:-0}"; then
  say "Rust 1.90 or newer is needed and ${rust:-none} was found." \
    "Install it from https://rustup.rs, then run make again."
  exit 1
fi
if [ "$purpose" = demo ]; then exit 0; fi
node=$(node --version 2>/dev/null | tr -d v || true)
if ! at_least 20.19.0 "${node:-0}"; then
  say "Node.js 20.19 or newer is needed and ${node:-none} was found." \
    "Install it from https://nodejs.org, then run make again."
  exit 1
fi
