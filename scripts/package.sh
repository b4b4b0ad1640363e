#!/usr/bin/env bash
# Makes the Debian package, target/package/poundwise_VERSION_ARCH.deb, by cargo-deb: the release
# binaries, what is in packaging/, and what is made of them here; Cargo.toml says what goes where.
# From the same commit, tools and fetched sources it makes the same bytes, wherever that is
# (scripts/reproducible.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
umask 022
# A release is compiled from nothing, whatever the shell asks of builds in between.
export CARGO_INCREMENTAL=0
# A panic names the line of source it came from: by names that are the same on every machine, and
# tell nobody's folders.
flags=(
  "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
  "--remap-path-prefix=$PWD=/poundwise"
)
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && printf %s "${flags[*]}")
export CARGO_ENCODED_RUSTFLAGS

scripts/packages.sh package
deb=$(scripts/tool.sh cargo-deb)
scripts/ui.sh
cargo build --release --locked --package poundwise-desktop --package poundwise-cli \
  --package poundwise-engine

release="${CARGO_TARGET_DIR:-target}/release"
out="${CARGO_TARGET_DIR:-target}/package"
# Where Cargo.toml's [package.metadata.deb] finds what is made here.
share="$release/share"
version=$(dpkg-parsechangelog -l packaging/changelog -S Version)
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -l packaging/changelog -S Timestamp)
export SOURCE_DATE_EPOCH
if ! grep -qx "version = \"$version\"" Cargo.toml; then
  echo "packaging/changelog is of $version, which Cargo.toml is not" >&2
  exit 1
fi

rm -rf "$out" "$share"
mkdir -p "$out" "$share/metainfo"
sed "s/@VERSION@/$version/; s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" \
  packaging/org.poundwise.Poundwise.metainfo.xml \
  >"$share/metainfo/org.poundwise.Poundwise.metainfo.xml"

for size in 16 32 48 64 128 256 512; do
  apps="$share/icons/hicolor/${size}x$size/apps"
  mkdir -p "$apps"
  rsvg-convert -w "$size" -h "$size" packaging/poundwise.svg -o "$apps/poundwise.png"
done

# The command line tells its own completions and manual.
mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" \
  "$share/fish/vendor_completions.d" "$share/man/man1"
"$release/poundwise" completions bash >"$share/bash-completion/completions/poundwise"
"$release/poundwise" completions zsh >"$share/zsh/vendor-completions/_poundwise"
"$release/poundwise" completions fish >"$share/fish/vendor_completions.d/poundwise.fish"
"$release/poundwise" manual "$share/man/man1" >"$out/manual.log"
gzip -9n "$share"/man/man1/*.1

doc="$share/doc/poundwise"
mkdir -p "$doc"
python3 -X utf8 scripts/licences.py >"$doc/licences"
gzip -9n "$doc/licences"

"$deb" --no-build --no-strip --locked --package poundwise-desktop --output "$out/" \
  --maintainer "$(dpkg-parsechangelog -l packaging/changelog -S Maintainer)" >"$out/build.log"
package=$(echo "$out"/poundwise_*.deb)
printf '%s (%s bytes, %s KiB installed)\n' \
  "$package" "$(stat -c %s "$package")" "$(dpkg-deb -f "$package" Installed-Size)"
