#!/bin/sh
# Prints as Markdown the compilers that were tried, for docs/compilers.md.
# usage: tools/compilers_section.sh docs/compilers.csv
[ -f "$1" ] || {
    echo "Not tried yet."
    exit
}
# gcc's rows before clang's, older ones first
{ head -n 1 "$1" && tail -n +2 "$1" | sort -t, -k1.1,1.1r -k1,1V; } | awk -F, '
    function cell(text) { return " " (text == "" ? "–" : text) " |" }
    # what a compiler that fails has none of
    function known(value, text) { return cell(value == "" ? "" : text) }
    NR == 1 {
        for (i = 1; i <= NF; i++) column[$i] = i
        print "| compiler | Debian | C library | make | perl | build | kernels | counters that differ | modelled times differ by | tests passed | failed | skipped |"
        print "|---|---|---|---|---|---|--:|--:|--:|--:|--:|--:|"
        next
    }
    {
        line = "|" cell($column["compiler"] " (" $column["version"] ")")
        line = line cell($column["release"]) cell($column["libc"]) cell($column["make"]) cell($column["perl"])
        line = line cell($column["built"] == "clean" ? "no warning" : $column["built"] == "no" ? "fails" : "warnings")
        line = line cell($column["kernels"]) known($column["counters"], $column["differing"] " of " $column["counters"])
        line = line known($column["counters"], $column["time_mean_percent"] " %, at most " $column["time_worst_percent"] " %")
        line = line cell($column["passed"]) cell($column["failed"]) cell($column["skipped"])
        print line
    }'
