#!/usr/bin/env bash
# Changes the code of the crates that .cargo/mutants.toml names, one place at a time, and tells
# which changes no test misses; see MUTANTS.md. Takes hours. Options of cargo-mutants may follow,
# such as --list, --in-diff or --file 'rules.rs'.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
export PATH
scripts/packages.sh demo
mutants=$(scripts/tool.sh cargo-mutants)
exec "$mutants" mutants --package poundwise-documents --package poundwise-audit \
  --package poundwise-query "$@"
