#!/bin/sh
# Looks for mistakes of the simulator itself: bad addresses, overflows and whatever else C
# leaves undefined. simcc and the runtime in build/sanitize are built with the compiler's
# checks for these; all broken kernels, simcc's own tests and the examples go through them, with a
# view and a trace of each.
# usage: tools/sanitize.sh [SOURCE...]
# Further programs, by their absolute paths: they take -n, and LINKED_WITH names what they are linked with.
# Exit status: 1 if there was a report, or a program died.
set -u
cd "$(dirname "$0")/.." || exit 3
out=build/sanitize/run
rm -rf "$out"
mkdir -p "$out"

# Blocks on fibres switch stacks by hand, and their host threads are never joined.
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0
UBSAN_OPTIONS=print_stacktrace=1
SIM_THREADS=2
export ASAN_OPTIONS UBSAN_OPTIONS SIM_THREADS out

# try NAME ARGUMENTS SETTINGS SIMCC-ARGUMENT...: compiles a program and runs it; all that is said and
# the status of both stand in $out/NAME.log
cat >"$out/try" <<'TRY'
name=$1 arguments=$2 settings=$3
shift 3
{
    timeout 120 build/sanitize/simcc -o "$out/$name" "$@" -Xlinker --no-as-needed -lasan -lubsan
    echo "compiled: $?"
    SIM_VIEW=$out/$name.html SIM_TRACE=$out/$name.trace
    export SIM_VIEW SIM_TRACE
    [ -x "$out/$name" ] && env $settings timeout 120 "$out/$name" $arguments && echo "ran: 0" || echo "ran: $?"
} >"$out/$name.log" 2>&1
rm -f "$out/$name" "$out/$name.html" "$out/$name.trace"
TRY

{
    for source in tests/broken/*.cu; do
        name=$(basename "$source" .cu)
        echo "broken-$name '' '' '$source'"
        echo "sound-$name '' '' -DSOUND '$source'"
    done
    for source in tests/simcc/*.cu; do
        flags=$(sed -n 's|^// flags: ||p' "$source")
        settings=$(sed -n 's|^// settings: ||p' "$source")
        echo "simcc-$(basename "$source" .cu) '' '$settings' -Itests/simcc/include $flags '$source'"
    done
    for source in tests/runtime/*.cu; do
        echo "simulator-$(basename "$source" .cu) '' '' '$source'"
    done
    for source in tests/plain/*.cu; do
        echo "plain-$(basename "$source" .cu) '' '' --plain '$source'"
    done
    for source in tests/view/*.cu; do
        echo "view-$(basename "$source" .cu) '30' '' '$source'"
    done
    for source in examples/*.cu; do
        echo "example-$(basename "$source" .cu) '-n 100000' '' '$source'"
    done
    for source; do
        echo "$(basename "$(dirname "$source")") '-n 100000' '' '$source' ${LINKED_WITH:-}"
    done
} >"$out/list"
xargs -P "$(nproc)" -L 1 sh "$out/try" <"$out/list"

ran=$(wc -l <"$out/list")
died='^(compiled|ran): (124|1[3-9][0-9])$'
reports=$({
    grep -lE "AddressSanitizer|runtime error:|$died" "$out"/*.log
    # What compiles otherwise must compile here: else nothing of it was tried.
    grep -L '^compiled: 0$' "$out"/*.log | grep -v '/simcc-bad_'
} | sort -u)
for log in $reports; do
    echo "$log:"
    grep -vE '^(compiled|ran): [0-3]$' "$log" | head -n 40
done
if [ -n "$reports" ]; then
    echo "$(echo "$reports" | wc -l) of $ran programs show mistakes of the simulator or did not compile"
    exit 1
fi
echo "$ran programs, none shows a mistake of the simulator"
