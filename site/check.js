// Looks whether every link of the built site leads somewhere: pages, anchors, pictures, files, slides, the book.
// usage: node site/check.js; exit status: 1 if one does not.
import fs from 'node:fs'
import path from 'node:path'
import {HTML} from './pages.js'

const base = process.env.SITE_BASE || '/'
const files = (folder = '') => fs.readdirSync(path.join(HTML, folder), {withFileTypes: true}).flatMap(entry => {
    const name = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? files(name) : [name]
})

const all = new Set(files())
const unescaped = text => text.replace(/&#x27;/g, "'").replace(/&quot;/g, '"').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
const valuesOf = (html, attribute) => [...html.matchAll(new RegExp(`<[^>]*?\\s${attribute}="([^"]*)"`, 'g'))].map(([, value]) => unescaped(value))

// Views are programs of their own, without links into the site.
const html = name => fs.readFileSync(path.join(HTML, name), 'utf8').replace(/<script[\s\S]*?<\/script>/g, '')
const pages = new Map([...all].filter(name => name.endsWith('.html') && !name.startsWith('views/')).map(name => {
    const text = html(name)
    const links = [...new Set([...text.matchAll(/<(?:a|img|iframe|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, link]) => unescaped(link)))]
    return [name, {links, ids: new Set(valuesOf(text, 'id'))}]
}))

// Why a link of a page leads nowhere, or undefined.
function wrongWith(page, link) {
    if (/^(https?|mailto|data):/.test(link))
        return undefined
    const [, target, anchor] = link.match(/^([^#?]*)[^#]*#?(.*)$/)
    if (target.startsWith('/') && !target.startsWith(base))
        return `is outside ${base}`
    const from = target.startsWith('/') ? target.slice(base.length) : path.posix.join(path.posix.dirname(page), target)
    const name = target === '' ? page : decodeURIComponent(from === '' || from === './' || from.endsWith('/') ? path.posix.join(from, 'index.html') : from)
    if (!all.has(name))
        return 'is not there'
    const known = pages.get(name)
    return anchor && known && !known.ids.has(decodeURIComponent(anchor)) ? 'has no such place' : undefined
}

let links = 0
let dead = 0
for (const [page, {links: its}] of pages) {
    for (const link of its) {
        links++
        const wrong = wrongWith(page, link)
        if (!wrong)
            continue
        console.error(`${page}: ${link} ${wrong}`)
        dead++
    }
}
console.log(`  ${pages.size} pages, ${links} links, ${dead} dead`)
process.exit(dead ? 1 : 0)
