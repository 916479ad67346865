#!/bin/sh
# Draws the pictures of the view (docs/view/*.svg, and docs/zh-CN/view/*.svg in Chinese) where there is a
# Chromium to draw them with.
# usage: tools/pictures.sh
cd "$(dirname "$0")/.." || exit 3

if [ -z "$(perl -Itests/lib -MBrowser -e 'print Browser::command()')" ]; then
    echo "There is no Chromium here: the pictures of the view (docs/view) stay as they are." >&2
    exit 0
fi
make -s simulator || exit 3
mkdir -p docs/zh-CN/view
exec perl -Itests/lib tools/pictures.pl docs/view docs/zh-CN/view
