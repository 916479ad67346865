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

const miniSearch = {
    options: {tokenize},
    searchOptions: {
        combineWith: 'AND',
        // a mistyped letter is forgiven in Latin letters; in Chinese it would be another word
        fuzzy: term => /^\p{ASCII}{5,}$/u.test(term) ? 0.2 : false,
        prefix: term => !/\p{Script=Han}{2}/u.test(term),
        boost: {title: 4, text: 2, titles: 1},
    },
}

const chinese = {
    button: {buttonText: '搜索', buttonAriaLabel: '搜索'},
    modal: {
        displayDetails: '显示细节', resetButtonTitle: '清除', backButtonTitle: '关闭', noResultsText: '没有结果：',
        footer: {selectText: '打开', navigateText: '选择', closeText: '关闭'},
    },
}

// What is indexed of a page. Colours of code are of no use there, and take most of the time.
function render(text, env, md) {
    return text.startsWith('---\nsearch: false') ? '' : md.render(text.replace(/^( *```+)[a-z]+.*$/mg, '$1text'), env)
}

// VitePress lists sixteen sections. Here each page that has the words is listed, with its best section.
const sixteen = '.slice(0, 16)'
const eachPage = '.filter((one, i, all) => all.findIndex(other => other.id.split("#")[0] === one.id.split("#")[0]) === i)'
const allPages = {
    name: 'search-lists-all-pages',
    enforce: 'pre',
    transform(code, id) {
        if (!id.endsWith('/VPLocalSearchBox.vue'))
            return
        if (!code.includes(sixteen))
            throw new Error(`${id} has no ${sixteen}: site/search.js has to learn how this VitePress searches`)
        return code.replace(sixteen, eachPage)
    },
}

export const search = {
    settings: {provider: 'local', options: {_render: render, miniSearch, locales: {zh: {translations: chinese}}}},
    allPages,
}
