#!/usr/bin/env bash
# All the tests, and then whether each code of an error was given to one of them: errors note their
# codes in a folder, in builds for development alone.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
export POUNDWISE_CODES="$PWD/target/codes"

rm -rf "$POUNDWISE_CODES"
mkdir -p "$POUNDWISE_CODES"
scripts/test.sh
cargo test --workspace --locked --test market codes -- --ignored
