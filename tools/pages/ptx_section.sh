#!/bin/sh
# Prints what nvcc made of the lines that a page speaks of, as tools/record/ptx.sh has recorded it.
# usage: tools/pages/ptx_section.sh PAGE     (03: step 03's)
awk -v page="$1" '
    NR == 1 { sub(/^# nvcc /, ""); sub(/,.*/, ""); print "PTX by nvcc " $0 " for compute capability 9.0:\n\n```" }
    index($0, page ",") == 1 {
        split($0, column, ",")
        split($0, quoted, "\"")
        at = column[2] "/reduce.cu:" column[3]
        if (at != before) print (before == "" ? "" : "\n") at ": " quoted[2]
        before = at
        print "    " quoted[4]
    }
    END { print "```" }' docs/results/ptx.csv
