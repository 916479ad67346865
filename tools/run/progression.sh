#!/bin/sh
# Runs the whole progression and prints it as one table.
# usage: tools/run/progression.sh gpu|sim PROGRAM... -- [ARGUMENT...]
# Exit status: 0 if every sum is right, else the first program's that was not 0.
. tools/run/programs.sh

out=build/$backend/run
rm -rf "$out"
mkdir -p "$out"
status=0
skipped=
for program in $programs; do
    echo "$program"
    if SIM_CSV=$out/$program.counters.csv build/$backend/$program "$@" --csv "$out/$program.csv" \
        >"$out/$program.txt"; then
        tail -n 1 "$out/$program.txt" | sed 's/^/  /'
    else
        failed=$?
        # what the simulator cannot run (77) is left out of the table, and says why
        if left_out $failed; then
            skipped="$skipped $program"
            continue
        fi
        tail -n 1 "$out/$program.txt" | sed 's/^/  /'
        [ $status -ne 0 ] || status=$failed
        [ $failed -ne 2 ] && [ $failed -ne 77 ] || exit $failed
    fi
done

# On a GPU the efficiencies come from the hardware's counters, where they may be read.
if [ "$backend" = gpu ]; then
    echo "Reading the hardware counters with ncu, one launch of each step ..."
    for program in $programs; do
        tools/run/ncu.sh "$program" "$out/$program.counters.csv" "$@" || break
    done
fi

for program in $skipped; do
    programs=$(echo " $programs " | sed "s/ $program / /")
done
[ -n "$(echo $programs)" ] || exit 77
first=$(set -- $programs && echo "$1")
echo
head -n 3 "$out/$first.txt" | sed "s/^$first on //"
build/tools/progression_table "$backend" "$out" $programs
[ $status -eq 0 ] || echo "NOT EVERY SUM IS RIGHT: see above." >&2
exit $status
