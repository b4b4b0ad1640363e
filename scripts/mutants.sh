#!/usr/bin/env bash
# Changes the code of poundwise-documents, one place at a time, and tells which changes no test misses; see MUTANTS.md. Takes
# hours. Options of cargo-mutants may follow, such as --list, --in-diff or --file 'rules.rs'.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
export PATH
scripts/packages.sh demo
version=27.1.0
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/tools")
if [ "$("$tools/bin/cargo-mutants" mutants --version 2>/dev/null)" != "cargo-mutants $version" ]; then
  cargo install --locked --root "$tools" --version "$version" cargo-mutants
fi
exec "$tools/bin/cargo-mutants" mutants --package poundwise-documents "$@"
