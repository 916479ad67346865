#!/bin/sh
# Prints what nvcc made of the lines that a page speaks of, as tools/record/instructions.sh has recorded it: first the
# PTX, then the machine code, where that was recorded, too.
# usage: tools/pages/instructions_section.sh PAGE [FOLDER]     (03: step 03's; FOLDER: docs/results)
page=$1
folder=${2:-docs/results}

# block CSV HEADING: of one kind of instructions; nothing where the page asks for none. %s: nvcc's version
block() {
    awk -v page="$page" -v heading="$2" '
        NR == 1 { sub(/^# nvcc /, ""); sub(/,.*/, ""); nvcc = $0 }
        index($0, page ",") == 1 {
            split($0, column, ",")
            split($0, quoted, "\"")
            at = column[2] "/reduce.cu:" column[3]
            if (before == "") printf heading "\n\n```\n", nvcc
            if (at != before) print (before == "" ? "" : "\n") at ": " quoted[2]
            before = at
            print "    " quoted[4]
        }
        END { if (before != "") print "```" }' "$folder/$1.csv"
}

block ptx "PTX by nvcc %s for compute capability 9.0:"
if [ -f "$folder/sass.csv" ]; then
    machine_code=$(block sass "Machine code (SASS) by nvcc %s for compute capability 9.0:")
    [ -z "$machine_code" ] || printf '\n%s\n' "$machine_code"
fi
