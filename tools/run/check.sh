#!/bin/sh
# Looks for races, bad addresses, uninitialised reads and misused barriers: with the
# four tools of compute-sanitizer on a GPU, or with the simulator, which always looks.
# usage: tools/run/check.sh gpu|sim PROGRAM... -- [ARGUMENT...]
# Exit status: 1 if anything was found.
. tools/run/programs.sh

if [ "$backend" = gpu ] && ! command -v compute-sanitizer >/dev/null 2>&1; then
    echo "compute-sanitizer (part of the CUDA Toolkit) is not here; the simulator checks" >&2
    echo "without it: add BACKEND=sim." >&2
    exit 3
fi

# The tools watch every access, which takes long: a smaller n than usual shows as much.
case " $*" in
*" -n "*) ;;
*) set -- -n 2^20 "$@" ;;
esac
out=build/$backend/check
mkdir -p "$out"
found=0

# note TOOL PROGRAM LOG STATUS: one line for a clean run, else the start of what was said
note() {
    if [ "$4" -eq 0 ]; then
        printf '%-24s %-10s clean\n' "$2" "$1"
        return
    fi
    [ "$4" -eq 2 ] || [ "$4" -eq 77 ] && { cat "$3" >&2; exit "$4"; }
    found=1
    printf '%-24s %-10s FOUND, all of it in %s:\n' "$2" "$1" "$3"
    grep -v '^$' "$3" | head -n 12 | sed 's/^/    /'
}

for program in $programs; do
    if [ "$backend" = sim ]; then
        start "$program" "$@" >"$out/$program.log" 2>&1
        status=$?
        left_out $status && cat "$out/$program.log" && continue
        note simulator "$program" "$out/$program.log" $status
        continue
    fi
    # NCCL tries what it may not get and goes on, and its kernels are not ours to check
    case $program in
    step18_* | ranks) scope="--report-api-errors no --kernel-name kns=reduce" ;;
    *) scope= ;;
    esac
    for tool in memcheck racecheck synccheck initcheck; do
        log=$out/$program.$tool.log
        # shellcheck disable=SC2086 # one word for each option
        compute-sanitizer --tool $tool --error-exitcode 1 --print-limit 8 $scope \
            build/gpu/$program "$@" -r 0 >"$log" 2>&1
        status=$?
        # a warning of racecheck is a hazard too, but does not set the exit status
        grep -q '^========= \(Warning\|Error\): Race' "$log" && status=1
        note $tool "$program" "$log" $status
    done
done
exit $found
