'use strict';
/*
 * What a run's data (the view's format) says of each line of the kernel's file, and of the launch.
 */
const Measures = (() => {
    const VERSION = 1, LANES = 32;

    /* The run in the text of view.json. Null if it is none that this page reads. */
    function read(text) {
        if (!text)
            return null;
        try {
            const {version, runs} = JSON.parse(text);
            return version === VERSION ? runs[0] : null;
        } catch {
            return null; // ended while it was written
        }
    }

    /* The launch that took longest, or the first one. */
    function main(view) {
        const launches = view?.shown ?? [];
        return launches.reduce((most, launch) =>
            (launch.time?.kernel_ns ?? 0) > (most.time?.kernel_ns ?? 0) ? launch : most,
            launches[0]);
    }

    function isSource(name, source) {
        return name === source || name.endsWith(`/${source}`);
    }

    /* The line of that file at a position; 0 if it is elsewhere. */
    function lineAt(view, position, source) {
        const [file, line] = view.positions[position] ?? [-1, 0];
        return file >= 0 && isSource(view.files[file].name, source) ? line : 0;
    }

    const percent = share => `${(100 * share).toFixed(1)}%`;

    function ofColumns(lines, i) {
        const requests = lines.global_requests[i] + lines.shared_requests[i];
        const lanes = lines.global_lanes[i] + lines.shared_lanes[i];
        return {
            time: lines.time[i],
            sectors: lines.global_sectors[i],
            bytes: lines.global_bytes[i],
            wavefronts: lines.wavefronts[i],
            requests,
            lanes,
            idle: requests > 0 ? 1 - lanes / (LANES * requests) : 0,
            diverged: lines.diverged[i],
            barriers: lines.block_barriers[i],
        };
    }

    /* A map from lines of the source to their counters. */
    function byLine(view, launch, source) {
        const found = new Map();
        const {lines} = launch;
        lines.position.forEach((position, i) => {
            const line = lineAt(view, position, source);
            if (line > 0)
                found.set(line, ofColumns(lines, i));
        });
        return found;
    }

    /* [key, text, value to compare or null] for the launch as a whole. */
    function totals(launch) {
        const {totals, time} = launch;
        const moved = 32 * totals.global_sectors;
        return [
            ['kernelTime', time ? (time.kernel_ns / 1000).toFixed(2) : '–'],
            ['launchTime', time ? (time.launch_ns / 1000).toFixed(2) : '–'],
            ['sectors', totals.global_sectors.toLocaleString('en')],
            ['efficiency', moved > 0 ? percent(totals.global_bytes / moved) : '–'],
            ['wavefronts', totals.wavefronts.toLocaleString('en')],
            ['conflicts', totals.shared_requests > 0 ?
                (totals.wavefronts / totals.shared_requests).toFixed(2) : '–'],
            ['diverged', totals.diverged.toLocaleString('en')],
            ['barriers', totals.block_barriers.toLocaleString('en')],
        ];
    }

    /* All launches' modelled time in microseconds, without the launches themselves; or null. */
    function kernelTime(view) {
        const times = (view?.launches ?? []).map(entry => entry.kernel_ns === null ? null :
                                                          entry.kernel_ns * entry.count);
        return times.length > 0 && !times.includes(null) ?
            times.reduce((sum, time) => sum + time, 0) / 1000 : null;
    }

    return {read, main, lineAt, isSource, byLine, totals, kernelTime, percent};
})();
