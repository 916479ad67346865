#!/bin/sh
# Has Nsight Compute count what the kernels of `make stepNN why` do, at n = 2^24 with a cold cache.
# usage: tools/record/why_counters.sh CSV STEP...      (on a GPU; builds what it needs)
# A row for each kernel and grid, of its last launch: step, kernel, grid, block, microseconds (as profiled, the launch
# with it), instructions, lsu and shared (instructions, those of the load/store unit, wavefronts of shared memory: of a
# warp each), issued (instructions of a scheduler in a cycle), warps (active ones of a scheduler), stalls (cycles that a
# warp waits, "reason=cycles ...", the longest first, from one cycle on).
csv=$1
[ $# -gt 1 ] || {
    sed -n '3s/^# //p' "$0" >&2
    exit 2
}
shift
found=build/gpu/why_counters
mkdir -p "$found"
make -s -j16 $(printf 'build/gpu/why/%s ' "$@") || exit 3
for step; do
    ncu --csv --page raw --print-units base --clock-control none --launch-count 120 \
        -k 'regex:^(?!.*(readScratch|waitForHost)).*$' --section WarpStateStats --log-file "$found/$step.csv" --metrics \
        smsp__inst_executed.sum,gpu__time_duration.sum,smsp__cycles_active.sum,smsp__issue_active.sum,smsp__warps_active.avg.per_cycle_active,smsp__inst_executed_pipe_lsu.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum \
        "build/gpu/why/$step" -n 2^24 -r 1 >"$found/$step.txt" || exit 3
done
{
    echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 | sed 's/, /, driver /'), ncu $(
        ncu --version | sed -n 's/^Version //p'), $(date -u +%Y-%m-%d)"
    echo step,kernel,grid,block,microseconds,instructions,lsu,shared,issued,warps,stalls
    for step; do
        awk -v step="$step" -f tools/record/why_counters.awk "$found/$step.csv"
    done
} >"$csv"
