#!/bin/sh
# Times each step's kernel with its causes taken away, one at a time (stepNN/why.cu).
# usage: tools/run/why.sh gpu|sim STEP... -- [ARGUMENT...]
# The same as csv: build/gpu/why/STEP.csv, and on the simulator the counters in STEP.counters.csv.
. tools/run/programs.sh

out=build/$backend/why
for program in $programs; do
    csv=$out/$program.csv
    rm -f "$csv" "$out/$program.counters.csv"
    if [ "$backend" = gpu ]; then
        "$out/$program" --csv "$csv" "$@" || exit
        continue
    fi
    # Nothing is checked but the sums: some kernels lack a barrier on purpose.
    SIM_CHECKS=0 SIM_CSV=$out/$program.counters.csv "$out/$program" --csv "$csv" "$@" || exit
    build/tools/why_counters "$csv" "$out/$program.counters.csv" || exit
done
