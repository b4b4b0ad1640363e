#!/usr/bin/env bash
# Runs commands side by side: what the first one says is shown as it
# comes, what the others say once they have ended. Fails where one of them does.
#   scripts/together.sh COMMAND...
set -euo pipefail

said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
running=()
for command in "${@:2}"; do
  bash -c "$command" >"$said/${#running[@]}" 2>&1 </dev/null &
  running+=("$!")
done
status=0
bash -c "$1" || status=$?
for at in "${!running[@]}"; do
  wait "${running[at]}" || status=$?
  cat "$said/$at"
done
exit "$status"
