#!/bin/sh
# Grades every submission in a folder: a folder or an archive for each student, as course/collect.sh
# takes them. Prints a table; writes it as csv.
# usage: course/grade_all.sh SUBMISSIONS ["02 03 04" ["anna ben" [JOBS [RESUME [ROSTER [PART]]]]]]
#   "anna ben": only these folders, patterns allowed: all others keep their grades; JOBS: how many at
#   a time, 1; RESUME: not empty: students with a grade of an earlier run, for the same steps and the
#   same files, keep it; ROSTER: a file with a line "folder,id" for each student; PART: "2/8" grades
#   the second of eight parts of the class, which so many machines with one file system share.
# SEED in the environment: all are graded on the launches that it draws, else each on others.
# Exit status: 0 all are graded, whatever their points; 2 bad usage.
submissions=$1
steps=$2
only=$3
jobs=${4:-1}
resume=$5
export ROSTER="$6"
part=${7:-1/1}
export SEED
out=build/grade-all
. course/say.sh

refuse() {
    echo "$1" >&2
    exit 2
}

[ -n "$submissions" ] ||
    refuse 'Say where the submissions are: make grade-all DIR=folder [STEPS="02 03 04"]'
[ -d "$submissions" ] && [ -r "$submissions" ] || refuse "DIR: $submissions: no such folder"
CLASS=$(cd -- "$submissions" && pwd -P) # a student of the same name in another folder is another one
export CLASS
case $jobs in
'' | *[!0-9]* | 0*) refuse "JOBS: $jobs: how many gradings run at a time, 1 or more" ;;
esac
case $part in
*[!0-9/]* | */*/* | /* | */ | 0* | */0*) part= ;;
*/*) [ "${part%/*}" -le "${part#*/}" ] || part= ;;
*) part= ;;
esac
[ -n "$part" ] || refuse "PART: $7: which part of how many, such as 2/8"
case $SEED in
*[!0-9]* | ???????????*) refuse "SEED: $SEED: a seed is a whole number from 0 to 4294967295" ;;
?*) [ "$SEED" -le 4294967295 ] || refuse "SEED: $SEED: a seed is a whole number from 0 to 4294967295" ;;
esac
[ -z "$ROSTER" ] || [ -r "$ROSTER" ] || refuse "ROSTER: $ROSTER: no such file"
[ "$part" = 1/1 ] || resume=1 # the parts of others stay
set -f # a * in STEPS is no file
numbers=
for number in $steps; do
    case $number in [1-9]) number=0$number ;; esac
    [ -e "course/predict/step$number.txt" ] || refuse "STEPS: there is no exercise $number"
    numbers="$numbers $number"
