'use strict';
/* The first sentence about a run: right or not, how long, and against the run before. */
const Answer = (() => {
    const ALIKE = .01; // share of a time: less is the model's own scatter

    const errorsOf = run => run.findings.filter(({level}) => level === 'error').length;

    /* What is printed for each sum, behind all else: ": right" or ": WRONG in 1 of 1 runs". */
    function isSaidRight(run) {
        const said = run.end.log.split('\n').filter(line => line.startsWith('GPU: '));
        return said.length > 0 && said.every(line => line.endsWith(': right'));
    }

    const isRight = run => run.end.stage === 'run' && run.end.ending === 'ended' && run.end.status === 0;

    /* [text, 'good' | 'bad'] */
    function verdict(run) {
        const {end} = run, errors = errorsOf(run);
        const bad = (key, values) => [Texts.get(key, values), 'bad'];
        if (end.stage === 'compile')
            return end.ending === 'ended' || end.ending === 'crashed' ? bad('noCompile') :
                bad('compileLimit', end);
        if (end.ending === 'time')
            return bad('overTime', end);
        if (end.ending === 'real_time')
            return bad('overRealTime');
        if (end.ending === 'crashed')
            return end.forbidden ? bad('forbidden') : bad('crashed', end);
        if (end.ending !== 'ended')
            return bad('notStarted', {reason: end.ending});
        if (isRight(run))
            return [Texts.get('right'), 'good'];
        if (end.status === 2)
            return bad('badUsage');
        if (errors > 0)
            return bad(isSaidRight(run) ? 'rightButFindings' : 'wrongAndFindings', {count: errors});
        return end.status === 1 ? bad('wrong') : bad('failed', end);
    }

    const timeText = time => Texts.get('time', {time: time.toFixed(2)});

    function against(run, before) {
        if (!before || before.time === null || run.time === null || !isRight(run) || !isRight(before))
            return null;
        if (['n', 'block', 'device'].some(key => run.setting[key] !== before.setting[key]))
            return Texts.get('otherSetting');
        const ratio = before.time / run.time;
        return Math.abs(ratio - 1) < ALIKE ? Texts.get('sameTime') :
            ratio > 1 ? Texts.get('faster', {times: ratio.toFixed(2)}) :
                        Texts.get('slower', {times: (1 / ratio).toFixed(2)});
    }

    function show(run, before) {
        const [text, quality] = verdict(run);
        const parts = [Elements.make('strong', {className: quality}, text)];
        if (run.time !== null)
            parts.push(' ', Elements.make('span', {className: 'time'}, timeText(run.time)));
        const compared = against(run, before);
        if (compared)
            parts.push(' · ', compared);
        const first = run.findings.find(({level, lines}) => level === 'error' && lines.length > 0);
        if (first)
            parts.push(' · ', run.end.stage === 'compile' ? '' :
                `${FindingTexts.kind(first.kind).text}${Texts.isChinese() ? '，' : ', '}`, Results.linkTo(first.lines));
        Elements.byId('answer').replaceChildren(...parts);
    }

    function say(key, values, quality = '') {
        Elements.byId('answer').replaceChildren(
            Elements.make('span', {className: quality}, Texts.get(key, values)));
    }

    /* For the list of versions: "right, 13.28 µs". */
    function inShort(run) {
        const [text] = verdict(run);
        return [text.replace(/[.。]$/, ''), run.time === null ? '' : timeText(run.time)]
            .filter(part => part).join(Texts.isChinese() ? '，' : ', ');
    }

    return {show, say, inShort};
})();
