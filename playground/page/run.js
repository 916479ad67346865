'use strict';
/* Runs the kernel: the text of the editor, saved first. */
const Run = (() => {
    let under_way = null, last = null;

    function setting() {
        return Object.fromEntries(['n', 'block', 'device'].map(id => [id, Elements.byId(id).value]));
    }

    /* The rows of what_if.csv that take one thing away: {key, line, change in percent}. */
    function readWhatIf(text, source) {
        if (!text)
            return [];
        const [head, ...rows] = text.trim().split('\n').map(row => [...row.matchAll(/"((?:[^"]|"")*)"|([^",]+)|(?<=,)(?=,|$)/g)]
            .map(([, quoted, plain]) => quoted ?? plain ?? ''));
        const kernels = new Set(rows.map(row => row.slice(0, 3).join()));
        return rows.map(row => Object.fromEntries(head.map((name, i) => [name, row[i]])))
            .filter((row, _, all) => row.and === '' && (kernels.size === 1 || row.kernel === all[0].kernel))
            .map(row => ({key: `if_${row.without}`,
                          line: row.without === 'line' && Measures.isSource(row.file, source) ? +row.line : 0,
                          change: +row.modelled_change_percent}))
            .filter(({key, line}) => line > 0 || key !== 'if_line' && Texts.has(key));
    }

    async function finish(id, end, text, chosen, source) {
        const [data, whatIf] = end.stage === 'run' ?
            await Promise.all(['view.json', 'what_if.csv'].map(name => Server.result(id, name))) : [null, null];
        const run = {id, end, text, setting: chosen, source, data: Measures.read(data),
                     whatIf: readWhatIf(whatIf, source)};
        const launch = Measures.main(run.data);
        run.time = Measures.kernelTime(run.data);
        run.lines = launch ? Measures.byLine(run.data, launch, source) : new Map();
        run.findings = Findings.of(run);
        return run;
    }

    function show(run, before) {
        Lines.show(Editors.own(), run);
        Results.tell(run);
        Answer.show(run, before);
        View.show();
    }

    function setButton() {
        const button = Elements.byId('run');
        button.textContent = Texts.get(under_way ? 'stop' : 'runKey');
        button.classList.toggle('stops', Boolean(under_way));
        document.body.setAttribute('aria-busy', String(Boolean(under_way)));
    }

    function fail(error, wasAborted) {
        if (wasAborted)
            Answer.say('stopped');
        else if (error.status === 429)
            Answer.say('busy', {}, 'bad');
        else if (error.status === 413)
            Answer.say('tooLong', {}, 'bad');
        else if (error.status === undefined || error.status === 403)
            Answer.say('gone', {}, 'bad');
        else
            Answer.say('notStarted', {reason: error.message}, 'bad');
    }

    async function start() {
        const abort = new AbortController(), name = Kernel.name();
        under_way = abort;
        setButton();
        try {
            await Kernel.save();
            const text = Editors.text(), chosen = setting(), source = Kernel.sourceName();
            let end = null;
            const id = await Server.run(name, text, chosen, abort.signal, event => {
                if (event.event === 'end')
                    end = event;
                else
                    Answer.say(event.event === 'compile' ? 'compiling' : 'running');
            });
            if (!end)
                throw new TypeError('no end');
            const run = await finish(id, end, text, chosen, source);
            if (name !== Kernel.name())
                return;
            const before = last;
            last = run;
            Versions.addRun(run);
            show(run, before);
        } catch (error) {
            fail(error, abort.signal.aborted);
        } finally {
            under_way = null;
            setButton();
        }
    }

    function stop() {
        under_way?.abort();
    }

    /* Another file: nothing was run. */
    function forget() {
        stop();
        last = null;
        Results.tell(null);
        Answer.say('first');
        View.show();
    }

    function toggle() {
        if (under_way)
            stop();
        else
            start();
    }

    return {toggle, forget, setButton, readWhatIf, repeat: () => last && Answer.show(last, null)};
})();
