'use strict';
/*
 * The answer, above the views: what is slow, why, and what the time would be without it; before
 * that, what is wrong; of two runs, first of all how they differ.
 */
const Answer = (() => {
    const {html, replace} = Elements;

    function draw(element, runs) {
        const {chosen} = State.get();
        const launches = runs.map((run, i) => Select.launchOf(run, chosen[i]));
        replace(
            element, runs.map((run, i) => wrong(run, i, runs)),
            runs.length === 2 && launches.every(Boolean) ? difference(runs, launches) : null,
            launches.map((launch, i) => launch ? slow(runs, i, launch) : null));
    }

    function timeText(ns) {
        return TimeAxis.timeText(ns, 1000);
    }

    function nameOf(runs, i) {
        return runs.length > 1 ? html('b', {}, `${'AB'[i]} ${runs[i].program}: `) : null;
    }

    /* Findings that are errors: as long as they are there, the rest says little. */
    function wrong(run, i, runs) {
        const errors = [
            ...run.host_findings, ...run.shown.flatMap(({findings}) => findings)
        ].filter(({level}) => level === 'error');
        if (!errors.length)
            return null;
        const [first] = errors, {text, lang} = FindingTexts.kind(first.kind);
        return html(
            'p', {class: 'wrong'}, nameOf(runs, i), Texts.fill('answerWrong', {
                count: errors.length,
                kind: html('b', {lang}, text),
                place: placeButton(run, i, Data.place(run, first.positions[0]), runs)
            }),
            ' ',
            html(
                'button', {type: 'button', onclick: () => State.set({view: 'findings', active: i})},
                Texts.say('answerToFindings')));
    }

    /* A button that names a line and chooses it; only the text where no line is known. */
    function placeButton(run, i, {file, line}) {
        if (file < 0 || !line)
            return '?';
        const isMain = file === Compare.mainFile(run);
        const text = isMain ? Texts.say('lineNumber', {line}) :
                              `${run.files[file].name.replace(/.*\//, '')}:${line}`;
        return html(
            'button',
            {type: 'button', class: 'place', onclick: () => State.chooseLine(i, {file, line})},
            text);
    }

    function slow(runs, i, launch) {
        const answer = launch.time ? AnswerRules.of(launch) : {};
        if (!answer.hottest)
            return null;
        return html(
            'p', {class: 'slow'}, nameOf(runs, i), reason(runs[i], i, launch, answer), ' ',
            runs.length > 1 ? null : share(runs[i], i, answer), ' ', Heading.modelledMark(), ' ',
            runs.length > 1 ? null :
                              [
                                  answer.line ? next(runs[i], i, launch, answer) : null, ' ',
                                  answer.line ? null : othersWords(answer.others), ' ',
                                  launchWords(launch.time), ' '
                              ],
            toTime(i));
    }

    /* 1 if the line that is worth most is not the one where the warps' time goes by. */
    function isElsewhere({hottest, line}) {
        return line && !Data.samePlace(line.place, hottest.place);
    }

    function lineAndCode(run, i, place) {
        return {line: placeButton(run, i, place), code: html('code', {}, statement(run, place))};
    }

    /* What is worth most; of the line where the warps' time goes by, if that is not elsewhere. */
    function reason(run, i, launch, answer) {
        const {line} = answer;
        if (isElsewhere(answer))
            return Texts.fill(
                line.cost ? 'answerLineBy' : 'answerLine',
                {...ofLine(run, i, launch, line), ...lineAndCode(run, i, line.place)});
        return [
            Texts.fill('answerHottest', hottestWords(run, i, answer)),
            answer.best ? why(run, i, launch, answer) : Texts.say('answerEnd')
        ];
    }

    function hottestWords(run, i, {hottest}) {
        return {...lineAndCode(run, i, hottest.place), share: (100 * hottest.value).toFixed(1)};
    }

    /* Where the warps' time goes by, if that was not said. */
    function share(run, i, answer) {
        return isElsewhere(answer) ? Texts.fill('answerShare', hottestWords(run, i, answer)) : null;
    }

    /* What a line is worth, and by which cost: the texts and times. */
    function ofLine(run, i, launch, line) {
        const name = line.cost ?? {cost: 'instructions', ns: line.ns};
        return {
            ...ofCost(run, i, launch, {best: name, place: null}),
            whole: html('b', {}, timeText(line.ns))
        };
    }

    /* A line without its comment. */
    function statement(run, place) {
        return Data.lineText(run, place).trim().replace(/\s*\/[/*].*$/, '');
    }

    /* The texts and times of a cost that is left out. */
    function ofCost(run, i, launch, {best, place}) {
        return {
            cost: html('b', {}, Texts.say(`cost_${best.cost}`)),
            without: Texts.say(`without_${best.cost}`),
            less: html('b', {}, timeText(best.ns)),
            time: timeText(launch.time.kernel_ns),
            place: place ? placeButton(run, i, place) : null,
            percent: (100 * AnswerRules.ofPeak(launch)).toFixed(0)
        };
    }

    function why(run, i, launch, {hottest, line, best, place}) {
        if (line)
            return Texts.fill(
                line.cost ? 'answerReasonOfLine' : 'answerReason', ofLine(run, i, launch, line));
        const values = ofCost(run, i, launch, {best, place});
        if (!AnswerRules.stands(best))
            return Texts.fill('answerNothing', values);
        if (best.cost === 'bandwidth')
            return Texts.fill('answerBandwidth', values);
        if (!place)
            return Texts.fill('answerCost', values);
        return Texts.fill(
            Data.samePlace(place, hottest.place) ? 'answerReason' : 'answerCostAt', values);
    }

    /* Costs that gain as much as the one that is named. */
    function othersWords(others) {
        return others.length ? Texts.say('answerOthers', {
            names: others.map(({cost}) => Texts.say(`cost_${cost}`)).join(Texts.say('comma'))
        }) :
                               null;
    }

    /* After a line that is worth more: the largest cost of all lines. */
    function next(run, i, launch, {line, best, place}) {
        if (line.cost?.cost === 'bandwidth')
            return Texts.fill('answerPeak', ofCost(run, i, launch, {best: line.cost, place: null}));
        if (!AnswerRules.stands(best) || best.cost === line.cost?.cost)
            return null;
        const values = ofCost(run, i, launch, {best, place});
        if (best.cost === 'bandwidth')
            return Texts.fill('answerNextBandwidth', values);
        return Texts.fill(place ? 'answerNextAt' : 'answerNext', values);
    }

    function launchWords({kernel_ns: kernel, launch_ns: launch}) {
        return launch > kernel ? Texts.say('answerLaunch', {launch: timeText(launch)}) : null;
    }

    function toTime(i) {
        return html(
            'button', {type: 'button', onclick: () => State.set({view: 'time', active: i})},
            Texts.say('answerToTime'));
    }

    function difference(runs, [a, b]) {
        const {told, same} = DifferenceRules.of(a, b);
        const names = {a: `A ${runs[0].program}`, b: `B ${runs[1].program}`};
        return html(
            'div', {class: 'difference'},
            a.time && b.time ? html(
                                   'p', {}, times(names, a.time.kernel_ns, b.time.kernel_ns), ' ',
                                   Heading.modelledMark()) :
                               null,
            html(
                'ul', {}, told.map(one => html('li', {}, Texts.fill('diffNumber', {
                                       what: html('b', {}, Texts.say(`diff_${one.name}`)),
                                       a: Heat.grouped(one.a),
                                       b: Heat.grouped(one.b),
                                   }))),
                same.length ? html('li', {class: 'soft'}, Texts.say('diffSame', {
                    names: same.map(name => Texts.say(`diff_${name}`)).join(Texts.say('comma'))
                })) :
                              null));
    }

    function times(names, a, b) {
        const values = {...names, timeA: timeText(a), timeB: timeText(b)};
        if (Math.abs(a - b) < .02 * Math.max(a, b))
            return Texts.say('diffAlike', values);
        const factor = Number((Math.max(a, b) / Math.min(a, b)).toPrecision(3));
        return Texts.say(b < a ? 'diffFaster' : 'diffSlower', {...values, factor});
    }

    return {draw};
})();
