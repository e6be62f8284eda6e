"""What holds on every page: no accessibility violations, nothing off the screen, too small, or moving."""

import re

from axe_playwright_python.sync_playwright import Axe

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 800}

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
    const isBox = ({ borderLeftWidth, backgroundColor }) =>
        parseFloat(borderLeftWidth) > 0 || backgroundColor !== "rgba(0, 0, 0, 0)";
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        const text = range.getBoundingClientRect();
        if (text.width < 2 || !texts.currentNode.data.trim()) continue;
        for (let box = texts.currentNode.parentElement; box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box), { left, right } = box.getBoundingClientRect();
            if (style.overflowX !== "visible" || style.clipPath !== "none") break;
            if (!isBox(style)) continue;
            if (text.left < left - 1 || text.right > right + 1) found.push(texts.currentNode.data.trim());
            break;
        }
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

SMALL_TARGETS = """() => [...document.querySelectorAll(
        'a, button, summary, select, input:not([type=hidden]), textarea')]
    .filter(one => one.checkVisibility({ checkOpacity: true }) && !one.closest('.scoreboard'))
    .map(one => [one, (one.matches('[type=checkbox]') && one.closest('label') || one).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < 43.5 || height < 43.5))
    .map(([one]) => one.outerHTML.slice(0, 120))"""

WATCH_SHIFTS = """() => {
    const name = ({node}) => node && (node.className || node.nodeName);
    window.shifts = [];
    new PerformanceObserver(list => list.getEntries().forEach(shift => window.shifts.push(...shift.sources.map(name))))
        .observe({type: "layout-shift"});
}"""
SHIFTS = "window.shifts.filter(Boolean)"


AXE = """async ({contrast}) => {
    const rule = "color-contrast", options = {resultTypes: ["violations"], elementRef: false};
    const textsOfEachKind = () => {
        const found = new Map();
        for (const one of document.body.querySelectorAll("*")) {
            if (![...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) || !one.checkVisibility())
                continue;
            const {color, fontSize, fontWeight} = getComputedStyle(one), styles = [color, fontSize, fontWeight];
            for (let at = one; at; at = at.parentElement) {
                const {backgroundColor, backgroundImage, opacity} = getComputedStyle(at);
                styles.push(backgroundColor, backgroundImage, opacity);
            }
            found.set(styles.join(), one);
        }
        return [...found.values()];
    };
    // axe judges no text on a gradient: instead of the page's, the end of it that is nearer to the text.
    const { style } = document.body;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    if (contrast) style.background = isDark ? "var(--page-glow)" : "var(--page)";
    const { violations } = contrast
        ? await axe.run({include: textsOfEachKind()}, {...options, runOnly: {type: "rule", values: [rule]}})
        : await axe.run(document, {...options, rules: {[rule]: {enabled: false}}});
    style.background = "";
    return violations.map(({id, nodes}) => [id, nodes[0].html.slice(0, 160)]);
}"""
"""The contrast of a text depends on its colour and size and on what is behind it: one text of each kind is enough."""


def run_axe(page, *, contrast):
    if not page.evaluate("!!window.axe"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(AXE, {"contrast": contrast})


def violations(page):
    """What axe finds on the page as it is."""
    return run_axe(page, contrast=False) + run_axe(page, contrast=True)


def too_faint(page):
    """Texts of too little contrast in the dark and in the light."""
    found = {}
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found[scheme] = run_axe(page, contrast=True)
    return {scheme: texts for scheme, texts in found.items() if texts}


def assert_accessible(page, where):
    page.set_viewport_size(PHONE)
    assert run_axe(page, contrast=False) == [], where
    assert too_faint(page) == {}, where


def assert_fits(page, where):
    """Nothing is wider than a screen or a phone, with wide letters and with letters twice as large either."""
    for size in (SCREEN, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate(WIDTH) <= size["width"], (where, size)
    page.evaluate(WIDE_LETTERS, True)
    for size in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        assert page.evaluate(WIDTH) <= PHONE["width"], (where, size, "wide letters")
        assert page.evaluate(TEXT_OUTSIDE_ITS_BOX) == [], (where, size, "wide letters")
    page.evaluate(WIDE_LETTERS, False)
    page.evaluate("document.documentElement.style.fontSize = ''")


def assert_within_reach(page, selector, smallest=47.5, where=""):
    """Each target is on the phone's screen, large enough, and under nothing else."""
    targets = page.evaluate(TARGETS, selector)
    assert targets, where
    for target in targets:
        assert target["bottom"] <= PHONE["height"], (where, target)
        assert target["right"] <= PHONE["width"], (where, target)
        assert min(target["width"], target["height"]) >= smallest, (where, target)
        assert not target["covered"], (where, target)


def paper_pages(page):
    """How many sheets of paper come out of the printer."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))
