#!/bin/sh
# Prints what became of the mutants that have been graded (tests/mutants.pl), by what was changed: a table for a page.
# usage: tools/pages/mutants_section.sh RECORD     (docs/results/mutants.tsv)
# A mutant counts at the first test that it failed. Exit status: 0, 3 if a line of the record says nothing of that kind.
awk -F '\t' '
    BEGIN {
        count = split("sum-one sum-odd sum-blocks sum-large clean idea predict", tests, " ")
        others = split("does not compile,no result,equivalent,survives", results, ",")
        for (i = 1; i <= count; i++) known[tests[i]] = 1
        for (i = 1; i <= others; i++) known[results[i]] = 1
    }
    function row(name, kind,    i, line) {
        line = "| " name " | " all[kind] + 0 " | " of[kind, "does not compile"] + of[kind, "no result"]
        for (i = 1; i <= count; i++) line = line " | " of[kind, tests[i]] + 0
        print line " | " of[kind, "equivalent"] + 0 " | " of[kind, "survives"] + 0 " |"
    }
    /^#/ { next }
    {
        result = $6
        sub(/^survives.*/, "survives", result)
        if (NF != 6 || !known[result]) {
            print FILENAME ":" FNR ": what became of it: " $6 | "cat >&2"
            is_bad = 1
            exit 3
        }
        if (!all[$2]++) kinds[++different] = $2
        of[$2, result]++
        all["in all"]++
        of["in all", result]++
    }
    END {
        if (is_bad) exit 3
        for (i = 2; i <= different; i++) # in the order of the alphabet
            for (j = i; j > 1 && kinds[j] < kinds[j - 1]; j--) {
                kind = kinds[j]; kinds[j] = kinds[j - 1]; kinds[j - 1] = kind
            }
        line = "| what is changed | mutants | do not compile"
        under = "|---|--:|--:"
        for (i = 1; i <= count; i++) { line = line " | `" tests[i] "`"; under = under "|--:" }
        print line " | equivalent | survive |\n" under "|--:|--:|"
        for (i = 1; i <= different; i++) row(kinds[i], kinds[i])
        row("**in all**", "in all")
    }' "$1"
