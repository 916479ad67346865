// What VitePress's own parts lack for somebody who has no mouse, or does not see the page.

// [file, what stands there, what takes its place]
const MENDED = [
    // a group's heading is a button; the arrow within it, another one, does nothing of its own
    ['VPSidebarItem.vue', /\s+role="button"\s+aria-label="toggle section"\s+@click="onCaretClick"\s+@keydown\.enter="onCaretClick"\s+tabindex="0"/, ''],
    ['VPSidebarItem.vue', ':role="itemRole"', ':role="itemRole" :aria-expanded="collapsible ? !collapsed : undefined"'],
    // the button is called what is written on it
    ['VPNavBarSearchButton.vue', /<span class="DocSearch-Button-Keys">[\s\S]*?<\/span>/, ''],
    // the box of the search is no button, but a dialog; in it stands a field with a list of choices, and a choice is called what it says
    ['VPLocalSearchBox.vue', /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"\s+aria-labelledby="localsearch-label"/,
        'role="dialog" aria-modal="true" :aria-label="buttonText"'],
    ['VPLocalSearchBox.vue', /aria-autocomplete="both"\s+(:aria-controls="[^"]*")\s+aria-labelledby="localsearch-label"/,
        'role="combobox" aria-autocomplete="list" :aria-expanded="results?.length > 0" $1 :aria-label="buttonText"'],
    ['VPLocalSearchBox.vue', `:aria-labelledby="results?.length ? 'localsearch-label' : undefined"`, ':aria-label="results?.length ? buttonText : undefined"'],
    ['VPLocalSearchBox.vue', /:id="'localsearch-item-' \+ index"\s+:aria-selected="selectedIndex === index \? 'true' : 'false'"\s+role="option"/, 'role="none"'],
    ['VPLocalSearchBox.vue', `:aria-label="[...p.titles, p.title].join(' > ')"`,
        `role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'"`],
    ['VPLocalSearchBox.vue', /<kbd :aria-label/g, '<kbd role="img" :aria-label'],
    ['VPLocalSearchBox.vue', '<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
]

export const accessible = {
    name: 'accessible',
    enforce: 'pre',
    transform(code, id) {
        for (const [file, before, after] of MENDED.filter(([file]) => id.endsWith(`/${file}`))) {
            if (typeof before === 'string' ? !code.includes(before) : !before.test(code))
                throw new Error(`${file} is another one than site/accessible.js knows: ${before}`)
            code = code.replace(before, after)
        }
        return code
    },
}
