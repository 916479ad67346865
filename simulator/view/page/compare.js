'use strict';
/*
 * The source of one run, or of two side by side.
 */
const Compare = (() => {
    /*
     * The file with the kernel. Where that is not known: the one outside the simulator's headers
     * with most lines that have counters; -1 if there is no file.
     */
    function mainFile(run) {
        const defined =
            run.shown.map(launch => Data.place(run, launch.defined).file).find(file => file >= 0);
        if (defined !== undefined)
            return defined;
        const counted = run.files.map(({of_simulator: own}) => own ? -1 : 0);
        for (const launch of run.shown)
            for (const position of launch.lines.position) {
                const {file} = Data.place(run, position);
                if (file >= 0 && counted[file] >= 0)
                    counted[file]++;
            }
        return counted.length ? counted.indexOf(Math.max(...counted)) : -1;
    }

    /* The files of a run: the kernel's first, the simulator's headers last. */
    function order(run) {
        const main = mainFile(run);
        const rank = i => i === main ? 0 : run.files[i].of_simulator ? 2 : 1;
        return [...run.files.keys()].sort((a, b) => rank(a) - rank(b) || a - b);
    }

    /* Pairs of files, -1 for none: the main ones first, then those of the same name. */
    function pairs(runs) {
        const [left, right] = runs.map(mainFile);
        if (runs.length < 2)
            return order(runs[0]).map(i => [i, -1]);
        const free = new Set(order(runs[1]));
        free.delete(right);
        const rest = order(runs[0]).filter(i => i !== left).map(i => {
            const same = [...free].find(k => runs[1].files[k].name === runs[0].files[i].name) ?? -1;
            free.delete(same);
            return [i, same];
        });
        return [[left, right], ...rest, ...[...free].map(k => [-1, k])].filter(
            ([i, k]) => i >= 0 || k >= 0);
    }

    /*
     * For each pair of files {names, rows, folded}. folded: they are of the simulator. rows: {left,
     * right, changed}; left and right: {file, line} or null. With one run, right is always null.
     */
    function files(runs) {
        return pairs(runs).map(pair => {
            const sources = runs.map((run, side) => run.files[pair[side]]);
            const [left, right] = sources.map(source => source?.lines ?? []);
            const rows = right ? Align.lines(left, right) :
                                 left.map((_, i) => ({left: i, right: -1, changed: false}));
            const place = (side, i) =>
                i < 0 ? null : {file: pair[side], line: sources[side].first + i};
            return {
                names: sources.map(source => source?.name ?? ''),
                folded: sources.filter(Boolean).every(({of_simulator: own}) => own),
                rows: rows.map(row => ({
                                   left: place(0, row.left),
                                   right: place(1, row.right),
                                   changed: row.changed
                               }))
            };
        });
    }

    return {mainFile, order, files};
})();
