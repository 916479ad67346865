'use strict';
/* The view of the last run, and of the version beside it, in a frame that can reach nothing. */
const View = (() => {
    let shown = '';

    function show() {
        const details = Elements.byId('view'), run = Results.run(), beside = Versions.runBeside();
        details.hidden = !run?.data || run.data.shown.length === 0;
        const address = details.hidden ? '' : `runs/${run.id}/view.html` +
            (beside?.data && beside !== run ? `?with=${beside.id}` : '');
        if (!details.open || address === shown)
            return;
        shown = address;
        const frame = Elements.make('iframe', {src: address, title: Texts.get('view')});
        frame.setAttribute('sandbox', 'allow-scripts');
        Elements.byId('frame').replaceChildren(...(address ? [frame] : []));
    }

    function start() {
        Elements.byId('view').addEventListener('toggle', show);
    }

    return {start, show};
})();
