#!/bin/sh
# Shows what changed in each step since the step before; all steps if none is named.
# usage: tools/diff.sh "STEP..." [CHOSEN...]
all=$1
shift
[ $# -gt 0 ] || set -- $all

if [ -t 1 ]; then colour=always; else colour=never; fi
for chosen; do
    before=
    for step in $all; do
        [ "$step" = "$chosen" ] && break
        before=$step
    done
    if [ -z "$before" ]; then
        echo "$chosen is the first step: nothing stands before it."
    else
        diff -u --color=$colour "$before/reduce.cu" "$chosen/reduce.cu"
    fi
done
exit 0
