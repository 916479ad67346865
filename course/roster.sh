#!/bin/sh
# The id of a student in a roster: lines "folder,id", with more fields behind if you like. A first line
# that names the columns does no harm.
# usage: course/roster.sh ROSTER STUDENT       (prints nothing where the roster has none)
[ -n "$1" ] || exit 0
student=$2 awk -F, '{ sub(/\r$/, "") } $1 == ENVIRON["student"] { print $2; exit }' "$1" | tr -d '"'
