'use strict';
/*
 * The data of the page (docs/view_format.md), and functions for the views. No other script reads
 * its members by name, except to show them unchanged.
 */
const Data = (() => {
    const VERSION = 1;

    /* The runs in the text of a file. Throws an Error with the reason if the text is invalid. */
    function read(text) {
        const {version, runs} = JSON.parse(text);
        if (version !== VERSION)
            throw new Error(`version ${version} of the data: this page reads version ${VERSION}`);
        runs.forEach((run, index) => {
            run.index = index;
            run.shown.forEach(launch => {
                launch.run = run;
                launch.decoded = [];
                launch.arrays.forEach(array => array.launch = launch);
            });
        });
        return runs;
    }

    /* {file, line}: file is an index into run.files, or -1. */
    function place(run, position) {
        const [file, line] = run.positions[position] ?? [-1, 0];
        return {file, line};
    }

    function samePlace(a, b) {
        return a.file === b.file && a.line === b.line;
    }

    /* "reduce.cu:31", or "?" if it is unknown. */
    function placeName(run, position) {
        const {file, line} = place(run, position);
        return file < 0 ? '?' : `${run.files[file].name.replace(/.*\//, '')}:${line}`;
    }

    /* The text of a line, or "". */
    function lineText(run, {file, line}) {
        const source = run.files[file];
        return source?.lines[line - source.first] ?? '';
    }

    /* The number of lanes in a mask. */
    function lanesIn(mask) {
        return AccessRules.bitCount(mask);
    }

    function lanesOf(mask) {
        const lanes = [];
        for (let lane = 0; lane < AccessRules.LANES; lane++)
            if (mask >>> lane & 1)
                lanes.push(lane);
        return lanes;
    }

    /* The i-th recorded block of a launch, its warps as lists of steps. */
    function block(launch, i) {
        return launch.decoded[i] ??= decodeBlock(launch, launch.blocks[i]);
    }

    function decodeBlock(launch, raw) {
        const {kinds, masks} = launch;
        const warps = raw.warps.map((recorded, warp) => {
            const next = {request: 0, exchange: 0, barrier: 0};
            return recorded.steps.map((kind, index) => {
                const what = kinds.what[kind];
                const group = 'lsa'.includes(what) ? 'request' :
                    what === 'x'                   ? 'exchange' :
                    'BG'.includes(what)            ? 'barrier' :
                                                     null;
                return {
                    warp,
                    index,
                    what,
                    recorded,
                    position: kinds.position[kind],
                    mask: masks[kinds.mask[kind]],
                    size: kinds.size[kind],
                    space: {g: 'global', s: 'shared'}[kinds.space[kind]] ?? '',
                    number: group ? next[group]++ : -1
                };
            });
        });
        return {launch, raw, index: raw.index, warps};
    }

    function isRequest(step) {
        return 'lsa'.includes(step.what);
    }

    /* The number of a barrier step, B or G: how many barriers the block passed before. */
    function barrierOf(step) {
        return step.recorded.barriers[step.number];
    }

    /* Values as a list, one for each lane, or null: see "Values" in the format. */
    function spread(values, count, size) {
        if (values === null || values === undefined)
            return null;
        const listed = Array.isArray(values) && (size < 16 || Array.isArray(values[0]));
        return listed ? values : Array(count).fill(values);
    }

    /*
     * The request of a step: {space, size, array, cost, accesses}. Each access is {lane, offset,
     * address, read, written}. offset: from the array's start. address: from the start of its
     * space. Unknown values are null.
     */
    function request(launch, step) {
        const {requests} = step.recorded, r = step.number, lanes = lanesOf(step.mask);
        const array = launch.arrays[requests.array[r]];
        const by = requests.by[r], at = requests.at[r];
        const values = requests.values[r], count = lanes.length;
        const before = step.what === 'a' ? values?.[0] : step.what === 'l' ? values : null;
        const after = step.what === 'a' ? values?.[1] : step.what === 's' ? values : null;
        const read = spread(before, count, step.size), written = spread(after, count, step.size);
        const accesses = lanes.map((lane, i) => {
            const offset = Array.isArray(by) ? at + by[i] : at + by * (lane - lanes[0]);
            return {
                lane,
                offset,
                address: (array?.start ?? 0) + offset,
                read: read?.[i] ?? null,
                written: written?.[i] ?? null
            };
        });
        const isLoad = step.what === 'l';
        return {
            space: step.space,
            size: step.size,
            isLoad,
            array,
            cost: requests.cost[r],
            accesses
        };
    }

    /* {operation, argument, given, received}: the latter two are lists, or null. */
    function exchange(step) {
        const [operation, argument, given, received] = step.recorded.exchanges[step.number];
        const count = lanesIn(step.mask);
        return {
            operation,
            argument,
            given: spread(given, count, 0),
            received: spread(received, count, 0)
        };
    }

    /* A value as text. element: the type of its array; size: bytes. */
    function valueText(value, size, element) {
        if (value === null || value === undefined)
            return '';
        if (Array.isArray(value))
            return value.map(part => valueText(part, 4, element)).join(' ');
        if (element === 'float' && size === 4)
            return shortNumber(bitsAs(view => view.setInt32(0, value), view => view.getFloat32(0)));
        if (element === 'double' && size === 8)
            return shortNumber(
                bitsAs(view => view.setBigInt64(0, BigInt(value)), view => view.getFloat64(0)));
        return String(value);
    }

    function bitsAs(write, read) {
        const view = new DataView(new ArrayBuffer(8));
        write(view);
        return read(view);
    }

    function shortNumber(number) {
        return String(Number(number.toPrecision(6)));
    }

    /*
     * The name of dynamic shared memory in the kernel: what stands between the kernel's line and
     * the next kernel's, else the only one of the file. The data has none; '' if the source does
     * not tell.
     */
    function dynamicName(run, launch) {
        const {file, line} = place(run, launch.defined), source = run.files[file];
        if (!source)
            return '';
        const names = lines => [...lines.join('\n').matchAll(
                                    /\bextern\b[^;()]*\b__shared__\b[^;]*?(\w+)\s*\[\s*\]/g)]
                                   .map(([, name]) => name);
        const from = line - source.first, behind = source.lines.slice(from + 1);
        const end = behind.findIndex(text => /\b__global__\b/.test(text));
        const [own] = names(behind.slice(0, end < 0 ? undefined : end));
        const all = [...new Set(names(source.lines))];
        return own ?? (all.length === 1 ? all[0] : '');
    }

    /* The name of an array, as the kernel knows it; else the line of its allocation. */
    function arrayName(run, array) {
        if (!array)
            return '?';
        if (array.name || array.parameters)
            return array.name || array.parameters;
        if (array.kind === 'dynamic')
            return array.named ??= (dynamicName(run, array.launch) || Texts.say('dynamicShared'));
        return array.made ? Texts.say('arrayFrom', {place: placeName(run, array.made)}) :
                            array.kind;
    }

    /* The counters of each line: a map from "file line" to {counter: number}. */
    function lineCounters(launch) {
        if (launch.counters)
            return launch.counters;
        const columns = launch.lines, found = new Map();
        const names = Object.keys(columns).filter(name => name !== 'position');
        columns.position.forEach((position, i) => {
            const {file, line} = place(launch.run, position), key = `${file} ${line}`;
            const entry = found.get(key) ?? Object.fromEntries(names.map(name => [name, 0]));
            names.forEach(name => entry[name] += columns[name][i] ?? 0);
            found.set(key, entry);
        });
        return launch.counters = found;
    }

    function countersAt(launch, {file, line}) {
        return lineCounters(launch).get(`${file} ${line}`);
    }

    return {
        read,
        place,
        samePlace,
        placeName,
        lineText,
        lanesIn,
        lanesOf,
        block,
        isRequest,
        barrierOf,
        request,
        exchange,
        valueText,
        arrayName,
        lineCounters,
        countersAt
    };
})();
