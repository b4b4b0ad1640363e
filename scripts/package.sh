#!/usr/bin/env bash
# Makes the Debian package, target/package/poundwise_VERSION_ARCH.deb: the release binaries and what is in packaging/. From the
# same commit, tools and fetched sources it makes the same bytes, wherever that is (scripts/reproducible.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
umask 022
# A release is compiled from nothing, whatever the shell asks of builds in between.
export CARGO_INCREMENTAL=0
# A panic names the line of source it came from: by names that are the same on every machine, and tell nobody's folders.
flags=(
  "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
  "--remap-path-prefix=$PWD=/poundwise"
)
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && printf %s "${flags[*]}")
export CARGO_ENCODED_RUSTFLAGS

scripts/packages.sh package
scripts/ui.sh
cargo build --release --locked --package poundwise-desktop --package poundwise-cli

release="${CARGO_TARGET_DIR:-target}/release"
out="${CARGO_TARGET_DIR:-target}/package"
root="$out/root"
share="$root/usr/share"
version=$(dpkg-parsechangelog -l packaging/changelog -S Version)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -l packaging/changelog -S Timestamp)
export SOURCE_DATE_EPOCH
if ! grep -qx "version = \"$version\"" Cargo.toml; then
  echo "packaging/changelog is of $version, which Cargo.toml is not" >&2
  exit 1
fi

rm -rf "$out"
put() { install -D -m "$1" "$2" "$3"; } # mode, from, to
put 755 "$release/poundwise-desktop" "$root/usr/bin/poundwise-desktop"
put 755 "$release/poundwise" "$root/usr/bin/poundwise"
put 644 packaging/org.poundwise.Poundwise.desktop "$share/applications/org.poundwise.Poundwise.desktop"
put 644 packaging/poundwise.xml "$share/mime/packages/poundwise.xml"
mkdir -p "$share/metainfo"
sed "s/@VERSION@/$version/; s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" packaging/org.poundwise.Poundwise.metainfo.xml \
  >"$share/metainfo/org.poundwise.Poundwise.metainfo.xml"

icons="$share/icons/hicolor"
put 644 packaging/poundwise.svg "$icons/scalable/apps/poundwise.svg"
for size in 16 32 48 64 128 256 512; do
  mkdir -p "$icons/${size}x$size/apps"
  rsvg-convert -w "$size" -h "$size" packaging/poundwise.svg -o "$icons/${size}x$size/apps/poundwise.png"
done

# The command line tells its own completions and manual.
mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d" "$share/man/man1"
"$release/poundwise" completions bash >"$share/bash-completion/completions/poundwise"
"$release/poundwise" completions zsh >"$share/zsh/vendor-completions/_poundwise"
"$release/poundwise" completions fish >"$share/fish/vendor_completions.d/poundwise.fish"
"$release/poundwise" manual "$share/man/man1" >"$out/manual.log"
put 644 packaging/poundwise-desktop.1 "$share/man/man1/poundwise-desktop.1"
gzip -9n "$share"/man/man1/*.1

doc="$share/doc/poundwise"
put 644 packaging/changelog "$doc/changelog"
gzip -9n "$doc/changelog"
# The licence's own text, in the form that the copyright file asks for: a space before, a full stop for an empty line.
sed '1,4d; s/^$/./; s/^/ /' LICENSE-MIT >"$out/mit"
sed -e "/^@MIT@$/{r $out/mit" -e 'd}' packaging/copyright >"$doc/copyright"
python3 -X utf8 scripts/licences.py >"$doc/licences"
gzip -9n "$doc/licences"

# What the binaries are linked with, by the packages that have it. dpkg-shlibdeps reads debian/control from where it stands.
mkdir -p "$out/debian" "$root/DEBIAN"
printf 'Source: poundwise\n\nPackage: poundwise\nArchitecture: any\n' >"$out/debian/control"
depends=$(cd "$out" && dpkg-shlibdeps -O root/usr/bin/poundwise-desktop root/usr/bin/poundwise | sed -n 's/^shlibs:Depends=//p')

find "$root" -type d -exec chmod 755 {} +
# What our own programs write is for its writer alone; a package's files are for all.
find "$share" -type f -exec chmod 644 {} +
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
# As dpkg-gencontrol counts: files in KiB, each rounded up, and one KiB for each folder.
size=$(find "$root/usr" -type f -printf '%s\n' | awk '{ kib += int(($1 + 1023) / 1024) } END { print kib }')
size=$((size + $(find "$root/usr" -type d | wc -l)))
cat >"$root/DEBIAN/control" <<CONTROL
Package: poundwise
Version: $version
Architecture: $architecture
Maintainer: $(dpkg-parsechangelog -l packaging/changelog -S Maintainer)
Installed-Size: $size
Depends: $depends
Section: misc
Priority: optional
Description: private data marketplace
 Sell what your data say, by the pound, without giving the data away: averages
 and histograms with noise that hides every single person, sold in increments
 of accuracy, with a signed ledger that anyone can audit offline.
 .
 This package holds the desktop app, poundwise-desktop, and the command line,
 poundwise.
CONTROL
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod 755 "$root/DEBIAN"
chmod 644 "$root"/DEBIAN/*
package="$out/poundwise_${version}_$architecture.deb"
dpkg-deb --root-owner-group --build "$root" "$package" >"$out/build.log"
printf '%s (%s bytes, %s KiB installed)\n' "$package" "$(stat -c %s "$package")" "$size"
