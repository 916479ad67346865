#!/bin/sh
# Installs what make has built, or takes it away again.
# usage: packaging/install.sh install|uninstall BUILD PREFIX [DESTDIR]
# Under PREFIX it makes bin/simcc, lib/simcc/, share/man/man1/simcc.1 and share/doc/simcc/, and with WITH_NVCC=1 in
# the environment bin/nvcc. All find each other by relative paths, so that PREFIX may be moved. With DESTDIR the files
# go to DESTDIR/PREFIX, for packages; then the headers are not precompiled: packaging/precompile.sh does it
# where they end up.
# Exit status: 0; 1 where something of somebody else's is in the way; 2 for bad usage; 3 where the system fails.
cd "$(dirname "$0")/.." || exit 3
action=$1 build=$2 prefix=$3 destination=$4
case $action in install | uninstall) ;; *) echo "install.sh: install or uninstall, not '$action'" >&2; exit 2 ;; esac
case $prefix in
/*) ;;
*) echo "PREFIX must be a path that begins with /, not '$prefix'" >&2; exit 2 ;;
esac
umask 022
root=$destination$prefix
own=$root/lib/simcc

# nvcc is taken away only if it is ours.
is_ours() { [ -L "$1" ] && case $(readlink "$1") in *lib/simcc/bin/simcc) true ;; *) false ;; esac; }

remove() {
    rm -rf "$own" "$root/share/doc/simcc" || exit 3
    rm -f "$root/bin/simcc" "$root/share/man/man1/simcc.1" || exit 3
    ! is_ours "$root/bin/nvcc" || rm -f "$root/bin/nvcc" || exit 3
}

put() { # FILE... FOLDER
    for last; do :; done
    install -d -m 755 "$last" || exit 3
    while [ $# -gt 1 ]; do
        cp -R "$1" "$last/" || exit 3
        shift
    done
}

if [ "$action" = uninstall ]; then
    remove
    rmdir "$root/bin" "$root/lib" "$root/share/man/man1" "$root/share/man" "$root/share/doc" "$root/share" 2>/dev/null
    exit 0
fi

if [ "$WITH_NVCC" = 1 ] && [ -e "$root/bin/nvcc" ] && ! is_ours "$root/bin/nvcc"; then
    echo "$root/bin/nvcc is there already, and not simcc's: install without WITH_NVCC=1, or elsewhere" >&2
    exit 1
fi
if ! mkdir -p "$root" 2>/dev/null || [ ! -w "$root" ]; then
    echo "cannot write to $root: choose another PREFIX, as in make install PREFIX=\$HOME/.local" >&2
    exit 3
fi
remove
put "$build/simcc" "$own/bin"
put include libraries debugger "$build/aliases" "$build/toolkit" "$build/libsimulator.a" "$own"
rm -f "$own/aliases/written" "$own/toolkit/written" "$own"/*/aliases.txt
install -d -m 755 "$root/bin" || exit 3
ln -s ../lib/simcc/bin/simcc "$root/bin/simcc" || exit 3
[ "$WITH_NVCC" != 1 ] || ln -sf ../lib/simcc/bin/simcc "$root/bin/nvcc" || exit 3
ln -srf "$own/bin/simcc" "$own/toolkit/bin/nvcc" || exit 3
put packaging/precompile.sh "$own"
put docs/simcc.1 "$root/share/man/man1"
put README.md README.zh-CN.md LICENSE CHANGELOG.md docs examples "$root/share/doc/simcc"
rm -rf "$root/share/doc/simcc/docs/simcc.1"
# All can read them, whatever the umask was when they were built.
chmod -R u=rwX,go=rX "$own" "$root/share/doc/simcc" "$root/share/man/man1/simcc.1" || exit 3
[ -n "$destination" ] || packaging/precompile.sh "$own"