done
set +f
steps=$numbers
if [ -z "$steps" ]; then # all that are handed in
    steps=$(for submission in "$submissions"/*; do
                course/steps_in.sh "$submission"
            done | sort -u |
            while read -r number; do
                [ ! -e "course/predict/step$number.txt" ] || printf '%s ' "$number"
            done)
fi
[ -n "$steps" ] || refuse "DIR: $submissions: no exercise in it; say which count: STEPS=\"02 03 04\""
steps=$(printf '%s\n' $steps | sort -u | tr '\n' ' ')
steps=${steps% }
set -- "$submissions"/*
kept=$#
for submission; do # folders, and archives that are submissions by themselves
    case $submission in
    *.[zZ][iI][pP] | *.tar | *.tgz | *.tar.gz) set -- "$@" "$submission" ;;
    *) [ ! -d "$submission" ] || set -- "$@" "$submission" ;;
    esac
done
shift "$kept"
[ $# -gt 0 ] || refuse "DIR: $submissions: no folder in it"

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

# is_there STUDENT: whether there is a folder or an archive of that name
is_there() {
    for ending in '' .zip .ZIP .Zip .tar .tgz .tar.gz; do
        [ ! -e "$submissions/$1$ending" ] || return 0
    done
    return 1
}
tab=$(printf '\t')

[ -n "$resume$only" ] || rm -rf "$out"
mkdir -p "$out"
to_do=$(mktemp) || exit 3
COUNTED=$(mktemp) || exit 3 # a line for each that is graded
export COUNTED
trap 'rm -f "$to_do" "$COUNTED"' EXIT
turn=0
count=0
for folder; do
    student=${folder%/}
    student=${student##*/}
    wanted "$student" || continue
    turn=$((turn % ${part#*/} + 1))
    [ "$turn" -eq "${part%/*}" ] || continue
    count=$((count + 1))
    done=$out/$(course/place.sh "$student")
    [ -n "$resume" ] && [ -s "$done/row.csv" ] && [ "$(cat "$done/steps")" = "$steps" ] &&
        [ "$(cat "$done/hint_price" 2>/dev/null)" = "$HINT_PRICE" ] &&
        [ -z "$SEED" -o "$(cat "$done/seed" 2>/dev/null)" = "$SEED" ] &&
        [ "$(cat "$done/submitted")" = "$(course/fingerprint.sh "$folder")" ] &&
        printf '%s\n' "$CLASS" >"$done/class" && continue # the class may have been moved
    printf '%s\0' "$folder" >>"$to_do"
done
[ "$count" -gt 0 ] || [ "$turn" -gt 0 ] || refuse "ONLY: $only: no folder of that name in $submissions"
left=$(tr -cd '\0' <"$to_do" | wc -c)
[ "$left" -eq "$count" ] || say "$count to grade, $((count - left)) of them done before." >&2
[ -n "$only" ] || export TOTAL="$count" DONE="$((count - left))"
[ "$left" -eq 0 ] ||
    xargs -0 -n 1 -P "$jobs" course/grade_one.sh "$steps" "$out" <"$to_do"
{
    printf 'student'
    [ -z "$ROSTER" ] || printf ',id'
    for step in $steps; do
        printf ',step%s' "$step"
    done
    echo ',points,of,note'
    for folder; do # all that have a grade, of this run or of an earlier one for the same steps
        student=${folder%/}
        student=${student##*/}
        done=$out/$(course/place.sh "$student")
        [ -s "$done/row.csv" ] && [ "$(cat "$done/steps")" = "$steps" ] &&
            [ "$(cat "$done/class" 2>/dev/null)" = "$CLASS" ] || continue
        # ids are those of this run's roster, whenever the grade was given
        id=${ROSTER:+,$(course/roster.sh "$ROSTER" "$student")} awk '
            { match($0, /^"([^"]|"")*"|^[^,]*/); print substr($0, 1, RLENGTH) ENVIRON["id"] substr($0, RLENGTH + 1) }' "$done/row.csv"
    done
    # those of the roster who have handed in nothing
    if [ -n "$ROSTER" ]; then
        course/roster.sh "$ROSTER" | while IFS="$tab" read -r student id; do
            is_there "$student" ||
                printf '%s,%s,%s\n' "$(course/shown.sh "$student" csv)" "$id" \
                    "$(printf '%s\n' $steps | tr '\n' ',' | tr -d 0-9),$((100 * $(echo $steps | wc -w))),$(say 'nothing handed in')"
        done
    fi
} >"$out/grades.csv.$$"
mv "$out/grades.csv.$$" "$out/grades.csv"
echo
# a Chinese, Japanese or Korean letter is as wide as two: three or four bytes, of which the first says so
LC_ALL=C awk '{
    match($0, /^"([^"]|"")*"|^[^,]*/)
    name = substr($0, 1, RLENGTH)
    if (sub(/^"/, "", name)) { sub(/"$/, "", name); gsub(/""/, "\"", name) }
    fields = split(substr($0, RLENGTH + 2), field, ",")
    columns = length(name) - gsub(/[\200-\277]/, "&", name) + gsub(/[\343-\355\357\360]/, "&", name)
    printf "%s%" (columns < 24 ? 24 - columns : 0) "s", name, ""
    for (i = 1; i < fields; i++) printf "%8s", field[i] == "" ? "-" : field[i]
    print field[fields] == "" || NR == 1 ? "" : "  " field[fields]
}' \
    "$out/grades.csv"
echo
say "As csv: $out/grades.csv. What each was told: $out/STUDENT/grade.txt"
