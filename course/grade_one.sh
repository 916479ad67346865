#!/bin/sh
# Grades one student's submission for grade_all.sh: writes the grader's output, the points and a row
# for the table into its folder of the output.
# usage: course/grade_one.sh "02 03 04" OUTPUT SUBMISSION
# Exit status: 0, whatever the points.
steps=$1
out=$2
folder=${3%/}
student=${folder##*/}

# A name that neither a terminal nor a spreadsheet takes for something else.
name=$(printf '%s' "$student" | LC_ALL=C tr '\n",;\t' '_____' | LC_ALL=C tr -c ' -~' '?')
case $name in
[=+@-]*) name="'$name" ;;
esac
# the folder's name is that of the student, as far as it can be one
place=$out/$(printf '%.100s' "$student" | tr '\n' '_')
[ "${#student}" -le 100 ] || place=$place-$(printf '%s' "$student" | cksum | cut -d ' ' -f 1)
mkdir -p "$place"

# The folders that hold steps, the uppermost first; without a Mac's __MACOSX.
roots=$(find "$folder" -mindepth 1 -maxdepth 3 -name __MACOSX -prune -o \
             -type d -name 'step[0-9][0-9]_*' -print 2>/dev/null |
        awk '{ print gsub("/", "/"), $0 }' | sort -n | cut -d ' ' -f 2- |
        while IFS= read -r found; do dirname -- "$found"; done | uniq)
root=$(printf '%s\n' "$roots" | head -n 1)
note=
[ "$(printf '%s\n' "$roots" | sort -u | wc -l)" -eq 1 ] ||
    note=" (several folders hold steps; this is $root)"
[ -n "$root" ] || root=$folder

row=
: >"$place/points.csv"
if [ -L "$folder" ]; then # it might lead to other students' files
    score='not graded: a link'
elif build/course/grade --student "$root" --steps "$steps" --out "$place" \
    --csv "$place/points.csv" --json "$place/grade.json" \
    --gradescope "$place/results.json" >"$place/grade.txt" 2>&1 || [ $? -eq 1 ]; then
    score=$(sed -n 's/^Score: //p' "$place/grade.txt")$note
    row=graded
else
    score="not graded: $(tail -n 1 "$place/grade.txt")"
fi
# without a grade there are no points, which is not the same as 0
name=$name row=$row awk -F, -v steps="$steps" '
    { points[substr($1, 5, 2)] += $3 }
    END {
        printf "%s", ENVIRON["name"]
        n = split(steps, step, " ")
        for (i = 1; i <= n; i++) {
            printf ",%s", ENVIRON["row"] == "" ? "" : points[step[i]] + 0
            total += points[step[i]]
        }
        printf ",%s,%d\n", ENVIRON["row"] == "" ? "" : total + 0, 100 * n
    }' "$place/points.csv" >"$place/row.csv"
echo "$steps" >"$place/steps"
done=$(find "$out" -name row.csv | wc -l)
printf '%s\n' "${TOTAL:+$done of $TOTAL: }$name: $score" >&2
