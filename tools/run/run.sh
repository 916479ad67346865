#!/bin/sh
# Runs programs one after the other and shows what they print.
# usage: tools/run/run.sh gpu|sim PROGRAM... -- [ARGUMENT...]
# Exit status: the first program's that was not 0.
. tools/run/programs.sh

status=0
for program in $programs; do
    start "$program" "$@" || {
        failed=$?
        left_out $failed && continue
        [ $status -ne 0 ] || status=$failed
        # bad usage and a missing GPU are the same for all
        [ $failed -ne 2 ] && [ $failed -ne 77 ] || break
    }
done
exit $status
