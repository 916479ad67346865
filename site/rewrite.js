// Makes a page of the site of a page of the repository: its links, and what only the repository needs.
import fs from 'node:fs'
import path from 'node:path'
import {outsideFences} from './markdown.js'
import {englishOf, inRepository, pages, routeOf, sourceOf} from './pages.js'

const isPage = new Set(pages().map(({page}) => page))
const CODE = /\.(cuh?|c|h|js|py|sh|pl|mk|yml)$|(^|\/)(Makefile|Containerfile|LICENSE|VERSION)$/

// What the pages show or lead to and is no page, by its path in the repository: stage.js brings it along.
export const wanted = {code: new Set(), folders: new Set(), files: new Set()}

// Where the site shows a file or folder of the repository: from the site's root, or undefined if it is not there.
export function placeOf(target, language) {
    const file = target.replace(/\/$/, '') || '.'
    const root = language === 'zh' ? 'zh/' : ''
    if (isPage.has(englishOf(file)))
        return routeOf(englishOf(file), language)
    if (!fs.existsSync(inRepository(file)) || file.startsWith('..'))
        return undefined
    const source = `${root}source/${file.replace(/^\./, 'dot-')}` // VitePress passes over folders that begin with a dot
    const step = file.match(/^(step\d\d_\w+)\/reduce\.cu$/)
    if (step)
        return `${root}${step[1]}/code.html`
    if (fs.statSync(inRepository(file)).isDirectory()) {
        if (isPage.has(`${file}/README.md`))
            return routeOf(`${file}/README.md`, language)
        wanted.folders.add(file)
        return `${source}/`
    }
    if (CODE.test(file)) {
        wanted.code.add(file)
        return `${source}.html`
    }
    wanted.files.add(file)
    return `files/${file}`
}

// A link of a page, as the site has it. What leads nowhere stays as it is: the check of the site names it.
function linkIn(page, language, link) {
    if (/^[a-z]+:/.test(link))
        return link
    const [, target, anchor] = link.match(/^([^#]*)(#?.*)$/)
    if (target === '')
        return link
    const place = placeOf(path.posix.join(path.posix.dirname(page), target), language)
    return place === undefined ? link : `/${place}${anchor}`
}

// The text of a page in a language, rewritten.
export function rewritten(page, language) {
    const source = sourceOf(page, language)
    const text = fs.readFileSync(inRepository(source), 'utf8')
        .replace(/^\[(?:中文|English)\]\([^)]+\)\n+/, '')
        .replace(/^<!-- English: \w+ -->\n/mg, '')
        .replace(/^( *```)console$/mg, '$1text') // what programs print is no language with colours
    return outsideFences(text, prose => prose.replace(/\]\(([^)\s]+)\)/g, (_, link) => `](${linkIn(source, language, link)})`))
}
