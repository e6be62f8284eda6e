"""Checks for every page: no accessibility violations, nothing off the screen, too small, or moving."""

import re
from zlib import crc32

from axe_playwright_python.base import AXE_SCRIPT

from tests.thoroughness import is_thorough

PHONE = {"width": 390, "height": 844}
SCHEMES = "dark", "light"
SCREEN = {"width": 1280, "height": 800}
LOW_SCREENS = {"width": 320, "height": 568}, {"width": 360, "height": 640}, {"width": 844, "height": 390}
# A screen, and the size of its letters.
TIGHT_SCREENS = *((size, "100%") for size in LOW_SCREENS), (PHONE, "200%")

OPEN_DETAILS = "for (const one of document.querySelectorAll('main details:not(.menu)')) one.open = true"
WIDTH = "document.documentElement.scrollWidth"

# Letters set apart are as wide as those of a wide font, whatever fonts there are. Made by script: no style is let in.
WIDE_LETTERS = """wide => {
    window.wide ??= new CSSStyleSheet();
    window.wide.replaceSync(wide ? "* { letter-spacing: .1em !important }" : "");
    document.adoptedStyleSheets = [window.wide];
}"""
TEXT_OUTSIDE_ITS_BOX = """() => {
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = new Range();
    const boxes = new Map([[document.body, null]]);
    const boxAround = one => {
        if (boxes.has(one)) return boxes.get(one);
        const { overflowX, clipPath, borderLeftWidth, backgroundColor } = getComputedStyle(one);
        const isCut = overflowX !== "visible" || clipPath !== "none";
        const isBox = parseFloat(borderLeftWidth) > 0 || backgroundColor !== "rgba(0, 0, 0, 0)";
        const box = isCut ? null : isBox ? one.getBoundingClientRect() : boxAround(one.parentElement);
        boxes.set(one, box);
        return box;
    };
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const text = range.getBoundingClientRect();
        if (text.width < 2 || !texts.currentNode.data.trim()) continue;
        const box = boxAround(texts.currentNode.parentElement);
        if (box && (text.left < box.left - 1 || text.right > box.right + 1)) found.push(texts.currentNode.data.trim());
    }
    return found;
}"""
NEXT_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

TARGETS = """selector => [...document.querySelectorAll(selector)]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .map(one => {
        const {x, y, width, height, bottom, right} = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        const free = top && (one.contains(top) || top.contains(one));
        return {what: one.textContent.trim(), width, height, bottom, right, covered: !free};
    })"""

# Elements that no scrolling brings into view, or that are covered once they are. Save, and the buttons that mend
# a refusal, stay at the lower edge while a page is scrolled.
UNREACHABLE = """selector => {
    const isInside = one => {
        const {top, bottom, left, right} = one.getBoundingClientRect();
        return top >= -1 && bottom <= innerHeight + 1 && left >= -1 && right <= innerWidth + 1;
    };
    const isSticky = one => getComputedStyle(one).position === "sticky";
    const bars = [...document.querySelectorAll(".save-row, .pad")].filter(isSticky);
    const over = one => {
        const {x, y, width, height} = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2);
    };
    const isBelowBar = one => bars.some(bar => !bar.contains(one) && bar.contains(over(one)));
    const isShown = one => one.checkVisibility({visibilityProperty: true});
    const targets = [...document.querySelectorAll(selector)].filter(isShown), before = scrollY;
    const seen = new Set(), covered = new Set();
    for (let top = 0; top < document.body.scrollHeight; top += 40) {
        scrollTo({top, behavior: "instant"});
        for (const one of targets.filter(one => isInside(one) && !isBelowBar(one))) {
            (one.contains(over(one)) ? seen : covered).add(one);
        }
    }
    scrollTo({top: before, behavior: "instant"});
    return targets.filter(one => covered.has(one) || !seen.has(one)).map(one => one.outerHTML.slice(0, 120));
}"""

