#!/bin/sh
# A student's name as the table has it: neither a terminal nor a spreadsheet takes it for something else. Letters
# of any script stay; control characters, also those of UTF-8, do not.
# usage: course/shown.sh STUDENT
name=$(printf '%s' "$1" | LC_ALL=C sed 's/\xc2[\x80-\x9f]/?/g' | LC_ALL=C tr '\n",;\t' '_____' |
       LC_ALL=C tr '\001-\037\177' '?')
case $name in
[=+@-]*) name="'$name" ;;
esac
printf '%s' "$name"
