// How Markdown becomes HTML, in the site as in the book and the slides.

// The anchor that code hosts make of a heading's words.
export const anchorOf = heading => heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-')

// A heading that sets its anchor, as those of Chinese pages do, has that one and no other.
function takeAnchors(md) {
    md.core.ruler.before('anchor', 'repository_anchors', state => {
        state.tokens.forEach((token, i) => {
            if (token.type !== 'heading_open')
                return
            const inline = state.tokens[i + 1]
            const set = inline.content.match(/<a id="([^"]+)"><\/a>/)
            if (!set)
                return
            token.attrSet('id', set[1])
            inline.children = inline.children.filter(child => child.type !== 'html_inline')
            inline.content = inline.content.replace(set[0], '')
        })
    })
}

// What stands in {{ }} is text here, and no program of a page.
function keepBraces(md) {
    const escaped = text => md.utils.escapeHtml(text).replace(/\{\{/g, '{&#123;')
    md.renderer.rules.text = (tokens, i) => escaped(tokens[i].content)
    md.renderer.rules.code_inline = (tokens, i) => `<code v-pre>${md.utils.escapeHtml(tokens[i].content)}</code>`
    md.renderer.rules.code_block = (tokens, i) => `<pre v-pre class="commands" tabindex="0"><code>${md.utils.escapeHtml(tokens[i].content)}</code></pre>\n`
}

// What VitePress did not make, its router must not open.
function leaveOthers(md) {
    md.core.ruler.push('others', state => {
        for (const token of state.tokens.flatMap(token => token.children ?? []))
            if (token.type === 'link_open' && /^\/(slides|files|views|book)\//.test(token.attrGet('href')))
                token.attrSet('target', '_self')
    })
}

// A table scrolls by itself where the page is too narrow for it.
function scrollTables(md) {
    md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
    md.renderer.rules.table_close = () => '</table></div>\n'
}

// A corner of a table that says nothing heads nothing.
function leaveCorners(md) {
    md.core.ruler.push('corners', state => {
        state.tokens.forEach((token, i) => {
            if (token.type === 'th_open' && state.tokens[i + 1].content === '')
                token.tag = state.tokens[i + 2].tag = 'td'
        })
    })
}

export const markdown = {
    attrs: {disable: true},
    anchor: {slugify: anchorOf},
    languageAlias: {cuda: 'cpp'},
    theme: {light: 'github-light-high-contrast', dark: 'github-dark-high-contrast'}, // readable on coloured lines, too
    config(md) {
        takeAnchors(md)
        keepBraces(md)
        leaveOthers(md)
        scrollTables(md)
        leaveCorners(md)
    },
}

// The text with a change applied where no code is fenced.
export function outsideFences(text, change) {
    return text.split(/(^ *```[^\n]*\n[\s\S]*?^ *```[ ]*$)/m).map((part, i) => i % 2 ? part : change(part)).join('')
}

// The sections of a page: what stands above the first heading of level 2, and from each of these to the next.
// [{anchor, heading, text}], where text holds the heading's line.
export function sectionsOf(text) {
    const found = [{anchor: '', heading: '', text: ''}]
    let fenced = false
    for (const line of text.split(/(?<=\n)/)) {
        const heading = !fenced && line.match(/^## (?:<a id="([^"]+)"><\/a>)?(.*)$/m)
        if (/^ *```/.test(line))
            fenced = !fenced
        if (heading)
            found.push({anchor: heading[1] ?? anchorOf(heading[2]), heading: heading[2], text: ''})
        found.at(-1).text += line
    }
    return found
}
