'use strict';
/* Starts the page. */
(() => {
    const {byId, fill} = Elements;
    const THEMES = ['auto', 'light', 'dark'];
    const SIZES = [10, 12, 14, 16, 18, 20, 22, 24];
    const DEVICES = [['h100', 'H100'], ['h200', 'H200'], ['k20m', 'K20m'], ['rtx2070s', 'RTX 2070 SUPER']];

    /* What a person has chosen is kept, where the browser allows it. */
    const kept = {
        get: key => {
            try {
                return localStorage.getItem(`playground.${key}`);
            } catch {
                return null;
            }
        },
        set: (key, value) => {
            try {
                localStorage.setItem(`playground.${key}`, value);
            } catch { /* not kept, then */
            }
        },
    };

    function showTheme() {
        const theme = THEMES.includes(kept.get('theme')) ? kept.get('theme') : 'auto';
        const isDark = theme === 'dark' || theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches;
        document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
        byId('theme').textContent = Texts.get(`theme_${theme}`);
    }

    function showTexts() {
        Texts.show();
        showTheme();
        Run.setButton();
        Editors.name();
    }

    function nextTheme() {
        const now = THEMES.indexOf(kept.get('theme') ?? 'auto');
        kept.set('theme', THEMES[(now + 1) % THEMES.length]);
        showTheme();
    }

    async function otherLanguage() {
        const language = Texts.isChinese() ? 'en' : 'zh-CN';
        kept.set('language', language);
        Texts.choose(language);
        showTexts();
        await Files.list();
        Kernel.tell();
        Versions.list();
        Results.show();
        if (Results.run())
            Run.repeat();
        else
            Answer.say('first');
    }

    function startSettings() {
        fill(byId('n'), [['1000', '1000'], ...SIZES.map(power => [String(2 ** power), `2^${power}`]), ['1000003', '1000003']]);
        byId('n').value = '1048576';
        fill(byId('block'), ['64', '128', '256', '512', '1024'].map(size => [size, size]));
        byId('block').value = '256';
        fill(byId('device'), DEVICES);
        byId('run').addEventListener('click', Run.toggle);
        byId('undo').addEventListener('click', Editors.undo);
        byId('redo').addEventListener('click', Editors.redo);
        byId('language').addEventListener('click', otherLanguage);
        byId('theme').addEventListener('click', nextTheme);
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
        addEventListener('keydown', event => {
            if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
                event.preventDefault();
                Run.toggle();
            } else if ((event.ctrlKey || event.metaKey) && event.key === 's') {
                event.preventDefault();
                Kernel.save();
            }
        });
    }

    async function opened(name) {
        Run.forget();
        Versions.open((await Server.original(name)).text.replace(/\r\n?/g, '\n'));
    }

    async function start() {
        Texts.choose(kept.get('language') ?? navigator.language);
        Editors.start();
        startSettings();
        Files.start();
        Versions.start();
        NewKernel.start();
        View.start();
        showTexts();
        Kernel.start({opened, changed: () => {
            Editors.compare();
            Results.show();
        }, kept: Versions.addText});
        await Files.list();
        const asked = location.hash.slice(1), first = Kernel.entry(asked) ? asked : byId('file').value;
        await Files.open(first);
    }

    start();
})();
