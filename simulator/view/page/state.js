'use strict';
/*
 * The state of the page, and its listeners. Views change the state only by the functions here,
 * which then call all listeners.
 */
const State = (() => {
    const VIEWS = ['source', 'replay', 'access', 'time', 'findings'];
    const HEATS = ['time', 'sectors', 'wavefronts', 'idle', 'diverged', 'barriers'];
    let runs = [], partners = null;
    let now = {
        view: 'source',
        heat: 'time',
        active: 0,
        wavefront: -1,
        window: null,
        compact: null,
        lane: 0,
        chosen: []
    };
    const listeners = [];

    /*
     * aligned: rows of two sources, from Compare.files; null with one run. A run with an error
     * begins with the findings.
     */
    function begin(allRuns, aligned) {
        runs = allRuns;
        partners = aligned;
        const found = runs.flatMap(
            ({shown,
              host_findings: host}) => [...host, ...shown.flatMap(({findings}) => findings)]);
        const wrong = found.some(({level}) => level === 'error');
        now = {
            ...now,
            view: wrong ? 'findings' : 'source',
            chosen: runs.map(run => Select.start(run))
        };
    }

    function get() {
        return now;
    }

    /* The listener is called after each change. */
    function listen(listener) {
        listeners.push(listener);
    }

    function set(changes) {
        now = {...now, ...changes};
        listeners.forEach(listener => listener());
    }

    /* Sets the selection of one run. The other run follows if it has a corresponding line. */
    function choose(runIndex, choice) {
        const chosen = [...now.chosen];
        chosen[runIndex] = choice;
        const other = 1 - runIndex;
        if (partners && runs.length === 2) {
            const place = partnerOf(runIndex, choice);
            if (place)
                chosen[other] = Select.follow(
                    runs[other], chosen[other], place, Select.occurrence(runs[runIndex], choice));
        }
        set({chosen, active: runIndex, wavefront: -1});
    }

    function partnerOf(runIndex, {file, line}) {
        const [own, others] = runIndex ? ['right', 'left'] : ['left', 'right'];
        const row = partners.find(
            candidate => candidate[own]?.file === file && candidate[own].line === line);
        return row?.[others] ?? null;
    }

    function chooseLine(runIndex, place) {
        choose(runIndex, Select.line(runs[runIndex], now.chosen[runIndex], place));
    }

    /* The run that the keys act on. */
    function active() {
        return {run: runs[now.active], chosen: now.chosen[now.active]};
    }

    function chooseActive(change) {
        const {run, chosen} = active();
        if (run)
            choose(now.active, change(run, chosen));
    }

    return {VIEWS, HEATS, begin, get, set, listen, choose, chooseLine, active, chooseActive};
})();
