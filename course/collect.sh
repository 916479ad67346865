#!/bin/sh
# Finds the exercises in a submission, however it was packed, and prints the folder that has their
# folders by their own names.
# usage: course/collect.sh SUBMISSION "02 03 04" WORK
#   SUBMISSION: a folder, a .zip or a .tar file; WORK: an empty folder for what has to be unpacked
# A step's folder may have its name in other letters, such as Step04 or "step 4"; it may lie up to
# three folders below, or in an archive there, up to two folders deep in it. Where one exercise counts,
# reduce.cu may lie alone.
# Links are not followed: they are handed on as links, which the grader refuses.
# What was unusual goes to WORK/note, in one line. Exit status: 0, or 3 if nothing can be written.
submission=$1
steps=$2
work=$3
lab=$PWD
case $submission in
/*) ;;
*) submission=$PWD/$submission ;;
esac
mkdir -p "$work/steps" && cd "$work" || exit 3
: >note

note() {
    [ ! -s note ] || printf '; ' >>note
    printf '%s' "$(cd "$lab" && . course/say.sh && say "$*")" | LC_ALL=C tr '\n,"\t' '____' >>note
}

# unpack FILE FOLDER: an archive of at most 64 MiB; what it has of links and devices stays out
unpack() {
    mkdir -p "$2"
    (
        ulimit -f 131072
        case $1 in
        *.[zZ][iI][pP]) exec unzip -qq -o "$1" -d "$2" ;;
        *) exec tar -x --no-same-owner -f "$1" -C "$2" ;;
        esac
    ) >/dev/null 2>&1 </dev/null || note "${1##*/} cannot be unpacked"
    find "$2" ! -type f ! -type d -exec rm -f {} +
    chmod -R u+rwX "$2"
}

# take FOLDER TO: what counts of a step, as it is: links stay links, which the grader refuses
take() {
    if [ -L "$1" ]; then
        cp -RP "$1" "$2"
        return
    fi
    mkdir "$2"
    for file in reduce.cu predict.txt hints.txt; do
        [ ! -e "$1/$file" ] && [ ! -L "$1/$file" ] || cp -RP "$1/$file" "$2"
    done
}

archives() {
    find "$1" -maxdepth 4 -name __MACOSX -prune -o -type f \
        \( -iname '*.zip' -o -iname '*.tar' -o -iname '*.tar.gz' -o -iname '*.tgz' \) -print
}

places=$submission
if [ -f "$submission" ] && [ ! -L "$submission" ]; then
    unpack "$submission" unpacked
    places=unpacked
else
    archives "$submission" >archives
    while IFS= read -r archive; do
        place=unpacked/${archive##*/}
        while [ -e "$place" ]; do
            place=$place+
        done
        unpack "$archive" "$place"
        note "unpacked ${archive##*/}"
    done <archives
fi

# unpacked: where the contents of archives in the submission are, if there are any
unpacked() {
    [ "$places" = unpacked ] || [ ! -d unpacked ] || echo unpacked
}

# candidates: all folders that may be a step's, the uppermost first
candidates() {
    find "$places" $(unpacked) -mindepth 1 -maxdepth 4 -name __MACOSX -prune -o \
        \( -type d -o -type l \) -iname '*step*[0-9]*' -print 2>/dev/null |
        awk '{ print gsub("/", "/"), $0 }' | sort -n | cut -d ' ' -f 2-
}
# each behind the number of its step
candidates | while IFS= read -r folder; do
    number=$(printf '%s\n' "${folder##*/}" | "$lab/course/step_number.sh")
    [ -z "$number" ] || printf '%s %s\n' "$number" "$folder"
done >candidates

for number in $steps; do
    own=$(cd "$lab" && echo step"$number"_*)
    count=0
    while IFS= read -r folder; do
        case $folder in
        "$number "*) folder=${folder#* } ;;
        *) continue ;;
        esac
        count=$((count + 1))
        if [ "$count" -eq 1 ]; then
            first=$folder
            take "$folder" "steps/$own"
            [ "${folder##*/}" = "$own" ] || note "${folder##*/} is taken for $own"
        fi
    done <candidates
    [ "$count" -le 1 ] || note "$count folders are step $number's: ${first#"$places"/} is graded"
    [ "$count" -eq 0 ] || continue
    set -f
    if [ "$(echo $steps | wc -w)" -eq 1 ]; then
        lone=$(find "$places" $(unpacked) -maxdepth 2 -name reduce.cu -print 2>/dev/null |
               grep -iv 'step[^/]*[0-9][^/]*/reduce.cu$' | head -n 1)
        if [ -n "$lone" ]; then
            take "${lone%/*}" "steps/$own"
            note "reduce.cu alone is taken for $own"
            set +f
            continue
        fi
    fi
    set +f
    there=$(ls "$submission" 2>/dev/null | head -n 4 | tr '\n' ' ' | sed 's, $,,')
    note "no folder of step $number; there is: ${there:-nothing}"
done
