#!/bin/sh
# Makes a repository for students: the chosen steps as exercises, the steps before the
# first of them whole, and what is needed to build, run, count and grade.
# usage: course/handout.sh OUT "02 03 04" [bugs|"" [en|zh ["2 3 5"]]]
#   bugs: nothing is missing in the exercises, but something is wrong in each: a mutant of
#   course/mutants, which course/bugs.txt names; zh: pages, exercises and feedback in Chinese;
#   "2 3 5": the points that hints cost
out=$1
chosen=$2
kind=$3
SPOKEN=${4:-en}
prices=$5
. "$(dirname "$0")/say.sh"
all=$(ls course/predict | sed -n 's/^step\([0-9]*\)\.txt$/\1/p' | tr '\n' ' ')

refuse() {
    echo "$1" >&2
    exit 2
}

case $kind in
'' | bugs) ;;
*) refuse "KIND: $kind: there is only KIND=bugs" ;;
esac
case $SPOKEN in
en | zh) ;;
*) refuse "LANGUAGE is en or zh, not $SPOKEN" ;;
esac
build/course/hint price "$prices" >/dev/null || exit 2
[ -n "$out" ] || refuse 'Say where it goes: make handout OUT=folder [STEPS="02 03 04"]'
set -f # a * in STEPS is no file
for number in $chosen; do
    case " $all" in
    *" $number "*) ;;
    *) refuse "STEPS: there is no exercise $number; there are: ${all% }" ;;
    esac
done
chosen=$(printf '%s\n' ${chosen:-$all} | sort -u | tr '\n' ' ')
set +f
chosen=${chosen% }
# The nearest folder that exists tells whether OUT lies in the lab, as with a ~ that no shell has
# replaced.
above=$out
while [ ! -d "$above" ]; do
    [ ! -e "$above" ] || refuse "OUT: $above is no folder"
    above=$(dirname -- "$above")
done
[ "$above" != "$out" ] || [ -z "$(ls -A -- "$out")" ] || refuse "OUT: $out exists and is not empty"
case "$(cd -- "$above" && pwd -P)/" in
"$(pwd -P)"/*) refuse "OUT: $out is in the lab itself; name a folder outside, such as ../handout" ;;
esac
mkdir -p -- "$out" 2>/dev/null && [ -w "$out" ] || {
    echo "OUT: cannot write to $out" >&2
    exit 3
}
first=${chosen%% *}
set -e
mkdir -p "$out/docs/diagrams" "$out/course"
cp -R Makefile LICENSE .gitignore .clang-format course/compile_flags.txt common "$out"
course/simulator.sh "$out"
mkdir "$out/tools" "$out/.github" "$out/.github/workflows"
cp -R tools/*.mk tools/csv.* tools/run tools/predict tools/machine "$out/tools"
rm "$out/tools/run/bench_sim.c" "$out/tools/machine/counters_differ.c" "$out"/tools/machine/try_*
cp -R course/*.c course/*.h course/build.mk course/shapes course/watch.sh course/handin.sh course/say.sh course/to_do.sh \
    course/words.zh.tsv "$out/course"
cp -R playground "$out"
rm -rf "$out/playground/own" "$out/playground/README.md" # the page is for those who change the playground
cp course/classroom.yml "$out/.github/workflows/grade.yml"
zh=
[ "$SPOKEN" = en ] || zh=/zh-CN
cp docs$zh/diagrams/*.svg "$out/docs/diagrams"
mkdir "$out/docs/view"
cp docs$zh/view/access.svg docs$zh/view/flight.svg "$out/docs/view"
echo $chosen >"$out/course/steps"
echo "$SPOKEN" >"$out/course/language"
[ -z "$prices" ] || echo "$prices" >"$out/course/hint_price"
scratch=$(mktemp) || exit 3
trap 'rm -f "$scratch"' EXIT

# headers: those that a step has beside reduce.cu
headers() {
    for header in "$step"/*.h; do
        [ ! -f "$header" ] || cp "$header" "$out/$step"
    done
}

# whole steps, then exercises; the folders first, so that links among them hold
exercises=
for step in step[0-9][0-9]_*; do
    number=$(expr "$step" : 'step\([0-9]*\)')
    case " $chosen " in *" $number "*) exercises="$exercises $step" ;; esac
    if [ "$number" -lt "$first" ]; then
        mkdir "$out/$step"
        cp "$step/reduce.cu" "$out/$step"
        headers
        : >"$out/$step/README.md"
    fi
done
# broken STEP: its solution with a mistake, and a word about that above the kernel
broken() {
    number=$(expr "$1" : 'step\([0-9]*\)')
    sed -f "course/mutants/$(sed -n "s/^$number //p" course/bugs.txt).sed" "$1/reduce.cu" |
        sed -e '/\/\/ SOLUTION \(BEGIN\|END\)/d' \
            -e '0,/^#include "..\/common\/lab.h"/s//&\n\n\/\/ TODO: something is wrong in this file: find it, by what the grader and make check say, and mend it/'
}

# hints, each with a record of those that are asked for; where a mistake is to be found, they would tell
[ "$kind" = bugs ] || mkdir "$out/course/hints"
for step in $exercises; do
    mkdir "$out/$step"
    headers
    if [ "$kind" != bugs ]; then
        build/course/hint close "$step" >"$out/course/hints/${step%%_*}.closed"
        build/course/hint begin "$SPOKEN" "$step" >"$out/$step/hints.txt"
    fi
    if [ "$kind" = bugs ]; then
        broken "$step" >"$scratch"
        to_do=$(sed -n 's/^\/\/ TODO: //p' "$scratch")
        sed "s|^// TODO: .*|// TODO: $(say "$to_do")|" "$scratch" >"$out/$step/reduce.cu"
    else
        build/course/exercise_text source "$step/reduce.cu" "$SPOKEN" >"$out/$step/reduce.cu"
    fi
    sed 's/^\([a-z_]* =\).*/\1/' "course/predict/${step%%_*}.txt" |
        build/course/in_language "$SPOKEN" >"$out/$step/predict.txt"
    : >"$out/$step/README.md"
