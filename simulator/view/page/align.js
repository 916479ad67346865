'use strict';
/*
 * Two sources beside each other: which lines are the same, as a diff finds them.
 */
const Align = (() => {
    /* Spaces at the ends make no difference. */
    function same(a, b) {
        return a.trim() === b.trim();
    }

    /*
     * Aligns two lists of lines: [{left, right}], indices or -1. Lines that are the same stand
     * beside each other; so do those between them, one by one, as changed lines.
     */
    function lines(left, right) {
        const length = commonLengths(left, right);
        const rows = [];
        let i = 0, k = 0, changedLeft = [], changedRight = [];
        const flush = () => {
            const count = Math.max(changedLeft.length, changedRight.length);
            for (let row = 0; row < count; row++)
                rows.push(
                    {left: changedLeft[row] ?? -1, right: changedRight[row] ?? -1, changed: true});
            changedLeft = [];
            changedRight = [];
        };
        while (i < left.length || k < right.length) {
            if (i < left.length && k < right.length && same(left[i], right[k])) {
                flush();
                rows.push({left: i++, right: k++, changed: false});
            } else if (
                k === right.length || (i < left.length && length[i + 1][k] >= length[i][k + 1])) {
                changedLeft.push(i++);
            } else {
                changedRight.push(k++);
            }
        }
        flush();
        return rows;
    }

    /* length[i][k]: of the longest common subsequence of left from i and right from k. */
    function commonLengths(left, right) {
        const length =
            Array.from({length: left.length + 1}, () => new Uint16Array(right.length + 1));
        for (let i = left.length - 1; i >= 0; i--)
            for (let k = right.length - 1; k >= 0; k--)
                length[i][k] = same(left[i], right[k]) ?
                    length[i + 1][k + 1] + 1 :
                    Math.max(length[i + 1][k], length[i][k + 1]);
        return length;
    }

    return {lines};
})();
