#!/bin/sh
# Records what this machine's GPU measures, for docs/results/.
# usage: tools/record.sh FOLDER [PART...]    parts: run counters check test
# Each part is `make PART BACKEND=gpu`; its output goes to FOLDER/PART.txt, its csv beside it.
folder=$1
shift
[ $# -gt 0 ] || set -- run counters check test
mkdir -p "$folder"

{
    date -u '+date     %Y-%m-%d'
    nvidia-smi --query-gpu=name --format=csv,noheader | sed 's/^/device   /' | head -n 1
    nvidia-smi --query-gpu=driver_version --format=csv,noheader | sed 's/^/driver   /' | head -n 1
    nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA     \1 (\2)/p'
    ncu --version | sed -n 's/^Version /ncu      /p'
} >"$folder/device.txt"
cat "$folder/device.txt"

status=0
for part; do
    echo "== make $part"
    make -s "$part" BACKEND=gpu >"$folder/$part.txt" 2>&1 || {
        echo "make $part ended with $?"
        status=1
    }
    case $part in
    run)
        ls build/gpu/run/step*.csv | grep -v counters | xargs cat |
            awk 'NR == 1 { header = $0 } NR == 1 || $0 != header' >"$folder/run.csv" ;;
    counters)
        cat build/gpu/counters/step*.csv | awk 'NR == 1 { header = $0 } NR == 1 || $0 != header' \
            >"$folder/counters.csv" ;;
    esac
    tail -n 14 "$folder/$part.txt"
done
exit $status
