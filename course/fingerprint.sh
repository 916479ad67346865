#!/bin/sh
# A number that stands for the content of a submission: names and bytes of its files, and where links
# lead. Dates are not in it: archives restore them.
# usage: course/fingerprint.sh SUBMISSION
{
    find "$1" -type f -size -65536k -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 -r cksum
    find "$1" \( -type l -o -type p \) -print 2>/dev/null | LC_ALL=C sort | while IFS= read -r link; do
        printf '%s -> %s\n' "$link" "$(readlink "$link")"
    done
} | cksum
