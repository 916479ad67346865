#!/bin/sh
# Prints in one table what the clock is worth, as Markdown for docs/clock.md: the rows "all" of the tables of errors and
# of right orders in docs/clock_model.md.
# usage: calibrate/worth_section.sh SECTIONS     (the folder in which tools/results.sh has made those tables)
made=$1
echo "| kernels | device | times | mean error | median | ≤ 20 % | the faster of two |"
echo "|---|---|--:|--:|--:|--:|--:|"

# rows KERNELS TABLE...: the table of right orders, if there is one, comes before that of errors
rows() {
    kernels=$1
    shift
    awk -F' *[|] *' -v kernels="$kernels" '
        /^NVIDIA .*:$/ { device = substr($0, 1, length($0) - 1) }
        $2 != "all" { next }
        NF < 8 { right[device] = $5; next }
        { printf "| %s | %s | %s | %s | %s | %s | %s |\n", kernels, device, $3, $4, $6, $9, right[device] }' "$@"
}
rows "the steps: constants are fitted to them" "$made/clock_order" "$made/clock_steps"
rows "others that constants are fitted to" "$made/clock_cases"
rows "held out of the fits, looked at since" "$made/clock_held_out"
rows "nobody had looked at them" "$made/clock_versions" "$made/clock_first_look"
