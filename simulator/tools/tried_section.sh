#!/bin/sh
# Prints a recording of what was tried as Markdown, for docs/compilers.md: the first row names the columns.
# usage: tools/tried_section.sh docs/projects.csv      COUNT=builds: in the end of how many rows that column is yes
[ -f "$1" ] || {
    echo "Not tried yet."
    exit
}
awk -F, -v counted="$COUNT" '
    function row(    i, line) {
        line = "|"
        for (i = 1; i <= NF; i++)
            line = line " " ($i == "" ? "–" : $i) " |"
        print line
    }
    { row() }
    NR == 1 {
        line = "|"
        for (i = 1; i <= NF; i++) {
            line = line "---|"
            if ($i == counted)
                column = i
        }
        print line
        next
    }
    column && $column == "yes" { yes++ }
    END {
        if (column)
            printf "\n%d of %d: %s.\n", yes, NR - 1, counted
    }' "$1"
