#!/bin/sh
# Measures on this machine's GPU how many requests L2 gets for each store of a warp: joined_stores.cu.
# usage: calibrate/joined_stores.sh FOLDER
# Writes FOLDER/joined_stores.csv: between,bytes,numbers,warps,requests (of all warps' stores, to L2), sectors.
folder=$1
[ -n "$folder" ] && [ $# -eq 1 ] && mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || {
    sed -n '3s/^# //p' "$0" >&2
    exit 2
}
cd "$(dirname "$0")/.." || exit 3
make -s CUDA_ARCH="${CUDA_ARCH:-native}" build/gpu/joined_stores || exit 3
count=lts__t_requests_srcunit_tex_op_write.sum,lts__t_sectors_srcunit_tex_op_write.sum
ncu --csv --page raw --print-units base --clock-control none --log-file "$folder/joined_stores.ncu" --metrics "$count" \
    build/gpu/joined_stores >"$folder/joined_stores.rows" || exit 3
awk -F, '
    FNR == NR { row[FNR] = $0; next }
    !/^"/ { next }
    { gsub(/^"|"$/, ""); gsub(/,/, ";"); count = split($0, field, /";"/) }
    field[1] == "ID" { for (i = 1; i <= count; i++) column[field[i]] = i; print row[++rows] ",requests,sectors"; next }
    field[1] == "" { next } # the units
    {
        requests = field[column["lts__t_requests_srcunit_tex_op_write.sum"]]
        sectors = field[column["lts__t_sectors_srcunit_tex_op_write.sum"]]
        gsub(/;/, "", requests)
        gsub(/;/, "", sectors)
        print row[++rows] "," requests "," sectors
    }' "$folder/joined_stores.rows" "$folder/joined_stores.ncu" >"$folder/joined_stores.csv"
rm -f "$folder/joined_stores.rows" "$folder/joined_stores.ncu"
cat "$folder/joined_stores.csv"
