#!/bin/sh
# Grades one student's submission for grade_all.sh: writes the grader's output, the points and a row
# for the table into its folder of the output.
# usage: course/grade_one.sh "02 03 04" OUTPUT SUBMISSION, with CLASS in the environment: whose folder it is in
# Exit status: 0, whatever the points.
steps=$1
out=$2
folder=${3%/}
student=${folder##*/}

. course/say.sh
name=$(course/shown.sh "$student")
# the folder's name is that of the student, as far as it can be one
place=$out/$(course/place.sh "$student")
rm -rf "$place"
mkdir -p "$place"
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

note=
if [ ! -L "$folder" ]; then
    course/collect.sh "$folder" "$steps" "$work" || exit 3
    note=$(cat "$work/note")
fi

row=
: >"$place/points.csv"
if [ -L "$folder" ]; then # it might lead to other students' files
    score=$(say 'not graded: a link')
    note=$score
elif build/course/grade --student "$work/steps" --steps "$steps" --out "$place" \
    --csv "$place/points.csv" --json "$place/grade.json" \
    --language "${SPOKEN:-en}" --hint-price "$HINT_PRICE" ${SEED:+--seed "$SEED"} \
    --gradescope "$place/results.json" >"$place/grade.txt" 2>&1 || [ $? -eq 1 ]; then
    score=$(sed -n 's|.*, "score": \(-*[0-9]*\), "of": \([0-9]*\)}$|\1/\2|p' "$place/grade.json")${note:+ ($note)}
    [ -z "$note" ] || { echo; say "Handed in: $note"; } >>"$place/grade.txt"
    # hints that were asked for, and a record that is gone where hints have a price
    hints=$(sed -n 's/.*"step": "step\([0-9]*\).*"asked": \([0-9]*\), "price": \([0-9]*\), "record": "\(.*\)".*/\1 \2 \3 \4/p' \
            "$place/grade.json" | awk '$2 > 0 || $3 > 0 {
                printf "step %s: %d hints for %d points%s\n", $1, $2, $3, $4 == "kept" ? "" : " (hints.txt is " $4 ")"
            }' | while read -r line; do say "$line"; done | awk '{ printf "%s%s", separator, $0; separator = "; " }')
    note=$note${note:+${hints:+; }}$hints
    row=graded
else
    score="not graded: $(tail -n 1 "$place/grade.txt")"
    note=$(printf '%s' "$score" | tr ',"\t' '___')
fi
# without a grade there are no points, which is not the same as 0
name=$(course/shown.sh "$student" csv) note=$note row=$row awk -F, -v steps="$steps" '
    { points[substr($1, 5, 2)] += $3 }
    END {
        printf "%s", ENVIRON["name"]
        n = split(steps, step, " ")
        for (i = 1; i <= n; i++) {
            printf ",%s", ENVIRON["row"] == "" ? "" : points[step[i]] + 0
            total += points[step[i]]
        }
        printf ",%s,%d,%s\n", ENVIRON["row"] == "" ? "" : total + 0, 100 * n, ENVIRON["note"]
    }' "$place/points.csv" >"$place/row.csv"
echo "$steps" >"$place/steps"
echo "$HINT_PRICE" >"$place/hint_price"
echo "$SEED" >"$place/seed"
printf '%s\n' "$CLASS" >"$place/class"
course/fingerprint.sh "$folder" >"$place/submitted" # RESUME compares it: dates say little
echo >>"$COUNTED"
done=$((${DONE:-0} + $(wc -l <"$COUNTED")))
printf '%s\n' "${TOTAL:+$done of $TOTAL: }$name: $score" >&2
