// The site's search: VitePress's own, taught Chinese.

// The words of a text. Chinese is written without spaces: there, each two letters that stand side by side are a
// word, and a lone letter is one. This function goes into the pages as its text: all that it needs is in it.
function tokenize(text) {
    return text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap(word => word.split(/(\p{Script=Han}+)/u)).filter(Boolean).flatMap(word => {
        if (!/^\p{Script=Han}{2,}$/u.test(word))
            return [word]
        const letters = [...word]
        return letters.slice(1).map((letter, i) => letters[i] + letter)
    })
}

// How much a hit in a section counts. Whoever looks for a word wants to know what it means, and where the lesson has it; last comes
// what is there for those who change the lab. This function goes into the pages as its text, too.
function boostDocument(id) {
    return /\/(map|view_format|browser|compilers|flags|broken|calibrate|playground|CHANGELOG|CONTRIBUTING)\b/.test(id) ? 0.2 :
        /\/glossary\.html#/.test(id) ? 2 : 1
}

const miniSearch = {
    options: {tokenize},
    searchOptions: {
        combineWith: 'AND',
        // a mistyped letter is forgiven in Latin letters; in Chinese it would be another word
        fuzzy: term => /^\p{ASCII}{5,}$/u.test(term) ? 0.2 : false,
        prefix: term => !/\p{Script=Han}{2}/u.test(term),
        boost: {title: 4, text: 2, titles: 1},
        boostDocument,
    },
}

const chinese = {
    button: {buttonText: '搜索', buttonAriaLabel: '搜索'},
    modal: {
        displayDetails: '显示细节', resetButtonTitle: '清除', backButtonTitle: '关闭', noResultsText: '没有结果：',
        footer: {selectText: '打开', navigateText: '选择', closeText: '关闭', selectKeyAriaLabel: '回车键', navigateUpKeyAriaLabel: '上箭头键',
            navigateDownKeyAriaLabel: '下箭头键', closeKeyAriaLabel: 'Esc 键'},
    },
}

// The terms that an entry of the glossary explains: "bank, Bank conflict"; in Chinese "线程束, warp".
const termsOf = entry => entry.startsWith('| ') ? entry.split(' | ').slice(0, 2).join(', ').replace(/^\| |<[^>]*>/g, '') :
    [...entry.matchAll(/\*\*([^*]+)\*\*/g)].map(([, term]) => term).join(', ')

// Each entry of the glossary is a section, for search alone: a hit leads to it. A row that has no place of its own belongs to the one before.
const withEntries = text => text.replace(/^(?:\| )?<a id="([^"]+)"><\/a>(?:.+\n)+?(?=\n|\| <a id=|$(?![^]))/mg, (entry, id) =>
    `\n#### <a id="${id}"></a>${entry.split(/\n(?=\| )/).map(termsOf).join(', ')}\n\n${entry}\n`)

// What is indexed of a page. Colours of code are of no use there, and take most of the time.
function render(text, env, md) {
    const indexed = /\bglossary\.md$/.test(env.relativePath) ? withEntries(text) : text
    return text.startsWith('---\nsearch: false') ? '' : md.render(indexed.replace(/^( *```+)[a-z]+.*$/mg, '$1text'), env)
}

// VitePress lists sixteen sections. Here each page that has the words is listed, with its best section; and words that are only
// like them, as vector is like sector, count where nobody has the words themselves.
const theirs = /index\s+\.search\(filterTextValue\)\s+\.slice\(0, 16\)/
const ours = '[{fuzzy: false}, {}].reduce((found, how) => found.length ? found : index.search(filterTextValue, how), [])' +
    '.filter((one, i, all) => all.findIndex(other => other.id.split("#")[0] === one.id.split("#")[0]) === i)'
const allPages = {
    name: 'search-lists-all-pages',
    enforce: 'pre',
    transform(code, id) {
        if (!id.endsWith('/VPLocalSearchBox.vue'))
            return
        if (!theirs.test(code))
            throw new Error(`${id} does not have ${theirs}: site/search.js has to learn how this VitePress searches`)
        return code.replace(theirs, ours)
    },
}

export const search = {
    settings: {provider: 'local', options: {_render: render, miniSearch, locales: {zh: {translations: chinese}}}},
    allPages,
}
