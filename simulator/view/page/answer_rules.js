'use strict';
/*
 * What is slow in a launch, and what would be gained without it: from the lines' shares of the
 * modelled time, and from the answers to "what if".
 */
const AnswerRules = (() => {
    // Parts of the kernel's time. A few percent may be the model's scatter: docs/clock.md.
    const LEAST_GAIN = .05;
    const ALIKE = .02;  // gains that differ by less
    // Of what is gained without a line: a cost of the line that gains as much is its reason.
    const GOOD_PART = 1 / 3;

    /* Costs of accesses to global memory. No counter tells them apart. */
    const OF_MEMORY = ['load_latency', 'bandwidth', 'uncoalesced', 'atomics'];

    /* How much of a cost a line has, for the costs that counters tell. */
    const COUNTED = {
        divergence: ({diverged}) => diverged,
        bank_conflicts: ({wavefronts, shared_requests: requests}) => wavefronts - requests,
        uncoalesced: ({global_sectors: sectors, global_bytes: bytes}) =>
            sectors - bytes / AccessRules.SECTOR,
        barriers: ({block_barriers: ofBlock, warp_barriers: ofWarp}) => ofBlock + ofWarp,
    };

    /* The line outside the simulator's headers with the highest value: {place, value}, or null. */
    function highest(launch, measure) {
        let found = null;
        for (const [key, counters] of Data.lineCounters(launch)) {
            const [file, line] = key.split(' ').map(Number), value = measure(counters);
            if (file >= 0 && line && !launch.run.files[file].of_simulator && value > 0 &&
                value > (found?.value ?? 0))
                found = {place: {file, line}, value};
        }
        return found;
    }

    /* The line at which the warps spend most time: {place, value: its share}; or null. */
    function hottest(launch) {
        return highest(launch, ({time}) => time);
    }

    /*
     * The costs, the largest gain first: [{cost, ns, change}]. ns: the kernel's time without it;
     * change: by what part of its time that changes it.
     */
    function gains({time}) {
        return (time?.what_if ?? [])
            .filter(({without}) => without !== 'line')
            .map(({without,
                   kernel_ns: ns}) => ({cost: without, ns, change: ns / time.kernel_ns - 1}))
            .sort((a, b) => a.change - b.change);
    }

    /* The same for lines: [{position, ns, change}]. */
    function gainsOfLines({time}) {
        return (time?.what_if ?? [])
            .filter(({without}) => without === 'line')
            .map(({position, kernel_ns: ns}) => ({position, ns, change: ns / time.kernel_ns - 1}))
            .sort((a, b) => a.change - b.change);
    }

    /* The line that has most of a cost: a place, or null where no counter tells. */
    function placeOf(launch, cost) {
        return COUNTED[cost] ? highest(launch, COUNTED[cost])?.place ?? null : null;
    }

    /*
     * How far a cost is from what a programmer can cure: those of a line's own doing come before
     * barriers, where warps wait for what others do, and these before the device's constants.
     */
    function farness(launch, cost) {
        return !placeOf(launch, cost) ? 2 : cost === 'barriers' ? 1 : 0;
    }

    /* 1 if the cost is one of the line's: by its counters, or of memory that the line accesses. */
    function isOf(launch, cost, place) {
        const most = placeOf(launch, cost);
        return most ?
            Data.samePlace(most, place) :
            OF_MEMORY.includes(cost) && Data.countersAt(launch, place)?.global_requests > 0;
    }

    /*
     * The line whose instructions gain clearly more than the cost with the largest gain, `first`:
     * {place, ns, change, cost}. cost: {cost, ns, change}, the line's own that is a good part of
     * that, or null. Null where no line gains that much.
     */
    function lineBeyond(launch, first) {
        const [line] = gainsOfLines(launch);
        if (!line || !stands(line) || line.change > first.change - ALIKE)
            return null;
        const place = Data.place(launch.run, line.position);
        const cost = gains(launch).find(
            one => stands(one) && one.change < GOOD_PART * line.change &&
                isOf(launch, one.cost, place));
        return {...line, place, cost: cost ?? null};
    }

    /*
     * The answer: {hottest, line, best, place, others}. line: the one that is worth more than any
     * cost, or null. best: the cost whose absence gains most, of those that gain as much the one
     * that is nearest to a cure; null without answers to "what if". Its gain may be too small to
     * count: stands(best). place: the line that has most of it, or null. others: costs that gain as
     * much.
     */
    function of (launch) {
        const top = hottest(launch), [first, ...rest] = gains(launch);
        if (!first)
            return {hottest: top, line: null, best: null, place: null, others: []};
        const alike =
            [first, ...rest.filter(one => stands(one) && one.change - first.change < ALIKE)];
        const far = alike.map(({cost}) => farness(launch, cost));
        const best = alike[far.indexOf(Math.min(...far))];
        return {
            hottest: top,
            line: lineBeyond(launch, first),
            best,
            place: placeOf(launch, best.cost),
            others: alike.filter(one => one !== best)
        };
    }

    function stands(best) {
        return best.change <= -LEAST_GAIN;
    }

    /* The part of the memory's peak bandwidth that the kernel reaches, 0 to 1. */
    function ofPeak({run, time}) {
        return time.memory_bytes / time.kernel_ns * 1e9 / run.device.peak_bandwidth;
    }

    return {of, stands, gains, gainsOfLines, hottest, ofPeak};
})();
