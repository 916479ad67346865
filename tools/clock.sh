#!/bin/sh
# Prints what the simulator's clock knows of each program's kernel: of one program all of it, of
# two the comparison, of more one table.
# usage: tools/clock.sh gpu|sim PROGRAM... -- [ARGUMENT...]
. tools/programs.sh

if [ "$backend" = gpu ]; then
    echo "The clock is the simulator's model: add BACKEND=sim. (On a GPU, \`make profile\` writes" >&2
    echo "a report that says what the time went to.)" >&2
    exit 2
fi
case $SIM_CLOCK,$SIM_COUNTERS in
0,* | *,0)
    echo "The clock is off (SIM_CLOCK=0 or SIM_COUNTERS=0): there are no modelled times." >&2
    exit 2
    ;;
esac
out=build/sim/clock
mkdir -p "$out"
case $programs in
" "*" "*) ;;
*)
    SIM_REPORT=clock
    export SIM_REPORT
    exec build/sim/${programs# } "$@"
    ;;
esac
files=
for program in $programs; do
    csv=$out/$program.csv
    rm -f "$csv"
    SIM_CSV=$csv build/sim/$program "$@" >"$out/$program.txt" || {
        status=$?
        left_out $status && continue
        cat "$out/$program.txt"
        exit $status
    }
    [ -n "$files" ] || sed -n "1s/^$program on //p; 2s/,.*//p" "$out/$program.txt"
    files="$files $csv"
done
[ -n "$files" ] || exit 77
echo "All figures are modelled, of one launch: docs/clock.md."
echo
build/tools/clock_table $files
echo
echo "As csv: $out/"
