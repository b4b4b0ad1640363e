#!/usr/bin/env bash
# Prints where a tool of cargo's is, in the one version that is used here; installs it into
# target/tools when it is not there.
#   scripts/tool.sh cargo-deb|cargo-deny|cargo-mutants
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

name=${1:-}
case $name in
  cargo-deb) version=3.8.0 ;;
  cargo-deny) version=0.20.2 ;;
  cargo-mutants) version=27.1.0 ;;
  *) printf '%s\n' "say which: cargo-deb, cargo-deny or cargo-mutants" >&2 && exit 1 ;;
esac
# Clones that are built beside each other share one folder of tools.
tools=$(realpath -m "${POUNDWISE_TOOLS:-${CARGO_TARGET_DIR:-target}/tools}")
if ! cargo install --list --root "$tools" | grep -qx "$name v$version:"; then
  env -u CARGO_ENCODED_RUSTFLAGS \
    cargo install --locked --root "$tools" --version "$version" "$name" >&2
fi
printf '%s\n' "$tools/bin/$name"
