#!/bin/sh
# Records what the CUDA Toolkit makes of a few lines of the steps, those of docs/instructions.csv, for compute
# capability 9.0: their PTX, which needs nvcc, or the machine code, SASS, which needs nvdisasm as well. No GPU is needed.
# usage: tools/record/instructions.sh ptx|sass [FILE]     (docs/results/ptx.csv, docs/results/sass.csv)
cd "$(dirname "$0")/../.." || exit 3
kind=$1
case $kind in
ptx) needed=nvcc ;;
sass) needed="nvcc nvdisasm" ;;
*) echo "usage: tools/record/instructions.sh ptx|sass [FILE]" >&2; exit 2 ;;
esac
into=${2:-docs/results/$kind.csv}
for tool in $needed; do
    command -v $tool >/dev/null 2>&1 || { echo "tools/record/instructions.sh $kind needs $tool." >&2; exit 3; }
done
made=$(mktemp -d) || exit 3
trap 'rm -rf "$made" "$into.new"' EXIT

# listing PROGRAM: writes $made/PROGRAM, its code with the lines of the source between the instructions
listing() {
    [ ! -s "$made/$1" ] || return 0
    case $kind in
    ptx) nvcc -std=c++17 -arch=compute_90 -lineinfo -ptx "$1/reduce.cu" -o "$made/$1" ;;
    # inlined functions, too, with the line that calls them
    sass) nvcc -std=c++17 -arch=sm_90 -lineinfo -cubin "$1/reduce.cu" -o "$made/$1.cubin" &&
        nvdisasm -c -gi "$made/$1.cubin" >"$made/$1" ;;
    esac
}

# One instruction on each line: those of the first function that has any of the source's line.
# Of PTX those where the line stands first, since a function may be inlined more than once: an instruction is of the
# last .loc before it, or of what that was inlined at. The first .file is the program itself.
ptx_of() {
    awk -v line="$2" '
        /^}/ { if (found) exit; here = 0 }
        $1 == ".loc" { here = ($2 == 1 && $3 + 0 == line) || index($0, "inlined_at 1 " line " ") }
        here && /^\t[a-z@]/ && /;/ {
            if (seen[$1] && NR > last + 3) exit
            seen[$1] = found = 1
            last = NR
            sub(/^\t/, ""); sub(/;.*/, ""); gsub(/[ \t]+/, " ")
            print
        }' "$made/$1"
}

# Of SASS those where the line stands first, too: a known instruction with others before it is of the next copy. They are
# not side by side, since ptxas mixes the instructions of several lines. Before each change of line stand comments, the
# line and, below, those that it was inlined at:
#     //## File "/lab/step02_smem/reduce.cu", line 29
#     //## File "/cuda/include/sm_30_intrinsics.hpp", line 64 inlined at "/lab/step10_shuffle/reduce.cu", line 21
sass_of() {
    awk -v source="/$1/reduce.cu\", line $2" '
        # whether the comment names the line, and no other that begins with its digits
        function names(comment,   at) {
            at = index(comment, source)
            return at && substr(comment, at + length(source)) !~ /^[0-9]/
        }
        /^[ \t]*\.section|^\.text\./ { if (found) exit; here = in_comments = 0 }
        /^[ \t]*\/\/## File/ {
            if (!in_comments) here = 0
            in_comments = 1
            if (names($0)) here = 1
            next
        }
        { in_comments = 0 }
        here && /^[ \t]*\/\*[0-9a-f]+\*\/[ \t]/ {
            gsub(/\/\*[^*]*\*\//, ""); sub(/;.*/, ""); gsub(/[ \t]+/, " "); gsub(/^ | $/, "")
            kind = $1 ~ /^@/ ? $2 : $1
            if (seen[kind] && NR > last + 3) exit
            seen[kind] = found = 1
            last = NR
            print
        }' "$made/$1"
}

{
    echo "# nvcc $(nvcc --version | sed -n 's/.*, V//p'), compute capability 9.0"
    echo "page,program,line,source,instruction"
    sed 1d docs/instructions.csv | while IFS=, read -r page program source; do
        source=$(echo "$source" | sed 's/^"//; s/"$//')
        line=$(grep -nF "$source" "$program/reduce.cu" | head -n 1 | cut -d : -f 1)
        [ -n "$line" ] || { echo "$program/reduce.cu has no line: $source" >&2; exit 3; }
        listing "$program" || exit 3
        "${kind}_of" "$program" "$line" >"$made/instructions"
        [ -s "$made/instructions" ] || { echo "no $kind for $program/reduce.cu:$line: $source" >&2; exit 3; }
        sed "s|.*|$page,$program,$line,\"$(echo "$source" | sed 's/[&|\\]/\\&/g')\",\"&\"|" "$made/instructions"
    done
} >"$into.new" && mv "$into.new" "$into" || exit 3
echo "$into"
