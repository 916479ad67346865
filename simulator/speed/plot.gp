# Accesses a second over host threads, n or the size of a block, both axes logarithmic.
# usage: gnuplot -e "data='scaling.csv'; sweep='threads|n|block'; output='...'" speed/plot.gp
set terminal svg size 600,480 font 'sans-serif,18' background 'white'
set output output
set datafile separator ','
set border 3
set tics nomirror out
set grid ytics linecolor rgb '#dddddd'
machine = system(sprintf("sed -n '1s/^# //p' '%s'", data))
date = system(sprintf("sed -n '4s/^# //p' '%s'", data))
rows(mode, kernel) = sprintf("< grep '^%s,%s,%s,' '%s'", sweep, mode, kernel, data)
column = sweep eq 'threads' ? 4 : sweep eq 'n' ? 5 : 6
set logscale x 2
set logscale y
set format y '%.0f'
if (sweep eq 'n') set format x '2^{%L}'
set title machine . "\n" . date noenhanced
set rmargin 4
set xlabel sweep eq 'threads' ? 'host threads' : sweep eq 'n' ? 'n' : 'threads in a block'
set ylabel 'million accesses a second' offset 1
set yrange [10:10000]
if (sweep eq 'n') set xtics 16
set key tmargin center maxrows 2 reverse Left noenhanced samplen 2 # above the lines, wherever they go
speed(accesses, seconds) = accesses / seconds / 1e6
plot rows('plain', 'saxpy') using column:(speed($8, $11)) with linespoints linewidth 3 pointtype 5 linecolor rgb '#4878a8' title 'saxpy, plain', \
     rows('plain', 'sum') using column:(speed($8, $11)) with linespoints linewidth 3 pointtype 4 linecolor rgb '#60a0d8' title 'sum, plain', \
     rows('counted', 'saxpy') using column:(speed($8, $11)) with linespoints linewidth 3 pointtype 7 linecolor rgb '#c03028' title 'saxpy, counted', \
     rows('counted', 'sum') using column:(speed($8, $11)) with linespoints linewidth 3 pointtype 6 linecolor rgb '#d89020' title 'sum, counted'
