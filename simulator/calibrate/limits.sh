#!/bin/sh
# What limits each kernel and how many instructions it has, as Nsight Compute says and as the model says.
# usage: calibrate/limits.sh DEVICE      (make limits builds what it needs)
# Reads calibrate/recordings/DEVICE/counters.csv (first_look.sh), runs these families on the simulator, and writes
# limits.csv beside it: name,n,block,grid,instructions,modelled_instructions,limit,modelled_limit.
# A limit is what most warps wait for, in four classes; classes() has the reasons of both.
cd "$(dirname "$0")/.." || exit 3
device=$1
measured=calibrate/recordings/$device
folder=build/calibrate/$device.limits
[ -s "$measured/counters.csv" ] || {
    echo "limits: $measured/ needs counters.csv: calibrate/first_look.sh on that GPU" >&2
    exit 2
}
mkdir -p "$folder"
export SIM_DEVICE="$device" SIM_CHECKS=0 SIM_THREADS=1 SIM_MEMORY=4G SIM_PROGRESS=0
# FAMILY CASE, each once: a process for each, so that no long family runs alone at the end.
cases=$(awk -F, 'NR > 1 && !seen[$1, $2]++ { print $1 " " $2 }' "$measured/counters.csv")

echo "$cases" | while read -r family case; do
    echo "$folder/$family.$case build/calibrate/$family $case"
done | xargs -P "$(nproc)" -L 1 calibrate/record_launches.sh || exit 3

# The lines of fit's list: calibrate.sh explains the number of an event. Nobody looks at the times.
echo "$cases" | while read -r family case; do
    awk -F, -v recording="$folder/$family.$case" 'FNR == 1 { next }
        { name = $1 "/" $2 "/" $3 "/" $4 "/" $5 }
        FILENAME == ARGV[1] { number[name] = 4 * cases++ + 2; next }
        name in number { printf "%s 1 %s %d idle\n", name, recording, number[name] }
    ' "$folder/$family.$case.csv" "$measured/counters.csv"
done >"$folder/list"
build/calibrate/limits "$device" "$folder/list" >"$folder/modelled" || exit 3

awk -F, '
    # Of the warps that are there: a block that has not begun waits for nothing. The scheduler that takes another
    # warp, a busy unit and an instruction that is not there yet count as computing. One queue takes what goes to shared
    # memory, to constant memory and to the unit of special functions.
    function classes() {
        split("memory long_scoreboard lg_throttle drain membar l1 l2 bandwidth loads atomics;" \
              "shared short_scoreboard mio_throttle shared constants special;barrier barrier;" \
              "computing wait math_pipe_throttle dispatch_stall branch_resolving no_instruction imc_miss not_selected issue result", list, ";")
        for (i = 1; i in list; i++) {
            count = split(list[i], word, " ")
            for (k = 2; k <= count; k++)
                class[word[k]] = word[1]
        }
    }
    function note(reason, part) { if (reason in class) sum[class[reason]] += part }
    function largest(    of, found) {
        for (of in sum)
            if (found == "" || sum[of] > sum[found])
                found = of
        split("", sum)
        return found
    }
    BEGIN { classes(); print "name,n,block,grid,instructions,modelled_instructions,limit,modelled_limit" }
    FNR == 1 { split("", at); for (i = 1; i <= NF; i++) { at[$i] = i; column[i] = $i } last = NF; next }
    FILENAME == ARGV[1] {
        for (i = 1; i <= last; i++)
            note(column[i], $i)
        limit[$1] = largest()
        instructions[$1] = $at["instructions"]
        next
    }
    {
        key = $1 "/" $2 "/" $3 "/" $4 "/" $5
        count = split($at["reasons"], reason, " ")
        for (i = 1; i <= count; i++) {
            split(reason[i], part, "=")
            note(part[1], part[2])
        }
        if (key in limit)
            printf "%s/%s,%s,%s,%s,%s,%s,%s,%s\n", $1, $2, $3, $4, $5, $at["instructions"], instructions[key], largest(), limit[key]
        split("", sum)
    }' "$folder/modelled" "$measured/counters.csv" >"$folder/csv" && mv "$folder/csv" "$measured/limits.csv"
