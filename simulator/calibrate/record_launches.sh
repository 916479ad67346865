#!/bin/sh
# Runs a program on the simulator and keeps what the clock saw of its launches.
# usage: calibrate/record_launches.sh RECORDING PROGRAM [ARGUMENT...]
# Writes RECORDING (for fit), RECORDING.csv (what the program printed) and RECORDING.errors. Does nothing
# if RECORDING is newer than the program, which is linked anew whenever the simulator changes.
# With SIM_CLOCK=only most blocks do not run: the sums are wrong then, and the exit status may be 1.
recording=$1
shift
[ "$recording" -nt "$1" ] && exit 0
rm -f "$recording" "$recording.new"
SIM_CLOCK_RECORDING=$recording.new "$@" >"$recording.csv" 2>"$recording.errors"
status=$?
if [ $status -gt 1 ] || [ $status -eq 1 ] && [ "$SIM_CLOCK" != only ] || [ ! -s "$recording.new" ]; then
    echo "calibrate: $* ended with $status; $recording.errors says why" >&2
    exit 1
fi
mv "$recording.new" "$recording"
