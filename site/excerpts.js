// Parts of a step's sections that fit a slide.

// The table of what was measured, and what it was measured on.
export function tableOf(text) {
    const measured = text.match(/<!-- measured counters -->([\s\S]*?)<!-- end of measured counters -->/)
    return measured ? measured[1].trim() : ''
}

// The chart and the names of the kernels; the table is on the page.
export const chartOnly = text => text.replace(/<!-- measured why -->\n.*\n/, '').replace(/<details>[\s\S]*?<\/details>/g, '').replace(/<!--.*?-->/g, '')
