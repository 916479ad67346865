#!/bin/sh
# Draws the progression and the comparison as charts, SVG and PNG, with gnuplot.
# usage: tools/plot.sh [FOLDER]
# Draws from FOLDER's run.csv and compare.csv (as tools/record.sh leaves them there) into
# FOLDER; without FOLDER, from what `make run` and `make compare` left in build/gpu, into it.
if ! command -v gnuplot >/dev/null 2>&1; then
    echo "The charts need gnuplot: install gnuplot (or gnuplot-nox)." >&2
    exit 3
fi

folder=${1:-build/gpu}
if [ $# -eq 0 ] && ls build/gpu/run/step*.csv >/dev/null 2>&1; then
    ls build/gpu/run/step*.csv | grep -v counters | xargs cat |
        awk 'NR == 1 { header = $0 } NR == 1 || $0 != header' >"$folder/run.csv"
fi

drawn=0
for chart in progression compare; do
    data=$folder/$chart.csv
    [ "$chart" = compare ] || data=$folder/run.csv
    [ -s "$data" ] || continue
    if [ "$chart" = compare ]; then
        device=$(sed -n '1s/^# //p' "$data")
        date=$(sed -n '2s/^# //p' "$data")
    else
        device=$(sed -n '2s/^[^"]*"\([^"]*\)".*/\1/p' "$data")
        date=$(sed -n 's/^date *//p' "$folder/device.txt" 2>/dev/null)
        [ -n "$date" ] || date=$(date -u -r "$data" +%Y-%m-%d)
    fi
    if sed -n '2,$p' "$data" | grep -q ',modelled,'; then
        echo "$data has modelled times: the charts are of measured ones." >&2
        exit 3
    fi
    # recordings differ in the columns before this one
    times=$(head -n 1 "$data" | tr ',' '\n' | grep -n '^median_ms$' | cut -d : -f 1)
    for format in svg png; do
        gnuplot -e "data='$data'; device='$device'; date='$date'; format='$format'" \
            -e "times=${times:-0}; output='$folder/$chart.$format'" tools/plot_$chart.gp || exit 3
        echo "$folder/$chart.$format"
    done
    drawn=1
done
if [ $drawn -eq 0 ]; then
    echo "Nothing to draw in $folder: run \`make run\` or \`make compare\` on a GPU first." >&2
    exit 3
fi
