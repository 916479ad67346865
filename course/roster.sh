#!/bin/sh
# The id of a student in a roster: lines "folder,id", with more fields behind if you like; fields may stand
# in quotes, as spreadsheets write them: "Doe, Jane",77. An archive is found with its ending and without.
# A first line that names the columns does no harm.
# usage: course/roster.sh ROSTER STUDENT       (prints nothing where the roster has none)
#        course/roster.sh ROSTER               (all lines: the folder, a tab, the id)
[ -n "$1" ] || exit 0
student=$2 LC_ALL=C awk '
    # the first field of rest, which it leaves out of it
    function field(    text) {
        if (substr(rest, 1, 1) != "\"") {
            text = index(rest, ",") ? substr(rest, 1, index(rest, ",") - 1) : rest
            rest = substr(rest, length(text) + 2)
            return text
        }
        match(rest, /^"([^"]|"")*"?/)
        text = substr(rest, 2, RLENGTH - 2)
        rest = substr(rest, RLENGTH + 2)
        gsub(/""/, "\"", text)
        return text
    }
    { rest = $0; sub(/\r$/, "", rest) }
    NR == 1 { sub(/^\357\273\277/, "", rest) } # a mark of UTF-8
    {
        folder = field()
        id = field()
        gsub(/[,"\t]/, "_", id)
        if (id ~ /^[=+@-]/) id = "\047" id # a spreadsheet would reckon
    }
    folder == "" || folder == "folder" && id == "id" { next }
    ENVIRON["student"] == "" { print folder "\t" id; next }
    folder == ENVIRON["student"] { found = id; exit }
    folder == shortened() && found == "" { found = id }
    function shortened(    name) {
        name = ENVIRON["student"]
        sub(/\.([zZ][iI][pP]|tar|tgz|tar\.gz)$/, "", name)
        return name
    }
    END { if (found != "") print found }' "$1"
