// What VitePress's own parts lack for somebody who has no mouse, or does not see the page.

// [file, what stands there, what takes its place]
const MENDED = [
    // a group's heading is a button; the arrow within it, another one, does nothing of its own
    ['VPSidebarItem.vue', /\s+role="button"\s+aria-label="toggle section"\s+@click="onCaretClick"\s+@keydown\.enter="onCaretClick"\s+tabindex="0"/, ''],
    ['VPSidebarItem.vue', ':role="itemRole"', ':role="itemRole" :aria-expanded="collapsible ? !collapsed : undefined"'],
    // the button is called what is written on it
    ['VPNavBarSearchButton.vue', /<span class="DocSearch-Button-Keys">[\s\S]*?<\/span>/, ''],
]

export const accessible = {
    name: 'accessible',
    enforce: 'pre',
    transform(code, id) {
        for (const [file, before, after] of MENDED.filter(([file]) => id.endsWith(`/${file}`))) {
            if (code.search(before) < 0 && !code.includes(before))
                throw new Error(`${file} is another one than site/accessible.js knows: ${before}`)
            code = code.replace(before, after)
        }
        return code
    },
}
