#!/bin/sh
# Builds one of the broken kernels for the simulator and runs it.
# usage: tools/broken.sh NAME [COMPILER-OPTION...]     (-DSOUND: its twin without the mistake)
# Exit status: the program's.
cd "$(dirname "$0")/.." || exit 3
name=${1:?which one? the names are those of tests/broken/*.cu}
shift
if [ ! -f "tests/broken/$name.cu" ]; then
    echo "There is no tests/broken/$name.cu." >&2
    exit 2
fi
make -s || exit 3
mkdir -p build/broken
build/simcc "$@" "tests/broken/$name.cu" -o "build/broken/$name" || exit 3
exec "build/broken/$name"
