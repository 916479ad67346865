#!/bin/sh
# A student's name as the table has it: neither a terminal nor a spreadsheet takes it for something else. Letters
# of any script stay; control characters, also those of UTF-8, do not.
# usage: course/shown.sh STUDENT [csv]     csv: as a field of such a file, in quotes where it must be
name=$(printf '%s' "$1" | LC_ALL=C sed 's/\xc2[\x80-\x9f]/?/g' | LC_ALL=C tr '\n\t' '__' |
       LC_ALL=C tr '\001-\037\177' '?')
case $name in
[=+@-]*) name="'$name" ;;
esac
case $2$name in
csv*[,\;\"]*) name=\"$(printf '%s' "$name" | sed 's/"/""/g')\" ;;
esac
printf '%s' "$name"
