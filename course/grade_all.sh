#!/bin/sh
# Grades every submission in a folder: one folder for each student, with the step
# folders in it or up to two folders below. Prints a table; writes it as csv.
# usage: course/grade_all.sh SUBMISSIONS ["02 03 04"]
# Exit status: 0 all are graded, whatever their points; 2 bad usage.
submissions=$1
steps=$2
out=build/grade-all

refuse() {
    echo "$1" >&2
    exit 2
}

[ -n "$submissions" ] ||
    refuse 'Say where the submissions are: make grade-all DIR=folder [STEPS="02 03 04"]'
[ -d "$submissions" ] && [ -r "$submissions" ] || refuse "DIR: $submissions: no such folder"
set -f # a * in STEPS is no file
for number in $steps; do
    [ -e "course/predict/step$number.txt" ] || refuse "STEPS: there is no exercise $number"
done
if [ -z "$steps" ]; then # what anybody has handed in
    steps=$(find "$submissions" -maxdepth 4 -path '*/step[0-9][0-9]_*/reduce.cu' 2>/dev/null |
            sed 's|.*/step\([0-9]*\)_[^/]*/reduce.cu|\1|' | sort -u |
            while read -r number; do
                [ ! -e "course/predict/step$number.txt" ] || printf '%s ' "$number"
            done)
fi
[ -n "$steps" ] || refuse "DIR: $submissions: no exercise in it; say which count: STEPS=\"02 03 04\""
steps=$(printf '%s\n' $steps | sort -u | tr '\n' ' ')
set +f
set -- "$submissions"/*/
[ -d "$1" ] || refuse "DIR: $submissions: no folder in it"

rm -rf "$out"
mkdir -p "$out"
done=0
for folder; do
    folder=${folder%/}
    student=${folder##*/}
    # the folder that holds the steps; not what a Mac packs beside them
    found=$(find "$folder" -mindepth 1 -maxdepth 3 -name __MACOSX -prune -o \
                 -type d -name 'step[0-9][0-9]_*' -print 2>/dev/null |
            awk '{ print gsub("/", "/"), $0 }' | sort -n | head -n 1 | cut -d ' ' -f 2-)
    root=$folder
    [ -z "$found" ] || root=$(dirname -- "$found")
    mkdir -p "$out/$student"
    : >"$out/$student/points.csv"
    if [ -L "$folder" ]; then # might lead to what others have handed in
        score='not graded: a link'
    elif build/course/grade --student "$root" --steps "$steps" --out "$out/$student" \
        --csv "$out/$student/points.csv" --json "$out/$student/grade.json" \
        >"$out/$student/grade.txt" 2>&1 || [ $? -eq 1 ]; then
        score=$(sed -n 's/^Score: //p' "$out/$student/grade.txt")
    else
        score="not graded: $(tail -n 1 "$out/$student/grade.txt")"
    fi
    done=$((done + 1))
    name=$(printf '%s' "$student" | tr '\n",' '___')
    printf '%s\n' "$done of $#: $name: $score" >&2
    name=$name awk -F, -v steps="$steps" '
        { points[substr($1, 5, 2)] += $3 }
        END {
            printf "%s", ENVIRON["name"]
            n = split(steps, step, " ")
            for (i = 1; i <= n; i++) {
                printf ",%d", points[step[i]]
                total += points[step[i]]
            }
            printf ",%d,%d\n", total, 100 * n
        }' "$out/$student/points.csv" >>"$out/rows.csv"
done
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
