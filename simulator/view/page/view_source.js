'use strict';
/*
 * View 1: the source with a heat column; two runs side by side. Unlike the other views it is one
 * table for all runs, so that corresponding lines stay in one row.
 */
const SourceView = (() => {
    const {html, replace} = Elements;

    const LEAST_HEIGHT = 240, BENEATH = 12;  // pixels

    function create(runs, files, element) {
        let rows = [];  // {tr, cells: [{run, place, td}]}
        let drawn = '';
        let expanded = null;

        const launches = () => runs.map((run, i) => Select.launchOf(run, State.get().chosen[i]));

        function heatButtons() {
            return html(
                'div', {class: 'controls', role: 'group', 'aria-label': Texts.say('heat')},
                html('span', {}, Texts.say('heat')),
                State.HEATS.map(
                    heat => html(
                        'button', {
                            type: 'button',
                            'aria-pressed': String(State.get().heat === heat),
                            'data-heat': heat,
                            onclick: () => State.set({heat}),
                        },
                        Texts.say(`heat_${heat}`))));
        }

        function build() {
            rows = [];
            expanded = null;
            const most = Heat.most(State.get().heat, launches());
            const tables = files.map(file => file.folded ? folded(file, most) : table(file, most));
            replace(
                element, heatButtons(),
                html(
                    'p', {class: 'soft explains'}, Texts.say(`heatSays_${State.get().heat}`),
                    State.get().heat === 'time' ? [' ', Heading.modelledMark()] : null),
                tables.length ?
                    html(
                        'div', {class: 'sources', tabindex: 0, 'aria-label': Texts.say('source')},
                        tables) :
                    html('p', {class: 'empty'}, Texts.say('noSource')));
        }

        function table(file, most) {
            return html(
                'table', {class: runs.length > 1 ? 'source two' : 'source'},
                html('caption', {}, namesOf(file)),
                runs.map(
                    () =>
                        [html('col', {class: 'heat'}), html('col', {class: 'line-number'}),
                         html('col')]),
                html('tbody', {}, file.rows.map(row => buildRow(row, most))));
        }

        /* A header of the simulator's: only its name, until it is opened. */
        function folded(file, most) {
            return html(
                'details', {class: 'folded'},
                html('summary', {}, namesOf(file), ' ', Texts.say('headerOfSimulator')),
                table(file, most));
        }

        function namesOf(file) {
            return [...new Set(file.names.filter(Boolean))].join('  |  ');
        }

        function buildRow(row, most) {
            const places = [row.left, row.right].slice(0, runs.length);
            const tr = html('tr', {class: row.changed && runs.length > 1 ? 'changed' : null});
            const cells = places.map((place, i) => {
                const made = place ? lineCells(i, place, most) : emptyCells();
                tr.append(...made);
                return {run: i, place, cells: made};
            });
            rows.push({tr, cells});
            return tr;
        }

        function emptyCells() {
            return [
                html('td', {class: 'heat'}), html('td', {class: 'line-number'}),
                html('td', {class: 'code absent'})
            ];
        }

        function lineCells(i, place, most) {
            const launch = launches()[i], heat = State.get().heat;
            const counters = launch && Data.countersAt(launch, place);
            const value = Heat.of(heat, counters), share = most ? value / most : 0;
            const choose = () => State.chooseLine(i, place);
            const number = counters ?
                html(
                    'button', {
                        type: 'button',
                        onclick: choose,
                        'aria-label': Texts.say('lineNumber', {line: place.line})
                    },
                    String(place.line)) :
                String(place.line);
            return [
                html(
                    'td', {class: 'heat', style: `--share: ${share.toFixed(3)}`},
                    Heat.text(heat, value)),
                html('td', {class: 'line-number'}, number),
                html(
                    'td', {
                        class: 'code',
                        onclick: event => {
                            if (event.target.closest('.code') && !String(window.getSelection()))
                                choose();
                        }
                    },
                    Data.lineText(runs[i], place) || ' ')
            ];
        }

        /* Marks the chosen lines, and opens their details beneath them. */
        function mark() {
            const {chosen} = State.get();
            expanded?.remove();
            expanded = null;
            let last = null;
            for (const row of rows)
                for (const {run, place, cells} of row.cells) {
                    const here = place !== null && place.file === chosen[run].file &&
                        place.line === chosen[run].line;
                    cells.forEach(cell => cell.classList.toggle('chosen', here));
                    if (here)
                        last = row;
                }
            if (!last)
                return;
            expanded = html(
                'tr', {class: 'expanded'},
                runs.map((run, i) => html('td', {colspan: 3}, LineDetails.of(run, i, chosen[i]))));
            last.tr.after(expanded);
            last.tr.closest('details')?.setAttribute('open', '');
            reveal(last.tr);
        }

        /*
         * The list of lines gets what is left of the window above it, so that its lower end is in
         * sight, too; where that is little, its usual height.
         */
        function fit(box) {
            const above = box.getBoundingClientRect().top + window.scrollY;
            const left = window.innerHeight - above - BENEATH;
            box.style.maxHeight = left >= LEAST_HEIGHT ? `${left}px` : '';
        }

        /* Scrolls only the list of lines, until the row is visible. */
        function reveal(tr) {
            const box = element.querySelector('.sources');
            fit(box);
            if (box.scrollHeight <= box.clientHeight)
                return;
            const top = tr.getBoundingClientRect().top - box.getBoundingClientRect().top;
            if (top < 0 || top + expanded.offsetHeight > box.clientHeight)
                box.scrollTop += top - box.clientHeight / 4;
        }

        function update() {
            const {heat, chosen} = State.get();
            const key = `${heat} ${chosen.map(({launch}) => launch)}`;
            if (key !== drawn) {
                drawn = key;
                build();
            }
            Elements.keepingFocus(element, mark);
        }

        return {update};
    }

    /* The lines with counters, in order, for the keys that move by lines. */
    function neighbourLine(run, chosen, direction) {
        const launch = Select.launchOf(run, chosen);
        if (!launch)
            return null;
        const order = Compare.order(run), rank = file => order.indexOf(file);
        const lines = [...Data.lineCounters(launch).keys()]
                          .map(key => key.split(' ').map(Number))
                          .filter(([file]) => file >= 0)
                          .sort((a, b) => rank(a[0]) - rank(b[0]) || a[1] - b[1]);
        const after = ([file, line]) => rank(file) - rank(chosen.file) || line - chosen.line;
        const found = direction > 0 ? lines.find(entry => after(entry) > 0) :
                                      lines.reverse().find(entry => after(entry) < 0);
        return found ? {file: found[0], line: found[1]} : null;
    }

    return {create, neighbourLine};
})();
