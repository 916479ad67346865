#!/bin/sh
# Runs the commands that the pages show and puts what they print now into the pages: also the modelled
# times, after a change of the clock's model or its constants.
# usage: tools/refresh_pages.sh [PAGE...]      (default: all pages)
# Prints the pages that changed. The simulator must be built: make.
cd "$(dirname "$0")/.." || exit 3
[ $# -gt 0 ] || set -- README.md README.zh-CN.md docs/*.md docs/zh-CN/*.md
exec perl -Itests/lib -MConsole -e 'refresh($_) for @ARGV' -- "$@"
