#!/bin/sh
# What Nsight Compute's rules expect of curing what they find in the steps' kernels: its "Est. Speedup".
# usage: tools/record/ncu_estimates.sh CSV      (on a GPU; builds what it needs)
# One row for each rule that gives an estimate: step, rule, percent, and of what (global: the kernel's time).
csv=$1
steps="step01_neighbored_gmem step02_smem step03_nodivergence step04_interleaved step05_unroll2 step06_unrollwarp step09_registers"
make -s BACKEND=gpu $(printf 'build/gpu/%s ' $steps) || exit
found=build/gpu/ncu_estimates
mkdir -p "$found"
{
    echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 | sed 's/, /, driver /'), ncu $(
        ncu --version | sed -n 's/^Version //p'), $(date -u +%Y-%m-%d)"
    echo "step,rule,estimated_percent,of"
    for step in $steps; do
        ncu --set detailed --section SourceCounters --page details --csv -k regex:reduce -c 1 \
            "build/gpu/$step" -n 2^24 -r 0 >"$found/$step.csv" || exit
        awk -F '","' -v step="$step" '
            function plain(field) { gsub(/"/, "", field); return field }
            /^"ID"/ { for (i = 1; i <= NF; i++) column[plain($i)] = i; next }
            /^"/ && plain($column["Estimated Speedup"]) != "" {
                print step "," $column["Rule Name"] "," plain($column["Estimated Speedup"]) "," $column["Estimated Speedup Type"]
            }' "$found/$step.csv"
    done
} >"$csv"
