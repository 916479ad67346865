# How far float sums are from the true one, over n.
# usage: gnuplot -e "data='float_error.csv'; device='...'; date='...'; format='svg|png'; output='...'"
load 'tools/pages/plot_style.gp'
set datafile commentschars '#'
set lmargin at screen 0.17
set rmargin at screen 0.97
set title sprintf("Error of a sum of n floats from 0 to 1\nstep 16 on an %s, %s", device, date) noenhanced
set xlabel 'n'
set ylabel 'relative error, in units of 2^{-24}' offset 1
set format x '2^{%.0f}'
set xtics 4
set logscale y
set format y '10^{%T}'
set yrange [0.05:*]
set key top left reverse Left noenhanced
plot data every ::1 using 1:2 with linespoints linewidth 2 pointtype 5 linecolor rgb '#c03028' \
         title 'running sum', \
     data every ::1 using 1:5 with linespoints linewidth 3 pointtype 7 linecolor rgb '#4878a8' \
         title 'tree of step 16', \
     data every ::1 using 1:4 with linespoints linewidth 2 pointtype 4 linecolor rgb '#50a050' \
         title 'pairwise', \
     data every ::1 using 1:3 with linespoints linewidth 2 pointtype 9 linecolor rgb '#808080' \
         title 'compensated (Kahan)'
