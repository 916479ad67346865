#!/bin/sh
# Records what nvcc makes of a few lines of the steps, those of docs/ptx.csv: their PTX for compute capability 9.0.
# Needs nvcc, and no GPU.
# usage: tools/record/ptx.sh [FILE]     (docs/results/ptx.csv)
cd "$(dirname "$0")/../.." || exit 3
into=${1:-docs/results/ptx.csv}
command -v nvcc >/dev/null 2>&1 || { echo "tools/record/ptx.sh needs nvcc." >&2; exit 3; }
made=$(mktemp -d) || exit 3
trap 'rm -rf "$made"' EXIT
{
    echo "# nvcc $(nvcc --version | sed -n 's/.*, V//p'), compute capability 9.0"
    echo "page,program,line,source,instruction"
    sed 1d docs/ptx.csv | while IFS=, read -r page program source; do
        source=$(echo "$source" | sed 's/^"//; s/"$//')
        line=$(grep -nF "$source" "$program/reduce.cu" | head -n 1 | cut -d : -f 1)
        [ -n "$line" ] || { echo "$program/reduce.cu has no line: $source" >&2; exit 3; }
        [ -s "$made/$program" ] || nvcc -std=c++17 -arch=compute_90 -lineinfo -ptx "$program/reduce.cu" -o "$made/$program" || exit 3
        # Those where the line stands first, since a function may be inlined more than once: an instruction is of the
        # last .loc before it, or of what that was inlined at. The first .file is the program itself.
        awk -v line="$line" -v start="$page,$program,$line,\"$source\"" '
            /^}/ { if (found) exit; here = 0 }
            $1 == ".loc" { here = ($2 == 1 && $3 + 0 == line) || index($0, "inlined_at 1 " line " ") }
            here && /^\t[a-z@]/ && /;/ {
                if (seen[$1] && NR > last + 3) exit
                seen[$1] = found = 1
                last = NR
                sub(/^\t/, ""); sub(/;.*/, ""); gsub(/[ \t]+/, " ")
                print start ",\"" $0 "\""
            }' "$made/$program"
    done
} >"$into.new" && mv "$into.new" "$into" || exit 3
echo "$into"
