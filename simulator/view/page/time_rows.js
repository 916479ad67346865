'use strict';
/*
 * The warps of the multiprocessor that the clock followed, over time: a row for each warp slot,
 * coloured by the warp's cause of waiting. Rows are many and thin, so they are drawn on a canvas.
 * The chosen warp's own row is drawn again beneath, large, with words.
 */
const TimeRows = (() => {
    const {html, svg, replace} = Elements;
    const HEIGHT_MOST = 380, ROW_MOST = 14;  // pixels
    const STRIP = 30;

    /* The spans with their starts: [{warp, block, starts, …}]. Cached in the time. */
    function spansOf(time) {
        return time.prepared ??= time.spans.map(span => {
            let at = span.from;
            const starts = span.lengths.map(length => {
                const start = at;
                at += length;
                return start;
            });
            return {...span, starts, end: at};
        });
    }

    function rowHeight(time, warps) {
        return Math.max(2, Math.min(ROW_MOST, Math.floor(HEIGHT_MOST / (time.resident * warps))));
    }

    /* The index of the part of a span at a time, or -1. */
    function partAt(span, cycles) {
        let low = 0, high = span.starts.length - 1;
        if (cycles < span.from || cycles >= span.end)
            return -1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (span.starts[middle] <= cycles)
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }

    /* The blocks as outlines, then the spans of their warps. */
    function paint(canvas, launch, window, size) {
        const {time} = launch, {width, height, row} = size;
        const sharp = globalThis.devicePixelRatio || 1;
        canvas.width = Math.round(width * sharp);
        canvas.height = Math.round(height * sharp);
        const ink = canvas.getContext('2d');
        ink.scale(sharp, sharp);
        const x = TimeAxis.scale(window, width);
        const fills = Causes.canvasFills(ink, time.causes);
        const none = Causes.canvasFills(ink, [Causes.NONE])[0];
        const {slot, start, end} = time.blocks, slotHeight = row * launch.warps;
        ink.fillStyle = none;
        ink.fillRect(0, 0, width, height);
        ink.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--rule');
        start.forEach((begin, i) => {
            if (end[i] > window.from && begin < window.to)
                ink.fillRect(
                    x(begin), slot[i] * slotHeight, Math.max(1, x(end[i]) - x(begin) - 1),
                    slotHeight - 1);
        });
        for (const span of spansOf(time))
            if (span.end > window.from && span.from < window.to)
                paintSpan(
                    ink, time, span, x, slot[span.block] * slotHeight + span.warp * row, row, fills,
                    width);
    }

    function paintSpan(ink, time, span, x, y, row, fills, width) {
        const {cause} = time.span_kinds;
        for (let i = 0; i < span.starts.length; i++) {
            const left = x(span.starts[i]), right = x(span.starts[i] + span.lengths[i]);
            if (right < 0 || left > width || right - left < .2)
                continue;
            ink.fillStyle = fills[cause[span.kinds[i]]];
            ink.fillRect(left, y, right - left, row > 4 ? row - 1 : row);
        }
    }

    /* The hit at a point of the canvas: {block, span, part}, or null. */
    function at(launch, window, size, px, py) {
        const {time} = launch, {width, row} = size;
        const cycles = window.from + px / width * (window.to - window.from);
        const slotHeight = row * launch.warps, slot = Math.floor(py / slotHeight);
        const warp = Math.floor((py - slot * slotHeight) / row);
        const block = time.blocks.start.findIndex(
            (start, i) =>
                time.blocks.slot[i] === slot && start <= cycles && cycles < time.blocks.end[i]);
        if (block < 0)
            return null;
        const span = spansOf(time).find(
            candidate => candidate.block === block && candidate.warp === warp &&
                partAt(candidate, cycles) >= 0);
        return {block, warp, cycles, span, part: span ? partAt(span, cycles) : -1};
    }

    function words(run, launch, {block, warp, span, part}) {
        const {time} = launch, index = time.blocks.block[block];
        if (!span)
            return Texts.say('blockOnly', {block: index, warp});
        const kind = span.kinds[part];
        return Texts.say('spanSays', {
            block: index,
            warp,
            cause: Causes.name(time.causes[time.span_kinds.cause[kind]]),
            time: TimeAxis.timeText(span.lengths[part], time.mhz),
            cycles: Math.round(span.lengths[part]),
            place: Data.placeName(run, time.span_kinds.position[kind])
        });
    }

    /* The chosen warp's spans, in the first block that replays the recorded block's steps. */
    function chosenSpans(launch, chosen) {
        const {time} = launch, block = time.blocks.recorded.indexOf(chosen.block);
        return spansOf(time).filter(span => span.block === block && span.warp === chosen.warp);
    }

    /* The cycles [from, to] of the chosen step, or null if they are not known. */
    function stepCycles(launch, chosen, step) {
        for (const span of chosenSpans(launch, chosen)) {
            const first = step ? span.steps.indexOf(step.index) : -1;
            if (first >= 0) {
                const last = span.steps.lastIndexOf(step.index);
                return [span.starts[first], span.starts[last] + span.lengths[last]];
            }
        }
        return null;
    }

    /* The chosen warp's own row, large, with the causes in words where there is room. */
    function strip(element, run, launch, chosen, step, window, width, prefix) {
        const {time} = launch, x = TimeAxis.scale(window, width), parts = [];
        for (const span of chosenSpans(launch, chosen))
            span.starts.forEach((start, i) => {
                const left = Math.max(0, x(start));
                const right = Math.min(width, x(start + span.lengths[i]));
                if (right - left > .3)
                    parts.push(stripPart(run, launch, span, i, left, right, prefix));
            });
        const cycles = stepCycles(launch, chosen, step);
        const mark = cycles && svg('rect', {
                         class: 'chosen',
                         x: x(cycles[0]),
                         y: 1,
                         height: STRIP - 2,
                         width: Math.max(2, x(cycles[1]) - x(cycles[0]))
                     });
        replace(
            element,
            html('p', {class: 'soft'}, Texts.say(parts.length ? 'stripSays' : 'stripEmpty', {
                warp: chosen.warp,
                block: launch.blocks[chosen.block]?.index ?? 0
            })),
            parts.length ? svg('svg', {class: 'strip', width, height: STRIP + 18}, parts, mark,
                               TimeAxis.axis(window, width, STRIP, time.mhz)) :
                           null);
    }

    /* The approximate width in pixels. Chinese characters are as wide as they are high. */
    function textWidth(text) {
        return [...text].reduce((sum, sign) => sum + (sign > '\u2e80' ? 11 : 6.6), 0);
    }

    function stripPart(run, launch, span, i, left, right, prefix) {
        const {time} = launch, cause = time.span_kinds.cause[span.kinds[i]];
        const name = Causes.name(time.causes[cause]), room = right - left;
        return svg(
            'g', {'data-step': span.steps[i]},
            svg('title', {},
                words(run, launch, {block: span.block, warp: span.warp, span, part: i})),
            svg('rect',
                {x: left, y: 3, width: room, height: STRIP - 6, fill: `url(#${prefix}-${cause})`}),
            room > textWidth(name) + 10 ?
                [
                    svg('rect', {
                        class: 'backing',
                        x: left + 3,
                        y: 8,
                        rx: 2,
                        width: textWidth(name) + 4,
                        height: 14
                    }),
                    svg('text', {x: left + 5, y: 19, 'font-size': 11}, name)
                ] :
                null);
    }

    return {rowHeight, paint, at, words, stepCycles, strip};
})();
