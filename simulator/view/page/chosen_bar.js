'use strict';
/*
 * The selection, above all views: launch, block, warp, step and line of each run.
 */
const ChosenBar = (() => {
    const {html, replace} = Elements;

    function draw(element, runs) {
        const {chosen, active} = State.get();
        replace(
            element, runs.map((run, i) => row(run, i, chosen[i], runs.length > 1 && active === i)));
    }

    function row(run, i, chosen, isActive) {
        const block = Select.blockOf(run, chosen), step = Select.stepOf(run, chosen);
        return html(
            'div', {class: isActive ? 'choice active' : 'choice', 'data-run': i},
            State.get().chosen.length > 1 ? html('b', {class: 'run-name'}, run.program) : null,
            launchChoice(run, i, chosen), block ? blockChoice(run, i, chosen) : null,
            block ? warpChoice(run, i, chosen, block) : null,
            block ? stepChoice(run, i, chosen, step) : null, lineText(run, chosen));
    }

    function chooser(label, options, selected, onchange) {
        return html(
            'label', {}, html('span', {}, label),
            html(
                'select', {onchange: event => onchange(Number(event.target.value))},
                options.map(
                    (text, value) => html('option', {value, selected: value === selected}, text))));
    }

    function launchChoice(run, i, chosen) {
        if (run.shown.length < 2)
            return null;
        return chooser(
            Texts.say('launch'), run.shown.map(({number, kernel}) => `${number}: ${kernel}`),
            chosen.launch, launch => State.choose(i, Select.start(run, launch)));
    }

    function blockChoice(run, i, chosen) {
        const {blocks} = Select.launchOf(run, chosen);
        const names = blocks.map(({index, why}) => `${index}` + Texts.say('bracketed', {
            text: why.map(reason => Texts.say(`why_${reason}`)).join(Texts.say('comma'))
        }));
        return chooser(
            Texts.say('block'), names, chosen.block,
            index => State.choose(i, Select.block(run, chosen, index)));
    }

    function warpChoice(run, i, chosen, block) {
        return chooser(
            Texts.say('warp'), block.warps.map((_, warp) => String(warp)), chosen.warp,
            warp => State.choose(i, Select.warp(run, chosen, warp)));
    }

    function stepChoice(run, i, chosen, step) {
        const go = direction => () => State.choose(i, Select.neighbour(run, chosen, direction));
        const count = Select.blockOf(run, chosen).warps[chosen.warp].length;
        return html(
            'span', {class: 'steps'},
            html(
                'button', {type: 'button', onclick: go(-1), 'aria-label': Texts.say('stepBack')},
                '◀'),
            html(
                'span', {class: 'step-number'},
                step ? Texts.say('stepOf', {step: step.index + 1, count}) :
                       Texts.say('stepNone', {count})),
            html(
                'button', {type: 'button', onclick: go(1), 'aria-label': Texts.say('stepOn')},
                '▶'));
    }

    function lineText(run, {file, line}) {
        if (file < 0)
            return null;
        return html(
            'span', {class: 'chosen-line'}, html('b', {}, Texts.say('lineNumber', {line})), ' ',
            html('code', {}, Data.lineText(run, {file, line}).trim()));
    }

    return {draw};
})();
