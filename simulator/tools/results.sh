#!/bin/sh
# Writes the recordings, the compilers that were tried and simcc's flags into the pages, between their markers.
# usage: tools/results.sh [FOLDER]     (FOLDER: where to write the pages instead, for the tests)
#   <!-- measured clock_... -->   the clock beside measured times: constants, table, steps, worst, order, cases,
#                                 held_out, first_look, versions, issue, limits, worth, left_out, texts, arm64
#   <!-- measured compilers -->   the compilers
#   <!-- measured cmake -->       versions of CMake
#   <!-- measured meson -->       versions of Meson
#   <!-- measured projects -->    projects of others
#   <!-- measured flags_... -->   simcc's flags: done, own, harmless, refused
#   <!-- measured speed_... -->   the simulator's own speed: machine, threads, sizes, blocks
# each ended by <!-- end of measured ... -->. And draws the sweeps, docs/diagrams/sweep_DEVICE.svg, in both languages.
cd "$(dirname "$0")/.." || exit 3
into=${1:-.}
made=build/sections
folders=$(for folder in calibrate/recordings/*/; do echo "${folder%/}"; done)
mkdir -p "$made"

for part in table worst order versions; do
    build/calibrate/clock_section $part $folders >"$made/clock_$part" || exit 3
done
for part in steps cases held_out first_look left_out; do
    build/calibrate/clock_errors $part $folders >"$made/clock_$part" || exit 3
done
calibrate/issue_section.sh $folders >"$made/clock_issue" || exit 3
calibrate/limits_section.sh $folders >"$made/clock_limits" || exit 3
calibrate/launches_section.sh $folders >"$made/clock_launches" || exit 3
calibrate/worth_section.sh "$made" >"$made/clock_worth" || exit 3
build/calibrate/constants >"$made/clock_constants" || exit 3
awk -F, 'NR == 1 { print "| kernel | device | measured (ms) | modelled (ms) | ratio |\n|---|---|--:|--:|--:|"; next }
    { printf "| %s | %s | %s | %.4g | %.2f |\n", $1, $2, $3, $4, $4 / $3 }' \
    calibrate/recordings/texts_clock.csv >"$made/clock_texts"
awk -F, 'NR == 1 { print "| program | launch | counters that differ | x86-64 (µs) | arm64 (µs) |\n|---|--:|--:|--:|--:|"; next }
    { printf "| %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }' \
    calibrate/recordings/arm64.csv >"$made/clock_arm64"
tools/compilers_section.sh docs/compilers.csv >"$made/compilers" || exit 3
tools/tried_section.sh docs/cmake.csv >"$made/cmake" || exit 3
tools/tried_section.sh docs/meson.csv >"$made/meson" || exit 3
COUNT=builds tools/tried_section.sh docs/projects.csv >"$made/projects" || exit 3
for part in done own harmless refused; do
    build/flag_list $part >"$made/flags_$part" || exit 3
done

for part in machine threads sizes blocks; do
    speed/section.sh $part speed/recordings/scaling.csv >"$made/speed_$part" || exit 3
done

speed/beside_section.sh speed/recordings/beside_hip.csv >"$made/speed_beside" || exit 3

# draw PICTURE: from an SVG on standard input, with the colours of dark pages
draw() {
    mkdir -p "$into/${1%/*}"
    sed "/^<svg/r $made/style" >"$into/$1"
}
{
    echo '<style>@media (prefers-color-scheme: dark) {'
    sed '/^\/\*/d' docs/diagrams/dark.css
    echo '}</style>'
} >"$made/style"
for sweep in calibrate/recordings/*/sweep_modelled.csv; do
    folder=${sweep%/*}
    device=${folder##*/}
    l2=$(awk -F' *[|] *' -v device="$device" 'NR == 1 { while ($++at != device && at < NF); }
        $2 == "`l2_size`" { print $at / 1024 }' "$made/clock_constants")
    build/calibrate/sweep_picture "$folder" "$l2" >"$made/sweep" || exit 3
    draw "docs/diagrams/sweep_$device.svg" <"$made/sweep"
    sed -f docs/zh-CN/diagrams/words.sed -e 's/^<svg /<svg xml:lang="zh-CN" /' "$made/sweep" |
        draw "docs/zh-CN/diagrams/sweep_$device.svg"
done

for page in docs/clock.md docs/clock_model.md docs/compilers.md docs/flags.md docs/speed.md; do
    tools/put_sections.sh "$made" "$page" "$into" || exit 3
done
