from tests.cases import cases
from tests.games.grosse_kleine.asking import refusal, ruling, why


@cases(
    "hand, picked_up, may, rule",
    [
        (["3", "3", "J", "a", "A"], None, ["3", "3", "J", "a", "A"], "lead"),
        (["A", "6", "9"], "A", ["6", "9"], "fresh-a"),
        (["a", "6"], "a", ["6"], "fresh-a"),
        (["a", "A", "6"], "A", ["a", "6"], "fresh-a"),
        (["a", "A", "6"], "a", ["A", "6"], "fresh-a"),
        (["a", "6"], "A", ["a", "6"], "lead"),
        (["A"], "A", [], "fresh-a"),
        (["a"], None, ["a"], "lead"),
    ],
)
def test_whoever_leads_may_lead_anything_but_the_a_card_just_taken(hand, picked_up, may, rule):
    assert ruling("legal", hand=hand, led=None, picked_up=picked_up) == (may, rule)
    assert ruling("legal", hand=hand, picked_up=picked_up) == (may, rule)


@cases(
    "hand, led, may, rule",
    [
        (["A", "6"], "a", ["6"], "a-trick"),
        (["6", "6", "J", "13"], "A", ["6", "6", "J", "13"], "a-trick"),
        (["a", "J"], "A", ["J"], "a-trick"),
        (["A"], "a", [], "forced-pass"),
        (["a"], "A", [], "forced-pass"),
    ],
)
def test_to_an_a_trick_everybody_plays_a_number_card_or_joker(hand, led, may, rule):
    assert ruling("legal", hand=hand, led=led) == (may, rule)


@cases(
    "given, told",
    [
        ({"hand": []}, ("a player without cards has nothing to play: the round is over", "hand")),
        ({"hand": ["5"], "led": "9"}, ("“9” is no A card; what may follow a set is asked with “beats”", "led")),
        ({"hand": ["5"], "led": ""}, ("“” is no A card; what may follow a set is asked with “beats”", "led")),
        (
            {"hand": ["5"], "picked_up": "5"},
            ("“5” is no A card; what may follow a set is asked with “beats”", "picked_up"),
        ),
        ({"hand": ["a"], "led": "a"}, ("the little a is there 2 times, but only 1 in the box", "hand")),
        ({"hand": ["5"] * 9}, ("the 5 is there 9 times, but only 8 in the box", "hand")),
        ({"hand": ["5", "X"]}, ("“X” is no card: the cards are 1 to 13, J, a and A", "hand")),
    ],
)
def test_a_hand_that_cannot_be_is_refused(given, told):
    assert refusal("legal", **given) == told


def test_the_referee_says_why_a_card_may_be_played():
    assert why("legal", hand=["5"]) == "whoever leads may lead any card: one number, or an A card alone"
    assert why("legal", hand=["5", "A"], picked_up="A") == "the Big A was just taken: it has to wait for the next lead"
    assert (
        why("legal", hand=["5", "A"], led="a") == "everyone plays one number card or joker; an A card is only ever led"
    )
    assert why("legal", hand=["A"], led="a") == "only the other A card is in the hand: this is the one forced pass"
