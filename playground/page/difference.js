'use strict';
/* Which lines of two texts differ. */
const Difference = (() => {
    const MOST = 4e6; // pairs of lines to compare: else all between the same ends differ

    /* For each line of a, whether it is in the longest common part; the same for b. */
    function common(a, b) {
        const width = b.length + 1;
        const longest = new Uint32Array((a.length + 1) * width);
        for (let i = a.length - 1; i >= 0; i--)
            for (let k = b.length - 1; k >= 0; k--)
                longest[i * width + k] = a[i] === b[k] ?
                    longest[(i + 1) * width + k + 1] + 1 :
                    Math.max(longest[(i + 1) * width + k], longest[i * width + k + 1]);
        const kept = [new Set(), new Set()];
        for (let i = 0, k = 0; i < a.length && k < b.length;) {
            if (a[i] === b[k]) {
                kept[0].add(i++);
                kept[1].add(k++);
            } else if (longest[(i + 1) * width + k] >= longest[i * width + k + 1]) {
                i++;
            } else {
                k++;
            }
        }
        return kept;
    }

    /* The numbers, from 0, of the lines that only a has, and of those that only b has. */
    function lines(a, b) {
        let before = 0, after = 0;
        const most = Math.min(a.length, b.length);
        while (before < most && a[before] === b[before])
            before++;
        while (after < most - before && a[a.length - 1 - after] === b[b.length - 1 - after])
            after++;
        const parts = [a, b].map(text => text.slice(before, text.length - after));
        const kept = parts[0].length * parts[1].length <= MOST ? common(...parts) :
                                                                 [new Set(), new Set()];
        return parts.map((part, which) => part.map((_, i) => i)
            .filter(i => !kept[which].has(i)).map(i => i + before));
    }

    return {lines};
})();
