'use strict';
/*
 * The page's subject, above the views, and its omissions, beneath them.
 */
const Heading = (() => {
    const {html, byId, replace} = Elements;

    function draw(runs) {
        const names = runs.map(run => run.program).join(' | ');
        document.title = names;
        byId('title').textContent = names;
        replace(byId('facts'), runs.map(facts));
        replace(byId('left-out'), runs.map(leftOut));
    }

    /* The mark beside every number from the clock's model. */
    function modelledMark() {
        return html('span', {class: 'modelled'}, Texts.say('modelled'));
    }

    function size(extent) {
        return extent.slice(0, extent[2] > 1 ? 3 : extent[1] > 1 ? 2 : 1).join('×');
    }

    function facts(run, i, all) {
        const launch = run.shown[0];
        const parts = [
            `${run.program} ${run.arguments.join(' ')}`,
            Texts.say('simulatedOn', {device: run.device.name})
        ];
        if (launch) {
            parts.push(`${launch.kernel}<<<${size(launch.grid)}, ${size(launch.block)}>>>`);
            if (run.launches_total > 1)
                parts.push(
                    Texts.say('launchShown', {number: launch.number, all: run.launches_total}));
        }
        return html(
            'p', {class: 'run-facts'}, all.length > 1 ? html('b', {}, i ? 'B ' : 'A ') : null,
            parts.join(' · '),
            launch?.time ? [' · ', modelledMark(), ' ', times(launch.time)] : null,
            launch?.error ? html('b', {class: 'failed'}, ` ${launch.error}`) : null);
    }

    /* The kernel's time and its launch's: together they are what a program's events measure. */
    function times({kernel_ns: kernel, launch_ns: launch}) {
        const [kernelTime, launchTime, sum] =
            [kernel, launch, kernel + launch].map(ns => TimeAxis.timeText(ns, 1000));
        return Texts.say('timesOf', {kernel: kernelTime, launch: launchTime, sum});
    }

    function leftOut(run) {
        const launch = run.shown[0], missing = [];
        const note = (key, count) => {
            if (count)
                missing.push(Texts.say(key, {count: Heat.grouped(count)}));
        };
        note('leftLaunches', run.left_out.launches);
        note('leftShapes', run.left_out.shapes);
        note('leftLines', run.left_out.lines);
        note('leftBlocks', launch?.left_out.blocks);
        note('leftSteps', launch?.left_out.steps);
        note('leftValues', launch?.left_out.values);
        return missing.length ? html('p', {}, Texts.say('leftOut', {
            program: run.program,
            what: missing.join(Texts.say('semicolon'))
        }) + Texts.say('leftOutMore')) :
                                null;
    }

    return {draw, times, modelledMark};
})();
