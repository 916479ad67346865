#!/bin/sh
# Grades every submission in a folder: one folder for each student, with the step
# folders in it or up to two folders below. Prints a table; writes it as csv.
# usage: course/grade_all.sh SUBMISSIONS ["02 03 04" ["anna ben" [JOBS [RESUME]]]]
#   "anna ben": only these folders, patterns allowed; JOBS: how many at a time, 1;
#   RESUME: not empty: students with a grade of an earlier run, for the same steps, keep it.
# Exit status: 0 all are graded, whatever their points; 2 bad usage.
submissions=$1
steps=$2
only=$3
jobs=${4:-1}
resume=$5
out=build/grade-all

refuse() {
    echo "$1" >&2
    exit 2
}

[ -n "$submissions" ] ||
    refuse 'Say where the submissions are: make grade-all DIR=folder [STEPS="02 03 04"]'
[ -d "$submissions" ] && [ -r "$submissions" ] || refuse "DIR: $submissions: no such folder"
case $jobs in
'' | *[!0-9]* | 0*) refuse "JOBS: $jobs: how many gradings run at a time, 1 or more" ;;
esac
set -f # a * in STEPS is no file
numbers=
for number in $steps; do
    case $number in [1-9]) number=0$number ;; esac
    [ -e "course/predict/step$number.txt" ] || refuse "STEPS: there is no exercise $number"
    numbers="$numbers $number"
done
steps=$numbers
if [ -z "$steps" ]; then # all that are handed in
    steps=$(find "$submissions" -maxdepth 4 -path '*/step[0-9][0-9]_*/reduce.cu' 2>/dev/null |
            sed 's|.*/step\([0-9]*\)_[^/]*/reduce.cu|\1|' | sort -u |
            while read -r number; do
                [ ! -e "course/predict/step$number.txt" ] || printf '%s ' "$number"
            done)
fi
[ -n "$steps" ] || refuse "DIR: $submissions: no exercise in it; say which count: STEPS=\"02 03 04\""
steps=$(printf '%s\n' $steps | sort -u | tr '\n' ' ')
steps=${steps% }
set +f
set -- "$submissions"/*/
[ -d "$1" ] || refuse "DIR: $submissions: no folder in it"

# wanted STUDENT: whether ONLY names it
wanted() {
    [ -n "$only" ] || return 0
    set -f
    for pattern in $only; do
        case $1 in
        $pattern) set +f; return 0 ;;
        esac
    done
    set +f
    return 1
}

# place STUDENT: its folder of the output, as grade_one.sh has it
place() {
    printf '%s/%s' "$out" "$(printf '%.100s' "$1" | tr '\n' '_')"
    [ "${#1}" -le 100 ] || printf -- '-%s' "$(printf '%s' "$1" | cksum | cut -d ' ' -f 1)"
}

[ -n "$resume" ] || rm -rf "$out"
mkdir -p "$out"
: >"$out/to-do"
count=0
for folder; do
    student=${folder%/}
    student=${student##*/}
    wanted "$student" || continue
    count=$((count + 1))
    done=$(place "$student")
    [ -n "$resume" ] && [ -s "$done/row.csv" ] && [ "$(cat "$done/steps")" = "$steps" ] &&
        [ -z "$(find "$folder" -newer "$done/row.csv" -print 2>/dev/null | head -n 1)" ] && continue
    printf '%s\0' "$folder" >>"$out/to-do"
done
[ "$count" -gt 0 ] || refuse "ONLY: $only: no folder of that name in $submissions"
left=$(tr -cd '\0' <"$out/to-do" | wc -c)
[ "$left" -eq "$count" ] || echo "$count to grade, $((count - left)) of them done before." >&2
[ -n "$only" ] || export TOTAL="$count"
[ "$left" -eq 0 ] ||
    xargs -0 -n 1 -P "$jobs" course/grade_one.sh "$steps" "$out" <"$out/to-do"
rm -f "$out/to-do"
{
    printf 'student'
    for step in $steps; do
        printf ',step%s' "$step"
    done
    echo ',points,of'
    for folder; do
        student=${folder%/}
        student=${student##*/}
        ! wanted "$student" || cat "$(place "$student")/row.csv"
    done
} >"$out/grades.csv"
echo
awk -F, '{ printf "%-24s", $1; for (i = 2; i <= NF; i++) printf "%8s", $i == "" ? "-" : $i; print "" }' \
    "$out/grades.csv"
echo
echo "As csv: $out/grades.csv. What each was told: $out/STUDENT/grade.txt"
