#!/bin/sh
# Shows the code that nvcc made of each program.
# usage: tools/run/machine_code.sh ptx|sass gpu|sim PROGRAM...
kind=$1
backend=$2
shift 2
if [ "$backend" = sim ] || ! command -v cuobjdump >/dev/null 2>&1; then
    echo "$kind needs nvcc and cuobjdump, from the CUDA Toolkit (BACKEND=gpu, without a GPU too)." >&2
    exit 3
fi
for program; do
    echo "// $program"
    cuobjdump --dump-"$kind" build/gpu/"$program" || exit 3
done
