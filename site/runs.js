// Pictures of the view that show two runs have them one above the other, for a phone. A slide is wide: there they stand side by side.
import fs from 'node:fs'
import path from 'node:path'
import {HTML, write} from './pages.js'

// The line from edge to edge between two runs.
const BETWEEN = /^<line x1="0" y1="([\d.]+)" x2="([\d.]+)" y2="\1" [^>]*\/>$/m
const nameIn = text => text.match(/<text [^>]*y="([\d.]+)"[^>]*>([^<]+)</)

// The runs of a picture: [{name, svg}]; none if it shows but one.
function runsOf(svg) {
    const line = svg.match(BETWEEN)
    if (!line)
        return []
    const [left, top, width, height] = svg.match(/ viewBox="([^"]*)"/)[1].split(' ').map(Number)
    const [, firstName, first] = nameIn(svg)
    const [, secondName, second] = nameIn(svg.slice(line.index))
    // the names stand at one height, and both are as large as each other
    const secondTop = Number(secondName) - Number(firstName) + top
    const tall = Math.max(Number(line[1]) - 2 - top, top + height - secondTop)
    const alone = svg.slice(0, line.index)
    const part = (text, from) => text.replace(/ height="\d+" viewBox="[^"]*"/, ` height="${tall}" viewBox="${left} ${from} ${width} ${tall}"`)
    return [{name: first, svg: part(`${alone}</svg>\n`, top)}, {name: second, svg: part(svg, secondTop)}]
}

// The HTML of a slide, where each run of a picture is a picture.
export const runsBeside = html => html.replace(/<p><img src="\.\.\/(files\/[^"]+\.svg)" alt="([^"]*)"[^>]*><\/p>/g, (whole, file, says) => {
    const runs = runsOf(fs.readFileSync(path.join(HTML, file), 'utf8'))
    const pictures = runs.map(({name, svg}, i) => {
        const part = file.replace(/^files\//, '').replace(/\//g, '-').replace('.svg', `-${i + 1}.svg`)
        write(path.join(HTML, 'slides', part), svg)
        return `<img src="${part}" alt="${name}">`
    })
    return pictures.length ? `<div class="runs" role="group" aria-label="${says}">${pictures.join('')}</div>` : whole
})
