// A deck of slides for each step, as HTML and PDF in each language: the problem, the picture, the difference, the
// numbers, the causes, the questions; all of them from the step's page.
import fs from 'node:fs'
import path from 'node:path'
import {Browser} from './browser.js'
import {chartOnly, tableOf} from './excerpts.js'
import {sectionsOf} from './markdown.js'
import {HTML, LANGUAGES, read, shortName, SITE, sourceOf, steps, titleOf, write} from './pages.js'
import {documentOf, htmlOf, stagedText} from './render.js'
import {runsBeside} from './runs.js'
import {addressOf, serve} from './serve.js'
import {words} from './words.js'

const css = name => fs.readFileSync(path.join(SITE, name), 'utf8')
const style = css('figures.css') + css('slides.css')
const script = css('turn.js')

// What a slide can hold, in letters of English text. A Chinese letter says as much as two and a half.
const ROOM = 1300

const isPicture = block => /^!\[/.test(block)

// About how much of a slide a block of Markdown takes.
function sizeOf(block) {
    const lines = block.split('\n')
    if (isPicture(block))
        return 450
    if (/^<figure/.test(block))
        return ROOM
    if (/^( *```|    |\|)/.test(block))
        return 60 * lines.length
    const chinese = (block.match(/\p{Script=Han}/gu) ?? []).length
    return block.replace(/\]\([^)]*\)/g, '').length + 1.5 * chinese + 80
}

// The blocks of a text; what is fenced is one.
const blocksOf = text => text.split(/(^ *```[\s\S]*?^ *```$)|\n\n+/m).map(block => block?.trim()).filter(Boolean)

// What is too long to be read on one slide, in parts of about the same length.
const CAUSES = /<div class="cause">[\s\S]*?<\/div>(?=<div class="cause">|<figcaption>)/g
function partsOf(block) {
    const inParts = (all, most) => {
        const each = Math.ceil(all.length / Math.ceil(all.length / most))
        return all.flatMap((_, i) => i % each ? [] : [all.slice(i, i + each)])
    }
    const fence = block.match(/^( *```[^\n]*\n)([\s\S]*?)\n( *```)$/)
    if (fence)
        return inParts(fence[2].split('\n'), 22).map(lines => `${fence[1]}${lines.join('\n')}\n${fence[3]}`)
    if (/^<figure class="causes">/.test(block))
        return inParts(block.match(CAUSES), 8).map(causes => `<figure class="causes">${causes.join('')}</figure>`)
    if (/^- /.test(block))
        return inParts(block.split(/\n(?=- )/), 13).map(items => items.join('\n'))
    return [block]
}

// Whether a block is nothing without the next one: a heading, or a line that ends in a colon.
const leads = block => /^#+ /.test(block) || /[:：]$/.test(block) && !/^(```|- )/.test(block)

// A section's text on as many slides as it needs. What leads to a block goes along with it; where nothing else stands before it, nothing is
// parted, and the letters are smaller.
function slidesOf(heading, text) {
    const slides = []
    let room = 0
    for (const block of blocksOf(text).flatMap(partsOf)) {
        const last = slides.at(-1) ?? []
        const staying = last.findLastIndex(one => !leads(one)) + 1
        const full = sizeOf(block) > room || isPicture(block) && last.some(isPicture)
        if (!slides.length || full && staying) {
            const along = last.splice(staying)
            slides.push(along)
            room = ROOM - along.reduce((sum, one) => sum + sizeOf(one), 0)
        }
        slides.at(-1).push(block)
        room -= sizeOf(block)
    }
    return slides.map((blocks, i) => ({heading: slides.length > 1 ? `${heading} (${i + 1}/${slides.length})` : heading, text: blocks.join('\n\n')}))
}

// What the README's table says of a step, in words.
function gistOf(step, language) {
    const number = step.slice(4, 6)
    const row = read(sourceOf('README.md', language)).match(new RegExp(`^\\| \\[${number}\\]\\([^)]*\\) \\| ([^|]+) \\|`, 'm'))
    return row ? row[1].replace(/\[([^\]]*)\]\([^)]*\)/g, '$1') : ''
}

// The idea and the picture, which belong together, as one section.
function joined(sections) {
    const idea = sections.find(({anchor}) => anchor === 'the-idea')
    const picture = sections.find(({anchor}) => anchor === 'the-picture')
    if (idea && picture)
        idea.text += picture.text.slice(picture.text.indexOf('\n'))
    return sections.filter(section => section !== picture || !idea)
}

// A slide of words and one picture has them side by side.
function besidePicture(html) {
    const pictures = html.match(/<p><img[^>]*><\/p>/g) ?? []
    const rest = html.replace(pictures[0], '').trim()
    return pictures.length === 1 && rest ? `<div class="beside"><div>${rest}</div>${pictures[0]}</div>` : html
}

// The sections that a deck shows, and what of each.
const SHOWN = {
    'the-problem': text => text,
    'the-idea': text => text,
    'the-picture': text => text,
    'what-changed': text => text,
    'what-the-counters-say-and-why': tableOf,
    'take-it-away': chartOnly,
    'what-limits-it': text => text.split(/^### /m)[0],
    'predict-before-you-measure': text => text.split('<details>')[0],
    'still-slow': text => text,
}

function deckOf(step, language) {
    const title = titleOf(`${step}/README.md`, language)
    const slides = joined(sectionsOf(stagedText(`${step}/README.md`, language))).filter(({anchor}) => SHOWN[anchor]).flatMap(section => {
        const text = SHOWN[section.anchor](section.text.slice(section.text.indexOf('\n')))
        return slidesOf(section.heading.trim(), text)
    })
    const html = slides.map(({heading, text}) => `<section class="slide">\n<h2>${heading}</h2>\n<div class="content">\n${besidePicture(runsBeside(htmlOf(text)))}</div>\n</section>\n`)
    const first = `<section class="slide title"><h1>${title}</h1><p>${gistOf(step, language)}</p><p class="lab">${words[language].title}</p></section>\n`
    const body = `<main>\n${first}${html.join('')}</main>`.replace(/ id="[^"]*"/g, '').replace(/ href="([^"]*)"/g, (_, href) => ` href="${href.startsWith('/') ? `..${href}` : href}"`)
    const page = language === 'zh' ? `../zh/${step}/` : `../${step}/`
    // links within the page, such as to its answers, lead to the page
    return documentOf({language, title, style, script, body: body.replace(/ href="#/g, ` href="${page}#`)})
}

function listOf(language) {
    const {decks, decksSay, title} = words[language]
    const rows = steps().map(step => `<li><a href="${shortName(step)}.${language}.html">${titleOf(`${step}/README.md`, language)}</a> · <a href="${shortName(step)}.${language}.pdf">PDF</a></li>`)
    const home = language === 'zh' ? '../zh/' : '../'
    return documentOf({language, title: `${decks}: ${title}`, style,
        body: `<main class="list"><p><a href="${home}">${title}</a></p><h1>${decks}</h1><p>${decksSay}</p><ul>${rows.join('\n')}</ul></main>`})
}

// The headings of the slides that do not hold all that is on them.
const CUT = `[...document.querySelectorAll('.slide')].filter(slide => [...slide.querySelectorAll('.content, .table, pre')].some(box =>
    box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth + 2)).map(slide => slide.querySelector('h2').textContent)`

const folder = path.join(HTML, 'slides')
const server = await serve(0, '/')
const browser = await Browser.open()
await browser.resize(1280, 720)
for (const language of LANGUAGES) {
    write(path.join(folder, `${language}.html`), listOf(language))
    for (const step of steps()) {
        const name = `${shortName(step)}.${language}`
        write(path.join(folder, `${name}.html`), deckOf(step, language))
        await browser.go(`${addressOf(server, '/')}slides/${name}.html`)
        const cut = await browser.evaluate(CUT)
        if (cut.length)
            throw new Error(`slides/${name}.html: not all of it can be seen: ${cut.join(', ')}`)
        fs.writeFileSync(path.join(folder, `${name}.pdf`), await browser.pdf(false))
    }
    console.log(`  slides/${language}.html`)
}
await browser.close()
server.close()
