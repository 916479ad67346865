'use strict';
/* The dialog that makes a kernel of one's own. */
const NewKernel = (() => {
    const FRAMES = ['sum', 'rows', 'map', 'stencil'];
    const {byId} = Elements;

    function wrong(key) {
        byId('new-wrong').textContent = key ? Texts.get(key) : '';
    }

    async function make(event) {
        if (event.submitter?.value !== 'make')
            return;
        event.preventDefault();
        const stem = byId('new-name').value.trim(), name = `${stem}.${byId('new-frame').value}`;
        if (!/^[A-Za-z0-9_][A-Za-z0-9_-]{0,39}$/.test(stem) || stem.startsWith('step'))
            return wrong('wrongName');
        if (FRAMES.some(frame => Kernel.entry(`${stem}.${frame}`)))
            return wrong('nameTaken');
        const {text, version} = await Server.file(name);
        await Server.save(name, text, version);
        byId('new').close();
        await Files.list();
        await Files.open(name);
    }

    function start() {
        byId('new-open').addEventListener('click', () => {
            Elements.fill(byId('new-frame'), FRAMES.map(frame => [frame, Texts.get(`frame_${frame}`)]));
            wrong(null);
            byId('new').showModal();
            byId('new-name').focus();
        });
        byId('new').querySelector('form').addEventListener('submit', make);
    }

    return {start};
})();
