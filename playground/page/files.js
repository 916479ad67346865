'use strict';
/* The list of kernels, and the one that is open. */
const Files = (() => {
    const {make, byId} = Elements;

    function nameOf({name, frame, exercise}) {
        if (frame !== 'step')
            return Texts.get('ownName', {name: name.split('.')[0], frame: Texts.get(`frame_${frame}`)});
        const [, number, rest] = /^step(\d+)_(.*?)(?:\.exercise)?$/.exec(name);
        return Texts.get(exercise ? 'exerciseName' : 'stepName', {number, name: rest.replace(/_/g, ' ')});
    }

    function show(list) {
        const select = byId('file'), chosen = Kernel.name();
        const groups = [['own', file => file.frame !== 'step'],
                        ['steps', file => file.frame === 'step' && !file.exercise],
                        ['exercises', file => file.frame === 'step' && file.exercise]];
        select.replaceChildren(...groups.map(([key, belongs]) => {
            const group = make('optgroup', {label: Texts.get(key)});
            group.append(...list.filter(belongs).map(file => make('option', {value: file.name}, nameOf(file))));
            return group;
        }).filter(group => group.children.length > 0));
        if (chosen)
            select.value = chosen;
    }

    async function list() {
        show(await Kernel.readList());
    }

    async function open(name) {
        await Kernel.open(name);
        byId('file').value = name;
        history.replaceState(null, '', `#${name}`);
    }

    function start() {
        byId('file').addEventListener('change', () => open(byId('file').value));
    }

    return {start, list, open, show};
})();
