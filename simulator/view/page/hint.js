'use strict';
/*
 * The tooltip beside the pointer. Its text is elsewhere on the page, too, so that nobody needs a
 * pointer.
 */
const Hint = (() => {
    const AWAY = 14;  // pixels from the pointer

    function show(text, {clientX, clientY}) {
        const hint = Elements.byId('hint');
        hint.textContent = text;
        hint.hidden = false;
        const {offsetWidth, offsetHeight} = hint;
        const left = Math.min(clientX + AWAY, window.innerWidth - offsetWidth - 4);
        const below = clientY + AWAY + offsetHeight < window.innerHeight;
        hint.style.left = `${Math.max(4, left)}px`;
        hint.style.top = `${below ? clientY + AWAY : clientY - AWAY - offsetHeight}px`;
    }

    function hide() {
        Elements.byId('hint').hidden = true;
    }

    return {show, hide};
})();
