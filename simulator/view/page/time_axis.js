'use strict';
/*
 * The time axis of the Time view: a window of cycles, common to all its charts.
 */
const TimeAxis = (() => {
    const {svg} = Elements;
    const TICKS = 6;  // about that number

    /* x in pixels of a time in cycles, for a chart of that width. */
    function scale({from, to}, width) {
        return cycles => (cycles - from) / (to - from) * width;
    }

    /* Round numbers from `from` to `to`. */
    function ticks(from, to) {
        const rough = (to - from) / TICKS, power = 10 ** Math.floor(Math.log10(rough));
        const step = [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough);
        const found = [];
        for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step)
            found.push(tick);
        return found;
    }

    /* Cycles as a time: "1.5 µs". */
    function timeText(cycles, mhz) {
        const ns = cycles / mhz * 1000;
        return ns >= 1000 ? `${Number((ns / 1000).toPrecision(4))} µs` : `${Math.round(ns)} ns`;
    }

    /* The axis: ticks at round times, with their names beneath. */
    function axis(window, width, y, mhz) {
        const x = scale(window, width);
        const perNs = mhz / 1000;
        return ticks(window.from / perNs, window.to / perNs).map(ns => {
            const at = x(ns * perNs), last = at > width - 30;
            return [
                svg('path', {class: 'tick', d: `M${at} ${y}v4`}),
                svg('text', {
                    x: at,
                    y: y + 15,
                    'font-size': 10.5,
                    'text-anchor': last ? 'end' :
                        at < 12         ? 'start' :
                                          'middle'
                },
                    timeText(ns * perNs, mhz))
            ];
        });
    }

    /* 1234567 bytes as "1.18 MiB". */
    function bytesText(bytes) {
        const units = ['B', 'KiB', 'MiB', 'GiB'];
        let unit = 0;
        while (bytes >= 1024 && unit < units.length - 1) {
            bytes /= 1024;
            unit++;
        }
        return `${Number(bytes.toPrecision(3))} ${units[unit]}`;
    }

    return {scale, timeText, axis, bytesText};
})();
