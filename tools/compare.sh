#!/bin/sh
# Runs step 14 against the libraries and the memory's peak, and keeps the numbers.
# usage: tools/compare.sh gpu|sim [ARGUMENT...]
# Prints a table; the same numbers go to build/gpu/compare.csv, from which `make plot` draws.
backend=$1
shift

if [ "$backend" != gpu ]; then
    echo "A comparison of speeds needs a GPU: the simulator has no times." >&2
    exit 77
fi
# Without -n, as far as the device's memory allows, at most to 2^32.
exec build/gpu/compare -n 2^32 --csv build/gpu/compare.csv "$@"
