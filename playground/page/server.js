'use strict';
/* What the page asks of its server: playground/README.md. */
const Server = (() => {
    const SOURCE_MOST = 256 * 1024; // bytes

    function bytes(text) {
        return new Blob([text]).size;
    }

    async function ask(address, options) {
        const answer = await fetch(address, {cache: 'no-store', ...options});
        if (!answer.ok)
            throw Object.assign(new Error((await answer.text()).trim()), {status: answer.status});
        return answer;
    }

    async function files() {
        return (await ask('files')).json();
    }

    async function text(address) {
        const answer = await ask(address);
        return {text: await answer.text(), version: answer.headers.get('X-Version')};
    }

    /* Returns the new version. Throws with status 409 if the file is not of that version. */
    async function save(name, text, version) {
        const answer = await ask(`file/${name}?version=${version}`, {method: 'PUT', body: text});
        return answer.headers.get('X-Version');
    }

    /* Keeps a text that gives way beside the file. */
    function setAside(name, text) {
        return ask(`aside/${name}`, {method: 'PUT', body: text});
    }

    /* Tells each event of the run; returns its id. What aborts the signal ends the run. */
    async function run(name, text, setting, signal, tell) {
        const query = new URLSearchParams(setting);
        const answer = await ask(`run/${name}?${query}`, {method: 'POST', body: text, signal});
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        for (;;) {
            const {value, done} = await reader.read();
            if (done)
                break;
            const lines = (rest + value).split('\n');
            rest = lines.pop();
            lines.filter(line => line !== '').forEach(line => tell(JSON.parse(line)));
        }
        return answer.headers.get('X-Run');
    }

    /* A result of a run, or null if it has left none. */
    async function result(id, name) {
        try {
            return await (await ask(`runs/${id}/${name}`)).text() || null;
        } catch (error) {
            if (error.status !== 404)
                throw error;
            return null;
        }
    }

    return {
        SOURCE_MOST,
        bytes,
        files,
        save,
        setAside,
        run,
        result,
        file: name => text(`file/${name}`),
        original: name => text(`original/${name}`),
    };
})();
