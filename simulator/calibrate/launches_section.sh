#!/bin/sh
# Prints what an empty launch takes, on an idle device and in line, as Markdown for docs/clock_model.md.
# usage: calibrate/launches_section.sh FOLDER...     (FOLDER/empty_launches.csv: a row for each run of latencies.cu)
echo "| device | day | runs | device idle (µs) | in line (µs) |"
echo "|---|---|--:|--:|--:|"
for folder; do
    [ ! -s "$folder/empty_launches.csv" ] || awk -F, -v device="${folder##*/}" '
        function range(least, most) {
            return least == most ? sprintf("%.2f", least) : sprintf("%.2f to %.2f", least, most)
        }
        function row() {
            if (runs)
                printf "| %s | %s | %d | %s | %s |\n", device, day, runs, range(idle, idle_most), range(queued, queued_most)
            runs = 0
        }
        FNR == 1 { next }
        $1 != day { row(); day = $1; idle = idle_most = $2; queued = queued_most = $3 }
        {
            runs++
            if ($2 < idle) idle = $2
            if ($2 > idle_most) idle_most = $2
            if ($3 < queued) queued = $3
            if ($3 > queued_most) queued_most = $3
        }
        END { row() }' "$folder/empty_launches.csv"
done
