#!/bin/sh
# Runs the tests of both houses, the simulator's and the lab's, and counts what passed, failed and was skipped.
# usage: tools/test.sh gpu|sim HOUSE [FILE.t...]
# HOUSE: lab, simulator, or nothing for both. Files of the simulator are named from here: simulator/tests/simcc.t.
# ALL=1: all cases. Without it, and without FILE.t, of cases that are alike one of TEST_SHARE is tried (tests/lib/Drawn.pm). TEST_DRAW,
# any text, says which; else the commit does, so that the next one tries others.
export BACKEND="$1"
# Thousands of programs start on a GPU, one after the other. With one queue to it, where CUDA makes eight, a start
# takes half as long, and no test of the lab needs more.
[ "$BACKEND" != gpu ] || export CUDA_DEVICE_MAX_CONNECTIONS=1
house=$2
shift 2
# What was compiled before, in this run or the one before, is not compiled again: simulator/docs/simulator.md.
export SIMCC_CACHE="${SIMCC_CACHE-$PWD/build/cache}"
[ ! -d "$SIMCC_CACHE" ] || find "$SIMCC_CACHE" \( -name '*.o*' -o -name '*.said*' \) -mtime +2 -exec rm -f {} +
case $house in
'' | lab | simulator) ;;
*) echo "HOUSE is lab or simulator, not $house" >&2 && exit 2 ;;
esac
# Memory of programs comes in large pages where they ask for much at once: each page that is met for the first time takes the
# system's time. The C library asks for them from 2.35 on, where the system gives them to who asks.
export GLIBC_TUNABLES="${GLIBC_TUNABLES-glibc.malloc.hugetlb=1:glibc.malloc.top_pad=2097152}"

if [ -z "${ALL:-}" ] && [ $# -eq 0 ]; then
    export TEST_SHARE="${TEST_SHARE:-16}"
    export TEST_DRAW="${TEST_DRAW:-$(git rev-parse --short HEAD 2>/dev/null)}"
fi

# Test files at a time: most keep several processors busy, some wait for a browser or for time to pass.
jobs=${JOBS:-$(nproc | awk '{ jobs = int($1 * 5 / 8); print (jobs < 3 ? 3 : jobs > 10 ? 10 : jobs) }')}
log=build/test.log
ended=build/test.status
counts=build/test.counts
mkdir -p build
echo 0 >"$ended"
: >"$log"
: >"$counts"

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

# proves JOBS FILE...: notes a failure in $ended
proves() {
    at_a_time=$1
    shift
    [ $# -eq 0 ] || prove --verbose --merge --timer --jobs "$at_a_time" "$@" 2>&1 || echo $? >"$ended"
}

# tell HOUSE SECONDS PASSED FAILED SKIPPED: how a house stands
tell() {
    echo "The $1: $3 passed, $4 failed, $5 skipped, in $2 s."
    echo "$3 $4 $5" >>"$counts"
}

# The steps and the companions in a folder of their own: the simulator's guests.
gather_guests() {
    rm -rf build/guests
    mkdir -p build/guests
    for source in step[0-9][0-9]_*/reduce.cu companions/*.cu; do
        name=$(basename "${source%/reduce.cu}" .cu)
        case $name in
        *_lockstep) ;; # shown for its races
        *) [ ! -x "build/sim/$name" ] || ln -s "../sim/$name" build/guests/ ;;
        esac
    done
}

# The simulator counts for itself; its last line is the sum. It gets the lab's programs as its guests, and the
# sources of some of them.
test_simulator() {
    begin=$(date +%s)
    gather_guests
    make -s --no-print-directory -C simulator test TESTS="$*" JOBS="$jobs" \
        GUESTS="$PWD/build/guests" GUEST_SOURCES="$PWD" GUEST_TIMES="$PWD/docs/results" \
        PROGRAMS="$(ls -d "$PWD"/step0[168]_*/reduce.cu "$PWD"/step1[01234]_*/reduce.cu | tr '\n' ' ')" \
        LINKED_WITH="$PWD/build/sim/common.a" | tee build/test.simulator | grep --line-buffered -v ' passed, .* failed, '
    sum=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' build/test.simulator)
    tell simulator $(($(date +%s) - begin)) ${sum:-0 1 0}
}

# The log keeps everything; the screen gets the files, the failures and what was skipped.
to_screen() {
    tee -a "$log" | grep --line-buffered -E '^(\[..:..:..\] tests/|not ok|# |Result|.* # (skip|SKIP))'
}

# One of the lab's calls make for much: beside it run those that only compile and run programs of their own, grade into
# folders of their own, run what is built, or have a copy of the lab to themselves. In both parts what takes longest begins, so that
# no core waits at the end; but predict, which asks for the modelled times that docs has had made by then, takes them from there. Where
# programs wait for a GPU, which starts one after the other, the graders have the processors.
sort_lab() {
    beside=
    together=
    for file; do
        case $file in
        */docs.t | */makefile.t | */predict.t | */matrix.t | */types.t | */rows.t | */beyond.t | \
            */course_kernels.t | */course_class.t | */course_mutants.t | */course_styles.t | */doctor.t) beside="$beside $file" ;;
        *) together="$together $file" ;;
        esac
    done
    beside=$(in_order 'course_class course_kernels docs types rows matrix doctor course_mutants makefile beyond course_styles predict' $beside)
    together=$(in_order 'course_grading course playground_browser playground command_line course_hints course_chinese manners why
        chinese_messages companions many_gpus clock' $together)
}

test_lab() {
    {
        proves "$lab_jobs" $beside
        proves "$lab_jobs" $together
    } | to_screen
    failed=$(grep -cE '^not ok ' "$log")
    # a test file may also fail as a whole: it died, or ran other tests than it planned
    [ "$(cat "$ended")" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
    echo "Everything that was printed: $log"
    tell lab $(($(date +%s) - begin)) "$(grep -E '^ok ' "$log" | grep -cviE '# skip')" "$failed" \
        "$(grep -ciE '^ok .*# skip' "$log")"
}

of_simulator=
of_lab=
for file; do
    case $file in
    simulator/*) of_simulator="$of_simulator ${file#simulator/}" ;;
    *) of_lab="$of_lab $file" ;;
    esac
done
[ $# -gt 0 ] || [ "$house" = simulator ] || of_lab=$(ls tests/*.t)
wants_simulator=
if [ "$house" != lab ] && { [ $# -eq 0 ] || [ -n "$of_simulator" ]; }; then
    wants_simulator=yes
fi
# The houses are tested at once: in each of them something waits for a browser, for one long file or for the GPU,
# and the other one has the processors meanwhile. The simulator, which has more to do, keeps them busy in the end, too.
lab_jobs=$jobs
if [ -n "$wants_simulator" ] && [ -n "$of_lab" ] && [ "$BACKEND" != gpu ]; then
    lab_jobs=$((jobs > 4 ? jobs : (jobs + 1) / 2))
fi
begin=$(date +%s)
sort_lab $of_lab
[ -z "$wants_simulator" ] || test_simulator $of_simulator &
[ -z "$of_lab" ] || test_lab
wait

[ -z "${TEST_SHARE:-}" ] || echo "Of cases that are alike one of $TEST_SHARE was tried (TEST_DRAW=$TEST_DRAW); make test ALL=1 tries all."
awk '{ passed += $1; failed += $2; skipped += $3 }
    END { print passed + 0 " passed, " failed + 0 " failed, " skipped + 0 " skipped"; exit failed > 0 || NR == 0 }' "$counts"
