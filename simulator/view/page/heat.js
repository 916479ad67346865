'use strict';
/*
 * The heat columns: the value of each for a line, and its format.
 */
const Heat = (() => {
    const LANES = AccessRules.LANES;
    const MEASURES = {
        time: ({time}) => time,
        sectors: counters => counters.global_sectors,
        wavefronts: counters => counters.wavefronts,
        idle: counters => LANES * (counters.global_requests + counters.shared_requests) -
            counters.global_lanes - counters.shared_lanes,
        diverged: counters => counters.diverged,
        barriers: counters => counters.block_barriers + counters.warp_barriers,
    };

    /* The value from a line's counters; 0 if there are none. */
    function of (heat, counters) {
        return counters ? MEASURES[heat](counters) : 0;
    }

    function text(heat, value) {
        if (!value)
            return '';
        return heat === 'time' ? `${(100 * value).toFixed(1)} %` : grouped(value);
    }

    /* 1234567 as "1,234,567". */
    function grouped(number) {
        return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
    }

    /* The largest value of any line of the launches. */
    function most(heat, launches) {
        const values = launches.filter(Boolean).flatMap(
            launch => [...Data.lineCounters(launch).values()].map(entry => of(heat, entry)));
        return Math.max(0, ...values);
    }

    return {of, text, grouped, most};
})();