# Questions of which, once they are asked, the keys are not on the screen, or no total is one scroll away.
OUT_OF_VIEW = """() => {
    const place = one => one.getBoundingClientRect(), pad = document.querySelector("key-pad");
    const isShown = one => one.checkVisibility({visibilityProperty: true});
    return pad.questions.filter(one => pad.isAsked(one) && pad.cell(one)).filter(question => {
        pad.select(question);
        const keys = [...document.querySelectorAll("fieldset[data-current] .key")].filter(isShown).map(place);
        const first = Math.min(...keys.map(({top}) => top)), last = Math.max(...keys.map(({bottom}) => bottom));
        const isHigh = last - first > innerHeight - 96;
        const isInView = first >= 0 && (isHigh ? first < innerHeight / 2 : last <= innerHeight);
        const totals = [...document.querySelectorAll(".entry .total")].filter(isShown).map(place);
        return !isInView || !totals.some(({top, bottom}) => bottom > -innerHeight && top < 2 * innerHeight);
    }).map(({dataset}) => dataset.name);
}"""

# Texts of keys and cells that are broken inside a word or cut off, whichever question is asked. Letters may be a little
# taller than their line.
CUT_TEXTS = """() => {
    const pad = document.querySelector("key-pad"), range = new Range(), found = new Set();
    const isShown = one => one.checkVisibility({visibilityProperty: true});
    const look = one => {
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const { data, parentElement } = texts.currentNode, box = parentElement.getBoundingClientRect();
            for (const { 0: word, index } of data.matchAll(/[\\p{L}\\p{M}\\d]+/gu)) {
                range.setStart(texts.currentNode, index);
                range.setEnd(texts.currentNode, index + word.length);
                const lines = [...range.getClientRects()].filter(({width}) => width);
                const isOutside = lines.some(({left, right, top, bottom}) =>
                    left < box.left - 1 || right > box.right + 1 || top < box.top - 5 || bottom > box.bottom + 5);
                if (lines.length > 1 || isOutside) found.add(`${word} in “${data.trim()}”`);
            }
        }
    };
    for (const question of pad.questions.filter(one => pad.isAsked(one))) {
        pad.select(question);
        [...document.querySelectorAll(".entry :is(.key, .cell, .shortcut, .save)")].filter(isShown).forEach(look);
    }
    return [...found];
}"""

# A link in a sentence is as large as its letters.
SMALL_TARGETS = """() => [...document.querySelectorAll(
        'a, button, summary, select, input:not([type=hidden]), textarea')]
    .filter(one => one.checkVisibility({ checkOpacity: true }) && !one.closest('.scoreboard, p, .term'))
    .map(one => one.matches('[type=checkbox], [type=radio]') && one.closest('label') || one)
    .filter(({ offsetWidth, offsetHeight }) => offsetWidth && Math.min(offsetWidth, offsetHeight) < 47.5)
    .map(one => one.outerHTML.slice(0, 120))"""

WATCH_SHIFTS = """() => {
    // The words of a message and what a side scores are new, and so is a whole deck, and a message above lines that
    // take the place of their rows, of which the box around them shrinks; the reasons of a complete round have the room
    // of the keys. All else stays.
    const shrunk = "[data-lines] :is(.message-row, .sections)";
    const news = `.message-row *, .score, [data-deck] .pad *, ${shrunk}, [data-complete] *`;
    const isNew = ({node}) => node.matches?.(news) || !node.matches;
    const name = (source) => source.node && !isNew(source) && (source.node.className || source.node.nodeName);
    window.shifts = [];
    new PerformanceObserver(list => list.getEntries().forEach(shift => window.shifts.push(...shift.sources.map(name))))
        .observe({type: "layout-shift"});
}"""
SHIFTS = "window.shifts.filter(Boolean)"


STRUCTURE = """async () => {
    const { violations } = await axe.run({
        resultTypes: ["violations"], elementRef: false,
        rules: { "color-contrast": { enabled: false }, "label-content-name-mismatch": { enabled: true } },
    });
    return violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160)]);
}"""

