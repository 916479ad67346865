#!/bin/sh
# Measures this machine's GPU, for the simulator's clock to be compared with.
# usage: tools/calibrate/measure.sh FOLDER [PART...]
# Parts: cases latencies grid, into FOLDER/PART.csv; without a PART, all. A part that fails does
# not stop the others. FOLDER/device.txt says what was measured, and when.
folder=$1
shift
[ $# -gt 0 ] || set -- cases latencies grid
families=$(cd tools/calibrate && ls ./*.cu | sed 's|./||; s|.cu$||' | grep -v latencies)
mkdir -p "$folder"

{
    date -u '+date     %Y-%m-%d'
    nvidia-smi --query-gpu=name --format=csv,noheader | sed 's/^/device   /' | head -n 1
    nvidia-smi --query-gpu=driver_version --format=csv,noheader | sed 's/^/driver   /' | head -n 1
    nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA     \1 (\2)/p'
} >"$folder/device.txt"
cat "$folder/device.txt"

# build NAME...: programs of build/gpu, as many at a time as there may be
build() {
    make -s -k -j16 BACKEND=gpu $(printf 'build/gpu/%s ' "$@")
}

# Each family into a file of its own first, so that one that ends early leaves the others' rows.
cases() {
    build $(printf 'calibrate/%s ' $families)
    failed=0
    for family in $families; do
        build/gpu/calibrate/"$family" >"$folder/$family.part" || {
            echo "$family ended with $?"
            failed=1
        }
    done
    awk 'NR == 1 || FNR > 1' "$folder"/*.part >"$folder/cases.csv"
    rm -f "$folder"/*.part
    return $failed
}

latencies() {
    build calibrate/latencies && build/gpu/calibrate/latencies >"$folder/latencies.csv"
}

grid() {
    build $(ls -d step0[1-9]_* step1[0-4]_*)
    tools/calibrate/grid.sh "$folder/grid.csv"
}

status=0
for part; do
    begin=$(date +%s)
    case $part in
    cases | latencies | grid) "$part" ;;
    *) echo "$part is no part: cases latencies grid" >&2 && false ;;
    esac || {
        echo "$part ended with $?"
        status=1
    }
    echo "== $part: $(($(date +%s) - begin)) s"
done

[ ! -s "$folder/cases.csv" ] || awk -F, '
    FNR > 1 { rows[$1]++; sum[$1] += $7; if ($7 > most[$1]) { most[$1] = $7; slowest[$1] = $2 " " $3 } }
    END { for (family in rows) printf "%-12s %3d cases, %9.3f ms together; slowest %s: %.3f ms\n",
          family, rows[family], sum[family], slowest[family], most[family] }' "$folder/cases.csv" | sort
[ ! -s "$folder/latencies.csv" ] || awk -F, 'FNR > 1 { printf "%-32s %10s %s\n", $1, $2, $3 }' "$folder/latencies.csv"
[ ! -s "$folder/grid.csv" ] || echo "grid: $(($(wc -l <"$folder/grid.csv") - 1)) rows"
exit $status
