#!/bin/sh
# Compares the simulator's clock with what was measured on a GPU, and fits its constants.
# usage: calibrate/calibrate.sh DEVICE      (make calibrate builds what it needs)
# Reads calibrate/recordings/DEVICE/cases.csv and held_out.csv, and the times of other programs from
# $GUEST_TIMES/DEVICE/grid.csv; runs the same on the simulator, those programs from $GUESTS; and writes what the
# clock says beside what was measured into calibrate/recordings/DEVICE/clock.csv. Without the guests it looks at the
# cases alone, and leaves clock.csv as it is.
# CONSTANTS="NAME..." also fits these constants of the device. LEAVE_OUT=1 fits them once for each
# guest, without its times, and writes how far off it is then into clock_leave_out.csv.
# The guests are the steps of a lesson, step01 to step14. Fits look at a part of the steps' times, since each costs as much as the next, and at none of held_out.csv.
cd "$(dirname "$0")/.." || exit 3
device=$1
measured=calibrate/recordings/$device
folder=build/calibrate/$device
list=$folder/list
# What the steps depend on, for LEAVE_OUT without CONSTANTS.
constants_of_steps="memory_share straight_share loop_share block_start memory_latency barrier_warp
    barrier_latency store_latency shared_conflict shared_replay l2_partial_line sectors_under_way"
# These cases find in L2 what the launch before has left there: all their blocks must have run.
whole_families="copies gathers stencils transposes held_out_.*"

[ -f "devices/$device.c" ] || {
    echo "calibrate: there is no devices/$device.c" >&2
    exit 2
}
[ -s "$measured/cases.csv" ] || {
    echo "calibrate: $measured/ needs cases.csv: calibrate/measure.sh $measured on that GPU" >&2
    exit 2
}
cases=$measured/cases.csv
[ ! -s "$measured/held_out.csv" ] || cases="$cases $measured/held_out.csv"
times=$GUEST_TIMES/$device/grid.csv
if [ -z "$GUESTS" ] || [ -z "$GUEST_TIMES" ] || [ ! -s "$times" ]; then
    echo "calibrate: no programs of others (GUESTS=FOLDER) with times of this device (GUEST_TIMES=FOLDER): the cases alone" >&2
    times=
elif ! head -n 1 "$times" | grep -q ,cache,; then
    echo "calibrate: $times is from before the steps cooled the cache: the steps are left out" >&2
fi
# How fast the host calls is its own affair: a recording is compared with its own host.
host_call=$(sed -n 's/^host_call *\([0-9]*\) ns$/\1/p' "$measured/device.txt")
model=$device${host_call:+,host_call=$host_call}
mkdir -p "$folder"
export SIM_DEVICE="$model" SIM_CHECKS=0 SIM_THREADS=1 SIM_MEMORY=4G SIM_PROGRESS=0

# What the awk programs below begin with: a column is $at["name"]. No comma within quotes counts.
columns='{ gsub(/"[^"]*"/, "") } FNR == 1 { delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }'

# Whether a row of grid.csv is one that the simulator is to repeat: runs on a warm cache are not, nor
# those of recordings that do not say what was in it.
is_compared='function is_compared() { return $at["n"] >= 16384 && "cache" in at && $at["cache"] == "cold" }'
columns="$is_compared $columns"

# The runs of the guests, a command in a line. The last block of steps 13 and 14 finishes the sum: it does
# so only where all blocks have run. Step 14 chooses its block itself.
step_runs() {
    [ -n "$times" ] || return 0
    awk -F, "$columns"' is_compared() {
        program = $at["program"]; n = $at["n"]; block = $at["block"]
        printf "SIM_CLOCK=%s calibrate/record_launches.sh %s/%s.%s.%s", \
            program ~ /^step1[34]/ ? 1 : "only", folder, program, n, block
        printf " %s/%s -n %s%s -r 1 --csv -\n", guests, program, n, program ~ /^step14/ ? "" : " -b " block
    }' folder="$folder" guests="$GUESTS" "$times"
}

families() {
    awk -F, "$columns"' !seen[$at["family"]]++ { print $at["family"] }' $cases
}

case_runs() {
    for family in $(families); do
        clock=only
        for whole in $whole_families; do
            ! expr "$family" : "$whole\$" >/dev/null || clock=1
        done
        echo "SIM_CLOCK=$clock calibrate/record_launches.sh $folder/$family build/calibrate/$family"
    done
}

# The lines of fit's list. The steps' launches are queued, behind what cools the cache. The programs run
# twice, once to warm up: their second pair of events is that of the recording number 2 and 3.
step_list() {
    [ -n "$times" ] || return 0
    awk -F, "$columns"' is_compared() {
        program = $at["program"]; n = $at["n"]; block = $at["block"]
        printf "%s/%s/%s/%s %.3f %s/%s.%s.%s 2 queued\n", program, n, block, $at["grid"], \
            1000 * $at["median_ms"], folder, program, n, block
    }' folder="$folder" "$times"
}

