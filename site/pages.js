// Which pages the site has, in which order, and where in it each stands.
import fs from 'node:fs'
import path from 'node:path'
import {fileURLToPath} from 'node:url'

export const SITE = path.dirname(fileURLToPath(import.meta.url))
export const ROOT = path.dirname(SITE)
export const BUILT = path.join(ROOT, 'build/site')
export const STAGED = path.join(BUILT, 'pages') // Markdown that VitePress reads
export const HTML = path.join(BUILT, 'html') // the site
export const LANGUAGES = ['en', 'zh']

export const inRepository = (...names) => path.join(ROOT, ...names)
export const read = name => fs.readFileSync(inRepository(name), 'utf8')

// Writes a file, and the folders that it needs.
export function write(name, text) {
    fs.mkdirSync(path.dirname(name), {recursive: true})
    fs.writeFileSync(name, text)
}

// All Markdown of the repository, but for the Chinese pages: paths from its root, sorted.
function englishPages(folder = '') {
    return fs.readdirSync(inRepository(folder), {withFileTypes: true}).flatMap(entry => {
        const name = path.posix.join(folder, entry.name)
        if (entry.isDirectory())
            return /^(\..*|build|node_modules|zh-CN)$/.test(entry.name) ? [] : englishPages(name)
        return /\.md$/.test(name) && !/\.zh-CN\.md$/.test(name) ? [name] : []
    }).sort()
}

// "step0[1-8]_*/*.md" as a regular expression
const pattern = words => new RegExp(`^${words.replace(/[.+^${}()|\\]/g, '\\$&').replace(/\*/g, '[^/]*')}$`)

// The groups of site/pages.txt: [{title: {en, zh}, pages: [{page, inBook}]}].
export function groups() {
    const lines = read('site/pages.txt').split('\n').filter(line => line && !line.startsWith('#'))
    const all = englishPages()
    const words = lines.map(line => line.replace(/^book /, ''))
    const taken = new Set(words)
    const found = []
    lines.forEach((line, i) => {
        if (line.startsWith('== ')) {
            const [en, zh] = line.slice(3).split(' | ')
            found.push({title: {en, zh}, pages: []})
            return
        }
        const matching = words[i].includes('*') ?
            all.filter(page => pattern(words[i]).test(page) && !taken.has(page)) : [words[i]]
        matching.forEach(page => taken.add(page))
        found.at(-1).pages.push(...matching.map(page => ({page, inBook: line.startsWith('book ')})))
    })
    return found
}

export const pages = () => groups().flatMap(group => group.pages)

// The file that a page is made from in a language: the Chinese one where there is one, or the English one.
export function sourceOf(page, language) {
    const chinese = page.replace(/(^|\/)([A-Z]+)\.md$/, '$1$2.zh-CN.md').replace(/(^|\/)docs\/(\w+\.md)$/, '$1docs/zh-CN/$2')
    return language === 'zh' && chinese !== page && fs.existsSync(inRepository(chinese)) ? chinese : page
}

// The English page of a Chinese one, else the page itself.
export const englishOf = page => page.replace('.zh-CN.md', '.md').replace('docs/zh-CN/', 'docs/')

// Where a page stands in the site, from its root: "zh/docs/counters.html"; that of a folder ends in "/".
export function routeOf(page, language) {
    const route = page.replace(/(^|\/)README\.md$/, '$1').replace(/^docs\/index\.md$/, 'docs/').replace(/\.md$/, '.html')
    return (language === 'zh' ? 'zh/' : '') + route
}

// The file of the same, as VitePress wants it.
export const stagedAs = route => route.replace(/(^|\/)$/, '$1index.md').replace(/\.html$/, '.md')

// A page's title, as it says itself.
export function titleOf(page, language) {
    const heading = read(sourceOf(page, language)).match(/^# (.+)$/m)
    return heading ? heading[1].replace(/<a id="[^"]*"><\/a>/, '').replace(/`/g, '') : page
}

// The steps: folders.
export const steps = () => fs.readdirSync(ROOT).filter(name => /^step\d\d_/.test(name) && fs.existsSync(inRepository(name, 'reduce.cu'))).sort()

// "step03" of "step03_nodivergence"
export const shortName = step => step.slice(0, 6)
