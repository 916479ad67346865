# The time of each step as a bar, as the lecture's closing chart shows it, on its side so that the
# kernels' names can be read.
# usage: gnuplot -e "data='run.csv'; device='...'; date='...'; format='svg|png'; output='...'"
#                -e "times=11"      (which column has the times)
load 'tools/plot_style.gp'
stats data using 4 every ::1::1 nooutput
set title sprintf('Sum of %.0f ints, %s, %s', STATS_max, device, date) noenhanced
set xlabel 'time (ms), logarithmic'
set logscale x
stats data using times every ::1 nooutput
shortest = STATS_min / 2
set xrange [shortest:1.5 * STATS_max]
set style fill solid 0.85 border -1
set grid xtics noytics linecolor rgb '#dddddd'
set ytics noenhanced
set yrange [*:*] reverse
set offsets 0, 0, 0.6, 0.6
set key off
# a box from left to right and from top to bottom; step 15 has one for each library
plot data every ::1 using times:0:(shortest):times:($0 - 0.35):($0 + 0.35):ytic(2) with boxxyerror \
         linecolor rgb '#4878a8', \
     data every ::1 using times:0:(sprintf(' %.4f', column(times))) with labels left font ',11'
