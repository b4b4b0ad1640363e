#!/usr/bin/env bash
# Builds the Debian package twice from what is committed, from two clones at different paths and
# with the dependencies' sources at different ones, and compares byte for byte. Takes two release
# builds from nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
export PATH
scripts/packages.sh package

room=$(realpath -m "${CARGO_TARGET_DIR:-target}/reproducible")
tools=$(realpath -m "${CARGO_TARGET_DIR:-target}/tools")
sources="${CARGO_HOME:-$HOME/.cargo}/registry"
rm -rf "$room"
mkdir -p "$room"

commit=$(git rev-parse HEAD)

build() { # clone, home of cargo
  git clone --quiet --no-hardlinks --no-checkout . "$1"
  git -C "$1" checkout --quiet --detach "$commit"
  env -u CARGO_TARGET_DIR POUNDWISE_TOOLS="$tools" CARGO_HOME="$2" "$1/scripts/package.sh"
  rm -rf "$1/target/release"
}
build "$room/one" "${CARGO_HOME:-$HOME/.cargo}"
# What the first build fetched is there for the second, at another path.
mkdir -p "$room/another home/of cargo"
cp -a "$sources" "$room/another home/of cargo/registry"
build "$room/another/and deeper/clone" "$room/another home/of cargo"

one=$(echo "$room"/one/target/package/*.deb)
other=$(echo "$room"/another/*/clone/target/package/*.deb)
if cmp "$one" "$other"; then
  printf 'The same bytes from both clones, SHA-256 %s\n' "$(sha256sum "$one" | cut -d' ' -f1)"
  exit 0
fi
sums='sha256sum; printf "  %s\n" "$TAR_FILENAME"'
diff <(dpkg-deb --fsys-tarfile "$one" | tar --to-command="$sums" -x) \
  <(dpkg-deb --fsys-tarfile "$other" | tar --to-command="$sums" -x) || true
exit 1
