'use strict';
/*
 * The part of the page's address after #: what is chosen, so that it can be passed on.
 */
const Address = (() => {
    const NUMBERS = ['launch', 'block', 'warp', 'column', 'file', 'line'];

    /* {state, language, theme}: what it asks for; what it does not name is left as it is. */
    function read(runs) {
        const asked = new URLSearchParams(location.hash.slice(1));
        const state = {}, now = State.get();
        if (State.VIEWS.includes(asked.get('view')))
            state.view = asked.get('view');
        if (State.HEATS.includes(asked.get('heat')))
            state.heat = asked.get('heat');
        state.chosen =
            now.chosen.map((chosen, i) => chosenIn(asked.get(`run${i}`), runs[i], chosen));
        const language = ['en', 'zh'].find(name => name === asked.get('language'));
        const theme = ['light', 'dark'].find(name => name === asked.get('theme'));
        return {state, language, theme};
    }

    /* "launch.block.warp.column.file.line"; what does not exist in the run is not taken. */
    function chosenIn(text, run, fallback) {
        const numbers = (text ?? '').split('.').map(Number);
        if (numbers.length !== NUMBERS.length || !numbers.every(Number.isInteger))
            return fallback;
        const wanted = Object.fromEntries(NUMBERS.map((name, i) => [name, numbers[i]]));
        const block = Select.blockOf(run, wanted);
        const valid = block && block.warps[wanted.warp] && run.files[wanted.file] &&
            wanted.column >= 0 && wanted.column < ReplayRules.columns(block).count;
        return valid ? wanted : fallback;
    }

    function write() {
        const {view, heat, chosen} = State.get(), text = new URLSearchParams({view, heat});
        chosen.forEach((one, i) => text.set(`run${i}`, NUMBERS.map(name => one[name]).join('.')));
        try {
            history.replaceState(null, '', `#${text}`);
        } catch {
            // some browsers do not let a file's page change its address, or not this often
        }
    }

    return {read, write};
})();
