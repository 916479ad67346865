#!/bin/sh
# Measures how the simulator's own speed depends on host threads, on n and on the size of a block, and the memory that
# it takes: scaling.cu beside this, counted and compiled with --plain. docs/speed.md shows what came of it.
# usage: speed/scaling.sh FILE [SECONDS [N_LOG2]]
# Writes FILE, as CSV; lines that begin with # say where and when. SECONDS: for all of it (240), N_LOG2: of the
# largest n (28). Sizes for which there is no time left, or no memory, are left out, with a line on stderr.
cd "$(dirname "$0")/.." || exit 3
case $# in
[123]) ;;
*)
    echo "usage: speed/scaling.sh FILE [SECONDS [N_LOG2]]" >&2
    exit 2
    ;;
esac
for number in "${2:-240}" "${3:-28}"; do
    case $number in
    '' | *[!0-9]* | ??????*)
        echo "scaling: $number: must be a whole number" >&2
        exit 2
        ;;
    esac
done
file=$1 seconds=${2:-240} most=${3:-28}
if [ "$most" -lt 10 ] || [ "$most" -gt 30 ]; then
    echo "scaling: N_LOG2=$most: must be from 10 to 30" >&2
    exit 2
fi
for program in build/speed/scaling build/speed/scaling_plain; do
    [ -x "$program" ] || {
        echo "scaling: there is no $program: make scaling builds it" >&2
        exit 3
    }
done

cores=$(nproc)
[ "$cores" -le 16 ] || cores=16
begun=$(date +%s)
# bytes of the machine that are free, and those that the simulator takes for a byte of the device
free=$(awk '/^MemAvailable:/ { printf "%.0f", $2 * 1024 }' /proc/meminfo)
times=8

# measure SWEEP MODE KERNEL HOST_THREADS N BLOCK: a row, or nothing; sets took, in seconds
measure() {
    program=build/speed/scaling
    [ "$2" = counted ] || program=${program}_plain
    started=$(date +%s)
    row=$(SIM_REPEAT=1 SIM_MEMORY=16G SIM_THREADS=$4 $program "$3" "$5" "$6" 2>"$file.errors") || {
        cat "$file.errors" >&2
        exit 3
    }
    took=$(($(date +%s) - started))
    echo "$1,$2,$3,$4,$5,$6,$row" >>"$file.part"
}

# fits SWEEP MODE KERNEL N: whether there is the time for twice what the last one took, and the memory
fits() {
    needed=$(($4 * 8 * times))
    if [ "$needed" -gt "$free" ]; then
        echo "scaling: $1, $2 $3: n = $4 needs too much memory" >&2
        return 1
    fi
    if [ $(($(date +%s) - begun + took * 9 / 4)) -gt "$seconds" ]; then
        echo "scaling: $1, $2 $3: no time left for n = $4" >&2
        return 1
    fi
}

trap 'rm -f "$file.part" "$file.errors"' EXIT
{
    echo "# $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores," \
        "$(awk '/^MemTotal:/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo)"
    echo "# caches in bytes: $(getconf LEVEL1_DCACHE_SIZE) $(getconf LEVEL2_CACHE_SIZE) $(getconf LEVEL3_CACHE_SIZE)"
    echo "# $(${CXX:-g++} --version | head -n 1)"
    echo "# $(date -u +%Y-%m-%d)"
    echo "sweep,mode,kernel,host_threads,n,block,device_bytes,accesses,launches,first_s,wall_s,processor_s,peak_bytes"
} >"$file.part"
took=0
for mode in plain counted; do
    for kernel in saxpy sum; do
        for block in 32 64 128 256 512 1024; do
            measure block $mode $kernel "$cores" 4194304 $block
        done
    done
done
for mode in plain counted; do
    for kernel in saxpy sum; do
        for threads in 1 2 3 4 6 8 12 16; do
            [ "$threads" -gt "$cores" ] || measure threads $mode $kernel "$threads" 8388608 256
        done
    done
done
power=10
while [ "$power" -le "$most" ]; do
    n=$((1 << power))
    for mode in plain counted; do
        for kernel in saxpy sum; do
            eval "took=\${took_${mode}_$kernel:-0}"
            fits n $mode $kernel $n || continue
            measure n $mode $kernel "$cores" $n 256
            eval "took_${mode}_$kernel=$took"
        done
    done
    power=$((power + 1))
done
mv "$file.part" "$file"
