'use strict';
/*
 * Assembles the page: reads the data, creates the views, and updates them, the language and the
 * theme.
 */
const Main = (() => {
    const {html, byId, replace} = Elements;
    const MAKERS = {
        replay: ReplayView,
        access: AccessView,
        time: TimeView,
        findings: FindingsView,
    };
    const WIDE = matchMedia('(min-width: 1000px)');
    const DARK = matchMedia('(prefers-color-scheme: dark)');
    let runs = [], files = [];
    let views = {};        // name => [an object with update() for each run]
    let theme = 'auto';    // or light, dark
    let printing = false;  // if true, all views are shown, in light colours

    /* The browser's storage for this page. Private windows and some browsers forbid it. */
    function remembered(key, fallback) {
        try {
            return localStorage.getItem(`view-${key}`) ?? fallback;
        } catch {
            return fallback;
        }
    }

    function remember(key, value) {
        try {
            localStorage.setItem(`view-${key}`, value);
        } catch {
            // without storage, the setting lasts until the page is closed
        }
    }

    function applyTheme() {
        const dark = !printing && (theme === 'dark' || (theme === 'auto' && DARK.matches));
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        replace(
            byId('theme'), html('span', {class: 'sign', 'aria-hidden': true}, '◐'),
            html('span', {class: 'words'}, Texts.say(`theme_${theme}`)));
    }

    function switchTheme() {
        theme = {auto: 'light', light: 'dark', dark: 'auto'}[theme];
        remember('theme', theme);
        applyTheme();
        updateViews();
    }

    function switchLanguage() {
        Texts.choose(Texts.language() === 'en' ? 'zh' : 'en');
        remember('language', Texts.language());
        build();
    }

    function openView(view) {
        State.set({view});
        if (view === 'source')
            byId('source').querySelector('.sources')?.focus({preventScroll: true});
        if (byId(view).getBoundingClientRect().top < 0)
            byId('tabs').scrollIntoView();
    }

    function openHelp() {
        byId('help').showModal();
    }

    /* Updates all texts. */
    function build() {
        document.documentElement.lang = Texts.language() === 'zh' ? 'zh-CN' : 'en';
        document.querySelectorAll('[data-text]').forEach(element => {
            element.textContent = Texts.say(element.dataset.text);
        });
        document.querySelectorAll('[data-label]').forEach(element => {
            element.setAttribute('aria-label', Texts.say(element.dataset.label));
        });
        replace(byId('help-open'), html('span', {class: 'words'}, Texts.say('keys')), ' ?');
        byId('language').textContent = Texts.say('otherLanguage');
        byId('language').lang = Texts.language() === 'en' ? 'zh-CN' : 'en';
        applyTheme();
        Heading.draw(runs);
        buildTabs();
        views = {source: [SourceView.create(runs, files, panel('source', 1)[0])]};
        for (const [name, maker] of Object.entries(MAKERS))
            views[name] = panel(name, runs.length)
                              .map((element, i) => maker.create(i, runs[i], element, runs));
        Keys.buildHelp();
        update();
    }

    /* The heading of a view, and an element for each run in it. */
    function panel(name, count) {
        const section = byId(name);
        const elements = Array.from({length: count}, () => html('div', {class: 'of-run'}));
        replace(
            section, html('h2', {}, Texts.say(name)),
            html('p', {class: 'says'}, Texts.say(`${name}Says`)),
            html(
                'div', {class: 'runs'},
                elements.map(
                    (element, i) => html(
                        'div', {class: 'run'},
                        count > 1 ? html('h3', {class: 'run-name'}, runs[i].program) : null,
                        element))));
        if (name === 'access') {
            const sandbox = html('div', {class: 'sandbox'});
            section.append(sandbox);
            SandboxView.build(sandbox);
        }
        return elements;
    }

    function buildTabs() {
        replace(
            byId('tabs'),
            State.VIEWS.map(
                (view, i) => html(
                    'button', {type: 'button', id: `tab-${view}`, onclick: () => openView(view)},
                    html('kbd', {'aria-hidden': true}, String(i + 1)), ' ', Texts.say(view),
                    view === 'findings' ? findingsBadge() : null)));
    }

    function findingsBadge() {
        const count = runs.reduce(
            (sum, run) => sum + run.host_findings.length +
                run.shown.reduce((inside, launch) => inside + launch.findings.length, 0),
            0);
        return count ? html('span', {class: 'badge'}, String(count)) : null;
    }

    /* A wide page always shows the source, with another view beside it. */
    function isShown(name) {
        return printing || name === State.get().view || (name === 'source' && WIDE.matches);
    }

    function updateViews() {
        for (const [name, parts] of Object.entries(views)) {
            byId(name).hidden = !isShown(name);
            if (isShown(name))
                parts.forEach(part => part.update());
        }
        if (isShown('access'))
            SandboxView.show();
    }

    function update() {
        const {view} = State.get();
        State.VIEWS.forEach(name => {
            byId(`tab-${name}`).setAttribute('aria-current', String(name === view));
        });
        document.body.dataset.view = view;
        Answer.draw(byId('answer'), runs);
        ChosenBar.draw(byId('chosen'), runs);
        updateViews();
        Address.write();
    }

    function print(now) {
        printing = now;
        applyTheme();
        updateViews();
    }

    function start() {
        Texts.choose(remembered('language', navigator.language.startsWith('zh') ? 'zh' : 'en'));
        theme = remembered('theme', 'auto');
        try {
            runs = Data.read(byId('data').textContent);
        } catch (error) {
            replace(
                byId('panels'),
                html('p', {class: 'empty'}, Texts.say('unreadable', {reason: error.message})));
            return;
        }
        files = Compare.files(runs);
        document.body.classList.toggle('two-runs', runs.length > 1);
        State.begin(runs, runs.length > 1 ? files.flatMap(({rows}) => rows) : null);
        const asked = Address.apply(runs);
        Texts.choose(asked.language ?? Texts.language());
        theme = asked.theme ?? theme;
        build();
        State.listen(update);
        Keys.listen({
            openView,
            openHelp,
            switchLanguage,
            switchTheme,
            replay: () => views.replay[State.get().active],
            zoom: factor => TimeView.zoomBy(runs, factor)
        });
        byId('language').addEventListener('click', switchLanguage);
        byId('theme').addEventListener('click', switchTheme);
        byId('help-open').addEventListener('click', openHelp);
        for (const query of [WIDE, DARK])
            query.addEventListener('change', () => {
                applyTheme();
                updateViews();
            });
        addEventListener('resize', updateViews);
        addEventListener('beforeprint', () => print(true));
        addEventListener('afterprint', () => print(false));
    }

    return {start};
})();
Main.start();
