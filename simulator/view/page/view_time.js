'use strict';
/*
 * View 4: the multiprocessor that the clock followed, over modelled time.
 */
const TimeView = (() => {
    const {html, svg, replace} = Elements;

    /*
     * The launches' common window, in cycles: the chosen one, or the whole of the longest launch.
     */
    function windowOf(launches) {
        const longest = Math.max(...launches.map(launch => launch?.time?.cycles ?? 0), 1);
        const {window} = State.get();
        return window ?? {from: 0, to: longest};
    }

    const PULL = 4;       // pixels: a mouse that moves less has clicked
    const SHORTEST = 40;  // cycles of a window

    /*
     * Makes the window longer or shorter by a factor, and moves it by a part of its length. at: the
     * part of the window, 0 to 1, that stays where it is.
     */
    function zoom(launches, factor, shift, at = .5) {
        const {from, to} = windowOf(launches),
                     all = Math.max(...launches.map(launch => launch?.time?.cycles ?? 0), 1);
        const length = Math.min(all, Math.max(SHORTEST, (to - from) * factor));
        const fixed = from + at * (to - from) + shift * (to - from);
        const begin = Math.max(0, Math.min(all - length, fixed - at * length));
        State.set({window: length >= all ? null : {from: begin, to: begin + length}});
    }

    /* Zooms to the chosen step, with a little around it. Does nothing if its time is not known. */
    function zoomToStep(run, launch, chosen) {
        const cycles = TimeRows.stepCycles(launch, chosen, Select.stepOf(run, chosen));
        if (!cycles)
            return;
        const around = Math.max(100, 2 * (cycles[1] - cycles[0]));
        State.set({window: {from: Math.max(0, cycles[0] - around), to: cycles[1] + around}});
    }

    function zoomButtons(runs, runIndex) {
        const launches = () => allLaunches(runs);
        const run = runs[runIndex], chosen = () => State.get().chosen[runIndex];
        const buttons = [
            ['zoomIn', () => zoom(launches(), 1 / 2, 0)],
            ['zoomOut', () => zoom(launches(), 2, 0)],
            ['earlier', () => zoom(launches(), 1, -1 / 2)],
            ['later', () => zoom(launches(), 1, 1 / 2)],
            ['zoomAll', () => State.set({window: null})],
            ['zoomStep', () => zoomToStep(run, Select.launchOf(run, chosen()), chosen())],
        ];
        return html(
            'div', {class: 'controls'},
            buttons.map(
                ([text, action]) =>
                    html('button', {type: 'button', onclick: action}, Texts.say(text))));
    }

    function allLaunches(runs) {
        return runs.map((run, i) => Select.launchOf(run, State.get().chosen[i]));
    }

    function create(runIndex, run, element, runs) {
        const prefix = `cause-${runIndex}`;
        let size = null, canvas = null;
        let pulled = false;  // the mouse that is held down has moved the window

        function update() {
            const chosen = State.get().chosen[runIndex], launch = Select.launchOf(run, chosen);
            if (!launch?.time) {
                replace(element, html('p', {class: 'empty'}, Texts.say('noTime')));
                return;
            }
            draw(launch, chosen);
        }

        function draw(launch, chosen) {
            const {time} = launch, window = windowOf(allLaunches(runs));
            const width = Math.max(280, (element.clientWidth || 640) - 2);
            const row = TimeRows.rowHeight(time, launch.warps);
            size = {width, row, height: row * launch.warps * time.resident};
            const step = Select.stepOf(run, chosen);
            const most = Math.max(...allLaunches(runs)
                                      .filter(one => one?.time)
                                      .map(one => TimeCharts.mostBytes(one.time)));
            canvas = html('canvas', {
                class: 'rows',
                style: `width: ${width}px; height: ${size.height}px`,
                role: 'img',
                'aria-label': Texts.say('rowsLabel'),
                onmousemove: hover,
                onmouseleave: Hint.hide,
                onpointerdown: grab,
                onwheel: turn,
                onclick: event => pulled || pick(event)
            });
            const cycles = TimeRows.stepCycles(launch, chosen, step);
            const strip = html('div');
            replace(
                element, facts(launch), zoomButtons(runs, runIndex),
                svg('svg', {width: 0, height: 0, class: 'definitions'},
                    Causes.svgFills(prefix, time.causes)),
                part(
                    'rows', html('div', {class: 'rows-box'}, canvas, cursor(window, cycles, width)),
                    Causes.legend(prefix, time.causes, time.shares), strip, leftOut(launch)),
                part('causes', TimeCharts.causes(launch, window, width, prefix)),
                part('flight', littleWords(time), TimeCharts.underWay(launch, window, width, most)),
                part('waves', wavesWords(launch), TimeCharts.waves(launch, width)),
                part('what_if', WhatIfTable.of(run, runIndex, launch)));
            TimeRows.paint(canvas, launch, window, size);
            TimeRows.strip(strip, run, launch, chosen, step, window, width, prefix);
            strip.addEventListener('click', pickStep);
        }

        /* The chosen step's position in time. */
        function cursor(window, cycles, width) {
            if (!cycles)
                return null;
            const x = TimeAxis.scale(window, width);
            const left = x(cycles[0]), wide = Math.max(2, x(cycles[1]) - left);
            return left + wide < 0 || left > width ?
                null :
                html('div', {class: 'time-cursor', style: `left: ${left}px; width: ${wide}px`});
        }

        function placeOf(event, launch) {
            const box = canvas.getBoundingClientRect();
            return TimeRows.at(
                launch, windowOf(allLaunches(runs)), size, event.clientX - box.left,
                event.clientY - box.top);
        }

        function hover(event) {
            const launch = allLaunches(runs)[runIndex], place = placeOf(event, launch);
            if (place)
                Hint.show(TimeRows.words(run, launch, place), event);
            else
                Hint.hide();
        }

        /*
         * A mouse that is held down pulls the window along. The canvas is drawn anew meanwhile, so
         * the document listens.
         */
        function grab({button, pointerType, clientX}) {
            let last = clientX;
            pulled = false;
            if (button || pointerType !== 'mouse')
                return;
            const move = event => {
                if (!pulled && Math.abs(event.clientX - clientX) < PULL)
                    return;
                pulled = true;
                zoom(allLaunches(runs), 1, (last - event.clientX) / size.width);
                last = event.clientX;
            };
            document.addEventListener('pointermove', move);
            document.addEventListener(
                'pointerup', () => document.removeEventListener('pointermove', move), {once: true});
        }

        /* A wheel, with Ctrl or Cmd so that the page still scrolls: closer or wider at the pointer.
         */
        function turn(event) {
            if (!event.ctrlKey && !event.metaKey)
                return;
            event.preventDefault();
            const {left, width} = canvas.getBoundingClientRect();
            zoom(
                allLaunches(runs), 2 ** (Math.sign(event.deltaY) / 2), 0,
                (event.clientX - left) / width);
        }

        function pick(event) {
            const launch = allLaunches(runs)[runIndex], place = placeOf(event, launch);
            const recorded = place ? launch.time.blocks.recorded[place.block] : -1;
            if (recorded < 0)
                return;
            const chosen = {...State.get().chosen[runIndex], block: recorded};
            const index = place.span ? place.span.steps[place.part] : -1;
            State.choose(
                runIndex,
                index >= 0 ? Select.step(run, chosen, {warp: place.warp, index}) :
                             Select.warp(run, chosen, place.warp));
        }

        function pickStep(event) {
            const part = event.target.closest('[data-step]');
            const chosen = State.get().chosen[runIndex];
            const index = part ? Number(part.dataset.step) : -1;
            if (index >= 0)
                State.choose(runIndex, Select.step(run, chosen, {warp: chosen.warp, index}));
        }

        return {update};
    }

    function part(name, ...children) {
        return html(
            'div', {class: `${name}-part`},
            html('h3', {}, Texts.say(`title_${name}`), ' ', Heading.modelledMark()), children);
    }

    function facts({time, block_count: blocks, warps}) {
        const say = (key, values) => html('li', {}, Texts.say(key, values));
        return html(
            'ul', {class: 'facts'},
            html('li', {}, Heading.modelledMark(), ' ', Heading.times(time)), say('residentFact', {
                resident: time.resident,
                possible: time.possible,
                warps,
                limit: Texts.say(`limit_${time.limit.replace(' ', '_')}`)
            }),
            say('followedFact', {followed: time.followed, blocks}));
    }

    function littleWords({bytes_under_way: bytes, little}) {
        return html('p', {class: 'soft'}, Texts.say('littleSays', {
            bytes: TimeAxis.bytesText(bytes),
            needed: TimeAxis.bytesText(little.bytes),
            percent: (100 * bytes / little.bytes).toFixed(0),
            latency: `${Math.round(little.latency_ns)} ns`,
            bandwidth: `${(little.bandwidth / 1e9).toFixed(0)} GB/s`
        }));
    }

    function wavesWords({time, block_count: blocks}) {
        return html('p', {class: 'soft'}, Texts.say('wavesSay', {
            blocks: Heat.grouped(blocks),
            room: time.multiprocessors * time.possible,
            waves: Number(time.waves.toPrecision(3)),
            each: time.blocks_each,
            full: time.full,
            multiprocessors: time.multiprocessors
        }));
    }

    function leftOut({left_out: {cycles}, time}) {
        return cycles === null || cycles === undefined ?
            null :
            html(
                'p', {class: 'note'},
                Texts.say('cyclesLeftOut', {time: TimeAxis.timeText(cycles, time.mhz)}));
    }

    /* Zooms in or out around the middle of the window. */
    function zoomBy(runs, factor) {
        zoom(allLaunches(runs), factor, 0);
    }

    return {create, zoomBy};
})();
