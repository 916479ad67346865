'use strict';
/*
 * Shared memory as 32 columns of banks, with its values as they are after the replay's column.
 */
const MemoryTable = (() => {
    const {html, replace} = Element;
    const {BANKS, WORD} = AccessRules;
    const ROW = BANKS * WORD;  // bytes
    const ROWS_MOST = 96;      // of those, the ones around what is touched now

    /* Fills the element; nothing where the block has no shared memory. */
    function draw(element, run, block, chosen) {
        const extent = ReplayRules.sharedExtent(block);
        if (!extent) {
            replace(element, html('p', {class: 'soft note'}, Texts.say('noShared')));
            return;
        }
        const old = element.querySelector('.banks');
        const scrolled = old ? [old.scrollLeft, old.scrollTop] : [0, 0];
        const {words, now} = ReplayRules.sharedAt(block, chosen.column);
        const {from, to} = rowsShown(extent, now);
        const table = html(
            'div', {class: 'banks', tabindex: 0, 'aria-label': Texts.say('sharedMemory')},
            html('table', {}, heading(), html('tbody', {}, rows(from, to, words, now, run))));
        const all = Math.ceil(extent.to / ROW);
        replace(
            element, html('h3', {}, Texts.say('sharedMemory')),
            html('p', {class: 'soft'}, Texts.say('sharedSays')), table, legend(),
            to - from < all ?
                html('p', {class: 'note'}, Texts.say('rowsShown', {from, to: to - 1, all})) :
                null);
        [table.scrollLeft, table.scrollTop] = scrolled;
        reveal(table);
    }

    function rowsShown(extent, now) {
        const all = Math.ceil(extent.to / ROW);
        if (all <= ROWS_MOST)
            return {from: 0, to: all};
        const first = Math.min(...now.keys(), extent.to);
        const middle = Math.floor((now.size ? first : extent.from) / ROW);
        const from = Math.max(0, Math.min(all - ROWS_MOST, middle - ROWS_MOST / 4));
        return {from, to: from + ROWS_MOST};
    }

    function heading() {
        return html(
            'thead', {},
            html(
                'tr', {}, html('th', {scope: 'col'}, Texts.say('bytes')),
                Array.from(
                    {length: BANKS}, (_, bank) => html('th', {scope: 'col'}, String(bank)))));
    }

    function rows(from, to, words, now, run) {
        const inWord = byWord(words), nowInWord = byWord(now);
        const result = [];
        for (let row = from; row < to; row++)
            result.push(html(
                'tr', {}, html('th', {scope: 'row'}, String(row * ROW)),
                Array.from({length: BANKS}, (_, bank) => {
                    const word = row * BANKS + bank;
                    return cell(word, inWord.get(word), nowInWord.get(word), run);
                })));
        return result;
    }

    /* Entries by the words that they touch, ascending in each. */
    function byWord(entries) {
        const found = new Map();
        for (const entry of [...entries.values()].sort((a, b) => a.address - b.address))
            for (let word = Math.floor(entry.address / WORD);
                 word * WORD < entry.address + entry.size; word++)
                found.set(word, [...(found.get(word) ?? []), entry]);
        return found;
    }

    function cell(word, stored, now, run) {
        const written = now?.some(entry => entry.written.length);
        const read = now?.some(entry => entry.read.length);
        const kinds = [stored ? '' : 'unwritten', written ? 'written' : '', read ? 'read' : ''];
        return html(
            'td',
            {class: kinds.filter(Boolean).join(' ') || null, title: hint(word, stored, now, run)},
            stored ? stored.map(entry => valueIn(word, entry)).join(' ') : '');
    }

    /* Of a value that is wider than a word, the part in this word; a double in its first. */
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

    /* What is touched now should be seen, without moving the page itself. */
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
