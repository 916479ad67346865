#!/bin/sh
# Prints what the simulator's clock knows of each program's kernel: of one program all of it, of
# two the comparison, of more one table.
# usage: tools/run/clock.sh gpu|sim PROGRAM... -- [ARGUMENT...]
. tools/run/programs.sh

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

# run_program PROGRAM [ARGUMENT...]: leaves in $out what it prints and its csv. Where only times are
# asked for nothing is checked but the sum: that takes half as long, and the times are the same.
run_program() {
    program=$1
    shift
    rm -f "$out/$program".*
    SIM_CHECKS=${SIM_CHECKS:-0} SIM_CSV=$out/$program.csv.$$ build/sim/$program "$@" >"$out/$program.txt.$$"
    status=$?
    mv "$out/$program.txt.$$" "$out/$program.txt"
    [ ! -e "$out/$program.csv.$$" ] || mv "$out/$program.csv.$$" "$out/$program.csv"
    return $status
}

# Modelled times are the same whenever a program runs: what it has left, with these arguments on this
# device, need not be made again. Other settings, and --csv, may ask for more than that.
reusable=1
[ -z "$(env | grep '^SIM_' | grep -v '^SIM_DEVICE=')" ] || reusable=
case " $* " in
*" --csv"*) reusable= ;;
esac

# described PROGRAM [ARGUMENT...]: all that a run depends on
described() {
    cksum <build/sim/$1
    printf '%s\n' "$@"
    env | grep '^SIM_' | sort
}

# Leaves in $out what a program prints and its csv, of an earlier run if that was the same. A comparison needs no
# "what if", which is a fifth of a run's time; it is made all the same: the user may look at one of the programs next.
# make_ready PROGRAM [ARGUMENT...]: returns the program's status, also in $status
make_ready() {
    description=$(described "$@")
    status=0
    if [ -z "$reusable" ] || [ "$description" != "$(cat "$out/$1.of" 2>/dev/null)" ]; then
        run_program "$@" || return
        echo "$description" >"$out/$1.of"
    fi
}

export SIM_REPORT=clock
case $programs in
" "*" "*) ;;
*)
    program=${programs# }
    [ -z "$SIM_CSV" ] || exec build/sim/$program "$@" # asked for by the caller
    make_ready "$program" "$@"
    cat "$out/$program.txt"
    exit $status
    ;;
esac
files=
for program in $programs; do
    make_ready "$program" "$@" || {
        left_out $status && continue
        cat "$out/$program.txt"
        exit $status
    }
    [ -n "$files" ] || sed -n "1s/^$program on //p; 2s/,.*//p" "$out/$program.txt"
    files="$files $out/$program.csv"
done
[ -n "$files" ] || exit 77
echo "All figures are modelled, of one launch: simulator/docs/clock.md."
echo
build/tools/clock_table $files
echo
echo "As csv: $out/"
