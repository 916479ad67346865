#!/bin/bash
# What the right number of instructions would gain: modelled times, were each kernel's instructions as many as Nsight
# Compute counts. No compiler's code can tell the model more than that.
# usage: calibrate/issue_scaled.sh DEVICE      (make bound builds what it needs)
# Reads calibrate/recordings/DEVICE/counters.csv and first_look.csv, and writes issue_scaled.csv beside them: what was
# measured, what the clock says, how many times the modelled instructions were counted, and the time if that many are
# issued in place of each. Only the traced blocks are run (SIM_CLOCK=only).
cd "$(dirname "$0")/.." || exit 3
export device=$1
measured=calibrate/recordings/$device
export folder=build/calibrate/$device.issue
[ -s "$measured/counters.csv" ] && [ -s "$measured/first_look.csv" ] || {
    echo "issue_scaled: $measured/ needs counters.csv and first_look.csv" >&2
    exit 2
}
mkdir -p "$folder"
export SIM_DEVICE="$device" SIM_CHECKS=0 SIM_THREADS=1 SIM_MEMORY=4G SIM_PROGRESS=0 SIM_CLOCK=only
# FAMILY CASE, each once.
cases=$(awk -F, 'NR > 1 && !seen[$1, $2]++ { print $1 " " $2 }' "$measured/counters.csv")

echo "$cases" | while read -r family case; do
    echo "$folder/$family.$case build/calibrate/$family $case"
done | xargs -P "$(nproc)" -L 1 calibrate/record_launches.sh || exit 3

# The lines of fit's list: calibrate.sh explains the number of an event.
echo "$cases" | while read -r family case; do
    awk -F, -v recording="$folder/$family.$case" 'FNR == 1 { next }
        FILENAME == ARGV[1] { number[$1 "/" $2 "/" $3 "/" $4 "/" $5] = 4 * cases++ + 2; next }
        { name = $1 "/" $2 "/" $3 "/" $4 }
        name in number { printf "%s %.3f %s %d idle\n", name, 1000 * $5, recording, number[name] }
    ' "$folder/$family.$case.csv" "$measured/first_look.csv"
done >"$folder/list"
build/calibrate/limits "$device" "$folder/list" >"$folder/modelled" || exit 3
build/calibrate/fit "$device" "$folder/list" >"$folder/as_is" || exit 3

# NAME MULTIPLE of the launches that ncu has counted.
awk -F, 'FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
    FILENAME == ARGV[1] { modelled[$1] = $at["instructions"]; next }
    { name = $1 "/" $2 "/" $3 "/" $4 "/" $5 }
    modelled[name] > 0 { printf "%s %.3f\n", name, $at["instructions"] / modelled[name] }
' "$folder/modelled" "$measured/counters.csv" >"$folder/multiples"

# fit_scaled NAME MULTIPLE: its time, were each instruction that many; as a line of fit's
fit_scaled() {
    local constants
    constants=$(build/calibrate/constants | awk -F' *[|] *' -v device="$device" -v times="$2" '
        NR == 1 { while ($++at != device && at < NF); }
        { name = substr($2, 2, length($2) - 2) }
        name == "issue_width" { printf ",%s=%g", name, $at / times }
        name ~ /^(integer|multiply|float|double|convert)_issue$/ { printf ",%s=%g", name, $at * times }')
    build/calibrate/fit "$device$constants" <(grep -F "$1 " "$folder/list") | awk -v times="$2" 'NF == 4 { print times, $0 }'
}
export -f fit_scaled
xargs -P "$(nproc)" -L 1 bash -c 'fit_scaled "$0" "$1"' <"$folder/multiples" >"$folder/scaled" || exit 3

{
    echo "name,n,block,grid,measured_ms,modelled_ms,multiple,scaled_ms"
    awk 'FILENAME == ARGV[1] { modelled[$1] = $3; next }
        split($2, part, "/") {
            printf "%s/%s,%s,%s,%s,%.6f,%.6f,%s,%.6f\n", part[1], part[2], part[3], part[4], part[5], $3 / 1000,
                modelled[$2] / 1000, $1, $4 / 1000
        }' "$folder/as_is" "$folder/scaled" | sort
} >"$folder/csv" && mv "$folder/csv" "$measured/issue_scaled.csv"
