#!/bin/sh
# Grades every submission in a folder: one folder for each student, with the step
# folders in it or up to two folders below. Prints a table; writes it as csv.
# usage: course/grade_all.sh SUBMISSIONS ["02 03 04"]
submissions=$1
steps=$2
out=build/grade-all

if [ -z "$submissions" ] || [ ! -d "$submissions" ]; then
    echo 'Say where the submissions are: make grade-all DIR=folder [STEPS="02 03 04"]' >&2
    exit 2
fi
if [ -z "$steps" ]; then # what anybody has handed in
    steps=$(find "$submissions" -maxdepth 4 -path '*/step[0-9][0-9]_*/predict.txt' |
            sed 's|.*/step\([0-9]*\)_[^/]*/predict.txt|\1|' | sort -u | tr '\n' ' ')
fi
if [ -z "$steps" ]; then
    echo "$submissions: no step with a predict.txt in it; say which steps: STEPS=\"02 03 04\"" >&2
    exit 2
fi
rm -rf "$out"
mkdir -p "$out"
count=$(find "$submissions" -mindepth 1 -maxdepth 1 -type d | wc -l)
done=0
for folder in "$submissions"/*/; do
    [ -d "$folder" ] || continue
    student=$(basename "$folder")
    # the folder that holds the steps
    found=$(find "$folder" -mindepth 1 -maxdepth 3 -type d -name 'step[0-9][0-9]_*' |
            awk '{ print gsub("/", "/"), $0 }' | sort -n | head -n 1 | cut -d ' ' -f 2-)
    root=$folder
    [ -z "$found" ] || root=$(dirname "$found")
    mkdir -p "$out/$student"
    build/course/grade --student "$root" --steps "$steps" --out "$out/$student" \
        --csv "$out/$student/points.csv" --json "$out/$student/grade.json" \
        >"$out/$student/grade.txt" 2>&1
    status=$?
    done=$((done + 1))
    if [ $status -gt 1 ]; then
        score="not graded: $(tail -n 1 "$out/$student/grade.txt")"
    else
        score=$(sed -n 's/^Score: //p' "$out/$student/grade.txt")
    fi
    echo "$done of $count: $student: $score" >&2
    awk -F, -v student="$student" -v steps="$steps" '
        { points[substr($1, 5, 2)] += $3 }
        END {
            gsub(/[",]/, "_", student)
            printf "%s", student
            n = split(steps, step, " ")
            for (i = 1; i <= n; i++) {
                printf ",%d", points[step[i]]
                total += points[step[i]]
            }
            printf ",%d,%d\n", total, 100 * n
        }' "$out/$student/points.csv" >>"$out/rows.csv" 2>/dev/null
done
if [ "$done" -eq 0 ]; then
    echo "$submissions: no folder in it" >&2
    exit 2
fi
{
    printf 'student'
    for step in $steps; do
        printf ',step%s' "$step"
    done
    echo ',points,of'
    cat "$out/rows.csv"
} >"$out/grades.csv"
rm "$out/rows.csv"
echo
awk -F, '{ printf "%-24s", $1; for (i = 2; i <= NF; i++) printf "%8s", $i; print "" }' \
    "$out/grades.csv"
echo
echo "As csv: $out/grades.csv. What each was told: $out/STUDENT/grade.txt"
