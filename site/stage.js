// Writes the Markdown that VitePress reads, and puts beside it the files that pages show: build/site/pages.
import fs from 'node:fs'
import path from 'node:path'
import {inRepository, LANGUAGES, pages, read, routeOf, shortName, sourceOf, STAGED, stagedAs, steps, write} from './pages.js'
import {placeOf, rewritten, wanted} from './rewrite.js'
import {codePage, enriched} from './step.js'
import {words} from './words.js'

const publicFile = (...names) => path.join(STAGED, 'public', ...names)
const stage = (route, text) => write(path.join(STAGED, stagedAs(route)), text)
const fence = (language, text) => `\`\`\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\`\`\n`
const LANGUAGE = {cu: 'cuda', cuh: 'cuda', c: 'c', h: 'cpp', js: 'js', py: 'python', sh: 'sh', pl: 'perl', mk: 'make', yml: 'yaml', Makefile: 'make'}

function stagePage(page, language) {
    const step = page.match(/^(step\d\d_\w+)\/README\.md$/)
    const text = rewritten(page, language)
    const note = language === 'zh' && sourceOf(page, language) === page ? `> ${words.zh.onlyEnglish}\n\n` : ''
    stage(routeOf(page, language), note + (step ? enriched(step[1], text, language) : text))
}

// The page of a file of code, which search leaves out: what it says, the pages say better.
function stageCode(file, language) {
    const kind = LANGUAGE[file.match(/\w+$/)[0]] ?? 'text'
    stage(placeOf(file, language), `---\nsearch: false\n---\n# ${path.basename(file)}\n\n\`${file}\`\n\n${fence(`${kind}:line-numbers`, read(file))}`)
}

// The page of a folder: what is in it, and a link to what the site shows of that.
function stageFolder(folder, language, shown) {
    const lines = fs.readdirSync(inRepository(folder), {withFileTypes: true}).sort((a, b) => a.name < b.name ? -1 : 1).map(entry => {
        const name = path.posix.join(folder, entry.name)
        const words = `\`${entry.name}${entry.isDirectory() ? '/' : ''}\``
        return shown(name) ? `- [${words}](/${placeOf(name, language)})` : `- ${words}`
    })
    stage(placeOf(folder, language), `---\nsearch: false\n---\n# ${folder}/\n\n${lines.join('\n')}\n`)
}

// A view without its buttons, which the site has itself, and with a title for those alone who hear it; its first sentence stays.
function stageView(step) {
    const made = inRepository('build/site/views', `${shortName(step)}.html`)
    const view = fs.readFileSync(made, 'utf8')
    const parts = view.split('</head>')
    if (parts.length < 2 || !/<header>\s*<div class="heading">\s*<h1 id="title"><\/h1>\s*<div class="tools">/.test(view))
        throw new Error(`${made}: a view without a head or heading: site/stage.js has to learn how views look now`)
    const bare = '<style>@media screen { header .tools { display: none } header h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) } }</style>'
    write(publicFile('views', `${shortName(step)}.html`), [parts[0] + bare, ...parts.slice(1)].join('</head>'))
}

fs.rmSync(STAGED, {recursive: true, force: true})
for (const language of LANGUAGES) {
    pages().forEach(({page}) => stagePage(page, language))
    steps().forEach(step => stage(placeOf(`${step}/reduce.cu`, language), codePage(step, language)))
}
// Folders show what pages lead to, so they come last; and lead to no more than that.
const folders = [...wanted.folders]
const isPage = new Set(pages().map(({page}) => page))
const shown = name => isPage.has(name) || Object.values(wanted).some(names => names.has(name)) || isPage.has(`${name}/README.md`)
for (const language of LANGUAGES) {
    wanted.code.forEach(file => stageCode(file, language))
    folders.forEach(folder => stageFolder(folder, language, shown))
}
for (const file of wanted.files) {
    fs.mkdirSync(path.dirname(publicFile('files', file)), {recursive: true})
    fs.copyFileSync(inRepository(file), publicFile('files', file))
}
steps().forEach(stageView)
