'use strict';
/* The versions of the file that can stand beside the editor: its beginning, and that of each run. */
const Versions = (() => {
    const MOST = 10; // as many runs as the server keeps, or fewer
    let versions = [], original = null, count = 0;

    function open(text) {
        versions = [];
        count = 0;
        original = {key: 'original', name: () => Texts.get('originalVersion'), text};
        choose('');
    }

    function add(version) {
        versions.push(version);
        while (versions.length > MOST)
            versions.shift();
        list();
    }

    function addRun(run) {
        const number = ++count;
        add({key: `run${number}`, text: run.text, run,
             name: () => Texts.get('runVersion', {number, what: Answer.inShort(run)})});
    }

    function addText(text) {
        const time = new Date().toLocaleTimeString(document.documentElement.lang);
        add({key: `text${time}`, text, name: () => Texts.get('fileVersion', {time})});
    }

    const all = () => [original, ...versions].filter(version => version);

    function list() {
        const select = Elements.byId('version');
        Elements.fill(select, [['', Texts.get('nothing')],
                               ...all().reverse().map(({key, name}) => [key, name()])]);
    }

    function chosen() {
        return all().find(({key}) => key === Elements.byId('version').value) ?? null;
    }

    function choose(key) {
        list();
        Elements.byId('version').value = key;
        show();
    }

    function show() {
        Editors.showBeside(chosen());
        Elements.byId('adopt').hidden = !chosen();
        Results.show();
        View.show();
    }

    function start() {
        Elements.byId('version').addEventListener('change', show);
        Elements.byId('adopt').addEventListener('click', () => Editors.replace(chosen().text));
        Elements.byId('again').addEventListener('click', () => Editors.replace(original.text));
    }

    /* The run of the version that stands beside, or null. */
    const runBeside = () => chosen()?.run ?? null;

    return {start, open, addRun, addText, list, runBeside};
})();
