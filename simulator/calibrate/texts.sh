#!/bin/sh
# What the clock says beside the times that the texts print: the lecture's on a K20m, the article's
# on an RTX 2070 SUPER.
# usage: GUESTS=FOLDER calibrate/texts.sh LECTURE.csv
# LECTURE.csv: program,kernel,median_ms; the programs, and article_double, are built in GUESTS. Writes calibrate/recordings/texts_clock.csv: name,device,measured_ms,modelled_ms.
# Only some blocks are run (SIM_CLOCK=only), so that the sums are wrong and the times come at once.
lecture=$1
[ -d "$GUESTS" ] && [ -s "$lecture" ] || {
    echo "usage: GUESTS=FOLDER calibrate/texts.sh LECTURE.csv" >&2
    exit 2
}
into=calibrate/recordings/texts_clock.csv
folder=build/calibrate/texts
mkdir -p "$folder"
export SIM_CLOCK=only SIM_CHECKS=0 SIM_THREADS=1 SIM_MEMORY=4G SIM_PROGRESS=0

# modelled_ms PROGRAM ARGUMENT...: of each kernel, from the csv of the simulator's counters: the
# mean of its launches, in ms, its launch included
modelled_ms() {
    SIM_CSV=$folder/counters.csv "$@" >/dev/null 2>&1
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { gsub(/"/, ""); print $at["kernel"], ($at["modelled_us"] + $at["modelled_launch_us"]) / 1000 }' "$folder/counters.csv"
}

{
    echo "name,device,measured_ms,modelled_ms"
    awk -F, 'NR > 1 { print $1, $3 }' "$lecture" | while read -r program measured; do
        SIM_DEVICE=k20m modelled_ms "$GUESTS/$program" -n 2^24 -b 512 -r 1 |
            awk -v p="$program" -v m="$measured" '{ print p ",k20m," m "," $2 }'
    done
    SIM_DEVICE=rtx2070s modelled_ms "$GUESTS/article_double" -n 104857600 -b 1024 -r 1 >"$folder/article"
    for pair in reduceAtomic=12.85 reduceWarp=10.16 reduceShfl=10.56 reduceCG=10.26 reduceParallelism=2.37; do
        awk -v k="${pair%=*}" -v m="${pair#*=}" '$1 ~ k { sum += $2 }
            END { print k ",rtx2070s," m "," sum }' "$folder/article"
    done
} >"$into"
cat "$into"
