'use strict';
/*
 * View 3: the chosen request's lanes, and their sectors or banks.
 */
const AccessView = (() => {
    const {html, replace} = Elements;

    function create(runIndex, run, element) {
        let lane = -1;  // the highlighted one, or -1

        const chosen = () => State.get().chosen[runIndex];

        function update() {
            const block = Select.blockOf(run, chosen()), step = Select.stepOf(run, chosen());
            if (!block)
                replace(element, html('p', {class: 'empty'}, Texts.say('noBlock')));
            else if (!step || !Data.isRequest(step))
                replace(
                    element, html('p', {class: 'empty'}, Texts.say('noRequest')), nearby(),
                    step ? StepText.details(run, block, step, chosen()) : null);
            else
                draw(block, step);
        }

        /* Buttons to the nearest requests, for a step that is no request. */
        function nearby() {
            const go = direction => () => State.choose(runIndex, nextRequest(chosen(), direction));
            return html(
                'div', {class: 'controls'},
                html('button', {type: 'button', onclick: go(-1)}, Texts.say('requestBefore')),
                html('button', {type: 'button', onclick: go(1)}, Texts.say('requestAfter')));
        }

        function nextRequest(from, direction) {
            for (let now = from;;) {
                const next = Select.neighbour(run, now, direction);
                if (next === now)
                    return from;
                const step = Select.stepOf(run, next);
                if (step && Data.isRequest(step))
                    return next;
                now = next;
            }
        }

        function draw(block, step) {
            const request = Data.request(block.launch, step), shared = request.space === 'shared';
            const width = element.clientWidth || 640, {wavefront} = State.get();
            const picture = shared ?
                AccessDrawing.shared(request, {
                    width,
                    wavefront: shownWavefront(request, wavefront),
                    firstWord: firstWord(request)
                }) :
                AccessDrawing.global(
                    request,
                    {width, base: address => signed(address - (request.array?.start ?? 0))});
            picture.addEventListener('mousemove', event => hover(event, picture, request));
            picture.addEventListener('mouseleave', () => {
                Hint.hide();
                light(picture, -1);
            });
            picture.addEventListener('keydown', event => laneKey(event, picture, request));
            const said = html('p', {class: 'lane-said', 'aria-live': 'polite'});
            replace(
                element, nearby(), html('h3', {}, StepText.sentence(run, block, step)),
                sourceLine(step),
                html(
                    'p', {class: 'cost'},
                    shared ? sharedWords(request) : globalWords(run, request)),
                shared ? wavefrontButtons(request) : null, picture, said, legend(shared));
            light(picture, lane);
        }

        function sourceLine(step) {
            const text = Data.lineText(run, Data.place(run, step.position)).trim();
            return text ? html('p', {}, html('code', {}, text)) : null;
        }

        function shownWavefront({cost}, wavefront) {
            return wavefront < cost ? wavefront : cost - 1;
        }

        function wavefrontButtons(request) {
            const {wavefront} = State.get(), shown = shownWavefront(request, wavefront);
            const choices = Array.from({length: request.cost}, (_, i) => i);
            return html(
                'div', {class: 'controls', role: 'group', 'aria-label': Texts.say('wavefronts')},
                html('span', {}, Texts.say('wavefronts')),
                [-1, ...choices].map(
                    choice => html(
                        'button', {
                            type: 'button',
                            'aria-pressed': String(choice === shown),
                            onclick: () => State.set({wavefront: choice}),
                        },
                        choice < 0 ? Texts.say('allWavefronts') : String(choice + 1))));
        }

        function hover(event, picture, request) {
            const target = event.target.closest('[data-lane]');
            const over = target ? Number(target.dataset.lane) : -1;
            light(picture, over);
            if (over >= 0)
                Hint.show(laneWords(request, over), event);
            else
                Hint.hide();
        }

        /* Left and right move from lane to lane, like the pointer. */
        function laneKey(event, picture, request) {
            const direction = {ArrowLeft: -1, ArrowRight: 1}[event.key];
            if (!direction)
                return;
            event.preventDefault();
            event.stopPropagation();
            lane = Math.max(0, Math.min(AccessRules.LANES - 1, lane + direction));
            light(picture, lane);
            element.querySelector('.lane-said').textContent = laneWords(request, lane);
        }

        function light(picture, chosenLane) {
            picture.classList.toggle('one-lane', chosenLane >= 0);
            picture.querySelectorAll('[data-lane]').forEach(part => {
                part.classList.toggle('lit', Number(part.dataset.lane) === chosenLane);
            });
        }

        function laneWords(request, which) {
            const access = request.accesses.find(candidate => candidate.lane === which);
            if (!access)
                return Texts.say('laneIdle', {lane: which});
            const {element: type} = request.array ?? {};
            const value = Data.valueText(access.written ?? access.read, request.size, type);
            const where = request.space === 'shared' ?
                Texts.say(
                    'inBank',
                    {bank: Math.floor(access.address / AccessRules.WORD) % AccessRules.BANKS}) :
                Texts.say('inSector', {sector: Math.floor(access.address / AccessRules.SECTOR)});
            return `${Texts.say('laneAt', {lane: which, offset: signed(access.offset)})}, ${
                       where}` +
                (value ? `, ${Texts.say('valueIs', {value})}` : '');
        }

        return {update};
    }

    function signed(offset) {
        return offset < 0 ? `−${- offset}` : `+${offset}`;
    }

    /* The first word of the row of banks in which the array begins. */
    function firstWord({array}) {
        const row = AccessRules.BANKS * AccessRules.WORD;
        return Math.floor((array?.start ?? 0) / row) * AccessRules.BANKS;
    }

    function globalWords(run, request) {
        const touched = AccessRules.sectors(request.accesses, request.size);
        const asked = AccessRules.bytesAsked(touched), moved = request.cost * AccessRules.SECTOR;
        return Texts.say('globalCostOf', {
            array: Data.arrayName(run, request.array),
            sectors: request.cost,
            asked,
            moved,
            percent: (100 * asked / moved).toFixed(1),
            lanes: request.accesses.length
        });
    }

    function sharedWords(request) {
        const asked = AccessRules.words(request.accesses, request.size, request.isLoad);
        return Texts.say('sharedCostOf', {
            wavefronts: request.cost,
            lanes: request.accesses.length,
            words: new Set(asked.map(({word}) => word)).size,
            banks: new Set(asked.map(({bank}) => bank)).size
        });
    }

    function legend(shared) {
        const entries = shared ? ['legendLane', 'legendIdleLane', 'legendBank', 'legendWord'] :
                                 ['legendLane', 'legendIdleLane', 'legendAsked', 'legendMoved'];
        return html(
            'ul', {class: 'legend'},
            entries.map(
                key => html(
                    'li', {}, html('span', {class: `sample ${key}`, 'aria-hidden': true}), ' ',
                    Texts.say(key))));
    }

    return {create};
})();
