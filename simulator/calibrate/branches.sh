#!/bin/sh
# Measures on this machine's GPU what warps issue for branches: branches.cu.
# usage: calibrate/branches.sh FOLDER
# Writes FOLDER/branches.csv: loop,form,instructions,lanes,issued (instructions of all warps).
folder=$1
[ -n "$folder" ] && [ $# -eq 1 ] && mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || {
    sed -n '3s/^# //p' "$0" >&2
    exit 2
}
cd "$(dirname "$0")/.." || exit 3
make -s CUDA_ARCH="${CUDA_ARCH:-native}" build/gpu/branches || exit 3
ncu --csv --page raw --print-units base --clock-control none --log-file "$folder/branches.ncu" \
    --metrics smsp__inst_executed.sum build/gpu/branches >"$folder/branches.rows" || exit 3
awk -F, '
    FNR == NR { if (!/^==/) row[++read] = $0; next }
    !/^"/ { next }
    { gsub(/^"|"$/, ""); gsub(/,/, ";"); count = split($0, field, /";"/) }
    field[1] == "ID" { for (i = 1; i <= count; i++) column[field[i]] = i; print row[++rows] ",issued"; next }
    field[1] == "" { next } # the units
    {
        issued = field[column["smsp__inst_executed.sum"]]
        gsub(/;/, "", issued)
        print row[++rows] "," issued
    }' "$folder/branches.rows" "$folder/branches.ncu" >"$folder/branches.csv"
rm -f "$folder/branches.rows" "$folder/branches.ncu"
cat "$folder/branches.csv"
