#!/bin/sh
# Builds the tutorial as a site, a book and slides: build/site/html. See docs/site.md.
# usage: site/build.sh, from the lab's root. SITE_BASE=/path/: where the site will stand on its server;
# SITE_URL=https://...: its address, for links out of the book. N=: the numbers of the steps' views.
# Exit status: 3 if what it needs is not here, 1 if something fails.
here=$(dirname "$0")

# need WHAT COMMAND HOW: ends with one sentence if the command fails
need() {
    sh -c "$2" >/dev/null 2>&1 || {
        echo "make site needs $1, and nothing else here does: $3" >&2
        exit 3
    }
}
need "Node.js 18 or later" 'node -e "process.exit(+(parseInt(process.versions.node) < 18))"' \
    "install it, for example by \`$(tools/machine/packages.sh --command debian site fonts)\`, then run \`npm ci --prefix site\`."
need "VitePress" "test -e $here/node_modules/vitepress/package.json" "\`npm ci --prefix site\` installs it, as site/package-lock.json says."
need "Chromium, for the book and the slides" "cd $here && node -e 'import(\"./browser.js\").then(b => process.exit(b.browserHere() ? 0 : 1))'" \
    "\`$(tools/machine/packages.sh --command debian view)\`."
case ${SITE_BASE:-/} in
/ | /*/) ;;
*)
    echo "SITE_BASE is a path that begins and ends with /, as /reduction/, not '$SITE_BASE'" >&2
    exit 2
    ;;
esac

set -e
say() { echo "Site: $1"; }

say "the steps' views, on the simulator"
out=build/site
rm -rf $out
mkdir -p $out/views
steps=$(ls -d step[0-9][0-9]_*)
# shellcheck disable=SC2086 # a word for each step
${MAKE:-make} --no-print-directory -s BACKEND=sim N="${N:-2^16}" $steps view >$out/views.log 2>&1 || {
    tail -n 5 $out/views.log >&2
    exit 1
}
for step in $steps; do
    cp "build/sim/view/${step%%_*}.html" $out/views
done

say "pages"
# pages import Vue from where they lie
ln -s "$PWD/$here/node_modules" $out/node_modules
node "$here/stage.js"
(cd "$here" && npx --no-install vitepress build . >../$out/vitepress.log 2>&1) || {
    tail -n 20 $out/vitepress.log >&2
    exit 1
}
say "slides"
node "$here/slides.js"
say "the book"
node "$here/book.js"
say "links"
node "$here/check.js"
say "keys and names"
node "$here/usable.js"
say "$(du -sh $out/html | cut -f 1) in $out/html. To look at it: node site/serve.js"
