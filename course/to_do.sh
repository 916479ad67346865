#!/bin/sh
# In a handout: what to do first, where a command met an exercise that is not right yet.
# usage: course/to_do.sh STATUS FOLDER STEP...
#   STATUS: how the command ended, 1 where a kernel was wrong or something was found; or built, before it
#   begins; FOLDER: where the programs lie
# Exit status: 0; STATUS, if the command could not do its work; 1 for built, where a program is not there.
. "$(dirname "$0")/say.sh"
status=$1
folder=$2
shift 2

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
for step; do
    to_do=$(grep -n '// TODO: ' "$step/reduce.cu" 2>/dev/null | head -n 1 | sed 's|^\([0-9]*:\) *// TODO: |\1 TODO: |')
    if [ -n "$to_do" ]; then
        say "Next: $step: $step/reduce.cu:$to_do"
        exit 0
    fi
done
say "Next: make ${1%%_*} grade: it names the smallest launch that is wrong"
