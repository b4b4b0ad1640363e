#!/usr/bin/env bash
# Holds the dependencies to deny.toml: their licences, where they come from, what is banned; and
# known vulnerabilities, where the database of them can be had. What the window's packages are held
# to is a test of its own, which needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

deny=$(scripts/tool.sh cargo-deny)
"$deny" --locked check licenses bans sources
if "$deny" --locked fetch db 2>/dev/null; then
  "$deny" --locked check --disable-fetch advisories
else
  printf '%s %s\n' "Advisories were not checked: the database cannot be had from here" \
    "(https://github.com/RustSec/advisory-db)." >&2
fi
npm --prefix ui run test -- tests/lock.test.ts
