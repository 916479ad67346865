#!/bin/sh
# Draws the recording of the simulator's own speed, in both languages, with gnuplot: docs/diagrams/scaling_*.svg.
# usage: speed/pictures.sh
cd "$(dirname "$0")/.." || exit 3
command -v gnuplot >/dev/null 2>&1 || {
    echo "pictures: they need gnuplot: install gnuplot (or gnuplot-nox)." >&2
    exit 3
}
data=speed/recordings/scaling.csv
drawn=$(mktemp) || exit 3
trap 'rm -f "$drawn"' EXIT
for sweep in threads n block; do
    gnuplot -e "data='$data'; sweep='$sweep'; output='$drawn'" speed/plot.gp || exit 3
    # on a page that is read in dark colours, other ones; and what it was drawn from
    sed -i -e '/^<g id="gnuplot_canvas">/r speed/dark.svg' \
        -e "s/^<g id=\"gnuplot_canvas\">/<!-- from scaling.csv, checksum $(cksum <$data | cut -d ' ' -f 1) -->\n&/" "$drawn"
    cp "$drawn" docs/diagrams/scaling_$sweep.svg
    sed -f docs/zh-CN/diagrams/words.sed -e 's/^<svg /<svg xml:lang="zh-CN" /' \
        -e 's/font-family="sans-serif"/font-family="PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif"/g' \
        "$drawn" >docs/zh-CN/diagrams/scaling_$sweep.svg
    echo "docs/diagrams/scaling_$sweep.svg"
done
