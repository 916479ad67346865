# What both charts share. Read by the others, with format and output set.
if (format eq 'svg') set terminal svg size 960,560 font 'sans-serif,14' background 'white'; else \
    set terminal pngcairo size 1440,840 font 'sans-serif,16' background 'white'
set output output
set datafile separator ','
set border 3
set tics nomirror out
set grid ytics linecolor rgb '#dddddd'
