#!/bin/sh
# Prints how often the model's limit is that of Nsight Compute, and how far its instructions are off, as Markdown for
# docs/clock_model.md.
# usage: calibrate/limits_section.sh FOLDER...     (FOLDER/limits.csv: calibrate/limits.sh)
echo "| device | limit, as ncu says | kernels | the model says so | instructions, mean | median | ≤ 15 % |"
echo "|---|---|--:|--:|--:|--:|--:|"
for folder; do
    [ ! -s "$folder/limits.csv" ] || awk -F, -v device="${folder##*/}" 'NR > 1 {
        error = log($6 / $5)
        error = error < 0 ? -error : error
        print device, $7, $7 == $8, error
        print device, "~all", $7 == $8, error
    }' "$folder/limits.csv"
done | LC_ALL=C sort -k 1,1 -k 2,2 -k 4,4n | awk '
    function row() {
        if (count)
            printf "| %s | %s | %d | %d | %.3f | %.3f | %.0f %% |\n", device, limit == "~all" ? "all" : limit, count, right,
                sum / count, (error[int((count + 1) / 2)] + error[int(count / 2) + 1]) / 2, 100 * within / count
        count = right = sum = within = 0
    }
    $1 != device || $2 != limit { row(); device = $1; limit = $2 }
    { error[++count] = $4; sum += $4; right += $3; within += $4 <= log(1.15) }
    END { row() }'
