#!/bin/sh
# Shows what changed in steps since the step before, and in one sentence why. A step whose header comment
# says that it is a new program is compared with none: that sentence stands in place of the lines.
# usage: tools/run/diff.sh "LADDER..." STEP...
#
# Left out is what teaches nothing: the header comments, whose gist stands above the lines; the course's
# marks; and the new name of the kernel, which is told in a line of its own.
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

# sentences STEP: the title of its header comment, then its sentences, each in a line
sentences() {
    awk '
        NR == 1 { next }
        /Run it:/ || /\*\// { exit }
        { sub(/^ \* ?/, "") }
        NR == 2 { print; next }
        { text = text " " $0 }
        END {
            gsub(/  +/, " ", text)
            gsub(/\. /, ".\n", text)
            gsub(/\n +|^ +/, "\n", text)
            print substr(text, 2)
        }' "$(file_of "$1")"
}

# reason STEP: the sentence that says what it does "here", or else its first
reason() {
    sentences "$1" | grep -E '^Here |: here ' | grep . || sentences "$1" | sed -n 2p
}

# kernel_of STEP: the name of its kernel, which ends with the step's number
kernel_of() {
    sed -n 's/.*\<\(reduce[A-Za-z0-9]*_[0-9]*\)(.*/\1/p' "$(file_of "$1")" | head -n 1
}

# lesson STEP KERNEL: its program without what teaches nothing, its kernel under this name
lesson() {
    sed -e '1,/\*\//d' -e '/\/\/ SOLUTION \(BEGIN\|END\)/d' -e "s/\<$(kernel_of "$1")\>/$2/g" "$(file_of "$1")"
}

for chosen; do
    before=
    for step in $ladder; do
        [ "$step" = "$chosen" ] && break
        before=$step
    done
    printf '%s%s\n%s%s\n\n' "$bold" "$(sentences "$chosen" | head -n 1)" "$(reason "$chosen")" "$plain"
    if [ -z "$before" ]; then
        echo "$chosen is the first step: nothing stands before it."
    elif ! sentences "$chosen" | grep "new program"; then
        old=$(kernel_of "$before") new=$(kernel_of "$chosen")
        mkdir -p build/diff
        lesson "$before" "$new" >build/diff/before
        lesson "$chosen" "$new" >build/diff/now
        [ "$old" = "$new" ] || printf 'The kernel %s is now %s.\n\n' "$old" "$new"
        # where lines have been left out, their numbers say nothing
        diff -u --color=$colour --label "$(file_of "$before")" --label "$(file_of "$chosen")" \
            build/diff/before build/diff/now | sed -e 's/@@ .* @@/@@/' -e "/^[^ +@]*-/s/\<$new\>/$old/g"
    fi
done
exit 0
