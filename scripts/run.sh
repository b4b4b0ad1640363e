#!/usr/bin/env bash
# Builds and opens the app; without a display, runs a whole sale on the command line instead.
#   scripts/run.sh [--home DIR] [--market URL]
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

if [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
  echo "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)," \
    "so this is the demo on the command line: poundwise demo"
  scripts/packages.sh demo
  exec cargo run --quiet --package poundwise-cli --bin poundwise -- demo
fi
scripts/packages.sh run
scripts/ui.sh
cargo build --package poundwise-desktop
exec "${CARGO_TARGET_DIR:-target}/debug/poundwise-desktop" "$@"
