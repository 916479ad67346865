// Looks at what somebody needs in each page who has no mouse, or does not see it: a language, a title, a main part, a text for each
// picture and frame, headings of tables that say something, and boxes that scroll within reach of the keyboard.
// usage: node site/usable.js; exit status: 1 if a page lacks one of them.
import fs from 'node:fs'
import path from 'node:path'
import {HTML} from './pages.js'

// Files that pages only lead to, the steps' views among them, are not pages of the site.
const pages = fs.readdirSync(HTML, {recursive: true}).filter(name => name.endsWith('.html') && !/^(files|views)\b/.test(name)).sort()

// [what a page must have, the beginnings of tags that lack it]
const without = (tag, attribute) => html => (html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? []).filter(one => !new RegExp(` ${attribute}`).test(one))
const RULES = [
    ['a language', without('html', 'lang="[a-zA-Z-]+"')],
    ['a title', html => /<title>[^<]*\S[^<]*<\/title>/.test(html) ? [] : ['<title>']],
    ['one main part', html => (html.match(/<main\b|\brole="main"/g) ?? []).length === 1 ? [] : ['<main>']],
    ['a text for a picture', without('img', 'alt="[^"]*\\S[^"]*"')],
    ['a name for a frame', without('iframe', 'title="[^"]+"')],
    ['words in the heading of a column', html => html.match(/<th\b[^>]*>\s*<\/th>/g) ?? []],
    ['a box of code that can be reached by keys', without('pre', 'tabindex="0"')],
    ['a table that can be reached by keys', without('div class="table"', 'tabindex="0"')],
]

let wrong = 0
for (const name of pages.filter(name => name !== '404.html')) {
    const html = fs.readFileSync(path.join(HTML, name), 'utf8').replace(/<script[\s\S]*?<\/script>/g, '')
    for (const [what, lacking] of RULES)
        for (const tag of lacking(html)) {
            console.error(`${name}: ${tag.slice(0, 80)} lacks ${what}`)
            wrong++
        }
}
console.log(`  ${pages.length} pages, ${wrong} things out of reach`)
process.exit(wrong ? 1 : 0)
