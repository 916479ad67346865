#!/bin/sh
# Reads the hardware counters of one launch of a program's kernel, with Nsight Compute.
# usage: tools/run/ncu.sh PROGRAM FILE.csv [ARGUMENT...]
# Writes FILE.csv, in the columns of the simulator's counters. Exit status: 3 if the
# counters cannot be read, with one sentence that says what to do about it.
program=$1
csv=$2
shift 2

if ! command -v ncu >/dev/null 2>&1; then
    echo "ncu (Nsight Compute, part of the CUDA Toolkit) is not here: no hardware counters." >&2
    echo "The simulator counts without it: add BACKEND=sim." >&2
    exit 3
fi

# A kernel that is measured runs several times, and all memory is put back in between: that of NCCL, which
# other GPUs have a part in, cannot be. So it is one GPU's kernel, and none of NCCL's, which wait for others.
names='.*[Rr]educ.*'
case $program in
step18_*)
    names='^reduce.*'
    set -- "$@" --gpus 1
    ;;
ranks) names='^reduce.*' ;;
esac
log=$csv.ncu
# The clocks are left as they are: counts do not depend on them. All kernels that reduce are called
# so; the others prepare a run.
ncu --csv --page raw --print-units base --clock-control none --log-file "$log" \
    --kernel-name "regex:$names" --metrics "$(build/tools/ncu_counters --metrics)" \
    build/gpu/"$program" "$@" -r 0 >/dev/null 2>"$log.err" || failed=$?
if grep -q ERR_NVGPUCTRPERM "$log" "$log.err"; then
    echo "The driver lets only administrators read hardware counters (ERR_NVGPUCTRPERM)." >&2
    echo "Run this with sudo, or ask the administrator to load the nvidia module with" >&2
    echo "NVreg_RestrictProfilingToAdminUsers=0; or count on the simulator: add BACKEND=sim." >&2
    exit 3
fi
if [ -n "$failed" ]; then
    cat "$log" "$log.err" >&2
    echo "ncu could not read the counters of $program (its messages are above)." >&2
    exit 3
fi
build/tools/ncu_counters "$log" >"$csv"