# A family has two pairs of events for each case, in the order of the rows that it printed.
case_list() {
    for family in $(families); do
        awk -F, "$columns"'
            $at["family"] != family { next }
            {
                name = family "/" $at["case"] "/" $at["n"] "/" $at["block"] "/" $at["grid"]
                if (FILENAME == recording ".csv")
                    number[name] = 4 * cases++ + 2
                else if (name in number)
                    printf "%s %.3f %s %d idle\n", name, 1000 * $at["milliseconds"], recording, number[name]
                else
                    print "calibrate: the simulator has no case " name | "cat >&2"
            }' family="$family" recording="$folder/$family" "$folder/$family.csv" $cases
    done
}

# Mean errors of what fit printed: NAME MEASURED MODELLED RATIO, by the name's first part.
errors() {
    awk 'NF == 4 {
            sub("/.*", "", $1); error = log($4); count[$1]++; bias[$1] += error
            sum[$1] += error < 0 ? -error : error
        }
        END { for (name in count) printf "%-24s %4d times, mean |log| %.3f, on average %+3.0f %%\n", \
            name, count[name], sum[name] / count[name], 100 * (exp(bias[name] / count[name]) - 1) }' "$1" | sort
    tail -n 1 "$1"
}

# The part of the list that constants are fitted to. Of the steps: every other size, by turns with blocks of
# 512 and with those of 128 and 1024; of step 14, which chooses its blocks itself, every other size.
fitted_list() {
    awk '/^held_out_/ { next }
        /^step/ {
            split($1, part, "/")
            turn = log(part[2] / 16384) / log(16)
            if (turn != int(turn))
                next
            if (part[1] !~ /^step14/ && (turn % 2 ? part[3] != 512 : part[3] != 128 && part[3] != 1024))
                next
        }
        { print }' "$list"
}

# mean_error FILE: of what fit printed
mean_error() {
    awk 'NF == 4 { error = log($4); sum += error < 0 ? -error : error; count++ } END { printf "%.4f", sum / count }' "$1"
}

# Each fit looks at a part of the other steps' times, and at the transposes, since of the steps only step 03 has
# bank conflicts to speak of. All times of the step are compared.
leave_out() {
    steps=$(awk '/^step/ { sub("/.*", "", $1); print $1 }' "$list" | sort -u)
    fitted_list | grep -e '^step' -e '^transposes' >"$folder/list.fitted"
    build/calibrate/fit $(printf -- '--leave-out %s/ ' $steps) "$model" "$folder/list.fitted" \
        ${CONSTANTS:-$constants_of_steps} >"$folder/left_out" 2>"$folder/left_out.progress" || return 1
    echo "name,times,error_left_out,error_as_is"
    awk '/^without / { step = substr($2, 1, length($2) - 2) } sub("^SIM_DEVICE=", "") { print step, $0 }' \
        "$folder/left_out" | while read -r step constants; do
        grep "^$step/" "$list" >"$folder/list.step"
        grep "^$step/" "$folder/fit.txt" >"$folder/fit.step"
        build/calibrate/fit "$constants" "$folder/list.step" >"$folder/fit.left_out" || exit 1
        echo "$step,$(wc -l <"$folder/list.step"),$(mean_error "$folder/fit.left_out"),$(mean_error "$folder/fit.step")"
    done
}

{
    case_runs
    step_runs | sort -k 6,6nr # the largest first: they take seconds, the others less
} | xargs -P "$(nproc)" -L 1 env || exit 3
{
    step_list
    case_list
} >"$list"

build/calibrate/fit "$model" "$list" >"$folder/fit.txt" || exit 3
beside=$folder/clock.csv
[ -z "$times" ] || beside=$measured/clock.csv
awk 'BEGIN { print "name,n,block,grid,measured_ms,modelled_ms" }
    NF == 4 {
        parts = split($1, part, "/")
        name = part[1] (parts > 4 ? "/" part[2] : "")
        printf "%s,%s,%s,%s,%.6f,%.6f\n", name, part[parts - 2], part[parts - 1], part[parts], $2 / 1000, $3 / 1000
    }' "$folder/fit.txt" >"$beside"
errors "$folder/fit.txt"
[ -n "$times" ] || echo "calibrate: $measured/clock.csv has the guests' rows, too, and stays; these are in $beside" >&2

if [ -n "$LEAVE_OUT" ] && [ -n "$times" ]; then
    leave_out >"$folder/leave_out.csv" || exit 3
    mv "$folder/leave_out.csv" "$measured/clock_leave_out.csv"
    cat "$measured/clock_leave_out.csv"
elif [ -n "$CONSTANTS" ]; then
    fitted_list >"$folder/list.fitted"
    build/calibrate/fit "$model" "$folder/list.fitted" $CONSTANTS
fi
