'use strict';
/*
 * A block's warps side by side: the column of each step, and the content of shared memory at a
 * column.
 *
 * Between two barriers of the block nothing orders its warps. So their steps are side by side, from
 * the barrier on. A barrier is in the last column before the next part.
 */
const ReplayRules = (() => {
    /*
     * {count: columns, parts: [first column of each part], columnOf: [warp][step],
     * stepAt: [warp][column] or -1}; kept with the block.
     */
    function columns(block) {
        return block.columns ??= place(block.warps);
    }

    function place(warps) {
        const partOf = warps.map(partsOf);
        const count = Math.max(1, ...partOf.map(parts => (parts[parts.length - 1] ?? 0) + 1));
        const width = new Array(count).fill(0);
        partOf.forEach(parts => {
            const inPart = new Array(count).fill(0);
            parts.forEach(part => width[part] = Math.max(width[part], ++inPart[part]));
        });
        const parts = [0];
        for (let part = 0; part < count - 1; part++)
            parts.push(parts[part] + width[part]);
        const all = parts[count - 1] + width[count - 1];
        const columnOf = warps.map((steps, warp) => columnsOf(steps, partOf[warp], parts, width));
        const stepAt = columnOf.map(column => {
            const at = new Int32Array(all).fill(-1);
            column.forEach((place, step) => at[place] = step);
            return at;
        });
        return {count: all, parts, columnOf, stepAt};
    }

    /* The part of each step: the number of the block's barriers before it. */
    function partsOf(steps) {
        let part = 0;
        return steps.map(step => {
            if (!isBarrier(step))
                return part;
            const here = Math.max(part, Data.barrierOf(step));
            part = here + 1;
            return here;
        });
    }

    function isBarrier(step) {
        return step.what === 'B' || step.what === 'G';
    }

    function columnsOf(steps, partOf, parts, width) {
        let part = -1, used = 0;
        return steps.map((step, i) => {
            if (partOf[i] !== part) {
                part = partOf[i];
                used = 0;
            }
            const last = isBarrier(step) && partOf[i + 1] !== part;
            return parts[part] + (last ? width[part] - 1 : used++);
        });
    }

    /* The part of a column. */
    function partAt({parts}, column) {
        let part = 0;
        while (part + 1 < parts.length && parts[part + 1] <= column)
            part++;
        return part;
    }

    /* The steps of a column: one of each warp that has a step there. */
    function stepsAt(block, column) {
        const {stepAt} = columns(block);
        return block.warps.map((steps, warp) => steps[stepAt[warp][column]])
            .filter(step => step !== undefined);
    }

    /* All steps in the simulator's order. */
    function inOrder(block) {
        if (block.order)
            return block.order;
        const next = block.warps.map(() => 0), order = [], {turns} = block.raw;
        for (let i = 0; i + 1 < turns.length; i += 2)
            for (let k = 0; k < turns[i + 1]; k++) {
                const step = block.warps[turns[i]]?.[next[turns[i]]++];
                if (step)
                    order.push(step);
            }
        return block.order = order;
    }

    /*
     * Shared memory after a column: {words, now}. words: a map from an address (bytes) to {address,
     * size, value, element, step, lane} of the last store. now: a map from an address to {read:
     * [{step, lane}], written: [...]} of the column's own accesses. A later store to a part of a
     * wider value replaces it.
     */
    function sharedAt(block, column) {
        const {columnOf} = columns(block), {launch} = block;
        const mixed = sharedExtent(block)?.sizes.size > 1;
        const words = new Map(), now = new Map();
        for (const step of inOrder(block)) {
            const here = columnOf[step.warp][step.index];
            if (step.space !== 'shared' || here > column)
                continue;
            if (here < column && step.what === 'l')
                continue;
            const {accesses, array} = Data.request(launch, step);
            for (const access of accesses) {
                if (step.what !== 'l')
                    store(
                        words, {
                            address: access.address,
                            size: step.size,
                            lane: access.lane,
                            value: access.written,
                            element: array?.element,
                            step
                        },
                        mixed);
                if (here === column)
                    note(now, access, step);
            }
        }
        return {words, now};
    }

    function store(words, entry, mixed) {
        if (mixed)
            for (let address = entry.address - 15; address < entry.address + entry.size;
                 address++) {
                const other = words.get(address);
                if (other && address + other.size > entry.address)
                    words.delete(address);
            }
        words.set(entry.address, entry);
    }

    function note(now, {address, lane}, step) {
        if (!now.has(address))
            now.set(address, {address, size: step.size, read: [], written: []});
        const entry = now.get(address);
        if (step.what !== 's')
            entry.read.push({step, lane});
        if (step.what !== 'l')
            entry.written.push({step, lane});
    }

    /* The bytes of shared memory that the block touches: {from, to, sizes}; or null. */
    function sharedExtent(block) {
        if (block.extent !== undefined)
            return block.extent;
        let from = Infinity, to = 0;
        const sizes = new Set();
        for (const step of block.warps.flat())
            if (step.space === 'shared')
                for (const {address} of Data.request(block.launch, step).accesses) {
                    from = Math.min(from, address);
                    to = Math.max(to, address + step.size);
                    sizes.add(step.size);
                }
        return block.extent = to ? {from, to, sizes} : null;
    }

    /* The first column after this one where the test holds for a warp's step, or -1. */
    function nextColumn(block, column, test) {
        const {count} = columns(block);
        for (let next = column + 1; next < count; next++)
            if (stepsAt(block, next).some(test))
                return next;
        return -1;
    }

    function nextBarrier(block, column) {
        return nextColumn(block, column, isBarrier);
    }

    /* The step d marks divergence itself; its own mask has the lanes that continue. */
    function nextDivergence(block, column) {
        return nextColumn(block, column, step => step.what === 'd');
    }

    return {columns, partAt, stepsAt, sharedAt, sharedExtent, nextBarrier, nextDivergence};
})();
