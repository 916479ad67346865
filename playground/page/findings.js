'use strict';
/*
 * What is wrong, and where: findings of the simulator, out of the run's data or, where it has left
 * none, out of what it printed; and the compiler's messages. Each is
 * {kind, level: 'error' | 'note' | 'warning', lines, text, advice, count}.
 */
const Findings = (() => {
    function ofLaunch(view, findings, source) {
        return findings.map(finding => ({
            kind: finding.kind,
            level: finding.level,
            text: finding.text,
            advice: finding.advice,
            count: finding.count,
            lines: [...new Set(finding.positions
                .map(position => Measures.lineAt(view, position, source))
                .filter(line => line > 0))],
        }));
    }

    /* Of all launches; the same of several launches is told once. */
    function ofView(view, source) {
        const all = [...view.host_findings, ...view.shown.flatMap(launch => launch.findings)];
        const seen = new Set();
        return ofLaunch(view, all, source).filter(finding => {
            const key = `${finding.kind} ${finding.lines} ${finding.advice}`;
            return !seen.has(key) && seen.add(key);
        });
    }

    function linesIn(text, source) {
        return [...text.matchAll(/([^\s:]+):(\d+)/g)]
            .filter(([, name]) => Measures.isSource(name, source))
            .map(([, , line]) => +line);
    }

    /* "simulator: note: KIND: FILE:LINE and FILE:LINE in KERNEL", then lines that are indented. */
    function ofPrinted(log, source) {
        const printed = [];
        for (const line of log.split('\n')) {
            const begin = /^simulator: (note: )?([^:]+): (\S+:\d+.*)$/.exec(line);
            if (begin)
                printed.push({level: begin[1] ? 'note' : 'error', kind: begin[2], count: 1,
                              lines: [...new Set(linesIn(begin[3], source))], said: []});
            else if (line.startsWith('  ') && printed.length > 0 && !printed.at(-1).isOver)
                printed.at(-1).said.push(line.trim());
            else if (printed.length > 0)
                printed.at(-1).isOver = true;
        }
        return printed.map(({said, isOver, ...finding}) =>
            ({...finding, text: said.at(-2) ?? '', advice: said.at(-1) ?? ''}));
    }

    /* "FILE:LINE:COLUMN: error: TEXT" */
    function ofCompiler(log, source) {
        return [...log.matchAll(/^([^\s:]+):(\d+):(?:\d+:)? (?:fatal )?(error|warning): (.*)$/gm)]
            .map(([, name, line, level, text]) => ({
                kind: level,
                level,
                lines: Measures.isSource(name, source) ? [+line] : [],
                text,
                advice: '',
                count: 1,
            }));
    }

    function of(run) {
        if (run.end.stage === 'compile')
            return ofCompiler(run.end.log, run.source);
        return run.data ? ofView(run.data, run.source) : ofPrinted(run.end.log, run.source);
    }

    return {of};
})();
