# The rate of step 14, the libraries and a copy, over n.
# usage: gnuplot -e "data='compare.csv'; device='...'; date='...'; format='svg|png'; output='...'"
load 'tools/plot_style.gp'
set datafile commentschars '#'
stats data using 4 every ::1::1 nooutput
peak = STATS_max
# the last n whose input stays in the L2 cache, if there is one
stats data using ($3 == 1 ? $2 : 0) every ::1 nooutput
edge = STATS_max + 0.5
set title sprintf('Sum of n ints, %s, %s', device, date) noenhanced
set xlabel 'n'
set ylabel 'GB/s'
set xtics 2
set format x '2^{%.0f}'
stats data using 14 every ::1 nooutput
highest = STATS_max > peak ? STATS_max : peak
set yrange [0:1.15 * highest]
set key at graph 0.02, 0.6 left top reverse Left noenhanced
if (edge > 1) set arrow from edge, graph 0 to edge, graph 1 nohead dashtype 3 linecolor rgb '#888888'
if (edge > 1) set label 'input in the L2 cache ' at edge, graph 0.97 right textcolor rgb '#666666'
plot data every ::1 using 2:6 with linespoints linewidth 3 pointtype 7 linecolor rgb '#c03028' \
         title 'step 14', \
     data every ::1 using 2:8 with linespoints linewidth 2 pointtype 5 linecolor rgb '#4878a8' \
         title 'CUB, into int', \
     data every ::1 using 2:10 with linespoints linewidth 2 pointtype 4 linecolor rgb '#60a0d8' \
         title 'CUB, into 64 bits', \
     data every ::1 using 2:12 with linespoints linewidth 2 pointtype 9 linecolor rgb '#50a050' \
         title 'Thrust, sum brought to the host', \
     data every ::1 using 2:14 with linespoints linewidth 2 pointtype 1 linecolor rgb '#808080' \
         title 'copy of n/2 numbers', \
     peak with lines dashtype 2 linewidth 2 linecolor rgb '#000000' title 'peak of the memory'
