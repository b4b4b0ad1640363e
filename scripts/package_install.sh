#!/usr/bin/env bash
# Installs the Debian package for good, in a small Debian of its own under target/: apt finds what
# it depends on, a person works with it, it is upgraded, removed and purged, and nothing stays but
# that person's files.
#   scripts/package_install.sh DEB
set -euo pipefail
cd "$(dirname "$0")/.."
deb=$(realpath "$1")
root=$(realpath -m "${CARGO_TARGET_DIR:-target}/package-root")

step() { printf '%s\n' "— $*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

if [ -z "${POUNDWISE_MOUNTS:-}" ]; then
  # Mounts and processes of its own: both end with it, however it ends.
  alone=(
    env POUNDWISE_MOUNTS=1 "PATH=$PATH:/usr/sbin:/sbin"
    unshare --mount --pid --fork --kill-child "$0" "$deb"
  )
  as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "To install a package in a root of its own needs root, and sudo is not here."
    as_root=(sudo)
  fi
  "${as_root[@]}" rm -rf "$root"
  status=0
  "${as_root[@]}" "${alone[@]}" || status=$?
  "${as_root[@]}" rm -rf "$root"
  exit "$status"
fi

inside() { # command: in the new root, as its root
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}
person() { # command: as somebody who works there
  inside runuser -u somebody -- \
    env HOME=/home/somebody POUNDWISE_PASSPHRASE=sample-market-not-secret "$@"
}
quietly() { # command: what it says only where it fails
  "$@" >"$root/said" 2>&1 || { cat "$root/said" >&2 && fail "failed: $*"; }
}
state() { inside dpkg-query -W -f='${db:Status-Abbrev}${Version}' poundwise 2>/dev/null || true; }
is() { # what, found, expected
  [ "$2" = "$3" ] || fail "$1: '$2' was found where '$3' belongs"
}
prints() { (
  cd "$root/home/somebody" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
); }

step "a small system of this release"
codename=$(. /etc/os-release && printf %s "$VERSION_CODENAME")
mkdir -p "$root"
mmdebstrap --quiet --variant=minbase "$codename" "$root"
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs tmpfs "$root/tmp"
inside useradd --create-home somebody
version=$(dpkg-deb -f "$deb" Version)
cp "$deb" "$root/poundwise.deb"

step "installed by apt, with what it depends on and no more"
quietly inside apt-get update
quietly inside apt-get install -y --no-install-recommends /poundwise.deb
is "state" "$(state)" "ii $version"
is "files changed" "$(inside dpkg --verify poundwise)" ""
! inside ldd /usr/bin/poundwise-desktop /usr/bin/poundwise \
  /usr/lib/poundwise/poundwise-engine | grep "not found" ||
  fail "a library is missing"
is "version" "$(person poundwise --version)" "poundwise $version"
inside grep -q "application/vnd.poundwise.bundle+zip:.*bundle" /usr/share/mime/globs2 ||
  fail "the kinds of files are not registered"
inside dpkg -L poundwise >"$root/listed"

step "a whole sale on the command line"
person poundwise demo --keep /home/somebody/demo >"$root/said"
grep -q "receipts check out" "$root/said" || fail "the demo does not hold"
holdings() { person poundwise --home /home/somebody/demo/northern-insurance --json holding list; }
holdings >"$root/holdings"
[ -s "$root/holdings" ] || fail "the demo's buyer holds nothing"

step "the app, started by its desktop entry on a bundle"
quietly inside apt-get install -y --no-install-recommends \
  python3 webkit2gtk-driver xvfb x11-utils libglib2.0-bin libgl1-mesa-dri
mkdir -p "$root/scripts"
cp scripts/package_window.py scripts/webdriver.py "$root/scripts"
bundle=$(cd "$root" && echo home/somebody/demo/*.bundle)
person python3 /scripts/package_window.py / /tmp/window.png "/$bundle"
mkdir -p screenshots
cp "$root/tmp/window.png" screenshots/package-installed.png

step "over itself, then to a later version"
quietly inside dpkg -i /poundwise.deb
is "state" "$(state)" "ii $version"
dpkg-deb -R "$deb" "$root/later"
sed -i "s/^Version: .*/&+later/" "$root/later/DEBIAN/control"
quietly dpkg-deb --root-owner-group --build "$root/later" "$root/later.deb"
quietly inside apt-get install -y /later.deb
is "state" "$(state)" "ii $version+later"
holdings | cmp - "$root/holdings" || fail "the later version reads the home otherwise"

step "removed and purged"
prints >"$root/before"
quietly inside apt-get remove -y poundwise
is "state" "$(state)" ""
quietly inside dpkg --purge poundwise
while read -r path; do
  if [ -e "$root$path" ] && ! [ -d "$root$path" ]; then fail "left behind: $path"; fi
done <"$root/listed"
rm -rf "$root"/poundwise.deb "$root"/later "$root"/later.deb "$root"/scripts
left=$(find "$root" -xdev -path "$root/home" -prune -o -iname '*poundwise*' -print)
is "left behind" "$left" ""
! inside grep -r poundwise /usr/share/mime /usr/share/applications >&2 ||
  fail "still registered, see above"
prints | cmp - "$root/before" || fail "that person's files are not as they were"
