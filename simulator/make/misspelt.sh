#!/bin/sh
# Says of each name that nothing asks for as a variable of make that it is none.
# usage: make/misspelt.sh HELP "FILES" NAME...     HELP: a file that has the variables that people give, as NAME=;
#                                                  FILES: Makefiles and scripts that ask for variables
offered=$(grep -oh '\<[A-Z_]*=' "$1" | tr -d =)
# $(NAME), $NAME or ${NAME}, also in $(call given,NAME); and what make's own rules and every Makefile know
known="AR AS CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS OBJCOPY SHELL
$(sed -n 's/[$][({]\{0,1\}\([A-Za-z_]\)/\n\1/g; s/\(value \|given,\)\([A-Z]\)/\n\2/g; p' $2 2>/dev/null |
      sed -n 's/^\([A-Z_][A-Z0-9_]*\).*/\1/p')"
shift 2
for name; do
    case $name in SIM_*) continue ;; esac # the programs look at these themselves
    printf '%s\n' $known | grep -qxF -e "$name" && continue
    near=$("${0%/*}/nearest.sh" "$name" $offered)
    [ "$near" ] || near=$("${0%/*}/nearest.sh" "$name" $known)
    echo "there is no variable $name here${near:+: is $near meant?}"
done
