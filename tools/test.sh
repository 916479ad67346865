#!/bin/sh
# Runs the tests and counts what passed, failed and was skipped.
# usage: tools/test.sh gpu|sim [FILE.t...]
export BACKEND="$1"
shift
[ $# -gt 0 ] || set -- tests/*.t

log=build/test.log
ended=build/test.status
# One of them has make rebuild what the others run: it has the tree to itself. Another calls make for
# much: beside it run those that only compile and run programs of their own, or run what is built. In
# both parts what takes longest begins, and of those beside the pages the one that keeps all
# processors busy ends, so that no core waits.
alone=
beside=
together=
for file; do
    case $file in
    */makefile.t) alone="$alone $file" ;;
    */docs.t | */simcc.t | */random.t | */matrix.t | */broken.t) beside="$beside $file" ;;
    *) together="$together $file" ;;
    esac
done

# in_order "NAME..." FILE...: the files, first those of the names, in the order of these
in_order() {
    names=$1
    shift
    first=
    for name in $names; do
        for file; do
            [ "${file##*/}" != "$name.t" ] || first="$first $file"
        done
    done
    echo "$first"
    for file; do
        case " $first " in
        *" $file "*) ;;
        *) echo "$file" ;;
        esac
    done
}
beside=$(in_order 'docs simcc random broken matrix' $beside)
together=$(in_order 'course types view rows companions clock_accuracy view_browser doctor operations
    simulator_runtime' $together)

# proves JOBS FILE...: notes a failure in $ended
proves() {
    jobs=$1
    shift
    [ $# -eq 0 ] || prove --verbose --merge --timer --jobs "$jobs" "$@" 2>&1 || echo $? >"$ended"
}

# The log keeps everything; the screen gets the files, the failures and what was skipped.
echo 0 >"$ended"
{
    proves 1 $alone
    make -s BACKEND="$BACKEND" all # what was built with other flags, as it was
    proves "${JOBS:-2}" $beside
    proves "${JOBS:-2}" $together
} | tee "$log" | grep --line-buffered -E '^(\[..:..:..\] tests/|not ok|# |Result|.* # (skip|SKIP))'
status=$(cat "$ended")

skipped=$(grep -ciE '^ok .*# skip' "$log")
passed=$(grep -E '^ok ' "$log" | grep -cviE '# skip')
failed=$(grep -cE '^not ok ' "$log")
# a test file may also fail as a whole: it died, or ran other tests than it planned
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "Everything that was printed: $log"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$status" -eq 0 ] && [ "$failed" -eq 0 ]
