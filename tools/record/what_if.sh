#!/bin/sh
# Asks the simulator's clock "what if" of every kernel from which a cost was really taken away (docs/ablations.csv), at
# the smaller size of docs/results/*/why.csv.
# usage: tools/record/what_if.sh CSV      (SIM_DEVICE says which device; everything must be built: make BACKEND=sim)
# Writes the rows of SIM_WHAT_IF_CSV for those costs, with the step and what an empty launch takes.
csv=$1
[ -n "$csv" ] || {
    echo "usage: tools/record/what_if.sh CSV" >&2
    exit 2
}
steps=$(sed 1d docs/ablations.csv | cut -d, -f1 | sort -u)
made=build/sim/what_if
export SIM_CHECKS=0 SIM_CLOCK=only SIM_PROGRESS=0
mkdir -p "$made"
make -s BACKEND=sim $(echo "$steps" | sed 's,^,build/sim/why/,') || exit 3
echo "# modelled by $(build/simcc/simcc --version | head -n 1), $(date -u +%Y-%m-%d)" >"$csv.part"
for step in $steps; do
    rm -f "$made/$step.csv"
    # Of most blocks no results are asked: the sums are wrong, and the status says so.
    SIM_WHAT_IF_CSV=$made/$step.csv "build/sim/why/$step" -n 2^24 -r 0 >"$made/$step.txt"
    [ $? -le 1 ] && [ -s "$made/$step.csv" ] || {
        echo "what_if: build/sim/why/$step failed" >&2
        exit 3
    }
    launch=$(sed -n 's/.*an empty launch: modelled \([0-9.]*\) ms.*/\1/p' "$made/$step.txt")
    # A kernel's name may have commas: the columns behind it are counted from the end.
    awk -F, 'FILENAME == "docs/ablations.csv" { if ($1 == step) wanted[$4 "," $5] = wanted[$5 "," $4] = 1; next }
        FNR == 1 { print "step,launch_ms," $0; next }
        ($(NF - 6) "," $(NF - 5)) in wanted { print step "," launch "," $0 }' \
        step="$step" launch="$launch" docs/ablations.csv "$made/$step.csv" >"$made/$step.rows"
    [ "$(wc -l <"$csv.part")" -gt 1 ] || head -n 1 "$made/$step.rows" >>"$csv.part"
    sed 1d "$made/$step.rows" >>"$csv.part"
done
mv "$csv.part" "$csv"
