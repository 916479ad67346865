// Pages as plain HTML, for the book and the slides: without VitePress's program around them.
import fs from 'node:fs'
import path from 'node:path'
import {createMarkdownRenderer} from 'vitepress'
import {markdown} from './markdown.js'
import {routeOf, STAGED, stagedAs} from './pages.js'

const renderer = await createMarkdownRenderer(STAGED, markdown, '/')

// The staged Markdown of a page.
export const stagedText = (page, language) => fs.readFileSync(path.join(STAGED, stagedAs(routeOf(page, language))), 'utf8')

// How many letters wide a block of code is, a Chinese one being as wide as two; of a few lines, which may as well be
// broken, no more than fit.
function columnsOf(html) {
    const lines = html.replace(/<[^>]+>/g, '').replace(/&#?\w+;/g, 'x').split('\n')
    const most = Math.max(...lines.map(line => [...line].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)))
    return lines.length > 6 ? most : Math.min(most, 110)
}

// The letters in a line that paper can hold upright, if they shall be read.
const UPRIGHT = 130

function sized(rest, code) {
    const columns = columnsOf(code)
    return `<pre${rest.replace(/ style="[^"]*"/, '')}${columns > UPRIGHT ? ' data-wide' : ''} style="--columns:${columns}">${code}</pre>`
}

// Markdown as HTML. Blocks of code say how wide they are: --columns, and data-wide if that is more than an upright page holds.
export function htmlOf(text) {
    return renderer.render(text, {path: path.join(STAGED, 'index.md'), relativePath: 'index.md', cleanUrls: false})
        .replace(/<StepView[^>]*\/>/g, '')
        .replace(/<button[^>]*class="copy"[^>]*><\/button>|<span class="lang">[^<]*<\/span>|<a class="header-anchor"[\s\S]*?<\/a>/g, '')
        .replace(/ v-pre(="")?| target="_self"/g, '')
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/<pre([^>]*)>([\s\S]*?)<\/pre>/g, (_, rest, code) => sized(rest, code))
        .replaceAll('src="/', 'src="../')
}

// A document of its own.
export function documentOf({language, title, style, body, script = ''}) {
    return `<!DOCTYPE html>\n<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">\n<head>\n<meta charset="utf-8">\n` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n' +
        `<link rel="icon" href="data:,">\n<title>${title}</title>\n<style>\n${style}</style>\n</head>\n<body>\n${body}\n` +
        `${script && `<script>\n${script}</script>\n`}</body>\n</html>\n`
}
