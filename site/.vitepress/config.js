import {defineConfig} from 'vitepress'
import {accessible} from '../accessible.js'
import {markdown} from '../markdown.js'
import {BUILT, groups, HTML, routeOf, STAGED, titleOf} from '../pages.js'
import {search} from '../search.js'
import {words} from '../words.js'

// The navigation of a language: the groups of site/pages.txt.
const sidebar = language => groups().map(({title, pages}) => ({
    text: title[language],
    collapsed: false,
    items: pages.map(({page}) => ({text: titleOf(page, language), link: `/${routeOf(page, language)}`})),
}))

const nav = language => [
    {text: words[language].decks, link: `/slides/${language}.html`, target: '_self'},
    {text: words[language].book, link: `/book/${language}.pdf`, target: '_self'},
]

const chinese = {
    outline: {level: [2, 3], label: '本页内容'},
    docFooter: {prev: '上一页', next: '下一页'},
    darkModeSwitchLabel: '外观',
    lightModeSwitchTitle: '浅色',
    darkModeSwitchTitle: '深色',
    sidebarMenuLabel: '目录',
    returnToTopLabel: '回到顶部',
    langMenuLabel: '语言',
    skipToContentLabel: '跳到正文',
    notFound: {title: '没有这一页', quote: '', linkText: '回到首页', linkLabel: '回到首页'},
}

export default defineConfig({
    srcDir: STAGED,
    outDir: HTML,
    cacheDir: `${BUILT}/cache`,
    base: process.env.SITE_BASE || '/',
    markdown,
    ignoreDeadLinks: true, // site/check.js looks at all links of what is built, the slides' and the book's too
    metaChunk: true,
    head: [['link', {rel: 'icon', href: 'data:,'}]],
    locales: {
        root: {label: 'English', lang: 'en', title: words.en.title,
            themeConfig: {siteTitle: words.en.shortTitle, sidebar: sidebar('en'), nav: nav('en'), outline: {level: [2, 3], label: 'On this page'}}},
        zh: {label: '中文', lang: 'zh-CN', title: words.zh.title,
            themeConfig: {siteTitle: words.zh.shortTitle, sidebar: sidebar('zh'), nav: nav('zh'), ...chinese}},
    },
    themeConfig: {search: search.settings},
    vite: {plugins: [search.allPages, accessible], build: {chunkSizeWarningLimit: 8000}},
})
