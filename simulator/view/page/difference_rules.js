'use strict';
/*
 * What differs between the launches of two runs, in numbers.
 */
const DifferenceRules = (() => {
    const LEAST = .05;  // of the larger number: smaller differences are not told
    const MOST = 5;     // are told

    /* Numbers of a launch, all blocks; their texts are diff_… in texts.js. */
    const NUMBERS = {
        sectors: ({totals}) => totals.global_sectors,
        requests: ({totals}) => totals.global_requests + totals.shared_requests,
        conflicts: ({totals}) => totals.wavefronts - totals.shared_requests,
        wavefronts: ({totals}) => totals.wavefronts,
        diverged: ({totals}) => totals.diverged,
        barriers: ({totals}) => totals.block_barriers + totals.warp_barriers,
        exchanges: ({totals}) => totals.exchanges,
        blocks: ({block_count: blocks}) => blocks,
        threads: ({threads}) => threads,
        findings: ({findings}) => findings.length,
    };

    function part(a, b) {
        return Math.abs(a - b) / Math.max(a, b, 1);
    }

    /* {told: [{name, a, b}], the largest difference first; same: names of what is alike, not 0}. */
    function of (a, b) {
        const all =
            Object.entries(NUMBERS).map(([name, number]) => ({name, a: number(a), b: number(b)}));
        const told = all.filter(one => part(one.a, one.b) >= LEAST)
                         .sort((one, other) => part(other.a, other.b) - part(one.a, one.b))
                         .slice(0, MOST);
        const same = all.filter(one => one.a && part(one.a, one.b) < LEAST).map(({name}) => name);
        return {told, same};
    }

    return {of};
})();
