"""Taps of one finger that follow each other fast: what was meant counts, what slipped changes nothing and is seen."""

from random import Random

import pytest

from games.core.keypad import FixedSum
from tests.browser import words
from tests.browser.layout import NEXT_FRAMES
from tests.browser.score_page import ANSWERS, DELIBERATE, NAMES, ScorePage, tap_quickly, won_rounds
from tests.thoroughness import is_thorough

# Seconds between two taps: of a finger that slips, of one that hurries, of one that takes its time.
SLIPS, HURRIES, RESTS = (0.03, 0.1), 0.165, 0.3

NOTE_SIGNS = """() => {
    window.buzzes = [];
    window.shaken = [];
    navigator.vibrate = time => window.buzzes.push(time);
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (looks, options) {
        const moves = looks.some(({ translate }) => translate !== "none");
        window.shaken.push({ key: this.textContent.trim(), moves });
        return animate.call(this, looks, options);
    };
}"""
BUZZES = "window.buzzes.length"
SHAKEN = "[...new Set(window.shaken.splice(0).map((one) => JSON.stringify(one)))].map((one) => JSON.parse(one))"

SAVE_UNDER_THE_THUMB = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".entry[data-rests] .save { position: fixed !important; inset: 0; z-index: 9 }");
    document.adoptedStyleSheets = [sheet];
}"""

CARDS, ORDER = 3, (3, 0, 1, 2)
BIDS, TRICKS = [f"bids-{seat}" for seat in ORDER], [f"tricks-{seat}" for seat in ORDER]


def tap_fast(phone, selector, times, apart):
    box = phone.locator(selector).first.bounding_box()
    phone.evaluate(DELIBERATE)
    tap_quickly(phone, [box["x"] + 20, box["y"] + 20], times, apart)
    phone.evaluate(NEXT_FRAMES)


def given(phone, fact):
    return {name: answer for name, answer in phone.evaluate(ANSWERS).items() if name.startswith(fact) and answer}


@pytest.fixture
def score_page(phone):
    score_page = ScorePage(phone)
    score_page.open(rounds=won_rounds(CARDS - 1))
    phone.evaluate(NOTE_SIGNS)
    return score_page


def test_a_fast_second_tap_counts_for_the_next_player_but_not_for_another_fact(phone, score_page):
    one = "fieldset[data-current] .key >> nth=1"
    tap_fast(phone, one, 3, HURRIES)
    assert given(phone, "bids") == dict.fromkeys(BIDS[:3], "1")
    assert phone.evaluate(BUZZES) == 0
    tap_fast(phone, one, 3, HURRIES)
    assert given(phone, "bids") == dict.fromkeys(BIDS, "1")
    assert given(phone, "tricks") == {}, "by then tricks are asked where the bid was"
    assert (phone.evaluate(SHAKEN), phone.evaluate(BUZZES)) == ([{"key": "1", "moves": True}], 2)
    tap_fast(phone, one, 2, RESTS)
    assert [given(phone, "tricks")[name] for name in TRICKS[:2]] == ["1", "1"]


@pytest.mark.parametrize("apart", SLIPS)
def test_a_slip_counts_once_and_is_seen_and_felt(phone, score_page, apart):
    for reduced_motion, moves in (("no-preference", True), ("reduce", False)):
        phone.emulate_media(reduced_motion=reduced_motion)
        before = score_page.question
        tap_fast(phone, "fieldset[data-current] .key >> nth=2", 2, apart)
        assert given(phone, "bids")[before] == "2"
        assert score_page.question == BIDS[BIDS.index(before) + 1]
        assert phone.evaluate(SHAKEN) == [{"key": "2", "moves": moves}]
    assert phone.evaluate(BUZZES) == 2


def test_a_button_that_appears_under_the_finger_is_not_pressed(phone, score_page):
    score_page.enter(1, 0, 1, 0, 1, 0)
    phone.evaluate(SAVE_UNDER_THE_THUMB)
    tap_fast(phone, "fieldset[data-current] .key >> nth=1", 3, HURRIES)
    assert phone.evaluate(BUZZES) == 2
    phone.locator(words.COMPLETE, has_text="Hand 3 is complete").wait_for()
    phone.wait_for_load_state("networkidle")
    assert len(score_page.match.round_facts) == CARDS - 1
    score_page.save()
    assert len(score_page.match.round_facts) == CARDS


def test_a_cell_under_the_finger_stays_when_the_reasons_appear_beside_it(phone):
    score_page = ScorePage(phone)
    score_page.open("skull-king", NAMES[:3])
    cells = phone.locator(f"{words.LEDGER} .cell").element_handles()
    score_page.enter(1, 0, 0)
    with score_page.expect_answer():
        score_page.enter(1)
    phone.locator(words.COMPLETE, has_text="Round 1 is complete").wait_for()
    assert all(cell.evaluate("cell => cell.isConnected") for cell in cells)


# --- At random, against a model: nothing changes but what the model says ---

WHAT_IS_THERE = f"""([x, y]) => {{
    const what = (there) => [
        there?.closest("{words.ENTRY} .key")?.querySelector("input")?.value ?? null,
        there?.closest("{words.ENTRY} [data-question]")?.dataset.question ?? null,
    ];
    // A finger that lands on an edge hits what the browser chooses.
    const near = [[-9, -9], [-9, 9], [9, -9], [9, 9], [0, 16], [0, -16]];
    const around = near.map(([right, down]) => what(document.elementFromPoint(x + right, y + down)));
    return around.every(one => `${{one}}` === `${{around[0]}}`) ? around[0] : null;
}}"""
ASKED = f"""() => {{
    for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
    return document.querySelector("{words.ENTRY} fieldset[data-current]")?.dataset.name ?? null;
}}"""
PAD = "document.querySelector('.pad').getBoundingClientRect().toJSON()"


class Model:
    """A hand of Big Little being entered: the answers given, and the question that is asked."""

    def __init__(self):
        self.given, self.asked = {}, BIDS[0]

    @property
    def answers(self):
        return self.given | FixedSum(tuple(TRICKS), CARDS, "trick").derived_answers(self.given)

    def is_refused(self, key, cell):
        """Whether this key would end the asking: no further answer makes up for it."""
        given = self.given | {self.asked: key or ""}
        return not cell and self.asked in TRICKS and FixedSum(tuple(TRICKS), CARDS, "trick").is_wrong(given)

    def tap(self, key, cell):
        """Tap what is there: a key, or the cell of a question, or nothing that matters."""
        if cell:
            self.asked = None if cell == self.asked and not self._open() else cell
        elif key is not None:
            self.given[self.asked] = key
            self.asked = self._next()

    def _open(self):
        return [name for name in BIDS + TRICKS if name not in self.answers]

    def _next(self):
        asked = BIDS + TRICKS
        after = asked[asked.index(self.asked) + 1 :] if self.asked in asked else []
        return next((name for name in after if name in self._open()), next(iter(self._open()), None))


def test_random_taps_change_nothing_but_what_was_tapped(phone, score_page):
    rng = Random(7)
    for hand in range(100 if is_thorough() else 1):
        score_page.open(rounds=won_rounds(CARDS - 1))
        model = Model()
        for step in range(30):
            place = next_place(phone, rng, model)
            what = phone.evaluate(WHAT_IS_THERE, place)
            if what is None or model.is_refused(*what):
                continue
            phone.evaluate(DELIBERATE)
            tap_quickly(phone, place, rng.choice((1, 1, 2, 3)), rng.choice(SLIPS))
            phone.evaluate(NEXT_FRAMES)
            model.tap(*what)
            assert phone.evaluate(ASKED) == model.asked, (hand, step, place)
            assert given(phone, ("bids", "tricks")) == model.answers, (hand, step, place)


def next_place(phone, rng, model):
    """Where the next tap goes: on a key that is asked for, a cell, or anywhere on the keypad but its edge."""
    if model.asked and rng.random() < 0.6:
        box = phone.locator(f"fieldset[data-current] .key >> nth={rng.randrange(CARDS + 1)}").bounding_box()
        return [box["x"] + 20, box["y"] + 20]
    pad = phone.evaluate(PAD)
    # The keys of a complete hand are put away.
    if pad["height"] < 56 or rng.random() < 0.4:
        box = phone.locator(f'.cell[data-question="{rng.choice(BIDS + TRICKS)}"]').bounding_box()
        return [box["x"] + 20, box["y"] + 20]
    return [int(pad[at] + 28 + rng.random() * (pad[size] - 56)) for at, size in (("x", "width"), ("y", "height"))]
