#!/usr/bin/env bash
# Format, lints, and the tests beside the code: no window and no built program.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

cargo fmt --all --check
scripts/packages.sh test
scripts/ui.sh
npm --prefix ui run check
npm --prefix ui run lint
npm --prefix ui run test
cargo clippy --workspace --all-targets --locked -- -D warnings
cargo test --workspace --lib --bins --locked
