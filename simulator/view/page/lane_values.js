'use strict';
/*
 * The values that one thread has loaded and stored, up to a column of the replay: what its
 * variables got. Registers are not recorded; each of their values that comes from memory or goes
 * there is.
 */
const LaneValues = (() => {
    const {html} = Elements;
    const SHOWN = 8;  // the latest ones

    /* The chosen warp's requests in which the lane takes part, up to the column, newest first. */
    function latest(block, {warp, column}, lane) {
        const {columnOf} = ReplayRules.columns(block);
        return block.warps[warp]
            .filter(
                step => Data.isRequest(step) && step.mask >>> lane & 1 &&
                    columnOf[warp][step.index] <= column)
            .slice(-SHOWN)
            .reverse();
    }

    /* The part of the element that is accessed: "smem[17]", or "in + 6 bytes". */
    function elementName(run, {array, size}, {offset}) {
        const name = Data.arrayName(run, array);
        return offset >= 0 && offset % size === 0 ? `${name}[${offset / size}]` :
                                                    `${name} + ${offset} B`;
    }

    function row(run, block, step, lane, isNow) {
        const request = Data.request(block.launch, step);
        const access = request.accesses.find(one => one.lane === lane);
        const text = value => Data.valueText(value, request.size, request.array?.element) || '?';
        const values = {l: [access.read], s: [access.written], a: [access.read, access.written]};
        return html(
            'tr', {class: isNow ? 'chosen' : null},
            html('td', {class: 'number'}, String(step.index + 1)),
            html('td', {}, Texts.say(`did_${step.what}`)),
            html('td', {class: 'code'}, elementName(run, request, access)),
            html('td', {class: 'number code'}, values[step.what].map(text).join(' → ')),
            html(
                'td', {class: 'code where'}, html('b', {}, Data.placeName(run, step.position)), ' ',
                Data.lineText(run, Data.place(run, step.position)).trim()));
    }

    /* The table, with a choice of the lane. */
    function of (run, block, now) {
        const lane = State.get().lane, steps = latest(block, now, lane);
        const {columnOf} = ReplayRules.columns(block);
        const thread = now.warp * AccessRules.LANES + lane;
        return [
            html(
                'h3', {}, Texts.say('laneValues', {thread, block: block.index}), ' ',
                html('label', {class: 'lane-choice'}, Texts.say('laneChoice'), ' ', html('input', {
                         type: 'number',
                         min: 0,
                         max: AccessRules.LANES - 1,
                         value: lane,
                         onchange: ({target}) => State.set({lane: laneIn(target.value)})
                     }))),
            steps.length ?
                html(
                    'div', {
                        class: 'lane-values',
                        tabindex: 0,
                        role: 'region',
                        'aria-label': Texts.say('values')
                    },
                    html(
                        'table', {},
                        html(
                            'thead', {},
                            html(
                                'tr', {},
                                ['step', 'kind', 'element', 'value', 'line'].map(
                                    key => html(
                                        'th', {
                                            scope: 'col',
                                            class: /step|value/.test(key) ? 'number' : null
                                        },
                                        Texts.say(`column_${key}`))))),
                        html(
                            'tbody', {},
                            steps.map(
                                step =>
                                    row(run, block, step, lane,
                                        columnOf[now.warp][step.index] === now.column))))) :
                html('p', {class: 'empty'}, Texts.say('noValues'))
        ];
    }

    /* A lane, whatever was typed. */
    function laneIn(text) {
        return Math.max(0, Math.min(AccessRules.LANES - 1, Math.trunc(Number(text)) || 0));
    }

    return {of};
})();
