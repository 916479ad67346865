'use strict';
/*
 * Makes elements. Children are elements or texts; texts are never read as HTML, so that
 * source code and messages show as they are.
 */
const Elements = (() => {
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

    const FOCUSABLE = 'button, select, input, [tabindex]';

    /*
     * Does something that makes the element's children anew. Where the focus was on one of them,
     * the one in its place has it afterwards, so that a key can be pressed again.
     */
    function keepingFocus(element, action) {
        const at = [...element.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
        action();
        if (at >= 0 && !element.contains(document.activeElement))
            element.querySelectorAll(FOCUSABLE)[at]?.focus({preventScroll: true});
    }

    /* Puts the children in the place of those that the element has. */
    function replace(element, ...children) {
        keepingFocus(
            element,
            () => element.replaceChildren(
                ...children.flat(Infinity).filter(child => child !== null && child !== undefined)));
    }

    return {html, svg, byId, keepingFocus, replace};
})();
