#!/bin/sh
# Draws the progression, the steps over n, the comparison and the errors of float sums as charts, SVG and PNG, with gnuplot.
# usage: tools/pages/plot.sh [FOLDER]
# Draws from FOLDER's run.csv, grid.csv, compare.csv and float_error.csv (as tools/record/record.sh leaves them there) into
# FOLDER; without FOLDER, from what `make run` and `make compare` left in build/gpu, into it. Those of
# docs/results are drawn with Chinese words, too, into docs/zh-CN/results.
if ! command -v gnuplot >/dev/null 2>&1; then
    echo "The charts need gnuplot: install gnuplot (or gnuplot-nox)." >&2
    exit 3
fi

folder=${1:-build/gpu}
if [ $# -eq 0 ] && ls build/gpu/run/step*.csv >/dev/null 2>&1; then
    ls build/gpu/run/step*.csv | grep -v counters | xargs cat |
        awk 'NR == 1 { header = $0 } NR == 1 || $0 != header' >"$folder/run.csv"
fi

# steps_over_n GRID: what plot_steps.gp draws: log2(n), microseconds of each step in blocks of 512, and how
# many times those of step 14 they are, or NaN; step 14 chooses its own blocks
steps_over_n() {
    grep '^step' "$1" | sort -t , -k 1,1 -k 4,4n >"$over_n.rows"
    awk -F , -v "column=$times" '
        NR == FNR { if (/^step14/) best[$4] = $column; next }
        $6 != 512 && $1 !~ /^step14/ { next }
        $1 != step { if (step) print "\n"; step = $1; print "\"" substr(step, 5, 2) "\"" }
        { printf "%.4f,%s,%s\n", log($4) / log(2), 1000 * $column, best[$4] ? $column / best[$4] : "NaN" }
        ' "$over_n.rows" "$over_n.rows"
    rm -f "$over_n.rows"
}

# in_chinese PICTURE: the picture with its words in Chinese
in_chinese() {
    perl -Itests/lib -MPhrases -MEncode -e '
        local $/;
        print encode("UTF-8", chinese_chart(decode("UTF-8", <STDIN>)));
        print STDERR "not translated: ", encode("UTF-8", $_), "\n" for unknown_phrases();' <"$1"
}

drawn=0
over_n=$(mktemp) || exit 3
trap 'rm -f "$over_n"' EXIT
for chart in progression steps compare float_error; do
    case $chart in
    progression) data=$folder/run.csv ;;
    steps) data=$folder/grid.csv ;;
    compare | float_error) data=$folder/$chart.csv ;;
    esac
    [ -s "$data" ] || continue
    case $chart in
    compare | float_error)
        device=$(sed -n '1s/^# //p' "$data")
        date=$(sed -n '2s/^# //p' "$data")
        ;;
    *)
        device=$(sed -n '2s/^[^"]*"\([^"]*\)".*/\1/p' "$data")
        date=$(sed -n 's/^date *//p' "$folder/device.txt" 2>/dev/null)
        [ -n "$date" ] || date=$(date -u -r "$data" +%Y-%m-%d)
        ;;
    esac
    if sed -n '2,$p' "$data" | grep -q ',modelled,'; then
        echo "$data has modelled times: the charts are of measured ones." >&2
        exit 3
    fi
    # recordings differ in the columns before this one
    times=$(head -n 1 "$data" | tr ',' '\n' | grep -n '^median_ms$' | cut -d : -f 1)
    host=$(head -n 1 "$data" | tr ',' '\n' | grep -n '^host_ms$' | cut -d : -f 1)
    if [ "$chart" = steps ]; then
        steps_over_n "$data" >"$over_n"
        data=$over_n
    fi
    for format in svg png; do
        gnuplot -e "data='$data'; device='$device'; date='$date'; format='$format'" \
            -e "times=${times:-0}; host=${host:-0}; output='$folder/$chart.$format'" \
            tools/pages/plot_$chart.gp || exit 3
        echo "$folder/$chart.$format"
    done
    if [ -s "$folder/$chart.svg" ]; then
        # on a page that is read in dark colours, other ones
        sed -i -e '/^<g id="gnuplot_canvas">/r tools/pages/plot_dark.svg' "$folder/$chart.svg"
    fi
    case $folder in
    docs/results/*)
        chinese=docs/zh-CN/${folder#docs/}
        mkdir -p "$chinese"
        in_chinese "$folder/$chart.svg" >"$chinese/$chart.svg" || exit 3
        echo "$chinese/$chart.svg"
        ;;
    esac
    drawn=1
done
if [ $drawn -eq 0 ]; then
    echo "Nothing to draw in $folder: run \`make run\` or \`make compare\` on a GPU first." >&2
    exit 3
fi
