'use strict';
/*
 * Makes elements. Children are elements or texts; texts are never read as HTML, so that
 * source code and messages show as they are.
 */
const Element = (() => {
    const SVG = 'http://www.w3.org/2000/svg';

    /* Attributes whose value is undefined, null or false are left out; on… are listeners. */
    function fill(element, attributes, children) {
        for (const [name, value] of Object.entries(attributes ?? {})) {
            if (value === undefined || value === null || value === false)
                continue;
            if (name.startsWith('on'))
                element.addEventListener(name.slice(2), value);
            else
                element.setAttribute(name, value === true ? '' : value);
        }
        element.append(
            ...children.flat(Infinity).filter(child => child !== null && child !== undefined));
        return element;
    }

    function html(tag, attributes, ...children) {
        return fill(document.createElement(tag), attributes, children);
    }

    function svg(tag, attributes, ...children) {
        return fill(document.createElementNS(SVG, tag), attributes, children);
    }

    /* An element of the page; there is one for each id that is used. */
    function byId(id) {
        return document.getElementById(id);
    }

    /* Puts the children in the place of those that the element has. */
    function replace(element, ...children) {
        element.replaceChildren(
            ...children.flat(Infinity).filter(child => child !== null && child !== undefined));
    }

    return {html, svg, byId, replace};
})();
