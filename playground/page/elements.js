'use strict';
/* Elements of the page. */
const Elements = (() => {
    function byId(id) {
        return document.getElementById(id);
    }

    /* make('p', {className: 'soft'}, 'text', child, …) */
    function make(name, properties, ...children) {
        const element = document.createElement(name);
        Object.assign(element, properties);
        element.append(...children.filter(child => child !== null && child !== undefined));
        return element;
    }

    /* Fills a select with [value, text]; keeps what is chosen, if it is still there. */
    function fill(select, choices, chosen = select.value) {
        select.replaceChildren(...choices.map(([value, text]) => make('option', {value}, text)));
        if (choices.some(([value]) => value === chosen))
            select.value = chosen;
    }

    return {byId, make, fill};
})();
