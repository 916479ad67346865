#!/bin/sh
# In a handout: what to do first, where a command met an exercise that is not right yet.
# usage: course/to_do.sh STATUS FOLDER ACTION STEP...
#   STATUS: how the command ended, 1 where a kernel was wrong or something was found; or built, before it
#   begins; FOLDER: where the programs lie; ACTION: the command
# Exit status: 0; STATUS, if the command could not do its work; 1 for built, where a program is not there.
. "$(dirname "$0")/say.sh"
status=$1
folder=$2
action=$3
shift 3

if [ "$status" = built ]; then
    for step; do
        [ -e "$folder/$step" ] && continue
        if [ -s "$step/reduce.cu" ]; then
            say "Next: $step/reduce.cu does not compile: mend the first error above"
        else
            say "Next: $step/reduce.cu is empty: take the one that was handed out"
        fi
        exit 1
    done
    exit 0
fi
[ "$status" -eq 1 ] || exit "$status"
# Predictions compare a step with those before it: what lacks may be there.
steps=$*
[ "$action" != predict ] || steps=$(printf '%s\n' step[0-9]*_* | sed "/^$1\$/q")
for step in $steps; do # names of steps have no blanks
    to_do=$(grep -n '// TODO: ' "$step/reduce.cu" 2>/dev/null | head -n 1 | sed 's|^\([0-9]*:\) *// TODO: |\1 TODO: |')
    if [ -n "$to_do" ]; then
        say "Next: $step: $step/reduce.cu:$to_do"
        exit 0
    fi
done
# found STEP: the line of its source that the first finding of make check names
found() {
    sed -n "/^simulator: /,\$s|.*\($1/reduce\.cu:[0-9]*\).*|\1|p" "$folder/check/$1.log" 2>/dev/null | head -n 1
}
case $action in
check)
    for step; do
        line=$(found "$step")
        if [ -n "$line" ]; then
            say "Next: $line: mend what is found there; make ${step%%_*} view shows it"
            exit 0
        fi
    done
    ;;
view)
    say "Next: open the view, which shows what is wrong; make ${1%%_*} grade names the smallest launch that is"
    exit 0
    ;;
esac
say "Next: make ${1%%_*} grade: it names the smallest launch that is wrong"
