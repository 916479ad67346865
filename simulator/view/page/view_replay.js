'use strict';
/*
 * View 2: the warps of a block as rows, their steps as columns, each cell with its 32 lanes. Only
 * visible columns are drawn, so that long blocks stay fast.
 */
const ReplayView = (() => {
    const {html, svg, replace} = Elements;
    const SHAPE = 11, LANES = AccessRules.LANES, COLUMN = SHAPE + LANES + 5;  // pixels
    const ROW = 18, HEAD = 18;
    const MARGIN = 4;  // columns drawn beyond the visible ones
    const TICK = 450;  // milliseconds for a column while it plays

    function create(runIndex, run, element) {
        let drawn = null;  // the state that the grid was built for
        let block, columns, scroller, canvas, details, values, memory, position, slider;
        let playButton, timer = null, dragged = false;

        const chosen = () => State.get().chosen[runIndex];

        function button(text, action) {
            return html('button', {type: 'button', onclick: action}, Texts.say(text));
        }

        function move(change) {
            State.choose(runIndex, change(run, chosen()));
        }

        function jump(next) {
            const column = next(block, chosen().column);
            if (column >= 0)
                move((_, now) => onStep(column, now));
        }

        /*
         * Selects the column, and a warp with an interesting step there if the chosen one has none.
         */
        function onStep(column, now) {
            const {stepAt} = columns;
            const there = ReplayRules.stepsAt(block, column);
            const own = stepAt[now.warp][column] >= 0 || !there.length;
            return own ? Select.column(run, now, column) : Select.step(run, now, there[0]);
        }

        function play() {
            if (timer) {
                stop();
                return;
            }
            if (chosen().column === columns.count - 1)
                move((_, now) => Select.column(run, now, 0));
            timer = setInterval(() => {
                if (chosen().column >= columns.count - 1 || element.offsetParent === null)
                    stop();
                else
                    move((_, now) => Select.column(run, now, now.column + 1));
            }, TICK);
            playButton.textContent = Texts.say('pause');
        }

        function stop() {
            clearInterval(timer);
            timer = null;
            playButton.textContent = Texts.say('play');
        }

        function build() {
            stopIfPlaying();
            block = Select.blockOf(run, chosen());
            if (!block) {
                replace(element, html('p', {class: 'empty'}, Texts.say('noBlock')));
                return;
            }
            columns = ReplayRules.columns(block);
            playButton =
                html('button', {type: 'button', class: 'play', onclick: play}, Texts.say('play'));
            position = html('span', {class: 'position', 'aria-live': 'polite'});
            canvas = html('div', {
                class: 'canvas',
                style: `width: ${columns.count * COLUMN + 2}px; ` +
                    `height: ${height() + 2}px`
            });
            const labels =
                svg('svg', {class: 'labels', width: 58, height: height()},
                    block.warps.map(
                        (_, warp) => svg(
                            'text',
                            {x: 2, y: HEAD + warp * ROW + 13, 'font-size': 11.5, 'data-warp': warp},
                            Texts.say('warpNumber', {warp}))));
            scroller = html(
                'div', {
                    class: 'grid',
                    tabindex: 0,
                    role: 'application',
                    'aria-label': Texts.say('replayGrid'),
                    onscroll: draw,
                    onpointerdown: grab,
                    onpointermove: drag,
                    onpointerup: letGo,
                    onpointercancel: letGo,
                    onclick: pick,
                    onmouseleave: Hint.hide
                },
                labels, canvas);
            slider = html('input', {
                type: 'range',
                class: 'slider',
                min: 0,
                max: columns.count - 1,
                'aria-label': Texts.say('slider'),
                oninput: () => move((_, now) => Select.column(run, now, Number(slider.value)))
            });
            details = html('div', {class: 'details', 'aria-live': 'polite'});
            values = html('div', {class: 'values'});
            memory = html('div', {class: 'memory'});
            const kinds = new Set(block.warps.flat().map(Kinds.of));
            replace(
                element,
                html(
                    'div', {class: 'controls'},
                    button('firstStep', () => move((_, now) => Select.column(run, now, 0))),
                    button(
                        'stepBack',
                        () => move((_, now) => Select.column(run, now, now.column - 1))),
                    playButton,
                    button(
                        'stepOn', () => move((_, now) => Select.column(run, now, now.column + 1))),
                    button('nextBarrier', () => jump(ReplayRules.nextBarrier)),
                    button('nextDivergence', () => jump(ReplayRules.nextDivergence)), position),
                slider, scroller, Kinds.legend(kinds),
                html('p', {class: 'soft note'}, Texts.say('replayOrder')),
                block.raw.steps_left_out ?
                    html(
                        'p', {class: 'note'},
                        Texts.say('stepsLeftOut', {count: block.raw.steps_left_out})) :
                    null,
                values, details, memory);
        }

        function stopIfPlaying() {
            clearInterval(timer);
            timer = null;
        }

        function height() {
            return HEAD + block.warps.length * ROW;
        }

        function placeOf(event) {
            const box = canvas.getBoundingClientRect();
            const column = Math.floor((event.clientX - box.left) / COLUMN);
            const warp = Math.floor((event.clientY - box.top - HEAD) / ROW);
            const inside = column >= 0 && column < columns.count && warp < block.warps.length;
            return inside ? {column, warp} : null;
        }

        function pick(event) {
            const place = placeOf(event);
            if (place && place.warp < 0)
                move((_, now) => onStep(place.column, now));
            else if (place)
                move((_, now) => Select.column(run, {...now, warp: place.warp}, place.column));
        }

        /*
         * A mouse that is held down takes the choice along, over warps and columns. Fingers scroll:
         * for them there is the slider.
         */
        function grab(event) {
            dragged = event.pointerType === 'mouse' && event.button === 0 &&
                canvas.contains(event.target);
            if (dragged)
                scroller.setPointerCapture(event.pointerId);
        }

        function drag(event) {
            if (!dragged) {
                hover(event);
                return;
            }
            const place = placeOf(event), now = chosen();
            if (place && place.warp >= 0 &&
                (place.warp !== now.warp || place.column !== now.column))
                move((_, old) => Select.column(run, {...old, warp: place.warp}, place.column));
        }

        function letGo() {
            dragged = false;
        }

        function hover(event) {
            const place = placeOf(event);
            const step =
                place && block.warps[place.warp]?.[columns.stepAt[place.warp][place.column]];
            if (step)
                Hint.show(StepText.sentence(run, block, step), event);
            else
                Hint.hide();
        }

        /* The lanes of a mask as one path: a stroke for each run of lanes. */
        function lanesPath(mask, x, y) {
            let path = '';
            for (let lane = 0; lane < LANES; lane++) {
                if (!(mask >>> lane & 1))
                    continue;
                let end = lane;
                while (end + 1 < LANES && mask >>> (end + 1) & 1)
                    end++;
                path += `M${x + lane} ${y}H${x + end + 1}`;
                lane = end;
            }
            return path;
        }

        function cell(step, column, now) {
            const x = column * COLUMN + 2, y = HEAD + step.warp * ROW, kind = Kinds.of(step);
            const {file, line} = Data.place(run, step.position);
            const onLine = file === now.file && line === now.line;
            return svg(
                'g', {class: onLine ? 'cell on-line' : 'cell'},
                svg('rect', {class: 'idle', x: x + SHAPE, y: y + 3, width: LANES, height: ROW - 7}),
                Kinds.shape(kind, x + 1, y + 5), svg('path', {
                    class: 'lanes',
                    stroke: Kinds.colour(kind),
                    'stroke-width': kind === 'computes' ? 4 : ROW - 7,
                    d: lanesPath(step.mask, x + SHAPE, y + 3 + (ROW - 7) / 2)
                }),
                onLine ? svg('path', {class: 'mark', d: `M${x} ${y + ROW - 2}h${COLUMN - 5}`}) :
                         null);
        }

        function headings(from, to) {
            const marks = [];
            for (let column = from; column < to; column++) {
                const part = columns.parts.indexOf(column);
                if (part > 0)
                    marks.push(
                        svg('path', {class: 'part', d: `M${column * COLUMN} 0V${height()}`}));
                if (part >= 0)
                    marks.push(svg(
                        'text',
                        {x: column * COLUMN + 3, y: 12, 'font-size': 10.5, class: 'part-name'},
                        part ? Texts.say('afterBarrier', {number: part}) : Texts.say('fromStart')));
            }
            return marks;
        }

        function draw() {
            const now = chosen(), {count, stepAt} = columns;
            const from = Math.max(0, Math.floor(scroller.scrollLeft / COLUMN) - MARGIN);
            const to = Math.min(
                count, from + Math.ceil((scroller.clientWidth || 900) / COLUMN) + 2 * MARGIN);
            const cells = [];
            block.warps.forEach((steps, warp) => {
                for (let column = from; column < to; column++)
                    if (stepAt[warp][column] >= 0)
                        cells.push(cell(steps[stepAt[warp][column]], column, now));
            });
            const x = from * COLUMN, width = (to - from) * COLUMN;
            replace(
                canvas,
                svg('svg', {
                    width,
                    height: height(),
                    style: `left: ${x}px`,
                    viewBox: `${x} 0 ${width} ${height()}`
                },
                    svg('rect', {
                        class: 'cursor',
                        x: now.column * COLUMN,
                        y: 0,
                        width: COLUMN,
                        height: height()
                    }),
                    cells, headings(from, to), svg('rect', {
                        class: 'chosen',
                        x: now.column * COLUMN + .5,
                        y: HEAD + now.warp * ROW + .5,
                        width: COLUMN - 1,
                        height: ROW - 1
                    })));
            scroller.querySelectorAll('[data-warp]').forEach(label => {
                label.classList.toggle('chosen', Number(label.dataset.warp) === now.warp);
            });
        }

        /* Scrolls as little as needed to show the chosen cell. */
        function reveal() {
            const now = chosen(), left = now.column * COLUMN, top = HEAD + now.warp * ROW;
            const width = scroller.clientWidth - 60, tall = scroller.clientHeight;
            if (left < scroller.scrollLeft)
                scroller.scrollLeft = left - COLUMN;
            else if (left + 2 * COLUMN > scroller.scrollLeft + width)
                scroller.scrollLeft = left + 2 * COLUMN - width;
            if (top - HEAD < scroller.scrollTop)
                scroller.scrollTop = top - HEAD;
            else if (top + ROW > scroller.scrollTop + tall)
                scroller.scrollTop = top + 2 * ROW - tall;
        }

        function update() {
            const now = chosen(), key = `${now.launch} ${now.block}`;
            if (key !== drawn) {
                build();
                drawn = key;
            }
            if (!block)
                return;
            reveal();
            draw();
            position.textContent = Texts.say('positionInBlock', {
                column: now.column + 1,
                columns: columns.count,
                barriers: ReplayRules.partAt(columns, now.column)
            });
            slider.value = now.column;
            slider.setAttribute('aria-valuetext', position.textContent);
            replace(values, LaneValues.of(run, block, now));
            replace(details, StepText.details(run, block, Select.stepOf(run, now), now));
            MemoryTable.draw(memory, run, block, now);
        }

        return {
            update,
            play: () => block && play(),
            nextBarrier: () => block && jump(ReplayRules.nextBarrier),
            nextDivergence: () => block && jump(ReplayRules.nextDivergence)
        };
    }

    return {create};
})();
