'use strict';
/*
 * The file that is edited: opened, saved soon after each change, and watched, as other programs may
 * change it, too. What is on the disk is the truth: no text there is written over unless it was
 * shown here.
 */
const Kernel = (() => {
    const PAUSE = 700, LOOK = 1500; // milliseconds: from a change to saving; between two looks
    let name = '', version = '', savedText = '', disk = null, list = [];
    let timer = 0, saving = Promise.resolve();
    let opened = () => {}, changed = () => {}, kept = () => {};

    const entry = wanted => list.find(file => file.name === wanted);

    function sourceName() {
        return entry(name)?.frame === 'step' ? `${name.split('.')[0]}/reduce.cu` : 'kernel.cu';
    }

    function say(key, values) {
        const place = entry(name)?.path ?? '';
        Elements.byId('place').textContent = place;
        Elements.byId('saved').textContent = Texts.get(key, values);
        Elements.byId('saved').className = key === 'saved' || key === 'untouched' ? '' : 'wrong';
    }

    function tell() {
        say(version === 'none' ? 'untouched' : isSaved() ? 'saved' : 'unsaved');
    }

    const isSaved = () => Editors.text() === savedText;

    async function readList() {
        list = await Server.files();
        return list;
    }

    async function open(wanted) {
        await save();
        clearTimeout(timer);
        const {text, version: there} = await Server.file(wanted);
        name = wanted;
        version = there;
        hideChange();
        savedText = normal(text);
        Editors.open(savedText);
        tell();
        opened(name);
    }

    /* The editor knows one kind of end of a line. */
    function normal(text) {
        return text.replace(/\r\n?/g, '\n');
    }

    /* Saves what has changed. Nothing is saved while two texts wait for a choice. */
    function save() {
        saving = saving.then(saveNow);
        return saving;
    }

    async function saveNow() {
        clearTimeout(timer);
        if (!name || isSaved() || disk)
            return;
        const text = Editors.text();
        if (Server.bytes(text) > Server.SOURCE_MOST)
            return say('tooLong');
        try {
            version = await Server.save(name, text, version);
            savedText = text;
            tell();
        } catch (error) {
            if (error.status === 409)
                await lookNow();
            else
                say(...reasonOf(error));
        }
    }

    function reasonOf(error) {
        return error.status === undefined || error.status === 403 ?
            ['gone'] : ['cannotSave', {reason: error.message}];
    }

    /* Has another program changed it? Not asked while this page saves it. */
    function look() {
        if (!document.hidden)
            saving = saving.then(lookNow);
    }

    async function lookNow() {
        if (!name || disk)
            return;
        const asked = name;
        try {
            const there = await Server.file(name);
            if (asked !== name || there.version === version || disk)
                return;
            if (normal(there.text) === Editors.text()) { // both say the same
                version = there.version;
                savedText = Editors.text();
                return tell();
            }
            disk = there;
            Elements.byId('changed').hidden = false;
        } catch (error) {
            if (error.status === undefined || error.status === 403)
                say('gone');
        }
    }

    function hideChange() {
        disk = null;
        Elements.byId('changed').hidden = true;
    }

    /* The text that gives way is kept beside the file, and among the versions. */
    async function choose(isTheirs) {
        const theirs = disk, mine = Editors.text();
        try {
            await Server.setAside(name, isTheirs ? mine : theirs.text);
        } catch (error) {
            return say(...reasonOf(error));
        }
        kept(isTheirs ? mine : normal(theirs.text));
        version = theirs.version;
        savedText = normal(theirs.text);
        hideChange();
        if (isTheirs)
            Editors.replace(savedText);
        await save();
        tell();
    }

    function start(listeners) {
        ({opened, changed, kept} = listeners);
        Editors.own().on('change', () => {
            clearTimeout(timer);
            timer = setTimeout(save, PAUSE);
            if (!isSaved())
                say('unsaved');
            changed();
        });
        Elements.byId('take').addEventListener('click', () => choose(true));
        Elements.byId('keep').addEventListener('click', () => choose(false));
        setInterval(look, LOOK);
        addEventListener('focus', look);
        document.addEventListener('visibilitychange', () => document.hidden ? save() : look());
        addEventListener('beforeunload', event => {
            if (!isSaved()) {
                save();
                event.preventDefault();
            }
        });
    }

    return {start, open, save, readList, tell, entry, sourceName, name: () => name,
            isWaiting: () => disk !== null};
})();
