import pytest

from games.good_little_tricks.record import SIZES
from games.good_little_tricks.referee import FULL_DECK
from games.impossible import Impossible
from tests.cases import cases
from tests.games.good_little_tricks.rounds import WITHOUT_PURPLE, legal, ruling


def test_the_deck_holds_twenty_seven_cards_of_six_suits():
    assert len(FULL_DECK) == 27
    assert {suit: sum(card.suit == suit for card in FULL_DECK.values()) for suit in SIZES} == SIZES


@cases("count", range(6))
def test_trump_is_the_smallest_suit_not_collected(count):
    suits = list(SIZES)

    said = ruling("trump", collected=suits[:count])
    assert said["answer"] == suits[count]
    assert said["why"] == f"{suits[count]} is the smallest suit still in play"


def test_there_is_no_trump_once_every_suit_is_collected():
    assert ruling("trump", collected=list(SIZES)) == {
        "answer": None,
        "why": "every suit is collected: there is no trump",
        "rule": "trump",
    }


def test_trump_of_a_house_deck_begins_with_its_own_smallest_suit():
    deck = {"deck": ["red", "blue", "pink", "green"]}

    assert ruling("trump", collected=[], house_rules=deck)["answer"] == "green"
    assert ruling("trump", collected=["blue", "green", "pink", "red"], house_rules=deck)["answer"] is None


@cases(
    "cards, trump, place",
    [
        (["blue6", "orange1", "blue2"], "orange", 1),
        (["blue2", "red7", "blue1"], "orange", 0),
        (["green3", "green4", "green2"], "orange", 1),
        (["purple1", "orange2", "orange1"], "orange", 1),
        (["orange1", "orange2", "red7"], "orange", 1),
        (["blue6", "orange1", "blue2"], "purple", 0),
        (["blue2", "red7", "blue1"], "red", 1),
        (["blue2", "red7", "blue1"], None, 0),
        (["red7"], "orange", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(cards, trump, place):
    assert ruling("winner", cards=cards, trump=trump)["answer"] == place


def test_the_winner_is_said_with_its_suit():
    said = ruling("winner", cards=["blue6", "orange1"], trump="orange")
    assert (said["why"], said["rule"]) == ("orange 1 is the highest trump, which is orange", "trick")
    assert ruling("winner", cards=["blue6"], trump="red")["why"] == "blue 6 is the highest card of blue, the suit led"


def test_where_trump_is_not_said_it_is_the_one_a_round_begins_with():
    assert ruling("winner", cards=["blue6", "orange1"])["answer"] == 1
    assert ruling("winner", cards=["blue6", "purple1"])["answer"] == 0
    without_orange = {"deck": ["purple", "green", "pink", "blue", "red"]}
    assert ruling("winner", cards=["blue6", "purple1"], house_rules=without_orange)["answer"] == 1
    assert ruling("legal", hand=["orange1", "red4"])["answer"] == ["red4"]


def test_the_deal_moves_left_and_the_dealers_left_leads():
    assert ruling("deal", players=3, round=5, first_dealer=1)["answer"] == {
        "dealer": 2,
        "cards": [9, 9, 9],
        "left": 0,
        "first": 0,
    }


OPENING = ["orange1", "green1", "green3", "pink5", "blue3", "blue5", "red4", "red6", "red7"]


def test_trump_may_not_be_led_while_there_is_another_suit():
    said = ruling("legal", hand=["orange1", "red4", "blue2"], led=None, trump="orange")

    assert said["answer"] == ["red4", "blue2"]
    assert said["why"] == "orange is trump and may not be led while the hand holds another suit"
    assert said["rule"] == "lead"


def test_the_ban_holds_for_the_trump_of_the_moment():
    assert legal(["green1", "red4"], trump="red") == ["green1"]


def test_a_hand_of_nothing_but_trump_may_lead_it():
    said = ruling("legal", hand=["orange1", "orange2"], led=None, trump="orange")

    assert said["answer"] == ["orange1", "orange2"]
    assert said["why"] == "the hand holds nothing but trump, so it may be led"


def test_a_hand_without_trump_may_lead_anything():
    said = ruling("legal", hand=["blue1", "red4"], led=None, trump="orange")

    assert (said["answer"], said["why"]) == (["blue1", "red4"], "there is no trump in the hand: any card may be led")
    assert legal(["blue1", "red4"], trump=None) == ["blue1", "red4"]


def test_with_free_leads_trump_may_be_led():
    said = ruling("legal", hand=OPENING, led=None, trump="orange", house_rules={"trump_lead": "free"})

    assert (said["answer"], said["why"]) == (OPENING, "by your house rule trump may be led")


@cases("hand, opening", [(OPENING, None), (OPENING[:4], True)])
def test_the_ban_of_the_first_trick_holds_in_the_first_trick(hand, opening):
    said = {} if opening is None else {"opening": opening}
    first = ruling("legal", hand=hand, trump="orange", house_rules={"trump_lead": "first-trick"}, **said)

    assert first["answer"] == hand[1:]
    assert first["why"] == "orange is trump and may not be led to the first trick while the hand holds another suit"


@cases("hand, opening", [(OPENING, False), (OPENING[:8], None), (OPENING[:2], False)])
def test_the_ban_of_the_first_trick_ends_with_it(hand, opening):
    said = {} if opening is None else {"opening": opening}

    assert legal(hand, house_rules={"trump_lead": "first-trick"}, **said) == hand


@cases("opening", [True, False])
def test_by_the_rules_the_ban_does_not_ask_which_trick_it_is(opening):
    assert legal(OPENING, opening=opening) == OPENING[1:]


@cases("cards, first", [(12, True), (8, True), (6, True), (7, False), (5, False)])
def test_a_full_hand_of_a_house_deck_is_the_first_trick_too(cards, first):
    hand = ["orange1", *(code for code in FULL_DECK if code.startswith(("red", "blue")))][:cards]
    rules = {"trump_lead": "first-trick", "deck": WITHOUT_PURPLE}

    assert legal(hand, house_rules=rules) == (hand[1:] if first else hand)


def test_the_suit_led_has_to_be_followed():
    said = ruling("legal", hand=["orange1", "red4", "blue2", "red1"], led="red7", trump="orange")

    assert said["answer"] == ["red4", "red1"]
    assert said["why"] == "red was led and has to be followed"
    assert said["rule"] == "follow-suit"


def test_who_cannot_follow_may_play_anything_and_need_not_play_trump():
    said = ruling("legal", hand=["orange1", "red4"], led="blue3", trump="orange")

    assert said["answer"] == ["orange1", "red4"]
    assert said["why"] == "there is no blue in the hand: any card may be played, trump need not be"


def test_led_trump_has_to_be_followed_with_trump():
    assert legal(["orange1", "red4"], led="orange2") == ["orange1"]


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
def test_a_question_about_what_cannot_be_is_refused(ask, given, message, field):
    with pytest.raises(Impossible) as refused:
        ruling(ask, **given)

    assert (refused.value.message, refused.value.field) == (message, field)
