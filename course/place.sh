#!/bin/sh
# The name of a student's folder in the output of grade_all.sh: the student's, as far as it can be one.
# usage: course/place.sh STUDENT
length=$(printf '%s' "$1" | wc -c)
if [ "$length" -le 100 ]; then
    printf '%s' "$1" | tr '\n' '_'
else
    printf 'long-%s' "$(printf '%s' "$1" | cksum | tr ' ' '-')"
fi
