'use strict';
/*
 * Snapshot.of(element): what the element shows now, as an SVG: texts stay texts. Run in a page
 * of the view by tools/pictures.pl.
 */
const Snapshot = (() => {
    // What a drawing within the page takes from the style sheets.
    const DRAWN = [
        'fill', 'fill-rule', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size',
        'font-weight', 'text-anchor', 'paint-order'
    ];
    let clips, origin, seen;  // seen: what the boxes that scroll leave of the page

    function round(number) {
        return Number(number.toFixed(1));
    }

    function escape(text) {
        return text.replace(/&/g, '&amp;')
            .replace(/</g, '&lt;')
            .replace(/>/g, '&gt;')
            .replace(/"/g, '&quot;');
    }

    function tag(name, attributes, inside) {
        const given = Object.entries(attributes)
                          .filter(([, value]) => value !== undefined)
                          .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
                          .join('');
        return inside === undefined ? `<${name}${given}/>\n` :
                                      `<${name}${given}>${inside}</${name}>\n`;
    }

    /* Where a rectangle of the window is in the picture. */
    function place({left, top, width, height}) {
        return {
            x: round(left - origin.left),
            y: round(top - origin.top),
            width: round(width),
            height: round(height)
        };
    }

    function isClear(colour) {
        return colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);
    }

    function box(element, style) {
        const at = place(element.getBoundingClientRect()), parts = [];
        if (!at.width || !at.height)
            return '';
        if (!isClear(style.backgroundColor))
            parts.push(tag('rect', {...at, fill: style.backgroundColor}));
        // The heat column's bar is a gradient that ends where the share does.
        const share = Number(element.style.getPropertyValue('--share'));
        if (share)
            parts.push(tag('rect', {
                ...at,
                x: round(at.x + at.width * (1 - share)),
                width: round(at.width * share),
                fill: '#0072b2',
                'fill-opacity': .45
            }));
        else if (style.backgroundImage.startsWith('repeating-linear-gradient'))
            parts.push(tag('rect', {...at, fill: '#d4d4cf', 'fill-opacity': .45}));
        parts.push(borders(at, style));
        return parts.join('');
    }

    /* One rectangle where all four sides are alike, else a line for each that there is. */
    function borders(at, style) {
        const sides = [
            ['Top', 0, 0, 1, 0], ['Right', 1, 0, 1, 1], ['Bottom', 0, 1, 1, 1], ['Left', 0, 0, 0, 1]
        ];
        const looks = sides.map(([side]) => {
            const width = parseFloat(style[`border${side}Width`]);
            const stroke = style[`border${side}Color`], kind = style[`border${side}Style`];
            return !width || kind === 'none' || isClear(stroke) ? null : {
                stroke,
                'stroke-width': width,
                'stroke-dasharray': kind === 'dashed' ? '3 2' : undefined
            };
        });
        if (looks[0] && looks.every(look => JSON.stringify(look) === JSON.stringify(looks[0])))
            return tag('rect', {...at, fill: 'none', ...looks[0]});
        return sides
            .map(
                ([, x1, y1, x2, y2], i) => looks[i] ? tag('line', {
                    x1: round(at.x + x1 * at.width),
                    y1: round(at.y + y1 * at.height),
                    x2: round(at.x + x2 * at.width),
                    y2: round(at.y + y2 * at.height),
                    ...looks[i]
                }) :
                                                      '')
            .join('');
    }

    /* A text node's lines: [text, rectangle]. */
    function linesOf(node) {
        const range = document.createRange(), lines = [];
        for (let i = 0; i < node.data.length; i++) {
            range.setStart(node, i);
            range.setEnd(node, i + 1);
            const rectangle = range.getClientRects()[0];
            if (!rectangle || !rectangle.width)
                continue;
            const last = lines[lines.length - 1];
            if (last && Math.abs(last.top - rectangle.top) < 3)
                last.text += node.data[i];
            else
                lines.push({
                    text: node.data[i],
                    left: rectangle.left,
                    top: rectangle.top,
                    height: rectangle.height
                });
        }
        return lines;
    }

    /* In Chinese the fonts that have its letters, or a reader may see Japanese ones. */
    const CHINESE = 'PingFang SC, Microsoft YaHei, Noto Sans CJK SC';

    const isChinese = () => document.documentElement.lang.startsWith('zh');

    function family(style) {
        const mono =
            style.fontFamily.includes('monospace') && !style.fontFamily.includes('sans-serif') ||
            style.fontFamily.startsWith('ui-monospace');
        if (mono)
            return isChinese() ? `monospace, ${CHINESE}` : 'monospace';
        return isChinese() ? `Helvetica, Arial, ${CHINESE}, sans-serif` : 'sans-serif';
    }

    function texts(node, style) {
        const size = parseFloat(style.fontSize);
        return size < 1 ?
            '' :
            linesOf(node)
                .filter(({text}) => text.trim())
                .map(
                    line =>
                        tag('text', {
                            x: round(line.left - origin.left),
                            y: round(line.top - origin.top + line.height / 2 + size * .35),
                            fill: style.color,
                            'font-size': round(size),
                            'font-weight': Number(style.fontWeight) >= 600 ? 700 : undefined,
                            'font-family': family(style),
                            'xml:space': 'preserve'
                        },
                            escape(line.text.replace(/\s+$/, ''))))
                .join('');
    }

    /* A drawing of the page, with its colours written out. */
    function drawing(element) {
        const at = place(element.getBoundingClientRect());
        const copy = element.cloneNode(true);
        const originals = [element, ...element.querySelectorAll('*')];
        const hidden = [];
        [copy, ...copy.querySelectorAll('*')].forEach((part, i) => {
            const style = getComputedStyle(originals[i]);
            const above = i ? getComputedStyle(originals[i].parentElement) : null;
            for (const name of DRAWN) {
                const value = style.getPropertyValue(name);
                part.removeAttribute(name);
                if (!above || value !== above.getPropertyValue(name))
                    part.setAttribute(name, value.replace('url("#', 'url(#').replace('")', ')'));
            }
            if (part.tagName === 'text')
                part.setAttribute('font-family', family(style));
            for (const name of [...part.attributes].map(({name}) => name))
                if (/^(class|style|tabindex|role|aria-.*|data-.*)$/.test(name))
                    part.removeAttribute(name);
            if (part.tagName === 'title' || isOutside(originals[i]))
                hidden.push(part);
        });
        hidden.forEach(part => part.remove());
        for (const name of ['x', 'y', 'width', 'height'])
            copy.setAttribute(name, at[name]);
        copy.setAttribute('overflow', 'visible');
        const text = new XMLSerializer().serializeToString(copy);
        return `${text.replace(/ xmlns="[^"]*"/g, '')}\n`;
    }

    function canvas(element) {
        return tag('image', {...place(element.getBoundingClientRect()), href: element.toDataURL()});
    }

    function walk(node) {
        if (node.nodeType === Node.TEXT_NODE)
            return texts(node, getComputedStyle(node.parentElement));
        if (node.nodeType !== Node.ELEMENT_NODE)
            return '';
        const style = getComputedStyle(node);
        if (style.display === 'none' || style.visibility === 'hidden' || node.tagName === 'OPTION')
            return '';
        if (node.tagName === 'svg' && node.classList.contains('definitions'))
            return drawing(node);
        if (!isVisible(node) || isCutRow(node))
            return '';
        if (node.tagName === 'svg')
            return box(node, style) + drawing(node);
        if (node.tagName === 'CANVAS')
            return box(node, style) + canvas(node);
        const cuts = style.overflowX !== 'visible', before = seen;
        if (cuts)
            seen = common(seen, node.getBoundingClientRect());
        const inside = box(node, style) + inPaintingOrder(node).map(walk).join('');
        seen = before;
        return cuts && inside ? clipped(node, inside) : inside;
    }

    /* What sticks to an edge of a box that scrolls lies above what scrolls beneath it. */
    function inPaintingOrder(node) {
        const sticks = child =>
            child.nodeType === Node.ELEMENT_NODE && getComputedStyle(child).position === 'sticky';
        const children = [...node.childNodes];
        return [...children.filter(child => !sticks(child)), ...children.filter(sticks)];
    }

    /* Parts of a drawing that the boxes around it do not show. */
    function isOutside(node) {
        if (!['g', 'rect', 'path', 'text'].includes(node.tagName) || node.closest('defs'))
            return false;
        const {top, bottom, left, right} = node.getBoundingClientRect();
        return bottom < seen.top || top > seen.bottom || right < seen.left || left > seen.right;
    }

    function isVisible(node) {
        const {top, bottom, left, right} = node.getBoundingClientRect();
        return node.tagName === 'TBODY' ||
            bottom > seen.top && top < seen.bottom && right > seen.left && left < seen.right;
    }

    /* A row of a table that would begin or end in half a line of text. */
    function isCutRow(node) {
        const {top, bottom} = node.getBoundingClientRect();
        return node.tagName === 'TR' && (top < seen.top - 1 || bottom > seen.bottom + 1);
    }

    function common(a, b) {
        return {
            top: Math.max(a.top, b.top),
            bottom: Math.min(a.bottom, b.bottom),
            left: Math.max(a.left, b.left),
            right: Math.min(a.right, b.right)
        };
    }

    function clipped(node, inside) {
        const id = `clip${clips.length}`;
        clips.push(tag('clipPath', {id}, tag('rect', place(node.getBoundingClientRect()))));
        return tag('g', {'clip-path': `url(#${id})`}, inside);
    }

    function of (element) {
        origin = seen = element.getBoundingClientRect();
        clips = [];
        const inside = walk(element);
        const width = Math.ceil(origin.width) + 8, height = Math.ceil(origin.height) + 8;
        const language = isChinese() ? ' xml:lang="zh-CN"' : '';
        const size = `width="${width}" height="${height}"`;
        return `<svg${language} xmlns="http://www.w3.org/2000/svg" ${size} ` +
            `viewBox="-4 -4 ${width} ${height}">\n` +
            tag('rect', {x: -4, y: -4, width, height, fill: '#ffffff'}) +
            tag('defs', {}, clips.join('')) + inside + '</svg>\n';
    }

    return {of};
})();
