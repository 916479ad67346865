#!/bin/sh
# Prints each program's kernel with the simulator's counters beside its lines.
# usage: tools/run/lines.sh gpu|sim PROGRAM... -- [ARGUMENT...]
. tools/run/programs.sh

if [ "$backend" = gpu ]; then
    echo "lines are the simulator's: add BACKEND=sim. (On a GPU, \`make profile\` writes a" >&2
    echo "report whose source page in Nsight Compute's window shows counters line by line.)" >&2
    exit 2
fi
out=build/sim/lines
mkdir -p "$out"
for program in $programs; do
    rm -f "$out/$program.csv"
    SIM_REPORT=lines SIM_LINES_CSV=$out/$program.csv build/sim/$program "$@" || {
        status=$?
        left_out $status || exit $status
    }
done
