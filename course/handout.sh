#!/bin/sh
# Makes a repository for students: the chosen steps as exercises, the steps before the
# first of them whole, and what is needed to build, run, count and grade.
# usage: course/handout.sh OUT "02 03 04" [bugs]
#   bugs: nothing is missing in the exercises, but something is wrong in each: a mutant of
#   course/mutants, which course/bugs.txt names
out=$1
chosen=$2
kind=$3
all=$(ls course/predict | sed -n 's/^step\([0-9]*\)\.txt$/\1/p' | tr '\n' ' ')

refuse() {
    echo "$1" >&2
    exit 2
}

case $kind in
'' | bugs) ;;
*) refuse "KIND: $kind: there is only KIND=bugs" ;;
esac
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
cp -R course/*.c course/*.h course/build.mk course/shapes course/watch.sh course/handin.sh "$out/course"
cp -R playground "$out"
rm -rf "$out/playground/own"
cp course/classroom.yml "$out/.github/workflows/grade.yml"
cp docs/diagrams/*.svg "$out/docs/diagrams"
echo $chosen >"$out/course/steps"

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

for step in $exercises; do
    mkdir "$out/$step"
    headers
    if [ "$kind" = bugs ]; then
        broken "$step" >"$out/$step/reduce.cu"
    else
        build/course/exercise_text source "$step/reduce.cu" >"$out/$step/reduce.cu"
    fi
    sed 's/^\([a-z_]* =\).*/\1/' "course/predict/${step%%_*}.txt" >"$out/$step/predict.txt"
    : >"$out/$step/README.md"
done
pages='students counters glossary sources'
for page in $pages; do
    : >"$out/docs/$page.md"
done
example=${exercises# }
example=${example%%_*}
{
    cat <<'TEXT'
# Parallel reduction: the exercises

In each of these folders there is something to do in `reduce.cu`, as a comment says that begins with
`TODO`, and `predict.txt` asks for a few numbers.

## The steps

TEXT
    for step in $exercises; do
        echo "- [$(sed -n '2s/^ \* //p' "$step/reduce.cu")]($step/README.md)"
    done
    cat <<TEXT

    make $example run      # builds and runs a step; also lines, counters, check
    make grade           # all points so far, and what to do next

How to start, how to read a failing grade, what to hand in: [for students](docs/students.md).
Also: [counters](docs/counters.md), [glossary](docs/glossary.md).
TEXT
} >"$out/README.md"
for page in $pages; do
    build/course/exercise_text page "docs/$page.md" "$out" docs >"$out/docs/$page.md"
done
for folder in "$out"/step*; do
    step=${folder##*/}
    form=page
    [ ! -e "$folder/predict.txt" ] || form=task
    build/course/exercise_text $form "$step/README.md" "$out" "$step" >"$folder/README.md"
done
for step in $exercises; do
    hints=$(sed -n 's/^ *\/\/ TODO: /- /p' "$out/$step/reduce.cu")
    {
        printf '\n## Your task\n\n'
        # a longer task, where a line for each gap is not enough
        if [ "$kind" != bugs ] && [ -f "course/tasks/${step%%_*}.md" ]; then
            cat "course/tasks/${step%%_*}.md"
            echo
        fi
        cat <<TEXT
Fill in [predict.txt](predict.txt). Then, in [reduce.cu](reduce.cu):

$hints

Then:

    make ${step%%_*} run
    make ${step%%_*} lines
    make ${step%%_*} grade
TEXT
    } >>"$out/$step/README.md"
done
echo "$out: exercises $chosen. Try: cd '$out' && make grade"
