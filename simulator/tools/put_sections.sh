#!/bin/sh
# Puts sections into a page, between their markers: <!-- measured NAME --> and <!-- end of measured ... -->.
# usage: tools/put_sections.sh SECTIONS PAGE INTO
# A section is the file SECTIONS/NAME. Writes INTO/PAGE; a page that has not changed keeps its time.
sections=$1 page=$2 into=$3
mkdir -p "$(dirname "$into/$page")"
awk -v made="$sections" '
    /<!-- end of measured / { inside = 0 }
    !inside { print }
    /<!-- measured / {
        file = made "/" $3
        while ((getline line < file) > 0) print line
        inside = 1
    }' "$page" >"$into/$page.new" || exit 3
if cmp -s "$into/$page.new" "$into/$page"; then
    rm "$into/$page.new"
else
    mv "$into/$page.new" "$into/$page"
fi
