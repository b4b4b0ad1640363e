#!/usr/bin/env bash
# Builds the interface into ui/dist, when its sources are others than those of what is there.
#   scripts/ui.sh browser     the same for a plain browser, for the tests, into ui/dist-browser
set -euo pipefail
cd "$(dirname "$0")/../ui"

lock=$(sha256sum package-lock.json | cut -d' ' -f1)
if [ "$(cat node_modules/.poundwise-lock 2>/dev/null || true)" != "$lock" ]; then
  npm ci --no-audit --no-fund --fetch-retries=5
  printf '%s\n' "$lock" >node_modules/.poundwise-lock
fi

case ${1:-} in
  '') built=dist build=build ;;
  browser) built=dist-browser build=build:browser ;;
  *) printf '%s\n' "say nothing, or browser" >&2 && exit 1 ;;
esac

# By contents, for the tests write the same types anew. A page that cargo put there for want of the
# real one does not count.
stamp=node_modules/.poundwise-built-$built
skipped=(-name node_modules -o -name dist -o -name dist-browser)
sources=$(find . \( "${skipped[@]}" \) -prune -o -type f -print0 | sort -z |
  xargs -0 sha256sum | sha256sum)
if [ "$(cat "$stamp" 2>/dev/null || true)" = "$sources" ] && [ -f $built/index.html ] &&
  ! grep -q 'name="stand-in"' $built/index.html; then
  exit 0
fi
npm run "$build"
printf '%s\n' "$sources" >"$stamp"
