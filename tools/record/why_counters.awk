# From Nsight Compute's raw page, as comma-separated values, to the rows of why_counters.sh.
!/^"/ { next }
{ gsub(/^"|"$/, ""); count = split($0, field, /","/) }
field[1] == "ID" { for (i = 1; i <= count; i++) { column[field[i]] = i; name[i] = field[i] } next }
field[1] == "" { next } # the units
{
    kernel = field[column["Kernel Name"]]; sub(/\(.*/, "", kernel); sub(/^void /, "", kernel)
    if (kernel ~ /readScratch|waitForHost/) next
    grid = size(field[column["Grid Size"]]); block = size(field[column["Block Size"]])
    warps = grid * int((block + 31) / 32)
    instructions = number("smsp__inst_executed.sum") / warps
    key = kernel "," grid
    if (!(key in row)) order[++rows] = key
    row[key] = sprintf("%s,\"%s\",%d,%d,%.2f,%.1f,%.1f,%.1f,%.3f,%.1f,%s", step, kernel, grid, block,
        number("gpu__time_duration.sum") / 1000, instructions, number("smsp__inst_executed_pipe_lsu.sum") / warps,
        number("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum") / warps,
        number("smsp__issue_active.sum") / number("smsp__cycles_active.sum"),
        number("smsp__warps_active.avg.per_cycle_active"), stalls())
}
END { for (i = 1; i <= rows; i++) print row[order[i]] }
function size(text) { sub(/^\(/, "", text); sub(/,.*/, "", text); return text + 0 }
function number(metric,    text) { text = field[column[metric]]; gsub(/,/, "", text); return text + 0 }
# Cycles that a warp waits for each reason: so many warps between two issues, times the instructions of a warp.
function stalls(    i, reason, most, text, cycles) {
    for (reason in cycles) delete cycles[reason]
    for (i = 1; i <= count; i++) {
        if (name[i] !~ /issue_stalled_.*_per_issue_active/ || name[i] ~ /not_issued|[.]pct/) continue
        reason = name[i]; sub(/.*issue_stalled_/, "", reason); sub(/_per_.*/, "", reason)
        cycles[reason] = number(name[i]) * instructions
    }
    for (;;) {
        most = ""
        for (reason in cycles) if (cycles[reason] >= 1 && (most == "" || cycles[reason] > cycles[most])) most = reason
        if (most == "") return text
        text = text (text == "" ? "" : " ") most "=" sprintf("%.0f", cycles[most])
        delete cycles[most]
    }
}
