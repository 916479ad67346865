// What the site adds to a step's page: the program with what is new, the view, the chart of the causes.
import {execFileSync} from 'node:child_process'
import fs from 'node:fs'
import {chartOf} from './charts.js'
import {sectionsOf} from './markdown.js'
import {inRepository, read, ROOT, shortName, steps, titleOf} from './pages.js'
import {words} from './words.js'

const run = (command, ...rest) => execFileSync(command, rest, {cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26})
const ladder = () => steps().filter(step => Number(step.slice(4, 6)) <= 15)

// The labels of the comparisons, in the language of the page: from the rows "| `a > d` all that ... | ... |".
function labelsIn(table) {
    return Object.fromEntries([...table.matchAll(/^\| `(\w > \w)` ([^|]*?) \|/mg)].map(([, name, label]) => [name, label.replace(/`/g, '')]))
}

// The table of the causes as a chart; the table itself is folded.
function withChart(step, text, say) {
    return text.replace(/(<!-- measured why -->[\s\S]*?)((?:^\|.*\n)+)/m, (_, before, table) =>
        `${before}${chartOf(step, labelsIn(table), say)}\n\n<details><summary>${say.table}</summary>\n\n${table}\n</details>\n`)
}

// A step's page, with the additions.
export function enriched(step, text, language) {
    const say = words[language]
    const name = shortName(step)
    const deck = `/slides/${name}.${language}`
    const links = `[${say.program}](/${language === 'zh' ? 'zh/' : ''}${step}/code.html) · ` +
        `[${say.slides}](${deck}.html) · [${say.slidesPdf}](${deck}.pdf)`
    return sectionsOf(text).map(section => {
        switch (section.anchor) {
        case '': return `${section.text.trimEnd()}\n\n${links}\n\n`
        case 'run-it': return `${section.text.trimEnd()}\n\n<StepView step="${name}" language="${language}" />\n\n`
        case 'take-it-away': return withChart(step, section.text, say)
        default: return section.text
        }
    }).join('')
}

// The numbers of the lines of a step's program that the step before has not, as "3,7-9".
function newLines(step, before) {
    const kernel = text => text.match(/\b(reduce[A-Za-z0-9]*_[0-9]+)\(/)?.[1]
    const [then, now] = [before, step].map(name => read(`${name}/reduce.cu`))
    fs.mkdirSync(inRepository('build/site'), {recursive: true})
    const file = inRepository('build/site/before.cu')
    fs.writeFileSync(file, then.replaceAll(kernel(then), kernel(now)))
    const changes = run('sh', '-c', `diff --unchanged-line-format= --old-line-format= --new-line-format='%dn ' ${file} ${step}/reduce.cu; true`)
    return changes.trim().split(' ').join(',')
}

// The page of a step's program: the reason and the lines of "make stepNN diff", then all of it.
export function codePage(step, language) {
    const say = words[language]
    const title = titleOf(`${step}/README.md`, language)
    const [head, difference] = run('tools/run/diff.sh', ladder().join(' '), step).split(/\n(?=--- )/)
    const before = ladder()[ladder().indexOf(step) - 1]
    const marks = difference ? ` {${newLines(step, before)}}` : ''
    const gist = head.trim().split('\n').slice(1).join('\n')
    return `---\nsearch: false\n---\n# ${title}: ${say.codeTitle}\n\n[${title}](./)\n\n` +
        `## ${say.difference}\n\n${gist}\n\n` + (difference ? `\`\`\`diff\n${difference.trimEnd()}\n\`\`\`\n\n` : '') +
        `## ${say.whole}\n\n${difference ? say.codeSays : ''}\n\n` +
        `\`\`\`cuda:line-numbers${marks}\n${read(`${step}/reduce.cu`).trimEnd()}\n\`\`\`\n`
}
