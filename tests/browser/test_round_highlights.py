"""Highlights of a round cover the page for less than a second, and never what comes next."""

from random import Random

from scorekeeper.matches import recording
from tests.browser import words
from tests.browser.layout import PHONE
from tests.browser.score_page import ScorePage
from tests.cases import cases
from tests.games.every_game import next_round
from tests.matches.factory import called_out, entry

# Whether what is called out ends before the keys and the buttons, and is large enough to be read.
LEAVES_KEYS = f"""() => {{
    const box = (one) => one.getBoundingClientRect();
    const over = document.querySelector("{words.CALLED_OUT}");
    const keys = [...document.querySelectorAll("fieldset[data-current] .key, .save")];
    const meets = ({{ left, top, right, bottom }}) =>
        left < box(over).right && right > box(over).left && top < box(over).bottom && bottom > box(over).top;
    return over && keys.length && !keys.some((key) => meets(box(key))) && box(over).width * box(over).height > 5e4;
}}"""

TAKES_PLACE = "getComputedStyle(document.querySelector('.places > li')).animationName === 'take-place'"


@cases("screen", [PHONE, {"width": 360, "height": 640}, {"width": 844, "height": 390}, {"width": 1280, "height": 800}])
def test_keys_and_save_stay_seen_while_something_is_called_out(phone, screen):
    phone.set_viewport_size(screen)
    score_page = ScorePage(phone)
    score_page.open(rounds=[{"bids": [1, 0, 0, 0], "tricks": [1, 0, 0, 0]}])
    score_page.save_hands(2, seat=1)
    phone.locator(words.CALLED_OUT, has_text="Ben took the lead").wait_for(state="attached")

    phone.wait_for_function(LEAVES_KEYS)
    if screen["width"] == 1280:
        chart = phone.locator(".score-chart").bounding_box()
        assert chart["x"] > 640, "below the scoreboard"
        assert chart["y"] + chart["height"] <= screen["height"]
    # The message repeats the highlights until the next hand is begun: they may have been missed, or motion is off.
    message = phone.locator(".message", has_text="Ben took the lead")
    message.wait_for()
    phone.reload()
    message.wait_for()
    score_page.enter(1)
    message.wait_for(state="detached")


def test_above_a_deck_as_high_as_the_screen_there_is_room_to_call_out(phone):
    match, rng = ScorePage(phone).open("maverick"), Random(1)
    while not called_out(match):
        recording.play(match, next_round(match.state, rng), entry(match))
    phone.reload()
    over = phone.locator(words.CALLED_OUT)
    phone.evaluate("RoundHighlights.latest = 0; document.querySelector('round-highlights').connectedCallback()")

    over.wait_for()
    assert 200 < over.bounding_box()["height"] < PHONE["height"] * 0.6


def test_a_rematch_stays_seen_while_the_last_hand_is_called_out(phone):
    score_page = ScorePage(phone)
    score_page.open("hearts", house_rules={"target": 20})
    score_page.enter(13, 1)
    score_page.save()
    phone.locator(words.CALLED_OUT, has_text="Ben shot the moon").wait_for(state="attached")

    phone.wait_for_function(LEAVES_KEYS)
    assert phone.evaluate(TAKES_PLACE), "the sides come into the order of the result"
    phone.reload()
    phone.locator(".places").wait_for()
    assert not phone.evaluate(TAKES_PLACE), "the result opens in its order"
