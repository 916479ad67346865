'use strict';
/*
 * The cost of a request: the rules of the simulator (runtime/warp/cost.c) and of
 * docs/simulator.md. A request is a list of {lane, address}, lanes ascending, addresses in bytes,
 * and a common size of all accesses: 1, 2, 4, 8 or 16 bytes.
 */
const AccessRules = (() => {
    const LANES = 32;
    const SECTOR = 32;  // bytes
    const LINE = 128;   // bytes: what a cache keeps together
    const BANKS = 32;
    const WORD = 4;  // bytes

    /*
     * The sectors that a request touches, ascending: {sector, lanes, bytes}. sector: its address
     * divided by 32. lanes: those that touch it. bytes: a bit for each requested byte of the 32.
     */
    function sectors(accesses, size) {
        const found = new Map();
        for (const {lane, address} of accesses)
            for (let byte = address; byte < address + size; byte++) {
                const sector = Math.floor(byte / SECTOR);
                if (!found.has(sector))
                    found.set(sector, {sector, lanes: [], bytes: 0});
                const entry = found.get(sector);
                entry.bytes = (entry.bytes | (1 << (byte % SECTOR))) >>> 0;
                if (entry.lanes[entry.lanes.length - 1] !== lane)
                    entry.lanes.push(lane);
            }
        return [...found.values()].sort((a, b) => a.sector - b.sector);
    }

    /* The number of different requested bytes in those sectors. */
    function bytesAsked(touched) {
        return touched.reduce((sum, {bytes}) => sum + bitCount(bytes), 0);
    }

    function bitCount(bits) {
        let count = 0;
        for (let rest = bits >>> 0; rest; rest &= rest - 1)
            count++;
        return count;
    }

    /* Whether each two lanes whose numbers differ by that one bit have the same address. */
    function arePairs(accesses, bit) {
        const addressOf = new Map(accesses.map(({lane, address}) => [lane, address]));
        return accesses.every(
            ({lane, address}) => (addressOf.get(lane ^ bit) ?? address) === address);
    }

    /*
     * How many lanes are served together: accesses of 8 bytes go by halves of a warp, of 16 by
     * quarters. Loads go by twice as many lanes where neighbours, or each second ones, have the
     * same address.
     */
    function lanesTogether(size, accesses = [], isLoad = false) {
        const each = Math.max(1, size / WORD);
        const together = LANES / each;
        if (!isLoad || each === 1)
            return together;
        return arePairs(accesses, 1) || arePairs(accesses, 2) ? 2 * together : together;
    }

    /*
     * The words of shared memory in a request: {lane, word, bank, wavefront}. In one wavefront each
     * bank serves one word, for any number of lanes. So a bank's different words take one wavefront
     * each. Wavefronts count from 0.
     */
    function words(accesses, size, isLoad = false) {
        const each = Math.max(1, size / WORD);
        const result = [];
        const together = lanesTogether(size, accesses, isLoad);
        let part = -1, begin = 0, end = 0, inBank = [];
        for (const {lane, address} of accesses) {
            if (Math.floor(lane / together) !== part) {
                part = Math.floor(lane / together);
                begin = end;
                inBank = Array.from({length: BANKS}, () => []);
            }
            for (let k = 0; k < each; k++) {
                const word = Math.floor(address / WORD) + k;
                const kept = inBank[word % BANKS];
                if (!kept.includes(word))
                    kept.push(word);
                const wavefront = begin + kept.indexOf(word);
                end = Math.max(end, wavefront + 1);
                result.push({lane, word, bank: word % BANKS, wavefront});
            }
        }
        return result;
    }

    /* The number of wavefronts of those words. */
    function wavefronts(asked) {
        return asked.reduce((most, {wavefront}) => Math.max(most, wavefront + 1), 0);
    }

    /*
     * The addresses of a warp: lane t accesses element offset + t * stride, with `padding` unused
     * elements after every 32. Bytes from the array's start.
     */
    function pattern({stride, offset, size, padding, lanes}) {
        const accesses = [];
        for (let lane = 0; lane < lanes; lane++) {
            const index = offset + lane * stride;
            accesses.push({lane, address: (index + Math.floor(index / BANKS) * padding) * size});
        }
        return accesses;
    }

    return {
        LANES,
        SECTOR,
        LINE,
        BANKS,
        WORD,
        sectors,
        bytesAsked,
        bitCount,
        lanesTogether,
        words,
        wavefronts,
        pattern
    };
})();
