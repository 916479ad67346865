'use strict';
/*
 * Two sources side by side: equal lines, as in a diff, and similar lines among the others.
 */
const Align = (() => {
    const ALIKE = 0.4;           // the least likeness of lines that stand beside each other
    const CELLS_MOST = 4000000;  // of a table; sources that would need more are cut off from there

    /*
     * Aligns two lists of lines: [{left, right, changed}], indices or -1. Equal lines are side by
     * side; between these, similar lines are.
     */
    function lines(left, right) {
        const rows = [];
        let i = 0, k = 0;
        for (const [nextLeft, nextRight] of [...pairsOfSame(left, right), null].map(
                 pair => pair ?? [left.length, right.length])) {
            rows.push(...changes(left, right, [i, nextLeft], [k, nextRight]));
            if (nextLeft < left.length && nextRight < right.length)
                rows.push({left: nextLeft, right: nextRight, changed: false});
            [i, k] = [nextLeft + 1, nextRight + 1];
        }
        return rows;
    }

    /*
     * The longest common subsequence: [left, right] of each pair, ascending. Spaces at the ends of
     * lines are ignored. Lines are compared by numbers, which is faster.
     */
    function pairsOfSame(left, right) {
        const numbers = new Map();
        const numberOf = line => {
            const text = line.trim();
            return numbers.get(text) ?? numbers.set(text, numbers.size).get(text);
        };
        const [lefts, rights] = [left.map(numberOf), right.map(numberOf)];
        return best(left.length, right.length, (i, k) => lefts[i] === rights[k] ? 1 : 0);
    }

    /* Lines that differ: similar ones side by side, the others alone. */
    function changes(left, right, [i, leftEnd], [k, rightEnd]) {
        const score = (a, b) => {
            const found = likeness(left[i + a], right[k + b]);
            return found < ALIKE ? 0 : found;
        };
        const rows = [], from = [i, k];
        for (const [a, b] of best(leftEnd - i, rightEnd - k, score)) {
            rows.push(...alone(from[0], i + a, from[1], k + b));
            rows.push({left: i + a, right: k + b, changed: true});
            [from[0], from[1]] = [i + a + 1, k + b + 1];
        }
        return [...rows, ...alone(from[0], leftEnd, from[1], rightEnd)];
    }

    function alone(left, leftEnd, right, rightEnd) {
        const rows = [];
        for (; left < leftEnd; left++)
            rows.push({left, right: -1, changed: true});
        for (; right < rightEnd; right++)
            rows.push({left: -1, right, changed: true});
        return rows;
    }

    /* The similarity of two lines: their common part of words and signs, 0 to 1. */
    function likeness(a, b) {
        const [words, others] = [a, b].map(line => line.match(/\w+|[^\s\w]/g) ?? []);
        const left = new Map();
        for (const word of words)
            left.set(word, (left.get(word) ?? 0) + 1);
        let common = 0;
        for (const word of others) {
            const count = left.get(word) ?? 0;
            common += count > 0;
            left.set(word, count - 1);
        }
        const all = words.length + others.length;
        return all ? 2 * common / all : 0;
    }

    /*
     * The pairs of 0…count and 0…others, both ascending, with the highest sum of scores. Without
     * pairs of score 0.
     */
    function best(count, others, score) {
        if (count * others > CELLS_MOST)
            others = Math.floor(CELLS_MOST / count);
        const width = others + 1, sums = new Float64Array((count + 1) * width);
        const scores = new Float64Array(count * others);
        for (let i = count - 1; i >= 0; i--)
            for (let k = others - 1; k >= 0; k--) {
                const here = scores[i * others + k] = score(i, k);
                sums[i * width + k] = Math.max(
                    sums[(i + 1) * width + k], sums[i * width + k + 1],
                    here ? sums[(i + 1) * width + k + 1] + here : 0);
            }
        const pairs = [];
        for (let i = 0, k = 0; i < count && k < others;) {
            const sum = sums[i * width + k], here = scores[i * others + k];
            if (here && sum === sums[(i + 1) * width + k + 1] + here)
                pairs.push([i++, k++]);
            else if (sum === sums[(i + 1) * width + k])
                i++;
            else
                k++;
        }
        return pairs;
    }

    return {lines};
})();
