// A function for pages of the built site, as text: opens the box of the search, and resolves to what it lists for a word, the best first.
export const SEARCH_FOR = `(async word => {
    const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
    const until = async what => {
        for (let i = 0; i < 600; i++, await wait(50)) {
            const found = what()
            if (found)
                return found
        }
        throw new Error('the search does not answer')
    }
    // a button does nothing before the page's program has come
    const input = await until(() => document.querySelector('.VPLocalSearchBox input') ?? document.querySelector('.VPNavBarSearch button')?.click())
    input.value = word
    input.dispatchEvent(new Event('input'))
    await until(() => document.querySelector('.VPLocalSearchBox .result, .VPLocalSearchBox .no-results'))
    await wait(600)
    return [...document.querySelectorAll('.VPLocalSearchBox a.result')].map(one => one.getAttribute('href'))
})`
