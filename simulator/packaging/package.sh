#!/bin/sh
# Makes a tarball and, where dpkg-deb is, a Debian package of what make has built.
# usage: packaging/package.sh BUILD
# They go to BUILD/packages: simcc-VERSION-linux-MACHINE.tar.gz holds one folder of this name, which works wherever it is
# unpacked; simcc_VERSION_ARCHITECTURE.deb installs to /usr, and lets g++ read the headers there.
cd "$(dirname "$0")/.." || exit 3
umask 022
build=$1
version=$(cat VERSION) || exit 3
packages=$build/packages
name=simcc-$version-linux-$(uname -m)
rm -rf "$packages"
mkdir -p "$packages/tar" "$packages/deb/DEBIAN" || exit 3
stage=$(cd "$packages" && pwd) || exit 3

packaging/install.sh install "$build" "/$name" "$stage/tar" || exit
tar -C "$packages/tar" --owner=0 --group=0 -czf "$packages/$name.tar.gz" "$name" || exit 3
echo "$packages/$name.tar.gz"

if command -v dpkg-deb >/dev/null; then
    architecture=$(dpkg --print-architecture) || exit 3
    packaging/install.sh install "$build" /usr "$stage/deb" || exit
    cat >"$packages/deb/DEBIAN/control" <<TEXT
Package: simcc
Version: $version
Architecture: $architecture
Maintainer: the authors of simcc <simcc@localhost>
Section: devel
Priority: optional
Depends: g++, binutils
Suggests: gdb, cmake, nvidia-cuda-toolkit
Description: compiles CUDA programs to run on the CPU
 The programs need no GPU. They count what a GPU's profiler counts, find races and
 other mistakes, and model the time that a GPU would take.
TEXT
    printf '#!/bin/sh\n' | tee "$packages/deb/DEBIAN/postinst" >"$packages/deb/DEBIAN/prerm" || exit 3
    # shellcheck disable=SC2016
    echo '[ "$1" != configure ] || /usr/lib/simcc/precompile.sh /usr/lib/simcc' >>"$packages/deb/DEBIAN/postinst"
    echo 'rm -rf /usr/lib/simcc/headers' >>"$packages/deb/DEBIAN/prerm"
    chmod 755 "$packages/deb/DEBIAN/postinst" "$packages/deb/DEBIAN/prerm"
    dpkg-deb --root-owner-group --build "$packages/deb" "$packages/simcc_${version}_$architecture.deb" >/dev/null || exit 3
    echo "$packages/simcc_${version}_$architecture.deb"
fi
rm -rf "$packages/tar" "$packages/deb"
