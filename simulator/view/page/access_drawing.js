'use strict';
/*
 * A request as a picture: lanes above, their sectors or banks below, lines between. A request is
 * {space: 'global' or 'shared', size, accesses: [{lane, address}]}.
 */
const AccessDrawing = (() => {
    const {svg} = Elements;
    const TOP = 4, LANE_HEIGHT = 20, BELOW = 96;  // pixels

    /* The width of a lane if `width` pixels are free. */
    function cellWidth(width) {
        return Math.max(9, Math.min(26, Math.floor((width - 4) / AccessRules.LANES)));
    }

    function laneBoxes(request, cell, strong) {
        const active = new Set(request.accesses.map(({lane}) => lane));
        const boxes = [];
        for (let lane = 0; lane < AccessRules.LANES; lane++) {
            const kind = !active.has(lane) ? 'idle' : strong(lane) ? 'active' : 'waiting';
            boxes.push(
                svg('g', {class: `lane ${kind}`, 'data-lane': lane},
                    svg('rect',
                        {x: lane * cell + 1, y: TOP, width: cell - 2, height: LANE_HEIGHT, rx: 2}),
                    labelOf(lane, cell)));
        }
        return boxes;
    }

    /* Narrow lanes and banks have room for every fourth number. */
    function labelOf(number, cell, y = TOP) {
        if (cell < 16 && number % 4)
            return null;
        return svg(
            'text', {
                x: number * cell + cell / 2,
                y: y + 14,
                'text-anchor': 'middle',
                'font-size': cell < 16 ? 9 : 10.5
            },
            String(number));
    }

    function connection(lane, x, y, cell, kind, colour) {
        const from = lane * cell + cell / 2, top = TOP + LANE_HEIGHT;
        const middle = (top + y) / 2;
        return svg('path', {
            class: `connection ${kind}`,
            'data-lane': lane,
            style: colour ? `stroke: ${colour}` : undefined,
            d: `M${from} ${top}C${from} ${middle} ${x} ${middle} ${x} ${y}`
        });
    }

    function picture(width, height, label, children) {
        return svg(
            'svg', {
                class: 'access',
                width,
                height,
                viewBox: `0 0 ${width} ${height}`,
                role: 'img',
                tabindex: 0,
                'aria-label': label
            },
            children);
    }

    /* The position of each sector: adjacent sectors side by side, gaps between the others. */
    function placeSectors(touched, width) {
        const gaps = touched.filter((entry, i) => i && entry.sector !== touched[i - 1].sector + 1);
        const gap = touched.length ? Math.min(10, width / 4 / touched.length) : 0;
        const each = Math.min(width / 4, (width - 2 - gaps.length * gap) / touched.length);
        let x = 1;
        return touched.map((entry, i) => {
            if (i && entry.sector !== touched[i - 1].sector + 1)
                x += gap;
            const place = {...entry, x, width: each};
            x += each;
            return place;
        });
    }

    /* The requested bytes of a sector, as runs: [first, count]. */
    function runsOf(bytes) {
        const runs = [];
        for (let byte = 0; byte < AccessRules.SECTOR; byte++) {
            if (!(bytes >>> byte & 1))
                continue;
            const last = runs[runs.length - 1];
            if (last && last[0] + last[1] === byte)
                last[1]++;
            else
                runs.push([byte, 1]);
        }
        return runs;
    }

    function sectorBox(place, y, base) {
        const {x, width, bytes, sector} = place;
        const unit = width / AccessRules.SECTOR;
        const asked = AccessRules.bitCount(bytes);
        return svg(
            'g', {class: 'sector', 'data-sector': sector},
            svg('title', {},
                Texts.say(
                    'sectorHint', {address: base(sector * AccessRules.SECTOR), bytes: asked})),
            svg('rect', {class: 'moved', x, y, width, height: 26}),
            runsOf(bytes).map(([first, count]) => svg('rect', {
                                  class: 'asked',
                                  x: x + first * unit,
                                  y: y + 1,
                                  width: count * unit,
                                  height: 24
                              })),
            width > 60 ?
                [8, 16, 24].map(
                    byte => svg('path', {class: 'tick', d: `M${x + byte * unit} ${y + 20}v6`})) :
                null,
            svg('rect', {class: 'box', x, y, width, height: 26}));
    }

    /* A bracket, with the address, for the sectors of one line of 128 bytes. */
    function brackets(places, y, base) {
        const groups = [];
        for (const place of places) {
            const line = Math.floor(place.sector * AccessRules.SECTOR / AccessRules.LINE);
            const last = groups[groups.length - 1];
            if (last && last.line === line)
                last.end = place.x + place.width;
            else
                groups.push({line, begin: place.x, end: place.x + place.width});
        }
        let free = 0;  // texts must not run into each other
        return groups.map(({line, begin, end}) => {
            const label = base(line * AccessRules.LINE);
            const text = begin >= free ?
                svg('text', {x: begin, y: y + 18, 'font-size': 10.5, class: 'code'}, label) :
                null;
            if (text)
                free = begin + label.length * 6.6 + 8;
            return [svg('path', {class: 'bracket', d: `M${begin + 1} ${y}v4H${end - 1}v-4`}), text];
        });
    }

    /* base: a function from an address to a text, such as "g_idata + 128". */
    function global(request, {width, base}) {
        const cell = cellWidth(width), all = cell * AccessRules.LANES;
        const touched = AccessRules.sectors(request.accesses, request.size);
        const places = placeSectors(touched, all);
        const y = TOP + LANE_HEIGHT + BELOW;
        const placeOf = new Map(places.map(place => [place.sector, place]));
        const lines = request.accesses.map(({lane, address}) => {
            const place = placeOf.get(Math.floor(address / AccessRules.SECTOR));
            const inside = address % AccessRules.SECTOR + request.size / 2;
            return connection(
                lane, place.x + place.width * inside / AccessRules.SECTOR, y, cell, 'strong');
        });
        const label =
            Texts.say('globalLabel', {lanes: request.accesses.length, sectors: touched.length});
        return picture(all, y + 52, label, [
            lines, laneBoxes(request, cell, () => true),
            places.map(place => sectorBox(place, y, base)), brackets(places, y + 29, base)
        ]);
    }

    /* Colours of wavefronts, used cyclically. Their numbers are beside them. */
    const WAVEFRONTS = [
        'var(--blue)', 'var(--orange)', 'var(--green)', 'var(--purple)', 'var(--sky)', 'var(--red)'
    ];
    function wavefrontColour(wavefront) {
        return WAVEFRONTS[wavefront % WAVEFRONTS.length];
    }

    function wordBox(entry, cell, y, rowHeight, chosen) {
        const wide = String(entry.word).length * 5.6 < cell - 3;
        return svg(
            'g', {class: chosen ? 'word' : 'word waiting', 'data-word': entry.word},
            svg('title', {}, Texts.say('wordHint', {
                ...entry,
                wavefront: entry.wavefront + 1,
                lanes: entry.lanes.join(Texts.say('comma'))
            })),
            svg('rect', {
                x: entry.bank * cell + 1,
                y: y + 1,
                width: cell - 2,
                height: rowHeight - 2,
                style: `stroke: ${wavefrontColour(entry.wavefront)}`
            }),
            wide && rowHeight > 11 ? svg('text', {
                x: entry.bank * cell + cell / 2,
                y: y + rowHeight - 4,
                'font-size': 9,
                'text-anchor': 'middle'
            },
                                         String(entry.word)) :
                                     null);
    }

    /* Each word once, with its lanes. */
    function distinct(asked, firstWord) {
        const found = new Map();
        for (const {lane, word, bank, wavefront} of asked) {
            const key = `${word} ${wavefront}`;
            if (!found.has(key))
                found.set(key, {word: word - firstWord, bank, wavefront, lanes: []});
            found.get(key).lanes.push(lane);
        }
        return [...found.values()];
    }

    /*
     * wavefront: the highlighted one, from 0; -1: all. Words are numbered from firstWord, a
     * multiple of the number of banks.
     */
    function shared(request, {width, wavefront, firstWord}) {
        const cell = cellWidth(width - 22), all = cell * AccessRules.LANES;
        const asked = AccessRules.words(request.accesses, request.size, request.isLoad);
        const count = AccessRules.wavefronts(asked);
        const shown = entry => wavefront < 0 || entry.wavefront === wavefront;
        const y = TOP + LANE_HEIGHT + BELOW, row = count > 16 ? 11 : 15;
        const lines = asked.map(
            entry => connection(
                entry.lane, entry.bank * cell + cell / 2, y, cell, shown(entry) ? 'strong' : 'weak',
                wavefrontColour(entry.wavefront)));
        const served = new Set(asked.filter(shown).map(({lane}) => lane));
        const banks = Array.from(
            {length: AccessRules.BANKS},
            (_, bank) =>
                svg('g', {class: 'bank'},
                    svg('rect', {x: bank * cell + 1, y, width: cell - 2, height: LANE_HEIGHT}),
                    labelOf(bank, cell, y)));
        const below = y + LANE_HEIGHT + 3;
        const numbers = Array.from(
            {length: count},
            (_, i) =>
                svg('text', {
                    class: wavefront === i ? 'wavefront chosen' : 'wavefront',
                    x: all + 3,
                    y: below + i * row + row - 3,
                    'font-size': 10,
                    'font-weight': wavefront === i ? 700 : 400
                },
                    String(i + 1)));
        const label = Texts.say('sharedLabel', {lanes: request.accesses.length, wavefronts: count});
        return picture(all + 22, below + Math.max(1, count) * row + 4, label, [
            lines, laneBoxes(request, cell, lane => served.has(lane)), banks, numbers,
            distinct(asked, firstWord)
                .map(
                    entry => wordBox(entry, cell, below + entry.wavefront * row, row, shown(entry)))
        ]);
    }

    return {global, shared};
})();
