#!/usr/bin/env bash
# Form and lints of all that is written here: the one definition, which `make check`, `make lint`
# and .ci/run go by. Commands may follow, which run beside the lints and write no sources.
#   scripts/lint.sh [COMMAND]...
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

cargo fmt --all --check
# The benches are crates outside of the workspace.
for manifest in benches/Cargo.toml benches/{audit,noise,noise/plain}/Cargo.toml; do
  cargo fmt --manifest-path "$manifest" --check
done
scripts/packages.sh run
scripts/ui.sh
scripts/together.sh \
  'cargo clippy --workspace --all-targets --locked -- -D warnings' \
  'npm --prefix ui run check && npm --prefix ui run lint' \
  "$@"
