'use strict';
/*
 * Creates elements. Children are elements or texts. Texts are never parsed as HTML, so that source
 * code and messages are shown unchanged.
 */
const Elements = (() => {
    const SVG = 'http://www.w3.org/2000/svg';

    /* Attributes with the value undefined, null or false are omitted; on… are listeners. */
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

    /* An element of the page by its id. Each used id exists. */
    function byId(id) {
        return document.getElementById(id);
    }

    const FOCUSABLE = 'button, select, input, [tabindex]';

    /*
     * Calls a function that creates the element's children anew. If one of them had the focus, its
     * successor at the same index gets it, so that a key can be pressed again.
     */
    function keepingFocus(element, action) {
        const at = [...element.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
        action();
        if (at >= 0 && !element.contains(document.activeElement))
            element.querySelectorAll(FOCUSABLE)[at]?.focus({preventScroll: true});
    }

    /* Replaces the element's children. */
    function replace(element, ...children) {
        keepingFocus(
            element,
            () => element.replaceChildren(
                ...children.flat(Infinity).filter(child => child !== null && child !== undefined)));
    }

    return {html, svg, byId, keepingFocus, replace};
})();
