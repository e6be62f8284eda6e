"""Random taps, single, double and astray, against a model: nothing changes but what the model says."""

from random import Random

from games.core.keypad import FixedSum
from tests.browser import words
from tests.browser.layout import NEXT_FRAMES
from tests.browser.score_page import DELIBERATE, ScorePage, tap_quickly, won_rounds
from tests.thoroughness import is_thorough

CARDS, ORDER = 3, (3, 0, 1, 2)
BIDS, TRICKS = [f"bids-{seat}" for seat in ORDER], [f"tricks-{seat}" for seat in ORDER]
ASKED = BIDS + TRICKS

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
SHOWN = f"""() => {{
    for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
    const form = document.querySelector("{words.ENTRY}"), data = new FormData(form);
    const cells = [...form.querySelectorAll(".cell[data-question]")];
    const of = (read) => Object.fromEntries(cells.map(one => [one.dataset.question, read(one)]).filter(([, is]) => is));
    return {{
        form: of(one => data.get(one.dataset.question)),
        cells: of(one => one.lastElementChild.textContent.replace("·", "")),
        asked: form.querySelector("fieldset[data-current]")?.dataset.name ?? null,
    }};
}}"""
PLACE_OF = """selector => {
    const { x, y } = document.querySelector(selector).getBoundingClientRect();
    return [x + 20, y + 20];
}"""
PAD = "document.querySelector('.pad').getBoundingClientRect().toJSON()"


class Model:
    """A hand of Big Little being entered: the answers given, and the question that is asked."""

    def __init__(self):
        self.given, self.asked = {}, ASKED[0]

    @property
    def answers(self):
        return self.given | FixedSum(tuple(TRICKS), CARDS).following(self.given)

    def tap(self, key, cell):
        """Tap what is there: a key, or the cell of a question, or nothing that matters."""
        if cell:
            self.asked = None if cell == self.asked and not self._open() else cell
        elif key is not None:
            self.given[self.asked] = key
            self.asked = self._next()

    def _open(self):
        return [name for name in ASKED if name not in self.answers]

    def _next(self):
        after = ASKED[ASKED.index(self.asked) + 1 :] if self.asked in ASKED else []
        return next((name for name in after if name in self._open()), next(iter(self._open()), None))


def test_random_taps_change_nothing_but_what_was_tapped(phone):
    rng, score_page = Random(7), ScorePage(phone)
    for hand in range(250 if is_thorough() else 1):
        score_page.open(rounds=won_rounds(CARDS - 1))
        model = Model()
        for step in range(40):
            place = next_place(phone, rng, model)
            what = phone.evaluate(WHAT_IS_THERE, place)
            if what is None:
                continue
            phone.evaluate(DELIBERATE)
            tap_quickly(phone, place, times=rng.choice((1, 1, 2, 3)))
            phone.evaluate(NEXT_FRAMES)
            model.tap(*what)
            shown = phone.evaluate(SHOWN)
            assert shown["form"] == model.answers, (hand, step, place)
            assert shown["asked"] == model.asked, (hand, step, place)
        phone.locator(f"{words.DRAFT_STATUS}:empty").wait_for(state="attached")
        phone.wait_for_load_state("networkidle")
        assert phone.evaluate(SHOWN)["cells"] == model.answers, hand


def next_place(phone, rng, model):
    """Where the next tap goes: on a key that is asked for, a cell, or anywhere on the keypad but its edge."""
    if model.asked and rng.random() < 0.6:
        key = rng.randrange(CARDS + 1)
        return phone.evaluate(PLACE_OF, f"fieldset[data-current] .key:nth-of-type({key + 1})")
    if rng.random() < 0.4:
        return phone.evaluate(PLACE_OF, f'.cell[data-question="{rng.choice(ASKED)}"]')
    pad = phone.evaluate(PAD)
    return [int(pad[at] + 28 + rng.random() * (pad[size] - 56)) for at, size in (("x", "width"), ("y", "height"))]
