#!/bin/sh
# Runs the tests and counts what passed, failed and was skipped.
# usage: tools/test.sh [FILE.t...]
# In the environment, or on make's command line, what tests do once more with programs of others: GUESTS,
# GUEST_SOURCES and GUEST_TIMES (tests/lib/Examples.pm); PROGRAMS and LINKED_WITH: sources, and what they need
# (tests/operations.t). Without these only the simulator's own programs are tested.
# ALL=1: all cases. Without it, and without FILE.t, of cases that are alike one of TEST_SHARE is tried (tests/lib/Drawn.pm). TEST_DRAW,
# any text, says which; else the commit does, so that the next one tries others.
cd "$(dirname "$0")/.." || exit 3
# What a make around this one was told is not for those that the tests call.
unset MAKEFLAGS MFLAGS MAKELEVEL
# What was compiled before, in this run or the one before, is not compiled again: docs/simulator.md.
export SIMCC_CACHE="${SIMCC_CACHE-$PWD/build/cache}"
[ ! -d "$SIMCC_CACHE" ] || find "$SIMCC_CACHE" \( -name '*.o*' -o -name '*.said*' \) -mtime +2 -exec rm -f {} +
# Memory of programs comes in large pages where they ask for much at once: each page that is met for the first time takes the
# system's time. The C library asks for them from 2.35 on, where the system gives them to who asks.
export GLIBC_TUNABLES="${GLIBC_TUNABLES-glibc.malloc.hugetlb=1:glibc.malloc.top_pad=2097152}"
if [ -z "${ALL:-}" ] && [ $# -eq 0 ]; then
    export TEST_SHARE="${TEST_SHARE:-16}"
    export TEST_DRAW="${TEST_DRAW:-$(git rev-parse --short HEAD 2>/dev/null)}"
fi
# What takes longest begins, so that no core waits at the end.
longest='view_browser simcc view_first_screen runtime plain view_limits install clock chinese host_clock
    several_devices cmake batches findings repeat debugger broken view view_findings shared clock_memory view_page clock_load build
    cache ahead manners host_code endless flags random cublas what_if calibrate house programs clock_accuracy units'
[ $# -gt 0 ] || set -- $(for name in $longest; do echo "tests/$name.t"; done) tests/*.t
# each once, where it comes first
set -- $(printf '%s\n' "$@" | awk '!seen[$0]++')

# The log keeps everything; the screen gets the files, the failures and what was skipped.
log=build/test.log
ended=build/test.status
echo 0 >"$ended"
{
    prove --verbose --merge --timer --jobs "${JOBS:-2}" "$@" 2>&1 || echo $? >"$ended"
} | tee "$log" | grep --line-buffered -E '^(\[..:..:..\] tests/|not ok|# |Result|.* # (skip|SKIP))'
status=$(cat "$ended")

skipped=$(grep -ciE '^ok .*# skip' "$log")
passed=$(grep -E '^ok ' "$log" | grep -cviE '# skip')
failed=$(grep -cE '^not ok ' "$log")
# a test file may also fail as a whole: it died, or ran other tests than it planned
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "Everything that was printed: $(basename "$PWD")/$log"
[ -z "${TEST_SHARE:-}" ] || echo "Of cases that are alike one of $TEST_SHARE was tried (TEST_DRAW=$TEST_DRAW); make test ALL=1 tries all."
echo "$passed passed, $failed failed, $skipped skipped"
[ "$status" -eq 0 ] && [ "$failed" -eq 0 ]
