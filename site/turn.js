// In each deck: fits the text of a slide into it, and turns the slides by keys.
const slides = [...document.querySelectorAll('.slide')];

// Makes letters smaller until a slide holds its text.
function fit() {
    for (const slide of slides) {
        const content = slide.querySelector('.content') ?? slide;
        for (let size = 1; size >= 0.4; size -= 0.03) {
            slide.style.setProperty('--fit', size);
            if (content.scrollHeight <= content.clientHeight + 1)
                break;
        }
    }
}

function turn(by) {
    const middle = innerHeight / 2;
    const distances = slides.map(slide => Math.abs(slide.getBoundingClientRect().top + slide.offsetHeight / 2 - middle));
    const now = distances.indexOf(Math.min(...distances));
    slides[Math.min(Math.max(now + by, 0), slides.length - 1)].scrollIntoView({block: 'center'});
}

const KEYS = {ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1};
addEventListener('keydown', event => {
    if (!KEYS[event.key] || event.ctrlKey || event.altKey || event.metaKey)
        return;
    event.preventDefault();
    turn(KEYS[event.key]);
});
addEventListener('load', fit);
addEventListener('resize', fit);
