#!/bin/sh
# Runs the tests and counts what passed, failed and was skipped.
# usage: tools/test.sh gpu|sim [FILE.t...]
backend=$1
shift
[ $# -gt 0 ] || set -- tests/*.t

log=build/test.log
export BACKEND="$backend"
# A pipe would lose prove's exit status; the log keeps what it said.
{
    prove --verbose --merge --jobs "${JOBS:-2}" --timer "$@"
    echo "prove ended with $?"
} >"$log" 2>&1 &
prove_process=$!
# show the files as they finish, and every failure
tail -n +1 -f --pid=$prove_process "$log" | grep --line-buffered -E '^(\[|not ok|#|tests/.*\.t \.*$|Result)' |
    grep --line-buffered -vE '^(not ok.*# TODO|# SKIP)'
wait $prove_process
status=$(sed -n 's/^prove ended with //p' "$log")

skipped=$(grep -cE '^ok .*# (skip|SKIP)|\.t \.+ skipped|skipped: ' "$log")
passed=$(grep -E '^ok ' "$log" | grep -cvE '# (skip|SKIP)')
failed=$(grep -cE '^not ok ' "$log")
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1 # a test file that died
grep -hE '# skip' -i "$log" | sed 's/.*# *[sS][kK][iI][pP][a-zA-Z]* */skipped: /' | sort | uniq -c
echo "All of it: $log"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$status" -eq 0 ] && [ "$failed" -eq 0 ]
