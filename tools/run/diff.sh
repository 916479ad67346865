#!/bin/sh
# Shows what changed in steps since the step before, and in one sentence why.
# usage: tools/run/diff.sh "LADDER..." STEP...
# Steps behind the ladder are set beside its last kernel, which they start from: that of step 14, since
# step 15 calls a library. ranks, step 18 with a process for each GPU, is set beside step 18.
ladder=$1
shift

if [ -t 1 ]; then
    colour=always bold=$(printf '\033[1m') plain=$(printf '\033[0m')
else
    colour=never bold='' plain=''
fi

# file_of STEP: its program
file_of() {
    case $1 in
    ranks) echo step18_many_gpus/ranks.cu ;;
    *) echo "$1/reduce.cu" ;;
    esac
}

# reason STEP: the title of its header comment, and the sentence that says what it does "here"
reason() {
    awk '
        NR == 1 { next }
        /Run it:/ || /\*\// { exit }
        { sub(/^ \* ?/, "") }
        NR == 2 { title = $0; next }
        { text = text " " $0 }
        END {
            count = split(text, sentences, /\. +/)
            why = sentences[1]
            for (i = count; i > 0; i--)
                if (sentences[i] ~ /^ *Here |: here /) why = sentences[i]
            gsub(/^ +|[. ]+$/, "", why)
            gsub(/  +/, " ", why)
            print title "\n" why "."
        }' "$(file_of "$1")"
}

for chosen; do
    before=
    for step in $ladder; do
        [ "$step" = "$chosen" ] && break
        case $step,$chosen in
        step15_*,step1[6-9]_*) ;;
        *) before=$step ;;
        esac
    done
    blanks=
    if [ "$chosen" = ranks ]; then
        before=step18_many_gpus
        blanks=-b # lines that stand in no loop any more are the same lines
    fi
    printf '%s%s%s\n\n' "$bold" "$(reason "$chosen")" "$plain"
    if [ -z "$before" ]; then
        echo "$chosen is the first step: nothing stands before it."
    else
        # the course's marks are not part of the lesson
        for step in "$before" "$chosen"; do
            mkdir -p "build/diff/$(dirname "$(file_of "$step")")"
            sed '/\/\/ SOLUTION \(BEGIN\|END\)/d' "$(file_of "$step")" >"build/diff/$(file_of "$step")"
        done
        # shellcheck disable=SC2086 # no word or one
        diff -u $blanks --color=$colour --label "$(file_of "$before")" --label "$(file_of "$chosen")" \
            "build/diff/$(file_of "$before")" "build/diff/$(file_of "$chosen")"
    fi
done
exit 0
