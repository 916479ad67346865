// Looks at the built site as a reader does: no page is wider than a phone, and search finds all pages.
// usage: node site/look.js [WORD...]; exit status: 1 if something is wrong.
// With words, it only says how many pages have each, and how many search lists, in both languages.
import fs from 'node:fs'
import path from 'node:path'
import {Browser} from './browser.js'
import {HTML, LANGUAGES, pages, routeOf, steps} from './pages.js'
import {addressOf, serve} from './serve.js'

const WORDS = {en: ['shared memory', 'barrier', 'coalesced', '__syncthreads', 'Nsight'], zh: ['共享内存', '屏障', '线程束', '存储体冲突', '归约']}
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

// The pages of a language that have a word in a line of what VitePress indexes.
function pagesWith(word, language) {
    return pages().map(({page}) => routeOf(page, language)).filter(route => {
        const html = fs.readFileSync(path.join(HTML, route.endsWith('/') || route === '' ? `${route}index.html` : route), 'utf8')
        const text = html.slice(html.indexOf('class="vp-doc'), html.indexOf('</main>')).replace(/<[^>]+>/g, '').replace(/&[a-z]+;/g, ' ')
        return text.toLowerCase().includes(word.toLowerCase())
    })
}

// What search lists for a word: addresses of pages.
async function listed(word, language) {
    await browser.go(home + (language === 'zh' ? 'zh/' : ''))
    const found = await browser.evaluate(`new Promise(async done => {
        const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
        const until = async what => { for (let i = 0; i < 100 && !what(); i++) await wait(50); return what() }
        ;(await until(() => document.querySelector('.DocSearch-Button, .VPNavBarSearch button'))).click()
        const input = await until(() => document.querySelector('.VPLocalSearchBox input'))
        input.value = ${JSON.stringify(word)}
        input.dispatchEvent(new Event('input'))
        await until(() => document.querySelector('.VPLocalSearchBox .result, .VPLocalSearchBox .no-results'))
        await wait(600)
        done([...document.querySelectorAll('.VPLocalSearchBox a.result')].map(one => one.getAttribute('href').split('#')[0]))
    })`)
    return new Set(found.map(address => address.slice(new URL(home).pathname.length)))
}

async function search(word, language) {
    const there = pagesWith(word, language)
    const shown = await listed(word, language)
    const missing = there.filter(route => !shown.has(route))
    console.log(`${language} ${word}: on ${there.length} pages, search lists ${shown.size}${missing.length ? `, without ${missing.join(' ')}` : ''}`)
    wrong += missing.length > 0
}

await browser.resize(1200, 800)
const asked = process.argv.slice(2)
for (const language of LANGUAGES)
    for (const word of asked.length ? asked : WORDS[language])
        await search(word, language)
if (!asked.length)
    await widths()
await browser.close()
server.close()
process.exit(wrong ? 1 : 0)
