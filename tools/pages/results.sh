#!/bin/sh
# Writes what was measured into the pages, between their markers; and from there into the Chinese ones.
# The simulator's pages have a tool of their own: simulator/tools/results.sh.
# usage: tools/pages/results.sh [FOLDER]     (FOLDER: where to write the pages instead, for the tests)
# A page says what stands where:
#   <!-- measured steps -->       all steps in a line each, with the first device's figures
#   <!-- measured times -->       all steps' times on all devices, side by side
#   <!-- measured devices -->     a table of all steps for each device
#   <!-- measured run -->         what the program of the page's step printed
#   <!-- measured claims -->      what the comparisons with CUB come to
#   <!-- measured why -->         what the page's causes are worth, each taken away
#   <!-- measured instructions --> what nvcc made of a few lines
#   <!-- measured stories -->     what is told of the steps, beside what its trial gave
#   <!-- measured causes -->      how many sentences name a cause, and on what they stand
#   <!-- measured estimates -->   what Nsight Compute expects of a cure, beside what it gained
#   <!-- measured what_if -->     what the clock says of a cure, beside what it gained
#   <!-- measured floor -->       sums of few numbers beside kernels that do less
#   <!-- measured variants -->    what else step 14 could have been
#   <!-- measured types -->       step 16 beside CUB, for every type and operator
#   <!-- measured order -->       what it costs to add up in an order
#   <!-- measured gpus_... -->     sums on several GPUs: scaling, fit, overlap, claim
#   <!-- measured rows -->        step 17 beside CUB and PyTorch
#   <!-- measured segments -->    the same for rows of unequal lengths, beside CUB
#   <!-- measured cache -->       times on a cache full of a copy's lines and on a clean one
#   <!-- measured mutants -->     what became of mutants of the exercises' solutions
#   <!-- measured counters -->    its times and counters beside those of the step before
# each ended by <!-- end of measured ... -->.
into=${1:-.}
made=build/sections
folders=$(for folder in docs/results/*/; do [ -f "$folder/run.csv" ] && echo "${folder%/}"; done)
[ -n "$folders" ] || { echo "There is no recording in docs/results/." >&2; exit 3; }
several=$(for folder in docs/results/*/; do [ -f "$folder/gpus.csv" ] && echo "${folder%/}"; done)
mkdir -p "$made"

# why_section_of PAGE: what a step's causes are worth
why_section_of() {
    build/tools/why_section "${1%%/*}" docs/results/modelled/h100.csv $folders >"$made/why"
}

# instructions_section_of PAGE: what nvcc made of the lines that it speaks of
instructions_section_of() {
    number=${1#step}
    tools/pages/instructions_section.sh "${number%%_*}" >"$made/instructions"
}

# sections PAGE: makes the sections for it, each in a file of its own
sections() {
    case $1 in
    README.md)
        build/tools/steps_section docs/steps.csv $folders >"$made/steps" &&
            build/tools/claims_section $folders >"$made/claims" &&
            build/tools/gpus_section claim ${several:-docs/results} >"$made/gpus_claim" ;;
    docs/results.md)
        build/tools/times_section docs/lecture.csv $folders >"$made/times" &&
            build/tools/devices_section $folders >"$made/devices" &&
            build/tools/variants_section $folders >"$made/variants" ;;
    docs/causes.md)
        build/tools/why_section stories docs/stories.csv docs/results/modelled/k20m.csv $folders >"$made/stories" &&
            tools/pages/causes_section.sh >"$made/causes" &&
            build/tools/estimates_section docs/estimates.csv docs/results/h100 >"$made/estimates" &&
            build/tools/what_if_section docs/ablations.csv $(for device in h100 h200; do
                echo "docs/results/$device docs/results/modelled/${device}_what_if.csv"
            done) >"$made/what_if" ;;
    docs/instructors.md)
        tools/pages/mutants_section.sh docs/results/mutants.tsv >"$made/mutants" ;;
    docs/measuring.md)
        build/tools/cache_section $folders >"$made/cache" ;;
    step16*/README.md)
        build/tools/types_section contest $folders >"$made/types" &&
            why_section_of "$1" &&
            build/tools/types_section order $folders >"$made/order" ;;
    step17*/README.md | step17*/SEGMENTS.md)
        build/tools/rows_section matrices $folders >"$made/rows" &&
            why_section_of "$1" &&
            build/tools/rows_section segments $folders >"$made/segments" ;;
    step18_*/README.md)
        for part in scaling fit overlap; do
            build/tools/gpus_section $part ${several:-docs/results} >"$made/gpus_$part" || return
        done ;;
    step0*/README.md | step1[0-5]*/README.md)
        build/tools/step_section run "${1%/README.md}" $folders >"$made/run" &&
            build/tools/step_section counters "${1%/README.md}" $folders >"$made/counters" &&
            why_section_of "$1" &&
            instructions_section_of "$1" &&
            build/tools/contest_section floor us $folders >"$made/floor" ;;
    esac
}

for page in README.md docs/results.md docs/causes.md docs/measuring.md docs/instructors.md step[0-9][0-9]_*/README.md step17_rows/SEGMENTS.md; do
    [ -f "$page" ] || continue
    sections "$page" || exit 3
    tools/pages/put_sections.sh "$made" "$page" "$into" || exit 3
done
[ "$into" != . ] || tools/pages/chinese_pages.sh update
