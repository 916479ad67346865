// Looks at pages of the built site with axe-core, as somebody may see them: on a phone and on a screen, light and dark. No rule of
// axe-core may be broken, and the browser's console has to stay empty.
// usage: node site/audit.js [ROUTE...]; exit status: 1 if something is wrong. A ROUTE is an address within the site, such as zh/step03_nodivergence/;
// a whole address, http://..., is looked at, too. Without one: each kind of page, and the views at each of their places.
import fs from 'node:fs'
import path from 'node:path'
import {Browser} from './browser.js'
import {LANGUAGES, SITE, shortName, steps} from './pages.js'
import {SEARCH_FOR} from './search_box.js'
import {addressOf, serve} from './serve.js'

const WIDTHS = [400, 1200]
const axe = fs.readFileSync(path.join(SITE, 'node_modules/axe-core/axe.min.js'), 'utf8')

const KINDS = ['', 'step03_nodivergence/', 'step03_nodivergence/code.html', 'step17_rows/', 'docs/', 'docs/causes.html', 'docs/results.html', 'docs/glossary.html',
    'docs/students.html', 'docs/playground.html', 'simulator/', 'simulator/docs/memory_model.html', 'simulator/docs/view.html', '?search']
const PLACES = ['source', 'time', 'replay', 'access', 'findings']

// One page of each kind, in both languages; all decks; both books; views at all their places.
function routes() {
    const views = steps().map(step => `views/${shortName(step)}.html`)
    return LANGUAGES.flatMap(language => [...KINDS.map(kind => (language === 'zh' ? 'zh/' : '') + kind), `slides/${language}.html`, `book/${language}.html`,
        ...steps().map(step => `slides/${shortName(step)}.${language}.html`),
        ...PLACES.map(place => `${views[2]}#view=${place}&language=${language === 'zh' ? 'zh' : 'en'}`)]).concat(views)
}

const server = await serve()
const home = addressOf(server)
const browser = await Browser.open()

// What axe-core finds in the page that is shown: "rule: element", one for each element.
const found = () => browser.evaluate(`${axe}; axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
    violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) => id + ': ' + target.join(' ') + ': ' + failureSummary.split('\\n').slice(1).join(' ').trim())))`)

async function audit(route, width, dark) {
    await browser.resize(width, 800, dark)
    await browser.go('about:blank') // another place of the same page is opened anew, too
    browser.complaints()
    await browser.go(/^https?:/.test(route) ? route : home + route)
    await browser.evaluate('document.fonts.ready.then(() => new Promise(done => setTimeout(done, 100)))')
    if (route.endsWith('?search') && !(await browser.evaluate(`${SEARCH_FOR}('warp')`)).length)
        return ['nothing is found by search']
    return [...await found(), ...browser.complaints().map(text => `console: ${text}`)]
}

const asked = process.argv.length > 2 ? process.argv.slice(2) : routes()
let wrong = 0
for (const route of asked)
    for (const width of WIDTHS)
        for (const dark of [false, true])
            for (const what of await audit(route, width, dark)) {
                console.error(`${route} at ${width} pixels, ${dark ? 'dark' : 'light'}: ${what}`)
                wrong++
            }
console.log(`${asked.length} pages on phone and screen, light and dark: ${wrong} things wrong`)
await browser.close()
server.close()
process.exit(wrong ? 1 : 0)
