#!/bin/sh
# Draws the pictures of the view (docs/view/*.svg, and docs/zh-CN/view/*.svg in Chinese), or those of another list,
# where there is a Chromium to draw them with.
# usage: tools/pictures.sh [--stale] [LIST FOLDER CHINESE]      (see pictures.pl)
cd "$(dirname "$0")/.." || exit 3

stale=
if [ "$1" = --stale ]; then
    stale=$1
    shift
fi
[ $# -gt 0 ] || set -- docs/view/pictures.txt docs/view docs/zh-CN/view
if [ -z "$stale" ] && [ -z "$(perl -Itests/lib -MBrowser -e 'print Browser::command()')" ]; then
    echo "There is no Chromium here: the pictures of the view (docs/view) stay as they are." >&2
    exit 0
fi
make -s simulator || exit 3
exec perl -Itests/lib tools/pictures.pl $stale "$@"
