'use strict';
/*
 * The selection in a run: {launch, block, warp, column, file, line}. launch: an index into
 * run.shown; block: into its recorded blocks; column: of the replay. Each function takes a
 * selection and returns a consistent new one, so that all views agree.
 */
const Select = (() => {
    function launchOf(run, chosen) {
        return run.shown[chosen.launch];
    }

    /* The chosen recorded block, or undefined if there is none. */
    function blockOf(run, chosen) {
        const launch = launchOf(run, chosen);
        return launch?.blocks[chosen.block] ? Data.block(launch, chosen.block) : undefined;
    }

    /* The chosen warp's step in the chosen column, or undefined. */
    function stepOf(run, chosen) {
        const block = blockOf(run, chosen);
        if (!block)
            return undefined;
        const {stepAt} = ReplayRules.columns(block);
        return block.warps[chosen.warp]?.[stepAt[chosen.warp][chosen.column]];
    }

    /*
     * The initial selection: the first finding, else the hottest line, else the first request of
     * the first block.
     */
    function start(run, launch = 0) {
        const none = {launch, block: 0, warp: 0, column: 0, file: -1, line: 0};
        const {findings = [], blocks = []} = run.shown[launch] ?? {};
        const found = findings.flatMap(({accesses}) => accesses).find(access => access.step);
        if (found) {
            const [marked, warp, index] = found.step;
            return step(run, {...none, block: marked}, {warp, index});
        }
        const marked = blocks.findIndex(({why}) => why.includes('findings'));
        const chosen = block(run, none, Math.max(0, marked));
        const [position] = findings[0]?.positions ?? [];
        if (position)
            return line(run, chosen, Data.place(run, position));
        const hottest = run.shown[launch] && AnswerRules.hottest(run.shown[launch]);
        return hottest ? line(run, chosen, hottest.place) : chosen;
    }

    function block(run, chosen, index) {
        const next = {...chosen, block: index, warp: 0, column: 0};
        const steps = blockOf(run, next)?.warps[0];
        const first = steps?.find(Data.isRequest) ?? steps?.[0];
        return first ? step(run, next, first) : next;
    }

    /* A step of the chosen block: its warp, column and line. */
    function step(run, chosen, {warp, index}) {
        const columns = ReplayRules.columns(blockOf(run, chosen));
        return withLine(run, {...chosen, warp, column: columns.columnOf[warp][index]});
    }

    /* The line of the chosen warp's step, if there is one, else the line as it was. */
    function withLine(run, chosen) {
        const here = stepOf(run, chosen);
        if (!here)
            return chosen;
        const {file, line} = Data.place(run, here.position);
        return line ? {...chosen, file, line} : chosen;
    }

    function column(run, chosen, wanted) {
        const current = blockOf(run, chosen);
        if (!current)
            return chosen;
        const {count} = ReplayRules.columns(current);
        return withLine(run, {...chosen, column: Math.max(0, Math.min(count - 1, wanted))});
    }

    function warp(run, chosen, wanted) {
        const count = blockOf(run, chosen)?.warps.length ?? 1;
        return withLine(run, {...chosen, warp: Math.max(0, Math.min(count - 1, wanted))});
    }

    /*
     * The chosen warp's step before or after the column. If there is none, the selection does not
     * change.
     */
    function neighbour(run, chosen, direction) {
        const current = blockOf(run, chosen);
        if (!current)
            return chosen;
        const {stepAt, count} = ReplayRules.columns(current);
        for (let next = chosen.column + direction; next >= 0 && next < count; next += direction)
            if (stepAt[chosen.warp][next] >= 0)
                return withLine(run, {...chosen, column: next});
        return chosen;
    }

    /* Requests, exchanges and barriers tell more about a line than the begin of a basic block. */
    function weight(candidate) {
        return candidate.what === 'b' ? 0 : candidate.what === 'd' ? 1 : 2;
    }

    /* The steps of a warp at a line, without those that tell less. */
    function stepsAtLine(run, steps, place) {
        const there =
            steps.filter(({position}) => Data.samePlace(Data.place(run, position), place));
        const most = Math.max(...there.map(weight));
        return there.filter(candidate => weight(candidate) === most);
    }

    /*
     * Selects a line: the chosen warp's next step there, or its first; if it has none, the first
     * step of another warp.
     */
    function line(run, chosen, place) {
        const next = {...chosen, ...place}, current = blockOf(run, chosen);
        if (!current)
            return next;
        const order = [current.warps[chosen.warp], ...current.warps];
        for (const steps of order) {
            const there = stepsAtLine(run, steps, place);
            if (!there.length)
                continue;
            const {columnOf} = ReplayRules.columns(current);
            const later =
                there.find(({warp: owner, index}) => columnOf[owner][index] >= chosen.column);
            return {...step(run, next, later ?? there[0]), ...place};
        }
        return next;
    }

    /* The number of the chosen step among its warp's steps of the same kind at the line, from 0. */
    function occurrence(run, chosen) {
        const here = stepOf(run, chosen);
        if (!here)
            return null;
        const place = Data.place(run, here.position);
        const alike = blockOf(run, chosen)
                          .warps[here.warp]
                          .filter(
                              other => other.what === here.what &&
                                  Data.samePlace(Data.place(run, other.position), place));
        return {what: here.what, warp: here.warp, number: alike.indexOf(here)};
    }

    /*
     * The selection in one run that corresponds to the other run's: the same warp's step of the
     * same kind and number at the corresponding line; the line alone if there is no such step.
     */
    function follow(run, chosen, place, like) {
        const current = blockOf(run, chosen);
        const owner = current && Math.min(like?.warp ?? 0, current.warps.length - 1);
        const alike = current && like ?
            current.warps[owner].filter(
                other => other.what === like.what &&
                    Data.samePlace(Data.place(run, other.position), place)) :
            [];
        const same = alike[Math.min(like?.number ?? 0, alike.length - 1)];
        return same ? {...step(run, chosen, same), ...place} : line(run, chosen, place);
    }

    return {
        launchOf,
        blockOf,
        stepOf,
        start,
        block,
        step,
        column,
        warp,
        neighbour,
        line,
        occurrence,
        follow
    };
})();