# Whether a text can be read is decided by its colour and size and by what is behind it: one of each kind is judged.
# Axe judges neither single characters nor a text on a gradient: instead of the page's, the end nearer to the text.
CONTRAST = """async () => {
    const kinds = new Map(), behind = new Map([[null, ""]]), { style } = document.body;
    for (const one of document.querySelectorAll("*")) {
        const { color, fontSize, fontWeight, backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
        const own = `${backgroundColor} ${backgroundImage} ${opacity}`, around = behind.get(one.parentElement);
        behind.set(one, own === "rgba(0, 0, 0, 0) none 1" ? around : around + own);
        const hasText = [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim().length > 1);
        if (hasText && one.checkVisibility()) kinds.set(`${color} ${fontSize} ${fontWeight} ${behind.get(one)}`, one);
    }
    style.background = matchMedia("(prefers-color-scheme: dark)").matches ? "var(--page-glow)" : "var(--page)";
    const runOnly = { type: "rule", values: ["color-contrast"] };
    const { violations } = await axe.run({ include: [...kinds.values()] }, { resultTypes: ["violations"], runOnly });
    style.background = "";
    return violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160)]);
}"""


def run_axe(page, script):
    if not page.evaluate("!!window.axe"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(script)


def faint_texts(page):
    return run_axe(page, CONTRAST)


def too_faint(page, schemes=SCHEMES):
    """Texts of too little contrast in the dark and in the light."""
    found = {}
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found[scheme] = faint_texts(page)
    return {scheme: texts for scheme, texts in found.items() if texts}


def assert_accessible(page, where):
    assert run_axe(page, STRUCTURE) == [], where
    # Every other page in the dark, the rest in the light; with --thorough all in both.
    schemes = SCHEMES if is_thorough() else SCHEMES[crc32(where.encode()) % 2 :][:1]
    assert too_faint(page, schemes) == {}, where


def assert_fits(page, where):
    """Nothing is wider than a screen or a phone, with wide letters and with letters twice as large either."""
    for size in (SCREEN, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(WIDTH) <= size["width"], (where, size)
    page.evaluate(WIDE_LETTERS, True)
    resize(page, PHONE, "200%")
    assert page.evaluate(WIDTH) <= PHONE["width"], (where, "wide letters")
    assert page.evaluate(TEXT_OUTSIDE_ITS_BOX) == [], (where, "wide letters")
    page.evaluate(WIDE_LETTERS, False)
    resize(page, PHONE)


def assert_within_reach(page, selector, smallest=47.5, where=""):
    """Each target is on the phone's screen, large enough, and under nothing else."""
    targets = page.evaluate(TARGETS, selector)
    assert targets, where
    for target in targets:
        assert target["bottom"] <= PHONE["height"], (where, target)
        assert target["right"] <= PHONE["width"], (where, target)
        assert min(target["width"], target["height"]) >= smallest, (where, target)
        assert not target["covered"], (where, target)


def assert_reachable(page, selector, where=""):
    """On low and narrow screens and with large letters each target can be scrolled to, and nothing lies over it."""
    for size, letters in TIGHT_SCREENS:
        resize(page, size, letters)
        assert page.evaluate(WIDTH) <= size["width"], (where, size)
        assert page.evaluate(UNREACHABLE, selector) == [], (where, size)
    resize(page, PHONE)


def assert_keys_come_into_view(page, where=""):
    """There the keys of a question are scrolled to when it is asked, and the totals are not far."""
    for size, letters in TIGHT_SCREENS:
        resize(page, size, letters)
        assert page.evaluate(OUT_OF_VIEW) == [], (where, size)
    resize(page, PHONE)


def resize(page, size, letters=""):
    page.set_viewport_size(size)
    page.evaluate("size => document.documentElement.style.fontSize = size", letters)


def assert_texts_are_whole(page, where=""):
    """Each key and each cell has room for its words, on a narrow phone and among large letters."""
    for size, letters in ((LOW_SCREENS[1], ""), (PHONE, "200%")):
        resize(page, size, letters)
        assert page.evaluate(WIDTH) <= size["width"], (where, size)
        assert page.evaluate(CUT_TEXTS) == [], (where, size)
    resize(page, PHONE)


def paper_pages(page):
    """How many sheets of paper come out of the printer."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))
