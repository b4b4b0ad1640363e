#!/usr/bin/env bash
# Builds the interface into ui/dist, when its sources are newer than what is there.
set -euo pipefail
cd "$(dirname "$0")/../ui"

lock=$(sha256sum package-lock.json | cut -d' ' -f1)
if [ "$(cat node_modules/.poundwise-lock 2>/dev/null || true)" != "$lock" ]; then
  npm ci --no-audit --no-fund
  printf '%s\n' "$lock" >node_modules/.poundwise-lock
fi

# A page that cargo put there for want of the real one does not count, whatever its age.
stamp=node_modules/.poundwise-built
if [ -f "$stamp" ] && [ -f dist/index.html ] && ! grep -q 'name="stand-in"' dist/index.html &&
  [ -z "$(find . \( -name node_modules -o -name dist \) -prune -o -type f -newer "$stamp" -print -quit)" ]; then
  exit 0
fi
npm run build
touch "$stamp"
