#!/bin/sh
# Times the lab's steps 01 to 14 on a GPU, for many n and blocks, into one csv file.
# usage: tools/record/grid.sh FILE
# Needs the steps in build/gpu. Stops after four minutes; called again, it goes on with what is not
# yet in FILE. What says most comes first: all n with one block, then other blocks, then the n that
# take the host long.
file=$1
begin=$(date +%s)
seconds=240
runs=101 # beside the start of a program they take no time, and small n need them

# Rows of before there was this column are of runs that began on a copy's lines in the cache.
if [ -s "$file" ] && ! head -n 1 "$file" | grep -q ',cache,'; then
    echo "grid: $file has times of another method: name another file" >&2
    exit 2
fi

# has STEP N BLOCK: whether FILE has this row. Step 14 chooses its block itself.
has() {
    case $1 in
    step14*) any_block=[0-9]* ;;
    *) any_block=$3 ;;
    esac
    grep -q "^$1,.*\",$2,[0-9]*,$any_block," "$file" 2>/dev/null
}

# time_steps BLOCK POWER...: all steps with that block, at n = 2^POWER
time_steps() {
    block=$1
    shift
    for power; do
        for step in step0[1-9]_*/ step1[0-4]_*/; do
            step=${step%/}
            has "$step" $((1 << power)) "$block" && continue
            if [ $(($(date +%s) - begin)) -ge $seconds ]; then
                echo "grid: stopped after $seconds seconds; the same call goes on"
                exit 0
            fi
            build/gpu/"$step" -n "2^$power" -b "$block" -r "$runs" --csv "$file" >/dev/null ||
                echo "grid: $step -n 2^$power -b $block ended with $?" >&2
        done
    done
}

time_steps 512 10 12 14 16 18 20 22 24 26
time_steps 128 10 14 18 20 22 24 26
time_steps 1024 10 14 18 20 22 24 26
time_steps 512 28
time_steps 256 14 18 22 24 26
time_steps 64 14 18 22 24 26
time_steps 128 28 12 16
time_steps 1024 28 12 16
time_steps 256 10 12 16 20 28
time_steps 64 10 12 16 20 28
