#!/bin/sh
# Writes a full Nsight Compute report for each program.
# usage: tools/run/profile.sh gpu|sim PROGRAM... -- [ARGUMENT...]
. tools/run/programs.sh

if [ "$backend" = sim ] || ! command -v ncu >/dev/null 2>&1; then
    echo "A profile needs a GPU and ncu (Nsight Compute, part of the CUDA Toolkit)." >&2
    echo "\`make counters\` and \`make lines\` show what the simulator counts." >&2
    exit 3
fi
out=build/gpu/profile
mkdir -p "$out"
for program in $programs; do
    # as in tools/run/ncu.sh
    names='.*[Rr]educ.*' only=
    case $program in
    step18_*) names='^reduce.*' only="--gpus 1" ;;
    ranks) names='^reduce.*' ;;
    esac
    # shellcheck disable=SC2086 # two words or none
    ncu --kernel-name "regex:$names" --set full --import-source yes --clock-control none --force-overwrite \
        --export "$out/$program" build/gpu/$program "$@" $only -r 0 >"$out/$program.log" 2>&1 || {
        cat "$out/$program.log" >&2
        grep -q ERR_NVGPUCTRPERM "$out/$program.log" &&
            echo "Only administrators may read the counters here: run this with sudo." >&2
        exit 3
    }
    echo "$out/$program.ncu-rep (open it with ncu-ui, or: ncu --import FILE --page details)"
done
