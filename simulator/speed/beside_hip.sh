#!/bin/sh
# Compares `simcc --plain` with HIP-CPU: five programs (beside.cu), two host threads each, the same compiler and
# optimization, one launch of the one after one of the other.
# usage: speed/beside_hip.sh HIP-CPU [FILE [ROUNDS]]
# HIP-CPU: the folder of a checkout, which nothing here fetches; it needs TBB (libtbb-dev). Writes FILE, as CSV
# (/dev/stdout); lines that begin with # say where, when and of which commit (HIP_COMMIT, where the folder has no git).
cd "$(dirname "$0")/.." || exit 3
hip=$1 file=${2:-/dev/stdout} rounds=${3:-5}
if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    echo "usage: speed/beside_hip.sh HIP-CPU [FILE [ROUNDS]]" >&2
    exit 2
fi
case $rounds in
'' | *[!0-9]* | ???* | 0)
    echo "beside_hip: ROUNDS=$rounds: must be a whole number from 1 to 99" >&2
    exit 2
    ;;
esac
[ -f "$hip/include/hip/hip_runtime.h" ] || {
    echo "beside_hip: $hip has no include/hip/hip_runtime.h: nothing is compared without a checkout of HIP-CPU" >&2
    exit 0
}
commit=$(git -C "$hip" rev-parse --short=10 HEAD 2>/dev/null) || commit=${HIP_COMMIT:-unknown}
flags="-std=c++17 -O2 -DNDEBUG"
made=$(mktemp -d) || exit 3
trap 'rm -rf "$made"' EXIT
build/simcc --plain -O2 -o "$made/simcc" speed/beside.cu || exit 3
${CXX:-g++} $flags -w -DBESIDE_HIP -I"$hip/include" -x c++ speed/beside.cu -o "$made/hip" -ltbb -lpthread || {
    echo "beside_hip: HIP-CPU does not compile here: does it have TBB (libtbb-dev)?" >&2
    exit 3
}

# processors: two of those that this process may use, for all threads of both
processors=$(taskset -cp $$ | sed 's/.*: //; s/-.*,/,/; s/^\([0-9]*\)-[0-9]*$/\1/')
case $processors in
*,*) processors=$(echo "$processors" | cut -d , -f 1,2) ;;
*) processors=$processors,$((processors + 1)) ;;
esac
{
    echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), two host threads"
    echo "# HIP-CPU $commit, $flags; simcc --plain -O2"
    echo "# $(${CXX:-g++} --version | head -n 1)"
    echo "# $(date -u +%Y-%m-%d)"
    echo "program,round,runs_with,wall_s,processor_s,result"
    for program in neighbored interleaved speed_of_light saxpy matmul; do
        round=1
        while [ "$round" -le "$rounds" ]; do
            for with in simcc hip; do
                row=$(SIM_THREADS=2 taskset -c "$processors" "$made/$with" $program 3) || exit 3
                echo "$program,$round,$with,$row"
            done
            round=$((round + 1))
        done
    done
} >"$made/rows" || exit 3
cat "$made/rows" >"$file"
