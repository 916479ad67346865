#!/bin/sh
# Prints the editor's folder, or says what the playground lacks.
# usage: playground/need.sh CC. Exit status: 0, or 3 with one sentence on stderr.
lack() {
    echo "make playground needs $1: $(tools/machine/packages.sh --command debian playground) (docs/playground.md)." >&2
    exit 3
}
echo '#include <microhttpd.h>' | $1 -E - >/dev/null 2>&1 || lack "libmicrohttpd's header, and CodeMirror 5"
for folder in "${CODEMIRROR:-}" build/npm/node_modules/codemirror /usr/share/javascript/codemirror /usr/share/codemirror; do
    if [ -n "$folder" ] && [ -r "$folder/lib/codemirror.js" ] && [ -r "$folder/mode/clike/clike.js" ]; then
        echo "$folder"
        exit 0
    fi
done
lack "CodeMirror 5 (CODEMIRROR= names its folder)"
