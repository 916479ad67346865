#!/bin/sh
# What nvcc makes of each mathematical function: how many instructions of a GPU.
# usage: calibrate/functions.sh      (make functions)
# Compiles functions.cu with $NVCC, counts with sass.pl, and writes simcc/functions.csv, with the compiler's version
# in its first line: function,instructions,special,doubles. What a kernel has without its function is taken off. The
# kernels of tests/clock/instructions.cu are counted as they are, in instructions.csv beside them.
cd "$(dirname "$0")/.." || exit 3
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
nvcc=${NVCC:-nvcc}
"$nvcc" -arch=sm_90 -cubin -o "$folder/functions.cubin" calibrate/functions.cu || exit 3
perl calibrate/sass.pl of_ <"$folder/functions.cubin" >"$folder/counted" || exit 3
version="# $("$nvcc" --version | sed -n 's/.*\(release .*\)/nvcc, \1/p'), sm_90"
"$nvcc" -arch=sm_90 -cubin -o "$folder/tests.cubin" tests/clock/instructions.cu || exit 3
{
    echo "$version"
    echo kernel,instructions,special,doubles
    perl calibrate/sass.pl of_ <"$folder/tests.cubin"
} >"$folder/csv" && mv "$folder/csv" tests/clock/instructions.csv

{
    echo "$version"
    echo function,instructions,special,doubles
    awk -F, '
        FNR == NR { instructions[$1] = $2; special[$1] = $3; doubles[$1] = $4; next }
        /^OF_|^BOTH_OF_/ {
            split($0, part, "[(,)]")
            name = part[2]; gsub(/ /, "", part[3])
            note(name, part[1] ~ /^BOTH/ ? "double" : part[3], part[1] ~ /TWO$/)
            if (part[1] ~ /^BOTH/)
                note(name "f", "float", part[1] ~ /TWO$/)
        }
        function note(name, type, has_two,    without, less) {
            without = (has_two ? "sum_" : "none_") type
            less = has_two # the sum itself
            if (name in instructions)
                print name "," instructions[name] - instructions[without] + less "," special[name] "," \
                    doubles[name] - (doubles[without] - (has_two && type == "double"))
        }' "$folder/counted" calibrate/functions.cu | LC_ALL=C sort
} >"$folder/csv" && mv "$folder/csv" simcc/functions.csv
