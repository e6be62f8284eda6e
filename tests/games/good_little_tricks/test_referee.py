from tests.cases import cases
from tests.games.every_game import refusal
from tests.games.good_little_tricks.rounds import ruling

HOUSE_DECK = ["green", "pink", "blue", "red"]
OPENING = ["orange1", "green1", "green3", "pink5", "blue3", "blue5", "red4", "red6", "red7"]
FREE, FIRST_TRICK = {"trump_lead": "free"}, {"trump_lead": "first-trick"}
NOT_IN_DECK = "is no suit of this deck; it has orange, purple, green, pink, blue and red"


BANNED, NO_TRUMP = "is trump and may not be led while the hand holds another suit", "there is no trump in the hand"


@cases(
    "hand, led, trump, legal, why",
    [
        ("orange1 red4 blue2", None, "orange", "red4 blue2", f"orange {BANNED}"),
        ("orange1 orange2", None, "orange", "orange1 orange2", "the hand holds nothing but trump, so it may be led"),
        ("blue1 red4", None, "orange", "blue1 red4", f"{NO_TRUMP}: any card may be led"),
        ("orange1 red4 blue2 red1", "red7", "orange", "red4 red1", "red was led and has to be followed"),
        ("orange1 red4", "orange2", "orange", "orange1", "orange was led and has to be followed"),
        (
            "orange1 red4", "blue3", "orange", "orange1 red4",
            "there is no blue in the hand: any card may be played, trump need not be",
        ),
    ],
)  # fmt: skip
def test_trump_is_not_led_beside_another_suit_and_the_suit_led_is_followed(hand, led, trump, legal, why):
    ruled = ruling("legal", hand=hand.split(), led=led, trump=trump)

    assert (ruled["answer"], ruled["why"]) == (legal.split(), why)
    assert led or ruled["rule"] == "lead"


def test_the_house_rule_says_when_trump_may_be_led():
    free = ruling("legal", hand=OPENING, house_rules=FREE)
    assert (free["answer"], free["why"]) == (OPENING, "at your table trump may be led")
    for hand, opening in ((OPENING, {}), (OPENING[:4], {"opening": True})):
        first = ruling("legal", hand=hand, house_rules=FIRST_TRICK, **opening)
        assert first["answer"] == hand[1:]
        assert first["why"] == "orange is trump and may not be led to the first trick while the hand holds another suit"
    for hand, opening in ((OPENING, {"opening": False}), (OPENING[:8], {}), (OPENING[:2], {"opening": False})):
        assert ruling("legal", hand=hand, house_rules=FIRST_TRICK, **opening)["answer"] == hand
    for opening in (True, False):
        assert ruling("legal", hand=OPENING, opening=opening)["answer"] == OPENING[1:]


@cases(
    "ask, given, message, field",
    [
        ("trump", {"collected": ["yellow"]}, f"“yellow” {NOT_IN_DECK}", "collected"),
        ("trump", {"collected": ["red", "red"]}, "a suit is there twice, but each is collected once", "collected"),
        ("legal", {"hand": ["red7"], "trump": ""}, f"“” {NOT_IN_DECK}", "trump"),
        ("legal", {"hand": [], "trump": "red"}, "there is no card in this hand", "hand"),
        ("legal", {"hand": ["red1"], "led": "red1"}, "red 1 is on the table, not in the hand", "hand"),
        (
            "winner", {"cards": ["purple1"], "house_rules": {"deck": HOUSE_DECK}},
            "there is no card “purple1” in this deck", "cards",
        ),
    ],
)  # fmt: skip
def test_impossible_questions_are_refused(ask, given, message, field):
    assert refusal(ruling, ask, **given) == (message, field)
