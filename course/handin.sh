#!/bin/sh
# Packs what is to be handed in: reduce.cu, predict.txt and hints.txt of each exercise, and says what is missing.
# usage: course/handin.sh OUT.tar.gz STEP...
# Exit status: 0, whatever is missing; 2 bad usage; 3 cannot write.
. "$(dirname "$0")/say.sh"
out=$1
shift
case $out in
*.tar.gz | *.tgz) ;;
*) say "OUT: $out: the name of a file that ends in .tar.gz" >&2; exit 2 ;;
esac
files=
for step; do
    for file in reduce.cu predict.txt hints.txt; do
        [ ! -f "$step/$file" ] || files="$files $step/$file"
    done
    if [ ! -e "$step/reduce.cu" ]; then
        say "$step: reduce.cu is missing"
    elif [ ! -s "$step/reduce.cu" ]; then
        say "$step: reduce.cu is empty"
    fi
    if grep -q '// TODO: ' "$step/reduce.cu" 2>/dev/null; then
        say "$step: a TODO is left"
    fi
    unanswered=$(grep -c '^[a-z_]* *= *$' "$step/predict.txt" 2>/dev/null)
    case ${unanswered:-0} in
    0) ;;
    1) say "$step: predict.txt lacks one number" ;;
    *) say "$step: predict.txt lacks $unanswered numbers" ;;
    esac
    [ ! -d course/hints ] || [ -f "$step/hints.txt" ] || say "$step: hints.txt is missing, which every exercise has"
done
[ -n "$files" ] || { say 'there is no exercise here' >&2; exit 2; }
tar czf "$out" $files || exit 3 # names of steps have no blanks
say "$out: $(tar tzf "$out" | wc -l) files. Hand in this one."
