#!/bin/sh
# Prints the recording of beside_hip.sh as Markdown, for docs/speed.md: medians, and how many times HIP-CPU's time that of
# simcc is.
# usage: speed/beside_section.sh speed/recordings/beside_hip.csv
awk -F, '
    function median(list,    n, i, j, all, held) {
        n = split(list, all, " ")
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && all[j] + 0 < all[j - 1] + 0; j--) { held = all[j]; all[j] = all[j - 1]; all[j - 1] = held }
        return (all[int((n + 1) / 2)] + all[int(n / 2) + 1]) / 2
    }
    /^# / { head[++heads] = substr($0, 3); next }
    $1 == "program" { next }
    !($1 in known) { known[$1]; names[++count] = $1 }
    { used[$1, $3] = used[$1, $3] " " $5; sum[$1, $3] = $6 }
    END {
        print "| program | `simcc --plain` (s) | HIP-CPU (s) | times as fast | results |"
        print "|---|--:|--:|--:|---|"
        for (i = 1; i <= count; i++) {
            ours = median(used[names[i], "simcc"])
            theirs = median(used[names[i], "hip"])
            printf "| `%s` | %.4f | %.4f | %.2f | %s |\n", names[i], ours, theirs, theirs / ours,
                sum[names[i], "simcc"] == sum[names[i], "hip"] ? "equal" : "differ"
        }
        gsub(/ \([^)]*\)/, "", head[3])
        printf "\n`%s`, `%s`, `%s`, `%s`\n", head[1], head[2], head[3], head[4]
    }' "$1"
