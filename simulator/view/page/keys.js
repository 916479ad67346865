'use strict';
/*
 * The keys, and the dialog that lists them.
 */
const Keys = (() => {
    const {html, byId, replace} = Elements;

    /* [keys as they are shown, their text, their action]. page: the functions of main.js. */
    const KEYS = [
        ['1–5', 'keyViews', null],
        ['← →', 'keyStep', null],
        ['↑ ↓', 'keyWarp', null],
        ['j k', 'keyLine', null],
        ['p', 'keyPlay', page => page.replay()?.play()],
        ['b', 'keyBarrier', page => page.replay()?.nextBarrier()],
        ['d', 'keyDivergence', page => page.replay()?.nextDivergence()],
        ['w', 'keyWavefront', () => nextWavefront()],
        ['h', 'keyHeat', () => nextHeat()],
        ['+ −', 'keyZoom', null],
        ['s', 'keySide', () => otherSide()],
        ['l', 'keyLanguage', page => page.switchLanguage()],
        ['t', 'keyTheme', page => page.switchTheme()],
        ['?', 'keyHelp', page => page.openHelp()],
    ];

    function nextHeat() {
        const {heat} = State.get();
        State.set({heat: State.HEATS[(State.HEATS.indexOf(heat) + 1) % State.HEATS.length]});
    }

    function otherSide() {
        const {active, chosen} = State.get();
        State.set({active: (active + 1) % chosen.length});
    }

    /* Selects the next wavefront of the chosen request; after the last one, all of them. */
    function nextWavefront() {
        const {run, chosen} = State.active(), step = Select.stepOf(run, chosen);
        if (!step || !Data.isRequest(step) || step.space !== 'shared')
            return;
        const {cost} = Data.request(Select.launchOf(run, chosen), step);
        const {wavefront} = State.get();
        State.set({wavefront: wavefront + 1 < cost ? wavefront + 1 : -1});
    }

    function moveLine(direction) {
        const {run, chosen} = State.active();
        const place = SourceView.neighbourLine(run, chosen, direction);
        if (place)
            State.chooseLine(State.get().active, place);
    }

    const MOVES = {
        ArrowLeft: () => State.chooseActive((run, now) => Select.neighbour(run, now, -1)),
        ArrowRight: () => State.chooseActive((run, now) => Select.neighbour(run, now, 1)),
        ArrowUp: () => State.chooseActive((run, now) => Select.warp(run, now, now.warp - 1)),
        ArrowDown: () => State.chooseActive((run, now) => Select.warp(run, now, now.warp + 1)),
        j: () => moveLine(1),
        k: () => moveLine(-1),
    };

    /* True if the element with the focus needs the key itself. */
    function isTaken(event) {
        return event.ctrlKey || event.metaKey || event.altKey || byId('help').open ||
            event.defaultPrevented || event.target.closest('input, select, textarea, .banks');
    }

    function pressed(event, page) {
        if (isTaken(event))
            return;
        const view = State.VIEWS[Number(event.key) - 1];
        const simple = KEYS.find(([keys]) => keys === event.key)?.[2];
        const action = view ? () => page.openView(view) :
                              MOVES[event.key] ??
                (simple                ? () => simple(page) :
                     event.key === '+' ? () => page.zoom(1 / 2) :
                     event.key === '-' ? () => page.zoom(2) :
                                         null);
        if (!action)
            return;
        event.preventDefault();
        action();
    }

    /* Activates the keys. */
    function listen(page) {
        document.addEventListener('keydown', event => pressed(event, page));
    }

    /* Fills the dialog in the chosen language. */
    function buildHelp() {
        const dialog = byId('help');
        replace(
            dialog, html('h2', {id: 'help-title'}, Texts.say('helpTitle')),
            html('p', {}, Texts.say('helpSays')),
            html(
                'table', {},
                KEYS.map(
                    ([keys, text]) => html(
                        'tr', {}, html('th', {scope: 'row'}, html('kbd', {}, keys)),
                        html('td', {}, Texts.say(text))))),
            html('button', {type: 'button', onclick: () => dialog.close()}, Texts.say('close')));
    }

    return {listen, buildHelp};
})();
