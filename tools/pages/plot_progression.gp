# The time of each step as a bar, from 0 on, as the lecture's closing chart shows it, on its side.
# usage: gnuplot -e "data='run.csv'; device='...'; date='...'; format='svg|png'; output='...'"
#                -e "times=11; host=20"  (which columns have the times, and what the host adds; 0: none)
height = 640
load 'tools/pages/plot_style.gp'
stats data using 4 every ::1::1 nooutput
set title sprintf("Sum of %.0f ints\n%s, %s", STATS_max, device, date) noenhanced
set xlabel 'time (ms)'
stats data using times every ::1 nooutput
of_host(row) = host > 0 ? column(host) : 0
stats data using (column(times) + of_host(0)) every ::1 nooutput
set xrange [0:1.2 * STATS_max]
set style fill solid 0.85 border -1
set grid xtics noytics linecolor rgb '#dddddd'
set ytics noenhanced
set yrange [*:*] reverse
set offsets 0, 0, 0.6, 0.6
set key at graph 0.99, graph 0.5 right reverse Left noenhanced samplen 2
# step01_neighbored_gmem is step 01; step 15 has a bar for each library
name(program, kernel) = program[1:6] eq 'step15' ? kernel[1:6] eq 'thrust' ? 'Thrust' : 'CUB' \
                                                 : 'step ' . program[5:6]
# a box from left to right and from top to bottom
plot data every ::1 using times:0:(0):times:($0 - 0.35):($0 + 0.35):ytic(name(stringcolumn(1), stringcolumn(2))) \
         with boxxyerror linecolor rgb '#4878a8' title 'the kernel', \
     data every ::1 using times:0:times:(column(times) + of_host(0)):($0 - 0.35):($0 + 0.35) \
         with boxxyerror fillstyle solid 0.25 linecolor rgb '#4878a8' title 'the host, behind it', \
     data every ::1 using (column(times) + of_host(0)):0:(sprintf(' %.4f', column(times))) with labels left notitle
