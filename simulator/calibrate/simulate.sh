#!/bin/sh
# Runs the same cases on the simulator, for what its clock says.
# usage: calibrate/simulate.sh FOLDER [ARGUMENT...]
# Writes FOLDER/cases.csv and FOLDER/latencies.csv. The arguments are the families' own: --small
# makes the sizes an eighth. The simulator's findings, of which there are none, go to stderr.
folder=$1
[ -n "$folder" ] && mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 2
shift
cd "$(dirname "$0")/.." || exit 3
families=$(cd calibrate && ls ./*.cu | sed 's|./||; s|.cu$||' | grep -v -e latencies -e '^host$' -e '^sweep$' -e '^functions$' -e '^joined_stores$' -e '^l1_wavefronts$')
make -s -j2 simulator && make -s -j2 $(printf 'build/calibrate/%s ' $families latencies) || exit

status=0
for family in $families; do
    build/calibrate/"$family" "$@" >"$folder/$family.part" || {
        echo "$family ended with $?" >&2
        status=1
    }
done
awk 'NR == 1 || FNR > 1' "$folder"/*.part >"$folder/cases.csv"
rm -f "$folder"/*.part
build/calibrate/latencies >"$folder/latencies.csv" || status=1
exit $status
