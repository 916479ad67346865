#!/bin/sh
# Records what this machine's GPU measures, for docs/results/.
# usage: tools/record/record.sh FOLDER [PART...]
# gpus, on a machine of several GPUs, is `make gpus` and `make overlap`; such a machine has a folder of its own.
# Parts: run counters compare types variants cache floor rows check test are `make PART BACKEND=gpu`, with its output in
# FOLDER/PART.txt and its csv beside it; why is what each step's causes are worth (tools/record/why.sh); float_error is what float sums of step 16 err by; types_check whether step 16
# is right (tools/record/types_check.sh); large runs the ladder's steps at n = 2^28; clock measures what the simulator's clock is
# compared with (simulator/calibrate/measure.sh).
# Without a PART: all.
folder=$1
shift
[ $# -gt 0 ] || set -- run large counters why compare float_error types_check variants cache floor check test clock
mkdir -p "$folder"

{
    date -u '+date     %Y-%m-%d'
    nvidia-smi --query-gpu=name --format=csv,noheader | sed 's/^/device   /' | head -n 1
    nvidia-smi --query-gpu=driver_version --format=csv,noheader | sed 's/^/driver   /' | head -n 1
    nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA     \1 (\2)/p'
    ncu --version | sed -n 's/^Version /ncu      /p'
} >"$folder/device.txt"
cat "$folder/device.txt"

# join FILE...: csv files with the same header as one
join() {
    cat "$@" | awk 'NR == 1 { header = $0 } NR == 1 || $0 != header'
}

# large: every step of the ladder at 2^28, where no cache helps
large() {
    rm -f "$folder/large.csv"
    for step in step0[1-9]_*/ step1[0-5]_*/; do
        build/gpu/"${step%/}" -n 2^28 --csv "$folder/large.csv" | grep '^GPU:'
    done
}

# float_error: what float sums of step 16 err by
float_error() {
    build/gpu/float_error -n 2^28 --csv "$folder/float_error.csv"
}

# clock: the simulator's own cases into its folder of recordings, and the steps' times into grid.csv; it takes some
# calls until that is complete
clock() {
    simulator/calibrate/measure.sh "simulator/calibrate/recordings/$(basename "$folder")"
    measured=$?
    make -s -k -j16 BACKEND=gpu $(printf 'build/gpu/%s ' step0[1-9]_* step1[0-4]_*) &&
        tools/record/grid.sh "$folder/grid.csv" && return $measured
}

status=0
for part; do
    echo "== $part"
    case $part in
    # copies of all numbers take their time
    gpus) make -s gpus BACKEND=gpu && make -s overlap BACKEND=gpu REPEAT=20 ;;
    large | float_error | clock) "$part" ;;
    why) tools/record/why.sh gpu "$folder/why.csv" && tools/record/ncu_estimates.sh "$folder/ncu_estimates.csv" ;;
    types_check) tools/record/types_check.sh ;;
    *) make -s "$part" BACKEND=gpu ;;
    esac >"$folder/$part.txt" 2>&1 || {
        echo "$part ended with $?"
        status=1
    }
    case $part in
    run) join $(ls build/gpu/run/step*.csv | grep -v counters) >"$folder/run.csv" ;;
    counters) join build/gpu/counters/step0*.csv build/gpu/counters/step1[0-5]*.csv >"$folder/counters.csv" ;;
    gpus) cp build/gpu/gpus.csv build/gpu/overlap.csv "$folder/" ;;
    compare) # they are parts of it
        cp build/gpu/compare.csv build/gpu/types.csv build/gpu/rows.csv build/gpu/segments.csv "$folder/" ;;
    rows) cp build/gpu/rows.csv build/gpu/segments.csv "$folder/" ;;
    types | variants | cache | floor) cp build/gpu/"$part.csv" "$folder/" ;;
    esac
    tail -n 20 "$folder/$part.txt"
done
exit $status
