#!/bin/sh
# Lets g++ read the installed headers once, so that programs compile faster.
# usage: packaging/precompile.sh PREFIX/lib/simcc
# Where g++ cannot keep them, or is not there, programs compile without it, only slower.
umask 022
own=$1
folder=$own/headers/sim/precompiled.h.gch
rm -rf "$own/headers"
mkdir -p "$folder" || exit 3
"$own/bin/simcc" --precompile "$folder/counted" && "$own/bin/simcc" --plain --precompile "$folder/plain" || { rm -rf "$own/headers"; exit 0; }
# They name the headers by their paths, and serve nowhere else.
(cd "$own" && pwd -P) >"$own/headers/root" || exit 3