done
pages='students counters glossary sources'
for page in $pages; do
    : >"$out/docs/$page.md"
done
example=${exercises# }
example=${example%%_*}

# original PAGE: the page of that name in the lab, in the language of the handout if there is one, to
# stdout; its links as those of the page of the plain name
original() {
    case $SPOKEN$1 in
    zhdocs/*)
        chinese=docs/zh-CN/${1#docs/}
        [ -f "$chinese" ] || { cat "$1"; return; }
        sed -e 's|](\.\./\.\./|](<|g; s|](\.\./|](|g; s|](<|](../|g; s|README\.zh-CN\.md|README.md|g' "$chinese"
        ;;
    zh*)
        sed -e 's|](\.\./docs/zh-CN/|](../docs/|g; s|README\.zh-CN\.md|README.md|g' "${1%.md}.zh-CN.md"
        ;;
    *) cat "$1" ;;
    esac
}

# page FORM NAME PLACE: a page of the handout, made from the lab's
page() {
    original "$2" >"$scratch"
    if [ "$SPOKEN" = en ]; then
        build/course/exercise_text "$1" "$scratch" "$out" "$3" >"$out/$2"
    else # what commands print is in Chinese there
        build/course/exercise_text "$1" "$scratch" "$out" "$3" |
            build/course/in_language "$SPOKEN" code >"$out/$2"
    fi
}

# title STEP: of its page
title() {
    if [ "$SPOKEN" = en ]; then
        sed -n '2s/^ \* //p' "$1/reduce.cu"
    else
        original "$1/README.md" | sed -n 's/^# //p' | head -n 1
    fi
}

{
    cat <<'TEXT'
# Parallel reduction: the exercises

In each of these folders there is something to do in `reduce.cu`, as a comment says that begins with `TODO`, and `predict.txt` asks for a few numbers.

## The steps

TEXT
    for step in $exercises; do
        echo "- [$(title "$step")]($step/README.md)"
    done
    cat <<TEXT

    make $example run      # builds and runs a step; also lines, counters, check
    make grade           # all points so far, and what to do next

How to start, how to read a failing grade, what to hand in: [for students](docs/students.md).
Also: [counters](docs/counters.md), [glossary](docs/glossary.md).
TEXT
} | build/course/in_language "$SPOKEN" >"$out/README.md"
for name in $pages; do
    page page "docs/$name.md" docs
done
for folder in "$out"/step*; do
    step=${folder##*/}
    form=page
    [ ! -e "$folder/predict.txt" ] || form=task
    page $form "$step/README.md" "$step"
done

# task STEP: what a longer task says, where a line for each gap is not enough
task() {
    task=course/tasks/${1%%_*}.md
    [ "$SPOKEN" = en ] || task=${task%.md}.$SPOKEN.md
    [ "$kind" = bugs ] || [ ! -f "$task" ] || { cat "$task"; echo; }
}

# stuck STEP: how to ask for hints
stuck() {
    [ "$kind" != bugs ] || return 0
    printf '\nStuck? There are three hints; each command gives the next one:\n\n    make %s hint\n' "${1%%_*}"
    [ -z "$prices" ] || printf '\nHints cost points of this exercise: %s.\n' \
        "$(build/course/hint price "$prices")"
}

for step in $exercises; do
    {
        printf '\n## Your task\n\n'
        printf 'Fill in [predict.txt](predict.txt). Then, in [reduce.cu](reduce.cu):\n\n'
        sed -n 's/^ *\/\/ TODO: /- /p' "$out/$step/reduce.cu"
        printf '\nThen:\n\n    make %s run\n    make %s lines\n    make %s grade\n' \
            "${step%%_*}" "${step%%_*}" "${step%%_*}"
        stuck "$step"
    } | build/course/in_language "$SPOKEN" >"$scratch"
    { sed -n '1,3p' "$scratch"; task "$step"; sed '1,3d' "$scratch"; } >>"$out/$step/README.md"
done
say "$out: exercises $chosen. Try: cd '$out' && make grade"
