#!/bin/sh
# Runs programs and makes pages that show what happened: of one program or of two side by side
# one page, of more a page each. Or, as trace, the modelled time lines as files for Perfetto.
# usage: tools/run/view.sh view|trace gpu|sim PROGRAM... -- [ARGUMENT...]
# Exit status: the first program's that was not 0.
action=$1
shift
. tools/run/programs.sh

if [ "$backend" = gpu ]; then
    echo "A $action is the simulator's: add BACKEND=sim. (On a GPU, \`make profile\` writes a" >&2
    echo "report that Nsight Compute's window shows.)" >&2
    exit 2
fi
if [ "$action" = trace ]; then
    case $SIM_CLOCK,$SIM_COUNTERS in
    0,* | *,0)
        echo "The clock is off (SIM_CLOCK=0 or SIM_COUNTERS=0): there are no modelled times." >&2
        exit 2
        ;;
    esac
fi
out=build/sim/view
mkdir -p "$out"

# A step's file is called by its number alone.
name_of() {
    case $1 in
    step[0-9][0-9]_*) echo "${1%%_*}" ;;
    *) echo "$1" ;;
    esac
}

case $programs in
" "*" "*" "*) together= ;;
" "*" "*) [ "$action" = view ] && together=1 ;;
esac
status=0
names=
files=
made=
for program in $programs; do
    name=$(name_of "$program")
    case $action,$together in
    view,1) file=$out/$name.json ;;
    view,*) file=$out/$name.html ;;
    *) file=$out/$name.trace.json ;;
    esac
    rm -f "$file"
    unset SIM_VIEW SIM_TRACE
    # of a step: fewer numbers than it takes otherwise, as a page has room for few blocks anyway
    case $program in
    step*) n='-n 2^22' ;;
    *) n= ;;
    esac
    if [ "$action" = view ]; then
        SIM_VIEW=$file build/sim/$program $n "$@"
    else
        SIM_TRACE=$file build/sim/$program $n "$@"
    fi || {
        failed=$?
        if left_out $failed; then
            rm -f "$file"
            continue
        fi
        [ $status -ne 0 ] || status=$failed
        # what the simulator found is what people want to see; bad usage is the same for all
        if [ $failed -eq 2 ]; then
            rm -f "$file"
            break
        fi
    }
    names=${names:+${names}_}$name
    files="$files $file"
    [ -n "$together" ] || made="$made $file"
done
if [ -n "$together" ] && [ -n "$files" ] && [ $status -ne 2 ]; then
    build/simcc/assemble simulator/view/page/page.html $files >"$out/$names.html" || exit 3
    made=$out/$names.html
fi
for file in $made; do
    if [ "$action" = view ]; then
        echo "The view: $file (open it in a browser)"
    else
        echo "The trace, modelled: $file (open it in https://ui.perfetto.dev)"
    fi
done
exit $status
