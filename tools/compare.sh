#!/bin/sh
# Runs a program that compares speeds, and keeps the numbers.
# usage: tools/compare.sh compare|variants|cache|ideas|floor|gpus|overlap gpu|sim [ARGUMENT...]
# Prints a table; the same numbers go to build/gpu/compare.csv (or variants.csv and so on).
program=$1
backend=$2
shift 2

if [ "$backend" != gpu ]; then
    echo "A comparison of speeds needs a GPU: the times of the simulator are a model's." >&2
    exit 77
fi
# Without -n, as far as the device's memory allows, at most to 2^32.
build/gpu/"$program" -n 2^32 -r 100 --csv build/gpu/"$program.csv" "$@" || exit

# Where several GPUs are, the comparison of step 14 goes on with step 18.
[ "$program" = compare ] && [ "$(nvidia-smi --query-gpu=name --format=csv,noheader | wc -l)" -gt 1 ] || exit 0
echo
if [ -x build/gpu/gpus ]; then
    exec build/gpu/gpus -n 2^32 -r 100 --csv build/gpu/gpus.csv "$@"
fi
echo "Step 18 on several GPUs is left out: $(tools/need.sh nccl "${NVCC:-nvcc}" "$NCCL_HOME" 2>&1)"
