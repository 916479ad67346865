'use strict';
/*
 * The causes of waiting: each has a colour and a pattern, in SVG and on a canvas.
 */
const Causes = (() => {
    const {svg, html} = Elements;
    const TILE = 6;  // pixels

    /*
     * By their names in the data. text: the key in texts.js; colour: a variable of theme.css;
     * pattern: drawn over the colour.
     */
    const LOOKS = {
        'instruction issue': {text: 'instructions', colour: '--green', pattern: ''},
        'waiting for results': {text: 'results', colour: '--green', pattern: 'rising'},
        'shared memory': {text: 'shared', colour: '--orange', pattern: ''},
        'L1': {text: 'L1', colour: '--sky', pattern: ''},
        'L2': {text: 'L2', colour: '--sky', pattern: 'rising'},
        'memory bandwidth': {text: 'bandwidth', colour: '--blue', pattern: 'dots'},
        'waiting for loads': {text: 'loads', colour: '--blue', pattern: ''},
        'atomics': {text: 'atomics', colour: '--purple', pattern: ''},
        'barriers and fences': {text: 'barriers', colour: '--red', pattern: 'upright'},
        'block starts and tail': {text: 'blocks', colour: '--idle', pattern: 'falling'},
    };
    const NONE = 'block starts and tail';
    const PATHS = {
        rising: 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5',
        falling: 'M-1 -1L7 7M-1 5L1 7M5 -1L7 1',
        upright: 'M3 0V6',
        dots: 'M2 2h2v2h-2z',
    };

    function look(cause) {
        return LOOKS[cause] ?? {colour: '--grey', pattern: ''};
    }

    /* The name of a cause in the reader's language; an unknown one by its name in the data. */
    function name(cause) {
        return LOOKS[cause] ? Texts.say(`cause_${LOOKS[cause].text}`) : cause;
    }

    function colourOf(variable) {
        return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    }

    /* Fill styles for a canvas's context, in the order of the causes. */
    function canvasFills(context, causes) {
        return causes.map(cause => {
            const {colour, pattern} = look(cause),
                           tile = html('canvas', {width: TILE, height: TILE});
            const ink = tile.getContext('2d');
            ink.fillStyle = colourOf(colour);
            ink.fillRect(0, 0, TILE, TILE);
            if (pattern) {
                ink.strokeStyle = colourOf('--paper');
                ink.lineWidth = 1.2;
                ink.stroke(new Path2D(PATHS[pattern]));
            }
            return context.createPattern(tile, 'repeat');
        });
    }

    /* Patterns for an SVG; `prefix` makes their names unique in the page. */
    function svgFills(prefix, causes) {
        const patterns = causes.map((cause, i) => {
            const {colour, pattern} = look(cause);
            return svg(
                'pattern',
                {id: `${prefix}-${i}`, width: TILE, height: TILE, patternUnits: 'userSpaceOnUse'},
                svg('rect', {width: TILE, height: TILE, fill: `var(${colour})`}),
                pattern ? svg('path', {
                    d: PATHS[pattern],
                    stroke: 'var(--paper)',
                    'stroke-width': 1.2,
                    fill: 'none'
                }) :
                          null);
        });
        return svg('defs', {}, patterns);
    }

    /* The causes with their shares of the warps' time, largest first. */
    function legend(prefix, causes, shares) {
        const order = causes.map((_, i) => i)
                          .filter(i => shares[i] > 0)
                          .sort((a, b) => shares[b] - shares[a]);
        return html(
            'ul', {class: 'legend causes'},
            order.map(
                i => html(
                    'li', {
                        title: LOOKS[causes[i]] ? Texts.say(`causeSays_${LOOKS[causes[i]].text}`) :
                                                  null
                    },
                    svg('svg', {width: 16, height: 12, 'aria-hidden': true},
                        svg('rect', {width: 16, height: 12, fill: `url(#${prefix}-${i})`})),
                    ` ${name(causes[i])} ${(100 * shares[i]).toFixed(1)} %`)));
    }

    return {NONE, name, canvasFills, svgFills, legend};
})();
