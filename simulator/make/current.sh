#!/bin/sh
# Whether the simulator is as its last whole build left it: built with the same and here, all there, and nothing that it is made of has
# changed since. That takes a tenth of the time in which make looks at each file by itself.
# usage: make/current.sh BUILD BUILT_WITH ROOT FILE...     ROOT: this folder; FILE: what is built; ends with 0 or 1
build=$1
[ "$2" = "$(cat "$build/flags" 2>/dev/null)" ] && [ "$3" = "$(cat "$build/root" 2>/dev/null)" ] || exit 1
shift 3
for file in "$build/current" "$@"; do
    [ -e "$file" ] || exit 1
done
# Where the clock has been set back, what changes now would seem older.
[ -z "$(find "$build/current" -newermt now 2>&1)" ] || exit 1
# The time of the inode's change: that of the contents is an old one where an older file is copied over another. A folder changes, too,
# when something is put into it or taken out of it.
changed=$(find -L . \( -path ./build -o -path ./tests -o -path ./docs -o -path ./examples \) -prune -o \
    -cnewer "$build/current" -print -quit 2>&1) && [ -z "$changed" ]
