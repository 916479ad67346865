#!/bin/sh
# Lets g++ read the installed headers once, so that programs compile faster.
# usage: packaging/precompile.sh PREFIX/lib/simcc
# Where g++ cannot keep them, or is not there, programs compile without it, only slower.
umask 022
own=$1
folder=$own/headers/sim/precompiled.h.gch
rm -rf "$own/headers"
mkdir -p "$folder" || exit 3
for kind in counted counted_object plain plain_object; do
    flags=
    case $kind in plain*) flags=--plain ;; esac
    case $kind in *_object) flags="$flags -Xcompiler -fPIE" ;; esac
    # shellcheck disable=SC2086 # none or some
    "$own/bin/simcc" $flags --precompile "$folder/$kind" || { rm -rf "$own/headers"; exit 0; }
done
# They name the headers by their paths, and serve nowhere else.
(cd "$own" && pwd -P) >"$own/headers/root" || exit 3
