#!/bin/sh
# Times every step's kernel with its causes taken away (make stepNN why) at the sizes of the pages.
# usage: tools/record/why.sh gpu|sim CSV [STEP...]     (without a STEP: all that have a why.cu)
# On a GPU 2^24 and 2^28 numbers; on the simulator 2^24, in some four minutes, and SIM_DEVICE says of which device.
backend=$1
csv=$2
shift 2
[ $# -gt 0 ] || set -- $(ls -d step[0-9][0-9]_*/why.cu | sed 's,/.*,,')
sizes=2^24
[ "$backend" = sim ] || sizes="2^24 2^28"
status=0
if [ "$backend" = gpu ]; then
    conditions="$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 |
        sed 's/, /, driver /'), $(nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA \1 (\2)/p')"
else
    conditions="modelled by $(build/simcc/simcc --version | head -n 1)"
fi
echo "# $conditions, $(date -u +%Y-%m-%d)" >"$csv"
for n in $sizes; do
    for step; do
        echo "== $step, $n"
        make -s "$step" why BACKEND="$backend" N="$n" || status=1
        [ ! -f "build/$backend/why/$step.csv" ] || {
            [ "$(wc -l <"$csv")" -gt 1 ] || head -n 1 "build/$backend/why/$step.csv" >>"$csv"
            tail -n +2 "build/$backend/why/$step.csv" >>"$csv"
        }
    done
done
exit $status
