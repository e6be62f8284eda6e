"""A round of Skull King under a thumb."""

from tests.browser import words
from tests.browser.score_page import ScorePage

SIX = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"]
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
    with phone.expect_response("**/draft/"):
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
