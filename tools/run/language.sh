#!/bin/sh
# Prints the language in which the user is to be spoken to: zh or en.
# usage: tools/run/language.sh
# As gettext has it: LANGUAGE is a list, of which the first counts, such as zh_CN:en; else the locale. Where LC_ALL is C, or the locale
# has letters other than UTF-8's, it is English.
locale=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
case $locale in
C | POSIX) [ -z "${LC_ALL:-}" ] || locale=en ;;
*.[Uu][Tt][Ff]-8* | *.[Uu][Tt][Ff]8*) ;;
*.*) locale=en LANGUAGE= ;;
esac
[ "$locale" = en ] || locale=${LANGUAGE:-$locale}
case $locale in
zh | zh[_.:@-]*) echo zh ;;
*) echo en ;;
esac
