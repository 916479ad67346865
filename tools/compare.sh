#!/bin/sh
# Runs a program that compares step 14 with others, and keeps the numbers.
# usage: tools/compare.sh compare|variants|cache gpu|sim [ARGUMENT...]
# Prints a table; the same numbers go to build/gpu/compare.csv (or variants.csv, cache.csv).
program=$1
backend=$2
shift 2

if [ "$backend" != gpu ]; then
    echo "A comparison of speeds needs a GPU: the times of the simulator are a model's." >&2
    exit 77
fi
# Without -n, as far as the device's memory allows, at most to 2^32.
exec build/gpu/"$program" -n 2^32 -r 100 --csv build/gpu/"$program.csv" "$@"
