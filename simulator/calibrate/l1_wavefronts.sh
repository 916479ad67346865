#!/bin/sh
# Measures on this machine's GPU what L1 does for loads of a warp: l1_wavefronts.cu.
# usage: calibrate/l1_wavefronts.sh FOLDER
# Writes FOLDER/l1_wavefronts.csv: bytes,offsets,lookups (of L1's tags),wavefronts (of its data, for all requests of the
# kernel: the load, its result's store, the constants).
folder=$1
[ -n "$folder" ] && [ $# -eq 1 ] && mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || {
    sed -n '3s/^# //p' "$0" >&2
    exit 2
}
cd "$(dirname "$0")/.." || exit 3
make -s CUDA_ARCH="${CUDA_ARCH:-native}" build/gpu/l1_wavefronts || exit 3
lookups=l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum wavefronts=l1tex__data_pipe_lsu_wavefronts.sum
ncu --csv --page raw --print-units base --clock-control none --log-file "$folder/l1_wavefronts.ncu" \
    --metrics "$lookups,$wavefronts" build/gpu/l1_wavefronts >"$folder/l1_wavefronts.rows" || exit 3
awk -v lookups="$lookups" -v wavefronts="$wavefronts" '
    FNR == NR { sub(/,[^,]*$/, ""); row[FNR] = $0; next }
    !/^"/ { next }
    { gsub(/^"|"$/, ""); count = split($0, field, /","/) }
    field[1] == "ID" { for (i = 1; i <= count; i++) column[field[i]] = i; print row[++rows] ",lookups,wavefronts"; next }
    field[1] == "" { next } # the units
    { print row[++rows] "," field[column[lookups]] "," field[column[wavefronts]] }
    ' "$folder/l1_wavefronts.rows" "$folder/l1_wavefronts.ncu" >"$folder/l1_wavefronts.csv"
rm -f "$folder/l1_wavefronts.rows" "$folder/l1_wavefronts.ncu"
echo "$(($(wc -l <"$folder/l1_wavefronts.csv") - 1)) loads"
