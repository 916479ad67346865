# What all charts share. Read by the others, with format and output set. A phone shows a picture
# 400 pixels wide: the letters must be readable even so.
if (!exists("height")) height = 480
if (format eq 'svg') set terminal svg size 600,height font 'sans-serif,18' background 'white'; else \
    set terminal pngcairo size 1200,2 * height font 'sans-serif,26' linewidth 2 background 'white'
set output output
set datafile separator ','
set border 3
set tics nomirror out
set grid ytics linecolor rgb '#dddddd'
