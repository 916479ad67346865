#!/bin/sh
# Runs a program that compares speeds, and keeps the numbers.
# usage: tools/run/compare.sh compare|types|variants|cache|floor|rows|gpus|overlap gpu|sim [ARGUMENT...]
# Prints a table; the same numbers go to build/gpu/compare.csv (or variants.csv and so on).
# compare is followed by types and rows, and by gpus where there are several: steps 16 to 18 beside others.
program=$1
backend=$2
shift 2

if [ "$backend" != gpu ]; then
    echo "A comparison of speeds needs a GPU: the times of the simulator are a model's." >&2
    exit 77
fi

# rows CSV ARGUMENT...: step 17 beside CUB, and beside PyTorch where there is one; in one csv, but for rows of
# unequal lengths, which have one of their own
rows() {
    csv=$1
    shift
    build/gpu/rows -n 2^26 -r 30 --csv "$csv" "$@" || return
    echo
    build/gpu/segments -n 2^26 -r 30 --csv "${csv%rows.csv}segments.csv" "$@" || return
    echo
    python3 -c 'import torch; torch.cuda.init()' 2>/dev/null || {
        echo "PyTorch is not compared: python3 has none here."
        return 0
    }
    n=$(awk -F, '!/^#/ && NR > 1 && $1 == 1 { print $2; exit }' "$csv")
    python3 compare/rows_torch.py "$n" 30 build/gpu/rows_torch.csv || return
    grep -v '^rows,' build/gpu/rows_torch.csv >>"$csv"
    awk -F, '/^# PyTorch/ { print ""; print substr($0, 3) ": its time over that of step 17" }
        $3 == "step17" { step[$1 "," $2] = $4 }
        $3 == "torch" { printf "%10d x %-10d| %9.5f %7.2f\n", $1, $2, $4, $4 / step[$1 "," $2] }' "$csv"
}

case $program in
rows) rows build/gpu/rows.csv "$@" ;;
# Without -n, as far as the device's memory allows, at most to 2^32.
*) build/gpu/"$program" -n 2^32 -r 100 --csv build/gpu/"$program.csv" "$@" ;;
esac || exit
[ "$program" = compare ] || exit 0

echo
build/gpu/types -n 2^32 -r 100 --csv build/gpu/types.csv || exit
echo
rows build/gpu/rows.csv || exit
[ "$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)" -gt 1 ] || exit 0
echo
if [ -x build/gpu/gpus ]; then
    exec build/gpu/gpus -n 2^32 -r 100 --csv build/gpu/gpus.csv "$@"
fi
echo "Step 18 on several GPUs is left out: $(tools/machine/need.sh nccl "${NVCC:-nvcc}" "$NCCL_HOME" 2>&1)"
