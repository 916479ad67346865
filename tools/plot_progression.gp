# The time of each step, as the lecture's closing chart shows it.
# usage: gnuplot -e "data='run.csv'; device='...'; date='...'; format='svg|png'; output='...'"
load 'tools/plot_style.gp'
stats data using 4 every ::1::1 nooutput
set title sprintf('Sum of %.0f ints, %s, %s', STATS_max, device, date) noenhanced
set ylabel 'time (ms), logarithmic'
set logscale y
set style fill solid 0.85 border -1
set boxwidth 0.7
set xtics rotate by -40 noenhanced
set key off
set bmargin 9
set rmargin 12
set offsets 0.5, 0.5, 0, 0
# the label is the time; step 15 has one bar for each library
plot data every ::1 using 0:11:xtic(2) with boxes linecolor rgb '#4878a8', \
     data every ::1 using 0:11:(sprintf('%.4f', $11)) with labels offset 0,0.7 font ',11'
