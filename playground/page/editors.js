'use strict';
/* The editor, and beside it another version of its text, which cannot be changed. */
const Editors = (() => {
    const OPTIONS = {
        mode: {
            name: 'text/x-c++src',
        },
        lineNumbers: true,
        indentUnit: 4,
        tabSize: 4,
        lineWrapping: false,
        matchBrackets: true,
        autoCloseBrackets: true,
        viewportMargin: 60,
        gutters: ['CodeMirror-linenumbers'],
        inputStyle: 'contenteditable',
    };
    // Tab indents within the editor. Escape gives it back to the browser, until another key is
    // pressed: without a mouse one leaves by it in both directions.
    const INDENTING = {
        Tab: editor => editor.somethingSelected() ? editor.indentSelection('add') :
                                                    editor.replaceSelection('    '),
        'Shift-Tab': editor => editor.indentSelection('subtract'),
    };
    const LEAVING = {Tab: false, 'Shift-Tab': false};
    function keepTab(editor, {key}) {
        if (!['Tab', 'Shift'].includes(key))
            editor.setOption('extraKeys', key === 'Escape' ? LEAVING : INDENTING);
    }

    let own, beside;

    function start() {
        own = CodeMirror(Elements.byId('own'), {...OPTIONS, extraKeys: INDENTING});
        own.on('keydown', keepTab);
        own.on('blur', () => own.setOption('extraKeys', INDENTING));
        beside = CodeMirror(Elements.byId('beside'), {...OPTIONS, readOnly: true, autoCloseBrackets: false,
                                                      extraKeys: LEAVING});
        beside.on('scroll', () => follow(beside, own));
        own.on('scroll', () => follow(own, beside));
    }

    let isFollowing = false;
    function follow(from, to) {
        if (isFollowing || Elements.byId('beside').hidden || getComputedStyle(Elements.byId('pair')).display !== 'grid')
            return;
        isFollowing = true;
        to.scrollTo(null, from.getScrollInfo().top);
        requestAnimationFrame(() => isFollowing = false);
    }

    function name() {
        own.getInputField().setAttribute('aria-label', Texts.get('editors'));
        own.getInputField().setAttribute('aria-describedby', 'leave');
        beside.getInputField().setAttribute('aria-label', Texts.get('otherVersion'));
    }

    function textOf(editor) {
        return editor.getValue();
    }

    /* A text of another file: what came before cannot be undone into it. */
    function open(text) {
        own.setValue(text);
        own.clearHistory();
        Lines.show(own, null);
        const kernel = text.split('\n').findIndex(line => /^\s*(template|__global__)/.test(line));
        own.scrollTo(0, kernel > 0 ? own.heightAtLine(kernel - 2, 'local') : 0);
    }

    /* Another text of the same file: undo leads back, and what both have stays in sight. */
    function replace(text) {
        const now = own.getValue();
        const most = Math.min(now.length, text.length);
        let before = 0, after = 0;
        while (before < most && now[before] === text[before])
            before++;
        while (after < most - before && now.at(-1 - after) === text.at(-1 - after))
            after++;
        if (now !== text)
            own.replaceRange(text.slice(before, text.length - after), own.posFromIndex(before),
                             own.posFromIndex(now.length - after));
    }

    function mark(editor, lines, className) {
        editor.eachLine(line => editor.removeLineClass(line, 'wrap', className));
        lines.forEach(line => editor.addLineClass(line, 'wrap', className));
    }

    function compare() {
        const isShown = !Elements.byId('beside').hidden;
        const [theirs, mine] = isShown ?
            Difference.lines(beside.getValue().split('\n'), own.getValue().split('\n')) : [[], []];
        own.operation(() => mark(own, mine, 'differs'));
        beside.operation(() => mark(beside, theirs, 'differs'));
    }

    /* Shows a version with its run, or null, beside the editor; null: nothing. */
    function showBeside(version) {
        Elements.byId('beside').hidden = !version;
        Elements.byId('pair').classList.toggle('two', Boolean(version));
        if (version) {
            if (beside.getValue() !== version.text)
                beside.setValue(version.text);
            Lines.show(beside, version.run ?? null);
        }
        compare();
        Lines.show(own, Results.run());
        own.refresh();
        beside.refresh();
        follow(own, beside);
    }

    function goTo(line) {
        const at = {line: line - 1, ch: 0};
        own.setCursor(at);
        own.scrollIntoView(at, 80);
        own.focus();
        const {top} = own.getWrapperElement().getBoundingClientRect();
        if (top < 0 || top > innerHeight)
            own.getWrapperElement().scrollIntoView({block: 'start'});
    }

    return {
        start,
        name,
        open,
        replace,
        compare,
        showBeside,
        goTo,
        text: () => textOf(own),
        own: () => own,
        undo: () => own.undo(),
        redo: () => own.redo(),
    };
})();
