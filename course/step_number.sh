#!/bin/sh
# Of names of folders, one in a line, the numbers of the steps that they stand for: of step04_interleaved, Step 4 or
# 2-STEP_04 it is 04. Of others nothing.
# usage: course/step_number.sh <NAMES
LC_ALL=C tr 'A-Z' 'a-z' | LC_ALL=C sed -n 's/^[^a-z]*step[-_ ]*0*\([0-9][0-9]*\)\([^0-9].*\)*$/0\1/p' | sed 's/^0\(..\)$/\1/'
