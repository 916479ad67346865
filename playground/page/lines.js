'use strict';
/* Counters beside the lines of an editor, and lines under what is wrong there. */
const Lines = (() => {
    const COLUMNS = ['time', 'sectors', 'wavefronts', 'idle'];
    const SMALL = .001; // of the time: not worth a number

    function short(number) {
        return number < 10000 ? String(number) :
            number < 1e7      ? `${(number / 1e3).toFixed(number < 1e5 ? 1 : 0)}k` :
                                `${(number / 1e6).toFixed(0)}M`;
    }

    function textOf(column, measured) {
        const value = measured[column];
        if (column === 'time')
            return value >= SMALL ? Measures.percent(value) : '';
        if (column === 'idle')
            return measured.requests > 0 && value >= SMALL ? `${Math.round(100 * value)}%` : '';
        return value > 0 ? short(value) : '';
    }

    function cell(column, measured) {
        const text = textOf(column, measured);
        if (!text)
            return null;
        const element = Elements.make('div', {className: `count ${column}`}, text);
        element.title = `${Texts.get(`colSays_${column}`)}: ${
            column === 'sectors' || column === 'wavefronts' ? measured[column] : text}`;
        if (column === 'time')
            element.style.setProperty('--share', Math.sqrt(measured.time).toFixed(3));
        return element;
    }

    /* Only columns that say something take room. */
    function setColumns(editor, columns) {
        const gutters = [...columns, 'CodeMirror-linenumbers'];
        if (String(editor.getOption('gutters')) !== String(gutters))
            editor.setOption('gutters', gutters);
    }

    /* The columns in which a run has something to say; where there is little room, the first. */
    function columnsOf(run) {
        const said = COLUMNS.filter(column =>
            [...run.lines.values()].some(measured => textOf(column, measured) !== ''));
        return isNarrow() ? said.slice(0, 1) : said;
    }

    function isNarrow() {
        return innerWidth < (Elements.byId('pair').classList.contains('two') ? 1500 : 700);
    }

    function clear(editor) {
        COLUMNS.forEach(column => editor.clearGutter(column));
        editor.getAllMarks().filter(mark => mark.isFinding).forEach(mark => mark.clear());
        editor.eachLine(line => {
            ['error', 'warning', 'note'].forEach(level =>
                editor.removeLineClass(line, 'background', `line-${level}`));
        });
    }

    function underline(editor, finding) {
        for (const line of finding.lines.filter(line => line <= editor.lineCount())) {
            const text = editor.getLine(line - 1);
            const from = text.length - text.trimStart().length;
            const mark = editor.markText(
                {line: line - 1, ch: from}, {line: line - 1, ch: Math.max(text.length, from + 1)},
                {className: `found found-${finding.level}`,
                 attributes: {title: `${finding.kind}: ${finding.text}`}});
            mark.isFinding = true;
            editor.addLineClass(line - 1, 'background', `line-${finding.level}`);
        }
    }

    /* Shows what a run says of the text that the editor has. */
    function show(editor, run) {
        editor.operation(() => {
            clear(editor);
            const columns = run ? columnsOf(run) : [];
            setColumns(editor, columns);
            if (!run)
                return;
            for (const [line, measured] of run.lines)
                if (line <= editor.lineCount())
                    columns.forEach(column =>
                        editor.setGutterMarker(line - 1, column, cell(column, measured)));
            run.findings.forEach(finding => underline(editor, finding));
        });
    }

    return {show, clear, columnsOf};
})();
