#!/bin/sh
# Measures this machine's GPU, for the simulator's clock to be compared with.
# usage: calibrate/measure.sh FOLDER [PART...]
# Parts: cases held_out sweep latencies host, into FOLDER/PART.csv; without a PART, all. A part that fails does
# not stop the others. FOLDER/device.txt says what was measured, and when.
folder=$1
[ -n "$folder" ] && mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 2
shift
cd "$(dirname "$0")/.." || exit 3
[ $# -gt 0 ] || set -- cases held_out sweep latencies host
families=$(cd calibrate && ls ./*.cu | sed 's|./||; s|.cu$||' | grep -v -e latencies -e host -e sweep -e functions -e joined_stores -e l1_wavefronts -e '^held_out_')
held_out_families=$(cd calibrate && ls held_out_*.cu | sed 's|.cu$||')

{
    date -u '+date     %Y-%m-%d'
    nvidia-smi --query-gpu=name --format=csv,noheader | sed 's/^/device   /' | head -n 1
    nvidia-smi --query-gpu=driver_version --format=csv,noheader | sed 's/^/driver   /' | head -n 1
    nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA     \1 (\2)/p'
} >"$folder/device.txt"
cat "$folder/device.txt"

# build NAME...: programs of build/gpu, as many at a time as there may be
build() {
    make -s -k -j16 $(printf 'build/gpu/%s ' "$@")
}

# time_families NAME FAMILY...: into FOLDER/NAME.csv; each family into a file of its own first, so that
# one that ends early leaves the others' rows
time_families() {
    into=$folder/$1.csv
    shift
    build "$@"
    failed=0
    for family; do
        build/gpu/"$family" >"$folder/$family.part" || {
            echo "$family ended with $?"
            failed=1
        }
    done
    awk 'NR == 1 || FNR > 1' "$folder"/*.part >"$into"
    rm -f "$folder"/*.part
    return $failed
}

cases() {
    time_families cases $families
}

held_out() {
    time_families held_out $held_out_families
}

sweep() {
    time_families sweep sweep
}

latencies() {
    build latencies && build/gpu/latencies >"$folder/latencies.csv"
}

host() {
    build host && build/gpu/host >"$folder/host.csv"
}

status=0
for part; do
    begin=$(date +%s)
    case $part in
    cases | held_out | sweep | latencies | host) "$part" ;;
    *) echo "$part is no part: cases held_out sweep latencies host" >&2 && false ;;
    esac || {
        echo "$part ended with $?"
        status=1
    }
    echo "== $part: $(($(date +%s) - begin)) s"
done

for part in cases held_out; do
    [ ! -s "$folder/$part.csv" ] || awk -F, '
    FNR > 1 { rows[$1]++; sum[$1] += $7; if ($7 > most[$1]) { most[$1] = $7; slowest[$1] = $2 " " $3 } }
    END { for (family in rows) printf "%-16s %3d cases, %9.3f ms together; slowest %s: %.3f ms\n",
          family, rows[family], sum[family], slowest[family], most[family] }' "$folder/$part.csv" | sort
done
[ ! -s "$folder/latencies.csv" ] || awk -F, 'FNR > 1 { printf "%-32s %10s %s\n", $1, $2, $3 }' "$folder/latencies.csv"
exit $status
