'use strict';
/*
 * Shared memory as 32 columns of banks, with its values after the replay's column.
 */
const MemoryTable = (() => {
    const {html, replace} = Elements;
    const {BANKS, WORD} = AccessRules;
    const ROW = BANKS * WORD;     // bytes
    const ROOM_FOR_VALUES = 600;  // pixels; with less, all banks fit without values
    const ROWS_MOST = 96;         // shown, around the touched ones
    const ROWS_OF_PAPER = 8;      // printed; after these, only the touched ones

    /* Fills the element; with a text if the block has no shared memory. */
    function draw(element, run, block, chosen) {
        const extent = ReplayRules.sharedExtent(block);
        if (!extent) {
            replace(element, html('p', {class: 'soft note'}, Texts.say('noShared')));
            return;
        }
        const old = element.querySelector('.banks');
        const scrolled = old ? [old.scrollLeft, old.scrollTop] : [0, 0];
        const small = State.get().compact ?? element.clientWidth < ROOM_FOR_VALUES;
        const memory = ReplayRules.sharedAt(block, chosen.column);
        const shown = rowsShown(extent, memory.now);
        const table = html(
            'div', {
                class: small ? 'banks compact' : 'banks',
                tabindex: 0,
                'aria-label': Texts.say('sharedMemory')
            },
            html('table', {}, heading(), html('tbody', {}, rows(shown, memory, run))));
        replace(
            element, html('h3', {}, Texts.say('sharedMemory')),
            html('p', {class: 'soft'}, Texts.say('sharedSays')), arrays(run, block, shown),
            valuesButton(small), table, legend(), note(shown));
        [table.scrollLeft, table.scrollTop] = scrolled;
        reveal(table);
    }

    /* The position of each shared array, in bytes of the table. */
    function arrays(run, {launch}, {first, all}) {
        const places =
            launch.arrays
                .filter(({space, start}) => space === 'shared' && start < (first + all) * ROW)
                .map(array => [array.start - first * ROW, array])
                .filter(([from, {bytes}]) => from + bytes > 0)
                .sort(([a], [b]) => a - b);
        return html(
            'p', {class: 'soft'},
            places
                .map(
                    ([from, array]) => Texts.say(
                        'arrayPlace',
                        {name: Data.arrayName(run, array), from, to: from + array.bytes - 1}))
                .join(Texts.say('semicolon')));
    }

    function valuesButton(small) {
        return html(
            'div', {class: 'controls'},
            html(
                'button', {
                    type: 'button',
                    'aria-pressed': String(!small),
                    onclick: () => State.set({compact: !small})
                },
                Texts.say('withValues')));
    }

    /*
     * The shown rows, of those that the block touches: {first, all, from, to}. first: the first of
     * all. from: the first shown one. to: the one after the last shown one.
     */
    function rowsShown(extent, now) {
        const first = Math.floor(extent.from / ROW), all = Math.ceil(extent.to / ROW) - first;
        if (all <= ROWS_MOST)
            return {first, all, from: first, to: first + all};
        const touched = now.size ? Math.min(...now.keys()) : extent.from;
        const around = Math.floor(touched / ROW) - ROWS_MOST / 4;
        const from = Math.max(first, Math.min(first + all - ROWS_MOST, around));
        return {first, all, from, to: from + ROWS_MOST};
    }

    function note({first, all, from, to}) {
        return to - from < all ?
            html(
                'p', {class: 'note'},
                Texts.say('rowsShown', {from: from - first, to: to - 1 - first, all})) :
            null;
    }

    function heading() {
        return html(
            'thead', {},
            html(
                'tr', {}, html('th', {scope: 'col'}, Texts.say('bytes')),
                Array.from(
                    {length: BANKS}, (_, bank) => html('th', {scope: 'col'}, String(bank)))));
    }

    /* Bytes and words count from the first row that the block touches. */
    function rows({first, from, to}, {words, now}, run) {
        const inWord = byWord(words), nowInWord = byWord(now);
        const result = [];
        for (let row = from; row < to; row++) {
            const quiet = row - from >= ROWS_OF_PAPER && !isTouched(row, nowInWord);
            result.push(html(
                'tr', {class: quiet ? 'quiet' : null},
                html('th', {scope: 'row'}, String((row - first) * ROW)),
                Array.from({length: BANKS}, (_, bank) => {
                    const word = row * BANKS + bank;
                    return cell(
                        word, word - first * BANKS, inWord.get(word), nowInWord.get(word), run);
                })));
        }
        return result;
    }

    function isTouched(row, nowInWord) {
        return Array.from({length: BANKS}, (_, bank) => row * BANKS + bank)
            .some(word => nowInWord.has(word));
    }

    /* Entries by their words, ascending in each. */
    function byWord(entries) {
        const found = new Map();
        for (const entry of [...entries.values()].sort((a, b) => a.address - b.address))
            for (let word = Math.floor(entry.address / WORD);
                 word * WORD < entry.address + entry.size; word++)
                found.set(word, [...(found.get(word) ?? []), entry]);
        return found;
    }

    function cell(word, number, stored, now, run) {
        const written = now?.some(entry => entry.written.length);
        const read = now?.some(entry => entry.read.length);
        const kinds = [stored ? '' : 'unwritten', written ? 'written' : '', read ? 'read' : ''];
        return html(
            'td',
            {class: kinds.filter(Boolean).join(' ') || null, title: hint(number, stored, now, run)},
            stored ? stored.map(entry => valueIn(word, entry)).join(' ') : '');
    }

    /* The part of a wider value in this word; a double is shown in its first word. */
    function valueIn(word, {address, size, value, element}) {
        const part = word - Math.floor(address / WORD);
        if (value === null)
            return '?';
        if (Array.isArray(value))
            return Data.valueText(value[part], WORD, element);
        return part && size > WORD ? '⋯' : Data.valueText(value, size, element);
    }

    function hint(word, stored, now, run) {
        const parts = [Texts.say('wordInBank', {word, bank: word % BANKS})];
        for (const {step, lane} of stored ?? [])
            parts.push(Texts.say(
                'writtenBy', {warp: step.warp, lane, place: Data.placeName(run, step.position)}));
        for (const {read} of now ?? [])
            if (read.length)
                parts.push(Texts.say('readBy', {
                    count: read.length,
                    warp: read[0].step.warp,
                    lane: read[0].lane,
                    place: Data.placeName(run, read[0].step.position)
                }));
        return parts.join('\n');
    }

    function legend() {
        return html(
            'ul', {class: 'legend'},
            ['written', 'read', 'unwritten'].map(
                kind => html(
                    'li', {},
                    html(
                        'span', {class: `sample ${kind}`, 'aria-hidden': true},
                        kind === 'unwritten' ? '' : '7'),
                    ' ', Texts.say(`${kind}Now`))));
    }

    /* Scrolls to the touched rows, without scrolling the page itself. */
    function reveal(table) {
        const touched = table.querySelector('td.written, td.read');
        if (!touched)
            return;
        const top = touched.offsetTop, {scrollTop, clientHeight} = table;
        if (top < scrollTop + 24 || top > scrollTop + clientHeight - 24)
            table.scrollTop = top - 40;
    }

    return {draw};
})();
