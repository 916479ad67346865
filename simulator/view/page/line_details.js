'use strict';
/*
 * Details of a line: its counters in words, and the chosen warp's requests there.
 */
const LineDetails = (() => {
    const {html} = Elements;
    const REQUESTS_MOST = 10;  // shown, around the chosen one

    function of (run, runIndex, chosen) {
        const launch = Select.launchOf(run, chosen);
        const counters = launch && Data.countersAt(launch, chosen);
        const parts = counters ? countersInWords(counters) : [];
        return [
            html(
                'ul', {class: 'counters'},
                (parts.length ? parts : [Texts.say('nothingCounted')])
                    .map(part => html('li', {}, part))),
            requests(run, runIndex, chosen)
        ];
    }

    function countersInWords(counters) {
        const parts = [];
        const say = (key, values) => parts.push(Texts.say(key, values));
        if (counters.time)
            say('lineTime', {percent: (100 * counters.time).toFixed(1)});
        if (counters.global_requests)
            say('lineGlobal', {
                requests: Heat.grouped(counters.global_requests),
                sectors: Heat.grouped(counters.global_sectors),
                percent:
                    (100 * counters.global_bytes / (counters.global_sectors * AccessRules.SECTOR))
                        .toFixed(1),
                lanes: (counters.global_lanes / counters.global_requests).toFixed(1)
            });
        if (counters.shared_requests)
            say('lineShared', {
                requests: Heat.grouped(counters.shared_requests),
                wavefronts: Heat.grouped(counters.wavefronts),
                each: (counters.wavefronts / counters.shared_requests).toFixed(2),
                lanes: (counters.shared_lanes / counters.shared_requests).toFixed(1)
            });
        for (const name of ['diverged', 'block_barriers', 'warp_barriers', 'exchanges'])
            if (counters[name])
                say(`line_${name}`, {count: Heat.grouped(counters[name])});
        return parts;
    }

    /* The chosen warp's requests at the line: a table. Its rows select them. */
    function requests(run, runIndex, chosen) {
        const block = Select.blockOf(run, chosen);
        const own = (block?.warps[chosen.warp] ?? [])
                        .filter(
                            step => Data.isRequest(step) &&
                                Data.samePlace(Data.place(run, step.position), chosen));
        if (!own.length)
            return null;
        const current = Select.stepOf(run, chosen);
        const choose = step => State.choose(runIndex, Select.step(run, chosen, step));
        const at = Math.max(0, own.indexOf(current) - REQUESTS_MOST / 2);
        const shown = own.slice(at, at + REQUESTS_MOST);
        return [
            html('p', {class: 'soft'}, Texts.say('requestsOfWarp', {
                warp: chosen.warp,
                block: block.index,
                count: own.length,
                shown: shown.length
            })),
            html(
                'div', {class: 'requests-box'},
                html(
                    'table', {class: 'requests'},
                    html(
                        'thead', {},
                        html(
                            'tr', {},
                            ['step', 'kind', 'lanes', 'cost', 'array'].map(
                                key => html('th', {scope: 'col'}, Texts.say(`column_${key}`))))),
                    html(
                        'tbody', {},
                        shown.map(step => row(run, block, step, step === current, choose)))))
        ];
    }

    function row(run, block, step, isChosen, choose) {
        const request = Data.request(block.launch, step);
        const first = request.accesses[0]?.offset ?? 0;
        return html(
            'tr', {class: isChosen ? 'chosen' : null, onclick: () => choose(step)},
            html(
                'td', {},
                html(
                    'button', {type: 'button', 'aria-pressed': String(isChosen)},
                    String(step.index + 1))),
            html('td', {}, Texts.say(Kinds.of(step))),
            html('td', {class: 'number'}, String(request.accesses.length)),
            html('td', {}, StepText.cost(request)),
            html('td', {class: 'code'}, `${Data.arrayName(run, request.array)} +${first}`));
    }

    return {of};
})();
