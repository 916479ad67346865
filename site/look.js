// Looks at the built site as a reader does: no page is wider than a phone; search finds all pages of a word, and no other ones,
// and begins with the one that a reader wants.
// usage: node site/look.js [WORD...]; exit status: 1 if something is wrong.
// With words, it only says how many pages have each, and how many search lists, in both languages.
import fs from 'node:fs'
import path from 'node:path'
import {Browser} from './browser.js'
import {HTML, LANGUAGES, pages, routeOf, steps} from './pages.js'
import {SEARCH_FOR} from './search_box.js'
import {addressOf, serve} from './serve.js'

// Words, and where a reader of each wants to be first: what it means, or where the lesson has it.
const WORDS = {
    en: {warp: 'docs/glossary.html#warp', 'bank conflict': 'docs/glossary.html#bank', coalesced: 'docs/glossary.html#coalesced', race: 'docs/glossary.html#race',
        remainder: 'step03_nodivergence/#take-it-away', shuffle: 'docs/glossary.html#shuffle', sector: 'docs/glossary.html#sector',
        roofline: 'docs/glossary.html#roofline', barrier: 'docs/glossary.html#barrier', occupancy: 'docs/glossary.html#occupancy', __syncthreads: null, Nsight: null},
    zh: {线程束: 'docs/glossary.html#warp', 存储体冲突: 'docs/glossary.html#bank', 合并访问: 'docs/glossary.html#coalesced', 数据竞争: 'docs/glossary.html#race',
        取余: 'step03_nodivergence/#take-it-away', 余数: 'step03_nodivergence/#what-changed', shuffle: 'docs/glossary.html#shuffle', 洗牌: 'docs/glossary.html#shuffle', 扇区: 'docs/glossary.html#sector', 屋顶线: 'docs/glossary.html#roofline',
        屏障: 'docs/glossary.html#barrier', 占用率: 'docs/glossary.html#occupancy', warp: 'docs/glossary.html#warp'},
}
let wrong = 0
const server = await serve()
const home = addressOf(server)
const browser = await Browser.open()

// The pages of the site that are made of the repository's and of steps' programs; a slide of a deck; the book.
const routes = LANGUAGES.flatMap(language => [...pages().map(({page}) => routeOf(page, language)),
    ...steps().map(step => `${language === 'zh' ? 'zh/' : ''}${step}/code.html`), `slides/${language}.html`, `slides/step03.${language}.html`, `book/${language}.html`])

async function widths() {
    await browser.resize(360, 740)
    for (const route of routes) {
        await browser.go(home + route)
        const width = await browser.evaluate('document.documentElement.scrollWidth')
        if (width <= 360)
            continue
        console.error(`${route}: ${width} pixels wide on a phone of 360`)
        wrong++
    }
    console.log(`${routes.length} pages at 360 pixels`)
}

// The text of a page, as VitePress indexes it.
function textOf(route) {
    const html = fs.readFileSync(path.join(HTML, route.endsWith('/') || route === '' ? `${route}index.html` : route), 'utf8')
    return html.slice(html.indexOf('class="vp-doc'), html.indexOf('</main>')).replace(/<\/(?:p|li|t[dhr]|h\d|pre|div)>/g, '\n').replace(/<[^>]+>/g, '').replace(/&[a-z]+;/g, ' ')
}

// Whether a text has a word, or a longer one that begins so: warps, but not wrap; races, but not traces.
const hasWord = (text, word) => new RegExp(/^\p{Script=Han}/u.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}`, 'iu').test(text)

const texts = Object.fromEntries(LANGUAGES.map(language => [language, new Map(pages().map(({page}) => [routeOf(page, language), textOf(routeOf(page, language))]))]))
const pagesWith = (test, language) => [...texts[language]].filter(([, text]) => test(text)).map(([route]) => route)

// What search lists for a word: addresses, the best first.
async function listed(word, language) {
    await browser.go(home + (language === 'zh' ? 'zh/' : ''))
    const found = await browser.evaluate(`${SEARCH_FOR}(${JSON.stringify(word)})`)
    return found.map(address => address.slice(new URL(home).pathname.length))
}

async function search(word, language) {
    const found = await listed(word, language)
    const shown = new Set(found.map(address => address.split('#')[0]))
    const missing = pagesWith(text => hasWord(text, word), language).filter(route => !shown.has(route))
    const having = new Set(pagesWith(text => word.split(' ').every(part => hasWord(text, part)), language))
    const strange = [...shown].filter(route => !having.has(route))
    const wanted = WORDS[language][word] && (language === 'zh' ? 'zh/' : '') + WORDS[language][word]
    const first = wanted && found[0] !== wanted
    console.log(`${language} ${word}: ${shown.size} pages, the first is ${found[0]}${first ? `, not ${wanted}` : ''}` +
        `${missing.length ? `; without ${missing.join(' ')}` : ''}${strange.length ? `; with ${strange.join(' ')}, which have it not` : ''}`)
    wrong += missing.length > 0 || strange.length > 0 || Boolean(first)
}

await browser.resize(1200, 800)
const asked = process.argv.slice(2)
for (const language of LANGUAGES)
    for (const word of asked.length ? asked : Object.keys(WORDS[language]))
        await search(word, language)
if (!asked.length)
    await widths()
await browser.close()
server.close()
process.exit(wrong ? 1 : 0)
