// The recorded times of "Take it away" as bars: HTML that needs no script, in the colours of the page.
import fs from 'node:fs'
import {inRepository, read} from './pages.js'

const SIZES = {4194304: '2^22', 16777216: '2^24'}

// The rows of a recording, as objects; a value may stand in quotes.
export function readCsv(name) {
    const [header, ...rows] = read(name).split('\n').filter(line => line && !line.startsWith('#'))
        .map(line => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain))
    return rows.map(row => Object.fromEntries(header.map((name, i) => [name, row[i]])))
}

// All recordings of causes taken away: those of the devices first, then what is modelled of the first of them.
function recordings() {
    const measured = fs.readdirSync(inRepository('docs/results')).sort().map(name => `docs/results/${name}/why.csv`)
        .filter(name => fs.existsSync(inRepository(name)))
    return [...measured, 'docs/results/modelled/h100.csv'].map(readCsv)
}

const all = recordings()
const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

// {"a > d": [{who, modelled, gain}, ...]}: what each comparison of a step gave, in percent of the time before.
export function gainsOf(step) {
    const gains = {}
    for (const row of all.flat()) {
        if (row.step !== step || !SIZES[row.n])
            continue
        const [before, after] = [row.before_ms, row.after_ms].map(Number)
        const modelled = row.times === 'modelled'
        const who = `${row.device.split(' ')[1]} ${SIZES[row.n]}`
        const name = `${row.before_letter} > ${row.after_letter}`
        gains[name] = [...gains[name] ?? [], {who, modelled, gain: 100 * (before - after) / before}]
    }
    return gains
}

function bar({who, modelled, gain}, least, most, mark) {
    const place = value => (100 * (value - least) / (most - least)).toFixed(2)
    const [from, to] = [Math.min(gain, 0), Math.max(gain, 0)]
    const shown = (Math.abs(gain) < 0.05 ? 0 : gain).toFixed(1)
    return `<div class="bar${modelled ? ' modelled' : ''}"><span class="who">${who}${modelled ? ` ${mark}` : ''}</span>` +
        `<span class="track" style="--zero:${place(0)}%"><span class="fill${gain < 0 ? ' loss' : ''}" ` +
        `style="left:${place(from)}%;width:${(place(to) - place(from)).toFixed(2)}%"></span></span>` +
        `<span class="value">${shown} %</span></div>`
}

// The chart of a step. labels: what each comparison takes away, by its name "a > d"; say: the words of the language. A
// comparison that is recorded and has no label is an error, and so is a label that nothing was recorded of.
export function chartOf(step, labels, say) {
    const gains = gainsOf(step)
    const names = Object.keys(labels)
    const differing = [...names.filter(name => !gains[name]), ...Object.keys(gains).filter(name => !labels[name])]
    if (differing.length)
        throw new Error(`${step}: the page's table and docs/results differ in ${differing.join(', ')}: make results`)
    const values = Object.values(gains).flat().map(({gain}) => gain)
    const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
    const rows = names.map(name => `<div class="cause"><p><code v-pre>${escaped(name)}</code> ${escaped(labels[name])}</p>` +
        gains[name].map(one => bar(one, least, most, say.modelled)).join('') + '</div>')
    return `<figure class="causes">${rows.join('')}<figcaption>${say.chart}</figcaption></figure>`
}
