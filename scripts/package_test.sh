#!/usr/bin/env bash
# Unpacks the Debian package into a folder of its own, checks every part of it by the tool that
# reads it later, and starts its programs from there; then installs it in a small Debian of its own.
# Nothing is installed here.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/packages.sh package-test
deb=$(echo "${CARGO_TARGET_DIR:-target}"/package/poundwise_*.deb)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
root="$room/root"
share="$root/usr/share"
entry="$share/applications/org.poundwise.Poundwise.desktop"
metainfo="$share/metainfo/org.poundwise.Poundwise.metainfo.xml"

step() { printf '%s\n' "— $*"; }
same() { # what, found, expected
  if [ "$2" != "$3" ]; then
    printf '%s: %s was found where %s belongs\n' "$1" "$2" "$3" >&2
    exit 1
  fi
}

step "the package by itself"
# Root unpacks here too, as in a container: lintian warns of that.
lintian --allow-root --fail-on error,warning "$deb"
dpkg-deb -x "$deb" "$root"
# What it depends on is here, as it has to run.
dpkg-deb -f "$deb" Depends | tr ',' '\n' | sed 's/(.*//; s/|.*//; s/ //g' |
  while read -r package; do
    dpkg-query -W "$package" >/dev/null
  done

zgrep -q '^  tauri 2' "$share/doc/poundwise/licences.gz"
zgrep -q 'SIL OPEN FONT LICENSE' "$share/doc/poundwise/licences.gz"

step "desktop entry and metainfo"
desktop-file-validate "$entry"
appstreamcli validate --no-net --no-color "$metainfo"
for size in 16 32 48 64 128 256 512; do
  file "$share/icons/hicolor/${size}x$size/apps/poundwise.png" | grep -q "$size x $size"
done

step "the command line: a whole sale, a manual and completions"
PATH="$root/usr/bin:$PATH"
export PATH
poundwise demo --keep "$room/demo" >"$room/demo.log"
grep -q "receipts check out" "$room/demo.log"
man --warnings -l "$share/man/man1/poundwise.1.gz" 2>"$room/man.err" | grep -q "poundwise demo"
bash -n "$share/bash-completion/completions/poundwise"
export POUNDWISE_PASSPHRASE=sample-market-not-secret
home() { # home, arguments
  poundwise --state "$room/demo/state" --home "$room/demo/$1" "${@:2}"
}
listing=$(home northern-insurance --json holding list |
  python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["listing"]["id"])')
home northern-insurance tighten "$listing" --to 0.1 \
  -o "$room/demo/a.copy" >"$room/tighten.log"
# A checkpoint of before the grant: a later one counts an entry that the ledger lacks.
cp "$(find "$room/demo/market/ledgers" -name checkpoint | head -n 1)" "$room/demo/kept.checkpoint"
auditor=$(home open-heart-lab --json whoami |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["recipient"])')
home harbour-clinic grant "$listing" --to "$auditor" \
  -o "$room/demo/an.opening" --yes >"$room/grant.log"

step "the program that loads drivers: it refuses what is no request"
engine="$root/usr/lib/poundwise/poundwise-engine"
[ -x "$engine" ] || same "the program" "none" "$engine"
answer=$(echo "5:other," | "$engine") && same "exit of the program" 0 1
same "its answer" "$answer" ""

step "kinds of files, by name and by content alone"
export XDG_DATA_HOME="$room/user" XDG_CONFIG_HOME="$room/config" \
  XDG_STATE_HOME="$room/state" XDG_DATA_DIRS="$share:/usr/share"
mkdir -p "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_STATE_HOME"
update-mime-database "$share/mime"
update-desktop-database "$share/applications"
by_content() { gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
by_name() { # file, expected: as xdg-mime sees it, and what a double click on it opens
  same "xdg-mime: $1" "$(xdg-mime query filetype "$1")" "$2"
  same "opens $2" "$(xdg-mime query default "$2")" org.poundwise.Poundwise.desktop
}
kind() { # file, expected: with its ending and without it
  by_name "$1" "$2"
  cp "$1" "$room/nameless"
  same "by content: $1" "$(by_content "$room/nameless")" "$2"
}
bundle=$(echo "$room"/demo/*.bundle)
ledger=$(echo "$room"/demo/*.ledger)
kind "$bundle" application/vnd.poundwise.bundle+zip
kind "$room/demo/a.copy" application/vnd.poundwise.copy+zip
kind "$ledger" application/vnd.poundwise.ledger
# A buyer's evidence against an owner is of these two kinds: listing.jws, kept.checkpoint,
# found.checkpoint.
cp "$(find "$room/demo/market/listings" -name '*.jws' | head -n 1)" "$room/demo/listing.jws"
kind "$room/demo/kept.checkpoint" application/vnd.poundwise.checkpoint
kind "$room/demo/listing.jws" application/vnd.poundwise.document
# An opening is an age file, as others are.
by_name "$room/demo/an.opening" application/vnd.poundwise.opening
# Files for mail, and an invitation to a market.
for one in listing order delivery; do
  cp "src-tauri/crates/poundwise-documents/tests/mail/v1.$one" "$room/demo/a.$one"
  kind "$room/demo/a.$one" "application/vnd.poundwise.$one+zip"
done
echo '{"v":1}' >"$room/demo/a.market"
by_name "$room/demo/a.market" application/vnd.poundwise.market+json
# Every kind has been tried; the desktop entry and the metainfo name the same ones.
kinds=$(sed -n 's/.*<mime-type type="\(.*\)">/\1/p' "$share/mime/packages/poundwise.xml" | sort)
same "kinds" "$(wc -l <<<"$kinds")" 10
same "the entry's kinds" \
  "$(sed -n 's/^MimeType=//p' "$entry" | tr ';' '\n' | grep poundwise | sort)" "$kinds"
same "the metainfo's kinds" \
  "$(sed -n 's/.*<mediatype>\(.*\)<.mediatype>/\1/p' "$metainfo" | sort)" "$kinds"

step "the app, started by its desktop entry on a file of each kind"
mkdir -p screenshots
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME POUNDWISE_PASSPHRASE
python3 scripts/package_window.py "$root" screenshots/package.png \
  "$bundle" "$ledger" "$room"/demo/{a.copy,kept.checkpoint,listing.jws,an.opening}

scripts/package_install.sh "$deb"
