'use strict';
/*
 * The source of one run, or of two side by side.
 */
const Compare = (() => {
    /* The file with most lines that have counters; -1 if there is no file. */
    function mainFile(run) {
        const counted = run.files.map(() => 0);
        for (const launch of run.shown)
            for (const position of launch.lines.position) {
                const {file} = Data.place(run, position);
                if (file >= 0)
                    counted[file]++;
            }
        return counted.indexOf(Math.max(...counted, 0));
    }

    /* Pairs of files, -1 for none: the main ones first, then those of the same name. */
    function pairs(runs) {
        const [left, right] = runs.map(mainFile);
        if (runs.length < 2) {
            const others = runs[0].files.map((_, i) => i).filter(i => i !== left);
            return [left, ...others].filter(i => i >= 0).map(i => [i, -1]);
        }
        const free = new Set(runs[1].files.keys());
        free.delete(right);
        const rest = [...runs[0].files.keys()].filter(i => i !== left).map(i => {
            const same = [...free].find(k => runs[1].files[k].name === runs[0].files[i].name) ?? -1;
            free.delete(same);
            return [i, same];
        });
        return [[left, right], ...rest, ...[...free].map(k => [-1, k])].filter(
            ([i, k]) => i >= 0 || k >= 0);
    }

    /*
     * For each pair of files {names, rows}. rows: {left, right, changed}; left and right: {file,
     * line} or null. With one run, right is always null.
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
                rows: rows.map(row => ({
                                   left: place(0, row.left),
                                   right: place(1, row.right),
                                   changed: row.changed
                               }))
            };
        });
    }

    return {mainFile, files};
})();
