#!/bin/sh
# Prints what the right number of instructions could gain, as Markdown for docs/clock_model.md.
# usage: calibrate/issue_section.sh FOLDER...     (FOLDER/issue_scaled.csv: calibrate/issue_scaled.sh)
for folder; do
    [ ! -s "$folder/issue_scaled.csv" ] || awk -F, -v device="${folder##*/}" 'NR > 1 {
        for (kind = 6; kind <= 8; kind += 2) {
            error = log($kind / $5)
            print device, kind, error < 0 ? -error : error
        }
    }' "$folder/issue_scaled.csv"
done | sort -k 1,1 -k 2,2n -k 3,3n | awk '
    function row() {
        if (count)
            printf "| %s | %s | %d | %.3f | %.3f | %.0f %% |\n", device, kind == 6 ? "as modelled" : "as ncu counts them", count,
                sum / count, (error[int((count + 1) / 2)] + error[int(count / 2) + 1]) / 2, 100 * within / count
        count = sum = within = 0
    }
    BEGIN { print "| device | instructions | times | mean | median | ≤ 35 % |\n|---|---|--:|--:|--:|--:|" }
    $1 != device || $2 != kind { row(); device = $1; kind = $2 }
    { error[++count] = $3; sum += $3; within += $3 <= log(1.35) }
    END { row() }'
