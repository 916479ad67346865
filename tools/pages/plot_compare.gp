# The rate of step 14, the libraries and a copy over n, on an axis on which small inputs can be seen
# too; and beneath, on one that begins at 0, how the times of CUB compare with that of step 14.
# usage: gnuplot -e "data='compare.csv'; device='...'; date='...'; format='svg|png'; output='...'"
height = 860
load 'tools/pages/plot_style.gp'
set datafile commentschars '#'
stats data using 4 every ::1::1 nooutput
peak = STATS_max
# the last n whose input stays in the L2 cache, if there is one
stats data using ($3 == 1 ? $2 : 0) every ::1 nooutput
edge = STATS_max + 0.5
set multiplot
set lmargin at screen 0.2
set rmargin at screen 0.97
set xtics 4 font ',23'
set format x '2^{%.0f}'
set xrange [*:*] noextend
if (edge > 1) set arrow 1 from edge, graph 0 to edge, graph 1 nohead dashtype 3 linecolor rgb '#888888'
if (edge > 1) set label 1 'in L2 ' at edge, graph 0.05 right textcolor rgb '#666666'

set tmargin at screen 0.9
set bmargin at screen 0.42
set title sprintf("Sum of n ints\n%s, %s", device, date) noenhanced
set ylabel 'GB/s, logarithmic' offset 1
set logscale y
set yrange [*:2 * peak]
set key bottom right reverse Left noenhanced
plot data every ::1 using 2:6 with linespoints linewidth 3 pointtype 7 linecolor rgb '#c03028' \
         title 'step 14', \
     data every ::1 using 2:8 with linespoints linewidth 2 pointtype 5 linecolor rgb '#4878a8' \
         title 'CUB, into int', \
     data every ::1 using 2:10 with linespoints linewidth 2 pointtype 4 linecolor rgb '#60a0d8' \
         title 'CUB, into 64 bits', \
     data every ::1 using 2:12 with linespoints linewidth 2 pointtype 9 linecolor rgb '#50a050' \
         title 'Thrust, to the host', \
     data every ::1 using 2:14 with linespoints linewidth 2 pointtype 1 linecolor rgb '#808080' \
         title 'copy of n/2 numbers', \
     peak with lines dashtype 2 linewidth 2 linecolor rgb '#000000' title 'peak of the memory'

unset title
unset logscale y
unset label 1
set tmargin at screen 0.36
set bmargin at screen 0.09
set xlabel 'n'
set ylabel 'times step 14''s time'
set yrange [0:*]
set key bottom right
plot 1 with lines linewidth 2 linecolor rgb '#c03028' notitle, \
     data every ::1 using 2:($7 / $5) with linespoints linewidth 2 pointtype 5 linecolor rgb '#4878a8' \
         title 'CUB, into int', \
     data every ::1 using 2:($9 / $5) with linespoints linewidth 2 pointtype 4 linecolor rgb '#60a0d8' \
         title 'CUB, into 64 bits'
unset multiplot
