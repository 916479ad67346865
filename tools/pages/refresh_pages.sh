#!/bin/sh
# Runs the commands that the pages show and puts what they print now into the pages: also the modelled
# times, after a change of the clock's model or its constants.
# usage: tools/pages/refresh_pages.sh [PAGE...]      (default: all pages)
# The Chinese pages get the same outputs, and without PAGE the simulator's pages theirs. Prints the pages that changed. Everything must be built: make BACKEND=sim.
cd "$(dirname "$0")/../.." || exit 3
perl -Itests/lib -MPages -e 'refresh($_) for @ARGV ? @ARGV : pages()' -- "$@" || exit 3
[ $# -gt 0 ] || simulator/tools/refresh_pages.sh || exit 3
exec tools/pages/chinese_pages.sh update
