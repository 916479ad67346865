#!/bin/sh
# Runs a command whose output matters only where it fails: says in one line what it does, if that
# is not done at once.
# usage: tools/run/quietly.sh WHAT LOG COMMAND...
# Exit status: the command's.
what=$1
log=$2
shift 2
mkdir -p "$(dirname "$log")"
"$@" >"$log" 2>&1 &
command=$!
(
    sleep 1
    kill -0 "$command" 2>/dev/null && echo "$what (once; a minute) ..." >&2
) 2>/dev/null &
wait "$command"
status=$?
[ "$status" -eq 0 ] || cat "$log" >&2
exit "$status"
