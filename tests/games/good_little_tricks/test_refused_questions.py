from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.good_little_tricks.record import SIZES
from games.good_little_tricks.referee import FULL_DECK
from games.impossible import Impossible
from tests.cases import cases
from tests.games.good_little_tricks.asking import WITHOUT_PURPLE, ruling

HOUSE_DECK = {"deck": WITHOUT_PURPLE}
NOT_IN_DECK = "is no suit of this deck; it has orange, purple, green, pink, blue and red"


@cases(
    "ask, given, message, field",
    [
        ("trump", {"collected": ["yellow"]}, f"“yellow” {NOT_IN_DECK}", "collected"),
        ("trump", {"collected": ["red", ""]}, f"“” {NOT_IN_DECK}", "collected"),
        ("trump", {"collected": ["red", "red"]}, "a suit is there twice, but each is collected once", "collected"),
        ("winner", {"cards": [], "trump": "red"}, "a trick has at least one card", "cards"),
        ("winner", {"cards": ["red7"], "trump": "H"}, f"“H” {NOT_IN_DECK}", "trump"),
        ("legal", {"hand": ["red7"], "trump": ""}, f"“” {NOT_IN_DECK}", "trump"),
        ("legal", {"hand": [], "trump": "red"}, "there is no card in this hand", "hand"),
        ("legal", {"hand": [], "led": "red1"}, "there is no card in this hand", "hand"),
        ("legal", {"hand": ["red1"], "led": "red1"}, "red 1 is on the table, not in the hand", "hand"),
    ],
)
def test_a_question_about_what_cannot_be_is_refused(ask: str, given: dict[str, Any], message: str, field: str) -> None:
    with pytest.raises(Impossible) as refused:
        ruling(ask, **given)

    assert (refused.value.message, refused.value.field) == (message, field)


@cases(
    "ask, given",
    [
        ("winner", {"cards": ["blue6", "blue6"]}),
        ("winner", {"cards": ["red8"]}),
        ("winner", {"cards": ["purple1"], "house_rules": HOUSE_DECK}),
        ("winner", {"cards": ["red1"], "trump": "purple", "house_rules": HOUSE_DECK}),
        ("winner", {"cards": ["red1"], "trump": 1}),
        ("winner", {"cards": "red1"}),
        ("winner", {}),
        ("legal", {"hand": ["red1", "red1"]}),
        ("legal", {"hand": ["AS"]}),
        ("legal", {"hand": ["red1"], "led": "red0"}),
        ("legal", {"hand": ["red1"], "led": ""}),
        ("legal", {"hand": ["red1"], "led": "purple2", "house_rules": HOUSE_DECK}),
        ("legal", {"hand": ["red1"], "opening": 1}),
        ("trump", {"collected": ["purple"], "house_rules": HOUSE_DECK}),
        ("trump", {}),
        ("deal", {"players": 3, "round": 7}),
        ("deal", {"players": 3, "round": 0}),
        ("deal", {"players": 3, "round": 1, "first_dealer": 3}),
        ("deal", {"players": 10**30, "round": 1}),
        ("deal", {"players": -3, "round": 1}),
        ("worth", {"cards": ["red1"]}),
    ],
)
def test_what_no_table_could_ask_is_refused(ask: str, given: dict[str, Any]) -> None:
    with pytest.raises(Impossible):
        ruling(ask, **given)


WORDS = st.sampled_from([*FULL_DECK, *SIZES, "", "red8", "AS", "\n", "first-trick", "trump_lead", "deck"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=5,
)
FIELDS = st.sampled_from(
    ["cards", "trump", "hand", "led", "opening", "collected", "house_rules", "players", "round", "first_dealer"]
)


@given(st.sampled_from(["winner", "legal", "trump", "deal"]), st.dictionaries(FIELDS, ANYTHING, max_size=4))
def test_whatever_is_asked_the_referee_answers_or_says_why_not(ask: str, given: dict[str, Any]) -> None:
    with suppress(Impossible):
        said = ruling(ask, **given)
        assert said["why"]
        assert said["rule"]
