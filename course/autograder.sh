#!/bin/sh
# Packs the files of Gradescope's container: the lab, and the two scripts by which it is set up
# and run. Submissions are graded by the lab's copy of tests and limits.
# usage: course/autograder.sh OUT.zip "02 03 04" ["idea predict" [en|zh ["2 3 5"]]]
#   "idea predict": tests that students see after the due date; zh: in Chinese; "2 3 5": what hints cost
out=$1
steps=$2
after_due=$3
language=${4:-en}
prices=$5
. course/say.sh
SPOKEN=$language

refuse() {
    echo "$1" >&2
    exit 2
}

case $out in
*.zip) ;;
*) refuse 'Say where it goes: make autograder OUT=autograder.zip STEPS="02 03 04"' ;;
esac
command -v zip >/dev/null || {
    echo 'autograder: there is no zip here: sudo apt-get install zip' >&2
    exit 3
}
set -f
for number in $steps; do
    [ -e "course/predict/step$number.txt" ] || refuse "STEPS: there is no exercise $number"
done
set +f
for test in $after_due; do
    grep -q "{\"$test\", " course/grade_step.c || refuse "AFTER_DUE: there is no test $test"
done
[ -n "$steps" ] || refuse 'Say which exercises count: STEPS="02 03 04"'
case $out in
/*) ;;
*) out=$PWD/$out ;;
esac
folder=$(dirname -- "$out")
mkdir -p -- "$folder" 2>/dev/null && [ -w "$folder" ] || {
    echo "OUT: cannot write to $out" >&2
    exit 3
}

scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
set -e
mkdir "$scratch/lab" "$scratch/lab/tools"
cp -R Makefile common course "$scratch/lab"
course/simulator.sh "$scratch/lab"
cp -R tools/*.mk tools/csv.[ch] tools/run tools/machine "$scratch/lab/tools"
rm -rf "$scratch/lab/course/cases" "$scratch/lab/course/mutants" "$scratch/lab/course/variants" "$scratch/lab/course/hints"
for step in step[0-9][0-9]_*; do # the grader looks for the exercises' folders; solutions stay here
    mkdir "$scratch/lab/$step"
    : >"$scratch/lab/$step/reduce.cu"
    for header in "$step"/*.h; do # a step's headers are the lab's own
        [ ! -f "$header" ] || cp "$header" "$scratch/lab/$step"
    done
done
echo "$steps" >"$scratch/steps"
echo "$after_due" >"$scratch/after_due"
echo "$language" >"$scratch/language"
echo "$prices" >"$scratch/hint_price"
cp course/autograder/setup.sh course/autograder/run_autograder "$scratch"
chmod 755 "$scratch/setup.sh" "$scratch/run_autograder"
rm -f "$out"
(cd "$scratch" && zip -q -r -X "$out" setup.sh run_autograder steps after_due language hint_price lab)
say "$out: exercises $steps. Upload it as the assignment's autograder, a zip file."
