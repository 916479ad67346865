#!/bin/sh
# Measures families of cases on this machine's GPU, for a first look: their times, and what Nsight Compute counts.
# usage: calibrate/first_look.sh FOLDER FAMILY...      (from FAMILY.cu, with or without held_out_ in front)
# Writes into FOLDER: device.txt, times.csv (as measure.sh's cases.csv), counters.csv (below), ncu.txt (all that ncu
# said). Begins no family behind the seconds of TIMES_WITHIN (200) and NCU_WITHIN (100), and ends the one at hand.
# counters.csv: family,case,n,block,grid,kernel,instructions,nanoseconds,registers,bytes_read,bytes_written (of the
# GPU's memory), stall (the reason for which most warps wait between two issues, that of the scheduler's choice left
# out), stalled (how many warps), reasons (all of them, "name=warps ..."). Without the least n of each case, and
# without empty launches.
folder=$1
[ -n "$folder" ] && [ $# -gt 1 ] && mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || {
    sed -n '3s/^# //p' "$0" >&2
    exit 2
}
shift
cd "$(dirname "$0")/.." || exit 3
families=
for family; do
    [ -f "calibrate/$family.cu" ] || family=held_out_$family
    families="$families $family"
done
{
    date -u '+date     %Y-%m-%d'
    nvidia-smi --query-gpu=name --format=csv,noheader | sed 's/^/device   /' | head -n 1
    nvidia-smi --query-gpu=driver_version --format=csv,noheader | sed 's/^/driver   /' | head -n 1
    nvcc --version | sed -n 's/.*release \([^,]*\), \(.*\)/CUDA     \1 (\2)/p'
    ncu --version | sed -n 's/^Version /ncu      /p'
} >"$folder/device.txt"
cat "$folder/device.txt"

work=build/gpu/first_look
mkdir -p "$work"
rm -f "$work"/*
begin=$(date +%s)
make -s -k -j16 CUDA_ARCH="${CUDA_ARCH:-native}" $(printf 'build/gpu/%s ' $families)
echo "== built: $(($(date +%s) - begin)) s"
status=0

# left WITHIN: seconds that are left of so many; fails if there are none
left() {
    seconds=$(($1 - $(date +%s) + begin))
    [ "$seconds" -gt 0 ] || {
        echo "$family: no time is left"
        status=1
        return 1
    }
}

begin=$(date +%s)
for family in $families; do
    left "${TIMES_WITHIN:-200}" || break
    timeout "$seconds" "build/gpu/$family" >"$work/$family.times" || {
        echo "$family ended with $?"
        status=1
    }
done
awk 'NR == 1 || FNR > 1' "$work"/*.times >"$folder/times.csv"
echo "== times: $(($(date +%s) - begin)) s, $(($(wc -l <"$folder/times.csv") - 1)) rows"

# Each case launches one kernel: row and launch have the same place. The clocks are left as they are, and the caches
# as the launch before has left them, as they are when a case is timed.
begin=$(date +%s)
for family in $families; do
    left "${NCU_WITHIN:-100}" || break
    first=$("build/gpu/$family" --list | awk -F, 'NR == 2 { name = $2 } NR > 2 && $2 == name { print NR - 2; exit }')
    timeout "$seconds" ncu --csv --page raw --print-units base --clock-control none --cache-control none \
        --launch-skip "${first:-0}" --section WarpStateStats --log-file "$work/$family.ncu" --metrics \
        smsp__inst_executed.sum,gpu__time_duration.sum,launch__registers_per_thread,dram__bytes_read.sum,dram__bytes_write.sum \
        "build/gpu/$family" --once >"$work/$family.rows" || {
        echo "$family: ncu ended with $?"
        status=1
    }
    awk -v skip="${first:-0}" '
        FNR == NR { if (FNR > 1 + skip) row[FNR - 1 - skip] = $0; next }
        !/^"/ { next }
        { gsub(/^"|"$/, ""); count = split($0, field, /","/) }
        field[1] == "ID" { for (i = 1; i <= count; i++) { column[field[i]] = i; name[i] = field[i] } next }
        field[1] == "" { next } # the units
        {
            stall = "none"; most = 0; reasons = ""
            for (i = 1; i <= count; i++) {
                if (name[i] !~ /issue_stalled_.*_per_/ || name[i] ~ /not_issued|[.]pct/) continue
                reason = name[i]; sub(/.*issue_stalled_/, "", reason); sub(/_per_.*/, "", reason)
                warps = number(name[i])
                reasons = reasons (reasons == "" ? "" : " ") reason "=" warps
                if (reason != "selected" && reason != "not_selected" && warps > most) { most = warps; stall = reason }
            }
            split(row[++launch], part, ",")
            if (part[2] == "empty") next
            kernel = field[column["Kernel Name"]]; sub(/[(<].*/, "", kernel); sub(/.* /, "", kernel)
            printf "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", part[1], part[2], part[3], part[4], part[5], kernel,
                number("smsp__inst_executed.sum"), number("gpu__time_duration.sum"),
                number("launch__registers_per_thread"), number("dram__bytes_read.sum"),
                number("dram__bytes_write.sum"), stall, most, reasons
        }
        function number(metric,    text) { text = field[column[metric]]; gsub(/,/, "", text); return text + 0 }
    ' "$work/$family.rows" "$work/$family.ncu" >"$work/$family.counters"
done
{
    echo family,case,n,block,grid,kernel,instructions,nanoseconds,registers,bytes_read,bytes_written,stall,stalled,reasons
    cat "$work"/*.counters
} >"$folder/counters.csv"
tail -n +1 "$work"/*.ncu >"$folder/ncu.txt"
echo "== ncu: $(($(date +%s) - begin)) s, $(($(wc -l <"$folder/counters.csv") - 1)) rows"
cut -d, -f1,12 "$folder/counters.csv" | sort | uniq -c
exit $status
