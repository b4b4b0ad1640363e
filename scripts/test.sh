#!/usr/bin/env bash
# All the tests, the ones in a real window included.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

scripts/packages.sh test
# First, because the window's files are compiled into the app.
scripts/ui.sh
# The interface's tests wait for their browser a third of the time: the rest is built beside them,
# and Rust gives way to them. What they say is shown when they have ended.
said=$(mktemp)
npm --prefix ui run test >"$said" 2>&1 &
interface=$!
trap 'kill "$interface" 2>/dev/null || true; rm -f "$said"' EXIT
scripts/ui.sh browser
# With all targets, so that what the tests need of the dependencies is compiled once and not twice.
nice cargo build --workspace --all-targets --locked
passed=true
wait "$interface" || passed=false
# Its number may be another process's from here on.
trap - EXIT
cat "$said"
rm -f "$said"
[ "$passed" = true ]
# The tests' folders are in memory where there is room: on a disk, they wait for it for a third of
# their time. Real files all the same.
if [ -z "${TMPDIR:-}" ]; then
  room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1 || true)
  if [ "${room:-0}" -gt 4000000 ] && [ -w /dev/shm ]; then
    TMPDIR=$(mktemp -d /dev/shm/poundwise-tests.XXXXXX)
    # As /tmp: another user, whom a test plays, gets to what is open to all.
    chmod 755 "$TMPDIR"
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT
  fi
fi
# Tests of windows wait for a third of their time: for a page to be drawn, or for the driver.
processors=$(nproc)
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((processors + (processors + 1) / 2))}
# To the end, so that one run tells of every failure.
cargo test --workspace --locked --no-fail-fast
