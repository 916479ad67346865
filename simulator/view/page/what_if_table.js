'use strict';
/*
 * The kernel's time without each of its costs, and without the instructions of a line.
 */
const WhatIfTable = (() => {
    const {html} = Elements;

    function of (run, runIndex, launch) {
        const costs = AnswerRules.gains(launch), lines = AnswerRules.gainsOfLines(launch);
        if (!costs.length)
            return html('p', {class: 'soft'}, Texts.say('noWhatIf'));
        return [
            html('p', {class: 'soft'}, Texts.say('whatIfSays')),
            html(
                'table', {class: 'what-if'},
                costs.map(one => row(Texts.say(`without_${one.cost}`), one)),
                lines.map(one => row(line(run, runIndex, one.position), one)))
        ];
    }

    function row(name, {ns, change}) {
        const percent = `${change > 0 ? '+' : '−'}${Math.abs(100 * change).toFixed(1)} %`;
        return html(
            'tr', {class: change <= 0 ? null : 'soft'}, html('th', {scope: 'row'}, name),
            html('td', {class: 'number'}, TimeAxis.timeText(ns, 1000)),
            html('td', {class: 'number'}, Math.abs(change) < .0005 ? '0 %' : percent),
            html('td', {}, html('span', {
                     class: 'gain',
                     style: `--share: ${Math.max(0, -change).toFixed(3)}`,
                     'aria-hidden': true
                 })));
    }

    function line(run, runIndex, position) {
        const place = Data.place(run, position);
        return [
            Texts.say('whatIfLine'), ' ',
            html(
                'button',
                {type: 'button', class: 'place', onclick: () => State.chooseLine(runIndex, place)},
                Data.placeName(run, position))
        ];
    }

    return {of};
})();
