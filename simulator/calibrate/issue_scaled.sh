#!/bin/sh
# What the right number of instructions could gain at most: the held-out kernels' modelled times, were each
# kernel's instructions issued in another multiple of the time.
# usage: calibrate/issue_scaled.sh DEVICE      (make bound builds what it needs)
# Writes calibrate/recordings/DEVICE/issue_scaled.csv: what was measured, what the clock says, and the multiple with
# which it comes nearest to that. No clock can know the multiple: it takes away other errors, too, wherever it can.
cd "$(dirname "$0")/.." || exit 3
device=$1
measured=calibrate/recordings/$device
folder=build/calibrate/$device.held_out
multiples="0.25 0.35 0.5 0.7 1 1.4 2 2.8"
[ -s "$measured/held_out.csv" ] && [ -s "$measured/first_look.csv" ] || {
    echo "issue_scaled: $measured/ needs held_out.csv and first_look.csv" >&2
    exit 2
}
mkdir -p "$folder"
export SIM_DEVICE="$device" SIM_CHECKS=0 SIM_THREADS=1 SIM_MEMORY=4G SIM_PROGRESS=0

# Both files' rows alike: FAMILY/CASE,n,block,grid,milliseconds.
rows() {
    awk -F, 'FNR > 1 { print (FILENAME ~ /first_look/ ? $1 "," $2 "," $3 "," $4 "," $5 : $1 "/" $2 "," $3 "," $4 "," $5 "," $7) }' \
        "$measured/held_out.csv" "$measured/first_look.csv"
}
families=$(rows | sed 's|/.*||' | sort -u)

for family in $families; do
    echo "$folder/$family build/calibrate/$family"
done | xargs -P "$(nproc)" -L 1 calibrate/record_launches.sh || exit 3

# The lines of fit's list: calibrate.sh explains the number of an event.
for family in $families; do
    rows | awk -F, '
        FILENAME != "-" { if (FNR > 1) number[$1 "/" $2 "/" $3 "/" $4 "/" $5] = 4 * cases++ + 2; next }
        { name = $1 "/" $2 "/" $3 "/" $4 }
        name in number { printf "%s %.3f %s %d idle\n", name, 1000 * $5, recording, number[name] }
    ' recording="$folder/$family" "$folder/$family.csv" -
done >"$folder/list"

for multiple in $multiples; do
    constants=$(build/calibrate/constants | awk -F' *[|] *' -v device="$device" -v times="$multiple" '
        NR == 1 { while ($++at != device && at < NF); }
        { name = substr($2, 2, length($2) - 2) }
        name == "issue_width" { printf ",%s=%g", name, $at / times }
        name ~ /^(integer|multiply|float|double|convert)_issue$/ { printf ",%s=%g", name, $at * times }')
    build/calibrate/fit "$device$constants" "$folder/list" | awk -v times="$multiple" 'NF == 4 { print times, $0 }' || exit 3
done | awk '
    { name[$2] = $2; measured[$2] = $3; error = log($4 / $3); error = error < 0 ? -error : error }
    $1 == 1 { modelled[$2] = $4 }
    !($2 in least) || error < least[$2] { least[$2] = error; best[$2] = $4; multiple[$2] = $1 }
    END {
        for (key in name) {
            split(key, part, "/")
            printf "%s/%s,%s,%s,%s,%.6f,%.6f,%s,%.6f\n", part[1], part[2], part[3], part[4], part[5],
                measured[key] / 1000, modelled[key] / 1000, multiple[key], best[key] / 1000
        }
    }' | sort >"$folder/csv" && {
    echo "name,n,block,grid,measured_ms,modelled_ms,multiple,nearest_ms"
    cat "$folder/csv"
} >"$measured/issue_scaled.csv"
