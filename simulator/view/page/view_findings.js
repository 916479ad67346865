'use strict';
/*
 * View 5: the findings. A race as two accesses and the missing order between them; an address out
 * of bounds beside its array.
 */
const FindingsView = (() => {
    const {html, replace} = Elements;

    /* The count of a race is the number of pairs of accesses: one may race with many. */
    const isOfPairs = finding => finding.kind === 'race' || finding.kind === 'race between blocks';

    function create(runIndex, run, element) {
        const chosen = () => State.get().chosen[runIndex];

        function update() {
            const launch = Select.launchOf(run, chosen());
            const found = [
                ...(launch?.findings ?? []).map(finding => ({finding, launch})),
                ...run.host_findings.map(finding => ({finding, launch: null}))
            ];
            if (!found.length) {
                replace(element, html('p', {class: 'empty'}, Texts.say('noFindings')));
                return;
            }
            replace(
                element, html('p', {}, Texts.say('findingsCount', {count: found.length})),
                found.map(({finding, launch: owner}, i) => card(finding, owner, i)));
        }

        function card(finding, launch, i) {
            const level = finding.level === 'error' ? 'error' : 'note';
            return html(
                'article', {class: `finding ${level}`, 'data-finding': i},
                html(
                    'h3', {}, html('span', {class: `level ${level}`}, Texts.say(level)), ' ',
                    inWords('span', {}, FindingTexts.kind(finding.kind)),
                    finding.count > 1 ? html(
                                            'span', {class: 'soft'},
                                            ` ${Texts.say(isOfPairs(finding) ? 'pairs' : 'times', {
                                                count: Heat.grouped(finding.count)
                                            })}`) :
                                        null),
                inWords('p', {class: 'message'}, FindingTexts.message(finding.text)),
                html('ul', {class: 'places'}, finding.positions.map(placeItem)),
                launch ? picture(finding, launch) : null,
                inWords('p', {class: 'advice'}, FindingTexts.advice(finding.advice)));
        }

        /* An element with a text and its language. */
        function inWords(name, attributes, {text, lang}) {
            return html(name, {...attributes, lang}, text);
        }

        function placeItem(position) {
            const place = Data.place(run, position);
            const text = Data.lineText(run, place).trim();
            const known = place.file >= 0;
            return html(
                'li', {},
                known ? html(
                            'button', {
                                type: 'button',
                                onclick: () => State.chooseLine(runIndex, place),
                            },
                            Data.placeName(run, position)) :
                        Data.placeName(run, position),
                ' ', html('code', {}, text));
        }

        function picture(finding, launch) {
            const width = Math.max(280, Math.min(680, element.clientWidth - 30 || 640));
            const {accesses} = finding;
            const drawn = accesses.length === 2 ?
                FindingPictures.race(run, launch, finding, width) :
                accesses.length === 1 && inArray(launch, accesses[0]) ?
                FindingPictures.bounds(run, launch, accesses[0], width) :
                null;
            const links = accesses.filter(access => access.step).map(link);
            const astray = accesses.filter(access => !inArray(launch, access) && access.address)
                               .map(({address}) => html('p', {}, Texts.say('noArray', {address})));
            return [drawn, astray, links.length ? html('div', {class: 'controls'}, links) : null];
        }

        function inArray(launch, access) {
            const array = launch.arrays[access.array];
            return array && array.kind !== 'none' && access.offset !== null;
        }

        /* Shows the access in the replay. */
        function link(access) {
            const [block, warp, index] = access.step;
            const show = () => {
                const from = {...chosen(), block};
                State.choose(runIndex, Select.step(run, from, {warp, index}));
                State.set({view: 'replay'});
            };
            return html('button', {type: 'button', onclick: show}, Texts.say('showAccess', {
                kind: Texts.say(`access_${access.kind}`),
                thread: access.thread,
                block: access.block
            }));
        }

        return {update};
    }

    return {create};
})();
