from hypothesis import given
from hypothesis import strategies as st

from games.grosse_kleine.scoring import COPIES, cards_left
from tests.cases import cases
from tests.games.grosse_kleine.asking import refusal, ruling, why


@cases(
    "cards, points, rule",
    [
        ("4 11 11 J A", 60, "scoring"),
        ("4 11 11", 26, "cards-left"),
        ("J J", 28, "joker-left"),
        ("a", 15, "little-a-left"),
        ("A", 20, "big-a-left"),
        ("", 0, "went-out"),
    ],
)
def test_a_hand_is_worth_what_the_score_makes_of_it(cards, points, rule):
    assert ruling("worth", cards=cards.split()) == (points, rule)


def test_on_the_little_a_pile_a_joker_is_1_and_the_a_nothing():
    assert ruling("worth", cards=["a", "6", "6", "J"], pile=True) == (13, "scoring")
    assert ruling("worth", cards=["6", "6", "J"], pile=True) == (13, "scoring")


def test_the_worth_of_a_hand_is_told_card_by_card():
    assert why("worth", cards=["4", "11", "11", "J", "A"]) == (
        "4 + 2 × 11 in the hand: 26; 1 joker × 14 in the hand: 14; the Big A, still in the hand: 20"
    )
    assert why("worth", cards=["a", "6", "J"], pile=True) == (
        "6 on the little-a pile: 6; 1 joker × 1 on the little-a pile: 1; the little a on top of its pile: 0"
    )
    assert why("worth", cards=[]) == "went out: no card left in the hand"


@given(st.lists(st.sampled_from([card for card, copies in COPIES.items() for _ in range(copies)]), max_size=12))
def test_the_referee_and_the_score_agree_on_every_hand(cards):
    if any(cards.count(card) > COPIES[card] for card in cards):
        assert "in the box" in refusal("worth", cards=cards)[0]
    else:
        assert ruling("worth", cards=cards)[0] == sum(line.points for line in cards_left(0, " ".join(cards)))


@cases(
    "given_, told",
    [
        ({"cards": ["6"] * 9}, "the 6 is there 9 times, but only 8 in the box"),
        ({"cards": ["14"]}, "“14” is no card: the cards are 1 to 13, J, a and A"),
        (
            {"cards": ["A", "6"], "pile": True},
            "the Big A is never played to the trick of the little a, so it is on no pile",
        ),
        (
            {"cards": ["a"], "pile": True},
            "0 cards besides the little a: one from each of the others makes 1 to 8",
        ),
        (
            {"cards": ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "pile": True},
            "9 cards besides the little a: one from each of the others makes 1 to 8",
        ),
        ({"cards": "J J"}, "cards: should be a list, not text"),
    ],
)
def test_cards_nobody_can_have_are_worth_nothing(given_, told):
    assert refusal("worth", **given_) == (told, "cards")


def test_whoever_leads_is_told_which_a_card_may_be_led_now():
    any_card = "whoever leads may lead any card: one number"

    assert why("legal", hand=["5", "A"]) == f"{any_card}; the Big A too, alone"
    assert why("legal", hand=["5", "a", "A"]) == f"{any_card}; the little a and the Big A too, alone"
    assert why("legal", hand=["5", "a"], picked_up="A") == f"{any_card}; the little a too, alone"
    assert why("legal", hand=["5", "a", "A"], picked_up="A") == (
        "the Big A was just taken: it has to wait for the next lead, but the little a may be led now, alone"
    )
