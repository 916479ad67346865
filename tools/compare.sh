#!/bin/sh
# Runs a program that compares speeds, and keeps the numbers.
# usage: tools/compare.sh compare|types|variants|cache|ideas|floor gpu|sim [ARGUMENT...]
# Prints a table; the same numbers go to build/gpu/compare.csv (or variants.csv and so on).
# compare is followed by types: the same question of every type and operator.
program=$1
backend=$2
shift 2

if [ "$backend" != gpu ]; then
    echo "A comparison of speeds needs a GPU: the times of the simulator are a model's." >&2
    exit 77
fi
# Without -n, as far as the device's memory allows, at most to 2^32.
if [ "$program" = compare ]; then
    build/gpu/compare -n 2^32 -r 100 --csv build/gpu/compare.csv "$@" || exit
    echo
    program=types
fi
exec build/gpu/"$program" -n 2^32 -r 100 --csv build/gpu/"$program.csv" "$@"
