'use strict';
/* Beside the editor: findings, what if, and the counters, also of the version beside it. */
const Results = (() => {
    const WORTH = -2, SHOWN = 4; // percent of the time that a cost is worth; of each kind
    const {make} = Elements;
    let run = null;

    function linkTo(lines) {
        if (lines.length === 0)
            return make('span', {className: 'soft'}, Texts.get('elsewhere'));
        const text = lines.length === 1 ? Texts.get('line', {line: lines[0]}) :
                                          Texts.get('lines', {line: lines[0], other: lines[1]});
        return make('button', {type: 'button', className: 'link', onclick: () => Editors.goTo(lines[0])}, text);
    }

    /* A sentence in the page's language, or in English where it has no other. */
    function said(name, {text, lang}, className = '') {
        return make(name, {lang, className}, text);
    }

    function findingItem(finding) {
        return make('li', {className: `finding ${finding.level}`},
                    make('p', {}, said('strong', FindingTexts.kind(finding.kind)), ' ', linkTo(finding.lines),
                         finding.count > 1 ? ` · ${Texts.get('times', finding)}` : ''),
                    said('p', FindingTexts.message(finding.text)),
                    finding.advice ? said('p', FindingTexts.advice(finding.advice), 'advice') : null);
    }

    function findings() {
        const list = run.findings;
        const isCompile = run.end.stage === 'compile';
        if (list.length === 0)
            return run.data && !isCompile ? [make('p', {className: 'soft'}, Texts.get('noFindings'))] : [];
        return [make('h2', {}, Texts.get(isCompile ? 'messages' : 'findings')),
                make('ul', {className: 'findings'}, ...list.map(findingItem))];
    }

    function experiment({key, line, change}) {
        const name = line ? make('button', {type: 'button', className: 'link', onclick: () => Editors.goTo(line)},
                                 Texts.get('if_line', {line})) : Texts.get(key);
        const bar = make('span', {className: 'bar-of'});
        bar.style.setProperty('--gain', Math.min(1, -change / 100).toFixed(3));
        return make('tr', {}, make('th', {scope: 'row'}, name), make('td', {className: 'number'}, `${change.toFixed(1)} %`),
                    make('td', {className: 'bars', ariaHidden: 'true'}, bar));
    }

    function whatIf() {
        if (run.whatIf.length === 0)
            return [];
        const worth = run.whatIf.filter(({change}) => change <= WORTH)
            .sort((a, b) => a.change - b.change);
        const shown = [worth.filter(({line}) => !line), worth.filter(({line}) => line)]
            .flatMap(kind => kind.slice(0, SHOWN));
        return [make('h2', {}, Texts.get('whatIf')),
                make('p', {className: 'soft'}, Texts.get('whatIfSays')),
                shown.length > 0 ? make('table', {className: 'what-if'}, make('tbody', {}, ...shown.map(experiment))) :
                                   make('p', {}, Texts.get('gainsNothing'))];
    }

    /* The counters of all launches that are shown; with another run beside, of the main one each. */
    function counters() {
        const beside = Versions.runBeside();
        const columns = [run, ...(beside && beside !== run ? [beside] : [])]
            .filter(({data}) => data?.shown.length > 0);
        if (columns.length === 0)
            return [];
        const totals = columns.map(({data}) => Measures.totals(Measures.main(data)));
        const head = columns.length > 1 ? make('thead', {}, make('tr', {}, make('td'),
            ...['thisVersion', 'otherVersion'].map(key => make('th', {scope: 'col', className: 'number'}, Texts.get(key))))) : null;
        const rows = totals[0].map(([key], i) => make('tr', {}, make('th', {scope: 'row'}, Texts.get(key)),
            ...totals.map(list => make('td', {className: 'number'}, list[i][1]))));
        const launch = Measures.main(columns[0].data);
        return [make('h2', {}, Texts.get('totals')),
                make('p', {className: 'soft'}, `${launch.kernel}<<<${launch.grid[0]}, ${launch.block[0]}>>>`),
                make('table', {className: 'counters'}, head, make('tbody', {}, ...rows))];
    }

    function show() {
        const parts = run ? [...findings(), ...whatIf(), ...counters()] : [];
        Elements.byId('results').replaceChildren(...parts);
        Elements.byId('columns-help').textContent = !run ? '' :
            Texts.get(run.text === Editors.text() ? 'columns' : 'stale',
                      {columns: Lines.columnsOf(run).map(column => Texts.get(`colSays_${column}`))
                           .join(Texts.isChinese() ? '、' : ' · ')});
        Elements.byId('columns-help').hidden = !run || run.lines.size === 0;
        const log = run?.end.log ?? '';
        Elements.byId('output').hidden = !log;
        Elements.byId('output').open ||= Boolean(run) && run.end.stage === 'compile' && run.findings.length === 0;
        Elements.byId('log').textContent = log + (run?.end.cut ? `\n${Texts.get('cut')}` : '');
    }

    function tell(finished) {
        run = finished;
        show();
    }

    return {show, tell, linkTo, run: () => run};
})();
