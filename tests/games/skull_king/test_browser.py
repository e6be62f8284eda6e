"""A round of Skull King under a thumb."""

import re

from tests.browser import layout, words
from tests.browser.score_page import ScorePage

SIX = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
ALL_TILES = {"hands": "skirmish", "pack": "all", "abilities": True, "scoring": "cannonball"}
ALL_ROWS_ARE_IN_VIEW = f"""() => {{
    const place = one => one.getBoundingClientRect(), keys = place(document.querySelector("fieldset[data-current]"));
    const rows = [...document.querySelectorAll("{words.LEDGER} .row:not(.grid *)")].map(place);
    return rows.length === 8 && rows.every(({{top, bottom}}) => top >= 0 && bottom <= keys.top);
}}"""
TOTAL_OF_BEN_IS = """total =>
    document.querySelectorAll(".scoreboard thead .total")[1]?.textContent.trim() === total"""
ASKED_IS = "name => document.querySelector('fieldset[data-current]')?.dataset.name === name"
CUT = f"""[...document.querySelectorAll("{words.LEDGER} .status span")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
CUT_KEYS = """[...document.querySelectorAll("fieldset[data-current] .key")]
    .filter(one => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth).map(one => one.value)"""


def test_the_largest_stakes_are_shown_in_full_to_the_dealer_too(phone):
    score_page = ScorePage(phone)
    score_page.open("skull-king", names=SIX, house_rules={"hands": "barrage"})
    with score_page.expect_answer():
        score_page.enter(10, 9, 0, 0, 0, 0)
    score_page.wait_for_ledger("200/−10 each")
    assert phone.evaluate(CUT) == []


def test_six_players_enter_a_round_with_a_bonus_in_thirteen_taps(phone):
    score_page = ScorePage(phone)
    score_page.open("skull-king", names=SIX, house_rules={"hands": "skirmish"})
    with score_page.expect_answer():
        score_page.enter(1, 1, 2, 1, 0, 1)
    score_page.wait_for_ledger("40/−10 each")
    assert phone.evaluate(CUT) == []

    score_page.enter(1, 0)
    score_page.tap(".shortcut:has-text('The rest made it')")
    score_page.select("captures-0")
    assert phone.evaluate(CUT_KEYS) == []
    score_page.enter("pirate", "pirate")
    score_page.wait_for_ledger("+60")
    score_page.save()

    assert score_page.taps == 13
    assert score_page.totals == ["80", "−10", "40", "20", "50", "20"]


def test_keys_of_a_wager_give_their_room_to_the_rows_until_they_are_asked(phone):
    score_page = ScorePage(phone)
    score_page.open("skull-king", names=[*SIX, "Gus", "Hal"], house_rules={"pack": "all", "abilities": True})
    key = phone.locator("fieldset[data-current] .key").first
    key.wait_for()
    assert key.bounding_box()["height"] < 100
    with score_page.expect_answer():
        score_page.enter(0, 1, 0, 0, 0, 0, 0, 0)
    phone.locator(words.LEDGER, has_text="Harry").wait_for()
    score_page.select("bid_changes")
    score_page.enter("1:-1")
    score_page.wait_for_ledger("Ben −1")


def test_a_round_with_the_kraken_loot_harry_and_rascal_is_pressed(phone):
    score_page = ScorePage(phone)
    match = score_page.open(
        "skull-king", names=SIX[:3], house_rules={"hands": "skirmish", "pack": "all", "abilities": True}
    )
    with score_page.expect_answer():
        score_page.enter(1, 2, 1, 1, 2, 1)  # the trick of nobody follows
    score_page.select("loot")
    score_page.enter("0", "1")
    score_page.select("rascal")
    score_page.enter("1:20")
    score_page.select("bid_changes")
    score_page.enter("2:1")
    score_page.wait_for_ledger("Cleo +1")
    score_page.save()

    facts = type(match).objects.get(pk=match.pk).round_facts[0]
    assert (facts.tricks_of_nobody, facts.loot, facts.bid_changes) == (1, ((0, 1),), (0, 0, 1))


def test_from_home_four_taps_and_the_names_lead_to_the_first_bid(phone):
    score_page = ScorePage(phone)
    phone.goto("/")
    score_page.tap("#names")
    phone.keyboard.type(", ".join(SIX))
    score_page.tap("button:has-text('Skull King')")
    score_page.tap("#start")
    phone.wait_for_url(re.compile(r"/matches/\d+/$"))
    phone.locator(words.DEAL, has_text="Round 1 of 10").wait_for()
    with score_page.expect_answer():
        score_page.enter(1)

    assert score_page.taps == 4
    assert phone.locator("fieldset[data-current] .key").count() == 2


def test_eight_players_with_every_tile_see_all_rows_while_they_bid(open_phone):
    for size in (layout.PHONE, {"width": 360, "height": 640}):
        phone = open_phone(viewport=size)
        score_page = ScorePage(phone)
        score_page.open("skull-king", names=[*SIX, "Gus", "Hal"], house_rules=ALL_TILES)
        phone.locator("key-pad:defined").wait_for()
        if size == layout.PHONE:
            phone.wait_for_function(ALL_ROWS_ARE_IN_VIEW)
        assert phone.evaluate(layout.OUT_OF_VIEW) == []


def test_the_ghost_and_a_cannonball_are_pressed_corrected_and_undone(phone):
    score_page = ScorePage(phone)
    rules = {"hands": "skirmish", "scoring": "cannonball"}
    score_page.open("skull-king", names=SIX[:2], house_rules=rules)
    with score_page.expect_answer():
        score_page.enter(2, 1)
    score_page.select("cannonballs")
    with score_page.expect_answer():
        score_page.enter("1")
    score_page.done()
    score_page.wait_for_ledger("75, else 0")
    score_page.enter(2, 1)  # the ghost’s two tricks follow
    score_page.save()
    score_page.wait_for_rounds(1)
    assert score_page.taps == 8
    assert score_page.totals == ["50", "75"]
    assert score_page.match.round_facts[0].ghost == 2

    why = phone.locator(f"{words.ROUNDS}:first-child td:nth-child(3) {words.WHY_LINK}")
    why.tap(position={"x": why.bounding_box()["width"] - 12, "y": 24})  # on the points, beside the note
    phone.locator(words.WHY, has_text="bid 1, took 1: cannonball, 15 × 5 cards").wait_for()
    phone.keyboard.press("Escape")
    phone.locator(words.WHY).wait_for(state="hidden")

    score_page.tap(f"{words.ROUNDS}:first-child td:nth-child(3) .note")
    phone.wait_for_function(ASKED_IS, arg="tricks-1")
    score_page.enter(0)
    score_page.select("ghost")
    score_page.enter(3)
    score_page.save()
    phone.wait_for_function(TOTAL_OF_BEN_IS, arg="0")
    assert score_page.totals == ["50", "0"]

    phone.locator(words.OUTBOX).get_by_role("button", name="Undo").tap()
    phone.wait_for_function(TOTAL_OF_BEN_IS, arg="75")
    assert score_page.match.round_facts[0].ghost == 2
