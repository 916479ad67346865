'use strict';
/*
 * A step in words, and its lanes one by one.
 */
const StepText = (() => {
    const {html} = Elements;

    /* "warp 3, step 12: stores to shared memory, 16 of 32 lanes, 2 wavefronts (reduce.cu:31)" */
    function sentence(run, block, step) {
        const parts =
            [Texts.say(Kinds.of(step)), Texts.say('lanesOf', {lanes: Data.lanesIn(step.mask)})];
        if (Data.isRequest(step))
            parts.push(cost(Data.request(block.launch, step)));
        return Texts.say('warpStep', {warp: step.warp, step: step.index + 1}) +
            parts.join(Texts.say('clause')) +
            Texts.say('bracketed', {text: Data.placeName(run, step.position)});
    }

    function cost({space, cost: count}) {
        return Texts.say(space === 'shared' ? 'wavefrontCount' : 'sectorCount', {count});
    }

    /* A step in full: the sentence, the line, and each lane's part. */
    function details(run, block, step, now) {
        if (!step)
            return html('p', {class: 'empty'}, Texts.say('noStep', {warp: now.warp}));
        const source = Data.lineText(run, Data.place(run, step.position)).trim();
        return [
            html('h3', {}, sentence(run, block, step)),
            source ? html('p', {}, html('code', {}, source)) : null, lanes(run, block, step)
        ];
    }

    function lanes(run, block, step) {
        if (Data.isRequest(step))
            return requestLanes(run, Data.request(block.launch, step), step);
        if (step.what === 'x')
            return exchangeLanes(step);
        return html(
            'p', {class: 'lanes-line'},
            Texts.say(
                'lanesThatWork',
                {lanes: ranges(Data.lanesOf(step.mask)), count: Data.lanesIn(step.mask)}));
    }

    /* "0–15, 20": lanes as ranges. */
    function ranges(numbers) {
        const parts = [];
        for (const number of numbers) {
            const last = parts[parts.length - 1];
            if (last && last[1] + 1 === number)
                last[1] = number;
            else
                parts.push([number, number]);
        }
        return parts.map(([from, to]) => from === to ? `${from}` : `${from}–${to}`)
            .join(Texts.say('comma'));
    }

    /* Values of 8 bytes and more need wide boxes. */
    function grid(boxes, size = 0) {
        return html('div', {class: size >= 8 ? 'lane-grid wide' : 'lane-grid'}, boxes);
    }

    function box(lane, first, second) {
        return html(
            'div', {class: 'lane-box'}, html('b', {}, String(lane)),
            html('span', {class: 'soft'}, first), html('span', {class: 'value'}, second));
    }

    function requestLanes(run, request, step) {
        const name = Data.arrayName(run, request.array);
        const element = request.array?.element;
        const text = value => Data.valueText(value, request.size, element);
        const value = ({read, written}) => step.what === 'a' ?
            (read === null && written === null ? '' : `${text(read)}→${text(written)}`) :
            text(step.what === 'l' ? read : written);
        return [
            html('p', {class: 'soft'}, Texts.say('laneBoxes', {array: name, size: request.size})),
            grid(
                request.accesses.map(
                    access => box(access.lane, `+${access.offset}`, value(access))),
                step.what === 'a' ? 8 : request.size)
        ];
    }

    function exchangeLanes(step) {
        const {operation, argument, given, received} = Data.exchange(step);
        const text = value => value === undefined || value === null ? '' : String(value);
        return [
            html('p', {class: 'soft'}, Texts.say('exchangeBoxes', {operation, argument})),
            grid(Data.lanesOf(step.mask).map(
                (lane, i) => box(lane, text(given?.[i]), text(received?.[i]))))
        ];
    }

    return {sentence, details, cost};
})();
