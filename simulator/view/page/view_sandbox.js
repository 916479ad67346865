'use strict';
/*
 * The sandbox of the Access view: an editable pattern of addresses, and the cost of its request in
 * global and in shared memory.
 */
const SandboxView = (() => {
    const {html, replace} = Elements;
    const FIELDS = [
        {name: 'stride', least: 0, most: 64},
        {name: 'offset', least: 0, most: 64},
        {name: 'padding', least: 0, most: 8},
        {name: 'lanes', least: 1, most: 32},
    ];
    const SIZES = {1: 'char', 2: 'short', 4: 'int', 8: 'double', 16: 'int4'};
    const EXAMPLES = [
        ['exampleNeighbours', {stride: 1, offset: 0, size: 4, padding: 0, lanes: 32}],
        ['exampleShifted', {stride: 1, offset: 1, size: 4, padding: 0, lanes: 32}],
        ['exampleEverySecond', {stride: 2, offset: 0, size: 4, padding: 0, lanes: 32}],
        ['exampleColumn', {stride: 32, offset: 0, size: 4, padding: 0, lanes: 32}],
        ['examplePadded', {stride: 32, offset: 0, size: 4, padding: 1, lanes: 32}],
        ['exampleOneWord', {stride: 0, offset: 0, size: 4, padding: 0, lanes: 32}],
        ['exampleVector', {stride: 1, offset: 0, size: 16, padding: 0, lanes: 32}],
    ];
    let values = EXAMPLES[0][1];
    let controls, results;

    function change(changes) {
        values = {...values, ...changes};
        controls.querySelectorAll('[data-field]').forEach(input => {
            input.value = values[input.dataset.field];
        });
        show();
    }

    function numberField({name, least, most}) {
        const read = event => {
            const given = Math.round(Number(event.target.value));
            const valid = Number.isFinite(given) ? Math.max(least, Math.min(most, given)) : least;
            change({[name]: valid});
        };
        return html(
            'label', {}, html('span', {}, Texts.say(name)), html('input', {
                type: 'number',
                min: least,
                max: most,
                step: 1,
                value: values[name],
                'data-field': name,
                onchange: read
            }),
            html('input', {
                type: 'range',
                min: least,
                max: most,
                step: 1,
                value: values[name],
                'data-field': name,
                oninput: read,
                'aria-label': Texts.say(name)
            }));
    }

    function sizeField() {
        const options = Object.entries(SIZES).map(
            ([bytes, type]) => html(
                'option', {value: bytes, selected: Number(bytes) === values.size},
                `${bytes} (${type})`));
        return html(
            'label', {}, html('span', {}, Texts.say('elementSize')),
            html(
                'select', {
                    'data-field': 'size',
                    onchange: event => change({size: Number(event.target.value)})
                },
                options));
    }

    function formula() {
        const {stride, offset, padding, size, lanes} = values;
        const index = `${offset} + lane * ${stride}`;
        const access =
            padding ? `i = ${index};  array[i + i / 32 * ${padding}]` : `array[${index}]`;
        return `${SIZES[size]} array[…];  ${access}   // lane = 0 … ${lanes - 1}`;
    }

    function show() {
        const accesses = AccessRules.pattern(values), {size} = values;
        const touched = AccessRules.sectors(accesses, size);
        const asked = AccessRules.bytesAsked(touched), moved = touched.length * AccessRules.SECTOR;
        const wavefronts = AccessRules.wavefronts(AccessRules.words(accesses, size));
        const width = results.clientWidth || 640;
        replace(
            results, html('p', {class: 'code'}, formula()), html('h4', {}, Texts.say('asGlobal')),
            html(
                'p', {id: 'sandbox-global'},
                Texts.say(
                    'globalCost',
                    {sectors: touched.length, asked, moved, percent: percent(asked / moved)})),
            AccessDrawing.global({accesses, size}, {width, base: byte => `${byte}`}),
            html('h4', {}, Texts.say('asShared')),
            html(
                'p', {id: 'sandbox-shared'},
                Texts.say('sharedCost', {wavefronts, conflicts: conflicts(size, wavefronts)})),
            AccessDrawing.shared({accesses, size}, {width, wavefront: -1, firstWord: 0}));
    }

    function percent(share) {
        return (100 * share).toFixed(1);
    }

    /* Wavefronts beyond the minimum for the size and the active lanes. */
    function conflicts(size, wavefronts) {
        const together = AccessRules.lanesTogether(size);
        return wavefronts - Math.ceil(values.lanes / together);
    }

    /* Builds the sandbox into the element, with the latest values. */
    function build(element) {
        controls = html('div', {class: 'controls'}, FIELDS.map(numberField), sizeField());
        results = html('div', {class: 'results'});
        const examples = EXAMPLES.map(
            ([name, example]) =>
                html('button', {type: 'button', onclick: () => change(example)}, Texts.say(name)));
        replace(
            element, html('h3', {}, Texts.say('sandbox')),
            html('p', {class: 'says'}, Texts.say('sandboxSays')),
            html('div', {class: 'controls'}, html('span', {}, Texts.say('examples')), examples),
            controls, results);
        show();
    }

    return {build, show};
})();
