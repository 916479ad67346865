'use strict';
/*
 * The Time view's charts beneath the rows: the warps' causes of waiting, bytes in flight beside
 * Little's law, and the waves of blocks over the device.
 */
const TimeCharts = (() => {
    const {html, svg} = Elements;
    const HEIGHT = 110;  // pixels
    const WAVES_MOST = 8;

    /* The bins in the window: indices from, to. */
    function visible({bins}, window, count) {
        return [
            Math.max(0, Math.floor(window.from / bins.width)),
            Math.min(count, Math.ceil(window.to / bins.width))
        ];
    }

    /* The number of warps by cause of waiting, stacked. */
    function causes(launch, window, width, prefix) {
        const {time} = launch, {bins} = time, x = TimeAxis.scale(window, width);
        const most = Math.max(1, time.resident * launch.warps);
        const y = warps => HEIGHT - Math.min(1, warps / most) * (HEIGHT - 4);
        const count = bins.causes[0]?.length ?? 0, [from, to] = visible(time, window, count);
        const floor = new Array(count).fill(0);
        const layers = bins.causes.map((values, cause) => {
            let top = '', bottom = '';
            for (let bin = from; bin < to; bin++) {
                const left = x(bin * bins.width).toFixed(1);
                const right = x((bin + 1) * bins.width).toFixed(1);
                top += `L${left} ${y(floor[bin] + values[bin]).toFixed(1)}H${right}`;
                bottom = `L${right} ${y(floor[bin]).toFixed(1)}H${left}${bottom}`;
                floor[bin] += values[bin];
            }
            return top ?
                svg('path', {d: `M${top.slice(1)}${bottom}Z`, fill: `url(#${prefix}-${cause})`},
                    svg('title', {}, Causes.name(time.causes[cause]))) :
                null;
        });
        return frame(
            width, Texts.say('causesChart', {warps: most}),
            [layers, scaleText(Texts.say('warpsScale', {count: most}), 4)], window, time.mhz);
    }

    function frame(width, label, children, window, mhz) {
        return svg(
            'svg', {class: 'chart', width, height: HEIGHT + 20, role: 'img', 'aria-label': label},
            children, svg('path', {class: 'base', d: `M0 ${HEIGHT}H${width}`}),
            TimeAxis.axis(window, width, HEIGHT, mhz));
    }

    function scaleText(text, y) {
        return svg('text', {class: 'scale', x: 3, y: y + 9, 'font-size': 10.5}, text);
    }

    /* Little's law for one multiprocessor, in bytes. */
    function needed(time) {
        return time.little.bytes / time.multiprocessors;
    }

    /* Bytes of loads in flight on the multiprocessor. most: the top of the scale. */
    function underWay(launch, window, width, most) {
        const {time} = launch, {bins} = time, x = TimeAxis.scale(window, width);
        const y = bytes => HEIGHT - bytes / most * (HEIGHT - 6);
        const [from, to] = visible(time, window, bins.bytes.length);
        let top = '';
        for (let bin = from; bin < to; bin++)
            top += `L${x(bin * bins.width).toFixed(1)} ${y(bins.bytes[bin]).toFixed(1)}` +
                `H${x((bin + 1) * bins.width).toFixed(1)}`;
        const begin = x(from * bins.width).toFixed(1), end = x(to * bins.width).toFixed(1);
        const line = y(needed(time));
        const name = Texts.say('littleLine', {bytes: TimeAxis.bytesText(needed(time))});
        return frame(
            width, Texts.say('underWayChart'),
            [
                top ? svg('path',
                          {class: 'under-way', d: `M${begin} ${HEIGHT}${top}L${end} ${HEIGHT}Z`}) :
                      null,
                svg('path', {class: 'little', d: `M0 ${line}H${width}`}),
                scaleText(TimeAxis.bytesText(most), 2),
                svg('text', {
                    class: 'little-name',
                    x: width - 3,
                    y: line > 20 ? line - 4 : line + 12,
                    'text-anchor': 'end',
                    'font-size': 11
                },
                    name)
            ],
            window, time.mhz);
    }

    /* The most bytes in flight in any bin, or Little's law's if that is more. */
    function mostBytes(time) {
        return 1.1 * Math.max(needed(time), ...time.bins.bytes);
    }

    /* A bar for each wave of blocks. Its length is the part of the device that the wave fills. */
    function waves(launch, width) {
        const {time} = launch, whole = Math.floor(time.waves + 1e-9), rest = time.waves - whole;
        const bars = [];
        const full = Math.min(whole, rest > 1e-9 ? WAVES_MOST - 1 : WAVES_MOST);
        for (let i = 0; i < full; i++) {
            const last = i === full - 1 && full < whole;
            bars.push({
                name: last ? Texts.say('wavesRange', {from: i + 1, to: whole}) :
                             Texts.say('wave', {number: i + 1}),
                share: 1
            });
        }
        if (rest > 1e-9)
            bars.push(
                {name: Texts.say(whole ? 'tail' : 'onlyWave', {number: whole + 1}), share: rest});
        return html(
            'table', {class: 'waves'},
            bars.map(
                ({name, share}) => html(
                    'tr', {}, html('th', {scope: 'row'}, name),
                    html(
                        'td', {},
                        svg('svg',
                            {width: Math.max(60, width - 190), height: 14, 'aria-hidden': true},
                            svg('rect', {class: 'empty-wave', width: '100%', height: 14}),
                            svg('rect', {class: 'wave', width: `${100 * share}%`, height: 14}))),
                    html(
                        'td', {class: 'number'},
                        `${(100 * share).toFixed(share < .1 ? 2 : 1)} %`))));
    }

    return {causes, underWay, mostBytes, waves};
})();
