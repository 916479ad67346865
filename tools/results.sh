#!/bin/sh
# Writes the measured results into README.md, between its two markers.
# usage: tools/results.sh [PAGE]     (PAGE: where to write instead, for the tests)
page=${1:-README.md}
section=build/results_section.md
folders=$(for folder in docs/results/*/; do [ -f "$folder/run.csv" ] && echo "$folder"; done)

mkdir -p build
build/tools/results_section $folders >"$section" || exit 3
awk -v section="$section" '
    /<!-- end of measured results -->/ { inside = 0 }
    !inside { print }
    /<!-- measured results -->/ {
        while ((getline line < section) > 0) print line
        inside = 1
    }' README.md >"$page.new" && mv "$page.new" "$page"
