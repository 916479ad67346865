#!/bin/sh
# The numbers of the steps of which a submission has a reduce.cu, one in a line, in folders and archives as
# course/collect.sh finds them.
# usage: course/steps_in.sh SUBMISSION
submission=$1
case $submission in
/*) ;;
*) submission=./$submission ;;
esac

# paths_in ARCHIVE
paths_in() {
    (
        ulimit -t 10
        case $1 in
        *.[zZ][iI][pP]) unzip -Z1 "$1" ;;
        *) tar -tf "$1" ;;
        esac
    ) 2>/dev/null </dev/null
}

{
    [ ! -f "$submission" ] || [ -L "$submission" ] || paths_in "$submission"
    [ -L "$submission" ] || find "$submission" -mindepth 1 -maxdepth 5 -name __MACOSX -prune -o -name reduce.cu -print 2>/dev/null
    find "$submission" -mindepth 1 -maxdepth 4 -name __MACOSX -prune -o -type f \
        \( -iname '*.zip' -o -iname '*.tar' -o -iname '*.tar.gz' -o -iname '*.tgz' \) -print 2>/dev/null |
        while IFS= read -r archive; do
            paths_in "$archive"
        done
} | sed -n 's|.*/\([^/]*\)/reduce\.cu$|\1|p; s|^\([^/]*\)/reduce\.cu$|\1|p' | course/step_number.sh | sort -u
