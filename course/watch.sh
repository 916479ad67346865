#!/bin/sh
# Grades again whenever one of the files is saved, until Ctrl-C. The screen has the last lines of the
# report: the points and the next thing to do are there.
# usage: course/watch.sh STEP... -- COMMAND...      COMMAND grades; STEP: a folder with an exercise
. "$(dirname "$0")/say.sh"
steps=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    steps="$steps $1"
    shift
done
shift
[ -n "$steps" ] && [ $# -gt 0 ] || {
    say 'Say which exercise: make step04 watch' >&2
    exit 2
}

# What tells one save from another: times, sizes, and the file itself, which editors may replace.
state() {
    for step in $steps; do
        stat -c '%n %y %s %i' "$step"/*.cu "$step/predict.txt" 2>/dev/null
    done
}

lines=$(stty size 2>/dev/null | cut -d ' ' -f 1)
[ "${lines:-0}" -gt 5 ] || lines=24
while :; do
    before=$(state)
    report=$("$@" 2>&1)
    [ ! -t 1 ] || printf '\033[H\033[2J'
    printf '%s\n' "$report" | tail -n $((lines - 2))
    say "Graded at $(date +%T). Save to grade again; Ctrl-C ends."
    while [ "$(state)" = "$before" ]; do
        sleep 0.3
    done
done
