# How many times as long as step 14 every step takes, over n, both axes logarithmic. The data are blocks of
# lines, one a step, with its name at the head: tools/pages/plot.sh makes them of grid.csv.
# usage: gnuplot -e "data='...'; device='...'; date='...'; format='svg|png'; output='...'"
height = 640
load 'tools/pages/plot_style.gp'
stats data using 1:2 nooutput
count = STATS_blocks
set title sprintf("Time of each step over that of step 14, blocks of 512\n%s, %s", device, date) noenhanced
set xlabel 'n'
set ylabel 'times as long as step 14, logarithmic'
set logscale y
set yrange [0.8:60]
set ytics (1, 1.5, 2, 3, 4, 5, 7, 10, 15)
set xtics 2 font ',23'
set format x '2^{%.0f}'
unset colorbox
set key top left reverse Left noenhanced maxrows 7
set palette defined (0 '#c03028', 0.35 '#d89020', 0.6 '#409050', 1 '#3060b0')
plot for [i = 0:count - 1] data index i using 1:3 with linespoints linewidth 2 pointtype i + 1 \
     pointsize 0.7 linecolor palette fraction (count > 1 ? i / (count - 1.0) : 0) title columnheader(1)
