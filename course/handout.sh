#!/bin/sh
# Makes a repository for students: the chosen steps as exercises, the steps before the
# first of them whole, and what is needed to build, run, count and grade.
# usage: course/handout.sh OUT "02 03 04"
out=$1
chosen=$2
all='02 03 04 05 06 07 08 09 10 11'

if [ -z "$out" ]; then
    echo 'Say where it goes: make handout OUT=folder [STEPS="02 03 04"]' >&2
    exit 2
fi
[ -n "$chosen" ] || chosen=$all
for number in $chosen; do
    case " $all " in
    *" $number "*) ;;
    *)
        echo "STEPS: there is no exercise $number; there are: $all" >&2
        exit 2
        ;;
    esac
done
if [ -e "$out" ] && [ -n "$(ls -A "$out")" ]; then
    echo "OUT: $out exists and is not empty" >&2
    exit 2
fi
first=$(printf '%s\n' $chosen | sort | head -n 1)
set -e
mkdir -p "$out/docs/diagrams" "$out/course"
cp -R Makefile LICENSE .gitignore .clang-format common simulator tools "$out"
cp course/*.c course/*.h course/grade_all.sh "$out/course"
cp docs/diagrams/*.svg "$out/docs/diagrams"
echo $chosen >"$out/course/steps"

# whole steps, then exercises; the folders first, so that links among them hold
exercises=
for step in step[0-9][0-9]_*; do
    number=$(expr "$step" : 'step\([0-9]*\)')
    case " $chosen " in *" $number "*) exercises="$exercises $step" ;; esac
    if [ "$number" -lt "$first" ]; then
        mkdir "$out/$step"
        cp "$step/reduce.cu" "$out/$step"
        : >"$out/$step/README.md"
    fi
done
for step in $exercises; do
    mkdir "$out/$step"
    build/course/exercise_text source "$step/reduce.cu" >"$out/$step/reduce.cu"
    sed 's/^\([a-z_]* =\).*/\1/' "course/predict/${step%%_*}.txt" >"$out/$step/predict.txt"
    : >"$out/$step/README.md"
done
pages='students counters glossary'
for page in $pages; do
    : >"$out/docs/$page.md"
done
example=${exercises# }
example=${example%%_*}
{
    cat <<'TEXT'
# Parallel reduction: the exercises

In each of these folders `reduce.cu` lacks its key lines, where a comment says `TODO`, and
`predict.txt` asks for a few numbers.

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
    kind=page
    [ ! -e "$folder/predict.txt" ] || kind=task
    build/course/exercise_text $kind "$step/README.md" "$out" "$step" >"$folder/README.md"
done
for step in $exercises; do
    hints=$(sed -n 's/^ *\/\/ TODO: /- /p' "$out/$step/reduce.cu")
    cat <<TEXT >>"$out/$step/README.md"

## Your task

Fill in [predict.txt](predict.txt). Then write the missing lines in [reduce.cu](reduce.cu):

$hints

Then:

    make ${step%%_*} run
    make ${step%%_*} lines
    make ${step%%_*} grade
TEXT
done
echo "$out: exercises $chosen. Try: cd $out && make grade"
