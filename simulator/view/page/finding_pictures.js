'use strict';
/*
 * Findings as pictures.
 */
const FindingPictures = (() => {
    const {svg} = Elements;
    const LANES = AccessRules.LANES;

    function text(x, y, content, attributes) {
        return svg('text', {x, y, 'font-size': 12, ...attributes}, content);
    }

    /* A text around x that stays between two edges: it is moved, and where it is longer, its
     * beginning is left out. */
    function between(left, right, x, y, content) {
        const letter = code => code > 0x2e7f ? 12 : 6.8;  // pixels at size 12, in any usual font
        const length = () => [...content].reduce((sum, one) => sum + letter(one.codePointAt(0)), 0);
        while (length() > right - left)
            content = `…${content.slice(2)}`;
        const half = length() / 2;
        return text(
            Math.min(right - half, Math.max(left + half, x)), y, content,
            {'text-anchor': 'middle'});
    }

    function picture(width, height, label, ...children) {
        return svg(
            'svg', {class: 'finding-picture', width, height, role: 'img', 'aria-label': label},
            children);
    }

    /* Two threads as lines in time, downwards, with their unordered accesses as marks. */
    function race(run, launch, finding, width) {
        const [first, second] = finding.accesses;
        const xs = [width * .25, width * .75], top = 52, ys = [top + 34, top + 130];
        const height = top + 208, array = launch.arrays[first.array];
        const word = Texts.say('wordOf', {array: Data.arrayName(run, array), offset: first.offset});
        const lanes = [first, second].map(
            (access, i) =>
                thread(run, access, {x: xs[i], y: ys[i], under: i === 1, width}, top, height - 40));
        const cut = [(xs[0] + xs[1]) / 2, (ys[0] + ys[1]) / 2];
        return picture(
            width, height, Texts.say('raceLabel'), lanes, svg('path', {
                class: 'missing',
                d: `M${xs[0] + 9} ${ys[0] + 3}L${xs[1] - 9} ` +
                    `${ys[1] - 3}`
            }),
            svg('path', {class: 'cross', d: `M${cut[0] - 8} ${cut[1] - 8}l16 16m0 -16l-16 16`}),
            text(
                cut[0], cut[1] + 52, Texts.say('missingOrder'),
                {'text-anchor': 'middle', 'font-weight': 600}),
            svg('path', {class: 'arrow', d: `M8 ${top}V${height - 52}m-4 -6l4 6l4 -6`}),
            text(14, height - 50, Texts.say('downwards'), {'font-size': 10.5}),
            text(width / 2, height - 12, word, {'text-anchor': 'middle', class: 'code'}));
    }

    function thread(run, access, {x, y, under, width}, top, bottom) {
        const {thread: number, block, kind, size, position} = access;
        const where =
            Texts.say('warpLane', {warp: Math.floor(number / LANES), lane: number % LANES});
        const middle = {'text-anchor': 'middle'};
        const writes = kind !== 'read';
        return svg(
            'g', {class: `thread ${kind}`},
            text(
                x, 16, Texts.say('threadOf', {thread: number, block}),
                {...middle, 'font-weight': 600}),
            text(x, 32, where, {...middle, 'font-size': 11}),
            svg('path', {class: 'life', d: `M${x} ${top - 8}V${bottom}`}),
            svg(writes ? 'rect' : 'circle',
                writes ? {class: 'event', x: x - 8, y: y - 8, width: 16, height: 16} :
                         {class: 'event', cx: x, cy: y, r: 8}),
            between(16, width - 4, x, under ? y + 24 : y - 14, Texts.say('accessOf', {
                kind: Texts.say(`access_${kind}`),
                size,
                place: Data.placeName(run, position)
            })));
    }

    /* The array as a bar, and the position of the access. */
    function bounds(run, launch, access, width) {
        const array = launch.arrays[access.array], {bytes} = array, {offset, size} = access;
        const left = 30, right = width - 30, y = 46, tall = 26;
        const before = offset < 0, inside = !before && offset + size <= bytes;
        // The array takes three fifths of the width; a farther access is drawn at the edge.
        const barLeft = before ? left + (right - left) * .38 : left;
        const barRight = before || inside ? right : right - (right - left) * .38;
        const unit = (barRight - barLeft) / bytes;
        const wanted = barLeft + (offset + size / 2) * unit;
        const far = wanted > right - 8 || wanted < left + 8;
        const at = inside ? wanted :
            before        ? Math.min(barLeft - 14, Math.max(left + 8, wanted)) :
                            Math.max(barRight + 14, Math.min(right - 8, wanted));
        const edge = before ? barLeft : barRight;
        const says = inside  ? Texts.say('insideSays', {offset, bytes}) :
            offset === bytes ? Texts.say('rightPast') :
                               Texts.say(
                                   before ? 'beforeSays' : 'pastSays',
                                   {distance: before ? -offset : offset - bytes, size});
        return picture(
            width, 128, Texts.say('boundsLabel'),
            text(barLeft, 20, Data.arrayName(run, array), {class: 'code', 'font-weight': 600}),
            text(
                barLeft, 36, Texts.say('arrayBytes', {bytes: Heat.grouped(bytes)}),
                {'font-size': 11}),
            svg('rect', {class: 'array', x: barLeft, y, width: barRight - barLeft, height: tall}),
            text(barLeft, y + tall + 14, array.address ?? '0', {class: 'code', 'font-size': 10.5}),
            inside ? null : svg('path', {class: 'outside', d: `M${edge} ${y + tall / 2}H${at}`}),
            far && !inside ?
                text((edge + at) / 2, y + tall / 2 - 4, '⋯', {'text-anchor': 'middle'}) :
                null,
            svg('path', {class: 'cross', d: `M${at - 7} ${y + 6}l14 14m0 -14l-14 14`}),
            text(left, y + tall + 34, says, {'font-weight': 600}),
            text(
                left, y + tall + 50, Texts.say('byThread', {
                    kind: Texts.say(`access_${access.kind}`),
                    thread: access.thread,
                    block: access.block,
                    offset
                }),
                {'font-size': 11}));
    }

    return {race, bounds};
})();
