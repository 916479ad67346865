#!/bin/sh
# Says of each name that nothing asks for as a variable of make that it is none.
# usage: make/misspelt.sh HELP "FILES" NAME...     HELP: a file that has the variables that people give, as NAME=;
#                                                  FILES: Makefiles and scripts that ask for variables
help=$1 files=$2
shift 2
known="AR AS CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS OBJCOPY SHELL" # to make's own rules and every Makefile

# is_known NAME: is it asked for, as $(NAME), $NAME or ${NAME}, also in $(call given,NAME)?
is_known() {
    case $1 in [!A-Z_]* | *[!A-Z0-9_]*) return 1 ;; esac
    case " $known " in *" $1 "*) return 0 ;; esac
    grep -qsE "([$][({]?|value |given,)$1([^A-Z0-9_]|$)" $files
}

for name; do
    case $name in SIM_*) continue ;; esac # the programs look at these themselves
    is_known "$name" && continue
    near=$("${0%/*}/nearest.sh" "$name" $(grep -oh '\<[A-Z_]*=' "$help" | tr -d =))
    [ "$near" ] || near=$("${0%/*}/nearest.sh" "$name" $known \
        $(grep -ohsE '([$][({]?|value |given,)[A-Z_][A-Z0-9_]*' $files | sed 's/.*[^A-Z0-9_]//'))
    echo "there is no variable $name here${near:+: is $near meant?}"
done
