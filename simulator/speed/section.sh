#!/bin/sh
# Prints a part of the recording of the simulator's own speed as Markdown, for docs/speed.md.
# usage: speed/section.sh machine|threads|blocks|sizes speed/recordings/scaling.csv
# Speeds are in millions of accesses a second, of a launch that is not the first. Memory is the process's at its most,
# less that of the smallest size, over the bytes of device memory; from 16 MB of it on, as host threads take some, too.
awk -F, -v part="$1" '
    function speed(i) { return sprintf("%.0f", $8 / $11 / 1e6) }
    function power(n,    p) { for (p = 0; n > 1; p++) n /= 2; return p }
    function row(name, of,    i, line) {
        line = "| " name " |"
        for (i = 1; i <= 4; i++) line = line " " ((name, cases[i]) in of ? of[name, cases[i]] : "–") " |"
        return line
    }
    BEGIN {
        split("counted saxpy,counted sum,plain saxpy,plain sum", cases, ",")
    }
    /^# / { head[++heads] = substr($0, 3); next }
    /^sweep/ { next }
    { which = $2 " " $3 }
    $1 == "threads" { names["threads", ++count["threads"]] = $4; of_threads[$4, which] = speed() }
    $1 == "block" { names["blocks", ++count["blocks"]] = $6; of_blocks[$6, which] = speed() }
    $1 == "n" {
        if (!(which in least)) { least[which] = $13; least_bytes[which] = $7 }
        name = "2<sup>" power($5) "</sup>"
        names["sizes", ++count["sizes"]] = name
        of_sizes[name, which] = speed()
        if ($7 > 1.6e7) memory[name, which] = sprintf("%.1f", ($13 - least[which]) / ($7 - least_bytes[which]))
    }
    END {
        if (part == "machine") {
            split(head[2], caches, /[ :]+/)
            gsub(/ \([^)]*\)/, "", head[3])
            print "| recorded | machine | L1 of a core | L2 of a core | L3 | compiler |\n|---|---|---|---|---|---|"
            printf "| %s | %s | %.0f KiB | %.0f MiB | %.0f MiB | %s |\n", head[4], head[1], caches[4] / 1024,
                caches[5] / 1048576, caches[6] / 1048576, head[3]
            exit
        }
        first = part == "threads" ? "host threads" : part == "blocks" ? "threads in a block" : "n"
        printf "| %s | saxpy, counted | sum, counted | saxpy, plain | sum, plain |%s\n", first,
            part == "sizes" ? " memory, saxpy, counted | memory, sum, counted | memory, saxpy, plain | memory, sum, plain |" : ""
        printf "|--:|--:|--:|--:|--:|%s\n", part == "sizes" ? "--:|--:|--:|--:|" : ""
        for (i = 1; i <= count[part]; i++) {
            name = names[part, i]
            if (done[name]++)
                continue
            if (part == "threads") print row(name, of_threads)
            if (part == "blocks") print row(name, of_blocks)
            if (part == "sizes") print row(name, of_sizes) substr(row(name, memory), length(name) + 5)
        }
    }' "$2"
