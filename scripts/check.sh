#!/usr/bin/env bash
# Form, lints, and the tests beside the code: no window, no browser and no built program.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

scripts/packages.sh test
scripts/lint.sh 'npm --prefix ui run test:unit'
# By itself: it writes the types that the window's tests read.
cargo test --workspace --lib --bins --locked
