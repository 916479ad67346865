// All pages that site/pages.txt marks, in one document: the book, as HTML and PDF in each language.
import fs from 'node:fs'
import path from 'node:path'
import {Browser} from './browser.js'
import {groups, HTML, LANGUAGES, routeOf, SITE, titleOf, write} from './pages.js'
import {documentOf, htmlOf, stagedText} from './render.js'
import {addressOf, serve} from './serve.js'
import {words} from './words.js'

const style = ['figures.css', 'book.css'].map(name => fs.readFileSync(path.join(SITE, name), 'utf8')).join('\n')
const nameOf = page => page.replace(/\.md$/, '').replace(/\W+/g, '-')

// The chapters of a language: [{title, pages}], of what is in the book alone.
const parts = language => groups().map(({title, pages}) => ({title: title[language], pages: pages.filter(({inBook}) => inBook).map(({page}) => page)}))
    .filter(({pages}) => pages.length)

// Where a link leads from within the book: to its place there; or else into the site, if that has an address.
function linkIn(href, page, chapters) {
    const [, place, anchor] = href.match(/^([^#]*)#?(.*)$/)
    const chapter = place === '' ? page : chapters[place]
    if (chapter)
        return ` href="#${nameOf(chapter)}${anchor && `--${anchor}`}"`
    if (/^[a-z]+:/.test(href))
        return ` href="${href}"`
    return process.env.SITE_URL ? ` href="${process.env.SITE_URL.replace(/\/$/, '')}${href}"` : ''
}

function chapterOf(page, language, chapters) {
    const name = nameOf(page)
    const html = htmlOf(stagedText(page, language))
        .replace(/ id="([^"]+)"/g, (_, id) => ` id="${name}--${id}"`)
        .replace(/ href="([^"]*)"/g, (_, href) => linkIn(href, page, chapters))
        .replace(/<p>(?:<a>[^<]*<\/a>(?: · |(?=<\/p>)))+<\/p>/g, '') // a row of links that lead nowhere here
        .replace(/<details>/g, '<details open>')
    return `<article id="${name}">\n${html}</article>\n`
}

function contents(language, numbers) {
    const list = parts(language).map(({title, pages}) => `<h2>${title}</h2>\n<ol>${pages.map(page =>
        `<li><a href="#${nameOf(page)}">${titleOf(page, language)}</a><span>${numbers[nameOf(page)] ?? ''}</span></li>`).join('\n')}</ol>`)
    return `<nav><h1>${words[language].contents}</h1>\n${list.join('\n')}</nav>\n`
}

// numbers: the page of paper on which each chapter begins, as far as it is known.
function bookOf(language, numbers) {
    const chapters = Object.fromEntries(parts(language).flatMap(({pages}) => pages).map(page => [`/${routeOf(page, language)}`, page]))
    const body = parts(language).flatMap(({pages}) => pages).map(page => chapterOf(page, language, chapters))
    const {title, made} = words[language]
    const day = new Date().toISOString().slice(0, 10)
    const cover = `<header><h1>${title}</h1><p>${made} ${day}</p></header>\n`
    return documentOf({language, title, style, body: `${cover}${contents(language, numbers)}<main>\n${body.join('')}</main>`})
}

// The page on which each place of a PDF stands that has a name, from what Chromium writes: the names, with the
// objects of their pages; and the pages' objects in their order.
export function pagesOf(pdf) {
    const text = pdf.toString('latin1')
    const order = [...text.matchAll(/\/Kids ?\[([^\]]*)\]/g)].flatMap(([, kids]) => kids.match(/\d+(?= 0 R)/g) ?? [])
    const isPage = new Set([...text.matchAll(/(\d+) 0 obj\s*<<\s*\/Type \/Page\b(?!s)/g)].map(([, object]) => object))
    const numbers = Object.fromEntries(order.filter(object => isPage.has(object)).map((object, i) => [object, i + 1]))
    return Object.fromEntries([...text.matchAll(/\/([\w-]+) \[(\d+) 0 R \/XYZ/g)].map(([, name, object]) => [name, numbers[object]]))
}

const server = await serve(0, '/')
const browser = await Browser.open()
for (const language of LANGUAGES) {
    const file = path.join(HTML, 'book', `${language}.html`)
    let numbers = {}
    for (let pass = 0; pass < 2; pass++) {
        write(file, bookOf(language, numbers))
        await browser.go(`${addressOf(server, '/')}book/${language}.html`)
        const pdf = await browser.pdf(true)
        fs.writeFileSync(file.replace('.html', '.pdf'), pdf)
        numbers = pagesOf(pdf)
    }
    console.log(`  book/${language}.pdf`)
}
await browser.close()
server.close()
