'use strict';
/*
 * The source of one run, or of two beside each other: rows of {left, right, changed}, where
 * left and right are {file, line} or null; right is always null with one run.
 */
const Compare = (() => {
    /* [{names: [of the files], rows}], for each file of the runs. */
    function files(runs) {
        const [left, right] = runs;
        const count = Math.max(left.files.length, right?.files.length ?? 0);
        return Array.from({length: count}, (_, file) => {
            const names = runs.map(run => run.files[file]?.name ?? '');
            const texts = runs.map(run => run.files[file]?.lines ?? []);
            const rows = right ? Align.lines(texts[0], texts[1]) :
                                 texts[0].map((_, i) => ({left: i, right: -1, changed: false}));
            const placed = (run, i) => i < 0 ? null : {file, line: run.files[file].first + i};
            return {
                names,
                rows: rows.map(row => ({
                                   left: placed(left, row.left),
                                   right: placed(right, row.right),
                                   changed: row.changed
                               }))
            };
        });
    }

    return {files};
})();
