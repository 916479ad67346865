#!/bin/sh
# Prints the editor's folder, or says what the playground lacks.
# usage: playground/need.sh CC. Exit status: 0, or 3 with one sentence on stderr.
editor='npm install --prefix build/npm codemirror@5.65.18'
lack() {
    here=$(tools/machine/distribution.sh)
    case $here in
    debian) install=$(tools/machine/packages.sh --command debian playground) ;;
    fedora | arch | opensuse) install="$(tools/machine/packages.sh --command "$here" playground) && $editor" ;;
    *) install="install $(tools/machine/packages.sh debian playground), by whatever name they have here" ;;
    esac
    echo "make playground needs libmicrohttpd and CodeMirror 5, and $1 is not here: $install (docs/playground.md)." >&2
    exit 3
}
# shellcheck disable=SC2086 # CC may hold several words
echo '#include <microhttpd.h>' | $1 -E - >/dev/null 2>&1 || lack microhttpd.h
for folder in "${CODEMIRROR:-}" build/npm/node_modules/codemirror /usr/share/javascript/codemirror; do
    if [ -n "$folder" ] && [ -r "$folder/lib/codemirror.js" ] && [ -r "$folder/mode/clike/clike.js" ]; then
        echo "$folder"
        exit 0
    fi
done
lack codemirror.js
