#!/bin/sh
# Builds the playground, starts it, and opens it where there is a browser to do it.
# usage: playground/start.sh OWN PORT CC MAKE...
own=$1
port=$2
cc=$3
shift 3
editor=$(playground/need.sh "$cc") || exit
tools/run/quietly.sh 'Building the playground and the simulator' build/playground/build.log \
    "$@" --no-print-directory BACKEND=sim playground_built || exit 3
[ -d "$own" ] || mkdir -p "$own" || exit 3
# Only somebody who looks at a terminal has asked for a page to open.
if [ -t 1 ]; then
    opener=
    for command in xdg-open "${BROWSER:-}"; do
        ! command -v "$command" >/dev/null 2>&1 || opener=$command
    done
fi
exec build/playground/server . "$own" "$editor" "$port" ${opener:+"$opener"}
