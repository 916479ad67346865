'use strict';
/*
 * Kinds of steps: each has a colour, a shape and a word, so that each of the three is enough to
 * distinguish them.
 */
const Kinds = (() => {
    const {svg} = Elements;

    /* Shapes in a box of 8 by 8. */
    const KINDS = {
        loadGlobal: {colour: 'var(--blue)', shape: 'M0 0H8L4 8Z'},
        storeGlobal: {colour: 'var(--red)', shape: 'M4 0L8 8H0Z'},
        loadShared: {colour: 'var(--sky)', shape: 'M0 0H8L4 8ZM2 1.2L4 5.4L6 1.2Z'},
        storeShared: {colour: 'var(--orange)', shape: 'M4 0L8 8H0ZM4 2.6L2 6.8H6Z'},
        atomic: {colour: 'var(--purple)', shape: 'M4 0L8 4L4 8L0 4Z'},
        exchange: {colour: 'var(--green)', shape: 'M0 2H5V0L8 3H0ZM8 6H3V8L0 5H8Z'},
        computes: {colour: 'var(--grey)', shape: 'M3 3H5V5H3Z'},
        parted: {colour: 'var(--yellow)', shape: 'M3 8V5L0 1H2L4 3.6L6 1H8L5 5V8Z'},
        barrier: {colour: 'var(--ink)', shape: 'M1 0H3V8H1ZM5 0H7V8H5Z'},
        gridBarrier: {colour: 'var(--ink)', shape: 'M0 0H2V8H0ZM3 0H5V8H3ZM6 0H8V8H6Z'},
        warpBarrier: {colour: 'var(--soft)', shape: 'M3 0H5V8H3Z'},
        fence: {colour: 'var(--soft)', shape: 'M0 3H8V5H0Z'},
    };
    const OF_LETTER = {
        a: 'atomic',
        x: 'exchange',
        w: 'warpBarrier',
        f: 'fence',
        B: 'barrier',
        G: 'gridBarrier',
        d: 'parted',
        b: 'computes'
    };

    function of (step) {
        const shared = step.space === 'shared';
        if (step.what === 'l')
            return shared ? 'loadShared' : 'loadGlobal';
        if (step.what === 's')
            return shared ? 'storeShared' : 'storeGlobal';
        return OF_LETTER[step.what];
    }

    function colour(kind) {
        return KINDS[kind].colour;
    }

    /* The shape of a kind with its upper left corner at x, y. */
    function shape(kind, x, y) {
        return svg('path', {
            class: `kind ${kind}`,
            d: KINDS[kind].shape,
            fill: colour(kind),
            'fill-rule': 'evenodd',
            transform: `translate(${x} ${y})`
        });
    }

    /* The given kinds, with their shapes and words. */
    function legend(kinds) {
        return Elements.html(
            'ul', {class: 'legend'},
            Object.keys(KINDS)
                .filter(kind => kinds.has(kind))
                .map(
                    kind => Elements.html(
                        'li', {},
                        svg('svg',
                            {width: 10, height: 10, 'aria-hidden': true, viewBox: '-1 -1 10 10'},
                            shape(kind, 0, 0)),
                        ' ', Texts.say(kind))));
    }

    return {of, colour, shape, legend};
})();
