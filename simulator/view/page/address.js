'use strict';
/*
 * The part of the page's address after #: the selection, so that a link can have it. By hand:
 * view=access&heat=wavefronts&line=31. The page itself writes run0=… and run1=…
 */
const Address = (() => {
    const NUMBERS = ['launch', 'block', 'warp', 'column', 'file', 'line'];

    /*
     * Applies the address's selection, as far as the runs have it. Returns its {language, theme},
     * undefined where it names none.
     */
    function apply(runs) {
        const asked = new URLSearchParams(location.hash.slice(1));
        const oneOf = (name, values) => values.find(value => value === asked.get(name));
        const view = oneOf('view', State.VIEWS), heat = oneOf('heat', State.HEATS);
        State.set({...(view && {view}), ...(heat && {heat})});
        runs.forEach((run, i) => {
            const choice = choiceIn(asked.get(`run${i}`), run);
            if (choice)
                State.choose(i, choice);
        });
        const place = {
            file: runs.length ? Compare.mainFile(runs[0]) : -1,
            line: Number(asked.get('line'))
        };
        if (runs.length && Data.lineText(runs[0], place)) {
            const chosen = State.get().chosen[0];
            if (!asked.get('run0'))  // the first step there, wherever the page would begin
                State.choose(0, Select.block(runs[0], chosen, chosen.block));
            State.chooseLine(0, place);
        }
        State.set({active: 0});
        return {
            language: oneOf('language', ['en', 'zh']),
            theme: oneOf('theme', ['light', 'dark'])
        };
    }

    /* "launch.block.warp.column.file.line", or null if that does not exist in the run. */
    function choiceIn(text, run) {
        const numbers = (text ?? '').split('.').map(Number);
        if (numbers.length !== NUMBERS.length || !numbers.every(Number.isInteger))
            return null;
        const wanted = Object.fromEntries(NUMBERS.map((name, i) => [name, numbers[i]]));
        const block = Select.blockOf(run, wanted);
        const there = block && block.warps[wanted.warp] && wanted.column >= 0 &&
            wanted.column < ReplayRules.columns(block).count;
        return there && (wanted.file === -1 || run.files[wanted.file]) ? wanted : null;
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

    return {apply, write};
})();
