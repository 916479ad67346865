#!/bin/sh
# Counts the lines that come in, one for each file that make has built, in one line of the terminal.
# usage: COMMAND... | tools/run/progress.sh FILES        (a line "failed": it fails)
# exit 1: the command has failed
exec awk -v files="$1" '
$0 == "failed" { status = 1; next }
{
    done++
    printf "\r  %d of %d files", (done < files ? done : files), files >"/dev/stderr"
    fflush("/dev/stderr")
}
END {
    if (done)
        printf "\r%30s\r", "" >"/dev/stderr"
    exit status
}'
