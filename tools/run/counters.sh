#!/bin/sh
# Counts what each program's kernel does to memory and prints one table.
# usage: tools/run/counters.sh gpu|sim PROGRAM... -- [ARGUMENT...]
. tools/run/programs.sh

out=build/$backend/counters
mkdir -p "$out"
files=
for program in $programs; do
    csv=$out/$program.csv
    rm -f "$csv"
    if [ "$backend" = gpu ]; then
        tools/run/ncu.sh "$program" "$csv" "$@" || exit $?
    else
        SIM_CSV=$csv build/sim/$program "$@" >"$out/$program.txt" || {
            status=$?
            left_out $status && continue
            cat "$out/$program.txt"
            exit $status
        }
    fi
    files="$files $csv"
done
build/tools/counters_table $files
echo
echo "As csv: $out/"
